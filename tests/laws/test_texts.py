"""What games say: sentences in every language for every prompt and refusal, with rules that exist."""

import re
from typing import Any

import pytest
from tests.laws.strategies import every_game, glimpses, shuffled
from tests.laws.text_checks import fields, rules

from velodrome.core import narration
from velodrome.core.contract import Text
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.core.texts import LANGUAGES, YOU_SUFFIX, move_patterns, rule_number, rule_numbers, say, sentences
from velodrome.games import GAMES

LINES = ("prompt", "refuse", "tell", "outcome")
PIECEMEAL = ("outcome.card", "outcome.gift")  # stand inside another sentence


@pytest.mark.parametrize("name", GAMES)
def test_every_move_has_a_sentence_that_can_address_the_player(name: str) -> None:
    known, patterns = sentences(name, "en"), move_patterns(name)
    for move in GAMES[name](GAMES[name].seats[0], {}).moves:
        assert narration.find_key(name, move.text), move.text
    for key, sentence in known.items():
        if key.startswith("tell.") and not key.endswith(YOU_SUFFIX):
            assert (key + YOU_SUFFIX in known) == ("{who}" in sentence), key
            if key in patterns:
                assert fields(sentence) - {""} <= {"who", *re.compile(patterns[key]).groupindex}, key


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_behind_a_sentence_exists(name: str) -> None:
    numbers = rule_numbers(name)
    assert numbers
    assert set(numbers.values()) <= rules(name)
    assert set(numbers) <= set(sentences(name, "en")) | set(move_patterns(name))


@pytest.mark.parametrize("name", GAMES)
def test_every_prompt_refusal_and_log_line_has_a_rule(name: str) -> None:
    for key in sentences(name, "en"):
        if key.partition(".")[0] in LINES and not key.endswith(YOU_SUFFIX) and key not in PIECEMEAL:
            assert key in rule_numbers(name), key


@pytest.mark.parametrize("name", GAMES)
def test_the_game_and_every_option_has_its_sentence(name: str) -> None:
    wanted = ["game"]
    for option in GAMES[name].options:
        wanted.append(f"option.{option.name}")
        if option.kind == "choice":
            wanted += [f"option.{option.name}.{value}" for value in option.values]
    assert [key for key in wanted if key not in sentences(name, "en")] == []


@every_game
def test_every_prompt_is_said(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 12):
        for viewer in {state.actor, *shuffled(state.game, rng)[:1]}:
            if viewer >= 0:
                table: Any = state.seen_by(viewer).table()
                assert_said(record.game.name, table["prompt"])


@every_game
def test_every_refusal_says_why_by_a_rule(record: Record, rng: Rng) -> None:
    name = record.game.name
    known = rules(name)
    for state in glimpses(record, rng, 12):
        if state.actor >= 0:
            legal = set(state.legal())
            for _ in range(20):
                move = rng.below(record.game.decisions)
                if move not in legal:
                    refusal = state.refusal(move)
                    assert_said(name, refusal)
                    assert rule_number(name, refusal) in known, f"{record.game.text(move)}: {refusal}"
                    assert state.seen_by(state.actor).refusal(move) == refusal, "a seat is told what it can know"


def assert_said(name: str, text: Text) -> None:
    """In every language, with nothing left open and no list of Python's shown."""
    for language in LANGUAGES:
        assert re.fullmatch(r"[^{}\[\]]+", say(name, text, language)), text
