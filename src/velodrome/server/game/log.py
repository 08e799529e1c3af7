"""The log of a room's game: rebuild it from stored moves, and prepare turns to append to it."""

from typing import NamedTuple

from velodrome.core.contract import Game, State, Text
from velodrome.core.errors import IllegalMove, UnknownMove
from velodrome.core.log import CHECKPOINT_EVERY, UNDO_PREFIX, Log, Turn

MAX_UNDOS = 200  # undos in one game; limited, because loading the room replays each of them


class Refusal(NamedTuple):
    """The reason why a move could not be played."""

    why: Text
    is_game_text: bool  # True: `why` is a text of the game; False: of the page


def restore_log(game: Game, seed: bytes, texts: list[str], start: State | None = None, redraws: bool = False) -> Log:
    """Build a log by replaying stored moves (`texts`) from the state `start` or, if it is None, from the game's start.

    `redraws` says whether dice and cards are drawn anew after an undo. Raise UnknownMove if one of the texts is not a
    move of the game.
    """
    log = Log(game, seed, start, redraws)
    turn = Turn(log)
    for ply, text in enumerate(texts, 1):
        if text.startswith(UNDO_PREFIX):
            log.append(turn)
            log.append(undo_of(log, ply, text))
            turn = Turn(log)
        elif text in game.index:
            turn.play(game.index[text])
            if len(turn.entries) == CHECKPOINT_EVERY:  # split here, because a log saves checkpoints only between turns
                log.append(turn)
                turn = Turn(log)
        else:
            raise unknown(game, ply)
    log.append(turn)
    return log


def undo_of(log: Log, ply: int, text: str) -> Turn:
    """Prepare the turn for `text`, a stored undo such as "@undo 2".

    If the undo is not possible, raise UnknownMove. Its message names `ply`, the place of the undo in the log.
    """
    try:
        return log.undo(int(text[len(UNDO_PREFIX) :]))
    except (IllegalMove, ValueError):
        raise unknown(log.game, ply) from None


def unknown(game: Game, ply: int) -> UnknownMove:
    """Return an UnknownMove error that names the ply but not the move, because the move might name a hidden card."""
    return UnknownMove(f"what is stored for ply {ply} is not a move of {game.name}.")


def open_game(log: Log) -> Turn:
    """Prepare the first turn of a game: the chance and forced moves before the first decision, such as the deal.

    The caller must append this turn to the log.
    """
    turn = Turn(log)
    turn.settle()
    return turn


def play_moves(log: Log, seat: int, texts: list[str]) -> tuple[Turn, Refusal | None]:
    """Prepare a turn with a seat's moves, and the chance and forced moves that follow each of them.

    Stop at the first move that is refused. Return the turn so far, which the caller must append to the log, and the
    refusal (None if no move was refused).
    """
    turn = Turn(log)
    for text in texts:
        state = turn.state
        move = log.game.index.get(text, -1)
        if not 0 <= move < log.game.decisions:
            return turn, Refusal({"key": "refuse.unknown"}, False)
        if state.actor != seat:
            return turn, Refusal({"key": "refuse.turn"}, False)
        if not state.allows(move):
            return turn, Refusal(state.seen_by(seat).refusal(move), True)
        turn.play(move)
        turn.settle()
    return turn, None
