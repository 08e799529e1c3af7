"""Sentences of the games: every prompt, move and refusal has one in both languages, with an existing rule number."""

import re
from typing import Any

import pytest
from tests.laws.strategies import every_game, glimpses, shuffled_viewers
from tests.laws.text_checks import fields, rules

from velodrome.core import narration
from velodrome.core.contract import Text
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.core.texts import LANGUAGES, rule_number, say, sentences
from velodrome.games import GAMES

EXTRA_FIELDS = {"tell": ["match", "rule", "you", "vous"], "outcome": ["rule", "you", "vous"]}  # by kind of sentence

KINDS_WITH_RULE = ("prompt", "tell", "outcome")
FRAGMENTS = ("outcome.card", "outcome.gift")  # inserted into another sentence


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_exists_in_both_languages_with_the_same_arguments(name: str) -> None:
    for key, sentence in sentences(name).items():
        assert set(sentence) <= {*LANGUAGES, *EXTRA_FIELDS.get(key.partition(".")[0], ["rule"])}, key
        for language in LANGUAGES:
            assert sentence.get(language, "").strip() == sentence.get(language), f"{key} in {language}"
            assert sentence[language] or "match" in sentence, f"{key} in {language}"
        assert fields(sentence["en"]) == fields(sentence["fr"]), key


@pytest.mark.parametrize("name", GAMES)
def test_every_move_has_a_sentence_for_its_player_and_for_others(name: str) -> None:
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
def test_every_rule_number_in_the_sentences_exists(name: str) -> None:
    named = {sentence["rule"] for sentence in sentences(name).values() if "rule" in sentence}
    assert named
    assert named <= rules(name)


@pytest.mark.parametrize("name", GAMES)
def test_every_prompt_and_log_line_names_its_rule(name: str) -> None:
    for key, sentence in sentences(name).items():
        if key.partition(".")[0] in KINDS_WITH_RULE and sentence["en"] and key not in FRAGMENTS:
            assert "rule" in sentence, key


@pytest.mark.parametrize("name", GAMES)
def test_the_game_and_every_option_have_a_sentence(name: str) -> None:
    wanted = ["game"]
    for option in GAMES[name].options:
        wanted.append(f"option.{option.name}")
        if option.kind == "choice":
            wanted += [f"option.{option.name}.{value}" for value in option.values]
    assert [key for key in wanted if key not in sentences(name)] == []


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
    """Check that a text has a sentence in every language, without unfilled fields or Python lists."""
    for language in LANGUAGES:
        assert re.fullmatch(r"[^{}\[\]]+", say(name, text, language)), text
