"""Compare the speed of Velonimo with hand-written C. Rounds alternate, so the ratio hardly depends on the load.

    python benchmarks/speed.py yardstick.c            print the ratio
    python benchmarks/speed.py yardstick.c --keep     also add a line to benchmarks/results.md

The C file plays the same kind of random games, by the rules of the French edition. It defines `init()` and
`run(games, seed, seats, out)`, which writes the number of decisions to out[0].
"""

import argparse
import ctypes
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from velodrome.bench import is_compiled, measure_game, measure_rate
from velodrome.core.playout import run_playouts
from velodrome.games import GAMES

RESULTS = Path(__file__).parent / "results.md"
SEATS = 4
TURNS = 7  # rounds of each program; the programs alternate
SECONDS = 0.7  # length of a round


def build(source: Path, folder: Path) -> ctypes.CDLL:
    """Compile the C file to a shared library; load and initialise this library."""
    library = folder / "yardstick.so"
    subprocess.run(["gcc", "-O3", "-shared", "-fPIC", "-o", library, source], check=True)
    yardstick = ctypes.CDLL(str(library))
    yardstick.init()
    yardstick.run.argtypes = [ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]
    return yardstick


def measure_c(yardstick: ctypes.CDLL) -> float:
    """Return the decisions per second of the C program."""
    out = (ctypes.c_int64 * 2)()

    def play(games: int, seed: int) -> int:
        yardstick.run(games, seed + 1, SEATS, out)
        return out[0]

    return measure_rate(play, SECONDS, 1)


def measure_python() -> float:
    """Return the decisions per second of our engine in the game that the C program plays."""
    start = GAMES["velonimo"](SEATS, {"edition": "fr"}).start()
    return measure_rate(lambda games, seed: run_playouts(start, games, seed)[0], SECONDS, 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("yardstick", type=Path, help="a C file that plays the same random games")
    parser.add_argument("--keep", action="store_true", help="add a line to benchmarks/results.md")
    arguments = parser.parse_args()
    if not is_compiled():
        sys.exit("speed.py: the rules are interpreted here; install a C compiler, then run: python3 dev.py build")
    with tempfile.TemporaryDirectory() as folder:
        yardstick = build(arguments.yardstick, Path(folder))
        turns = [(measure_c(yardstick), measure_python()) for _ in range(TURNS)]
    ratio = median(here / there for there, here in turns)
    print(
        f"C {median(c for c, _ in turns) / 1e6:.1f} M, Velodrome {median(p for _, p in turns) / 1e6:.1f} M: {ratio:.0%}"
    )
    if arguments.keep:
        append_result(ratio)
    return 0


def append_result(ratio: float) -> None:
    """Append a line for this commit to results.md: each game's speed, divided by the C program's speed in Velonimo."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
    rows = {name: measure_game(name, 0.25) for name in GAMES}
    unit = float(str(rows["velonimo"]["decisions_per_s"])) / ratio  # estimated current speed of the C program
    shares = [f"{float(str(row['decisions_per_s'])) / unit:.2f}" for row in rows.values()]
    if not RESULTS.exists():
        RESULTS.write_text(HEAD + f"| commit | {' | '.join(rows)} |\n|---|{'---|' * len(rows)}\n", "utf-8")
    with RESULTS.open("a", encoding="utf-8") as results:
        results.write(f"| {commit.stdout.strip()} | {' | '.join(shares)} |\n")


HEAD = """\
# Speed by commit

Random decisions a second on one core, as a share of what hand-written C does for Velonimo with four seats in the
same run (`python benchmarks/speed.py yardstick.c --keep`). Seconds of different machines and days cannot be compared;
these shares can.

"""

if __name__ == "__main__":
    sys.exit(main())
