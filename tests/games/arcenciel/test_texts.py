"""Texts of Arc en Ciel that the laws of all games do not cover: chapters, piece names and rule numbers."""

import re
from importlib.resources import files

from velodrome.core.texts import sentences
from velodrome.games.arcenciel.game import ArcEnCiel
from velodrome.games.arcenciel.pieces import KINDS, TERRAINS

FOLDER = files("velodrome.games").joinpath("arcenciel")


def chapters(book: str) -> list[list[str]]:
    """Return the rule numbers of each chapter of a rulebook."""
    parts = FOLDER.joinpath(book).read_text("utf-8").split("\n## ")
    return [re.findall(r"^### (AC-\d\d) ", part, re.M) for part in parts]


def test_rules_are_numbered_in_order_with_the_same_chapters_in_both_languages() -> None:
    assert [number for chapter in chapters("RULES.md") for number in chapter] == [f"AC-{i:02}" for i in range(1, 45)]
    assert chapters("RULES.md") == chapters("RULES.fr.md")


def test_every_piece_has_a_name() -> None:
    picks = {pick.partition(":")[0] for move in ArcEnCiel(3).moves for pick in move.picks}
    names = [
        *KINDS,
        *{re.sub(r"[_\d]+$", "", pick) for pick in picks},
        "leader",
        "arrow",
        "rainbow",
        "double",
        "triple",
    ]
    assert [name for name in names if f"piece.{name}" not in sentences("arcenciel", "en")] == []
    assert [name for name in TERRAINS if f"terrain.{name}" not in sentences("arcenciel", "en")] == []
