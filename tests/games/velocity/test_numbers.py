"""Rule numbers of VeloCity: each has a test and a French text; counts of spaces in the rules match the track."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path

from velodrome.core.texts import sentences
from velodrome.games.velocity.game import OPTIONS

GAME = files("velodrome.games").joinpath("velocity")


def headings(name: str) -> list[str]:
    """Return the rule numbers of a rulebook in order."""
    return re.findall(r"^### (VC-\d\d) ", GAME.joinpath(name).read_text("utf-8"), re.MULTILINE)


def rules_in_tests() -> set[str]:
    """Return the rule numbers in the names of the tests in this folder."""
    texts = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    names = re.findall(r"^def (test_\w+)", "\n".join(texts), re.MULTILINE)
    return {f"VC-{number}" for name in names for number in re.findall(r"_vc(\d\d)(?=_)", name)}


def test_vc01_rules_are_numbered_in_order_in_both_languages() -> None:
    assert headings("RULES.md") == [f"VC-{n:02}" for n in range(1, 30)]
    assert headings("RULES.fr.md") == headings("RULES.md")


def test_vc01_every_rule_has_a_test_and_every_tested_rule_exists() -> None:
    assert rules_in_tests() == set(headings("RULES.md"))


def test_vc01_every_rule_number_in_the_source_exists() -> None:
    for path in GAME.iterdir():
        if path.name.endswith((".py", ".toml", ".md")):
            assert set(re.findall(r"VC-\d\d", path.read_text("utf-8"))) <= set(headings("RULES.md")), path.name


def test_vc02_the_rules_state_how_many_spaces_are_designed() -> None:
    track = tomllib.loads(GAME.joinpath("city_default.toml").read_text("utf-8"))
    found = [row["source"].split(":")[0] for row in track["spaces"]]
    counts = [found.count(source) for source in ("rulebook", "inferred", "designed")]
    assert counts == [4, 4, 27]
    assert {row["source"] for row in track["setup"]} == {"rulebook"}
    words = " ".join(GAME.joinpath("RULES.md").read_text("utf-8").split())
    assert "4 are given by the rulebook, 4 follow from its examples and 27 are designed" in words
    words = " ".join(GAME.joinpath("RULES.fr.md").read_text("utf-8").split())
    assert "4 viennent du livret, 4 se déduisent de ses exemples et 27 sont inventées" in words


def test_vc01_every_option_has_a_sentence_and_is_in_the_rules() -> None:
    rules = GAME.joinpath("RULES.md").read_text("utf-8")
    for option in OPTIONS:
        assert f"option.{option.name}" in sentences("velocity", "en")
        assert f"`{option.name}`" in rules
        for value in option.values if option.kind == "board" else ():
            assert f"option.{option.name}.{value}" in sentences("velocity", "en")
