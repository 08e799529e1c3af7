"""Tests of the texts in every folder: all languages have the same keys and arguments; sentences are well formed."""

import re
from pathlib import Path
from string import Formatter

import pytest

import velodrome
from velodrome.core.texts import DEFAULT_LANGUAGE, LANGUAGES, YOU_SUFFIX, load
from velodrome.games import GAMES

FOLDERS = ("core", "bots", "terminal", "web", *[f"games/{name}" for name in GAMES])
OTHERS = [language for language in LANGUAGES if language != DEFAULT_LANGUAGE]
TYPES = re.compile(r"|seats?|ordinal|slot|[<>]\d+|[^|]+\|[^|]+")
SEATS = {"seat", "seats", "winner", "winners", "victim"}

COUNTED = re.compile(
    r"\{(?!who|seat|winner|victim)\w+\} (cards|cartes|Karten|squares|cases|Felder|points|Punkte|coups|moves|Züge"
    r"|cans|canettes|Dosen|couriers|coursiers|Kuriere|rounds|manches|Runden|laps|tours|players|joueurs|Spieler|kinds|sortes|are)\b"
)
ALWAYS_PLURAL = {  # the number in these sentences is never 1
    "games/velonimo tell.steal",
    "games/velonimo tell.steal.you",
    "games/velocity refuse.sprint",
    "games/velvet tell.move",
    "games/velvet tell.move.you",
    "games/velvet view.do.move",
    "web board.dots",
    "terminal replay.good",
    "terminal velocity.reserve",
    "terminal arcenciel.deck",
}


def placeholders(sentence: str) -> set[tuple[str, str]]:
    """Return the placeholders of a sentence, each as (name, type)."""
    return {(name, spec or "") for _, name, spec, _ in Formatter().parse(sentence) if name is not None}


def arguments(sentence: str) -> set[str]:
    return {name for name, _ in placeholders(sentence)}


def test_english_french_and_german_are_supported() -> None:
    assert LANGUAGES[0] == "en" and set(LANGUAGES) >= {"de", "fr"}


def test_every_folder_with_texts_is_tested() -> None:
    package = Path(velodrome.__file__).parent
    assert {path.parent.relative_to(package).as_posix() for path in package.rglob("texts.en.toml")} == set(FOLDERS)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_language_has_the_same_keys_in_the_same_order(folder: str, language: str) -> None:
    assert list(load(folder, language)) == list(load(folder, DEFAULT_LANGUAGE))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_language_uses_the_same_arguments(folder: str, language: str) -> None:
    english = load(folder, DEFAULT_LANGUAGE)
    for key, sentence in load(folder, language).items():
        assert arguments(sentence) == arguments(english[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_sentence_is_trimmed_and_its_placeholders_have_known_types(folder: str, language: str) -> None:
    for key, sentence in load(folder, language).items():
        if folder != "terminal":  # in the terminal, spaces indent a line or end a question
            assert sentence and sentence == sentence.strip(), key
        for name, spec in placeholders(sentence):
            assert TYPES.fullmatch(spec), f"{key}: {spec}"
            if folder.startswith("games/"):
                assert (spec in ("seat", "seats")) == (name in SEATS), f"{key}: {name}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_sentence_that_addresses_the_player_has_a_neutral_variant(folder: str) -> None:
    known = load(folder, DEFAULT_LANGUAGE)
    for key in known:
        plain = key.removesuffix(YOU_SUFFIX)
        assert plain in known or key == "name.you", key
        assert arguments(known[key]) <= arguments(known.get(plain, known[key])), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_count_that_may_be_1_has_a_singular_form(folder: str, language: str) -> None:
    """Check that a count which may be 1 has a singular and a plural form, as in {count:a card|# cards}."""
    for key, sentence in load(folder, language).items():
        assert not COUNTED.search(sentence) or f"{folder} {key}" in ALWAYS_PLURAL, key


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_french_sentence_needs_an_elision_before_a_name(folder: str) -> None:
    eliding = re.compile(r"\b(de|que|la|se|ne) \{(seat|who|winner|victim)")
    for key, sentence in load(folder, "fr").items():
        assert not eliding.search(sentence), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_no_sentence_begins_with_punctuation_when_the_players_name_is_left_out(name: str, language: str) -> None:
    for key, sentence in load(f"games/{name}", language).items():
        assert not re.match(r"\{who\}\s*[^\w\s{'’«]", sentence), key


@pytest.mark.parametrize("name", GAMES)
def test_no_reason_begins_like_an_objection(name: str) -> None:
    """Check that no reason starts with a word such as "but", because a reason may be shown alone."""
    beginnings = {"en": "But |It can wait", "fr": "Mais ", "de": "Aber "}
    for language in LANGUAGES:
        for key, sentence in load(f"games/{name}", language).items():
            assert not (key.startswith("why.") and re.match(beginnings[language], sentence)), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["velocity", "arcenciel"])
def test_every_narration_has_a_short_variant_for_small_plates(name: str, language: str) -> None:
    known = load(f"games/{name}", language)
    for key, sentence in known.items():
        if key.startswith("tell.") and "{who}" in sentence:
            brief = known[key.replace("tell.", "brief.")]
            assert arguments(brief) < arguments(sentence), key
            assert len(brief) <= 18, key
