"""Tests of board files: every error names the file, the faulty entry and what was expected."""

from pathlib import Path

import pytest

from velodrome.core.boards import Board, load_board, parse_board, show_value
from velodrome.core.errors import BadBoard

HEAD = 'format = 1\ngame = "toy"\n'


def board(**data: object) -> Board:
    return Board("mine.toml", data, "")


def refusal(make: object, *arguments: object) -> str:
    with pytest.raises(BadBoard) as refused:
        make(*arguments)  # type: ignore[operator]
    return str(refused.value)


def test_a_board_file_is_loaded_with_its_text_and_file_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + "length = 12\n", "utf-8")
    found = load_board("toy", "track", str(path), ("city",))
    assert found == Board("mine.toml", {"format": 1, "game": "toy", "length": 12}, HEAD + "length = 12\n")


def test_a_board_can_be_given_as_toml_text() -> None:
    found = load_board("toy", "track", HEAD + "length = 12\n", ("city",))
    assert (found.name, found.data["length"], found.text) == ("this track", 12, HEAD + "length = 12\n")


def test_a_missing_file_is_refused_and_built_in_boards_are_listed(tmp_path: Path) -> None:
    told = refusal(load_board, "toy", "track", str(tmp_path / "none.toml"), ("city", "hills"))
    assert "none.toml: cannot be read" in told
    assert told.endswith("expected a TOML file or one of city, hills.")


@pytest.mark.parametrize("choice", ["", "a\0b", "x" * 5000])
def test_an_impossible_path_is_refused(choice: str) -> None:
    assert "expected a TOML file or one of city." in refusal(load_board, "toy", "track", choice, ("city",))


def test_a_folder_or_a_binary_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe\x00\x80")
    assert "cannot be read" in refusal(load_board, "toy", "track", str(tmp_path), ("city",))
    assert "cannot be read" in refusal(load_board, "toy", "track", str(tmp_path / "noise.toml"), ("city",))


def test_an_unreadable_file_error_names_the_path_once_and_the_reason(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.toml")
    told = f"{missing}: cannot be read (No such file or directory); expected a TOML file or one of city."
    assert refusal(load_board, "toy", "track", missing, ("city",)) == told
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe\x00\x80")
    assert "(not a text in UTF-8)" in refusal(load_board, "toy", "track", str(tmp_path / "noise.toml"), ("city",))


@pytest.mark.parametrize("text", [HEAD + "length = 12\n", (HEAD + "length = 12").replace("\n", "\r\n")])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_byte_order_marks_and_windows_line_ends_are_accepted(mark: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes((mark + text).encode())
    for choice in (str(path), mark + text):
        found = load_board("toy", "track", choice, ("city",))
        assert (found.data["length"], found.text) == (12, HEAD + "length = 12\n")


@pytest.mark.parametrize(
    ("spoilt", "told"),
    [
        ("x = " + "[" * 30_000, "not a board: lists or tables are nested too deeply"),
        ("x = " + "{ a = " * 6_000, "not a board: lists or tables are nested too deeply"),
        ("podium = " + "9" * 5000, "not a board: a number is too long"),
        ("a" + ".a" * 10_000 + " = 1", "not a board: a line has more than 20 dots"),
        ("[" + ' "a" . ' * 1000 + "a]", "not a board: a line has more than 20 dots"),
        (".".join(["a", '"!"'] * 4000) + " = 1", "not a board: a line has more than 20 dots"),
        ("# " + "x" * 40_000, "too long; expected at most 40000 characters"),
        ('name = "\x1b[31m"', "not TOML: Illegal character '\\x1b' (at line 3, column 9)"),
    ],
    ids=["lists", "tables", "digits", "key", "table", "quoted", "length", "escape"],
)
def test_a_file_that_could_hang_or_crash_the_parser_is_refused(spoilt: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + spoilt + "\n", "utf-8")
    assert refusal(load_board, "toy", "track", str(path), ("city",)).startswith(f"mine.toml: {told}")
    assert refusal(load_board, "toy", "track", HEAD + spoilt + "\n", ("city",)).startswith(f"this track: {told}")


def test_a_device_that_never_ends_is_not_read() -> None:
    if Path("/dev/zero").exists():
        assert "cannot be read (not a file)" in refusal(load_board, "toy", "track", "/dev/zero", ("city",))


def test_a_number_too_long_to_format_is_refused() -> None:
    data = parse_board("mine.toml", HEAD + f"podium = 0x{'f' * 9000}", "toy")
    told = "mine.toml: podium is too long to show; expected a whole number from 3 to 12."
    assert refusal(board().read_number, data, "podium", 3, 12) == told


@pytest.mark.parametrize("char", ["\n", "\t", "\x1b", "\x7f", "\x9b", "\u202e", "\u2028"])
def test_control_characters_in_a_name_are_refused_and_escaped(char: str) -> None:
    told = refusal(board().read_word, {"name": f"a{char}b"}, "name")
    assert told == f'mine.toml: name is "a\\u{ord(char):04x}b"; expected a text without control characters.'
    assert char not in refusal(board().check_keys, {char: char}, ("n",))
    assert board().read_word({"name": "Côte\u00a0!"}, "name") == "Côte\u00a0!"


def test_a_file_that_is_not_toml_is_refused() -> None:
    assert refusal(parse_board, "mine.toml", "format = ", "toy").startswith("mine.toml: not TOML: ")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('game = "toy"', "mine.toml: format is missing; expected 1."),
        ('format = 2\ngame = "toy"', "mine.toml: format is 2; expected 1."),
        ("format = 1", "mine.toml: game is missing; expected one of toy."),
        ('format = 1\ngame = "chess"', 'mine.toml: game is "chess"; expected one of toy.'),
    ],
)
def test_the_format_and_game_of_a_file_are_checked(text: str, told: str) -> None:
    assert refusal(parse_board, "mine.toml", text, "toy") == told


