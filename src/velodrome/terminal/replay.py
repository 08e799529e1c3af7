"""`velodrome replay`: show a record step by step, as any viewer saw it."""

from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text

from velodrome.core import texts
from velodrome.core.contract import CHANCE, ONLOOKER, OVER, TRUTH, State
from velodrome.core.errors import VelodromeError
from velodrome.core.record import BadRecord, Record
from velodrome.terminal import saves
from velodrome.terminal.draw import DrawingView, make_drawing
from velodrome.terminal.i18n import parse_number
from velodrome.terminal.keypress import read_key
from velodrome.terminal.narration import HeardMove, narrate_move, narrate_moves, narrate_outcomes
from velodrome.terminal.screen import InputEnded, Screen
from velodrome.terminal.seats import LocalSeat, display_names, parse_seats
from velodrome.terminal.words import find_meaning

VIEWER_BY_WORD = {"onlooker": ONLOOKER, "open": TRUTH}


class BadView(VelodromeError):
    """Raised if the requested viewer does not exist, or if the record does not contain what this viewer saw."""


def show_replay(path: Path, seat: str, brief: bool, screen: Screen) -> int:
    """Show a record, and return the exit code.

    `seat` names the viewer, as in `choose_viewer`. Without a terminal, print all moves; `brief` then leaves out all
    tables but the last. If the record is broken, offer to show the moves before the first bad line.
    """
    content, failed = saves.load_text(path), 0
    try:
        record = saves.read_save(path).record
    except BadRecord as problem:
        screen.warn(f"{path.name}, {problem if seat == 'open' else problem.discreet}")
        if problem.good is None or not accepts_partial(screen, len(problem.good.moves)):
            return 2
        record, failed = problem.good, 2
    seats = read_seats(content, record.game.seats, screen.language)
    viewer = ReplayViewer(record, seats, choose_viewer(record, seat), screen)
    if screen.live:
        viewer.step_through()
    else:
        viewer.print_all(brief)
    return failed


def accepts_partial(screen: Screen, moves: int) -> bool:
    """Ask whether to show the first moves of a broken record, and return the answer; `moves` is their number.

    Without a terminal, print a notice and return True.
    """
    if not screen.live:
        screen.tell("replay.good", moves=moves)
        return True
    return find_meaning("answer", screen.ask(screen.say("replay.offer", moves=moves))) != "no"


def read_seats(content: str, count: int, language: str) -> list[LocalSeat]:
    """Read the seats from the remark line that lists them.

    If the line is missing or does not list `count` seats, return a person for each seat, with names such as "seat 1".
    """
    listed = saves.find_remark(content, saves.SEATS_REMARK)
    found = parse_seats(listed) if listed else []
    if len(found) == count:
        return found
    return [LocalSeat(texts.fill("{seat:seat}", {"seat": seat}, language)) for seat in range(count)]


def choose_viewer(record: Record, seat: str) -> int:
    """Return the viewer that `seat` names; raise BadView if the record cannot show what this viewer saw.

    If `seat` is empty, return TRUTH for a finished game and ONLOOKER for an unfinished one. If the record holds
    only what one viewer saw, return that viewer.
    """
    own = record.start.viewer
    if own != TRUTH:
        only = "onlooker" if own == ONLOOKER else str(own)
        if seat and seat != only:
            raise BadView(f"this record holds only what one viewer saw: expected --seat {only}.")
        return own
    if not seat:
        return TRUTH if record.state.actor == OVER else ONLOOKER
    if seat in VIEWER_BY_WORD:
        return VIEWER_BY_WORD[seat]
    wanted = parse_number(seat)
    if wanted is None or wanted >= record.game.seats:
        raise BadView(f"there is no seat {seat}: expected 0 to {record.game.seats - 1}, onlooker or open.")
    return wanted


