"""Moves prepared ahead: kept in memory by a room, told to nobody but their guest, played when their moment comes.

A queue waits while something else is asked of its seat, and is dropped with a word when its first move is not open at
the moment for which it was meant.
"""

from typing import TYPE_CHECKING

from velodrome.core.contract import OVER, Text
from velodrome.core.telling import told
from velodrome.server import games
from velodrome.server.games import Turn
from velodrome.server.lines import Line
from velodrome.server.messages import WEB, Choice, Dropped, Offered, Planned, Prepare, Prepared

if TYPE_CHECKING:
    from velodrome.server.rooms import LiveRoom

MOST = 8  # moves of a queue
LATER = "refuse.now."  # how refusals begin that say: something else is asked (`State.refusal`)


class Queues:
    """What the seats of a room have prepared."""

    def __init__(self, ply: int) -> None:
        self.since = ply  # whoever has seen less of the game prepared for another
        self.waiting: dict[int, list[str]] = {}  # by seat; never empty lists
        self.looked = -1  # the ply at which a queue was found to wait for another moment

    def is_due(self, room: "LiveRoom") -> bool:
        """Whether the first of a queue is to be played or dropped now."""
        actor = room.log.state.actor
        return (
            actor in self.waiting
            and self.looked != room.ply
            and room.phase == "playing"
            and not room.seats[actor].bot
            and not room.writing
        )


# ---------------------------------------------------------------- what a page asks


def offer(room: "LiveRoom", line: Line) -> None:
    """What the own seat could prepare now; nothing where its own turn has come meanwhile."""
    key = refusal(room, line)
    if key:
        room.refuse(line, {"key": key})
        return
    moves = room.kind.game.moves
    plans = room.log.state.plans(line.viewer)
    found = [Choice(moves[move].text, list(moves[move].picks), preview) for move, preview in plans.items()]
    line.tell(Offered(room.ply, found))


def prepare(room: "LiveRoom", line: Line, request: Prepare) -> None:
    """Set the queue of the own seat, or clear it."""
    seat, state = line.viewer, room.log.state
    key = refusal(room, line) or unfit(room, request)
    if not key and request.moves and state.actor == seat:
        key = "refuse.ahead.turn"
    if key:
        room.refuse(line, {"key": key})
        return
    keep(room, seat, request.moves)
    tell(room, seat)


def refusal(room: "LiveRoom", line: Line) -> str:
    """Why nothing can be prepared at this page; "" if something can."""
    return "refuse.ahead.shared" if len(room.seats_of(line.guest)) > 1 else room.barred(line)


def unfit(room: "LiveRoom", request: Prepare) -> str:
    """Why this is no queue; "" if it is one, though others may have decided since it was sent."""
    game = room.kind.game
    if len(request.moves) > MOST:
        return "refuse.ahead.many"
    if any(not 0 <= game.index.get(text, -1) < game.decisions for text in request.moves):
        return "refuse.unknown"
    return "" if room.queues.since <= request.ply <= room.ply else "refuse.stale"


# ---------------------------------------------------------------- what becomes of a queue


def play_next(room: "LiveRoom") -> None:
    """The first move of a queue whose seat decides: played like any other, left for later, or dropped with the rest."""
    seat = room.log.state.actor
    first, *rest = room.queues.waiting[seat]
    turn, refused = games.played(room.log, seat, [first])
    if refused and str(refused.why["key"]).startswith(LATER):
        room.queues.looked = room.ply
    elif refused:
        drop(room, seat, refused.why, room.kind.game.name if refused.of_game else WEB)
    else:
        keep(room, seat, rest)  # before it is written: it is never played twice

        def done() -> None:
            room.tell_tables()
            tell(room, seat)

        room.advance(turn, done)


def moved(room: "LiveRoom", turn: Turn) -> None:
    """The log has grown: what was prepared for a round that is over, or for moves that were taken back, is dropped."""
    if turn.heard and turn.heard[0].move < 0:
        drop_all(room, "dropped.back")
    elif turn.state.actor == OVER:
        drop_all(room, "dropped.over")
    elif turn.sheet:
        drop_all(room, "dropped.round")


def drop_all(room: "LiveRoom", key: str) -> None:
    """Nothing that was prepared up to now counts any more."""
    room.queues.since = room.ply
    for seat in list(room.queues.waiting):
        drop(room, seat, {"key": key}, WEB)


def drop(room: "LiveRoom", seat: int, why: Text, of: str = WEB) -> None:
    """Forget the queue of a seat, and say why to whoever prepared it."""
    queue = room.queues.waiting.pop(seat, [])
    if queue:
        tell(room, seat, Dropped(room.ply, planned(room, queue[0]), why, of))


def keep(room: "LiveRoom", seat: int, moves: list[str]) -> None:
    room.queues.looked = -1
    if moves:
        room.queues.waiting[seat] = moves
    else:
        room.queues.waiting.pop(seat, None)


# ---------------------------------------------------------------- telling


def tell(room: "LiveRoom", seat: int, *words: Dropped) -> None:
    """What a seat has prepared, to the pages of its guest and to nobody else."""
    for line in room.lines:
        if line.guest == room.seats[seat].guest:
            for word in words:
                line.tell(word)
            line.tell(prepared(room, seat))


def arrived(room: "LiveRoom", line: Line) -> None:
    """What the guest of a new page has prepared, if anything."""
    for seat in room.seats_of(line.guest):
        if seat in room.queues.waiting:
            line.tell(prepared(room, seat))


def prepared(room: "LiveRoom", seat: int) -> Prepared:
    return Prepared([planned(room, text) for text in room.queues.waiting.get(seat, [])])


def planned(room: "LiveRoom", text: str) -> Planned:
    return Planned(text, told(room.kind.game.name, text))
