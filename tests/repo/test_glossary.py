"""Tests of the glossary: its words are sorted and unique, and every name in its last column exists in the code."""

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| (?P<word>[^|]+) \| (?P<meaning>[^|]+) \| (?:`(?P<name>[\w.]+)` )?\|$")
MAX_MEANING_LENGTH = 180  # one or two plain lines


def read_rows() -> list[dict[str, str]]:
    """Return the rows of the table: word, meaning, and name in the code."""
    lines = (ROOT / "docs" / "glossary.md").read_text("utf-8").splitlines()
    rows = [line for line in lines if line.startswith("| ") and not line.startswith("| word |")]
    found = [ROW.match(line) for line in rows]
    assert all(found), [row for row, match in zip(rows, found, strict=True) if not match]
    return [match.groupdict("") for match in found if match]


def find_object(name: str) -> object:
    """Return the module, class, function or constant that has this dotted name."""
    parts = name.split(".")
    found: object = import_module(parts[0])
    for i, part in enumerate(parts[1:], 1):
        if not hasattr(found, part):
            import_module(".".join(parts[: i + 1]))
        found = getattr(found, part)
    return found


NAMES = sorted({row["name"] for row in read_rows() if row["name"]})


def test_words_are_sorted_and_unique() -> None:
    words = [row["word"] for row in read_rows()]
    assert words == sorted(set(words))
    assert len(words) >= 40


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_the_glossary_exists(name: str) -> None:
    assert find_object(name) is not None


@pytest.mark.parametrize("row", read_rows(), ids=lambda row: row["word"])
def test_a_meaning_is_short_and_does_not_repeat_another(row: dict[str, str]) -> None:
    assert len(row["meaning"]) <= MAX_MEANING_LENGTH
    assert row["meaning"].rstrip().endswith(".")
    assert [other["word"] for other in read_rows() if other["meaning"] == row["meaning"]] == [row["word"]]


@pytest.mark.parametrize("page", ["docs/index.md", "CONTRIBUTING.md"])
def test_the_glossary_is_linked(page: str) -> None:
    assert "glossary.md" in (ROOT / page).read_text("utf-8")
