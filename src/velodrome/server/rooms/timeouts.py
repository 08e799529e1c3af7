"""What happens when somebody's time is up: a bot makes the move or takes the seat, or the game is lost."""

from velodrome.core.contract import State
from velodrome.core.log import Log
from velodrome.server.rooms import handlers, premoves
from velodrome.server.rooms.room import LiveRoom
from velodrome.server.rooms.seats import USUAL
from velodrome.server.store.statements import Statement, save_forfeit, update_room


def late(room: LiveRoom, seat: int) -> None:
    """Do what the terms of a table say of who is late."""
    if room.terms.late == "forfeit":
        forfeit(room, seat)
    elif room.terms.late == "seat":
        handlers.reseat(room, seat, room.seats[seat].played_by(USUAL))
    elif not room.thinking:
        room.think(stand_in(room, seat))


# ---------------------------------------------------------------- a bot makes the move


async def stand_in(room: LiveRoom, seat: int) -> None:
    """A bot decides once for a person, who may still be quicker."""
    log, ply = room.log, room.ply
    texts = await decision(room, log.state.copy(), seat)
    room.thinking = None
    room.when_free(lambda: decided(room, log, ply, seat, texts))


async def decision(room: LiveRoom, state: State, seat: int) -> list[str]:
    """What a bot does in place of a person: one move, or all of those by which a kingdom is laid unseen."""
    texts: list[str] = []
    unseen = True
    while unseen and state.actor == seat:
        async with room.hall.thinkers.slots.one(room.whose):
            texts.append(await room.hall.thinkers.decide(room.kind, state.seen_by(seat), USUAL))
        move = room.kind.game.index[texts[-1]]
        unseen = state.audience(move) == 1 << seat
        state.play(move)
    return texts


def decided(room: LiveRoom, log: Log, ply: int, seat: int, texts: list[str]) -> None:
    """Play it, if it is still asked."""
    if room.stands(log, ply):
        room.try_moves(seat, texts, None)
    else:  # somebody else may have been late meanwhile, with no bot free to think
        room.hall.clocks.arm(room.name)


# ---------------------------------------------------------------- the game is lost


def forfeit(room: LiveRoom, seat: int) -> None:
    """Of two seats the other one wins; where more play, a bot goes on for who has lost."""
    row = save_forfeit(room.name, seat, room.ply + 1)
    if len(room.seats) == 2:
        end(room, seat, row)
    else:

        def lost() -> None:
            room.forfeits.append(seat)
            room.tell_room()

        handlers.reseat(room, seat, room.seats[seat].played_by(USUAL, True), row, then=lost)


def end(room: LiveRoom, seat: int, row: Statement) -> None:
    """The game is over before its end."""
    clock = room.hall.clocks.end(room)

    def done() -> None:
        room.phase = "over"
        room.forfeits.append(seat)
        premoves.drop_all(room, "dropped.over")
        room.tell_room()

    room.write([], [row, update_room(room.name, phase="over"), clock.statement], done, clock.run)
