"""A table in play: seats, moves, bots, and who is told what. Nothing is told before it is kept."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from velodrome.core.contract import ONLOOKER, OVER, Text
from velodrome.core.log import Log, Turn
from velodrome.server.game.log import Refusal, entry_text, play_moves, restore_log
from velodrome.server.game.spec import Kind
from velodrome.server.game.views import View, Views
from velodrome.server.protocol import WEB, Refused, Room, Seat, Terms
from velodrome.server.rooms import premoves
from velodrome.server.rooms.bot_turns import take_turn
from velodrome.server.rooms.chat import Talk
from velodrome.server.rooms.clocks import AGAIN
from velodrome.server.rooms.connection import Line
from velodrome.server.rooms.seats import Place
from velodrome.server.store.batch import MoveRow, Write
from velodrome.server.store.rows import StoredRoom
from velodrome.server.store.statements import Statement, update_room

if TYPE_CHECKING:
    from velodrome.server.rooms.registry import Hall

LOG = logging.getLogger("velodrome")
CROWD = 0.0005  # seconds for each page between two tellings of who is there: a crowd that arrives costs n, not n²
GRACE = 30.0  # seconds for which a person may be gone before anybody puts a bot on the seat


class LiveRoom:
    """A room in memory. One write at a time: what is asked meanwhile waits its turn."""

    def __init__(self, hall: "Hall", kind: Kind, kept: StoredRoom) -> None:
        self.hall = hall
        self.kind = kind
        self.lines: list[Line] = []
        self.writing = False
        self.inbox: deque[Callable[[], None]] = deque()
        self.thinking: asyncio.Task[None] | None = None
        self.opened = hall.clock()
        self.telling: asyncio.TimerHandle | None = None  # of who is there
        self.denied: dict[int, int] = {}  # seats that asked to take back a move, and the ply of the last no
        self.came: set[str] = set()  # guests with a seat who have been here since the room is in memory
        self.address = ""  # from where somebody came who sat here and went last; "" for this machine
        self.left_at: dict[str, float] = {}  # guests with a seat whose last page went, and when
        self.restore(kept)

    def restore(self, kept: StoredRoom) -> None:
        """Take everything from the database, moves replayed."""
        row = kept.room
        self.name: str = row.room
        self.open: bool = row.open
        self.phase: str = row.phase
        self.host: str = row.host
        self.invite: str = row.invite
        self.rematch: str = row.rematch
        self.opener: int | None = row.opener
        self.terms: Terms = msgspec.json.decode(row.terms, type=Terms)
        self.freed: set[str] = set(msgspec.json.decode(row.banned_guests))  # guests whose seat the host freed
        self.seats = places(kept)
        self.forfeits = kept.forfeits
        start = self.kind.game.position(msgspec.json.decode(row.start)) if row.start else None
        self.log: Log = restore_log(self.kind.game, bytes(row.seed), list(kept.moves), start)
        self.views = Views(self.kind)
        self.talk = Talk(kept.chat)
        self.asks: int | None = None  # the seat that would take back a move
        self.agreed: set[int] = set()  # seats that would let it
        self.queues = premoves.Queues(self.ply)

    # ------------------------------------------------------------ who is there

    @property
    def is_live(self) -> bool:
        """Whether this is still the room that guests come to: one that was forgotten has a successor."""
        return self.hall.rooms.get(self.name) is self

    @property
    def ply(self) -> int:
        return len(self.log.entries)

    def seat_of(self, guest: str) -> int | None:
        """The first seat that is bound to a guest."""
        return next(iter(self.seats_of(guest)), None)

    def seats_of(self, guest: str) -> list[int]:
        """The seats that are bound to a guest: several where people share a device."""
        return [place for place, seat in enumerate(self.seats) if guest and seat.guest == guest]

    def link(self, base: str) -> str:
        """The address that seats the next guest."""
        return f"{base}/t/{self.name}?invite={self.invite}"

    def viewer_of(self, line: Line) -> int:
        """Whose eyes a page has here: where people share a device, those that it asked for, or nobody's."""
        mine = self.seats_of(line.guest)
        if len(mine) == 1:
            return mine[0]
        return line.viewer if line.viewer in mine else ONLOOKER

    def is_online(self, guest: str) -> bool:
        return any(line.guest == guest for line in self.lines)

    @property
    def is_complete(self) -> bool:
        """Whether everybody who plays has come."""
        return self.came.issuperset([seat.guest for seat in self.seats if seat.guest and not seat.bot])

    def is_turn_of(self, guest: str) -> bool:
        """Whether a person decides now."""
        actor = self.log.state.actor
        return self.phase == "playing" and actor in self.seats_of(guest) and not self.seats[actor].bot

    def is_gone(self, guest: str) -> bool:
        """Whether a guest has had no page here for a while."""
        if self.is_online(guest):
            return False
        return self.hall.clock() - self.left_at.get(guest, self.opened) >= GRACE

    @property
    def heir(self) -> str:
        """The next guest after the host who sits here and is there; "" if nobody is."""
        mine = self.seat_of(self.host)
        first = 0 if mine is None else mine + 1
        around = [seat.guest for seat in self.seats[first:] + self.seats[:first]]
        return next((guest for guest in around if guest not in ("", self.host) and self.is_online(guest)), "")

    @property
    def is_hostless(self) -> bool:
        """Whether the host has been gone for a while before the start, and another guest could begin."""
        return self.phase == "lobby" and self.is_gone(self.host) and self.heir != ""

    @property
    def whose(self) -> str:
        """For whom its bots think: the address of the host, or of another who sits or last sat here; else the host.

        Whoever throws the cookie away is another guest, but comes from the same place. Tables of one address that
        nobody is at wait for one another, and not before those where somebody is.
        """
        seated = [line for line in self.lines if line.guest == self.host]
        seated += [line for line in self.lines if line.viewer >= 0]
        place = next((line.address for line in seated if line.address), "" if seated else self.address) or self.host
        return place if seated else f"{place}, away"

    def call(self, guest: str, name: str) -> None:
        """Every page of a guest goes by this name from now on."""
        for line in self.lines:
            if line.guest == guest:
                line.name = name

    def arrive(self, line: Line) -> None:
        """A page has come: show it everything, and tell the others."""
        self.lines.append(line)
        if self.seats_of(line.guest):
            self.came.add(line.guest)
        self.hall.resting.pop(self.name, None)
        line.viewer = self.viewer_of(line)
        self.tell_room_to([line])
        if len(self.lines) > 1:
            self.tell_soon()
        self.tell_table(line)
        self.tell_talk(line)
        premoves.arrived(self, line)
        if self.terms.clock.mode != "none":
            self.hall.clocks.arrived(self, line)
        self.go_on()

    def depart(self, line: Line) -> None:
        """A page has gone."""
        self.lines.remove(line)
        if self.seats_of(line.guest) or line.guest == self.host:
            self.left_at[line.guest] = self.hall.clock()
            self.address = line.address
        if self.lines:
            self.tell_soon()
        else:
            self.hall.rest(self)

    # ------------------------------------------------------------ moves

    def when_free(self, doing: Callable[[], None]) -> None:
        """Do it now, or after what is being written."""
        self.inbox.append(doing)
        self.go_on()

    def barred(self, seat: int, ply: int | None = None) -> str:
        """Why a seat may ask for nothing in the game now, or not at this ply; "" if it may."""
        if seat < 0:
            return "refuse.seat"
        if self.phase != "playing":
            return f"refuse.{self.phase}"
        if self.seats[seat].bot:
            return "refuse.away"
        return "refuse.stale" if ply is not None and ply != self.ply else ""

    def refuse(self, line: Line, text: Text, of: str = WEB) -> None:
        """Say no, and show how things are."""
        self.hall.metrics.refused += 1
        line.tell(Refused(self.ply, text, of))
        if self.phase != "lobby":
            self.show(line, True)

    def try_moves(self, seat: int, texts: list[str], line: Line | None) -> None:
        """Play what can be played, and write it; the first that cannot is refused afterwards."""
        turn, refusal = play_moves(self.log, seat, texts)

        def done() -> None:
            self.tell_tables()
            self.refuse_move(line, refusal)

        if turn.entries:
            self.advance(turn, done)
        else:
            self.refuse_move(line, refusal)

    def refuse_move(self, line: Line | None, refusal: Refusal | None) -> None:
        if line and refusal:
            self.refuse(line, refusal.why, self.kind.game.name if refusal.is_game_text else WEB)

    def ask_back(self, seat: int | None) -> None:
        """Ask the others whether a seat may take back its move; None ends the question."""
        self.asks, self.agreed = seat, set()
        self.tell_room()

    # ------------------------------------------------------------ writing

    def advance(self, turn: Turn, done: Callable[[], None], *others: Statement) -> None:
        """Keep what is played; then it is in the log, and the rest is done."""
        rows = [
            (self.name, ply, entry_text(self.log.game, heard)) for ply, heard in enumerate(turn.entries, self.ply + 1)
        ]
        statements = list(others)
        if turn.state.actor == OVER:
            statements.append(update_room(self.name, phase="over"))
        clock = self.hall.clocks.change(self, self.seats, turn.state.actor, self.ply + len(turn.entries), turn)
        if clock:
            statements.append(clock.statement)

        def kept() -> None:
            before = self.log.state
            self.log.append(turn)
            if self.asks is not None:
                self.ask_back(None)
            if turn.state.actor == OVER:
                self.phase = "over"
            done()
            if self.queues.waiting or (turn.stage_scores or turn.is_undo):
                premoves.moved(self, turn, before)
            if clock:
                clock.tell()
            if self.phase == "over":
                self.tell_room()

        self.write(rows, statements, kept, clock.run if clock else None)

    def write(
        self,
        rows: list[MoveRow],
        others: list[Statement],
        done: Callable[[], None],
        run: Callable[[], None] | None = None,
    ) -> None:
        """Keep this; once it is kept, and not before, do the rest. A clock that is kept with it `run`s in any case."""
        self.writing = True

        def written(kept: bool) -> None:
            if not kept:
                LOG.error("room.not_kept", extra={"room": self.name})
                self.hall.metrics.lost += 1
            elif run:
                run()
            if not self.is_live:
                return
            self.writing = False
            if not kept:
                self.mend()
                return
            try:
                done()
                self.go_on()
            except Exception:
                LOG.exception("room.broken", extra={"room": self.name})
                self.mend()

        self.hall.store.write(Write(rows, others, written))

    def mend(self) -> None:
        """What is in memory is not what is kept, or was not told: take everything from the database again."""
        self.writing = True  # nothing else is done meanwhile
        self.hall.spawn(self.reload())

    async def reload(self) -> None:
        try:
            kept = await self.hall.store.load_room(self.name)
            if not self.is_live:
                return
            assert kept
            premoves.drop_all(self, "refuse.store")
            self.restore(kept)
            self.writing = False
            self.hall.clocks.arm(self.name, AGAIN)
            for line in self.lines:
                line.viewer = self.viewer_of(line)
            self.tell_room()
            for line in self.lines:
                self.refuse(line, {"key": "refuse.store"})
            self.go_on()
        except Exception:
            LOG.exception("room.broken", extra={"room": self.name})
            self.hall.forget(self)

    # ------------------------------------------------------------ what comes next

    def go_on(self) -> None:
        """What waits, then what was prepared, then whose turn it is if that is a bot."""
        if self.hall.closing:
            return
        while self.inbox and not self.writing:
            self.inbox.popleft()()
        if self.queues.waiting and self.queues.is_due(self):
            premoves.play_next(self)
        if not self.writing and not self.thinking and self.is_bot_due:
            self.think(take_turn(self))

    def think(self, work: Coroutine[Any, Any, None]) -> None:
        """Let a bot come to a decision; one at a time."""
        self.thinking = asyncio.get_running_loop().create_task(work)
        self.thinking.add_done_callback(self.thought)

    def thought(self, task: asyncio.Task[None]) -> None:
        """A bot's turn came to its end; where it failed, the room is opened anew by whoever comes back."""
        if not task.cancelled() and (problem := task.exception()):
            LOG.error("bot.broken", exc_info=problem, extra={"room": self.name})
            self.hall.forget(self)

    def stands(self, log: Log, ply: int) -> bool:
        """Whether the game is still where it was when somebody began to think: nothing was played or read anew."""
        return self.log is log and self.ply == ply and self.phase == "playing"

    def stop_thinking(self, place: int) -> None:
        """Whatever a bot of this seat thinks is no longer wanted."""
        if self.thinking and self.log.state.actor == place:
            self.thinking.cancel()
            self.thinking = None

    @property
    def is_bot_due(self) -> bool:
        """Whether a bot decides, and a person is at the table or will decide after it."""
        actor = self.log.state.actor
        if self.phase != "playing" or actor < 0 or not self.seats[actor].bot:
            return False
        awaited = any(seat.guest and not seat.bot for seat in self.seats)
        return awaited or any(self.seats_of(line.guest) for line in self.lines)

    # ------------------------------------------------------------ telling

    def tell_tables(self) -> None:
        """The table as it is now, to every page as far as it may see."""
        views: dict[int, View] = {}
        ply = self.ply
        for line in self.lines:
            view = views.get(line.viewer)
            if view is None:
                view = views[line.viewer] = self.view(line.viewer)
            line.sender.send(view.since(line.ply))
            line.ply = ply

    def tell_table(self, line: Line) -> None:
        """The table as it is now, to one page that has seen none."""
        if self.phase != "lobby":
            line.ply = -1
            self.show(line, True)

    def show(self, line: Line, whole: bool = False) -> None:
        line.sender.send(self.view(line.viewer).since(line.ply, whole))
        line.ply = self.ply

    def view(self, viewer: int) -> View:
        return self.views.table(self.log.state, self.log.entries, self.log.stage_scores, viewer)

    def tell_talk(self, line: Line) -> None:
        """What was said here lately, to a page that has heard nothing."""
        if self.terms.talk and self.talk.words:
            line.tell(self.talk.lately(line.guest))

    def tell_soon(self) -> None:
        """Tell who is there, once for all who come and go meanwhile: the more there are, the later."""
        if self.telling is None:
            self.telling = asyncio.get_running_loop().call_later(CROWD * len(self.lines), self.tell_room)

    def tell_room(self) -> None:
        """All but the game, to every page."""
        if self.telling:
            self.telling.cancel()  # or it is this one
            self.telling = None
        self.tell_room_to(self.lines)

    def tell_room_to(self, lines: list[Line]) -> None:
        seats = self.seat_lines()
        watching = len({line.guest for line in self.lines if not self.seats_of(line.guest)})
        told = Room(
            room=self.name,
            game=self.kind.game.name,
            options=self.kind.options,
            terms=self.terms,
            phase=self.phase,
            open=self.open,
            seats=seats,
            me=None,
            mine=[],
            host=False,
            spectators=watching,
            invite="",
            rematch=self.rematch,
            opener=self.opener,
            forfeits=self.forfeits,
            asks=self.asks,
            agreed=sorted(self.agreed.union(place for place, seat in enumerate(self.seats) if seat.away)),
        )
        for line in lines:
            mine, host = self.seats_of(line.guest), line.guest == self.host
            me = line.viewer if line.viewer >= 0 else None
            line.tell(replace(told, me=me, mine=mine, host=host, invite=self.link(line.base) if mine else ""))

    def seat_lines(self) -> list[Seat]:
        """Who sits there, as everybody may know."""
        online = {line.guest for line in self.lines}
        return [seat.line(place, seat.guest in online) for place, seat in enumerate(self.seats)]


def places(kept: StoredRoom) -> list[Place]:
    """The seats of a room as they are kept."""
    return [
        Place(seat.guest, seat.bot, seat.away, seat.name or seat.guest_name or "", bool(seat.name))
        for seat in kept.seats
    ]
