"""Benchmark of VeloCity's tracks: what happens in games between equal bots, with the same dice on every track.

    python benchmarks/tracks.py                                    all tracks that come with the game
    python benchmarks/tracks.py city_default my_city.toml          compare a track of your own
    python benchmarks/tracks.py rough_city --seats 5 --games 1000

Prints a table with a row for each track and number of seats:

    retreats, forced       retreats per game, and how many of them because the seat had no can
    to START               the share of all retreats that ended on START
    spaces lost            per retreat
    won, spent             cans per game; a can that a seat takes from another seat is neither won nor spent
    pursuits, rounds       per game; each courier that follows another one is a pursuit
    three couriers         the share of games that ended with a team's third courier; most others end with a full podium
    full podium            the share of games that ended with a full podium
    first seat             how often the seat that began won, with its 95 % interval; "fair" is the share 1 / seats
    lead changes           per game: how often a round ended with a new team ahead alone
"""

import argparse
import sys
from statistics import fmean
from typing import NamedTuple

from velodrome.arena.duplicate_chance import DuplicateChance
from velodrome.arena.fingerprint import find_commit
from velodrome.arena.match import derive_seed
from velodrome.arena.progress import make_progress_bars
from velodrome.arena.report import format_percent
from velodrome.arena.statistics import wilson_interval
from velodrome.bots import make_bot
from velodrome.core.driver import Driver
from velodrome.core.errors import VelodromeError
from velodrome.core.rng import Rng
from velodrome.games.velocity.game import SEATS, VeloCity
from velodrome.games.velocity.moves import BACK, PURSUE
from velodrome.games.velocity.pieces import COURIERS_TO_WIN, TRACKS
from velodrome.games.velocity.rules import VeloCityState
from velodrome.games.velocity.view import distances_to_go

HEADINGS = (
    "track", "seats", "games", "retreats", "forced", "to START", "spaces lost", "won", "spent", "pursuits", "rounds",
    "three couriers", "full podium", "first seat", "lead changes",
)  # fmt: skip


class GameFigures(NamedTuple):
    """What happened in one game."""

    retreats: int
    forced: int  # retreats of a seat without a can
    to_start: int  # retreats that ended on START
    lost: int  # spaces lost in all retreats
    won: int  # cans that seats got for drinks stops and retreats
    spent: int  # cans that seats paid
    pursuits: int  # couriers that followed another one
    rounds: int
    three_couriers: bool  # whether a team's third courier ended the game
    full_podium: bool  # whether the game ended with a full podium and no third courier
    first_won: float  # 1 if the seat that began won; 1/n if it shared the victory with n - 1 seats
    lead_changes: int


