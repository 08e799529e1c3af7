"""Laws 14 and 15: what is told of outcomes, and by the pace of forced moves, is what everybody knows."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files

import pytest
from tests.laws.strategies import chosen, every_game, shuffled, steps, viewers
from tests.laws.text_checks import fields

from velodrome.core import texts
from velodrome.core.contract import ONLOOKER, OVER, State, Text, Value
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.core.texts import LANGUAGES, YOU_SUFFIX
from velodrome.games import GAMES

WORLDS = 6  # that a viewer thinks of when a move comes at once
TRACK = files("velodrome.games.velocity").joinpath("city_default.toml").read_text("utf-8")
FEW_CANS = re.sub(r"cans = \d+", "cans = 2", TRACK)
SCARCE = re.sub(r"cans = \d+", "cans = 6", TRACK).replace('kind = "road"', 'kind = "can"')  # the reserve is often empty
DECK = files("velodrome.games.arcenciel").joinpath("chance_default.toml").read_text("utf-8")
CLIMB = DECK.replace('kind = "hazard",', 'kind = "effort",')  # cards that ask of all what a square does (AC-15)

TABLES: dict[str, list[tuple[int, dict[str, Value]]]] = {  # where every sentence is to be said
    "velonimo": [(3, {"difficulties": (1, 1, 1)}), (4, {"edition": "bga", "difficulties": (1,) * 9})],
    "velocity": [(3, {}), (7, {"max_rounds": 12}), (5, {"track": FEW_CANS}), (5, {"track": SCARCE, "max_rounds": 40})],
    "arcenciel": [
        (3, {}),
        (6, {"max_laps": 2}),
        (4, {"combativity": True}),
        (3, {"max_laps": 4}),
        (3, {"deck": CLIMB}),
    ],
    "velvet": [(2, {}), (2, {"event_windows": "own_turn_only"})],
}
GAMES_OF_EACH = 60  # at most


@every_game
def test_law_14_an_outcome_is_what_everybody_knows(record: Record, rng: Rng) -> None:
    walk = steps(record, rng)
    before = next(walk).copy()
    for state in walk:
        found = state.outcomes(before)
        if found or rng.below(6) == 0:
            keys = state.key(), before.key()
            for viewer in (ONLOOKER, shuffled(state.game, rng)[0]):
                assert state.seen_by(viewer).outcomes(before.seen_by(viewer)) == found
            assert (state.key(), before.key()) == keys, "telling is no play"
            for text in found:
                assert_told(state, text)
        before = state.copy()


def assert_told(state: State, text: Text) -> None:
    """A sentence in both languages with exactly these arguments; at the end, the prompt says who has won."""
    assert json.loads(json.dumps(text, allow_nan=False)) == text, "plain data"
    if state.actor == OVER and text == state.seen_by(ONLOOKER).table()["prompt"]:
        return
    key, name = str(text["key"]), state.game.name
    assert key.startswith("outcome.")
    assert not key.startswith("outcome.tie.") or key in texts.rule_numbers(name)
    for language in LANGUAGES:
        known = texts.sentences(name, language)
        assert fields(known[key]) == set(text) - {"key"}, key
        assert fields(known.get(key + YOU_SUFFIX, known[key])) - {"seat"} == set(text) - {"key", "seat"}, key
    for value in text.values():
        for each in value if isinstance(value, list) else []:
            assert_told(state, each)


@pytest.mark.parametrize("name", GAMES)
def test_every_outcome_is_met_in_play(name: str) -> None:
    wanted = {key for key in texts.sentences(name, "en") if is_outcome(key)}
    for seed in range(GAMES_OF_EACH):
        for seats, options in TABLES[name]:
            wanted -= set(told(seats, options, name, Rng(seed)))
        if not wanted:
            return
    assert not wanted


def told(seats: int, options: dict[str, Value], name: str, rng: Rng) -> Iterator[str]:
    """The keys of all that is told of a random game."""
    state = GAMES[name](seats, options).start()
    while state.actor != OVER:
        before = state.copy()
        state.play(chosen(state, rng))
        for text in state.outcomes(before):
            yield str(text["key"])
            for value in text.values():
                yield from [str(each["key"]) for each in value] if isinstance(value, list) else []


@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_of_outcomes_speaks_to_who_reads(name: str) -> None:
    known = texts.sentences(name, "en")
    for key, sentence in known.items():
        if is_outcome(key) and sentence.startswith("{seat:seat} ") and not sentence.startswith("{seat:seat} +"):
            assert key + YOU_SUFFIX in known, key


def is_outcome(key: str) -> bool:
    return key.startswith("outcome.") and not key.endswith(YOU_SUFFIX)


@every_game
def test_law_15_a_move_that_nobody_is_asked_for_tells_no_more_than_itself(record: Record, rng: Rng) -> None:
    """That it came at once must follow from the move: where it could have been a choice, it would have taken time."""
    for state in steps(record, rng):
        if state.is_forced():
            for viewer in viewers(state.game):
                heard, seen = state.heard_as(state.nth(0), viewer), state.seen_by(viewer)
                for _ in range(WORLDS if viewer != state.actor else 0):
                    world = seen.guess(rng)
                    same = world.is_forced() or heard not in [world.heard_as(move, viewer) for move in world.legal()]
                    assert same, f"{state.game.text(heard)} at once surprises {viewer}"
