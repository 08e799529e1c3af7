"""Tests of Velonimo's texts: reasons for refused moves, prompts, and errors for cards that are not a play."""

import re
from typing import Any

import pytest
from tests.games.velonimo.scene import do, scene, text
from tests.plain_data import as_any

from velodrome.core import texts
from velodrome.core.contract import ONLOOKER
from velodrome.core.errors import IllegalMove, UnknownMove
from velodrome.core.record import Record
from velodrome.games.velonimo.game import Velonimo

SENTENCES = texts.sentences("velonimo", "en")
THREE = "B5 R5 Y1 / H25 H30 N2 / A1 A2"
ROBBERS = "B1 N1 R1 Y7 / A5 A6 / G1 G2 G3 G4 / "  # seat 3 has finished
FINISHED = ["B1", "pass", "pass"]
DUEL = "B7 A1 / N5 N6"


def stealing(rule: str = "up_to") -> dict[str, Any]:
    """Return arguments for `scene`: seat 0 can play three tortoises, and the option `leader_steal` is `rule`."""
    return {"hands": ROBBERS, "options": {"leader_steal": rule}}


REFUSALS: list[tuple[dict[str, Any], list[str], str, str, str]] = [  # position, moves before, refused move, key, rule
    ({"hands": THREE}, [], "pass", "pass", "VN-11"),
    ({"hands": THREE}, [], "steal none", "now.lead", "VN-11"),
    ({"hands": THREE}, [], "give B5", "now.lead", "VN-11"),
    ({"hands": THREE}, ["B5"], "steal none", "now.follow", "VN-12"),
    ({"hands": THREE}, ["B5"], "next 1", "now.follow", "VN-12"),
    ({"hands": THREE}, [], "B5 N5", "missing", "VN-10"),
    ({"hands": THREE}, ["B5 R5"], "H25", "low", "VN-15"),
    ({"hands": THREE}, [], "B5 J", "jersey", "VN-32"),
    ({"hands": THREE, "stage": 2, "jersey": 1}, [], "B5 J", "jersey", "VN-32"),
    ({"hands": THREE, "stage": 2, "jersey": 0, "jersey_used": True}, [], "B5 J", "jersey", "VN-32"),
    ({"hands": DUEL, "stage": 2, "jersey": 0}, [], "B7 J", "jersey_duel", "VN-55"),
    (stealing(), ["B1 N1 R1"], "pass", "now.steal", "VN-22"),
    (stealing(), ["B1 N1 R1"], "Y7", "now.steal", "VN-22"),
    (stealing(), ["B1 N1 R1"], "steal 1 from 0", "steal_own", "VN-24"),
    (stealing(), ["B1 N1 R1"], "steal 1 from 3", "steal_out", "VN-24"),
    (stealing(), ["B1 N1 R1"], "steal 1 from 4", "steal_out", "VN-24"),
    (stealing(), ["B1 N1 R1"], "steal 3 from 1", "steal_most", "VN-24"),
    (stealing(), ["B1 N1 R1"], "steal 4 from 2", "steal_most", "VN-24"),
    (stealing("all_or_none"), ["B1 N1 R1"], "steal 1 from 2", "steal_all_or_none", "VN-23"),
    (stealing("all_or_none"), ["B1 N1 R1"], "steal 3 from 1", "steal_most", "VN-24"),
    (stealing("all_or_none"), ["B1 N1 R1"], "steal 1 from 0", "steal_own", "VN-24"),
    (stealing("forced"), ["B1 N1 R1"], "steal 1 from 2", "steal_forced", "VN-23"),
    (stealing("forced"), ["B1 N1 R1"], "steal 1 from 3", "steal_out", "VN-24"),
    (stealing("forced"), ["B1 N1 R1"], "steal none", "forced", "VN-23"),
    (stealing(), ["B1 N1 R1", "steal 1 from 1", "stolen A5"], "pass", "now.give", "VN-25"),
    (stealing(), ["B1 N1 R1", "steal 1 from 1", "stolen A5"], "give A6", "give_own", "VN-25"),
    ({"hands": "B1 / N5 H30 / A4 A1"}, FINISHED, "next 0", "now.next", "VN-19"),
    ({"hands": "B1 / N5 H30 / A4 A1"}, FINISHED, "pass", "now.next", "VN-19"),
    ({"hands": DUEL, "pile": "Y6 Y7", "revealed": "R3"}, ["B7", "pass"], "A1", "now.reward", "VN-53"),
]


