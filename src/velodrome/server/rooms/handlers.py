"""What a page may ask of a room: play, sit, leave, hire, start, be renamed, play again; and why not."""

from collections.abc import Callable

from velodrome.bots import LEVELS
from velodrome.core.contract import ONLOOKER, OVER
from velodrome.server.game.explain import why
from velodrome.server.game.log import open_game
from velodrome.server.game.spec import kind_of
from velodrome.server.protocol import (
    WEB,
    Agree,
    Ahead,
    Back,
    Hint,
    Hire,
    Hush,
    Leave,
    Look,
    Ping,
    Play,
    Pong,
    Prepare,
    React,
    Refused,
    Rematch,
    Rename,
    Request,
    Say,
    Sit,
    Start,
    Why,
)
from velodrome.server.rooms import chat, premoves
from velodrome.server.rooms.connection import Line
from velodrome.server.rooms.hints import hint
from velodrome.server.rooms.registry import Wanted, planned
from velodrome.server.rooms.room import LiveRoom
from velodrome.server.rooms.seats import USUAL, Place, new_invite, proper_name
from velodrome.server.rooms.takeback import agree, reseated, take_back
from velodrome.server.store.batch import Write
from velodrome.server.store.statements import Statement, rename_seat, save_guest_name, update_room

WAITING = 4  # requests of one page that may wait for a commit; more are refused


def ask(room: LiveRoom, line: Line, request: Request) -> None:
    """Do what a page asks, now or after what is being written."""
    if type(request) is Why:
        explain(room, line, request)
    elif type(request) is Hint:
        hint(room, line, request)
    elif type(request) is Ahead:
        premoves.offer(room, line)
    elif type(request) is Ping:
        line.tell(Pong())
    elif line.waiting < WAITING:
        line.waiting += 1
        room.when_free(lambda: do(room, line, request))
    else:
        room.refuse(line, {"key": "refuse.busy"})


def do(room: LiveRoom, line: Line, request: Request) -> None:
    """One request of a page; the room is not writing."""
    line.waiting -= 1
    if line not in room.lines:
        return  # gone while it waited
    if isinstance(request, Play):
        play(room, line, request)
    elif isinstance(request, Prepare):
        premoves.prepare(room, line, request)
    elif isinstance(request, Sit):
        sit(room, line, request.seat)
    elif isinstance(request, Leave):
        leave(room, line)
    elif isinstance(request, Hire):
        hire(room, line, request)
    elif isinstance(request, Start):
        start(room, line, request.bot)
    elif isinstance(request, Rename):
        rename(room, line, request)
    elif isinstance(request, Rematch):
        rematch(room, line)
    elif isinstance(request, Look):
        look(room, line, ONLOOKER if request.seat is None else request.seat)
    elif isinstance(request, Say):
        chat.say(room, line, request.text)
    elif isinstance(request, React):
        chat.react(room, line, request.reaction)
    elif isinstance(request, Hush):
        chat.hush(room, line, request.talk)
    elif isinstance(request, Back):
        take_back(room, line, request)
    elif isinstance(request, Agree):
        agree(room, line, request)


def look(room: LiveRoom, line: Line, seat: int) -> None:
    """Show who holds several seats the table from another of them, or as everybody sees it."""
    mine = room.seats_of(line.guest)
    if seat not in mine and (seat != ONLOOKER or len(mine) == 1):
        room.refuse(line, {"key": "refuse.look"})
        return
    if len(mine) <= 1:
        return  # there are no other eyes: the page has seen it all
    line.viewer = seat
    room.tell_room_to([line])
    room.tell_table(line)


def explain(room: LiveRoom, line: Line, request: Why) -> None:
    """Why what is selected cannot be played."""
    if request.ply != room.ply or room.phase == "lobby":
        room.refuse(line, {"key": "refuse.stale"})
        return
    text, of = why(room.kind, room.log.state, line.viewer, request.picks)
    line.tell(Refused(room.ply, text, of))


def play(room: LiveRoom, line: Line, request: Play) -> None:
    """Moves of a person."""
    key = room.barred(line.viewer, request.ply)
    if key:
        room.refuse(line, {"key": key})
    else:
        room.try_moves(line.viewer, request.moves, line)


def reseat(
    room: LiveRoom,
    place: int,
    seat: Place,
    *others: Statement,
    host: str = "",
    then: Callable[[], None] = lambda: None,
) -> None:
    """Keep who sits there, and who is host now; then tell everybody, and show another table who is at another seat."""
    reseat_all(room, {place: seat}, *others, host=host, then=then)


