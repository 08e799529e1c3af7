"""Fixture that provides the sentences of the toy game."""

import pytest
from tests.core.toy import RULES, SENTENCES

from velodrome.core import texts

GAME_SENTENCES, GAME_RULES = texts.sentences, texts.rule_numbers


@pytest.fixture(autouse=True)
def _toy_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    def sentences(game: str, language: str) -> dict[str, str]:
        return SENTENCES[language] if game == "toy" else GAME_SENTENCES(game, language)

    monkeypatch.setattr(texts, "sentences", sentences)
    monkeypatch.setattr(texts, "rule_numbers", lambda game: RULES if game == "toy" else GAME_RULES(game))
