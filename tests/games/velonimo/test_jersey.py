"""Tests of the jersey: who gets it, when it may be played, and what it adds to a play."""

from typing import Any

import pytest
from tests.games.velonimo.scene import can, do, legal, scene

from velodrome import OVER, Rng
from velodrome.core.contract import Value
from velodrome.core.playout import finish_stage
from velodrome.games.velonimo.game import NOBODY, Velonimo
from velodrome.games.velonimo.moves import FACE, VALUE_SHIFT
from velodrome.games.velonimo.phases import ATTACK, STEALING
from velodrome.games.velonimo.rules import VelonimoState


def play_rounds(orders: list[str], options: dict[str, Value] | None = None) -> VelonimoState:
    """Play one round for each text in `orders`; "102" means that seat 1 finishes first, then seat 0, then seat 2."""
    seats = len(orders[0])
    game = Velonimo(seats, options)
    race: Any = game.start()
    cards = ["hare25", "hare30", "hare35", "hare40", "hare45"]
    for order in orders:
        description = {
            "stage": race.stage, "totals": race.scores(), "gained": [race.last_round_points(s) for s in range(seats)],
            "jersey": None, "actor": int(order[0]),
            "hands": [[cards[order.index(str(s))]] for s in range(seats)],
        }  # fmt: skip
        race = game.position(description)
        for place in range(seats - 1):
            while race.actor != int(order[place]):
                race.play(game.parse("pass"))
            race.play(race.legal()[-1])
    assert isinstance(race, VelonimoState)
    return race


def test_p9_vn32_the_jersey_raises_a_play_of_43_to_53() -> None:
    race = scene("B3 B4 B5 B7 Y1 / N5 N6 / A1 A2", stage=2, jersey=0)
    do(race, "B3 B4 B5 B7 J")
    assert race.beat == 53


def test_p10_vn32_a_tortoise_with_the_jersey_is_worth_11_and_still_steals() -> None:
    race = scene("B1 Y7 / N5 N6 / A1 A2", stage=2, jersey=0)
    do(race, "B1 J")
    assert race.beat == 11
    assert race.phase == STEALING


def test_t3_vn32_vn33_the_jersey_is_played_at_most_once_per_round_and_never_with_a_hare() -> None:
    race = scene("B1 R5 Y5 H25 / N2 N3 / A1 A2", stage=2, jersey=0, totals=[2, 1, 0])
    assert not any("hare" in move and "jersey" in move for move in legal(race))
    do(race, "R5 J")
    assert race.beat == 15
    assert race.write()["jersey_used"] is True
    assert not any("jersey" in move for move in legal(race))
    do(race, "N2 N3")
    assert race.scores() == [2, 5, 0]
    do(race, "pass")
    assert race.actor == 0
    assert not any("jersey" in move for move in legal(race))


@pytest.mark.parametrize(("lead", "unused"), [("R5 J", False), ("R5", True)])
def test_t3_vn32_a_used_jersey_cannot_be_played_again_even_to_beat_a_play(lead: str, unused: bool) -> None:
    race = scene("B1 N1 R5 H25 / N2 N3 / A1 A2", stage=2, jersey=0, totals=[2, 1, 0])
    do(race, lead, "N2 N3", "pass")
    assert (race.actor, race.beat) == (0, 22)
    assert not can(race, "B1 N1")  # worth only 21
    assert can(race, "B1 N1 J") == unused  # worth 31
    assert race.write()["jersey_used"] != unused


def lowest_move(race: VelonimoState) -> int:
    """In an attack, return a pass if it is legal, otherwise the lowest play; in other phases, the first legal move."""
    moves = race.legal()
    return min(moves, key=lambda move: FACE[move] >> VALUE_SHIFT) if race.phase == ATTACK else moves[0]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_vn32_the_jersey_can_be_played_once_in_every_round(seats: int) -> None:
    race: Any = Velonimo(seats).start()
    rng = Rng(32)
    race.settle(rng)
    for stage in range(2, 6):
        finish_stage(race, rng)
        race.settle(rng)
        assert race.stage == stage
        assert race.write()["jersey_used"] is False
        while race.actor != race.jersey or race.phase != ATTACK:
            race.play(lowest_move(race) if race.actor >= 0 else race.draw(rng))
        with_jersey = [move for move in race.legal() if "jersey" in race.game.text(move)]
        assert with_jersey
        race.play(with_jersey[0])
        assert race.write()["jersey_used"] is True


def test_t28_vn33_the_jersey_may_be_played_with_the_last_card() -> None:
    race = scene("N1 / A5 A6 / G3 G4", stage=2, jersey=0, totals=[2, 1, 0])
    do(race, "N1 J")
    assert race.beat == 11
    assert race.scores() == [6, 1, 0]
    assert (race.phase, race.actor) == (ATTACK, 1)


