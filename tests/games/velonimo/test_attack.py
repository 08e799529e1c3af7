"""Test attacks: which cards form a play, its value, leading, beating and passing, and how attacks and rounds end."""

from typing import Any

import pytest
from tests.games.velonimo.scene import can, card_set, do, legal, names, scene
from tests.plain_data import as_any

from velodrome import OVER, Rng
from velodrome.core.errors import UnknownMove
from velodrome.games.velonimo.game import Velonimo
from velodrome.games.velonimo.moves import DECISIONS, FACE, GIVE, JERSEY, MOVES, PLAY, VALUE_SHIFT
from velodrome.games.velonimo.phases import ATTACK, CHOOSING, STEALING
from velodrome.games.velonimo.pieces import ALL_CARDS, CARDS, HARES

GAME = Velonimo(3)


def worth(shorts: str) -> int:
    """Return the value of a play that is given in short notation."""
    move = GAME.parse("+".join(names(shorts)))
    return FACE[move] >> VALUE_SHIFT


def is_play(shorts: str) -> bool:
    """Return whether these cards, given in short notation, are a play."""
    return "+".join(sorted(names(shorts))) in {"+".join(sorted(m.text.split("+"))) for m in MOVES[PLAY:GIVE]}


def test_p1_vn13_a_single_card_is_worth_its_number() -> None:
    assert [worth(card) for card in ("R2", "B5", "H35")] == [2, 5, 35]


def test_p2_vn14_three_cards_of_one_colour_are_worth_32_if_the_lowest_is_a_2() -> None:
    assert worth("G2 G5 G7") == 32


def test_p3_vn14_four_cards_numbered_4_are_worth_44() -> None:
    assert worth("B4 G4 R4 Y4") == 44


def test_p4_vn18_vn12_the_rulebook_example_of_an_attack_with_three_players() -> None:
    race = scene("B2 H30 Y7 / A4 G4 P4 R4 Y5 / B4 N4 G6", discard=[])
    do(race, "B2", "pass", "B4 N4", "H30", "A4 G4 P4 R4", "pass", "pass")
    assert (race.phase, race.actor, race.beat) == (ATTACK, 1, 0)
    assert len([card for card in range(55) if race.discard >> card & 1]) == 8
    assert "pass" not in legal(race)


def test_t1_vn15_a_play_of_equal_value_does_not_beat_the_last_one() -> None:
    race = scene("B5 R5 Y1 / H25 H30 N2 / A1 A2")
    do(race, "B5 R5")
    assert race.beat == 25
    assert not can(race, "H25")
    assert can(race, "H30")


def test_t2_vn10_vn16_vn33_only_cards_of_one_colour_or_number_make_a_play() -> None:
    assert is_play("G2 G5 G7")
    assert is_play("B3 R3")
    for wrong in ("B3 R4", "B3 R3 R4", "H25 H30", "H25 J", "J", "B3 H25"):
        assert not is_play(wrong), wrong
        with pytest.raises(UnknownMove):
            GAME.parse("+".join(names(wrong)))
    with pytest.raises(UnknownMove):
        GAME.parse("")
    assert all(FACE[move] & ALL_CARDS for move in range(PLAY, GIVE)), "a play without a card"


def test_vn10_there_are_1735_plays_and_1729_more_with_the_jersey() -> None:
    assert JERSEY - PLAY == 1735
    assert GIVE - JERSEY == 1729
    assert len({move.text for move in MOVES[:DECISIONS]}) == DECISIONS


def test_vn01_vn02_the_deck_has_seven_colours_and_six_hares() -> None:
    assert len(CARDS) == 55
    assert HARES == [25, 30, 35, 40, 45, 50]
    assert {card[:-1] for card in CARDS[:49]} == {"blue", "brown", "gray", "green", "pink", "red", "yellow"}


def test_t4_vn17_a_seat_that_passed_may_play_later() -> None:
    race = scene("B3 H40 Y1 / N5 H30 / A4 A1")
    do(race, "B3", "pass", "A4", "pass", "N5", "pass", "pass")
    assert (race.phase, race.actor, race.beat) == (ATTACK, 1, 0)


def test_vn11_the_leading_seat_must_play() -> None:
    race = scene("B3 H40 / N5 H30 / A4 A1")
    assert not can(race, "pass")
    assert not race.allows(GAME.parse("pass"))


def test_vn12_a_seat_that_can_only_pass_is_still_asked() -> None:
    race = scene("H50 B1 / N5 N6 / A4 A1")
    do(race, "H50")
    assert race.actor == 1
    assert legal(race) == ["pass"]
    assert race.game.parse("pass") in race.game.always_asked


def test_t5_vn27_vn41_a_seat_that_finishes_with_a_tortoise_scores_but_does_not_steal() -> None:
    race = scene("B1 / N5 H30 / A4 A1")
    do(race, "B1")
    assert race.scores() == [2, 0, 0]
    assert (race.phase, race.actor, race.beat) == (ATTACK, 1, 1)


def test_t6_vn19_a_finished_winner_chooses_who_leads_next() -> None:
    race = scene("B1 / N5 H30 / A4 A1")
    do(race, "B1", "pass", "pass")
    assert (race.phase, race.actor) == (CHOOSING, 0)
    assert legal(race) == ["next 1", "next 2"]
    do(race, "next 2")
    assert (race.phase, race.actor) == (ATTACK, 2)
    assert "pass" not in legal(race)


