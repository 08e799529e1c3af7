"""The log of a game: all moves so far. Records, rooms and replays use it.

A log only grows. An undo is one more entry: the moves that it takes back stay in the log but no longer count. Moves
that were not undone are called standing moves. `standing_before` finds them.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy_extensions import mypyc_attr

from velodrome.core.contract import CHANCE, OVER, TRUTH, Game, State, Text
from velodrome.core.driver import Driver
from velodrome.core.errors import IllegalMove
from velodrome.core.rng import Stream

CHECKPOINT_EVERY: Final = 64  # number of standing moves between two checkpoints
UNDO_PREFIX: Final = "@undo "  # start of an undo's text; no move of a game starts like this
EVERYBODY: Final = -1  # audience with every bit set
NO_OUTCOMES: Final[list[Text]] = []  # shared by the many entries without outcomes, to save memory


@mypyc_attr(acyclic=True)  # logs are long; this keeps their entries out of the garbage collector
class Entry:
    """One line of a log: a move or an undo."""

    __slots__ = ("actor", "audience", "move", "outcomes")

    def __init__(self, actor: int, move: int, audience: int, outcomes: list[Text]) -> None:
        self.actor = actor
        self.move = move  # index of the move in the vocabulary; -3: an undo of three moves
        self.audience = audience  # bit mask of the viewers who saw the move itself, as in `State.audience`
        self.outcomes = outcomes  # public consequences of the move

    @property
    def is_undo(self) -> bool:
        return self.move < 0

    def text(self, game: Game) -> str:
        """Return the entry's text as it is stored and sent: the move's text, or "@undo 3"."""
        return game.text(self.move) if self.move >= 0 else f"{UNDO_PREFIX}{-self.move}"


@mypyc_attr(acyclic=True)
class Checkpoint:
    """A saved state from which an undo replays the log's moves. The state must not be modified."""

    def __init__(self, standing: int, stages: int, state: State, draws: dict[str, int]) -> None:
        self.standing = standing  # number of standing moves before this state
        self.stages = stages  # number of stages finished before this state
        self.state = state
        self.draws = draws  # `Log.draws` at this state


class Step(NamedTuple):
    """One entry of a log with the states before and after it; neither state may be modified."""

    ply: int  # the first entry has ply 1
    entry: Entry
    before: State
    after: State
    stage_scores: list[list[int]]  # scores of the seats at the end of each stage finished so far


