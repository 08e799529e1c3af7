"""Test the sentences of all games: every prompt, move and refusal has a sentence, and its rule number exists."""

import re
from typing import Any

import pytest
from tests.laws.strategies import every_game, glimpses, shuffled_viewers
from tests.laws.text_checks import fields, rules

from velodrome.core import narration
from velodrome.core.contract import Text
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.core.texts import LANGUAGES, YOU_SUFFIX, move_patterns, rule_number, rule_numbers, say, sentences
from velodrome.games import GAMES

KINDS_WITH_RULE = ("prompt", "refuse", "tell", "outcome")
FRAGMENTS = ("outcome.card", "outcome.die", "outcome.gift")  # inserted into another sentence


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
        if key.partition(".")[0] in KINDS_WITH_RULE and not key.endswith(YOU_SUFFIX) and key not in FRAGMENTS:
            assert key in rule_numbers(name), key


@pytest.mark.parametrize("name", GAMES)
def test_the_game_and_every_option_have_a_sentence(name: str) -> None:
    wanted = ["game"]
    for option in GAMES[name].options:
        wanted.append(f"option.{option.name}")
        wanted.append(f"group.{option.group}")
        if option.advanced:
            wanted.append(f"help.{option.name}")
        if option.kind == "choice":
            wanted += [f"option.{option.name}.{value}" for value in option.values]
        if option.form:
            fields = (*option.form.fields, *option.form.settings, *option.form.seat_settings)
            wanted += [f"board.field.{field.name.rpartition('.')[2]}" for field in fields]
            wanted += [f"board.hint.{option.form.rows}", f"board.row.{option.form.rows}"]
            wanted += [f"piece.{kind}" for kind in option.form.kinds if kind != "retire"]
    assert [key for key in wanted if key not in sentences(name, "en")] == []


@every_game
def test_every_prompt_has_a_sentence(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 12):
        for viewer in {state.actor, *shuffled_viewers(state.game, rng)[:1]}:
            if viewer >= 0:
                table: Any = state.seen_by(viewer).table()
                assert_has_sentence(record.game.name, table["prompt"])


@every_game
def test_every_refusal_names_a_rule(record: Record, rng: Rng) -> None:
    name = record.game.name
    known = rules(name)
    for state in glimpses(record, rng, 12):
        if state.actor >= 0:
            legal = set(state.legal())
            for _ in range(20):
                move = rng.below(record.game.decisions)
                if move not in legal:
                    refusal = state.refusal(move)
                    assert_has_sentence(name, refusal)
                    assert rule_number(name, refusal) in known, f"{record.game.text(move)}: {refusal}"
                    assert state.seen_by(state.actor).refusal(move) == refusal, (
                        "the refusal needs more than the seat's view"
                    )


def assert_has_sentence(name: str, text: Text) -> None:
    """Check that a text has a sentence in every language, without unfilled placeholders or Python lists."""
    for language in LANGUAGES:
        assert re.fullmatch(r"[^{}\[\]]+", say(name, text, language)), text
