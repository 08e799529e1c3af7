"""Tests of lessons: they contain the tables for the learner's seat, and nothing that is hidden from this seat."""

from pathlib import Path

import msgspec
import pytest
from tests.server.harness import Guest, House, async_test

from velodrome.core import rulebook, texts
from velodrome.games import GAMES
from velodrome.server.http.lessons import encode_lesson, read_lesson
from velodrome.server.protocol import LessonMessage, Table


@pytest.mark.parametrize("name", GAMES)
def test_each_step_has_the_table_as_the_learner_sees_it(name: str) -> None:
    found, told = read_lesson(name), msgspec.json.decode(encode_lesson(name, "fr"), type=LessonMessage)
    state, asked = found.start.copy(), -1
    for number, (step, sent) in enumerate(zip(found.steps, told.steps, strict=True), 1):
        for move in [*([asked] if asked >= 0 else []), *step.moves]:
            state.play(move)
        asked = step.ask
        table = msgspec.json.decode(sent.table, type=Table)
        seen = state.seen_by(found.seat)
        assert table.prompt == msgspec.to_builtins(seen.table()["prompt"])
        assert table.actor == state.actor
        assert sent.said == texts.sentences(name, "fr")[f"lesson.{number}"]
        assert not sent.ask or sent.ask in [choice.text for choice in table.moves]
    assert told.room.me == found.seat


def test_a_lesson_reveals_nothing_hidden_from_the_learner() -> None:
    told = msgspec.json.decode(encode_lesson("velonimo", "en"), type=LessonMessage)
    first = msgspec.json.decode(told.steps[0].table, type=Table)
    hands = {str(zone["id"]): zone["pieces"] for zone in first.zones if isinstance(zone, dict)}
    assert hands["hand0"] and not hands["hand1"] and not hands["hand2"]
    assert not any("blue7" in bytes(step.table).decode().partition('"pieces":[{')[0] for step in told.steps[:8])


@async_test
async def test_lessons_and_rulebooks_have_urls(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house)
        page = (await guest.get("/")).text
        for path in ("/rules/velvet", "/learn/velvet"):
            assert (await guest.get(path)).text == page
        assert (await guest.get("/lessons/velvet/fr.json")).content == encode_lesson("velvet", "fr")
        for path in ("/lessons/velvet/xx.json", "/lessons/chess/en.json"):
            assert (await guest.get(path)).status_code == 404
        book = (await guest.get("/rules/arcenciel/fr.json")).json()
        assert list(book["rules"]) == list(rulebook.rules("arcenciel", "fr"))
        assert book["rules"]["AC-01"]["chapter"] == "Mise en place"
        assert book["intro"] == rulebook.intro("arcenciel", "fr")
