"""Moves prepared ahead: kept in memory by a room, told to nobody but their guest, played when their moment comes.

A queue waits while something else is asked of its seat, and is dropped with a word when its first move is not open at
the moment for which it was meant. Once that moment has come, what is left must be open at once, or be among what the
seat can prepare then: a second bid is not meant for another square.
"""

from typing import TYPE_CHECKING

from velodrome.core.contract import OVER, State, Text
from velodrome.core.narration import narrate
from velodrome.server.game import log
from velodrome.server.game.log import Turn
from velodrome.server.protocol import WEB, Choice, Dropped, Offered, Planned, Prepare, Prepared
from velodrome.server.rooms.connection import Line

if TYPE_CHECKING:
    from velodrome.server.rooms.room import LiveRoom

MOST = 17  # moves of a queue: as many as any game asks for in one go
LATER = "refuse.now."  # how refusals begin that say: something else is asked (`State.refusal`)


class Queues:
    """What the seats of a room have prepared."""

    def __init__(self, ply: int) -> None:
        self.since = ply  # whoever has seen less of the game prepared for another
        self.waiting: dict[int, list[str]] = {}  # by seat; never empty lists
        self.looked = -1  # the ply at which a queue was found to wait for another moment
        self.foreseen: dict[int, set[int]] = {}  # by seat: what it could prepare when its queue was last found to fit
        self.spent: dict[int, int] = {}  # by seat: the ply since which less waits; who has seen less would add it again
        self.doubted: set[int] = set()  # seats that have made such a decision since

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
    key = refusal(room, line) or unfit(room, seat, request)
    if not key and request.moves and state.actor == seat:
        key = "refuse.stale" if seat in room.queues.waiting else "refuse.ahead.turn"  # its first is about to be played
    if key:
        room.refuse(line, {"key": key})
        return
    keep(room, seat, request.moves, set(state.plans(seat)))
    tell(room, seat)


def refusal(room: "LiveRoom", line: Line) -> str:
    """Why nothing can be prepared at this page; "" if something can."""
    return "refuse.ahead.shared" if len(room.seats_of(line.guest)) > 1 else room.barred(line.viewer)


def unfit(room: "LiveRoom", seat: int, request: Prepare) -> str:
    """Why this is no queue; "" if it is one, though others may have decided since it was sent."""
    game = room.kind.game
    if len(request.moves) > MOST:
        return "refuse.ahead.many"
    if any(not 0 <= game.index.get(text, -1) < game.decisions for text in request.moves):
        return "refuse.unknown"
    since = max(room.queues.since, room.queues.spent.get(seat, 0) if request.moves else 0)
    return "" if since <= request.ply <= room.ply else "refuse.stale"


# ---------------------------------------------------------------- what becomes of a queue


def play_next(room: "LiveRoom") -> None:
    """The first move of a queue whose seat decides: played like any other, left for later, or dropped with the rest."""
    seat = room.log.state.actor
    turn, refused = log.played(room.log, seat, room.queues.waiting[seat][:1])
    if refused and str(refused.why["key"]).startswith(LATER):
        room.queues.looked = room.ply
    elif refused:
        drop(room, seat, refused.why, room.kind.game.name if refused.of_game else WEB)
    else:
        room.advance(turn, room.tell_tables)


def moved(room: "LiveRoom", turn: Turn, before: State) -> None:
    """The log has grown from this state on: what was played waits no more, and what makes no sense now is dropped."""
    lost = [] if turn.is_back else [seat for seat in list(room.queues.waiting) if not spend(room, seat, turn, before)]
    if turn.is_back:
        drop_all(room, "dropped.back")
    elif turn.state.actor == OVER:
        drop_all(room, "dropped.over")
    elif turn.sheet:
        drop_all(room, "dropped.round")
    for seat in lost:
        drop(room, seat, {"key": "dropped.after"})


def spend(room: "LiveRoom", seat: int, turn: Turn, before: State) -> bool:
    """Take from a queue what its seat has played by a turn, or was made to play; whether the rest makes sense."""
    queues, state, fits = room.queues, before.copy(), True
    left = queue = queues.waiting[seat]
    for line in turn.heard:
        state.play(line.move)
        if line.actor == seat and fits and left:
            played = room.kind.game.text(line.move) == left[0]
            left = left[1:] if played else left
            if played or line.move in queues.foreseen[seat]:
                queues.doubted.add(seat)
            fits = not left or seat not in queues.doubted or is_fit(queues, seat, state, left[0])
    if left is not queue:
        queues.looked = -1
        queues.waiting[seat] = left
        queues.spent[seat] = room.ply
        tell(room, seat)
    if not left:
        forget(room, seat)
    return fits


def is_fit(queues: Queues, seat: int, state: State, first: str) -> bool:
    """Whether the next of a queue makes sense right after a decision of its seat, before chance brings anything."""
    move = state.game.index[first]
    if state.actor == seat:  # then it is open, or something else is asked before
        if state.allows(move):
            queues.doubted.discard(seat)
        return True
    plans = set(state.plans(seat))
    if move in plans:
        queues.foreseen[seat] = plans
        queues.doubted.discard(seat)
    return move in plans


def drop_all(room: "LiveRoom", key: str) -> None:
    """Nothing that was prepared up to now counts any more."""
    room.queues.since = room.ply
    for seat in list(room.queues.waiting):
        drop(room, seat, {"key": key}, WEB)


def drop(room: "LiveRoom", seat: int, why: Text, of: str = WEB) -> None:
    """Forget the queue of a seat, and say why to whoever prepared it."""
    queue = room.queues.waiting.get(seat)
    forget(room, seat)
    if queue:
        room.queues.spent[seat] = room.ply
        tell(room, seat, Dropped(room.ply, planned(room, queue[0]), why, of))


def keep(room: "LiveRoom", seat: int, moves: list[str], plans: set[int]) -> None:
    """Let these wait, which fit what the seat can prepare now."""
    forget(room, seat)
    if moves:
        room.queues.waiting[seat], room.queues.foreseen[seat] = moves, plans


def forget(room: "LiveRoom", seat: int) -> None:
    room.queues.looked = -1
    room.queues.waiting.pop(seat, None)
    room.queues.foreseen.pop(seat, None)
    room.queues.doubted.discard(seat)


# ---------------------------------------------------------------- telling


def tell(room: "LiveRoom", seat: int, *words: Dropped) -> None:
    """What a seat has prepared, to the pages of its guest and to nobody else."""
    for line in room.lines:
        if line.guest == room.seats[seat].guest:
            for word in words:
                line.tell(word)
            line.tell(prepared(room, seat))


def arrived(room: "LiveRoom", line: Line) -> None:
    """What the guest of a new page has prepared; nothing, too: the page may know of more, from before a restart."""
    mine = room.seats_of(line.guest)
    if room.phase == "playing" and len(mine) == 1:
        line.tell(prepared(room, mine[0]))


def prepared(room: "LiveRoom", seat: int) -> Prepared:
    return Prepared([planned(room, text) for text in room.queues.waiting.get(seat, [])])


def planned(room: "LiveRoom", text: str) -> Planned:
    return Planned(text, narrate(room.kind.game.name, text))
