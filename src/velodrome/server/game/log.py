"""The log of a room's game: moves as they follow from one another, chance and forced ones included.

Chance is drawn from a secret seed of the room. Each draw has places of its own in the stream, by its ply: it does not
matter how often the server was started in between, nothing repeats, and whoever had the seed after the game could
check every draw.
"""

from typing import Final, NamedTuple

from mypy_extensions import mypyc_attr

from velodrome.core.contract import CHANCE, ONLOOKER, OVER, Game, State, Text
from velodrome.core.errors import UnknownMove
from velodrome.core.rng import Stream
from velodrome.server.game.views import UNDO, Heard, undo

PLACES = 20  # bits: places in the stream for each draw, more than any needs
BACKS = 200  # times that moves of one game may be taken back: each is played again by whoever opens the table
APART = 64  # moves between two states that a log remembers: what is taken back is looked for from the last of them on

__all__ = ["ONLOOKER", "Log", "Refusal", "Turn", "back", "opening", "played", "replay", "standing", "taken_back"]


NONE: Final[list[Text]] = []  # what came of most moves: shared, as a log holds many of them


@mypyc_attr(acyclic=True)
class Mark:
    """A state that a log remembers; nothing changes it."""

    def __init__(self, stand: int, stages: int, state: State) -> None:
        self.stand = stand  # moves that stood before it
        self.stages = stages  # that were over
        self.state = state


class Log:
    """A game from its start to now: it only grows, by turns that were kept."""

    def __init__(self, game: Game, seed: bytes, start: State | None = None) -> None:
        self.game = game
        self.seed = seed
        self.start = start  # a position of its own; None for the game's start
        self.state: State = (start or game.start()).copy()
        self.heard: list[Heard] = []
        self.sheet: list[list[int]] = []  # scores at the end of each stage that is over
        self.stand: int = 0  # moves that were not taken back
        self.most: int = 0  # of these there ever were
        self.backs: int = 0  # times that moves were taken back
        self.marks = [Mark(0, 0, self.state)]  # the start, and others on the way to where the game stands

    def take(self, turn: "Turn") -> None:
        """What was only played is now the log."""
        if self.stand >= self.marks[-1].stand + APART:
            self.marks.append(Mark(self.stand, len(self.sheet), self.state))
        self.state = turn.state
        self.heard += turn.heard
        self.stand = turn.stand
        self.most = max(self.most, self.stand)
        del self.sheet[turn.stages :]
        self.sheet += turn.sheet
        if turn.is_back:
            self.backs += 1
            while self.marks[-1].stand > self.stand:
                self.marks.pop()

    def text(self, heard: Heard) -> str:
        """A line as it is kept."""
        return undo(-heard.move) if heard.move < 0 else self.game.text(heard.move)


