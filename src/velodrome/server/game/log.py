"""The log of a room's game: restoring it from stored moves, and preparing the moves of a seat."""

from typing import Final, NamedTuple

from velodrome.core.contract import Game, State, Text
from velodrome.core.errors import IllegalMove, UnknownMove
from velodrome.core.log import CHECKPOINT_EVERY, Entry, Log, Turn

UNDO_PREFIX: Final = "@undo "  # how an undo is stored; no move of a game begins like that
MAX_UNDOS = 200  # in one game: opening the room replays each of them


class Refusal(NamedTuple):
    """Why a move could not be played."""

    why: Text
    is_game_text: bool  # the game's text; otherwise the page's


def entry_text(game: Game, entry: Entry) -> str:
    """An entry as it is stored and sent: the move's text, or "@undo 3"."""
    return f"{UNDO_PREFIX}{-entry.move}" if entry.move < 0 else game.text(entry.move)


def restore_log(game: Game, seed: bytes, texts: list[str], start: State | None = None) -> Log:
    """Replay stored moves; UnknownMove if one of them does not exist in this game."""
    log = Log(game, seed, start)
    turn = Turn(log)
    for ply, text in enumerate(texts, 1):
        if text.startswith(UNDO_PREFIX):
            log.append(turn)
            log.append(undo_of(log, ply, text))
            turn = Turn(log)
        elif text in game.index:
            turn.play(game.index[text])
            if len(turn.entries) == CHECKPOINT_EVERY:  # so that the log gets its checkpoints
                log.append(turn)
                turn = Turn(log)
        else:
            raise unknown(game, ply)
    log.append(turn)
    return log


def undo_of(log: Log, ply: int, text: str) -> Turn:
    """The undo that a stored text describes."""
    try:
        return log.undo(int(text[len(UNDO_PREFIX) :]))
    except (IllegalMove, ValueError):
        raise unknown(log.game, ply) from None


def unknown(game: Game, ply: int) -> UnknownMove:
    """An error that does not name the move: under other rules it may have been a hidden card."""
    return UnknownMove(f"what is stored for ply {ply} is not a move of {game.name}.")


def open_game(log: Log) -> Turn:
    """Prepare everything before the first decision, or after a log that was cut short."""
    turn = Turn(log)
    turn.settle()
    return turn


def play_moves(log: Log, seat: int, texts: list[str]) -> tuple[Turn, Refusal | None]:
    """Prepare a seat's moves and what follows from them; stop at the first that cannot be played, and say why."""
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
