"""Benchmark of how long games last: decisions, rounds and minutes, in games between bots, for each number of seats.

    python benchmarks/lengths.py                               200 games for each number of seats
    python benchmarks/lengths.py --games 50 --names velvet
    python benchmarks/lengths.py --names arcenciel --option voluntary_retirement=any

A decision is a choice between at least two moves: the page plays a forced move at once. Chance events of the same kind
in a row, such as the cards of a deal, count as one event. The table shows means. Minutes follow from an assumed pace: a
person takes 6 seconds for a decision, a bot takes 0.5 seconds, and a chance event takes 1 second. "Alone" is a
game of one person against bots.
"""

import argparse
from statistics import mean
from typing import NamedTuple

from velodrome import game
from velodrome.bots import make_player
from velodrome.core.contract import CHANCE, OVER, State
from velodrome.core.errors import VelodromeError
from velodrome.core.playout import Player
from velodrome.core.rng import Rng
from velodrome.games import GAMES

SECONDS_PER_DECISION = 6.0  # assumed pace of a person
SECONDS_PER_BOT_DECISION = 0.5
SECONDS_PER_CHANCE_EVENT = 1.0
HEADINGS = (
    "game", "seats", "decisions", "decisions per seat", "rounds or laps", "chance events", "minutes, only people",
    "minutes, alone",
)  # fmt: skip


class Length(NamedTuple):
    """How long one game lasted."""

    decisions: int  # choices between at least two moves
    rounds: int  # rounds or laps
    events: int  # chance events


def measure_game(state: State, bots: list[Player], rng: Rng) -> Length:
    """Play a game to its end and count decisions, rounds and chance events."""
    decisions = events = 0
    last_event = ""  # kind of the previous move if chance made it, otherwise ""
    while state.actor != OVER:
        if state.actor == CHANCE:
            move = state.draw(rng)
            event = state.game.text(move).split()[0]
            events += event != last_event
            last_event = event
        else:
            decisions += state.count() > 1
            move = bots[state.actor](state.seen_by(state.actor))
            last_event = ""
        state.play(move)
    return Length(decisions, int(state.round_number()), events)


def count_minutes(decisions_of_people: float, decisions_of_bots: float, events: float) -> float:
    """Return the minutes that a game takes at the assumed pace."""
    seconds = SECONDS_PER_DECISION * decisions_of_people + SECONDS_PER_BOT_DECISION * decisions_of_bots
    return (seconds + SECONDS_PER_CHANCE_EVENT * events) / 60


def measure_table(name: str, seats: int, arguments: argparse.Namespace) -> str:
    """Play games with this number of seats; return the table row with the mean length of these games."""
    table = game(name, seats, **dict(pair.split("=", 1) for pair in arguments.option))
    lengths = []
    for seed in range(arguments.games):
        bots = [make_player(arguments.bot, table, Rng(100 * seed + seat)) for seat in range(seats)]
        lengths.append(measure_game(table.start(), bots, Rng(seed)))
    decisions = mean([length.decisions for length in lengths])
    events = mean([length.events for length in lengths])
    rounds = mean([length.rounds for length in lengths])
    people = count_minutes(decisions, 0, events)
    alone = count_minutes(decisions / seats, decisions - decisions / seats, events)
    figures = [decisions, decisions / seats, rounds, events, people, alone]
    return f"| {name} | {seats} | {' | '.join([f'{figure:.0f}' for figure in figures])} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games for each number of seats")
    parser.add_argument("--names", nargs="+", choices=list(GAMES), default=list(GAMES), help="only these games")
    parser.add_argument("--bot", default="level6", help="the bot on all seats")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    arguments = parser.parse_args()
    print(f"| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}")
    for name in arguments.names:
        for seats in GAMES[name].seats:
            try:
                print(measure_table(name, seats, arguments), flush=True)
            except VelodromeError as error:
                parser.error(str(error))


if __name__ == "__main__":
    main()
