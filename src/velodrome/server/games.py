"""The log of a room's game: moves as they follow from one another, chance and forced ones included.

Chance is drawn from a secret seed of the room. Each draw has places of its own in the stream, by its ply: it does not
matter how often the server was started in between, nothing repeats, and whoever is shown the seed after the game can
check every draw.
"""

from typing import NamedTuple

from velodrome.core.contract import CHANCE, ONLOOKER, OVER, Game, State, Text
from velodrome.core.errors import UnknownMove
from velodrome.core.rng import Stream
from velodrome.server.views import Heard

PLACES = 20  # bits: places in the stream for each draw, more than any needs

__all__ = ["ONLOOKER", "Log", "Refusal", "begun", "played", "replay"]


class Log(NamedTuple):
    """A game from its start to now. It never changes: a move makes another."""

    game: Game
    seed: bytes
    state: State
    heard: list[Heard]
    sheet: list[list[int]]  # scores at the end of each stage that is over


class Refusal(NamedTuple):
    """A move that could not be played."""

    why: Text
    of_game: bool  # whether the text is the game's; else it is the page's


def replay(game: Game, seed: bytes, moves: list[str]) -> Log:
    """The log of moves that were kept; UnknownMove if one of them is none."""
    log = Log(game, seed, game.start(), [], [])
    for ply, text in enumerate(moves, 1):
        if text not in game.index:
            # logs never hold what was played: under other rules it may have been a hidden card
            raise UnknownMove(f"what stands at ply {ply} is no move of {game.name}.")
        step(log, game.index[text])
    return log


def begun(game: Game, seed: bytes) -> Log:
    """A new game as it stands before the first decision."""
    log = Log(game, seed, game.start(), [], [])
    follow(log)
    return log


def played(log: Log, seat: int, texts: list[str]) -> tuple[Log, Refusal | None]:
    """The log after a seat's moves and all that follows from them; the first that is not open, if there is one."""
    after = Log(log.game, log.seed, log.state.copy(), log.heard.copy(), log.sheet.copy())
    for text in texts:
        state = after.state
        move = after.game.index.get(text, -1)
        if not 0 <= move < after.game.decisions:
            return after, Refusal({"key": "refuse.unknown"}, False)
        if state.actor != seat:
            return after, Refusal({"key": "refuse.turn"}, False)
        if not state.allows(move):
            return after, Refusal(state.seen_by(seat).refusal(move), True)
        step(after, move)
        follow(after)
    return after, None


def follow(log: Log) -> None:
    """Chance's moves, and those that nobody is asked for, until a seat must decide."""
    state = log.state
    while state.actor != OVER:
        if state.actor == CHANCE:
            step(log, draw(log))
        elif is_forced(state):
            step(log, state.nth(0))
        else:
            return


def is_forced(state: State) -> bool:
    """Whether a seat has one move, and playing it at once tells nothing."""
    return state.actor >= 0 and state.count() == 1 and state.nth(0) not in state.game.asked


def draw(log: Log) -> int:
    """What chance brings at this ply."""
    return Stream(log.seed, len(log.heard) << PLACES).choose(log.state.chance())


def step(log: Log, move: int) -> None:
    """One move, on record."""
    state = log.state
    stage = state.stage
    log.heard.append(Heard(state.actor, move, state.audience(move)))
    state.play(move)
    if state.stage != stage or state.actor == OVER:
        log.sheet.append(state.scores())