def reseat_all(
    room: LiveRoom,
    seats: dict[int, Place],
    *others: Statement,
    host: str = "",
    then: Callable[[], None] = lambda: None,
) -> None:
    """The same for several places at once."""
    host = host or room.host
    rows: list[Statement] = []
    for place, seat in seats.items():
        rows.append(seat.update(room.name, place))
    after = [seats.get(place, seat) for place, seat in enumerate(room.seats)]
    playing = room.phase == "playing"
    clock = room.hall.clocks.change(room, after, room.log.state.actor, room.ply) if playing else None
    if clock:
        rows.append(clock.statement)

    def done() -> None:
        for place, seat in seats.items():
            premoves.drop(room, place, {"key": "dropped.seat"})  # said to who sat there until now
            room.seats[place] = seat
            if room.is_online(seat.guest):
                room.came.add(seat.guest)
        room.host = host
        for line in room.lines:
            viewer = room.viewer_of(line)
            if viewer != line.viewer:
                line.viewer = viewer
                room.tell_table(line)
        room.tell_room()
        if clock:
            clock.tell()
        then()
        reseated(room)

    room.write([], [*rows, update_room(room.name, host=host), *others], done, clock.run if clock else None)


def sit(room: LiveRoom, line: Line, place: int) -> None:
    """Take a free seat of an open table, or come back to one's own."""
    mine = room.seats_of(line.guest)
    if place in mine and place in room.forfeits:
        room.refuse(line, {"key": "refuse.forfeit"})
    elif mine:
        if place in mine and room.seats[place].bot:
            come_back(room, line, [place])
        else:
            room.refuse(line, {"key": "refuse.seated"})
    elif room.phase != "lobby" or not (room.open or line.invited or line.guest == room.host):
        room.refuse(line, {"key": "refuse.closed"})
    elif line.guest in room.freed:
        room.refuse(line, {"key": "refuse.freed"})
    elif not 0 <= place < len(room.seats) or not room.seats[place].free:
        room.refuse(line, {"key": "refuse.taken"})
    else:
        reseat(room, place, Place(line.guest, name=line.name), save_guest_name(line.guest, line.name))


def come_back(room: LiveRoom, line: Line, mine: list[int]) -> None:
    """Take own seats from the bots that play there."""
    seats: dict[int, Place] = {}
    for place in mine:
        room.stop_thinking(place)
        old = room.seats[place]
        seats[place] = old.played_by("") if old.called else Place(line.guest, name=line.name)
    reseat_all(room, seats)


def welcome(room: LiveRoom, line: Line) -> None:
    """Give who arrives the own seat back, unless they left it; seat who came by the link."""
    mine = room.seats_of(line.guest)
    held = [
        place for place in mine if room.seats[place].bot and not room.seats[place].away and place not in room.forfeits
    ]
    free = [place for place, seat in enumerate(room.seats) if seat.free]
    if line not in room.lines or room.phase == "over":
        return
    if held:
        come_back(room, line, held)
    elif not mine and line.invited and room.phase == "lobby" and free and line.guest not in room.freed:
        sit(room, line, free[0])


def leave(room: LiveRoom, line: Line) -> None:
    """Get up, all who share the device: before the start the seat is free again, in play a bot goes on."""
    mine = room.seats_of(line.guest)
    if not mine or room.phase == "over":
        room.refuse(line, {"key": "refuse.over" if mine else "refuse.seat"})
    elif room.phase == "lobby":
        others = [seat.guest for seat in room.seats if seat.guest not in ("", line.guest)]
        heir = room.heir or (others[0] if others else "")
        reseat_all(room, {place: Place() for place in mine}, host=heir if line.guest == room.host else "")
    else:
        reseat_all(room, {place: room.seats[place].played_by(room.seats[place].bot or USUAL, True) for place in mine})


def hire(room: LiveRoom, line: Line, request: Hire) -> None:
    """Put a bot on a free seat, or on that of somebody who has been gone for a while."""
    if not 0 <= request.seat < len(room.seats) or (request.bot and request.bot not in LEVELS):
        room.refuse(line, {"key": "refuse.unknown"})
        return
    old = room.seats[request.seat]
    if room.phase == "lobby":
        if line.guest != room.host:
            room.refuse(line, {"key": "refuse.host"})
        elif old.guest and (request.bot or old.guest == room.host):
            room.refuse(line, {"key": "refuse.taken"})
        elif old.guest:
            free_seat(room, request.seat)
        else:
            reseat(room, request.seat, Place(bot=request.bot))
    elif room.phase == "over" or not room.seats_of(line.guest) or not request.bot:
        room.refuse(line, {"key": "refuse.over" if room.phase == "over" else "refuse.host"})
    elif old.bot or not room.is_gone(old.guest):
        room.refuse(line, {"key": "refuse.taken"})
    elif room.terms.clock.mode == "enforced":
        room.refuse(line, {"key": "refuse.hire.clock"})
    else:
        reseat(room, request.seat, old.played_by(request.bot))