@pytest.mark.parametrize("found", [None, 0, 61, True, "6", 6.0, [6]])
def test_a_number_must_be_within_its_bounds(found: object) -> None:
    told = refusal(board().read_number, {"length": found}, "length", 6, 60, "track.")
    assert told == f"mine.toml: track.length is {show_value(found)}; expected a whole number from 6 to 60."
    assert board().read_number({"length": 6}, "length", 6, 60) == 6
    assert refusal(board().read_number, {"n": found}, "n", 5, 5) == f"mine.toml: n is {show_value(found)}; expected 5."


def test_a_word_must_be_one_of_the_allowed_ones_and_not_empty() -> None:
    kinds = ("road", "can")
    assert board().read_word({"kind": "road"}, "kind", kinds) == "road"
    assert board().read_word({"kind": "anything"}, "kind") == "anything"
    told = refusal(board().read_word, {"kind": "raod"}, "kind", kinds, "spaces[3].")
    assert told == 'mine.toml: spaces[3].kind is "raod"; expected one of road, can.'
    assert "expected a text" in refusal(board().read_word, {"kind": ""}, "kind")
    assert "kind is missing" in refusal(board().read_word, {}, "kind")


@pytest.mark.parametrize("found", ["City", "a b", "é", "a-b"])
def test_an_id_has_only_lower_case_letters_digits_and_underscores(found: str) -> None:
    assert refusal(board().read_id, {"id": found}, "") == (
        f'mine.toml: id is "{found}"; expected letters a-z, digits and _ only.'
    )
    assert board().read_id({"id": "city_2"}) == "city_2"


def test_rows_must_be_tables_and_their_number_within_bounds() -> None:
    rows = [{"n": 1}, {"n": 2}]
    assert board(spaces=rows).read_rows("spaces", 1, 3) == rows
    assert refusal(board(spaces=rows).read_rows, "spaces", 3, 9) == (
        'mine.toml: spaces is "a list of 2"; expected 3 to 9 entries.'
    )
    assert refusal(board(spaces=rows).read_rows, "spaces", 5, 5) == 'mine.toml: spaces is "a list of 2"; expected 5.'
    assert "expected a list of tables" in refusal(board(spaces=[1]).read_rows, "spaces", 1, 9)
    assert "spaces is missing" in refusal(board().read_rows, "spaces", 1, 9)


def test_a_misspelt_entry_is_refused() -> None:
    board().check_keys({"n": 1, "kind": "road"}, ("n", "kind"))
    told = refusal(board().check_keys, {"n": 1, "kin": "road"}, ("n", "kind"), "spaces[0].")
    assert told == 'mine.toml: spaces[0].kin is "road"; expected only the entries n, kind.'


def test_a_wrong_value_is_shortened_in_errors() -> None:
    assert show_value(None) == "missing"
    assert show_value("x" * 100) == '"' + "x" * 56 + "…"
    assert show_value([1, 2]) == "[1, 2]"
    assert show_value(16**9000) == show_value([16**9000]) == "too long to show"
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert show_value(deep) == "too long to show"
