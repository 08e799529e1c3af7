"""Tests of reading positions: unreachable ones are refused with the reason, and missing keys get defaults."""

import random
import re
from typing import Any

import pytest

from velodrome.core.errors import BadPosition
from velodrome.games.arcenciel.game import ArcEnCiel

BAD: list[tuple[dict[str, Any], str]] = [
    ({"squares": 3}, '"squares" is not part of a position'),
    ({"square": 40}, "square is 40; expected a whole number from 0 to 39"),
    ({"square": "7"}, 'square is "7"'),
    ({"square": True}, "square is True"),
    ({"lap": 0}, "lap is 0"),
    ({"lap": 121}, "the race ends after 120 laps"),
    ({"rainbow_lap": 1}, "rainbow_lap is 1; expected true or false"),
    ({"energy": [60, 60]}, "energy is [60, 60]; expected a list of 3"),
    ({"energy": [60, 60, 61]}, "energy[2] is 61"),
    ({"energy": {"0": 60}}, "energy is {'0': 60}; expected a list of 3"),
    ({"hand": [7, 6, 6]}, "hand[0] is 7"),
    ({"hand": [6, 6, 6], "placed": [[1], [], []]}, "seat 0 has 7 domestiques; there are 6"),
    ({"retired": [1, 0, 0]}, "retired should be [0, 0, 0]"),
    ({"placed": [[1], [], []], "hand": [4, 6, 6], "retired": [0, 0, 0]}, "retired should be [1, 0, 0]"),
    ({"placed": [[1], [1], []]}, "two domestiques stand on square 1"),
    ({"placed": [[0], [], []]}, "a domestique cannot stand on 0"),
    ({"placed": [["1"], [], []]}, 'a domestique\'s square is "1"'),
    ({"placed": [1, 2, 3]}, "placed[0] is 1; expected a list"),
    ({"pack": [0, 1, 1]}, "a rider stands twice in the race order"),
    ({"pack": [0, 1, 3]}, "a seat of the pack is 3"),
    ({"pack": 3}, "pack is 3; expected a list"),
    ({"pack": []}, "nobody is in the race"),
    ({"pack": [0, 1], "energy": [5, 5, 5]}, "seat 2 has dropped out"),
    ({"pack": [0, 1], "hand": [6, 6, 6]}, "seat 2 has dropped out"),
    ({"breakaway": 0}, "a breakaway has a gap of at least 1"),
    ({"gap": 4}, "a breakaway has a gap of at least 1"),
    ({"breakaway": 0, "gap": 19}, "gap is 19; expected a whole number from 0 to 18"),
    ({"breakaway": 0, "gap": 3, "pack": [0, 1, 2]}, "a rider stands twice"),
    ({"awarded": 1}, "awarded counts the prizes"),
    ({"points": [1, 0, 0]}, "there are no points without combativity"),
    ({"green": [3, 0, 0]}, "would have exchanged 3 green jerseys at once"),
    ({"rainbow": [3, 0, 0]}, "seat 0 has won, yet the game is not over"),
    ({"double": [-1, 0, 0]}, "double[0] is -1"),
    ({"double": [100, 0, 0]}, "double[0] is 100; expected a whole number from 0 to 99"),
    ({"deck": {"joker": 1}}, 'a card of deck is "joker"; expected one of attack'),
    ({"deck": {"crash": 2}}, "deck of crash is 2"),
    ({"deck": ["crash"]}, "deck is ['crash']; expected how many"),
    ({"discard": {"crash": 1}, "deck": {"crash": 1}}, "do not make up the deck of 25"),
    ({"no_feeding": {"crash": 1}}, "the card crash never lies at the start"),
    ({"no_feeding": {"nofeeding": 2}, "discard": {"nofeeding": 1}}, "there are only 2 cards nofeeding"),
    ({"phase": "sprint"}, 'phase is "sprint"; expected one of lineup'),
    ({"phase": "upkeep"}, "the phase upkeep does not fit"),
    ({"phase": "card"}, "the phase card does not fit square 0"),
    ({"phase": "card", "square": 12, "deck": {}}, "the phase card does not fit"),
    ({"phase": "bid"}, "the phase bid does not fit"),
    ({"phase": "bid", "square": 9, "placed": [[9], [], []]}, "the phase bid does not fit"),
    ({"phase": "attack", "square": 9}, "the phase attack does not fit"),
    ({"phase": "attack", "square": 9, "placed": [[], [9], []]}, "the phase attack does not fit"),
    ({"phase": "yellow", "square": 0}, "the phase yellow does not fit"),
    ({"phase": "chase", "square": 9, "placed": [[], [9], []]}, "the phase chase does not fit"),
    ({"phase": "raise", "square": 9}, "nobody can be asked in the phase raise"),
    ({"phase": "raise", "square": 9, "actor": 1}, "seat 1 has no payment to raise"),
    ({"phase": "raise", "square": 7, "energy": [60, 1, 60], "actor": 1}, "seat 1 has no payment to raise"),
    ({"phase": "raise", "square": 12}, "a card is known exactly when"),
    ({"phase": "raise", "square": 12, "card": "crash", "energy": [1, 9, 9]}, "the card crash cannot be in the deck"),
    ({"phase": "pause", "energy": [20, 20, 20]}, "the phase pause needs the option voluntary_retirement any"),
    ({"phase": "forced_retire", "square": 12, "card": "crash"}, "the phase forced_retire does not fit"),
    ({"phase": "forced_retire", "square": 12, "card": "abandon", "hand": [0, 6, 6]}, "has no domestique to retire"),
    ({"phase": "relocate", "square": 9}, "nobody can be asked in the phase relocate"),
    ({"phase": "relocate", "square": 9, "actor": 0}, "seat 0 has no reason to move a domestique"),
    ({"phase": "exchange_square", "square": 10}, "seat 0 has nothing to exchange"),
    ({"phase": "exchange_square", "square": 9, "triple": [4, 0, 0]}, "the phase exchange_square does not fit"),
    ({"phase": "exchange_lap", "square": 9, "triple": [4, 0, 0]}, "the phase exchange_lap does not fit"),
    ({"phase": "exchange_breakaway", "breakaway": 0, "gap": 9}, "the phase exchange_breakaway does not fit"),
    ({"actor": 0}, "seat 0 does not decide in the phase white"),
    ({"breakaway": 0, "gap": 2, "actor": 1}, "seat 1 does not decide in the phase upkeep"),
    ({"phase": "bid", "square": 9, "pack": [0, 1], "actor": 2}, "seat 2 is not in the race"),
    ({"phase": "bid", "square": 9, "high_bid": 3}, "a high bid has a high bidder"),
    ({"high_bid": 3, "high_bidder": 0}, "there is a high bid in an auction only"),
    ({"phase": "bid", "square": 9, "high_bid": 3, "high_bidder": 1}, "seat 1 cannot have bid 3"),
    ({"phase": "bid", "square": 9, "high_bid": 0, "high_bidder": 0, "actor": 1}, "seat 0 cannot have bid 0"),
    ({"thrower": 0}, "in the phase white the thrower is no longer known"),
    ({"phase": "card", "square": 12, "thrower": 1}, "seat 1 cannot have thrown the die"),
    ({"card": "crash"}, "a card is known exactly when"),
    ({"card": "joker", "phase": "raise", "square": 12}, 'card is "joker"; expected one of attack'),
    ({"winner": 0}, "there is a winner only when the game is over"),
    ({"phase": "over"}, "the game cannot be over without a winner yet"),
    ({"phase": "over", "winner": 0}, "seat 0 has not won"),
    ({"phase": "over", "winner": 0, "rainbow": [3, 0, 0], "triple": [0, 4, 0]}, "seat 1 still has something"),
    ({"phase": "lineup"}, "the line-up is complete"),
    ({"phase": "lineup", "pack": [1], "square": 3}, "nothing has happened yet"),
    ({"viewer": 3}, "viewer is 3"),
    ({"viewer": "fly"}, 'viewer is "fly"'),
]  # fmt: skip