def free_seat(room: LiveRoom, place: int) -> None:
    """Free the seat of a guest before the start, and say why; they may look on, but not sit down here again.

    The link by which they came seats nobody any more: whoever throws the cookie away is another guest.
    """
    guest, invite = room.seats[place].guest, new_invite()
    saved = update_room(room.name, invite=invite, banned_guests=sorted(room.freed | {guest}))

    def told() -> None:
        room.freed.add(guest)
        room.invite = invite
        room.tell_room()
        for line in room.lines:
            line.invited = False  # whoever has another page open by the old link is another guest too
            if line.guest == guest:
                line.tell(Refused(room.ply, {"key": "refuse.freed"}, WEB))

    reseat(room, place, Place(), saved, then=told)


def succeed(room: LiveRoom) -> None:
    """Make a guest host who is there, if the host still is not."""
    if not room.is_hostless:
        return
    heir = room.heir

    def done() -> None:
        room.host = heir
        room.tell_room()

    room.write([], [update_room(room.name, host=heir)], done)


def start(room: LiveRoom, line: Line, bot: str) -> None:
    """Begin; free seats get bots."""
    if room.phase != "lobby" or line.guest != room.host or bot not in LEVELS:
        key = "unknown" if bot not in LEVELS else "host" if room.phase == "lobby" else "begun"
        room.refuse(line, {"key": f"refuse.{key}"})
    else:
        begin(room, bot)


def begin(room: LiveRoom, bot: str) -> None:
    """The first moves of chance, with bots on free seats."""
    seats = [Place(bot=bot) if seat.free else seat for seat in room.seats]
    rows = [seat.update(room.name, place) for place, seat in enumerate(seats) if seat is not room.seats[place]]

    def done() -> None:
        room.seats, room.phase = seats, "playing"
        room.tell_room()
        room.tell_tables()

    room.advance(open_game(room.log), done, update_room(room.name, phase="playing"), *rows)


def rename(room: LiveRoom, line: Line, request: Rename) -> None:
    """Be called otherwise; the game does not wait for it, nor do those at the table hear of each by itself."""
    name, guest, before = proper_name(request.name), line.guest, line.name
    if not name:
        room.refuse(line, {"key": "refuse.name"})
        return
    if any(room.seats[place].called for place in room.seats_of(guest)):
        rename_shared_seat(room, line, request.seat, name)
        return
    if name == before:
        return

    def done(kept: bool) -> None:
        if not kept:
            room.call(guest, before)
            room.refuse(line, {"key": "refuse.store"})
            return
        place = room.seat_of(guest)
        if place is not None:
            room.seats[place].name = name
        room.tell_soon()

    room.call(guest, name)
    room.hall.store.write(Write([], [save_guest_name(guest, name)], done))


def rename_shared_seat(room: LiveRoom, line: Line, place: int, name: str) -> None:
    """Call one of those who share a device otherwise."""
    if place not in room.seats_of(line.guest):
        room.refuse(line, {"key": "refuse.look"})
        return

    def done() -> None:
        room.seats[place].name, room.seats[place].called = name, True
        room.tell_room()

    room.write([], [rename_seat(room.name, place, name)], done)


def rematch(room: LiveRoom, line: Line) -> None:
    """The same table again, seated as the rules ask."""
    seated = bool(room.seats_of(line.guest))
    if room.phase != "over" or not seated:
        room.refuse(line, {"key": "refuse.playing" if seated else "refuse.seat"})
    elif room.rematch:
        room.tell_room()
    else:
        viewer = room.viewer_of(line)
        again(room, viewer if viewer >= 0 else room.seats_of(line.guest)[0])


def again(room: LiveRoom, opener: int) -> None:
    """A new room with the same people and bots, kept together with the way to it and the seat that asked for it."""
    state = room.log.state
    lost = -1 if state.actor == OVER else room.forfeits[0]
    made = kind_of(room.kind.game.rematch(state, lost))
    seats = [seat.played_by("" if seat.guest else seat.bot) for seat in room.seats]
    new = planned(Wanted(made, seats, room.host, False, room.terms))

    def done() -> None:
        room.hall.made(new)
        room.rematch, room.opener = new.room, opener
        room.tell_room()

    room.write(new.moves, [*new.statements, update_room(room.name, rematch=new.room, opener=opener)], done)