@mypyc_attr(acyclic=True)
class Turn:
    """What would be added to a log: moves of a seat, and all that follows from them."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.state: State = log.state.copy()
        self.heard: list[Heard] = []
        self.stages: int = len(log.sheet)  # of the log's sheet that stay
        self.sheet: list[list[int]] = []

    @property
    def stand(self) -> int:
        """The moves of the log that stand after it."""
        return self.log.stand + sum([line.move if line.move < 0 else 1 for line in self.heard])

    @property
    def is_back(self) -> bool:
        """Whether moves are taken back by it."""
        return bool(self.heard) and self.heard[-1].move < 0

    @property
    def is_break(self) -> bool:
        """Whether it ends a stage or the game, or takes moves back: what was prepared is dropped (`ahead.moved`)."""
        return bool(self.sheet) or self.is_back

    @property
    def is_again(self) -> bool:
        """Whether the game has been as far before: moves were taken back since."""
        return self.stand <= self.log.most

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


def replay(game: Game, seed: bytes, moves: list[str], start: State | None = None) -> Log:
    """The log of moves that were kept; UnknownMove if one of them is none."""
    log = Log(game, seed, start)
    turn = Turn(log)
    for ply, text in enumerate(moves, 1):
        if text.startswith(UNDO):
            log.take(turn)
            log.take(taken_back(log, int(text[len(UNDO) :])))
            turn = Turn(log)
        elif text in game.index:
            turn.step(game.index[text], turn.state.copy())
            if len(turn.heard) == APART:  # so that the log remembers states on the way
                log.take(turn)
                turn = Turn(log)
        else:  # logs never hold what was played: under other rules it may have been a hidden card
            raise UnknownMove(f"what stands at ply {ply} is no move of {game.name}.")
    log.take(turn)
    return log


def standing(heard: list[Heard]) -> list[Heard]:
    """The moves of a log that were not taken back."""
    return [heard[at] for at in standing_at(heard, len(heard))]


def standing_at(heard: list[Heard], most: int) -> list[int]:
    """Where in a log the moves are that were not taken back: the last of them, so many at most."""
    found: list[int] = []
    gone = 0  # moves before this place that were taken back after it
    for at in range(len(heard) - 1, -1, -1):
        if len(found) == most:
            break
        move = heard[at].move
        if move < 0:
            gone -= move
        elif gone:
            gone -= 1
        else:
            found.append(at)
    found.reverse()
    return found


def taken_back(log: Log, count: int) -> Turn:
    """So many moves less; whoever made the first of them took them back. UnknownMove if there are not as many."""
    if not 1 <= count <= log.stand:
        raise UnknownMove(f"{count} of {log.stand} moves cannot be taken back.")
    stand = log.stand - count
    mark = [mark for mark in log.marks if mark.stand <= stand][-1]
    turn = Turn(log)
    turn.state, turn.stages = mark.state.copy(), mark.stages
    for at in standing_at(log.heard, log.stand - mark.stand)[:-count]:
        turn.step(log.heard[at].move, turn.state.copy())
    turn.heard = [Heard(turn.state.actor, -count, -1, NONE)]
    return turn


class Back(NamedTuple):
    """What a seat would take back."""

    moves: int  # how many: its last decision and all that came after; 0 if it has made none
    free: bool  # nobody learned anything since: no die, no card, no other seat's choice, even one that was taken back


def back(log: Log, seat: int) -> Back:
    """What a seat takes back when it takes back its last decision: a kingdom that it laid unseen is one."""
    marks = log.marks
    since = len(marks) - 1  # the mark from which on it is looked for: the last, then twice as far back each time
    while True:
        places = standing_at(log.heard, log.stand - marks[since].stand)
        last, before = decision(log, places, marks[since].state.copy(), seat)
        # one that the mark may have cut in two is looked for from further back
        if last >= 0 and (since == 0 or not is_run([log.heard[at] for at in places[: last + 1]], seat)):
            return Back(len(places) - last, not is_news(log, log.heard[places[last] :], seat, before))
        if since == 0:
            return Back(0, False)
        since = max(0, 2 * since - len(marks))


def decision(log: Log, places: list[int], state: State, seat: int) -> tuple[int, State]:
    """Which of these moves, played from a state on, began a seat's last decision, and its state; -1 if none did."""
    last, before = -1, state
    for at, place in enumerate(places):
        line = log.heard[place]
        decided = line.actor == seat and not is_forced(state)
        if decided and (last < 0 or not is_run([log.heard[since] for since in places[last : at + 1]], seat)):
            last, before = at, state.copy()
        state.play(line.move)
    return last, before


def is_run(lines: list[Heard], seat: int) -> bool:
    """Whether a seat made these moves, and nobody else saw any of them."""
    return all([line.actor == seat and line.audience == 1 << seat for line in lines])


def is_news(log: Log, lines: list[Heard], seat: int, start: State) -> bool:
    """Whether anybody learned more by these lines than what a seat has openly chosen; it made the first of them."""
    states = [start]  # before each move that stands
    for line in lines:
        if line.move < 0:
            if line.actor != seat:
                return True
            del states[line.move :]
            continue
        if is_telling(log.game, states[-1], line, seat):
            return True
        states.append(states[-1].copy())
        states[-1].play(line.move)
    return False


def is_telling(game: Game, state: State, line: Heard, seat: int) -> bool:
    """Whether a move told anybody a die, a card or another's choice.

    What a seat plays openly is its own to take back. Not what it showed to some alone, nor a truth that it had to tell:
    a forced move tells whoever could not foresee it.
    """
    everybody = (1 << game.seats + 1) - 1
    if line.actor == CHANCE:
        return True
    if is_forced(state):
        viewers = [*range(game.seats), ONLOOKER]
        heard = [viewer for viewer in viewers if line.audience >> (game.seats if viewer < 0 else viewer) & 1]
        return any([state.seen_by(viewer).count() != 1 for viewer in heard if viewer != line.actor])
    return line.actor != seat or line.audience & everybody not in (everybody, 1 << seat)


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
    return state.actor >= 0 and state.count() == 1 and state.nth(0) not in state.game.always_asked
