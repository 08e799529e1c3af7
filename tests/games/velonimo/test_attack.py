"""Values, shapes, leading, following, passing, the end of an attack and of a round."""

from typing import Any

import pytest
from tests.games.velonimo.scene import can, do, held, legal, names, scene
from tests.plain_data import as_any

from velodrome import OVER, Rng
from velodrome.core.errors import UnknownMove
from velodrome.games.velonimo.game import Velonimo
from velodrome.games.velonimo.moves import DECISIONS, FACE, GIVE, JERSEY, MOVES, PLAY, VALUE_SHIFT
from velodrome.games.velonimo.phases import ATTACK, CHOOSING, STEALING
from velodrome.games.velonimo.pieces import ALL_CARDS, CARDS, HARES

GAME = Velonimo(3)


def worth(shorts: str) -> int:
    move = GAME.parse("+".join(names(shorts)))
    return FACE[move] >> VALUE_SHIFT


def is_play(shorts: str) -> bool:
    return "+".join(sorted(names(shorts))) in {"+".join(sorted(m.text.split("+"))) for m in MOVES[PLAY:GIVE]}


def test_p1_vn13_single_cards_are_worth_what_they_show() -> None:
    assert [worth(card) for card in ("R2", "B5", "H35")] == [2, 5, 35]


def test_p2_vn14_three_of_a_colour_with_a_weakest_2_are_worth_32() -> None:
    assert worth("G2 G5 G7") == 32


def test_p3_vn14_four_cows_are_worth_44() -> None:
    assert worth("B4 G4 R4 Y4") == 44


def test_p4_vn18_vn12_the_attack_printed_for_three_players() -> None:
    race = scene("B2 H30 Y7 / A4 G4 P4 R4 Y5 / B4 N4 G6", discard=[])
    do(race, "B2", "pass", "B4 N4", "H30", "A4 G4 P4 R4", "pass", "pass")
    assert (race.phase, race.actor, race.beat) == (ATTACK, 1, 0)
    assert len([card for card in range(55) if race.discard >> card & 1]) == 8
    assert "pass" not in legal(race)


def test_t1_vn15_as_much_is_not_enough() -> None:
    race = scene("B5 R5 Y1 / H25 H30 N2 / A1 A2")
    do(race, "B5 R5")
    assert race.beat == 25
    assert not can(race, "H25")
    assert can(race, "H30")


def test_t2_vn10_vn16_vn33_shapes() -> None:
    assert is_play("G2 G5 G7")
    assert is_play("B3 R3")
    for wrong in ("B3 R4", "B3 R3 R4", "H25 H30", "H25 J", "J", "B3 H25"):
        assert not is_play(wrong), wrong
        with pytest.raises(UnknownMove):
            GAME.parse("+".join(names(wrong)))
    with pytest.raises(UnknownMove):
        GAME.parse("")
    assert all(FACE[move] & ALL_CARDS for move in range(PLAY, GIVE))  # a play has a card


def test_vn10_the_deck_has_1735_plays_and_1729_with_the_jersey() -> None:
    assert JERSEY - PLAY == 1735
    assert GIVE - JERSEY == 1729
    assert len({move.text for move in MOVES[:DECISIONS]}) == DECISIONS


def test_vn01_vn02_the_cards() -> None:
    assert len(CARDS) == 55
    assert HARES == [25, 30, 35, 40, 45, 50]
    assert {card[:-1] for card in CARDS[:49]} == {"blue", "brown", "gray", "green", "pink", "red", "yellow"}


def test_t4_vn17_a_pass_is_not_for_good() -> None:
    race = scene("B3 H40 Y1 / N5 H30 / A4 A1")
    do(race, "B3", "pass", "A4", "pass", "N5", "pass", "pass")
    assert (race.phase, race.actor, race.beat) == (ATTACK, 1, 0)


def test_vn11_who_leads_must_play() -> None:
    race = scene("B3 H40 / N5 H30 / A4 A1")
    assert not can(race, "pass")
    assert not race.allows(GAME.parse("pass"))


def test_vn12_who_cannot_play_is_asked_all_the_same() -> None:
    race = scene("H50 B1 / N5 N6 / A4 A1")
    do(race, "H50")
    assert race.actor == 1
    assert legal(race) == ["pass"]
    assert race.game.parse("pass") in race.game.always_asked


def test_t5_vn27_vn41_a_last_tortoise_scores_and_does_nothing() -> None:
    race = scene("B1 / N5 H30 / A4 A1")
    do(race, "B1")
    assert race.scores() == [2, 0, 0]
    assert (race.phase, race.actor, race.beat) == (ATTACK, 1, 1)


def test_t6_vn19_a_finished_winner_names_the_next_leader() -> None:
    race = scene("B1 / N5 H30 / A4 A1")
    do(race, "B1", "pass", "pass")
    assert (race.phase, race.actor) == (CHOOSING, 0)
    assert legal(race) == ["next 1", "next 2"]
    do(race, "next 2")
    assert (race.phase, race.actor) == (ATTACK, 2)
    assert "pass" not in legal(race)


