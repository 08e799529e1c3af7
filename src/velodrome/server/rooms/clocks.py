"""The clock of one room: its state after a turn or a change of seats, and the messages that tell pages about it."""

from velodrome.core.log import Turn
from velodrome.server.protocol import Times
from velodrome.server.rooms.clock_state import ClockState, clock_after_reseat, clock_after_turn, start_clock
from velodrome.server.rooms.connection import Connection
from velodrome.server.rooms.room import ClockChange, Room
from velodrome.server.rooms.state import RoomSeat


def next_clock(room: Room, seats: list[RoomSeat], actor: int, ply: int, turn: Turn | None = None) -> ClockChange | None:
    """Return the change of the clock to save after a turn or a change of seats; None if there is nothing to save.

    `seats` are the room's seats after the turn or the change of seats. `actor` decides next, at `ply`; if `actor` is
    OVER, the change deletes the clock. There is nothing to save if the room has no clock, or if the clock has not
    started because somebody who plays has not connected yet.
    """
    if not room.has_clock:
        return None
    clocks = room.context.clocks
    old = clocks.get(room.name)
    if old is None and not room.is_complete:
        return None  # the clock of a rematch starts only when everybody has connected
    if actor < 0:
        return ClockChange(room.name, None)
    return ClockChange(room.name, next_state(room, old, seats, actor, ply, turn))


def next_state(
    room: Room, old: ClockState | None, seats: list[RoomSeat], actor: int, ply: int, turn: Turn | None
) -> ClockState:
    """Return the clock's state when `actor` is to decide at this ply.

    `old` is the clock's state until now; None if the clock has not started. The rest is as in `next_clock`.
    """
    now, runs = room.context.clocks.now(), seats[actor].is_played_by_person
    if old is None:
        return start_clock(ply, actor, runs, now, len(seats))
    if old.ply == ply:
        return clock_after_reseat(old, runs, now)
    return clock_after_turn(old, room.info.terms.clock, now, ply, actor, runs, turn)


async def begin_clock(room: Room) -> None:
    """Start the clock of a running game if it has not started and everybody who plays has connected."""
    if room.context.clocks.get(room.name) is not None or room.info.phase != "playing":
        return
    change = next_clock(room, room.seats, room.actor, room.ply)
    if change:
        await room.commit(clock=change)
        send_clocks(room)


def is_late_after_takeback(room: Room, seat: int) -> bool:
    """Return whether the room's clock is enforced and a seat would have no time left after a take-back."""
    clocks = room.context.clocks
    state = clocks.get(room.name)
    return state is not None and state.is_late_after_takeback(room.info.terms.clock, seat, clocks.now())


def send_clocks(room: Room) -> None:
    """Send every page the time that each seat has left."""
    for connection in room.presence.connections:
        send_clock(room, connection)


def send_clock(room: Room, connection: Connection) -> None:
    """Send a page the time that each seat has left."""
    clocks = room.context.clocks
    state = clocks.get(room.name)
    if state:
        now, clock = clocks.now(), room.info.terms.clock
        left = [round(state.left(clock, seat, now), 1) for seat in range(len(room.seats))]
        connection.send(Times(state.ply, state.seat if state.runs else -1, left))
