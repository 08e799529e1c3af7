"""Match runner: plays blocks until all are done or the sequential test has a verdict; can be stopped and resumed."""

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
    """The number of blocks, the sequential test that may stop the match early, and whether to save game records."""

    blocks: int
    sprt: tuple[float, float] | None = None  # the shares `even` and `better` of `Sprt`
    records: bool = False


class MatchProgress:
    """The finished blocks of a match.

    `done` holds all finished blocks; `counted` holds only the blocks before the first unfinished one. The results
    are computed from `counted`: blocks with short games finish first, and counting them at once would bias the
    results.
    """

    def __init__(self, match: Match, plan: MatchPlan) -> None:
        self.match = match
        self.plan = plan
        self.done: dict[int, Block] = {}  # {number of a block: the block}
        self.counted: list[Block] = []
        self.ahead = 0.0  # blocks in which the first bot was ahead of the second; a tie counts half
        self.test = Sprt(*plan.sprt) if plan.sprt else None

    @property
    def is_over(self) -> bool:
        return len(self.counted) >= self.plan.blocks or bool(self.test and self.test.verdict)

    def add(self, block: Block) -> None:
        """Add a finished block to `done`; then extend `counted` up to the first unfinished block.

        For each block added to `counted`, update `ahead` and the sequential test. Once the match is over,
        `counted` no longer grows.
        """
        self.done[block["block"]] = block
        while not self.is_over and len(self.counted) in self.done:
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
    report: Callable[[MatchProgress], None] = lambda progress: None,
) -> MatchProgress:
    """Run a match that is saved in a folder; if it was stopped, resume it. Call `report` after each block."""
    store = MatchStore(folder, match)
    try:
        return run_match(store.match, plan, workers, store, report)
    finally:
        store.close()


def run_match(
    match: Match,
    plan: MatchPlan,
    workers: Workers = play_here,
    store: MatchStore | None = None,
    report: Callable[[MatchProgress], None] = lambda progress: None,
) -> MatchProgress:
    """Run a match and return its progress; blocks that are already in the store are not played again.

    `report` is called at the start and after each block. If an exception interrupts the match, the blocks finished so
    far are lost, unless there is a store.
    """
    if store:
        match = store.match
    progress = MatchProgress(match, plan)
    for block in store.blocks.values() if store else ():
        progress.add(block)
    report(progress)
    todo = [block for block in range(plan.blocks) if block not in progress.done]
    if progress.is_over or not todo:
        return progress
    with closing(workers(match, todo, plan.records)) as playing:
        for block in playing:
            if store:
                store.append(block)
            progress.add(block)
            report(progress)
            if progress.is_over:
                break
    return progress
