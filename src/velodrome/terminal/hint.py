"""Hints for people: at the table, and for a record by `velodrome hint`."""

import argparse
import json
from pathlib import Path

from rich import box
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from velodrome.bots.hints import Hint, find_hints
from velodrome.bots.search_bot import parse_budget
from velodrome.core import texts
from velodrome.core.contract import State
from velodrome.core.errors import VelodromeError
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.terminal import saves
from velodrome.terminal import seats as people
from velodrome.terminal.draw import View, sketch
from velodrome.terminal.i18n import number, say, say_game
from velodrome.terminal.replay import seats
from velodrome.terminal.screen import Screen

FEW = 5  # moves that people are shown
REASONS = 2  # and what is said for each


class BadPlace(VelodromeError):
    """A place in a record, or a seat, that no hint can be given for."""


def hint(arguments: argparse.Namespace, screen: Screen) -> int:
    """`velodrome hint`: advice for whoever decides where a record ends, or after so many of its moves."""
    path = Path(arguments.file)
    record = saves.read(path).record
    state = place(record, arguments.ply)
    if arguments.seat is not None and arguments.seat != str(state.actor) and state.actor >= 0:
        raise BadPlace(f"seat {arguments.seat} has nothing to decide here: seat {state.actor} has.")
    found = find_hints(state, parse_budget(arguments.budget), Rng(1))
    if arguments.json:
        print(json.dumps([as_data(each, state, screen.language) for each in found], ensure_ascii=False))
        return 0
    names = people.shown(seats(saves.load(path), record.game.seats), state.actor, screen.language)
    view = View.of(state.seen_by(state.actor), names, screen.language)
    screen.tell("hint.who", "bold", name=names[state.actor])
    screen.show(draw(found, view))
    return 0


def place(record: Record, ply: str | None) -> State:
    """The state after so many moves of a record; at its end if no number is given."""
    if ply is None:
        return record.state
    wanted = number(ply)
    if wanted is None or wanted > len(record.moves):
        raise BadPlace(f"there is no move {ply}: expected 0 to {len(record.moves)}.")
    return record.at(wanted)


def as_data(found: Hint, state: State, language: str) -> dict[str, object]:
    """A hint for programs; the sentences as people read them."""
    game = state.game
    return {
        "move": game.text(found.move),
        "outlook": found.outlook,
        "place": found.expected_place(game.seats),
        "visits": found.visits,
        "why": [texts.say(game.name, reason, language) for reason in found.reasons],
        "unproven": found.unproven,
    }


def draw(found: list[Hint], view: View) -> RenderableType:
    """The best of them: a line each, with what it promises and why."""
    drawing = sketch(view)
    duel = view.game.seats == 2
    grid = Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in ("move", "win" if duel else "place", "tried", "why"):
        grid.add_column(say(view.language, f"hint.{column}"), overflow="fold")
    total = sum([each.visits for each in found])
    for each in found[:FEW]:
        promise = f"{each.outlook:.0%}" if duel else f"{each.expected_place(view.game.seats):.2f}"
        label = Text(drawing.label(view.game.text(each.move)), "bold cyan")
        grid.add_row(label, promise, f"{each.visits / total:.0%}", reasons(each, view))
    return grid


def reasons(found: Hint, view: View) -> str:
    """Why, in a sentence or two."""
    said = [say_game(view.language, view.game.name, reason, view.names) for reason in found.reasons[:REASONS]]
    if found.unproven:
        said.insert(0, say(view.language, "hint.unproven"))
    return " ".join([sentence if sentence.endswith((".", "!", "?")) else f"{sentence}." for sentence in said])