class Log:
    """A game with all its moves so far.

    Each chance move is drawn from a random stream that `State.chance_stream` names. An undo rewinds the streams, so
    the same dice and cards come again. If `redraws` is true, new dice and cards are drawn after an undo.
    """

    def __init__(self, game: Game, seed: bytes = b"", start: State | None = None, redraws: bool = False) -> None:
        self.game = game
        self.seed = seed  # seed from which a `Turn` draws chance moves
        self.redraws = redraws
        self.start: State = (start or game.start()).copy()
        self.positioned: bool = start is not None  # True if the game starts from a given position
        self.state: State = self.start.copy()
        self.entries: list[Entry] = []
        self.stage_scores: list[list[int]] = []  # scores of the seats at the end of each finished stage
        self.standing: int = 0  # number of standing moves
        self.max_standing: int = 0  # highest number of standing moves that the log has ever had
        self.undos: int = 0
        self.draws: dict[str, int] = {}  # {chance stream: number of standing moves drawn from it}; {} without a seed
        self.checkpoints = [Checkpoint(0, 0, self.start, {})]

    # add entries

    def play(self, move: int) -> None:
        """Play and append one legal move. Legality is not checked, and outcomes are not computed (see `Turn`)."""
        state = self.state
        if self.standing >= self.checkpoints[-1].standing + CHECKPOINT_EVERY:
            self.checkpoints.append(Checkpoint(self.standing, len(self.stage_scores), state.copy(), self.draws.copy()))
        if self.seed and state.actor == CHANCE:
            count_draw(self.draws, state)
        self.entries.append(Entry(state.actor, move, audience_of(state, move), NO_OUTCOMES))
        stage = state.stage
        state.play(move)
        if state.stage != stage or state.actor == OVER:
            self.stage_scores.append(state.scores())
        self.standing += 1
        self.max_standing = max(self.max_standing, self.standing)

    def append(self, turn: "Turn") -> None:
        """Append the moves, or the undo, of a turn that was prepared for this log."""
        if self.standing >= self.checkpoints[-1].standing + CHECKPOINT_EVERY:
            self.checkpoints.append(Checkpoint(self.standing, len(self.stage_scores), self.state, self.draws.copy()))
        self.state = turn.state
        self.draws = turn.draws
        self.entries += turn.entries
        self.standing = turn.standing
        self.max_standing = max(self.max_standing, self.standing)
        del self.stage_scores[turn.kept_stages :]
        self.stage_scores += turn.stage_scores
        if turn.is_undo:
            self.undos += 1
            while self.checkpoints[-1].standing > self.standing:
                self.checkpoints.pop()

    def undo(self, count: int) -> "Turn":
        """Return a turn that undoes the last `count` standing moves; `append` carries it out.

        Raise IllegalMove if `count` is 0 or exceeds the number of standing moves.
        """
        if not 1 <= count <= self.standing:
            raise IllegalMove(f"cannot take back {count} moves of {self.standing}.")
        checkpoint = [point for point in self.checkpoints if point.standing <= self.standing - count][-1]
        turn = Turn(self)
        turn.restore(checkpoint, self.standing_since(checkpoint)[:-count])
        turn.entries = [Entry(turn.state.actor, -count, EVERYBODY, NO_OUTCOMES)]
        return turn

    def copy(self) -> "Log":
        """Return a copy that shares entries and states with this log.

        From then on, add to either log only with `append`: `play` would change the state that they share.
        """
        twin = Log(self.game, self.seed, self.start, self.redraws)
        twin.positioned = self.positioned
        twin.state = self.state
        twin.entries = self.entries.copy()
        twin.stage_scores = self.stage_scores.copy()
        twin.standing, twin.max_standing, twin.undos = self.standing, self.max_standing, self.undos
        twin.draws = self.draws.copy()
        twin.checkpoints = self.checkpoints.copy()
        return twin

    # read entries

    def standing_since(self, checkpoint: Checkpoint) -> list[int]:
        """Return the indices of the standing moves after a checkpoint."""
        return standing_before(self.entries, len(self.entries), self.standing - checkpoint.standing)

    def standing_moves(self, ply: int = -1) -> list[int]:
        """Return the moves that were standing after the first `ply` entries; by default, after all entries."""
        end = len(self.entries) if ply < 0 else ply
        return [self.entries[index].move for index in standing_before(self.entries, end, end)]

    def standing_entries(self) -> list[Entry]:
        """Return the entries of the standing moves."""
        return [self.entries[index] for index in standing_before(self.entries, len(self.entries), self.standing)]

    def undone_by(self, index: int) -> list[int]:
        """Return the indices of the moves that the undo entry at `index` took back."""
        return standing_before(self.entries, index, -self.entries[index].move)

    def steps(self, first: int = 0, start: State | None = None) -> Iterator[Step]:
        """Replay the entries from index `first` on and yield a `Step` for each.

        `start` is the state before these entries; it may be omitted only if `first` is 0. `Step.stage_scores` leaves
        out the stages that ended before `start`.
        """
        begin = (start or self.start).copy()
        done: dict[int, Step] = {}  # {index of an entry: its step}; an undo returns to one of them
        state, scores = begin, list[list[int]]()
        for index in range(first, len(self.entries)):
            entry, before = self.entries[index], state
            if entry.is_undo:
                last = standing_before(self.entries, index + 1, 1)
                back = done[last[0]] if last and last[0] >= first else None
                state, scores = (back.after, back.stage_scores) if back else (begin, [])
            else:
                state = before.copy()
                state.play(entry.move)
                if state.stage != before.stage or state.actor == OVER:
                    scores = [*scores, state.scores()]
            step = Step(index + 1, entry, before, state, scores)
            done[index] = step
            yield step