@pytest.mark.parametrize(("description", "why"), BAD, ids=[why for _, why in BAD])
def test_an_impossible_position_is_refused_with_the_reason(description: Any, why: Any) -> None:
    before = repr(description)
    with pytest.raises(BadPosition, match=re.escape(why)):
        ArcEnCiel(3).position(description)
    assert repr(description) == before


def test_ac42_a_position_with_one_rider_is_refused_if_the_last_rider_wins() -> None:
    with pytest.raises(BadPosition, match="the last rider in the race has won"):
        ArcEnCiel(3, {"last_rider_wins": True}).position({"pack": [1]})


def test_ac33_in_a_pause_only_a_rider_who_may_retire_a_domestique_can_be_the_actor() -> None:
    game = ArcEnCiel(3, {"voluntary_retirement": "any"})
    poor: dict[str, Any] = {"phase": "pause", "energy": [60, 20, 20], "hand": [6, 0, 6]}
    assert game.position(poor).actor == 2
    for actor in (0, 1):
        with pytest.raises(BadPosition, match=f"seat {actor} has no domestique that may retire"):
            game.position(poor | {"actor": actor})
    with pytest.raises(BadPosition, match="nobody can be asked in the phase pause"):
        game.position({"phase": "pause"})


def test_missing_entries_of_a_position_have_their_defaults() -> None:
    written: Any = ArcEnCiel(3).position({}).write()
    assert written["phase"] == "white" and written["pack"] == [0, 1, 2] and written["energy"] == [60, 60, 60]
    written = ArcEnCiel(3).position({"breakaway": 1, "gap": 2, "placed": [[9], [], []]}).write()
    assert (
        written["phase"] == "upkeep"
        and written["pack"] == [0, 2]
        and written["hand"] == [5, 6, 6]
        and written["actor"] == 1
    )
    written = ArcEnCiel(3).position({"pack": [2, 0]}).write()
    assert written["energy"] == [60, 0, 60] and written["retired"] == [0, 6, 0]
    written = ArcEnCiel(3).position({"discard": {"crash": 1}, "no_feeding": {"nofeeding": 1}}).write()
    assert sum(written["deck"].values()) == 23 and "crash" not in written["deck"]


def test_random_positions_are_read_or_refused_without_a_crash() -> None:
    rng = random.Random(7)
    game = ArcEnCiel(3)
    keys = list(game.start().write())
    values: list[Any] = [
        None,
        True,
        -1,
        0,
        1,
        7,
        12,
        99,
        "",
        "bid",
        "over",
        "crash",
        [],
        [1],
        [[], [], []],
        [[9], [], []],
    ]
    values += [[0, 1, 2], [0, 0, 0], [1, 2, 3], {}, {"crash": 1}, {"crash": "x"}, {"nofeeding": 1}, 1.5, [None] * 3]
    for _ in range(3000):
        description = {rng.choice(keys): rng.choice(values) for _ in range(rng.randint(1, 5))}
        try:
            state = game.position(description)
        except BadPosition:
            continue
        assert game.position(state.write()).key() == state.key()
