"""The log of a game: every move from its start to now, shared by records, rooms and replays.

A log only grows. An undo is one more entry: the moves that it takes back stay in the log, but no longer stand.
`standing_before` is the only place that interprets undo entries.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy_extensions import mypyc_attr

from velodrome.core.contract import OVER, TRUTH, Game, State, Text
from velodrome.core.driver import Driver
from velodrome.core.errors import IllegalMove
from velodrome.core.rng import Stream

DRAW_BITS: Final = 20  # each ply has 2**20 places in the random stream: more than any draw needs
CHECKPOINT_EVERY: Final = 64  # standing moves between two saved states, from which an undo replays
UNDO_PREFIX: Final = "@undo "  # how the text of an undo begins; no move of a game begins like that
EVERYBODY: Final = -1  # an audience: every bit is set
NO_OUTCOMES: Final[list[Text]] = []  # most moves have none: shared, because a log has many entries


@mypyc_attr(acyclic=True)  # logs are long, and the garbage collector need not look into their entries
class Entry:
    """One line of a log: a move or an undo."""

    __slots__ = ("actor", "audience", "move", "outcomes")

    def __init__(self, actor: int, move: int, audience: int, outcomes: list[Text]) -> None:
        self.actor = actor
        self.move = move  # below 0: an undo of that many moves
        self.audience = audience  # bit mask of the seats that saw the move's face; bit `seats` is the onlooker
        self.outcomes = outcomes  # what everybody learned besides the move itself

    @property
    def is_undo(self) -> bool:
        return self.move < 0

    def text(self, game: Game) -> str:
        """The entry as it is stored and sent: the move's text, or "@undo 3"."""
        return game.text(self.move) if self.move >= 0 else f"{UNDO_PREFIX}{-self.move}"


@mypyc_attr(acyclic=True)
class Checkpoint:
    """A saved state on the way to the current one; it is never changed."""

    def __init__(self, standing: int, stages: int, state: State) -> None:
        self.standing = standing  # how many standing moves lead to it
        self.stages = stages  # how many stages were over
        self.state = state


class Step(NamedTuple):
    """One entry of a log with the states before and after it; neither state may be changed."""

    ply: int  # the first entry has ply 1
    entry: Entry
    before: State
    after: State
    stage_scores: list[list[int]]  # of the stages that were over after it, since the replay began


