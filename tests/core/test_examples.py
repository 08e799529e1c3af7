"""Tests of rulebook examples: the moves of each example are legal, and a mistake in an example is explained."""

from importlib.resources import files

import pytest

from velodrome.core import rulebook, texts
from velodrome.core.examples import BadExample, Example, read_examples
from velodrome.games import GAMES

EXAMPLE = '[[example]]\nname = "solo"\nrule = "VC-10"\nseats = 3\nseat = 0\noptions = { first_player = 0 }\n'
FAULTS = {
    'play = ["1 solo"]': "example solo: .*seat 0 acts now",
    'point = ["space_99"]': "example solo: unknown piece to point at space_99",
    'show = ["log"]': "example solo: unknown part log: expected one of board, own, seats",
    'caption = "A run"': "example solo: unknown key caption",
}


def read(name: str) -> list[Example]:
    """Read the examples of a game."""
    text = files("velodrome.games").joinpath(name, "examples.toml").read_text("utf-8")
    return read_examples(text, GAMES[name].__call__)


@pytest.mark.parametrize("name", GAMES)
def test_every_example_has_a_caption_and_a_rule(name: str) -> None:
    found = read(name)
    assert {example.rule for example in found} <= set(rulebook.rules(name, "en"))
    captions = [key for key in texts.sentences(name, "en") if key.startswith("example.")]
    assert sorted(captions) == sorted(f"example.{example.name}" for example in found)


@pytest.mark.parametrize("row", FAULTS)
def test_a_faulty_example_is_refused_with_its_name_and_the_reason(row: str) -> None:
    with pytest.raises(BadExample, match=FAULTS[row]):
        read_examples(f"{EXAMPLE}{row}\n", GAMES["velocity"].__call__)


def test_an_example_holds_the_position_after_its_moves() -> None:
    (example,) = read_examples(f'{EXAMPLE}play = ["0 solo", "* roll 3"]\n', GAMES["velocity"].__call__)
    assert [example.game.text(move) for move in example.moves] == ["solo", "roll 3"]
    assert example.show == ["board"]
