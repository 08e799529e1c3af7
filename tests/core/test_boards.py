"""Boards and decks: every error names the file, the entry and what was expected."""

from pathlib import Path

import pytest

from velodrome.core.boards import Board, load, parse, shown
from velodrome.core.errors import BadBoard

HEAD = 'format = 1\ngame = "toy"\n'


def board(**data: object) -> Board:
    return Board("mine.toml", data, "")


def refusal(make: object, *arguments: object) -> str:
    with pytest.raises(BadBoard) as refused:
        make(*arguments)  # type: ignore[operator]
    return str(refused.value)


def test_a_file_is_read_with_its_text_and_called_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + "length = 12\n", "utf-8")
    found = load("toy", str(path), ("city",))
    assert found == Board("mine.toml", {"format": 1, "game": "toy", "length": 12}, HEAD + "length = 12\n")


def test_the_text_itself_is_a_board() -> None:
    found = load("toy", HEAD + "length = 12\n", ("city",))
    assert (found.name, found.data["length"], found.text) == ("this board", 12, HEAD + "length = 12\n")


def test_a_missing_file_is_refused_with_those_that_exist(tmp_path: Path) -> None:
    told = refusal(load, "toy", str(tmp_path / "none.toml"), ("city", "hills"))
    assert "none.toml: cannot be read" in told
    assert told.endswith("expected a TOML file or one of city, hills.")


@pytest.mark.parametrize("choice", ["", "a\0b", "x" * 5000])
def test_an_impossible_path_is_refused(choice: str) -> None:
    assert "expected a TOML file or one of city." in refusal(load, "toy", choice, ("city",))


def test_a_folder_or_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe\x00\x80")
    assert "cannot be read" in refusal(load, "toy", str(tmp_path), ("city",))
    assert "cannot be read" in refusal(load, "toy", str(tmp_path / "noise.toml"), ("city",))


def test_a_file_that_is_not_toml_is_refused() -> None:
    assert refusal(parse, "mine.toml", "format = ", "toy").startswith("mine.toml: not TOML: ")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('game = "toy"', "mine.toml: format is missing; expected a whole number from 1 to 1."),
        ('format = 2\ngame = "toy"', "mine.toml: format is 2; expected a whole number from 1 to 1."),
        ("format = 1", "mine.toml: game is missing; expected one of toy."),
        ('format = 1\ngame = "chess"', 'mine.toml: game is "chess"; expected one of toy.'),
    ],
)
def test_the_head_of_a_file_is_checked(text: str, told: str) -> None:
    assert refusal(parse, "mine.toml", text, "toy") == told


@pytest.mark.parametrize("found", [None, 0, 61, True, "6", 6.0, [6]])
def test_a_number_lies_between_its_bounds(found: object) -> None:
    told = refusal(board().number, {"length": found}, "length", 6, 60, "track.")
    assert told == f"mine.toml: track.length is {shown(found)}; expected a whole number from 6 to 60."
    assert board().number({"length": 6}, "length", 6, 60) == 6


def test_a_word_is_one_of_a_few_and_never_empty() -> None:
    kinds = ("road", "can")
    assert board().word({"kind": "road"}, "kind", kinds) == "road"
    assert board().word({"kind": "anything"}, "kind") == "anything"
    told = refusal(board().word, {"kind": "raod"}, "kind", kinds, "spaces[3].")
    assert told == 'mine.toml: spaces[3].kind is "raod"; expected one of road, can.'
    assert "expected a text" in refusal(board().word, {"kind": ""}, "kind")
    assert "kind is missing" in refusal(board().word, {}, "kind")


@pytest.mark.parametrize("found", ["City", "a b", "é", "a-b"])
def test_an_id_is_small_letters_digits_and_lines(found: str) -> None:
    assert refusal(board().id, {"id": found}, "") == (
        f'mine.toml: id is "{found}"; expected letters a-z, digits and _ only.'
    )
    assert board().id({"id": "city_2"}) == "city_2"


def test_rows_are_tables_and_so_many() -> None:
    rows = [{"n": 1}, {"n": 2}]
    assert board(spaces=rows).rows("spaces", 1, 3) == rows
    assert refusal(board(spaces=rows).rows, "spaces", 3, 9) == (
        'mine.toml: spaces is "a list of 2"; expected 3 to 9 entries.'
    )
    assert "expected a list of tables" in refusal(board(spaces=[1]).rows, "spaces", 1, 9)
    assert "spaces is missing" in refusal(board().rows, "spaces", 1, 9)


def test_a_misspelt_entry_is_refused() -> None:
    board().only({"n": 1, "kind": "road"}, ("n", "kind"))
    told = refusal(board().only, {"n": 1, "kin": "road"}, ("n", "kind"), "spaces[0].")
    assert told == 'mine.toml: spaces[0].kin is "road"; expected only the entries n, kind.'


def test_what_stands_there_is_shown_short() -> None:
    assert shown(None) == "missing"
    assert shown("x" * 100) == '"' + "x" * 56 + "…"
    assert shown([1, 2]) == "[1, 2]"
