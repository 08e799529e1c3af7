"""Play a match to its last block or to the verdict of its test, stopped and resumed as often as one likes."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from velodrome.arena.match import Match
from velodrome.arena.play_game import Block
from velodrome.arena.statistics import Sprt, compare_scores
from velodrome.arena.store import MatchStore
from velodrome.arena.summary import score_block
from velodrome.arena.workers import Workers, play_here


class MatchPlan(NamedTuple):
    """How far a match goes."""

    blocks: int
    sprt: tuple[float, float] | None = None
    records: bool = False


class MatchProgress:
    """The blocks that count: the first so many, in order, whoever was done first."""

    def __init__(self, match: Match, plan: MatchPlan) -> None:
        self.match = match
        self.plan = plan
        self.done: dict[int, Block] = {}
        self.counted: list[Block] = []
        self.ahead = 0.0  # blocks in which the first bot was ahead of the second, ties half
        self.test = Sprt(*plan.sprt) if plan.sprt else None

    @property
    def over(self) -> bool:
        return len(self.counted) >= self.plan.blocks or bool(self.test and self.test.verdict)

    def add(self, block: Block) -> None:
        """One more block is done; count those that are next."""
        self.done[block["block"]] = block
        while not self.over and len(self.counted) in self.done:
            following = self.done[len(self.counted)]
            self.counted.append(following)
            scores = score_block(self.match, following)
            result = compare_scores(scores[0], scores[1])
            self.ahead += result
            if self.test:
                self.test.add(result)


def run_stored_match(
    folder: Path,
    match: Match,
    plan: MatchPlan,
    workers: Workers = play_here,
    progress: Callable[[MatchProgress], None] = lambda standing: None,
) -> MatchProgress:
    """A match that is kept in a folder, from where it was."""
    store = MatchStore(folder, match)
    try:
        return run_match(store.match, plan, workers, store, progress)
    finally:
        store.close()


def run_match(
    match: Match,
    plan: MatchPlan,
    workers: Workers = play_here,
    store: MatchStore | None = None,
    progress: Callable[[MatchProgress], None] = lambda standing: None,
) -> MatchProgress:
    """The blocks of a match; with a store, those that it holds are not played again.

    Interrupted, it gives what was counted so far to nobody: the store has it.
    """
    if store:
        match = store.match
    standing = MatchProgress(match, plan)
    for block in store.blocks.values() if store else ():
        standing.add(block)
    progress(standing)
    todo = [block for block in range(plan.blocks) if block not in standing.done]
    if standing.over or not todo:
        return standing
    with closing(workers(match, todo, plan.records)) as playing:
        for block in playing:
            if store:
                store.keep(block)
            standing.add(block)
            progress(standing)
            if standing.over:
                break
    return standing
