"""Take-backs: granted at once if nobody has learned anything since the decision, otherwise after a vote.

An undo is appended to the log; no entry is ever removed.
"""

from velodrome.server.game.log import MAX_UNDOS
from velodrome.server.game.takeback import find_takeback
from velodrome.server.protocol import Agree, Back
from velodrome.server.rooms.broadcast import refuse, send_room
from velodrome.server.rooms.clocks import is_late_after_takeback
from velodrome.server.rooms.connection import Connection
from velodrome.server.rooms.moves import play_turn
from velodrome.server.rooms.room import Room


async def take_back(room: Room, connection: Connection, request: Back) -> None:
    """Undo a seat's last decision at once if no vote is needed, otherwise start a vote."""
    seat = connection.viewer if request.seat is None else request.seat
    key = refuse_takeback(room, connection, seat, request.ply)
    if key:
        refuse(room, connection, key)
        return
    found = find_takeback(room.log, seat)
    if not found.moves:
        refuse(room, connection, "refuse.nothing")
    elif is_late_after_takeback(room, seat):
        refuse(room, connection, "refuse.back.late")
    elif found.is_free or not voters(room, seat):
        await undo(room, found.moves)
    elif room.takeback.denied.get(seat) == room.ply:
        refuse(room, connection, "refuse.back.no")
    elif room.takeback.asker is not None:
        refuse(room, connection, "refuse.back.asked")
    else:
        room.takeback.ask(seat)
        send_room(room)


async def vote(room: Room, connection: Connection, request: Agree) -> None:
    """Record a vote on the pending take-back: undo when all agree, cancel on the first no.

    The seat that asked may cancel, too.
    """
    seat, asker = connection.viewer, room.takeback.asker
    is_refused = asker is None or room.refuse_game_request(seat, request.ply)
    if not is_refused and seat == asker and not request.yes:
        room.takeback.close()
        send_room(room)
        return
    if is_refused or asker is None or seat not in voters(room, asker):
        refuse(room, connection, "refuse.stale")
        return
    if not request.yes:
        deny(room, asker)
        return
    room.takeback.agreed.add(seat)
    if room.takeback.agreed >= voters(room, asker):
        await undo(room, find_takeback(room.log, asker).moves)
    else:
        send_room(room)


def deny(room: Room, asker: int) -> None:
    """Cancel the pending take-back, and send a refusal to the guest whose seat (`asker`) requested it."""
    room.takeback.denied[asker] = room.ply
    room.takeback.close()
    send_room(room)
    for page in room.presence.connections:
        if page.guest == room.seats[asker].guest:  # even if a shared device shows the seat that said no
            refuse(room, page, "refuse.back.no")


async def recount_votes(room: Room) -> None:
    """Check the pending take-back after a change of seats.

    Cancel it if a bot now plays for the seat that asked. Carry it out if all seats that still have a vote have agreed.
    """
    asker = room.takeback.asker
    if asker is None:
        return
    if room.seats[asker].bot:
        room.takeback.close()
        send_room(room)
    elif room.takeback.agreed >= voters(room, asker):
        await undo(room, find_takeback(room.log, asker).moves)


def refuse_takeback(room: Room, connection: Connection, seat: int, ply: int) -> str:
    """Return the key of the reason why a page may not request a take-back for this seat; "" if it may."""
    if seat != connection.viewer and seat not in room.seats_of(connection.guest):
        return "refuse.look"
    if not room.info.terms.back:
        return room.refuse_game_request(seat) or "refuse.back"
    return room.refuse_game_request(seat, ply) or ("refuse.back.often" if room.log.undos >= MAX_UNDOS else "")


def voters(room: Room, seat: int) -> set[int]:
    """Return the seats whose people must agree to a take-back by `seat`.

    These are the other seats held by guests, even if they are offline, but not guests who left.
    """
    return {other for other, each in enumerate(room.seats) if other != seat and each.guest and not each.is_away}


async def undo(room: Room, moves: int) -> None:
    """Undo the last `moves` moves, and stop a bot that is thinking about the current position."""
    if room.bot_task:
        room.stop_bot(room.actor)
    await play_turn(room, room.log.undo(moves))
