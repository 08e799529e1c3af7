"""Taking back: at once while nobody has learned anything, else once everybody agrees. The log only grows by it."""

from velodrome.server.game.log import MAX_UNDOS
from velodrome.server.game.undo import find_takeback
from velodrome.server.protocol import Agree, Back
from velodrome.server.rooms.connection import Line
from velodrome.server.rooms.room import LiveRoom


def take_back(room: LiveRoom, line: Line, request: Back) -> None:
    """What a seat would like to take back: done, or put to the others."""
    seat = line.viewer if request.seat is None else request.seat
    key = refusal(room, line, seat, request.ply)
    if key:
        room.refuse(line, {"key": key})
        return
    found = find_takeback(room.log, seat)
    if not found.moves:
        room.refuse(line, {"key": "refuse.nothing"})
    elif room.hall.clocks.is_late_after_back(room, seat):
        room.refuse(line, {"key": "refuse.back.late"})
    elif found.is_free or not others(room, seat):
        undo(room, found.moves)
    elif room.denied.get(seat) == room.ply:
        room.refuse(line, {"key": "refuse.back.no"})
    elif room.asks is not None:
        room.refuse(line, {"key": "refuse.back.asked"})
    else:
        room.ask_back(seat)


def agree(room: LiveRoom, line: Line, request: Agree) -> None:
    """The answer of a seat to another's question."""
    seat, asks = line.viewer, room.asks
    if asks is None or request.ply != room.ply or seat not in others(room, asks):
        room.refuse(line, {"key": "refuse.stale"})
    elif not request.yes:
        room.denied[asks] = room.ply
        room.ask_back(None)
        for page in room.lines:
            if page.guest == room.seats[asks].guest:  # on a shared device whoever said no is looking
                room.refuse(page, {"key": "refuse.back.no"})
    else:
        room.agreed.add(seat)
        if room.agreed >= others(room, asks):
            undo(room, find_takeback(room.log, asks).moves)
        else:
            room.tell_room()


def reseated(room: LiveRoom) -> None:
    """Somebody sat down or got up: a question may be answered by that, or nobody's any more."""
    if room.asks is None:
        return
    if room.seats[room.asks].bot:
        room.ask_back(None)
    elif room.agreed >= others(room, room.asks):
        undo(room, find_takeback(room.log, room.asks).moves)


def refusal(room: LiveRoom, line: Line, seat: int, ply: int) -> str:
    """Why a page may not ask to take anything back for a seat; "" if it may."""
    if seat != line.viewer and seat not in room.seats_of(line.guest):
        return "refuse.look"
    if not room.terms.back:
        return room.barred(seat) or "refuse.back"
    often = "refuse.back.often" if room.log.undos >= MAX_UNDOS else ""
    return room.barred(seat, ply) or often


def others(room: LiveRoom, seat: int) -> set[int]:
    """The seats of people who would have to agree: who is only gone for a while is one of them, who left is not."""
    return {place for place, other in enumerate(room.seats) if place != seat and other.guest and not other.away}


def undo(room: LiveRoom, moves: int) -> None:
    """Take back so many moves: one more line of the log."""
    if room.thinking:
        room.stop_thinking(room.log.state.actor)
    room.advance(room.log.undo(moves), room.tell_tables)