class Log:
    """A game from its start to now."""

    def __init__(self, game: Game, seed: bytes = b"", start: State | None = None) -> None:
        self.game = game
        self.seed = seed  # of chance, where turns draw it
        self.start: State = (start or game.start()).copy()
        self.positioned: bool = start is not None  # the start is not the game's own
        self.state: State = self.start.copy()
        self.entries: list[Entry] = []
        self.stage_scores: list[list[int]] = []  # scores at the end of each stage that is over
        self.standing: int = 0  # moves that were not undone
        self.max_standing: int = 0  # the most there ever were
        self.undos: int = 0
        self.checkpoints = [Checkpoint(0, 0, self.start)]

    # growing

    def play(self, move: int) -> None:
        """Append one legal move; trusted. Outcomes are not worked out: `Turn` does that."""
        state = self.state
        if self.standing >= self.checkpoints[-1].standing + CHECKPOINT_EVERY:
            self.checkpoints.append(Checkpoint(self.standing, len(self.stage_scores), state.copy()))
        self.entries.append(Entry(state.actor, move, audience_of(state, move), NO_OUTCOMES))
        stage = state.stage
        state.play(move)
        if state.stage != stage or state.actor == OVER:
            self.stage_scores.append(state.scores())
        self.standing += 1
        self.max_standing = max(self.max_standing, self.standing)

    def append(self, turn: "Turn") -> None:
        """Append a turn that was prepared on this log."""
        if self.standing >= self.checkpoints[-1].standing + CHECKPOINT_EVERY:
            self.checkpoints.append(Checkpoint(self.standing, len(self.stage_scores), self.state))
        self.state = turn.state
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
        """Prepare an undo of the last standing moves; IllegalMove if there are fewer. `append` carries it out."""
        if not 1 <= count <= self.standing:
            raise IllegalMove(f"cannot take back {count} moves of {self.standing}.")
        checkpoint = [point for point in self.checkpoints if point.standing <= self.standing - count][-1]
        turn = Turn(self)
        turn.restore(checkpoint, self.standing_since(checkpoint)[:-count])
        turn.entries = [Entry(turn.state.actor, -count, EVERYBODY, NO_OUTCOMES)]
        return turn

    def copy(self) -> "Log":
        """A log that does not grow with this one; they share entries and states, which nothing changes."""
        twin = Log(self.game, self.seed, self.start)
        twin.positioned = self.positioned
        twin.state = self.state
        twin.entries = self.entries.copy()
        twin.stage_scores = self.stage_scores.copy()
        twin.standing, twin.max_standing, twin.undos = self.standing, self.max_standing, self.undos
        twin.checkpoints = self.checkpoints.copy()
        return twin

    # looking back

    def standing_since(self, checkpoint: Checkpoint) -> list[int]:
        """Indices of the standing moves after a checkpoint."""
        return standing_before(self.entries, len(self.entries), self.standing - checkpoint.standing)

    def standing_moves(self, ply: int = -1) -> list[int]:
        """The moves that stood after so many entries (all by default)."""
        end = len(self.entries) if ply < 0 else ply
        return [self.entries[index].move for index in standing_before(self.entries, end, end)]

    def standing_entries(self) -> list[Entry]:
        """The entries of the moves that stand."""
        return [self.entries[index] for index in standing_before(self.entries, len(self.entries), self.standing)]

    def undone_by(self, index: int) -> list[int]:
        """Indices of the moves that the undo entry at an index took back."""
        return standing_before(self.entries, index, -self.entries[index].move)

    def steps(self, first: int = 0, start: State | None = None) -> Iterator[Step]:
        """Replay the entries from an index on; `start` is the state before it, if it is not the game's start."""
        begin = (start or self.start).copy()
        done: dict[int, Step] = {}  # the moves so far, by index
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
    """Moves that are not in the log yet: those of a seat, and everything that follows from them."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._state: State = log.state.copy()
        self.entries: list[Entry] = []
        self.kept_stages: int = len(log.stage_scores)  # an undo removes the later ones
        self.stage_scores: list[list[int]] = []

    @property
    def state(self) -> State:
        return self._state

    @property
    def ply(self) -> int:
        """How many entries the log has with this turn."""
        return len(self.log.entries) + len(self.entries)

    @property
    def standing(self) -> int:
        """How many moves stand with this turn."""
        return self.log.standing + sum([entry.move if entry.move < 0 else 1 for entry in self.entries])

    @property
    def is_undo(self) -> bool:
        return bool(self.entries) and self.entries[-1].move < 0

    @property
    def repeats_ply(self) -> bool:
        """Whether the game got this far before, and moves were undone since."""
        return self.standing <= self.log.max_standing

    def play(self, move: int) -> None:
        state = self._state
        before = state.copy() if self.entries else self.log.state
        audience = audience_of(state, move)
        state.play(move)
        self.entries.append(Entry(before.actor, move, audience, state.outcomes(before) or NO_OUTCOMES))
        if state.stage != before.stage or state.actor == OVER:
            self.stage_scores.append(state.scores())

    def draw(self) -> int:
        """Draw from the log's seed: each ply has its own part of the stream, so restarts change nothing."""
        return Stream(self.log.seed, self.ply << DRAW_BITS).choose(self._state.chance())

    def restore(self, checkpoint: Checkpoint, indices: list[int]) -> None:
        """Go back to a checkpoint and replay the moves at these indices of the log."""
        state = checkpoint.state.copy()
        for index in indices:
            stage = state.stage
            state.play(self.log.entries[index].move)
            if state.stage != stage or state.actor == OVER:
                self.stage_scores.append(state.scores())
        self._state, self.kept_stages = state, checkpoint.stages


def standing_before(entries: list[Entry], end: int, limit: int) -> list[int]:
    """Indices of the last `limit` moves among entries[:end] that were not undone there, ascending."""
    found: list[int] = []
    undone = 0  # moves before this index that a later entry took back
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


def audience_of(state: State, move: int) -> int:
    """Who sees a move's face when it is played now; a seen state holds only what its viewer heard."""
    return state.audience(move) if state.viewer == TRUTH else EVERYBODY