def test_t29_vn33_an_empty_hand_finishes_although_the_jersey_was_not_played() -> None:
    race = scene("N1 / A5 A6 / G3 G4", stage=2, jersey=0, totals=[2, 1, 0])
    do(race, "N1")
    assert race.beat == 1
    assert race.scores()[0] == 6
    assert race.racing == 0b110


def test_vn31_nobody_has_the_jersey_in_round_one_and_a_finished_owner_cannot_use_it() -> None:
    start: Any = Velonimo(3).start()
    assert start.jersey == NOBODY
    race = scene("N1 / A5 A6 / G3 G4", stage=2, jersey=0, totals=[2, 1, 0])
    do(race, "N1")
    assert not any("jersey" in move for move in legal(race))
    assert race.jersey == 0


def test_vn31_the_jersey_changes_owner_only_between_rounds() -> None:
    race = scene("B7 / A5 A6 / G3 G4", stage=2, jersey=2, totals=[2, 1, 2])
    do(race, "B7")
    assert race.scores()[0] == 6
    assert race.jersey == 2


def test_vn03_vn32_the_jersey_can_make_a_play_high_enough_to_beat_the_last_one() -> None:
    race = scene("H30 Y1 / N5 N6 / A1 A2", stage=2, jersey=1)
    do(race, "H30")
    assert can(race, "N5 N6 J")
    assert not can(race, "N5 N6")
    do(race, "N5 N6 J")
    assert race.beat == 35


def test_t15_vn30_vn08_the_last_round_breaks_ties_for_the_jersey_and_for_who_leads() -> None:
    race = play_rounds(["012", "102", "102", "201"])
    assert race.scores() == [11, 11, 8]
    assert [race.last_round_points(seat) for seat in range(3)] == [4, 0, 8]
    assert race.jersey == 0
    assert race.ahead == 2


@pytest.mark.parametrize(
    ("options", "owner"),
    [
        ({"edition": "bga"}, NOBODY),
        ({"jersey_tie": "last_winner_or_nobody"}, NOBODY),
        ({"edition": "fr", "jersey_tie": "last_winner_or_nobody"}, NOBODY),
        ({"edition": "bga", "jersey_tie": "last_round"}, 0),
        ({"starter_tie": "seat_order"}, 0),
    ],
    ids=str,
)
def test_t15_vn30_an_option_decides_who_gets_the_jersey_in_a_tie(options: dict[str, Value], owner: int) -> None:
    race = play_rounds(["012", "102", "102", "201"], options)
    assert race.scores() == [11, 11, 8]
    assert race.jersey == owner


def test_t16_vn30_the_last_round_breaks_a_tie_between_four_players() -> None:
    race = play_rounds(["0123", "0123", "3102"])
    assert race.scores() == [12, 12, 3, 9]
    assert [race.last_round_points(seat) for seat in range(4)] == [3, 6, 0, 9]
    assert race.jersey == 1


@pytest.mark.parametrize(
    ("options", "starter"),
    [
        ({"edition": "en"}, 2),
        ({"edition": "bga"}, 0),
        ({"starter_tie": "seat_order"}, 0),
        ({"edition": "fr", "starter_tie": "seat_order"}, 0),
        ({"edition": "bga", "starter_tie": "last_round"}, 2),
        ({"jersey_tie": "last_winner_or_nobody"}, 2),
    ],
    ids=str,
)
def test_t17_vn08_an_option_decides_who_leads_the_next_round_in_a_tie(options: dict[str, Value], starter: int) -> None:
    race = play_rounds(["210", "102"], options)
    assert race.scores() == [2, 5, 2]
    assert [race.last_round_points(seat) for seat in range(3)] == [2, 4, 0]
    assert race.ahead == starter


def test_vn30_in_the_bga_edition_a_tied_winner_of_the_last_round_gets_the_jersey() -> None:
    race = play_rounds(["012", "102"], {"edition": "bga", "difficulties": "1 1 1"})
    assert race.scores() == [3, 3, 0]
    assert race.jersey == 1


def test_t32_vn55_the_jersey_cannot_be_played_in_a_duel() -> None:
    race = scene("B1 R5 / N5 N6", stage=2, jersey=0)
    assert not any("jersey" in move for move in legal(race))


def test_t33_vn30_vn08_the_last_round_breaks_ties_in_a_duel() -> None:
    race = play_rounds(["01", "01", "10"])
    assert race.scores() == [3, 3]
    assert [race.last_round_points(seat) for seat in range(2)] == [0, 3]
    assert race.jersey == 1
    assert race.ahead == 0
    assert race.actor != OVER
