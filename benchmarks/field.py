"""Benchmark of our search against OpenSpiel's bots, with equal time per move and equal dice and cards.

python benchmarks/field.py                               50 ms per move, 20 blocks per comparison
python benchmarks/field.py velvet-2 --ms 200 --blocks 50
python benchmarks/field.py --rollouts ours               run OpenSpiel's playouts in our faster engine

In a block, the bots change seats and play again with the same dice and cards. The script prints a table for
docs/openspiel.md. It needs the extra `research`. To resume after a stop, run the same command again.
"""

import argparse
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from velodrome.adapters.openspiel import SpielGame, SpielState
from velodrome.arena.match import Match, create_match
from velodrome.arena.report import format_difference
from velodrome.arena.run import MatchPlan, run_stored_match
from velodrome.arena.statistics import wilson_interval
from velodrome.arena.summary import summarize_match
from velodrome.bots import BOTS
from velodrome.bots.search_bot import UNLIMITED_SIMULATIONS, Budget, limit_search, make_search
from velodrome.core.contract import Game, State
from velodrome.core.playout import Bot, playout
from velodrome.core.rng import Rng
from velodrome.games import GAMES

COMPARISONS = ("velvet-2", "velonimo-2", "velonimo-4", "velocity-3", "arcenciel-3")
EXPLORATION = 2.0  # exploration constant, as in OpenSpiel's examples
MAX_TREE_MEGABYTES = 1000  # so high that no search reaches it
MIN_SIMULATIONS = 2  # for a search whose time was up before it began
SEED_RANGE = 1 << 31
FOLDER = Path(__file__).parent / "field"  # where matches are saved

Thought = tuple[int, int]  # (chosen move, number of simulations)
Tally = dict[str, dict[str, float]]  # {"ours" or "theirs": numbers of moves, seconds and simulations}
TALLY: Tally = {}


class TimeUp(Exception):
    """Raised inside a search when its time has run out."""


# ---------------------------------------------------------------- OpenSpiel's bots with a time limit


class Ismcts(ismcts.ISMCTSBot):
    """OpenSpiel's ISMCTS with a time limit, which is checked before each simulation."""

    def search(self, state: SpielState, seconds: float) -> Thought:
        self.until = perf_counter() + seconds
        self.done = 0
        try:
            policy = self.run_search(state)
        except TimeUp:
            policy = self.get_final_policy(state, self._root_node)
        actions, chances = zip(*policy, strict=True)
        return int(self._random_state.choice(actions, p=chances)), self.done

    def sample_root_state(self, state: Any) -> Any:
        if self._root_node.total_visits > 0 and perf_counter() > self.until:
            raise TimeUp
        self.done += 1
        return super().sample_root_state(state)


class Mcts(mcts.MCTSBot):
    """OpenSpiel's MCTS in Python, with a time limit."""

    def search(self, state: SpielState, seconds: float) -> Thought:
        self.until = perf_counter() + seconds
        with suppress(TimeUp):
            self.root = self.mcts_search(state)
        return int(self.root.best_child().action), self.root.explore_count

    def _apply_tree_policy(self, root: Any, state: Any) -> Any:
        self.root = root
        if root.explore_count > 1 and perf_counter() > self.until:
            raise TimeUp
        return super()._apply_tree_policy(root, state)


class NativeMcts:
    """OpenSpiel's MCTS in C++, with a time limit."""

    def __init__(self, game: SpielGame, seed: int) -> None:
        self.game = game
        self.seed = seed

    def search(self, state: SpielState, seconds: float) -> Thought:
        root = self.grow_tree(state, UNLIMITED_SIMULATIONS, seconds)
        if not root.children:  # on a busy machine the time may be up before the search begins
            root = self.grow_tree(state, MIN_SIMULATIONS, 0.0)
        return int(root.best_child().action), root.explore_count

    def grow_tree(self, state: SpielState, simulations: int, seconds: float) -> Any:
        """Search until this many simulations are done or the time is up (0 seconds: no time limit); return the root."""
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed)
        bot = pyspiel.MCTSBot(
            self.game,
            evaluator,
            EXPLORATION,
            simulations,
            MAX_TREE_MEGABYTES,
            True,
            self.seed,
            False,
            max_wall_clock_time=seconds,
        )
        self.seed = (self.seed + 1) % SEED_RANGE
        return bot.mcts_search(state)


class Playouts(mcts.RandomRolloutEvaluator):
    """Evaluator for OpenSpiel's search that plays one random game from the position, like `RandomRolloutEvaluator`.

    It is faster than OpenSpiel's evaluator, because the random game runs in our engine.
    """

    def __init__(self, rng: Rng) -> None:
        super().__init__()
        self.rng = rng

    def evaluate(self, state: Any) -> Any:
        world = state.heard_state.state.copy()
        playout(world, self.rng)
        return np.array([2.0 * world.outlook(seat) - 1.0 for seat in range(world.game.seats)])


# ---------------------------------------------------------------- bots for the arena


def make_our_bot(game: Game, rest: str) -> Bot:
    """Create the bot `ours:MS`, such as `ours:50`: our search with MS milliseconds per move; `rest` is MS.

    `ours:50` plays like `search:50ms`, but its moves, time and simulations are counted in `TALLY`.
    """
    search = make_search(game)
    bot = limit_search(search, Budget(UNLIMITED_SIMULATIONS, float(rest) / 1000))

    def think(seen: State, rng: Rng) -> Thought:
        search.simulations = 0
        return bot(seen, rng), search.simulations

    return count_moves("ours", think)


