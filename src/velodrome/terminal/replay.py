"""A record step by step, as any seat saw it."""

from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text

from velodrome.core.contract import CHANCE, ONLOOKER, OVER, TRUTH, State
from velodrome.core.errors import VelodromeError
from velodrome.core.record import BadRecord, Record
from velodrome.terminal import saves
from velodrome.terminal import seats as people
from velodrome.terminal.draw import View, sketch
from velodrome.terminal.i18n import number
from velodrome.terminal.keypress import read_key
from velodrome.terminal.narration import News, came_of, tell, tell_all
from velodrome.terminal.screen import Left, Screen
from velodrome.terminal.seats import Seat

WORDS = {"onlooker": ONLOOKER, "open": TRUTH}


class BadView(VelodromeError):
    """A seat that the record does not have, or may not be looked through."""


def replay(path: Path, seat: str, brief: bool, screen: Screen) -> int:
    """Show a record; a broken one as far as it goes. The exit code."""
    content, failed = saves.load(path), 0
    try:
        record = saves.read(path).record
    except BadRecord as problem:
        screen.warn(f"{path.name}, {problem if seat == 'open' else problem.discreet}")
        if problem.good is None or not agreed(screen, len(problem.good.moves)):
            return 2
        record, failed = problem.good, 2
    player = Replay(record, seats(content, record.game.seats), viewer(record, seat), screen)
    if screen.live:
        player.step_through()
    else:
        player.print_all(brief)
    return failed


def agreed(screen: Screen, moves: int) -> bool:
    """Whether the good part of a broken record is wanted; taken for granted without a terminal."""
    if not screen.live:
        screen.tell("replay.good", moves=moves)
        return True
    return screen.ask(screen.say("replay.offer", moves=moves)).lower()[:1] != "n"


def seats(content: str, many: int) -> list[Seat]:
    """The seats that the file names, or numbers."""
    listed = saves.remark(content, saves.SEATS)
    found = people.parse(listed) if listed else []
    return found if len(found) == many else [Seat(f"seat {seat}") for seat in range(many)]


def viewer(record: Record, seat: str) -> int:
    """Whose eyes: as asked; else everything of a game that is over, and what an onlooker sees of another."""
    own = record.start.viewer
    if own != TRUTH:
        if seat and seat != ("onlooker" if own == ONLOOKER else str(own)):
            raise BadView(f"this record is one seat's own: it can be shown as {own} saw it, and not otherwise.")
        return own
    if not seat:
        return TRUTH if record.state.actor == OVER else ONLOOKER
    if seat in WORDS:
        return WORDS[seat]
    wanted = number(seat)
    if wanted is None or wanted >= record.game.seats:
        raise BadView(f"there is no seat {seat}: expected 0 to {record.game.seats - 1}, onlooker or open.")
    return wanted


class Replay:
    """A record open at one of its moves."""

    def __init__(self, record: Record, seats: list[Seat], seat: int, screen: Screen) -> None:
        self.record = record
        self.seats = seats
        self.screen = screen
        self.ply = 0
        self.look_as(seat)

    def look_as(self, seat: int) -> None:
        """Change the eyes."""
        self.seat = seat
        self.names = people.shown(self.seats, seat, self.screen.language)
        own = self.record if seat in (TRUTH, self.record.start.viewer) else self.record.seen_by(seat)
        self.heard = [own.game.text(move) for move in own.moves]

    @property
    def last(self) -> int:
        return len(self.record.moves)

    def view(self, ply: int) -> tuple[View, int]:
        """The table after so many moves, and who acts then."""
        state = self.record.at(ply)
        return self.seen(state), state.actor

    def seen(self, state: State) -> View:
        """A state through the eyes that look."""
        seen = state if self.seat == TRUTH else state.seen_by(self.seat)
        return View.of(seen, self.names, self.screen.language)

    def told(self, ply: int) -> str:
        """What a move did, counting from 1."""
        if not ply:
            return self.screen.say("replay.start")
        text = self.heard[ply - 1]
        view, actor = self.view(ply - 1)
        outcomes = self.record.at(ply).outcomes(self.record.at(ply - 1))
        news = News(actor, text, remark=sketch(view).aside(text), outcomes=outcomes)
        said = tell_all(view.game.name, [news], self.names, self.screen.language)
        return " ".join(said) or text

    def frame(self) -> RenderableType:
        view, _ = self.view(self.ply)
        title = self.screen.say("replay.title", ply=self.ply, last=self.last, eyes=self.eyes())
        line = Text.assemble((f" {title} ", "reverse"), (f"  {self.told(self.ply)}", "bold"))
        return Group(line, sketch(view).draw(), Text(self.screen.say("replay.keys"), "dim"))

    def eyes(self) -> str:
        if self.seat >= 0:
            return self.names[self.seat]
        return self.screen.say("replay.open" if self.seat == TRUTH else "replay.onlooker")

    # ------------------------------------------------------------ with a terminal

    def step_through(self) -> None:
        """Keys until somebody has seen enough."""
        while True:
            self.screen.clear()
            self.screen.show(self.frame())
            key = read_key()
            if key == "quit":
                return
            self.obey(key)

    def obey(self, key: str) -> None:
        steps = {"next": self.ply + 1, "back": self.ply - 1, "first": 0, "last": self.last}
        if key in steps:
            self.ply = min(max(steps[key], 0), self.last)
        elif key == "jump":
            self.ply = self.asked(self.screen.say("replay.jump", last=self.last), self.last, self.ply)
        elif key == "view" and self.record.start.viewer == TRUTH:
            eyes = [*range(self.record.game.seats), ONLOOKER, TRUTH]
            self.look_as(eyes[(eyes.index(self.seat) + 1) % len(eyes)])

    def asked(self, question: str, most: int, otherwise: int) -> int:
        """A number that somebody types."""
        try:
            typed = number(self.screen.ask(question))
        except Left:
            return otherwise
        return otherwise if typed is None else min(typed, most)

    # ------------------------------------------------------------ without

    def print_all(self, brief: bool) -> None:
        """Every move as it was told; the table after each decision, or only at the end."""
        state = self.record.start.copy()
        for ply, move in enumerate(self.record.moves, 1):
            actor, text = state.actor, self.heard[ply - 1]
            remark = sketch(self.seen(state)).aside(text)
            before = state.copy()
            state.play(move)
            news = News(actor, text, remark=remark, outcomes=state.outcomes(before))
            if told := tell(self.record.game.name, news, self.names, self.screen.language):
                self.screen.show(Text(f"{ply:>4}  {told}"))
            for outcome in came_of(self.record.game.name, news, self.names, self.screen.language):
                self.screen.show(Text(f"      {outcome}"))
            if (actor != CHANCE and not brief) or ply == self.last:
                self.screen.show(sketch(self.seen(state)).draw())
