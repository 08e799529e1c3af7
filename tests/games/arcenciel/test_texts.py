"""What is said of this game beyond the laws of all games: chapters, pieces and refusals."""

import re
from importlib.resources import files

from velodrome.core.texts import sentences
from velodrome.games.arcenciel.game import ArcEnCiel
from velodrome.games.arcenciel.pieces import KINDS, TERRAINS

FOLDER = files("velodrome.games").joinpath("arcenciel")


def chapters(book: str) -> list[list[str]]:
    """The rule numbers of each chapter."""
    parts = FOLDER.joinpath(book).read_text("utf-8").split("\n## ")
    return [re.findall(r"^### (AC-\d\d) ", part, re.M) for part in parts]


def test_rules_are_numbered_in_order_and_their_chapters_are_alike_in_both_languages() -> None:
    assert [number for chapter in chapters("RULES.md") for number in chapter] == [f"AC-{i:02}" for i in range(1, 45)]
    assert chapters("RULES.md") == chapters("RULES.fr.md")


def test_every_piece_has_a_name() -> None:
    picks = {pick.partition(":")[0] for move in ArcEnCiel(3).moves for pick in move.picks}
    named = [
        *KINDS,
        *{re.sub(r"[_\d]+$", "", pick) for pick in picks},
        "leader",
        "arrow",
        "rainbow",
        "double",
        "triple",
    ]
    assert [name for name in named if f"piece.{name}" not in sentences("arcenciel", "en")] == []
    assert [name for name in TERRAINS if f"terrain.{name}" not in sentences("arcenciel", "en")] == []