def make_their_bot(game: Game, rest: str) -> Bot:
    """Create the bot `openspiel:MS`, such as `openspiel:50`: OpenSpiel's search with MS milliseconds per move.

    The bot `openspiel:MS:ours` runs the random playouts in our engine. `rest` is the part of the name after the first
    colon. Moves, time and simulations are counted in `TALLY`.
    """
    millis, _, rollouts = rest.partition(":")
    seconds = float(millis) / 1000
    table: SpielGame = pyspiel.load_game(f"velodrome_{game.name}(players={game.seats})")
    hidden = table.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    bots: list[Any] = []

    def think(seen: State, rng: Rng) -> Thought:
        if not bots:
            bots.append(choose_bot(table, hidden, rollouts == "ours", rng))
        return bots[0].search(table.at(seen, rng), seconds)  # type: ignore[no-any-return]

    return count_moves("theirs", think)


def choose_bot(table: SpielGame, hidden: bool, native: bool, rng: Rng) -> Any:
    """Create OpenSpiel's bot for a game: ISMCTS if the game has hidden information, otherwise MCTS.

    `table` is the game in OpenSpiel, and `hidden` says whether it has hidden information. If `native` is true, random
    playouts run in our engine, and MCTS is OpenSpiel's Python version. Otherwise, MCTS is its faster C++ version.
    """
    dice = np.random.RandomState(rng.below(SEED_RANGE))
    evaluator = Playouts(Rng(rng.below(SEED_RANGE))) if native else mcts.RandomRolloutEvaluator(random_state=dice)
    if hidden:
        return Ismcts(table, evaluator, EXPLORATION, UNLIMITED_SIMULATIONS, random_state=dice)
    if native:
        return Mcts(table, EXPLORATION, UNLIMITED_SIMULATIONS, evaluator, random_state=dice)
    return NativeMcts(table, rng.below(SEED_RANGE))


def count_moves(kind: str, think: Callable[[State, Rng], Thought]) -> Bot:
    """Return a bot that plays the moves which `think` chooses.

    The bot adds its moves, wall-clock seconds and simulations to `TALLY[kind]`. It plays forced moves without `think`,
    and does not count them.
    """

    def answer(seen: State, rng: Rng) -> int:
        if seen.count() == 1:
            return seen.nth(0)
        begun = perf_counter()
        move, simulations = think(seen, rng)
        row = TALLY.setdefault(kind, {"moves": 0, "seconds": 0.0, "simulations": 0})
        row["moves"] += 1
        row["seconds"] += perf_counter() - begun
        row["simulations"] += simulations
        return move

    return answer


BOTS.update({"ours": make_our_bot, "openspiel": make_their_bot})


# ---------------------------------------------------------------- the matches


def play_match(match: Match, blocks: int) -> str:
    """Play a match and save it in its own folder, or resume a saved match; return its row of the Markdown table."""
    folder = FOLDER / f"{match.game}-{match.seats}-{'-'.join(match.bots).replace(':', '_')}-{match.seed}"
    tally = folder / "tally.json"
    TALLY.clear()
    TALLY.update(json.loads(tally.read_text()) if tally.exists() else {})
    progress = run_stored_match(folder, match, MatchPlan(blocks), report=lambda _: save_tally(tally))
    summary = summarize_match(match, progress.counted)
    assert not summary["forfeits"], summary["forfeits"]
    return format_row(match, summary)


def save_tally(path: Path) -> None:
    """Save `TALLY` to a file, unless it is empty."""
    if TALLY:
        path.write_text(json.dumps(TALLY))


HEADINGS = ("game", "seats", "blocks", "ahead, even, behind", "share of decided blocks", "outlook: ours, theirs",
            "difference in outlook", "ms per move: ours, theirs", "simulations per second: ours, theirs")  # fmt: skip


def format_decided(ahead: int, behind: int) -> str:
    """Format the share of blocks that our bot won, with its confidence interval. Tied blocks do not count.

    `ahead` and `behind` are the numbers of blocks that our bot won and lost. Return "–" if both are 0.
    """
    if not ahead + behind:
        return "–"
    share = wilson_interval(ahead, ahead + behind)
    return f"{share.mean:.0%} ({share.low:.0%} to {share.high:.0%})"


def format_row(match: Match, summary: Any) -> str:
    pair, bots = summary["pairs"][0], summary["bots"]
    ahead, even, behind = pair["counts"]
    cells = [
        match.game, match.seats, summary["blocks"], f"{ahead}, {even}, {behind}",
        format_decided(ahead, behind),
        ", ".join(f"{bot['outlook'].mean:.3f}" for bot in bots),
        format_difference(pair["difference"]),
        ", ".join(f"{1000 * TALLY[kind]['seconds'] / TALLY[kind]['moves']:.1f}" for kind in ("ours", "theirs")),
        ", ".join(f"{TALLY[kind]['simulations'] / TALLY[kind]['seconds']:,.0f}" for kind in ("ours", "theirs")),
    ]  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("comparisons", nargs="*", default=COMPARISONS, metavar="GAME-SEATS")
    words.add_argument("--ms", type=int, default=50, help="a move")
    words.add_argument("--blocks", type=int, default=20)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--rollouts", choices=("theirs", "ours"), default="theirs")
    given = words.parse_args()
    print(f"| {' | '.join(HEADINGS)} |", "|---" * len(HEADINGS) + "|", sep="\n", flush=True)
    for comparison in given.comparisons:
        name, _, seats = comparison.partition("-")
        if name not in GAMES or not seats.isdecimal():
            words.error(f"{comparison} is not a comparison: expected GAME-SEATS, such as {COMPARISONS[0]}")
        rival = f"openspiel:{given.ms}" + (":ours" if given.rollouts == "ours" else "")
        match = create_match(name, [f"ours:{given.ms}", rival], int(seats), seed=given.seed)
        print(play_match(match, given.blocks), flush=True)


if __name__ == "__main__":
    main()
