"""Hints for people: during a game, or for a record with `velodrome hint`."""

import argparse
import json
from pathlib import Path

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from velodrome.bots.hints import Hint, find_hints
from velodrome.bots.search_bot import parse_budget
from velodrome.core import texts
from velodrome.core.contract import State
from velodrome.core.errors import VelodromeError
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.terminal import saves
from velodrome.terminal.draw import Drawing, DrawingView, make_drawing
from velodrome.terminal.i18n import parse_number, say
from velodrome.terminal.replay import read_seats
from velodrome.terminal.screen import Screen
from velodrome.terminal.seats import display_names

MAX_HINTS_SHOWN = 5
MAX_REASONS_SHOWN = 2  # reasons per move


class BadHintRequest(VelodromeError):
    """Raised if the record has fewer moves than requested, or if it is not the requested seat's turn."""


def show_hints(arguments: argparse.Namespace, screen: Screen) -> int:
    """Run `velodrome hint`: show hints for the seat whose turn it is, and return the exit code.

    The hints are for the state at the end of the record or, with --ply, after that many moves.
    """
    path = Path(arguments.file)
    record = saves.read_save(path).record
    state = find_state(record, arguments.ply)
    if arguments.seat is not None and arguments.seat != str(state.actor) and state.actor >= 0:
        raise BadHintRequest(f"it is not the turn of seat {arguments.seat} here: expected --seat {state.actor}.")
    found = find_hints(state, parse_budget(arguments.budget), Rng(1))
    if arguments.json:
        print(json.dumps([hint_to_data(each, state, screen.language) for each in found], ensure_ascii=False))
        return 0
    seats = read_seats(saves.load_text(path), record.game.seats, screen.language)
    names = display_names(seats, state.actor, screen.language)
    view = DrawingView.of(state.seen_by(state.actor), names, screen.language)
    screen.tell("hint.who", "bold", name=names[state.actor])
    screen.show(render_hints(found, view))
    return 0


def find_state(record: Record, ply: str | None) -> State:
    """Return the state after `ply` moves of a record; by default, after all moves.

    Raise BadHintRequest if the record has fewer moves.
    """
    if ply is None:
        return record.state
    wanted = parse_number(ply)
    if wanted is None or wanted > len(record.moves):
        raise BadHintRequest(f"there is no move {ply}: expected 0 to {len(record.moves)}.")
    return record.at(wanted)


def hint_to_data(found: Hint, state: State, language: str) -> dict[str, object]:
    """Convert a hint to JSON data, with its reasons as sentences."""
    game = state.game
    return {
        "move": game.text(found.move),
        "outlook": found.outlook,
        "place": found.expected_place(game.seats),
        "visits": found.visits,
        "why": [texts.say(game.name, reason, language) for reason in found.reasons],
        "unproven": found.unproven,
    }


def render_hints(found: list[Hint], view: DrawingView) -> RenderableType:
    """Render the best hints as a table: move, chance of winning or expected place, share of simulations, reasons."""
    drawing = make_drawing(view)
    duel = view.game.seats == 2
    grid = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in ("move", "win" if duel else "place", "tried", "why"):
        grid.add_column(say(view.language, f"hint.{column}"), overflow="fold")
    total = sum([each.visits for each in found])
    for each in found[:MAX_HINTS_SHOWN]:
        promise = format_percent(each.outlook, view) if duel else format_place(each, view)
        label = Text(drawing.label(view.game.text(each.move)), "bold cyan")
        grid.add_row(label, promise, format_percent(each.visits / total, view), format_reasons(each, drawing))
    return grid


def format_percent(share: float, view: DrawingView) -> str:
    return view.say("hint.percent", number=round(100 * share))


def format_place(found: Hint, view: DrawingView) -> str:
    """Return the expected final place after a hint's move, with one decimal."""
    whole, tenths = f"{found.expected_place(view.game.seats):.1f}".split(".")
    return view.say("hint.decimal", whole=whole, tenths=tenths)


def format_reasons(found: Hint, drawing: Drawing) -> str:
    """Join the reasons of a hint into a short text."""
    said = [drawing.say_game(reason) for reason in found.reasons[:MAX_REASONS_SHOWN]]
    if found.unproven:
        said.insert(0, drawing.view.say("hint.unproven"))
    return " ".join([sentence if sentence.endswith((".", "!", "?")) else f"{sentence}." for sentence in said])
