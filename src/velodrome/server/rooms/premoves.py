"""Premoves: moves that a guest prepares while others decide. They exist only in memory, and only that guest sees them.

Each seat has a queue of premoves. The first move in it is played when the seat decides. If the game asks the seat for
another decision first, the queue waits. If the first move is illegal when its turn comes, the whole queue is dropped
and the guest is told why. After a premove was played, the next one must be legal at once, or the seat must be able to
prepare it at that point. Otherwise the queue is dropped too. For example, a second bid that was prepared for one
square is not played on another square.
"""

from velodrome.core.contract import OVER, State, Text
from velodrome.core.log import Turn
from velodrome.core.narration import narrate
from velodrome.server.protocol import WEB, Choice, Dropped, Offered, Planned, Prepare, Prepared
from velodrome.server.rooms.broadcast import refuse
from velodrome.server.rooms.connection import Connection
from velodrome.server.rooms.room import Room
from velodrome.server.rooms.state import Premoves

MAX_PREMOVES = 17  # premoves in one queue: the longest series of decisions that a game asks of one seat


# ---------------------------------------------------------------- requests


def offer_premoves(room: Room, connection: Connection) -> None:
    """Answer with the moves that the page's seat could prepare; with no moves if it is the seat's turn."""
    key = refuse_premoves(room, connection)
    if key:
        refuse(room, connection, key)
        return
    moves = room.spec.game.moves
    plans = room.log.state.plans(connection.viewer)
    found = [Choice(moves[move].text, list(moves[move].picks), preview) for move, preview in plans.items()]
    connection.send(Offered(room.ply, found))


async def prepare(room: Room, connection: Connection, request: Prepare) -> None:
    """Replace the premoves of the page's seat; an empty list clears them."""
    seat, state = connection.viewer, room.log.state
    key = refuse_premoves(room, connection) or refuse_queue(room, seat, request)
    if not key and request.moves and state.actor == seat:
        is_about_to_play = seat in room.premoves.queued
        key = "refuse.stale" if is_about_to_play else "refuse.ahead.turn"
    if key:
        refuse(room, connection, key)
        return
    room.premoves.set(seat, request.moves, set(state.plans(seat)))
    send_premoves(room, seat)


def refuse_premoves(room: Room, connection: Connection) -> str:
    """Return the key of the reason why this page cannot have premoves; "" if it can."""
    if len(room.seats_of(connection.guest)) > 1:
        return "refuse.ahead.shared"
    return room.refuse_game_request(connection.viewer)


def refuse_queue(room: Room, seat: int, request: Prepare) -> str:
    """Return the key of the reason why these premoves are invalid or outdated; "" if they may be queued."""
    game, premoves = room.spec.game, room.premoves
    if len(request.moves) > MAX_PREMOVES:
        return "refuse.ahead.many"
    if any([not 0 <= game.index.get(text, -1) < game.decisions for text in request.moves]):
        return "refuse.unknown"
    oldest_ply = max(premoves.since, premoves.spent.get(seat, 0) if request.moves else 0)
    return "" if oldest_ply <= request.ply <= room.ply else "refuse.stale"


# ---------------------------------------------------------------- queues


def is_premove_due(room: Room) -> bool:
    """Return whether the actor has a premove that must be played or dropped now."""
    premoves, actor = room.premoves, room.actor
    return (
        actor in premoves.queued
        and premoves.checked_ply != room.ply
        and room.info.phase == "playing"
        and not room.seats[actor].bot
    )


def update_premoves(room: Room, turn: Turn, before: State) -> None:
    """After a turn, remove the premoves that were played, and drop the queues that are no longer valid.

    `before` is the state before the turn.
    """
    if turn.is_undo:
        drop_all(room, "dropped.back")
        return
    misfits = [seat for seat in list(room.premoves.queued) if not advance_queue(room, seat, turn, before)]
    if turn.state.actor == OVER:
        drop_all(room, "dropped.over")
    elif turn.stage_scores:
        drop_all(room, "dropped.round")
    for seat in misfits:
        drop(room, seat, {"key": "dropped.after"})


def advance_queue(room: Room, seat: int, turn: Turn, before: State) -> bool:
    """Remove the premoves that were played in this turn from a seat's queue, and send the guest the remaining ones.

    Return whether the remaining premoves may stay in the queue. `before` is the state before the turn.
    """
    premoves, state, fits = room.premoves, before.copy(), True
    left = queue = premoves.queued[seat]
    for entry in turn.entries:
        state.play(entry.move)
        if entry.actor == seat and fits and left:
            is_next = room.spec.game.text(entry.move) == left[0]
            left = left[1:] if is_next else left
            if is_next or entry.move in premoves.foreseen[seat]:
                premoves.unconfirmed.add(seat)
            fits = not left or seat not in premoves.unconfirmed or confirm(premoves, seat, state, left[0])
    if left is not queue:
        premoves.checked_ply = -1
        premoves.queued[seat] = left
        premoves.spent[seat] = room.ply
        send_premoves(room, seat)
    if not left:
        premoves.forget(seat)
    return fits


def confirm(premoves: Premoves, seat: int, state: State, text: str) -> bool:
    """Return whether `text`, the seat's next premove, may stay in the queue after the seat has made a decision.

    `state` is the state just after this decision. The premove may stay if the seat decides again now, or can prepare
    the move in `state`. If the move is legal now or can be prepared, also mark the queue as confirmed.
    """
    move = state.game.index[text]
    if state.actor == seat:  # the premove is legal now, or another decision comes first
        if state.allows(move):
            premoves.unconfirmed.discard(seat)
        return True
    plans = set(state.plans(seat))
    if move in plans:
        premoves.foreseen[seat] = plans
        premoves.unconfirmed.discard(seat)
    return move in plans


def drop_all(room: Room, key: str) -> None:
    """Drop all queues, and send each guest the reason: the page's text `key`.

    From now on, also refuse premoves that a page sent before it saw the current ply.
    """
    room.premoves.since = room.ply
    for seat in list(room.premoves.queued):
        drop(room, seat, {"key": key})


def drop(room: Room, seat: int, why: Text, of: str = WEB) -> None:
    """Drop the queue of a seat, and send its guest the reason: `why` and `of`, as in `protocol.Dropped`."""
    queue = room.premoves.queued.get(seat)
    room.premoves.forget(seat)
    if queue:
        room.premoves.spent[seat] = room.ply
        send_premoves(room, seat, Dropped(room.ply, planned_move(room, queue[0]), why, of))


# ---------------------------------------------------------------- messages


def send_premoves(room: Room, seat: int, *messages: Dropped) -> None:
    """Send `messages`, then the premoves of a seat, to all pages of the seat's guest."""
    for connection in room.presence.connections:
        if connection.guest == room.seats[seat].guest:
            for message in messages:
                connection.send(message)
            connection.send(premoves_of(room, seat))


def send_first_premoves(room: Room, connection: Connection) -> None:
    """Send a new page its guest's queue, even an empty one: the page may still show premoves that no longer exist."""
    mine = room.seats_of(connection.guest)
    if room.info.phase == "playing" and len(mine) == 1:
        connection.send(premoves_of(room, mine[0]))


def premoves_of(room: Room, seat: int) -> Prepared:
    return Prepared([planned_move(room, text) for text in room.premoves.queued.get(seat, [])])


def planned_move(room: Room, text: str) -> Planned:
    return Planned(text, narrate(room.spec.game.name, text))
