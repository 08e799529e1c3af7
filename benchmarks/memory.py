"""Check for memory leaks: memory must not grow during a million random games in one process.

python benchmarks/memory.py              every game
python benchmarks/memory.py velvet 200000
"""

import sys
from pathlib import Path

from velodrome.bench import BENCH_SEATS, is_compiled
from velodrome.core.contract import CHANCE, OVER, State
from velodrome.core.playout import run_playouts
from velodrome.core.rng import Rng
from velodrome.games import GAMES

GAMES_PLAYED = 1_000_000
CHECKS = 10  # number of measurements, spread evenly over the games
SLACK = 2_000_000  # growth in bytes that does not count as a leak


def resident_bytes() -> int:
    """Return the resident memory of this process, in bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


def play_with_views(start: State, seed: int) -> None:
    """Play a random game that also creates views, guesses and keys, which use memory too.

    At every decision, create the actor's view, guess a full state from the view, and compute the key of the guess.
    """
    state, rng = start.copy(), Rng(seed)
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.play(state.draw(rng))
        else:
            seen = state.seen_by(state.actor)
            seen.guess(rng).key()
            state.play(seen.legal()[0] if rng.below(4) == 0 else seen.pick(rng))


def measure_memory(name: str, games: int) -> list[int]:
    """Play `games` random games in `CHECKS` equal batches; return the resident memory in bytes after each batch.

    Each batch also plays a few games with views.
    """
    start = GAMES[name](BENCH_SEATS.get(name, GAMES[name].seats[0]), {}).start()
    held = []
    for check in range(CHECKS):
        run_playouts(start, games // CHECKS, check)
        for seed in range(20):
            play_with_views(start, seed)
        held.append(resident_bytes())
    return held


def main(words: list[str]) -> int:
    names = [word for word in words if word in GAMES] or list(GAMES)
    games = next((int(word) for word in words if word.isdecimal()), GAMES_PLAYED)
    grown = 0
    for name in names:
        held = measure_memory(name, games)
        rise = held[-1] - held[0]
        grown += rise > SLACK
        rules = "compiled" if is_compiled() else "interpreted"
        print(f"{name:<10} {games} games, {rules}: {held[0] / 1e6:.1f} MB, then {rise / 1e6:+.1f} MB", flush=True)
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
