"""Simulations a second of the search from each game's opening, and beside another search of Velonimo in the same run.

    python benchmarks/search.py                    random playouts, and the style that suits each game
    python benchmarks/search.py --beside FOLDER    and a compiled prototype (FOLDER/bots/ismcts.py)

Processor time counts, each figure is the median of a few short turns, and the two searches take turns.
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
TURNS = 5
SIMULATIONS = 4000

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
ismcts.search(seen, int(sys.argv[2]), Rng(0))  # the first search of a process pays for what it loads
start = process_time()
ismcts.search(seen, int(sys.argv[2]), Rng(1))
print(int(sys.argv[2]) / (process_time() - start))
"""


def opening(table: Game) -> State:
    """The first decision of a game that comes after its set-up, as its seat sees it."""
    state, rng = table.start(), Rng(3)
    while True:
        state.settle(rng)
        first = table.text(state.nth(0))
        if state.count() > 1 and not first.startswith("place"):  # the set-up of Velvet
            return state.seen_by(state.actor)
        state.play(state.pick(rng))


def rate(search: Search, seen: State, seed: int) -> float:
    start = process_time()
    search.think(seen, SIMULATIONS, 0.0, Rng(seed))
    return SIMULATIONS / (process_time() - start)


def rates(table: Game, plain: bool) -> float:
    """Simulations a second in the middle of a few turns, each from an empty tree."""
    seen = opening(table)
    return median(
        rate(Search(table, PLAIN_STYLE, None) if plain else make_search(table), seen, turn) for turn in range(TURNS)
    )


def beside(folder: Path) -> float:
    """The search's share of the prototype's speed, in turns."""
    table = game("velonimo", 4)
    seen = opening(table)
    rate(Search(table, PLAIN_STYLE, None), seen, 0)  # the first search pays, as the prototype's
    shares = []
    for turn in range(TURNS):
        ours = rate(Search(table, PLAIN_STYLE, None), seen, turn)
        told = subprocess.run(
            [sys.executable, "-c", PROTOTYPE, folder, str(SIMULATIONS)], check=True, capture_output=True, text=True
        )
        shares.append(ours / float(told.stdout))
    return median(shares)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--beside", type=Path, metavar="FOLDER", help="a compiled prototype")
    arguments = parser.parse_args()
    print("| game | seats | random playouts, simulations/s | in its style |\n|---|---|---|---|")
    for name, seats in OPENINGS:
        table = game(name, seats)
        print(f"| {name} | {seats} | {rates(table, True):,.0f} | {rates(table, False):,.0f} |")
    if arguments.beside:
        print(f"\nvelonimo, 4 seats: {beside(arguments.beside):.2f} of the prototype")
    return 0


if __name__ == "__main__":
    sys.exit(main())