def test_t7_vn19_a_beaten_finisher_is_not_asked() -> None:
    race = scene("B7 / N5 H30 / A4 A1")
    do(race, "B7", "H30", "pass")
    assert (race.phase, race.actor, race.beat) == (ATTACK, 1, 0)


def test_t8_vn19_of_two_finishers_the_owner_of_the_last_play_names() -> None:
    race = scene("B7 / H30 / A4 A1 / Y1 Y2")
    do(race, "B7", "H30")
    assert race.scores() == [3, 2, 0, 0]
    do(race, "pass", "pass")
    assert (race.phase, race.actor) == (CHOOSING, 1)
    assert legal(race) == ["next 2", "next 3"]


def test_p7_vn40_second_round_of_four() -> None:
    race = scene("B7 / H30 / H35 / Y1 Y2", stage=2)
    do(race, "B7", "H30", "H35")
    assert race.scores() == [6, 4, 2, 0]
    assert race.stage == 3


@pytest.mark.parametrize("stage", [1, 2, 3, 4, 5])
def test_p8_vn40_points_per_opponent(stage: int) -> None:
    race = scene("B7 / N5 H30 / A4 A1", stage=stage)
    do(race, "B7")
    assert race.scores()[0] == 2 * stage


def test_vn40_difficulties_weigh_the_rounds() -> None:
    race = scene("B7 / N5 H30 / A4 A1", {"difficulties": (7,)})
    do(race, "B7", "H30", "pass", "N5")
    assert race.scores() == [14, 7, 0]
    assert race.actor == OVER


def test_t14_vn42_the_round_ends_with_the_last_but_one() -> None:
    race = scene(
        "/ H40 / H50 A1", stage=3, actor=1, ahead=1, totals=[12, 0, 3], gained=[6, 0, 0],
    )  # fmt: skip
    do(race, "H40")
    assert race.scores() == [12, 3, 3]
    assert [race.last_round_points(seat) for seat in range(3)] == [6, 3, 0]
    assert race.jersey == 0
    assert (race.stage, race.ahead) == (4, 2)


@pytest.mark.parametrize(("seats", "pile", "aside"), [(2, 32, 0), (3, 0, 22), (4, 0, 11), (5, 0, 0)])
def test_t30_vn05_vn06_the_deal(seats: int, pile: int, aside: int) -> None:
    race: Any = Velonimo(seats).start()
    race.settle(Rng(7))
    assert [race.hand_size(seat) for seat in range(seats)] == [11] * seats
    zones = {zone["id"]: zone for zone in as_any(race.seen_by(0).table())["zones"]}
    if seats == 2:
        assert zones["pile"]["size"] == pile
        assert zones["revealed"]["size"] == 1
    else:
        assert zones["aside"]["size"] == aside


def test_vn07_the_first_starter_is_drawn_or_named() -> None:
    drawn = Velonimo(4).start()
    assert [drawn.game.text(move) for move, _ in drawn.chance()] == ["first 0", "first 1", "first 2", "first 3"]
    named = Velonimo(4, {"first_starter": 2}).start()
    named.settle(Rng(1))
    assert named.actor == 2


def test_vn04_a_game_has_as_many_rounds_as_difficulties() -> None:
    for rounds in ((1,), (1, 2, 3), (5, 5, 5, 5, 5, 5, 5)):
        race = Velonimo(3, {"difficulties": rounds}).start()
        rng = Rng(1)
        while race.actor != OVER:
            race.settle(rng)
            if race.actor >= 0:
                race.play(race.pick(rng))
        assert race.stage == len(rounds)
        assert sum(race.scores()) == 3 * sum(rounds)


def test_vn43_the_ranking_breaks_ties_by_the_last_round() -> None:
    race = scene("B7 / H30 / Y1 Y2", {"difficulties": (1, 1)}, stage=2, totals=[0, 1, 1], gained=[0, 1, 1])
    do(race, "B7", "H30")
    assert race.actor == OVER
    assert race.scores() == [2, 2, 1]
    assert race.ranking() == [1, 2, 3]
    assert [race.outlook(seat) for seat in range(3)] == [1.0, 0.5, 0.0]


def test_vn60_passes_and_sizes_are_on_the_table() -> None:
    race = scene("B3 H40 Y1 / N5 H30 / A4 A1")
    do(race, "B3", "pass")
    seats: Any = race.seen_by(2).table()["seats"]
    assert [seat["passed"] for seat in seats] == [False, True, False]
    assert [seat["cards"] for seat in seats] == [2, 2, 2]


def test_vn61_a_hand_is_closed_to_the_others() -> None:
    race = scene("B3 H40 Y1 / N5 H30 / A4 A1")
    view = race.seen_by(0)
    assert view.write()["hands"] == [sorted_names("B3 H40 Y1"), [], []]
    assert view.write()["hidden"] == [0, 2, 2]


def sorted_names(shorts: str) -> list[str]:
    return sorted(held(shorts), key=CARDS.index)


def test_vn22_a_steal_is_asked_before_the_next_seat_acts() -> None:
    race = scene("B1 Y7 / A5 A6 / G1 G2")
    do(race, "B1")
    assert (race.phase, race.actor) == (STEALING, 0)
