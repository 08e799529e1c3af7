"""Benchmark of bids in Arc en Ciel that are higher than needed, for each level.

    python benchmarks/overbids.py               60 games for each level and number of seats; writes docs/overbids.md
    python benchmarks/overbids.py --games 5     prints the table and writes nothing

The rider who speaks last in an auction needs no more than the minimum bid: nobody can answer. A higher bid wastes
energy. The script lets bots of one level play against each other, and counts the bids of riders who spoke last.
"""

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from velodrome.arena.fingerprint import find_commit
from velodrome.arena.progress import make_progress_bars
from velodrome.arena.report import format_percent
from velodrome.arena.statistics import wilson_interval
from velodrome.bots import LEVELS, make_bot
from velodrome.core.contract import CHANCE, OVER
from velodrome.core.rng import Rng
from velodrome.games import game
from velodrome.games.arcenciel.legal import BID
from velodrome.games.arcenciel.rules import ArcEnCielState

PAGE = Path(__file__).resolve().parents[1] / "docs" / "overbids.md"
GAMES = 60
SEATS = (3, 5)
SEARCH_SHARE = 10  # levels that search play a tenth of the games


def count_bids(level: str, seats: int, seed: int) -> tuple[int, int]:
    """Play a game; return the number of bids with the last word, and how many of them were higher than needed."""
    table = game("arcenciel", seats)
    bots = [make_bot(level, table) for _ in range(seats)]
    state, rng = table.start(), Rng(seed)
    bids = high = 0
    while state.actor != OVER:
        assert isinstance(state, ArcEnCielState)
        if state.actor == CHANCE:
            state.play(state.draw(rng))
            continue
        move = bots[state.actor](state.seen_by(state.actor), rng)
        bid = move - state.rules.bid
        if state.phase == BID and state.turn + 1 == state.riders and 0 <= bid <= state.rules.energy_max:
            bids += 1
            high += bid > state.lowest_bid()
        state.play(move)
    return bids, high


HEAD = """\
# Bids that are higher than needed

In an auction of Arc en Ciel, the rider who speaks last needs no more than the minimum bid. The table counts the bids
of these riders, in games between bots of the same level. Brackets contain 95 % confidence intervals. To measure again,
run:

```
python benchmarks/overbids.py
```

Seeds from 0, commit {commit}.

| level | seats | games | last bids | higher than needed |
|---|---|---|---|---|"""


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args(words)
    rows = []
    with make_progress_bars() as progress, ProcessPoolExecutor(arguments.jobs) as pool:
        bar = progress.add_task("levels", total=len(LEVELS) * len(SEATS))
        for level in LEVELS:
            games = arguments.games if level < "level8" else max(1, arguments.games // SEARCH_SHARE)
            for seats in SEATS:
                bids, high = map(sum, zip(*pool.map(partial(count_bids, level, seats), range(games)), strict=True))
                share = format_percent(wilson_interval(high, bids)) if bids else "–"
                rows.append(f"| {level} | {seats} | {games} | {bids} | {share} |")
                progress.advance(bar)
    page = "\n".join([HEAD.format(commit=find_commit()), *rows, ""])
    if arguments.games == GAMES:
        PAGE.write_text(page, "utf-8")
    else:
        print(page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
