"""Follow-up to the last job in a room's queue: play a premove that is due, or start the bot whose turn it is."""

from collections.abc import Awaitable

from velodrome.server.game.log import play_moves
from velodrome.server.protocol import WEB
from velodrome.server.rooms.bot_turns import is_bot_due, start_thinking, take_turn
from velodrome.server.rooms.moves import play_turn
from velodrome.server.rooms.premoves import drop, is_premove_due
from velodrome.server.rooms.room import Room

FOR_LATER = "refuse.now."  # prefix of refusals that mean: another decision comes first (`State.refusal`)


def follow_up(room: Room) -> Awaitable[None] | None:
    """If a premove is due, return a job that plays it; otherwise start the bot whose turn it is, and return None."""
    if room.premoves.queued and is_premove_due(room):
        return play_premove(room)
    if room.bot_task is None and is_bot_due(room):
        start_thinking(room, take_turn(room))
    return None


async def play_premove(room: Room) -> None:
    """Play the actor's first premove.

    If the game asks for another kind of decision first, the premoves stay. If the premove is illegal, all are dropped.
    """
    seat = room.actor
    turn, refusal = play_moves(room.log, seat, room.premoves.queued[seat][:1])
    if refusal is None:
        await play_turn(room, turn)
    elif str(refusal.why["key"]).startswith(FOR_LATER):
        room.premoves.checked_ply = room.ply
    else:
        drop(room, seat, refusal.why, room.spec.game.name if refusal.is_game_text else WEB)