@mypyc_attr(acyclic=True)
class Turn(Driver):
    """A prepared turn that is not yet in the log: a seat's move and the automatic moves after it, or an undo."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._state: State = log.state.copy()
        self.entries: list[Entry] = []
        self.draws: dict[str, int] = log.draws  # the log's own dict; copied before the first change
        self.kept_stages: int = len(log.stage_scores)  # number of the log's finished stages that remain
        self.stage_scores: list[list[int]] = []

    @property
    def state(self) -> State:
        return self._state

    @property
    def ply(self) -> int:
        """The number of entries in the log once this turn is appended."""
        return len(self.log.entries) + len(self.entries)

    @property
    def standing(self) -> int:
        """The number of standing moves once this turn is appended."""
        return self.log.standing + sum([entry.move if entry.move < 0 else 1 for entry in self.entries])

    @property
    def is_undo(self) -> bool:
        return bool(self.entries) and self.entries[-1].move < 0

    @property
    def repeats_ply(self) -> bool:
        """True for an undo, and for the turns after it until the log has more standing moves than ever before.

        The server adds no time to a clock for these turns.
        """
        return self.standing <= self.log.max_standing

    def play(self, move: int) -> None:
        state = self._state
        before = state.copy() if self.entries else self.log.state
        audience = audience_of(state, move)
        if before.actor == CHANCE and self.log.seed:
            if self.draws is self.log.draws:
                self.draws = self.draws.copy()
            count_draw(self.draws, state)
        state.play(move)
        self.entries.append(Entry(before.actor, move, audience, state.outcomes(before) or NO_OUTCOMES))
        if state.stage != before.stage or state.actor == OVER:
            self.stage_scores.append(state.scores())

    def draw(self) -> int:
        """Return the next chance move. The seed determines it, so a restart of the server does not change it."""
        stream = self._state.chance_stream()
        name = f"{stream}/{self.draws.get(stream, 0)}"
        if self.log.redraws:
            name += f"/{self.log.undos}"
        return Stream(self.log.seed, name).choose(self._state.chance())

    def restore(self, checkpoint: Checkpoint, indices: list[int]) -> None:
        """Set this turn's state to a copy of the checkpoint's state, then replay on it the log's moves at `indices`."""
        state = checkpoint.state.copy()
        self.draws = checkpoint.draws.copy()
        for index in indices:
            if self.log.seed and state.actor == CHANCE:
                count_draw(self.draws, state)
            stage = state.stage
            state.play(self.log.entries[index].move)
            if state.stage != stage or state.actor == OVER:
                self.stage_scores.append(state.scores())
        self._state, self.kept_stages = state, checkpoint.stages


def standing_before(entries: list[Entry], end: int, limit: int) -> list[int]:
    """Return the indices of the last `limit` standing moves in entries[:end], in ascending order."""
    found: list[int] = []
    undone = 0  # number of moves before this index that later undo entries take back
    for index in range(end - 1, -1, -1):
        if len(found) == limit:
            break
        move = entries[index].move
        if move < 0:
            undone -= move
        elif undone:
            undone -= 1
        else:
            found.append(index)
    found.reverse()
    return found


def count_draw(draws: dict[str, int], state: State) -> None:
    """Count the next chance move of `state`: add 1 in `draws`, which is {name of a chance stream: number of draws}."""
    name = state.chance_stream()
    draws[name] = draws.get(name, 0) + 1


def audience_of(state: State, move: int) -> int:
    """Return the audience that a move would have if it were played now.

    For a view, return EVERYBODY: a view contains each move only as its viewer saw it, so nothing needs to be
    hidden.
    """
    return state.audience(move) if state.viewer == TRUTH else EVERYBODY
