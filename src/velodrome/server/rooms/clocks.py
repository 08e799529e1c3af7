"""The clock of a room: what it becomes after a turn or a change of seats, and what pages are sent of it."""

from velodrome.core.log import Turn
from velodrome.server.protocol import Times
from velodrome.server.rooms.clock_state import ClockState, clock_after_reseat, clock_after_turn, start_clock
from velodrome.server.rooms.connection import Connection
from velodrome.server.rooms.room import ClockChange, Room
from velodrome.server.rooms.state import RoomSeat


def next_clock(room: Room, seats: list[RoomSeat], actor: int, ply: int, turn: Turn | None = None) -> ClockChange | None:
    """The clock when `actor` decides at this ply, after a turn or with new seats; None where no clock runs."""
    clock = room.info.terms.clock
    if clock.mode == "none":
        return None
    clocks = room.context.clocks
    old = clocks.get(room.name)
    if old is None and not room.is_complete:
        return None  # a rematch does not begin before everybody has come
    if actor < 0:
        return ClockChange(room.name, None)
    return ClockChange(room.name, next_state(room, old, seats, actor, ply, turn))


def next_state(
    room: Room, old: ClockState | None, seats: list[RoomSeat], actor: int, ply: int, turn: Turn | None
) -> ClockState:
    """The state of a running clock when `actor` decides at this ply."""
    now, runs = room.context.clocks.now(), seats[actor].is_played_by_person
    if old is None:
        return start_clock(ply, actor, runs, now, len(seats))
    if old.ply == ply:
        return clock_after_reseat(old, runs, now)
    return clock_after_turn(old, room.info.terms.clock, now, ply, actor, runs, turn)


async def begin_clock(room: Room) -> None:
    """Start the clock of a game in which everybody has come."""
    if room.context.clocks.get(room.name) is not None or room.info.phase != "playing":
        return
    change = next_clock(room, room.seats, room.actor, room.ply)
    if change:
        await room.commit(clock=change)
        send_clocks(room)


def is_late_after_takeback(room: Room, seat: int) -> bool:
    """Whether a seat would have no time left after taking back its last move."""
    clocks = room.context.clocks
    state = clocks.get(room.name)
    return state is not None and state.is_late_after_takeback(room.info.terms.clock, seat, clocks.now())


def send_clocks(room: Room) -> None:
    """Send every page how long each seat may still think."""
    for connection in room.presence.connections:
        send_clock(room, connection)


def send_clock(room: Room, connection: Connection) -> None:
    """Send a page how long each seat may still think."""
    clocks = room.context.clocks
    state = clocks.get(room.name)
    if state:
        now, clock = clocks.now(), room.info.terms.clock
        left = [round(state.left(clock, seat, now), 1) for seat in range(len(room.seats))]
        connection.send(Times(state.ply, state.seat if state.runs else -1, left))