@pytest.mark.parametrize(("given", "before", "move", "key", "rule"), REFUSALS)
def test_a_refused_move_names_its_rule_and_changes_nothing(
    given: dict[str, Any], before: list[str], move: str, key: str, rule: str
) -> None:
    race = do(scene(**given), *before)
    refusal = race.refusal(race.game.parse(text(move)))
    assert (refusal["key"], refusal["rule"]) == (f"refuse.{key}", rule)
    assert texts.rule_numbers("velonimo")[f"refuse.{key}"] == rule
    record = Record(race.game, race)
    message = f'cannot play "{text(move)}": {texts.fill_text("velonimo", refusal)}'
    with pytest.raises(IllegalMove, match=re.escape(message)):
        record.play(race.game.parse(text(move)))
    assert record.state.key() == race.key()


NO_PLAYS = {"hare", "bare", "twice", "jerseys", "mixed"}  # why cards are no play; tested further below


def test_every_refusal_of_the_game_is_tested() -> None:
    tried = {row[3] for row in REFUSALS} | NO_PLAYS
    assert {key for key in SENTENCES if key.startswith("refuse.")} == {f"refuse.{word}" for word in tried}


@pytest.mark.parametrize(
    ("rule", "asked", "watched"),
    [
        ("up_to", "can steal up to 3 cards. From whom, and how many?", "may steal up to 3 cards."),
        (
            "all_or_none",
            "can steal exactly 3 cards, or the whole hand of a player who has fewer",
            "may steal exactly 3 cards, or the",
        ),
        (
            "forced",
            "steal 3 cards, or the whole hand of a player who has fewer",
            "must steal 3 cards, or the whole hand",
        ),
    ],
)
def test_vn23_the_steal_prompt_says_what_the_option_allows(rule: str, asked: str, watched: str) -> None:
    race = do(scene(**stealing(rule)), "B1 N1 R1")
    for viewer, sentence in ((0, asked), (1, watched), (ONLOOKER, watched)):
        table: Any = race.seen_by(viewer).table()
        assert sentence in texts.say("velonimo", table["prompt"])


def test_vn22_one_tortoise_asks_for_one_card() -> None:
    table: Any = do(scene("B1 Y7 / A5 A6 / G1 G2"), "B1").seen_by(0).table()
    assert texts.say("velonimo", table["prompt"]) == "Your tortoise can steal a card. From whom?"


def test_vn25_the_victim_is_addressed_while_the_thief_chooses_what_to_give_back() -> None:
    race = do(scene("B1 Y7 / A5 A6 / G1 G2"), "B1", "steal 1 from 1", "stolen A5")
    keys = [as_any(race.seen_by(viewer).table())["prompt"]["key"] for viewer in (0, 1, 2, ONLOOKER)]
    assert keys == ["prompt.give", "prompt.other.give.victim", "prompt.other.give", "prompt.other.give"]


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("hare25+hare30", "hare"),
        ("hare25+red3", "hare"),
        ("hare25+red3+jersey", "hare"),
        ("hare25+jersey", "bare"),
        ("jersey", "bare"),
        ("red3+blue4", "mixed"),
        ("Red3 + blue4 + jersey", "mixed"),
        ("red3+red4+blue4", "mixed"),
        ("red3+red3", "twice"),
        ("red3+jersey+jersey", "jerseys"),
    ],
)
def test_vn10_vn16_vn33_cards_that_make_no_play_are_refused_with_the_rule(typed: str, reason: str) -> None:
    key = f"refuse.{reason}"
    with pytest.raises(UnknownMove) as refused:
        Velonimo(3).parse(typed)
    said, rule = SENTENCES[key].rstrip("."), texts.rule_numbers("velonimo")[key]
    assert str(refused.value) == f'"{typed}" is not a play: {said} ({rule}).'


@pytest.mark.parametrize("typed", ["", "red8", "red3+red8", "hare26", "pas", "steal 1"])
def test_an_unknown_text_is_no_move(typed: str) -> None:
    with pytest.raises(UnknownMove, match=f'^"{re.escape(typed)}" is not a move of velonimo.'):
        Velonimo(3).parse(typed)


def test_vn10_a_play_is_parsed_whatever_its_case_spaces_and_order() -> None:
    game = Velonimo(3)
    assert game.text(game.parse("RED5 +red2")) == "red2+red5"