def test_t7_vn19_a_seat_whose_last_play_was_beaten_does_not_choose_who_leads() -> None:
    race = scene("B7 / N5 H30 / A4 A1")
    do(race, "B7", "H30", "pass")
    assert (race.phase, race.actor, race.beat) == (ATTACK, 1, 0)


def test_t8_vn19_if_two_seats_finish_in_an_attack_the_one_with_the_last_play_chooses_who_leads() -> None:
    race = scene("B7 / H30 / A4 A1 / Y1 Y2")
    do(race, "B7", "H30")
    assert race.scores() == [3, 2, 0, 0]
    do(race, "pass", "pass")
    assert (race.phase, race.actor) == (CHOOSING, 1)
    assert legal(race) == ["next 2", "next 3"]


def test_p7_vn40_round_two_with_four_players_scores_6_4_2_0() -> None:
    race = scene("B7 / H30 / H35 / Y1 Y2", stage=2)
    do(race, "B7", "H30", "H35")
    assert race.scores() == [6, 4, 2, 0]
    assert race.stage == 3


@pytest.mark.parametrize("stage", [1, 2, 3, 4, 5])
def test_p8_vn40_a_seat_that_finishes_scores_the_round_number_for_each_opponent_still_racing(stage: int) -> None:
    race = scene("B7 / N5 H30 / A4 A1", stage=stage)
    do(race, "B7")
    assert race.scores()[0] == 2 * stage


def test_vn40_points_are_multiplied_by_the_difficulty_of_the_round() -> None:
    race = scene("B7 / N5 H30 / A4 A1", {"difficulties": (7,)})
    do(race, "B7", "H30", "pass", "N5")
    assert race.scores() == [14, 7, 0]
    assert race.actor == OVER


def test_t14_vn42_the_round_ends_when_one_seat_is_left() -> None:
    race = scene(
        "/ H40 / H50 A1", stage=3, actor=1, ahead=1, totals=[12, 0, 3], gained=[6, 0, 0],
    )  # fmt: skip
    do(race, "H40")
    assert race.scores() == [12, 3, 3]
    assert [race.last_round_points(seat) for seat in range(3)] == [6, 3, 0]
    assert race.jersey == 0
    assert (race.stage, race.ahead) == (4, 2)


@pytest.mark.parametrize(("seats", "pile", "aside"), [(2, 32, 0), (3, 0, 22), (4, 0, 11), (5, 0, 0)])
def test_t30_vn05_vn06_each_seat_is_dealt_eleven_cards(seats: int, pile: int, aside: int) -> None:
    race: Any = Velonimo(seats).start()
    race.settle(Rng(7))
    assert [race.hand_size(seat) for seat in range(seats)] == [11] * seats
    zones = {zone["id"]: zone for zone in as_any(race.seen_by(0).table())["zones"]}
    if seats == 2:
        assert zones["pile"]["size"] == pile
        assert zones["revealed"]["size"] == 1
    else:
        assert zones["aside"]["size"] == aside


def test_vn07_the_seat_that_leads_the_first_round_is_random_or_set_by_an_option() -> None:
    by_lot = Velonimo(4).start()
    assert [by_lot.game.text(move) for move, _ in by_lot.chance()] == ["first 0", "first 1", "first 2", "first 3"]
    by_option = Velonimo(4, {"first_starter": 2}).start()
    by_option.settle(Rng(1))
    assert by_option.actor == 2


def test_vn04_the_difficulties_option_sets_the_number_of_rounds() -> None:
    for rounds in ((1,), (1, 2, 3), (5, 5, 5, 5, 5, 5, 5)):
        race = Velonimo(3, {"difficulties": rounds}).start()
        rng = Rng(1)
        while race.actor != OVER:
            race.settle(rng)
            if race.actor >= 0:
                race.play(race.pick(rng))
        assert race.stage == len(rounds)
        assert sum(race.scores()) == 3 * sum(rounds)


def test_vn43_the_last_round_breaks_ties_in_the_ranking() -> None:
    race = scene("B7 / H30 / Y1 Y2", {"difficulties": (1, 1)}, stage=2, totals=[0, 1, 1], gained=[0, 1, 1])
    do(race, "B7", "H30")
    assert race.actor == OVER
    assert race.scores() == [2, 2, 1]
    assert race.ranking() == [1, 2, 3]
    assert [race.outlook(seat) for seat in range(3)] == [1.0, 0.5, 0.0]


def test_vn60_passes_and_hand_sizes_are_public() -> None:
    race = scene("B3 H40 Y1 / N5 H30 / A4 A1")
    do(race, "B3", "pass")
    seats: Any = race.seen_by(2).table()["seats"]
    assert [seat["passed"] for seat in seats] == [False, True, False]
    assert [seat["cards"] for seat in seats] == [2, 2, 2]


def test_vn61_other_seats_see_only_the_size_of_a_hand() -> None:
    race = scene("B3 H40 Y1 / N5 H30 / A4 A1")
    view = race.seen_by(0)
    assert view.write()["hands"] == [sorted_names("B3 H40 Y1"), [], []]
    assert view.write()["hidden"] == [0, 2, 2]


def sorted_names(shorts: str) -> list[str]:
    """Return the full names of cards in short notation, in the order of the deck."""
    return sorted(card_set(shorts), key=CARDS.index)


def test_vn22_the_steal_is_decided_before_the_next_seat_acts() -> None:
    race = scene("B1 Y7 / A5 A6 / G1 G2")
    do(race, "B1")
    assert (race.phase, race.actor) == (STEALING, 0)
