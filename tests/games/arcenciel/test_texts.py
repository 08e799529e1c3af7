"""Every rule has a test, every test a rule, every sentence both languages and a rule that exists."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from string import Formatter

from velodrome.games.arcenciel.pieces import KINDS, TERRAINS
from velodrome.games.arcenciel.rules import OPTIONS, ArcEnCiel
from velodrome.games.arcenciel.table import RULES as REFUSALS

FOLDER = files("velodrome.games").joinpath("arcenciel")
TEXTS = tomllib.loads(FOLDER.joinpath("texts.toml").read_text("utf-8"))


def numbers(name: str) -> list[str]:
    return re.findall(r"^### (AC-\d\d) ", FOLDER.joinpath(name).read_text("utf-8"), re.M)


def chapters(name: str) -> list[str]:
    """What stands between two headings of chapters, as rule numbers."""
    text = FOLDER.joinpath(name).read_text("utf-8")
    return [" ".join(re.findall(r"^### (AC-\d\d) ", part, re.M)) for part in re.split(r"^## ", text, flags=re.M)]


def test_every_rule_has_a_test_and_every_test_a_rule():
    tested = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.M):
            tested |= {f"AC-{number}" for number in re.findall(r"_ac(\d\d)", name)}
    assert sorted(tested) == numbers("RULES.md")


def test_rules_are_numbered_in_order_and_alike_in_both_languages():
    assert numbers("RULES.md") == [f"AC-{i:02}" for i in range(1, 45)]
    assert chapters("RULES.md") == chapters("RULES.fr.md")


def test_rules_that_code_and_texts_name_exist():
    known = set(numbers("RULES.md"))
    for path in ("pieces.py", "moves.py", "course.py", "field.py", "rules.py", "table.py", "texts.toml", "RULES.md"):
        text = (Path(__file__).parents[3] / "src/velodrome/games/arcenciel" / path).read_text("utf-8")
        assert set(re.findall(r"AC-\d\d", text)) <= known


def test_every_sentence_is_there_in_both_languages_with_the_same_arguments():
    for key, entry in TEXTS.items():
        assert set(entry) in ({"en", "fr"}, {"en", "fr", "rule"}), key
        arguments = [
            {name for _, name, _, _ in Formatter().parse(entry[language]) if name} for language in ("en", "fr")
        ]
        assert arguments[0] == arguments[1], key
        assert key.split(".")[0] not in ("prompt", "refuse") or entry["rule"] in numbers("RULES.md"), key


def test_options_pieces_and_refusals_have_their_sentences():
    for option in OPTIONS:
        assert f"option.{option.name}" in TEXTS
        if option.kind == "choice":
            assert all(f"option.{option.name}.{value}" in TEXTS for value in option.values)
    for kind in KINDS:
        assert f"piece.{kind}" in TEXTS
    for terrain in TERRAINS:
        assert f"terrain.{terrain}" in TEXTS
    assert {key for key in TEXTS if key.startswith("refuse.")} == set(REFUSALS)
    picks = {pick.partition(":")[0] for move in ArcEnCiel(3).moves for pick in move.picks}
    assert {"piece." + re.sub(r"[_\d]+$", "", pick) for pick in picks} <= set(TEXTS)


def test_texts_parse_forgivingly():
    game = ArcEnCiel(3)
    for i, move in enumerate(game.moves):
        assert game.parse(move.text) == i and game.parse(f"  {move.text.upper()} ") == i
