"""What games say: sentences in both languages for every prompt and refusal, with rules that exist."""

import re
from typing import Any

import pytest
from tests.laws.strategies import every_game, glimpses, shuffled
from tests.laws.text_checks import fields, rules

from velodrome.core import narration
from velodrome.core.contract import Text
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.core.texts import LANGUAGES, rule_number, say, sentences
from velodrome.games import GAMES

BESIDES = {"tell": ["match", "rule", "you", "vous"], "outcome": ["rule", "you", "vous"]}  # what some sentences have

LINES = ("prompt", "tell", "outcome")
PIECEMEAL = ("outcome.card", "outcome.gift")  # stand inside another sentence


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_is_said_in_both_languages_with_the_same_arguments(name: str) -> None:
    for key, sentence in sentences(name).items():
        assert set(sentence) <= {*LANGUAGES, *BESIDES.get(key.partition(".")[0], ["rule"])}, key
        for language in LANGUAGES:
            assert sentence.get(language, "").strip() == sentence.get(language), f"{key} in {language}"
            assert sentence[language] or "match" in sentence, f"{key} in {language}"
        assert fields(sentence["en"]) == fields(sentence["fr"]), key


@pytest.mark.parametrize("name", GAMES)
def test_every_move_has_a_sentence_said_to_who_did_it_too(name: str) -> None:
    for move in GAMES[name](GAMES[name].seats[0], {}).moves:
        assert narration.find_key(name, move.text), move.text
    for key, row in sentences(name).items():
        if key.startswith("tell."):
            own = "{who}" in row["en"]
            assert ("you" in row, "vous" in row) == (own, own), key
            assert fields(row.get("you", "")) == fields(row.get("vous", "")), key
            if "match" in row:
                assert fields(row["en"]) - {""} <= {"who", *re.compile(row["match"]).groupindex}, key


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_that_is_named_exists(name: str) -> None:
    named = {sentence["rule"] for sentence in sentences(name).values() if "rule" in sentence}
    assert named
    assert named <= rules(name)


@pytest.mark.parametrize("name", GAMES)
def test_every_prompt_and_line_of_the_log_names_its_rule(name: str) -> None:
    for key, sentence in sentences(name).items():
        if key.partition(".")[0] in LINES and sentence["en"] and key not in PIECEMEAL:
            assert "rule" in sentence, key


@pytest.mark.parametrize("name", GAMES)
def test_the_game_and_every_option_has_its_sentence(name: str) -> None:
    wanted = ["game"]
    for option in GAMES[name].options:
        wanted.append(f"option.{option.name}")
        if option.kind == "choice":
            wanted += [f"option.{option.name}.{value}" for value in option.values]
    assert [key for key in wanted if key not in sentences(name)] == []


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
