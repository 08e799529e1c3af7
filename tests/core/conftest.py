"""Fixtures: sentences of the toy game."""

import pytest
from tests.core.toy import SENTENCES

from velodrome.core import texts

OF_GAMES = texts.sentences


@pytest.fixture(autouse=True)
def _toy_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "sentences", lambda game: SENTENCES if game == "toy" else OF_GAMES(game))
