"""Benchmark of the search: simulations per second at the first decision of each game.

    python benchmarks/search.py                    measure with random playouts, then with the game's settings
    python benchmarks/search.py --beside FOLDER    also compare with an older program, FOLDER/bots/ismcts.py

The older program is the compiled prototype of this project. Speeds are medians of a few short rounds and use
processor time, not wall-clock time. When two searches are compared, their rounds alternate.
"""

import argparse
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import process_time

from velodrome.bots.ismcts import Search
from velodrome.bots.search_bot import PLAIN_STYLE, make_search
from velodrome.core.contract import Game, State
from velodrome.core.rng import Rng
from velodrome.games import game

OPENINGS = [("velonimo", 4), ("velonimo", 2), ("velocity", 3), ("arcenciel", 3), ("velvet", 2)]
TURNS = 5  # rounds of each measurement
SIMULATIONS = 4000  # simulations in a round

PROTOTYPE = """
import sys
from time import process_time
sys.path.insert(0, sys.argv[1])
from bots import ismcts
from core.rng import Rng
from games.velonimo.rules import Velonimo
assert not ismcts.__file__.endswith(".py"), "the prototype is not compiled"
race = Velonimo(4).start()
race.settle(Rng(3))
seen = race.seen_by(race.actor)
ismcts.search(seen, int(sys.argv[2]), Rng(0))  # warm-up: the first search of a process also loads code
start = process_time()
ismcts.search(seen, int(sys.argv[2]), Rng(1))
print(int(sys.argv[2]) / (process_time() - start))
"""


def find_opening(table: Game) -> State:
    """Play until the set-up is over and the actor has several legal moves; return the actor's view."""
    state, rng = table.start(), Rng(3)
    while True:
        state.settle(rng)
        first = table.text(state.nth(0))
        if state.count() > 1 and not first.startswith("place"):  # "place" moves are the set-up of Velvet
            return state.seen_by(state.actor)
        state.play(state.pick(rng))


def measure_rate(search: Search, seen: State, seed: int) -> float:
    start = process_time()
    search.think(seen, SIMULATIONS, 0.0, Rng(seed))
    return SIMULATIONS / (process_time() - start)


def measure_median(table: Game, plain: bool) -> float:
    """Return the median number of simulations per second over a few rounds, each of which starts with an empty tree.

    If `plain`, use random playouts without a heuristic, otherwise the game's search settings.
    """
    seen = find_opening(table)
    return median(
        measure_rate(Search(table, PLAIN_STYLE, None) if plain else make_search(table), seen, turn)
        for turn in range(TURNS)
    )


def compare_with(folder: Path) -> float:
    """Return the speed of our search divided by that of the prototype in `folder`: the median over a few rounds."""
    table = game("velonimo", 4)
    seen = find_opening(table)
    measure_rate(Search(table, PLAIN_STYLE, None), seen, 0)  # warm up, as the prototype does
    shares = []
    for turn in range(TURNS):
        ours = measure_rate(Search(table, PLAIN_STYLE, None), seen, turn)
        done = subprocess.run(
            [sys.executable, "-c", PROTOTYPE, folder, str(SIMULATIONS)], check=True, capture_output=True, text=True
        )
        shares.append(ours / float(done.stdout))
    return median(shares)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--beside", type=Path, metavar="FOLDER", help="a compiled prototype")
    arguments = parser.parse_args()
    print("| game | seats | random playouts, simulations/s | in its style |\n|---|---|---|---|")
    for name, seats in OPENINGS:
        table = game(name, seats)
        print(f"| {name} | {seats} | {measure_median(table, True):,.0f} | {measure_median(table, False):,.0f} |")
    if arguments.beside:
        print(f"\nvelonimo, 4 seats: {compare_with(arguments.beside):.2f} of the prototype")
    return 0


if __name__ == "__main__":
    sys.exit(main())