class CountingDriver(Driver):
    """Driver that plays a game between bots and counts what happens.

    `seed` and `number`, the number of the game, determine the dice and the random numbers of the bots.
    """

    def __init__(self, game: VeloCity, bots: list[str], seed: int, number: int) -> None:
        self.race: VeloCityState = game.start()
        self.bots = [make_bot(bots[seat % len(bots)], game) for seat in range(game.seats)]
        self.rngs = [Rng(derive_seed("tracks", seed, number, seat)) for seat in range(game.seats)]
        self.chance = DuplicateChance(f"{seed}/{number}")
        self.retreats = self.forced = self.to_start = self.lost = 0
        self.spent = self.pursuits = self.lead_changes = 0
        self.leader: int | None = None  # the last seat that was ahead alone at the end of a round

    @property
    def state(self) -> VeloCityState:
        return self.race

    def draw(self) -> int:
        return self.chance.choose(self.race)

    def decide(self, seat: int) -> int:
        return self.bots[seat](self.race.seen_by(seat), self.rngs[seat])

    def play(self, move: int) -> None:
        race = self.race
        now = race.round
        self.count(move)
        race.play(move)
        if race.round > now:
            self.follow_lead()

    def count(self, move: int) -> None:
        """Update the counts for a move that is about to be played."""
        race = self.race
        cost = race.preview(move).get("cost")
        self.spent += cost if isinstance(cost, int) else 0
        if move == BACK:
            self.retreats += 1
            self.forced += not race.cans_of(race.actor)
            target = race.retreat_target(race.dest)
            self.to_start += target == race.course.start
            self.lost += target - race.dest
        elif PURSUE <= move < race.vocabulary.take:
            self.pursuits += move - PURSUE

    def follow_lead(self) -> None:
        """If a single team is ahead now, store it in `leader`; count a change if another team was ahead before."""
        ways = [sum(distances_to_go(self.race, seat)) for seat in range(self.race.game.seats)]
        ahead = [seat for seat, way in enumerate(ways) if way == min(ways)]
        if len(ahead) == 1 and ahead[0] != self.leader:
            self.lead_changes += self.leader is not None
            self.leader = ahead[0]

    def figures(self) -> GameFigures:
        """Return what was counted in the finished game."""
        race = self.race
        seats = range(race.game.seats)
        places = race.ranking()
        three_couriers = max(race.scores()) == COURIERS_TO_WIN
        return GameFigures(
            retreats=self.retreats,
            forced=self.forced,
            to_start=self.to_start,
            lost=self.lost,
            won=self.spent + sum(race.cans_of(seat) for seat in seats),
            spent=self.spent,
            pursuits=self.pursuits,
            rounds=race.round,
            three_couriers=three_couriers,
            full_podium=race.finished == race.course.podium and not three_couriers,
            first_won=(places[race.first_seat] == 1) / places.count(1),
            lead_changes=self.lead_changes,
        )


def play_game(game: VeloCity, bots: list[str], seed: int, number: int) -> GameFigures:
    """Play a game between bots; return what was counted in it."""
    driver = CountingDriver(game, bots, seed, number)
    driver.run()
    return driver.figures()


def format_row(track: str, seats: int, games: list[GameFigures]) -> str:
    """Format the table row for a track and a number of seats."""
    mean = {name: fmean(getattr(game, name) for game in games) for name in GameFigures._fields}
    retreats = mean["retreats"] or 1.0  # a track without manholes has no retreats
    first = format_percent(wilson_interval(sum(game.first_won for game in games), len(games)))
    cells = [
        track, seats, len(games), f"{mean['retreats']:.1f}", f"{mean['forced']:.1f}",
        f"{mean['to_start'] / retreats:.1%}", f"{mean['lost'] / retreats:.1f}",
        *[f"{mean[name]:.1f}" for name in ("won", "spent", "pursuits", "rounds")],
        *[f"{mean[name]:.0%}" for name in ("three_couriers", "full_podium")],
        f"{first}, fair {1 / seats:.1%}", f"{mean['lead_changes']:.1f}",
    ]  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def measure(arguments: argparse.Namespace) -> None:
    """Play all games; print a table with a row for each track and number of seats."""
    tables = [(track, seats) for track in arguments.tracks or TRACKS for seats in arguments.seats]
    rows = []
    with make_progress_bars() as progress:
        whole = progress.add_task("games", total=len(tables) * arguments.games)
        for track, seats in tables:
            game = VeloCity(seats, {"track": track})
            played = []
            for number in range(arguments.games):
                played.append(play_game(game, arguments.bots, arguments.seed, number))
                progress.advance(whole)
            rows.append(format_row(game.course.track.id, seats, played))
    print(f"| {' | '.join(HEADINGS)} |", "|---" * len(HEADINGS) + "|", *rows, sep="\n")
    print(f"\nbots {' '.join(arguments.bots)}, seed {arguments.seed}, commit {find_commit()}")


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tracks", nargs="*", metavar="TRACK", help=f"a file, or one of {', '.join(TRACKS)} (all)")
    parser.add_argument("--games", type=int, default=300, help="per track and number of seats (%(default)s)")
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 5, 7], choices=SEATS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--bots", nargs="+", default=["level6"], metavar="BOT", help="the bots of the seats, in turn (level6 for all)"
    )
    arguments = parser.parse_args(words)
    if arguments.games < 1:
        parser.error("--games must be at least 1")
    try:
        measure(arguments)
    except VelodromeError as problem:
        print(f"tracks: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
