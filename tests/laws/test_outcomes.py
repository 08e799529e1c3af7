"""Laws 14 and 15: outcomes, and forced moves that are played at once, reveal nothing that a viewer may not know."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files

import pytest
from tests.laws.strategies import every_game, random_move, shuffled_viewers, steps, viewers
from tests.laws.text_checks import fields

from velodrome.core import texts
from velodrome.core.contract import ONLOOKER, OVER, State, Text, Value
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.core.texts import LANGUAGES, YOU_SUFFIX
from velodrome.games import GAMES

WORLDS = 6  # guesses per viewer for each forced move
TRACK = files("velodrome.games.velocity").joinpath("city_default.toml").read_text("utf-8")
FEW_CANS_TRACK = re.sub(r"cans = \d+", "cans = 2", TRACK)
# Many can spaces and few cans, so that the reserve is often empty.
CAN_TRACK = re.sub(r"cans = \d+", "cans = 6", TRACK).replace('kind = "road"', 'kind = "can"')
DECK = files("velodrome.games.arcenciel").joinpath("chance_default.toml").read_text("utf-8")
EFFORT_DECK = DECK.replace('kind = "hazard",', 'kind = "effort",')  # AC-15: effort cards cost energy like squares do

TABLES: dict[str, list[tuple[int, dict[str, Value]]]] = {  # every outcome can occur in at least one of them
    "velonimo": [(3, {"difficulties": (1, 1, 1)}), (4, {"edition": "bga", "difficulties": (1,) * 9})],
    "velocity": [
        (3, {}),
        (7, {"max_rounds": 12}),
        (5, {"track": FEW_CANS_TRACK}),
        (5, {"track": CAN_TRACK, "max_rounds": 40}),
    ],
    "arcenciel": [
        (3, {}),
        (6, {"max_laps": 2}),
        (4, {"combativity": True}),
        (3, {"max_laps": 4}),
        (3, {"deck": EFFORT_DECK}),
    ],
    "velvet": [(2, {}), (2, {"event_windows": "own_turn_only"})],
}
MAX_GAMES = 60  # random games to play at each table, at most


@every_game
def test_law_14_outcomes_are_the_same_for_every_viewer(record: Record, rng: Rng) -> None:
    walk = steps(record, rng)
    before = next(walk).copy()
    for state in walk:
        found = state.outcomes(before)
        if found or rng.below(6) == 0:
            keys = state.key(), before.key()
            for viewer in (ONLOOKER, shuffled_viewers(state.game, rng)[0]):
                assert state.seen_by(viewer).outcomes(before.seen_by(viewer)) == found
            assert (state.key(), before.key()) == keys, "asking for outcomes must not change the state"
            for text in found:
                assert_has_sentence(state, text)
        before = state.copy()


def assert_has_sentence(state: State, text: Text) -> None:
    """Check that an outcome has a sentence in each language, with exactly the placeholders that the outcome fills.

    The outcomes of a game's last move may include the final prompt, which is not checked here.
    """
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
            assert_has_sentence(state, each)


@pytest.mark.parametrize("name", GAMES)
def test_every_outcome_occurs_in_random_games(name: str) -> None:
    wanted = {key for key in texts.sentences(name, "en") if is_outcome(key)}
    for seed in range(MAX_GAMES):
        for seats, options in TABLES[name]:
            wanted -= set(outcome_keys(seats, options, name, Rng(seed)))
        if not wanted:
            return
    assert not wanted


def outcome_keys(seats: int, options: dict[str, Value], name: str, rng: Rng) -> Iterator[str]:
    """Play a random game; yield the keys of all its outcomes."""
    state = GAMES[name](seats, options).start()
    while state.actor != OVER:
        before = state.copy()
        state.play(random_move(state, rng))
        for text in state.outcomes(before):
            yield str(text["key"])
            for value in text.values():
                yield from [str(each["key"]) for each in value] if isinstance(value, list) else []


@pytest.mark.parametrize("name", GAMES)
def test_outcomes_that_name_a_seat_also_address_that_seats_player(name: str) -> None:
    known = texts.sentences(name, "en")
    for key, sentence in known.items():
        if is_outcome(key) and sentence.startswith("{seat:seat} ") and not sentence.startswith("{seat:seat} +"):
            assert key + YOU_SUFFIX in known, key


def is_outcome(key: str) -> bool:
    return key.startswith("outcome.") and not key.endswith(YOU_SUFFIX)


@every_game
def test_law_15_playing_a_forced_move_at_once_reveals_nothing(record: Record, rng: Rng) -> None:
    """Test that every viewer already knows that a move is forced if `is_forced` returns True.

    The driver plays this move at once, so everybody can see that the seat had no other move.
    """
    for state in steps(record, rng):
        if state.is_forced():
            for viewer in viewers(state.game):
                heard, seen = state.heard_as(state.nth(0), viewer), state.seen_by(viewer)
                for _ in range(WORLDS if viewer != state.actor else 0):
                    world = seen.guess(rng)
                    same = world.is_forced() or heard not in [world.heard_as(move, viewer) for move in world.legal()]
                    assert same, f"playing {state.game.text(heard)} at once tells viewer {viewer} that it was forced"
