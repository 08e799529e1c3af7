"""Comparison of the fast move generator with a simple one that tries every set of cards; checks of whole games."""

from itertools import combinations
from typing import Any

import pytest
from tests.plain_data import as_any

from velodrome import CHANCE, OVER, Rng
from velodrome.core.playout import playout
from velodrome.games.velonimo.game import Velonimo

OPTIONS: list[dict[str, Any]] = [
    {},
    {"edition": "fr"},
    {"edition": "bga"},
    {"leader_steal": "forced", "difficulties": (3, 1), "first_starter": 0},
    {"difficulties": (1, 1, 1, 1, 1, 1, 1), "duel_target": 2, "starter_tie": "seat_order"},
]


def value_of(cards: tuple[str, ...]) -> int | None:
    """Return the value of a set of cards, computed in a simple way from the rules; None if it is not a play."""
    if any(card.startswith("hare") for card in cards):
        return int(cards[0][4:]) if len(cards) == 1 else None
    numbers = [int(card[-1]) for card in cards]
    if len(cards) == 1:
        return numbers[0]
    if len({card[:-1] for card in cards}) == 1 or len(set(numbers)) == 1:
        return 10 * len(cards) + min(numbers)
    return None


def moves_by_rulebook(data: dict[str, Any], seats: int, steal: str) -> set[str]:
    """Return the texts of the legal moves, found in a simple way from the rules.

    `data` is from `State.write`, and `steal` is the value of the option `leader_steal`.
    """
    actor, phase = data["actor"], data["phase"]
    hand = data["hands"][actor] if actor is not None else []
    if phase == "attack":
        return plays_by_rulebook(data, hand, actor, seats)
    if phase == "give":
        return {f"give {card}" for card in hand}
    if phase == "next":
        return {f"next {seat}" for seat in range(seats) if data["hands"][seat]}
    if phase == "reward":
        return {"reward 0", "reward 1"}
    found = set() if steal == "forced" else {"steal none"}
    for seat in range(seats):
        most = min(data["leaders"], len(data["hands"][seat]))
        if seat != actor and most:
            counts = range(1, most + 1) if steal == "up_to" else [most]
            found |= {f"steal {count} from {seat}" for count in counts}
    return found


def plays_by_rulebook(data: dict[str, Any], hand: list[str], actor: int, seats: int) -> set[str]:
    """Try every set of cards in a hand; return the legal plays, and "pass" if passing is legal."""
    top = data["top"]
    beat = 0
    if top:
        cards = tuple(card for card in top.split("+") if card != "jersey")
        beat = (value_of(cards) or 0) + (10 if "jersey" in top else 0)
    found = {"pass"} if top else set()
    jersey = seats > 2 and data["jersey"] == actor and not data["jersey_used"]
    for size in range(1, min(len(hand), 7) + 1):
        for cards in combinations(hand, size):
            worth = value_of(cards)
            if worth is None:
                continue
            if worth > beat:
                found.add("+".join(cards))
            if jersey and not cards[0].startswith("hare") and worth + 10 > beat:
                found.add("+".join([*cards, "jersey"]))
    return found


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_vn10_vn12_vn15_the_generator_agrees_with_the_rulebook(seats: int, options: dict[str, Any]) -> None:
    table = Velonimo(seats, options)
    state = table.start()
    rng = Rng(seats)
    asked = 0
    while state.actor != OVER and asked < 150:
        if state.actor == CHANCE:
            state.play(state.draw(rng))
            continue
        legal = state.legal()
        assert {table.text(move) for move in legal} == moves_by_rulebook(
            state.write(), seats, table.rule_variant("leader_steal")
        )
        assert legal == sorted(set(legal)) == [state.nth(i) for i in range(state.count())]
        asked += 1
        state.play(state.pick(rng))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_t34_vn43_vn54_cards_are_conserved_and_points_add_up(seats: int, options: dict[str, Any]) -> None:
    table = Velonimo(seats, options)
    points = table.options["difficulties"]
    assert isinstance(points, tuple)
    for seed in range(25):
        state: Any = table.start()
        rng = Rng(seed)
        while state.actor != OVER:
            if state.phase > 1:
                where = [card for hand in as_any(state.write())["hands"] for card in hand] + as_any(state.write())[
                    "discard"
                ]
                left = 55 - len(where)
                assert len(where) == len(set(where))
                assert left == (state.pile + (state.revealed >= 0) if seats == 2 else 55 - 11 * seats)
            state.play(state.pick(rng) if state.actor >= 0 else state.draw(rng))
        check_end(state.scores(), state.stage, seats, points, int(str(table.options["duel_target"])))
        assert sorted(state.ranking()) == list(range(1, seats + 1))


def check_end(scores: list[int], stage: int, seats: int, points: tuple[Any, ...], target: int) -> None:
    """Check that the scores at the end of a game add up to the points that were awarded in its rounds.

    `stage` is the number of rounds played. `points` and `target` are the values of the options `difficulties` and
    `duel_target`.
    """
    if seats > 2:
        assert stage == len(points)
        assert sum(scores) == sum(points) * seats * (seats - 1) // 2
    else:
        assert sum(scores) == sum(points[:stage])
        assert stage == len(points) or max(scores) >= target


@pytest.mark.parametrize(("seats", "bound"), [(2, 155), (3, 111), (4, 188), (5, 287)])
def test_t34_vn18_thousands_of_games_end_within_the_maximum_length(seats: int, bound: int) -> None:
    table = Velonimo(seats)
    rng = Rng(9)
    for _ in range(1500):
        state = table.start()
        decisions = playout(state, rng)
        assert decisions <= 5 * (bound + 7)  # the bound counts giving back several cards as one decision
        if seats == 2:
            assert state.stage in (4, 5)
            assert sorted(score >= 8 for score in state.scores()) == [False, True]
