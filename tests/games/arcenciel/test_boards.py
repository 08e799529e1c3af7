"""Test that faulty circuits, decks and options are refused: the error names file and entry, and what was expected."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.games.arcenciel.situations import Ride
from tests.plain_data import as_any

from velodrome.core import record, rulebook
from velodrome.core.contract import Value
from velodrome.core.errors import BadBoard, BadOption, UnknownGame
from velodrome.core.texts import LANGUAGES, sentences
from velodrome.games import GAMES
from velodrome.games.arcenciel.game import ArcEnCiel

BOARDS = Path(__file__).parent / "boards"
VILLAGE = (BOARDS / "village.toml").read_text("utf-8")
FAIR = (BOARDS / "fair.toml").read_text("utf-8")
FOLDER = files("velodrome.games").joinpath("arcenciel")

BAD_CIRCUITS = [
    ("format = 1", "format = 2", "format is 2; expected 1"),
    ('game = "arcenciel"', 'game = "velocity"', 'game is "velocity"; expected one of arcenciel'),
    ('id = "village"', 'id = "Le Village"', "expected letters a-z, digits and _ only"),
    ('name = "Round the village"', "", "name is missing; expected a text"),
    ('name = "Round the village"', 'name = "x"\nnmae = "y"', 'nmae is "y"; expected only the entries'),
    ("n = 3,", "n = 4,", "square[3].n is 4; expected 3"),
    ('kind = "breakaway"', 'kind = "sprint"', 'square[2].kind is "sprint"; expected one of start, effort'),
    ('kind = "breakaway"', 'kind = "retire"', 'square[2].kind is "retire"; expected one of'),
    ('kind = "breakaway"', 'kind = "start"', "expected the one start on square 0"),
    ('n = 0, kind = "start"', 'n = 0, kind = "green"', "square[0].kind"),
    ("value = 4,", "", "square[1].value is missing; expected a whole number from 1 to 99"),
    ("value = 4,", "value = 0,", "square[1].value is 0"),
    ("value = 4,", "value = true,", "square[1].value is True"),
    ('kind = "dotted", value = 2', 'kind = "dotted", value = 4', "square[4].value is 4; expected a whole number"),
    ('kind = "green",', 'kind = "green", value = 1,', "expected no value for the kind green"),
    ('terrain = "cobbles"', 'terrain = "sand"', "square[5].terrain"),
    ('name = "Pump"', 'title = "Pump"', "square[8].title"),
    ('name = "Pump"', 'name = ""', "square[8].name"),
    ('  { n = 11, kind = "chance", name = "Inn" },\n', "", "square is \"a list of 11\"; expected 12 to 60 entries"),
    ("[inner_track]", "[track]", "track is"),
    (re.compile(r"\[inner_track\]\nupkeep = .*\n"), "", "inner_track is missing; expected a table"),
    (re.compile(r"upkeep = .*"), "upkeep = []", "inner_track.upkeep is []; expected a list of 1 to 30"),
    (re.compile(r"upkeep = .*"), "upkeep = [1, -1]", "inner_track.upkeep.1 is -1"),
    (re.compile(r"upkeep = .*"), f"upkeep = {[1] * 31}", "expected a list of 1 to 30"),
    ("domestiques = 2", "domestiques = 10", "team.domestiques is 10; expected a whole number from 1 to 9"),
    ("energy_max = 40", "energy_max = 100", "team.energy_max is 100"),
    ("energy_start = 20", "energy_start = 41", "team.energy_start is 41; expected a whole number from 0 to 40"),
    ("lap_feeding = 10", "lap_food = 10", "team.lap_food"),
    ("retire_energy = 7", 'retire_energy = "7"', 'team.retire_energy is "7"'),
    ("rainbow_to_win = 4", "rainbow_to_win = 0", "jerseys.rainbow_to_win is 0"),
    ("green_per_rainbow = 2", "", "jerseys.green_per_rainbow is missing"),
    ("square = [", "square = [[", "not TOML"),
]  # fmt: skip

BAD_DECKS = [
    ('id = "spurt"', 'id = "crowd"', "card[1].id is \"crowd\"; expected an id that no other card has"),
    ('id = "spurt"', 'id = "Spurt!"', "card[1].id"),
    ('kind = "green"', 'kind = "chance"', "card[1].kind is \"chance\"; expected one of effort"),
    ("value = 6, ", "", "card[0].value is missing"),
    ("count = 1", "count = 0", "card[0].count is 0; expected a whole number from 1 to 200"),
    ("count = 1", "count = 197", 'card is "a deck of 201 cards"; expected at most 200 cards'),
    ('title = "Knoll"', 'titel = "Knoll"', "card[2].titel"),
    (re.compile(r"card = (.|\n)*"), "card = []\n", "card is \"a list of 0\"; expected 1 to 200 entries"),
    (re.compile(r"card = (.|\n)*"), "card = 7\n", "card is 7; expected a list of tables"),
]  # fmt: skip


def replace_once(text: str, old: str | re.Pattern[str], new: str) -> str:
    """Return `text` with the first occurrence of `old` replaced by `new`; fail if there is none."""
    changed = old.sub(new, text, 1) if isinstance(old, re.Pattern) else text.replace(old, new, 1)
    assert changed != text
    return changed


@pytest.mark.parametrize(("old", "new", "message"), BAD_CIRCUITS)
def test_ac03_a_bad_circuit_is_refused_with_the_faulty_entry(old: str, new: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(replace_once(VILLAGE, old, new))
    with pytest.raises(BadBoard, match=re.escape(message)) as refused:
        ArcEnCiel(3, {"circuit": str(path)})
    assert str(refused.value).startswith("mine.toml: ")


@pytest.mark.parametrize(("old", "new", "message"), BAD_DECKS)
def test_ac04_a_bad_deck_is_refused_with_the_faulty_entry(old: str, new: str, message: str) -> None:
    with pytest.raises(BadBoard, match=re.escape(message)) as refused:
        ArcEnCiel(3, {"deck": replace_once(FAIR, old, new)})
    assert str(refused.value).startswith("this deck: ")


def test_an_error_in_a_pasted_board_names_the_option() -> None:
    with pytest.raises(BadBoard, match=r"^this circuit: id is missing"):
        ArcEnCiel(3, {"circuit": replace_once(VILLAGE, 'id = "village"\n', "")})
    text = record.Record(ArcEnCiel(3, {"circuit": VILLAGE})).write()
    with pytest.raises(record.BadRecord, match=r'^line 5: "\| format = 2" — this circuit: format is 2; expected 1'):
        record.read(text.replace("| format = 1", "| format = 2"), GAMES)


def test_a_game_can_be_rebuilt_from_its_options_after_its_board_files_are_deleted(tmp_path: Path) -> None:
    circuit, deck = tmp_path / "village.toml", tmp_path / "fair.toml"
    circuit.write_text(VILLAGE, "utf-8")
    deck.write_text(FAIR, "utf-8")
    game = ArcEnCiel(3, {"circuit": str(circuit), "deck": str(deck)})
    circuit.unlink()
    deck.unlink()
    again = ArcEnCiel(3, game.options)
    assert (again.options, again.boards) == (game.options, game.boards)
    assert again.moves == game.moves and again.circuit.id == "village" and again.deck.id == "fair"
    assert record.read(record.Record(game).write(), GAMES).game.options == game.options


@pytest.mark.parametrize("seats", [-1, 0, 1, 2, 7])
def test_ac01_fewer_than_3_or_more_than_6_seats_are_refused(seats: int) -> None:
    with pytest.raises(UnknownGame, match=f"arcenciel is played by 3 to 6, not by {seats}"):
        ArcEnCiel(seats)


def test_a_missing_board_file_is_refused() -> None:
    with pytest.raises(BadBoard, match="expected a TOML file or one of rainbow_loop"):
        ArcEnCiel(3, {"circuit": "nowhere.toml"})


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("rainbow_to_win", 21),
        ("rainbow_to_win", "many"),
        ("min_bid", -1),
        ("max_laps", 10000),
        ("voluntary_retirement", "never"),
        ("need_all_jerseys", 1),
        ("start_order", "backwards"),
        ("start_order", (0, 1, 2, 3)),
        ("colour", "red"),
    ],
)
def test_a_bad_option_is_refused(option: str, value: Any) -> None:
    with pytest.raises(BadOption):
        ArcEnCiel(3, {option: value})


def test_options_can_be_given_as_text() -> None:
    game = ArcEnCiel(3, {"start_order": "2 0 1", "combativity": "true", "rainbow_to_win": "5", "max_laps": "0"})
    assert game.options["start_order"] == (2, 0, 1) and game.options["combativity"] is True
    assert game.start().write()["pack"] == [2, 0, 1] and game.target == 5


def test_a_record_contains_its_custom_boards(ride: Ride) -> None:
    start: dict[str, Value] = {
        "circuit": str(BOARDS / "village.toml"),
        "deck": str(BOARDS / "fair.toml"),
        "start_order": (2, 0, 1),
    }
    game = record.Record(ArcEnCiel(3, start))
    for text in ("white 3", "card spurt", "white 2", "pass", "bid 4", "pass"):
        game.play(game.game.parse(text))
    again = record.read(game.write(), GAMES)
    assert again.game.boards == {"circuit": VILLAGE, "deck": FAIR}
    assert again.state.key() == game.state.key() and again.write() == game.write()


# ---------------------------------------------------------------- names in several languages


def names_of(options: dict[str, Value]) -> tuple[dict[str, dict[str, str]], dict[str, dict[str, str]]]:
    """Return two dicts, for the squares and the cards on the table: each maps a name to its translations."""
    zones = {zone["id"]: zone for zone in as_any(ArcEnCiel(3, options).start().table())["zones"]}
    squares, cards = [{piece["name"]: piece["names"] for piece in zones[id]["pieces"]} for id in ("circuit", "deck")]
    return squares, cards


def test_ac03_ac04_the_texts_translate_the_names_on_the_built_in_boards() -> None:
    squares, cards = names_of({})
    assert squares["Roundabout"] == {
        language: sentences("arcenciel", language)["square.roundabout"] for language in LANGUAGES
    }
    assert cards["Crash"]["fr"] == "Chute" and len(cards) == 13
    assert all(set(names) == set(LANGUAGES) and names["en"] == name for name, names in (squares | cards).items())
    used = {square.text_key for square in ArcEnCiel(3).circuit.squares} | {
        card.text_key for card in ArcEnCiel(3).deck.cards
    }
    assert used == {key for key in sentences("arcenciel", "en") if key.startswith(("square.", "card."))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_ac03_ac04_a_custom_board_may_name_things_in_any_language(language: str) -> None:
    circuit = VILLAGE.replace('name = "Pump"', f'name = "Pump", {language} = "Pompe"').replace(
        "id =", f'{language} = "X"\nid ='
    )
    deck = FAIR.replace('title = "Crowd"', f'title = "Crowd", {language} = "Foule"').replace(
        'id = "fair', f'{language} = "X"\nid = "fair'
    )
    squares, cards = names_of({"circuit": circuit, "deck": deck})
    assert squares["Pump"] == {"en": "Pump", language: "Pompe"} and cards["Crowd"] == {"en": "Crowd", language: "Foule"}
    assert squares["Church"] == {"en": "Church"}
    assert record.read(record.Record(ArcEnCiel(3, {"circuit": circuit})).write(), GAMES).game.boards == {
        "circuit": circuit
    }


def test_ac03_ac04_a_custom_board_gets_the_translation_of_a_built_in_name_that_it_uses() -> None:
    squares, cards = names_of(
        {
            "circuit": VILLAGE.replace('"Geese"', '"Roundabout"').replace(
                '"Hill"', '"Great pass", fr = "Grosse bosse"'
            ),
            "deck": FAIR.replace('id = "crowd"', 'id = "crash"')
            .replace('id = "spurt"', 'id = "chain"')
            .replace('"Spurt"', '"Broken chain"'),
        }
    )
    assert squares["Roundabout"]["fr"] == "Rond-point" and squares["Great pass"]["fr"] == "Grosse bosse"
    assert cards["Crowd"] == {"en": "Crowd"} and cards["Broken chain"]["fr"] == "Chaîne cassée"


# ---------------------------------------------------------------- sources


def count_designed() -> tuple[int, int, int, int]:
    """Return (designed squares, all squares, designed card kinds, all card kinds).

    An entry is designed if its `source` in the board file starts with "designed".
    """
    squares, cards = ArcEnCiel(3).circuit.squares, ArcEnCiel(3).deck.cards
    designed = [sum(entry.source.startswith("designed") for entry in entries) for entries in (squares, cards)]
    return designed[0], len(squares), designed[1], len(cards)


def test_every_entry_of_the_boards_states_its_source() -> None:
    circuit = tomllib.loads(FOLDER.joinpath("rainbow_loop.toml").read_text("utf-8"))
    deck = tomllib.loads(FOLDER.joinpath("chance_default.toml").read_text("utf-8"))
    groups = [*circuit["square"], circuit["inner_track"], circuit["team"], circuit["jerseys"], *deck["card"]]
    assert all(re.match("rulebook|inferred|designed", group["source"]) for group in groups)


@pytest.mark.parametrize("language", LANGUAGES)
def test_ac03_ac04_options_and_rules_say_how_much_of_the_boards_is_designed(language: str) -> None:
    """Test that the texts state the right numbers, such as 24 of 40 squares designed by this project."""
    squares, of_squares, cards, of_cards = count_designed()
    said, rules = sentences("arcenciel", language), rulebook.book("arcenciel", language)
    assert re.findall(r"\d+", said["option.circuit.rainbow_loop"]) == [str(squares), str(of_squares)]
    assert re.findall(r"\d+", said["option.deck.chance_default"]) == [str(cards), str(of_cards)]
    assert re.search(rf"\b{squares}\b.{{0,40}}\b{of_squares}\b", rules, re.DOTALL)
    assert re.search(rf"\b{cards}\b.{{0,40}}\b{of_cards}\b", rules, re.DOTALL)