class ReplayViewer:
    """Display of a record that a person steps through with keys, as one viewer saw the game.

    In this class, a ply is a number of moves from the start. Undone moves are left out.
    """

    def __init__(self, record: Record, seats: list[LocalSeat], seat: int, screen: Screen) -> None:
        self.record = record
        self.seats = seats
        self.screen = screen
        self.ply = 0
        self.set_viewer(seat)

    def set_viewer(self, seat: int) -> None:
        """Change whose view of the game is shown; TRUTH shows everything."""
        self.seat = seat
        self.names = display_names(self.seats, seat, self.screen.language)
        own = self.record if seat in (TRUTH, self.record.start.viewer) else self.record.seen_by(seat)
        self.heard = [own.game.text(move) for move in own.moves]

    @property
    def last(self) -> int:
        return len(self.record.moves)

    def view_at(self, ply: int) -> tuple[DrawingView, int]:
        """Return what a drawing needs to show the state after `ply` moves, and the actor of that state."""
        state = self.record.at(ply)
        return self.view_of(state), state.actor

    def view_of(self, state: State) -> DrawingView:
        """Return what a drawing needs to show a state to the current viewer."""
        seen = state if self.seat == TRUTH else state.seen_by(self.seat)
        return DrawingView.of(seen, self.names, self.screen.language)

    def describe_ply(self, ply: int) -> str:
        """Return sentences about the move that led to this ply, and about its outcomes; ply 0 is the start."""
        if not ply:
            return self.screen.say("replay.start")
        text = self.heard[ply - 1]
        view, actor = self.view_at(ply - 1)
        outcomes = self.record.at(ply).outcomes(self.record.at(ply - 1))
        heard = HeardMove(actor, text, remark=make_drawing(view).describe_played(text), outcomes=outcomes)
        said = narrate_moves(view.game.name, [heard], self.names, self.screen.language)
        return " ".join(said) or text

    def render_frame(self) -> RenderableType:
        view, _ = self.view_at(self.ply)
        title = self.screen.say("replay.title", ply=self.ply, last=self.last, eyes=self.describe_viewer())
        line = Text.assemble((f" {title} ", "reverse"), (f"  {self.describe_ply(self.ply)}", "bold"))
        return Group(line, make_drawing(view).draw(), Text(self.screen.say("replay.keys"), "dim"))

    def describe_viewer(self) -> str:
        if self.seat >= 0:
            return self.names[self.seat]
        return self.screen.say("replay.open" if self.seat == TRUTH else "replay.onlooker")

    # ------------------------------------------------------------ step by step, on a terminal

    def step_through(self) -> None:
        """Show one ply at a time, controlled by keys, until "quit"."""
        while True:
            self.screen.clear()
            self.screen.show(self.render_frame())
            key = read_key()
            if key == "quit":
                return
            self.handle_key(key)

    def handle_key(self, key: str) -> None:
        steps = {"next": self.ply + 1, "back": self.ply - 1, "first": 0, "last": self.last}
        if key in steps:
            self.ply = min(max(steps[key], 0), self.last)
        elif key == "jump":
            self.ply = self.ask_number(self.screen.say("replay.jump", last=self.last), self.last, self.ply)
        elif key == "view" and self.record.start.viewer == TRUTH:
            viewers = [*range(self.record.game.seats), ONLOOKER, TRUTH]
            self.set_viewer(viewers[(viewers.index(self.seat) + 1) % len(viewers)])

    def ask_number(self, question: str, highest: int, default: int) -> int:
        """Ask for a number; if it is above `highest`, return `highest`. Return `default` if the answer is no number."""
        try:
            typed = parse_number(self.screen.ask(question))
        except InputEnded:
            return default
        return default if typed is None else min(typed, highest)

    # ------------------------------------------------------------ all at once, without a terminal

    def print_all(self, brief: bool) -> None:
        """Print every move, with the table after each decision or, if brief, only at the end."""
        state = self.record.start.copy()
        for ply, move in enumerate(self.record.moves, 1):
            actor, text = state.actor, self.heard[ply - 1]
            remark = make_drawing(self.view_of(state)).describe_played(text)
            before = state.copy()
            state.play(move)
            heard = HeardMove(actor, text, remark=remark, outcomes=state.outcomes(before))
            if sentence := narrate_move(self.record.game.name, heard, self.names, self.screen.language):
                self.screen.show(Text(f"{ply:>4}  {sentence}"))
            for outcome in narrate_outcomes(self.record.game.name, heard, self.names, self.screen.language):
                self.screen.show(Text(f"      {outcome}"))
            if (actor != CHANCE and not brief) or ply == self.last:
                self.screen.show(make_drawing(self.view_of(state)).draw())
