"""Tests of the terminal's sentences: every key in use exists, and players are called by name."""

import re
from pathlib import Path

import pytest

import velodrome.terminal as package
from velodrome.core import texts
from velodrome.core.contract import CHANCE, ONLOOKER
from velodrome.core.texts import LANGUAGES
from velodrome.terminal import seats
from velodrome.terminal.i18n import say_game
from velodrome.terminal.narration import HeardMove, gloss_move, narrate_move, narrate_moves

SOURCES = sorted(Path(package.__file__).parent.rglob("*.py"))


def test_every_sentence_that_the_code_names_exists() -> None:
    used = {
        key
        for path in SOURCES
        for key in re.findall(r'(?:say|tell)\(\s*f?"([a-z_]+\.[a-z_.]+)"', path.read_text("utf-8"))
    }
    assert len(used) > 40
    assert used - set(texts.load("terminal", "en")) == set()


def test_a_roll_is_told_once_with_the_teams_of_its_dice() -> None:
    dice = [{"key": "outcome.die", "colour": colour, "pips": pips} for colour, pips in (("red", 4), ("die_energy", 6))]
    rolled = HeardMove(CHANCE, "roll 6", outcomes=[{"key": "outcome.roll", "seat": 0, "each": dice}])
    heard = [HeardMove(CHANCE, "roll 4"), rolled, HeardMove(1, "move start own")]
    told = narrate_moves("velocity", heard, ["you", "Anna", "Ben"], "en")
    assert told[0] == "Dice: red 4, energy die 6."
    assert told[1].startswith("Anna ")
    assert "start" in told[1].lower()


def test_moves_of_a_kind_share_a_sentence() -> None:
    heard = [HeardMove(CHANCE, "lineup 1"), HeardMove(CHANCE, "lineup 0")]
    told = narrate_moves("arcenciel", heard, ["you", "Anna"], "en")
    assert len(told) == 1


def test_seat_numbers_in_moves_are_replaced_by_names() -> None:
    names = ["you", "Anna", "Ben"]
    assert narrate_move("velonimo", HeardMove(1, "steal 2 from 2"), names, "en") == "Anna steals 2 cards from Ben."
    told = narrate_move("velonimo", HeardMove(1, "steal 2 from 0"), ["vous", "Anna", "Ben"], "fr")
    assert told == "Anna vole 2 cartes. Victime : vous."
    assert narrate_move("velonimo", HeardMove(0, "red2+red5+jersey"), names, "en") == "You play red 2 5 + jersey."
    assert narrate_move("velonimo", HeardMove(CHANCE, "deal red4"), names, "en") == ""


def test_game_sentences_use_names_instead_of_seats() -> None:
    said = say_game("en", "velocity", {"key": "prompt.over.three", "winner": 1}, ["you", "Anna"])
    assert said.startswith("Anna wins")


def test_a_players_own_moves_are_narrated_in_the_second_person() -> None:
    for language in LANGUAGES:
        you, known = seats.name_you(language), texts.sentences("velocity", language)
        told = narrate_move("velocity", HeardMove(0, "solo bonus"), [you, "Anna"], language)
        assert told == known["tell.bonus.you"]
        assert told.lower().startswith(f"{you} ")


def test_moves_are_explained_in_languages_other_than_english() -> None:
    told = texts.sentences("velocity", "fr")["tell.bonus.you"]
    gloss = gloss_move("velocity", "solo bonus", ["vous", "Anna"], "fr")
    assert f"Vous {gloss}." == told
    assert gloss_move("velocity", "solo bonus", ["you", "Anna"], "en") == ""


def test_the_winner_is_addressed() -> None:
    for name, key in (("velonimo", "prompt.over"), ("arcenciel", "prompt.over.laps"), ("velvet", "prompt.won")):
        text: dict[str, object] = {"key": key, "winner": 0}
        for language in LANGUAGES:
            you = seats.name_you(language)
            assert say_game(language, name, text, [you, "Anna"]) == texts.sentences(name, language)[f"{key}.you"]
            assert "Anna" in say_game(language, name, text, ["Anna", you])


def test_only_a_person_who_plays_alone_is_called_you() -> None:
    alone, both = seats.parse_seats("you,bot"), seats.parse_seats("you,Anna")
    assert seats.display_names(alone, 0, "en") == ["you", "Club rider"]
    assert seats.display_names(alone, 0, "fr") == ["vous", "Licencié"]
    assert seats.display_names(alone, ONLOOKER, "en") == ["player 1", "Club rider"]
    assert seats.display_names(both, 0, "fr") == ["Joueur 1", "Anna"]


def test_a_bot_can_be_named_by_level_or_title_in_any_case() -> None:
    for word in ("level8", "Level8", "legend", "Légende"):
        assert seats.parse_seats(f"you,{word}")[1].bot == "level8"
    assert seats.parse_seats("you,Search:20")[1].bot == "search:20"


@pytest.mark.parametrize("word", ["level9", "lvl3", "niveau 2", "level"])
def test_an_unknown_level_is_refused_instead_of_naming_a_person(word: str) -> None:
    with pytest.raises(seats.BadSeats, match="expected level1 to level8"):
        seats.parse_seats(f"you,{word}")


@pytest.mark.parametrize("word", ["exec:./bot", "python:my_bots:bold"])
def test_custom_bots_are_refused_outside_the_arena(word: str) -> None:
    with pytest.raises(seats.BadSeats, match="arena"):
        seats.parse_seats(f"you,{word}")
