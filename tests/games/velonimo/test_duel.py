"""Tests of the duel between two seats: camels, the revealed card, and eight points to win."""

from tests.games.velonimo.scene import card_set, do, hand, legal, scene

from velodrome import CHANCE, OVER
from velodrome.games.velonimo.hands import NO_CARD
from velodrome.games.velonimo.phases import ATTACK, REVEALING, REWARDING, STEALING


def test_p11_vn51_a_seat_that_plays_three_camels_draws_three_cards() -> None:
    race = scene("B2 N2 R2 Y7 / N5", pile="Y4 Y5 Y6 P1")
    do(race, "B2 N2 R2")
    assert race.beat == 32
    assert race.actor == CHANCE
    do(race, "draw Y4", "draw Y5", "draw Y6")
    assert hand(race, 0) == card_set("Y7 Y4 Y5 Y6")
    assert (race.actor, race.pile) == (1, 1)


def test_t18_vn52_a_seat_whose_last_card_is_a_camel_draws_a_card_and_does_not_finish() -> None:
    race = scene("B2 / N5 H30", pile="Y6 Y7", revealed="R3")
    do(race, "B2", "draw Y6")
    assert hand(race, 0) == card_set("Y6")
    assert (race.phase, race.actor, race.pile) == (ATTACK, 1, 1)
    assert race.write()["revealed"] == "red3"
    assert race.scores() == [0, 0]


def test_t19_vn52_a_camel_as_the_last_card_ends_the_round_if_the_pile_is_empty() -> None:
    race = scene("B2 / N5 H30", revealed="R3")
    do(race, "B2")
    assert race.scores() == [1, 0]
    assert race.stage == 2


def test_t20_vn52_if_the_pile_has_too_few_cards_only_those_are_drawn() -> None:
    race = scene("B2 N2 R2 / N5", pile="Y6 Y7")
    do(race, "B2 N2 R2", "draw Y7", "draw Y6")
    assert hand(race, 0) == card_set("Y6 Y7")
    assert (race.pile, race.actor) == (0, 1)


def test_t21_vn53_the_winner_of_an_attack_awards_the_revealed_card_and_a_new_one_is_revealed() -> None:
    race = scene("B7 A1 / N5 N6", pile="Y6 Y7", revealed="R3")
    do(race, "B7", "pass")
    assert (race.phase, race.actor) == (REWARDING, 0)
    assert legal(race) == ["reward 0", "reward 1"]
    do(race, "reward 1")
    assert race.phase == REVEALING
    do(race, "reveal Y6")
    assert hand(race, 1) == card_set("N5 N6 R3")
    assert (race.pile, race.phase, race.actor) == (1, ATTACK, 0)
    assert race.write()["revealed"] == "yellow6"


def test_t22_vn53_without_a_revealed_card_nothing_is_awarded() -> None:
    race = scene("B7 A1 A5 / N5 N6", revealed="R3")
    do(race, "B7", "pass", "reward 0")
    assert race.revealed == NO_CARD
    do(race, "A5", "pass")
    assert (race.phase, race.actor) == (ATTACK, 0)


def test_t23_vn53_no_card_is_awarded_after_the_play_that_ends_the_round() -> None:
    race = scene("B7 / N5 N6", stage=3, totals=[1, 2], pile="Y1", revealed="R3")
    do(race, "B7")
    assert race.scores() == [4, 2]
    assert race.stage == 4


def test_t24_vn52_cards_are_drawn_for_camels_before_tortoises_steal() -> None:
    race = scene("R1 R2 / N5 N6", pile="Y6")
    do(race, "R1 R2")
    assert race.beat == 21
    do(race, "draw Y6")
    assert race.phase == STEALING
    assert legal(race) == ["steal none", "steal 1 from 1"]


def test_t25_vn54_eight_points_win_the_duel() -> None:
    race = scene("B7 / N5", stage=4, totals=[4, 2])
    do(race, "B7")
    assert race.scores() == [8, 2]
    assert race.actor == OVER
    assert race.ranking() == [1, 2]


def test_t26_vn54_seven_points_do_not_win_the_duel() -> None:
    race = scene("B7 / N5", stage=4, totals=[3, 3])
    do(race, "B7")
    assert race.scores() == [7, 3]
    assert (race.stage, race.ahead) == (5, 1)


def test_t27_vn54_the_duel_ends_after_the_last_round() -> None:
    race = scene("B7 / N5", stage=5, totals=[3, 7])
    do(race, "B7")
    assert race.actor == OVER
    assert race.scores() == [8, 7]
    assert race.ranking() == [1, 2]


def test_vn54_an_option_sets_the_points_to_win() -> None:
    race = scene("B7 / N5", {"duel_target": 3}, stage=3)
    do(race, "B7")
    assert race.actor == OVER


def test_vn50_vn51_camels_draw_only_in_a_duel() -> None:
    race = scene("B2 Y7 / N5 N6 / A1 A2")
    do(race, "B2")
    assert race.actor == 1


def test_vn61_only_the_drawing_seat_sees_a_drawn_card() -> None:
    race = scene("B2 Y7 / N5", pile="Y4 Y5")
    do(race, "B2")
    assert race.audience(race.game.parse("draw yellow4")) == 0b001
    do(race, "draw Y4")
    assert hand(race.seen_by(1), 0) == set()


def test_vn60_everybody_sees_who_gets_the_revealed_card() -> None:
    race = scene("B7 A1 / N5 N6", pile="Y6 Y7", revealed="R3")
    do(race, "B7", "pass", "reward 1", "reveal Y6")
    for viewer in (0, -3):
        assert hand(race.seen_by(viewer), 1) == card_set("R3")
