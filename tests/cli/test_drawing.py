"""Test the drawings of tables in the terminal and the lists of moves: no text is cut off or touches its neighbour."""

import re
from io import StringIO

import pytest
from rich.console import Console, RenderableType

from velodrome.core import texts
from velodrome.core.contract import CHANCE, OVER, State
from velodrome.core.rng import Rng
from velodrome.core.texts import LANGUAGES
from velodrome.games import game
from velodrome.games.velvet.pieces import KINDS
from velodrome.terminal.choices import ChoiceList, format_range
from velodrome.terminal.draw import DrawingView, make_drawing
from velodrome.terminal.draw.velvet import NARROW


def drawn(thing: RenderableType, width: int = 80) -> str:
    file = StringIO()
    Console(file=file, width=width).print(thing)
    return file.getvalue()


def states(name: str, seats: int, seed: int) -> list[State]:
    """Play a random game; return for each decision the view of the seat to move."""
    rng, state, found = Rng(seed), game(name, seats).start(), []
    while state.actor != OVER:
        if state.actor != CHANCE:
            found.append(state.seen_by(state.actor))
        state.play(state.draw(rng) if state.actor == CHANCE else state.pick(rng))
    return found


def view(seen: State, language: str = "en") -> DrawingView:
    return DrawingView.of(seen, [f"player {seat}" for seat in range(seen.game.seats)], language)


@pytest.mark.parametrize(
    ("column", "said"),
    [(["3"] * 3, "3"), (["0", "1", "2"], "0…2"), (["-2", "-1", "+1", "+2"], "-2, -1, +1, +2"), (["4", "9"], "4, 9")],
)
def test_numbers_of_a_group_are_shown_as_a_range_or_list(column: list[str], said: str) -> None:
    assert format_range(column) == said


def test_a_cave_in_lists_each_card_by_its_name() -> None:
    seen = next(s for s in states("velvet", 2, 3) if s.game.text(s.legal()[0]).startswith("shift"))
    shown = drawn(ChoiceList(seen, make_drawing(view(seen))).draw(80, 99))
    assert re.search(r"shift \d+ [-+]\d, [-+]\d.* {2}[A-Z][a-z]+", shown)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["drop fox  221", "drop dragon  221, active", "drop dragon waiting  221, waiting"]),
        ("fr", ["drop dragon  Dragon 221, en action", "drop dragon waiting  Dragon 221, en attente"]),
        ("de", ["drop dragon  Drache 221, aktiv", "drop dragon waiting  Drache 221, wartet"]),
    ],
)
def test_the_active_one_of_two_dragons_is_told_apart_when_the_pit_asks_for_one(language: str, said: list[str]) -> None:
    kingdoms, invaders = ["bear threads", "fox pit threads"], ["dragon dragon fox", ""]
    state = game("velvet", 2).position({"kingdoms": kingdoms, "invaders": invaders})
    for text in ("move dragon 0", "spend 1 pit"):
        state.play(state.game.parse(text))
    choices = ChoiceList(state.seen_by(1), make_drawing(view(state.seen_by(1), language)))
    assert set(said) <= {f"{entry.label}  {entry.explanation}" for entry in choices.entries}
    assert choices.find("drop dragon") == [state.nth(1)] and choices.find("drop dragon w") == [state.nth(2)]
    waiting = said[-1].split(", ")[1]
    assert re.search(rf"(Dragon|Drache) 221 +(Dragon|Drache) 221 \({waiting}\)", drawn(choices.drawing.draw(), 200))


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("language", LANGUAGES)
def test_velvets_drawing_cuts_no_text_off(language: str, width: int) -> None:
    for seen in states("velvet", 2, 5)[34::20]:
        shown = drawn(make_drawing(view(seen, language)).draw(), width)
        assert "…" not in shown
        boosted = sum(bool(card["boost"]) for zone in view(seen).zones for card in zone["pieces"] if "boost" in card)
        assert len(re.findall(r"\+\d", shown)) == boosted + bool(boosted)  # the legend shows one more


def test_velocitys_spaces_do_not_touch() -> None:
    for seen in states("velocity", 7, 5)[:120:15]:
        shown = drawn(make_drawing(view(seen)).draw())
        assert not re.search(r"\b[RKYWGAB]\d?[RKYWGAB]\d?\b", shown)


def test_the_prompt_differs_if_the_seat_cannot_afford_the_lowest_bid() -> None:
    prompts = [(seen.table()["prompt"], seen) for seed in range(4) for seen in states("arcenciel", 4, seed)]
    for prompt, seen in prompts:
        assert isinstance(prompt, dict)
        if str(prompt["key"]).startswith("prompt.bid"):
            bids = [move for move in seen.legal() if seen.game.text(move).startswith("bid")]
            assert (prompt["key"] == "prompt.bid") == bool(bids) or prompt["lowest"] <= prompt["energy"]
    assert {str(prompt["key"]) for prompt, _ in prompts if isinstance(prompt, dict)} >= {"prompt.bid.short"}


def test_velvets_slots_are_counted_from_one_where_they_are_shown_and_typed() -> None:
    seen = next(s for s in states("velvet", 2, 3) if any(s.game.text(m).startswith("invade") for m in s.legal()))
    choices = ChoiceList(seen, make_drawing(view(seen)))
    assert choices.drawing.label("invade 0 fox") == "invade 1 fox"
    assert choices.drawing.label("scout fox 9 speed") == "scout fox 10 speed"
    assert choices.drawing.label("move fox 2") == "move fox 2"  # here 2 is a number of cards, not a slot
    for move, text in choices.texts.items():
        assert choices.find(choices.drawing.label(text)) == [move]
    assert re.search(r"\n 1\S* ", drawn(choices.drawing.draw()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_velvets_short_names_fit_a_cell(language: str) -> None:
    short = [name for key, name in texts.load("terminal", language).items() if key.startswith("velvet.short.")]
    assert len(short) == len(KINDS)
    assert max(len(name) for name in short) <= NARROW - 2
