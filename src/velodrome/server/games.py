"""The log of a room's game: moves as they follow from one another, chance and forced ones included.

Chance is drawn from a secret seed of the room. Each draw has places of its own in the stream, by its ply: it does not
matter how often the server was started in between, nothing repeats, and whoever had the seed after the game could
check every draw.
"""

from typing import Final, NamedTuple

from velodrome.core.contract import CHANCE, ONLOOKER, OVER, Game, State, Text
from velodrome.core.errors import UnknownMove
from velodrome.core.rng import Stream
from velodrome.server.views import Heard

PLACES = 20  # bits: places in the stream for each draw, more than any needs

__all__ = ["ONLOOKER", "Log", "Refusal", "Turn", "opening", "played", "replay"]


NONE: Final[list[Text]] = []  # what came of most moves: shared, as a log holds many of them


class Log:
    """A game from its start to now: it only grows, by turns that were kept."""

    def __init__(self, game: Game, seed: bytes) -> None:
        self.game = game
        self.seed = seed
        self.state: State = game.start()
        self.heard: list[Heard] = []
        self.sheet: list[list[int]] = []  # scores at the end of each stage that is over

    def take(self, turn: "Turn") -> None:
        """What was only played is now the log."""
        self.state = turn.state
        self.heard += turn.heard
        self.sheet += turn.sheet


class Turn:
    """What would be added to a log: moves of a seat, and all that follows from them."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.state: State = log.state.copy()
        self.heard: list[Heard] = []
        self.sheet: list[list[int]] = []

    def draw(self) -> int:
        """What chance brings at this ply."""
        ply = len(self.log.heard) + len(self.heard)
        return Stream(self.log.seed, ply << PLACES).choose(self.state.chance())

    def step(self, move: int, before: State) -> None:
        """One move, on record; `before` is the state as it is now, which nothing changes."""
        state = self.state
        audience = state.audience(move)
        state.play(move)
        self.heard.append(Heard(before.actor, move, audience, state.outcomes(before) or NONE))
        if state.stage != before.stage or state.actor == OVER:
            self.sheet.append(state.scores())

    def follow(self) -> None:
        """Chance's moves, and those that nobody is asked for, until a seat must decide."""
        state = self.state
        while state.actor != OVER:
            if state.actor == CHANCE:
                self.step(self.draw(), state.copy())
            elif is_forced(state):
                self.step(state.nth(0), state.copy())
            else:
                return


class Refusal(NamedTuple):
    """A move that could not be played."""

    why: Text
    of_game: bool  # whether the text is the game's; else it is the page's


def replay(game: Game, seed: bytes, moves: list[str]) -> Log:
    """The log of moves that were kept; UnknownMove if one of them is none."""
    log = Log(game, seed)
    turn = Turn(log)
    for ply, text in enumerate(moves, 1):
        if text not in game.index:
            # logs never hold what was played: under other rules it may have been a hidden card
            raise UnknownMove(f"what stands at ply {ply} is no move of {game.name}.")
        turn.step(game.index[text], turn.state.copy())
    log.take(turn)
    return log


def opening(log: Log) -> Turn:
    """All that comes before the first decision, or after a log that was cut short."""
    turn = Turn(log)
    turn.follow()
    return turn


def played(log: Log, seat: int, texts: list[str]) -> tuple[Turn, Refusal | None]:
    """A seat's moves and all that follows from them; the first that is not open, if there is one."""
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
        turn.step(move, state.copy() if turn.heard else log.state)
        turn.follow()
    return turn, None


def is_forced(state: State) -> bool:
    """Whether a seat has one move, and playing it at once tells nothing."""
    return state.actor >= 0 and state.count() == 1 and state.nth(0) not in state.game.asked
