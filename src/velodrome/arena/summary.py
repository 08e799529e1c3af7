"""What a match says: everything that a report shows, as plain data."""

from itertools import combinations
from statistics import fmean
from typing import TypedDict

from openskill.models import PlackettLuce

from velodrome.arena.match import Match
from velodrome.arena.play_game import Block, GameResult
from velodrome.arena.statistics import Interval, Sprt, compare_scores, mean_interval, wilson_interval


class BotSummary(TypedDict):
    """How one bot did."""

    name: str
    outlook: Interval  # share of opponents behind it, by block
    wins: float  # share of games; a shared first place counts as a part
    places: list[int]  # how often it came first, second …
    by_seat: list[float]  # mean outlook on each seat
    rating: tuple[float, float]  # OpenSkill's mu and sigma, from 25 and 8.3


class PairSummary(TypedDict):
    """How one bot did against another, block by block."""

    bots: tuple[int, int]
    difference: Interval  # of outlook
    ahead: Interval  # share of blocks, ties half
    counts: tuple[int, int, int]  # blocks ahead, even, behind


class SprtSummary(TypedDict):
    """What the sequential test came to."""

    even: float
    better: float
    error: float
    ratio: float
    bound: float
    blocks: int
    verdict: str  # "better", "even", or nothing yet


class ForfeitSummary(TypedDict):
    """A game that was given away."""

    block: int
    room: int
    seat: int
    bot: str
    why: str


class MatchSummary(TypedDict):
    """All of it; equal for equal matches."""

    blocks: int
    games: int
    bots: list[BotSummary]
    pairs: list[PairSummary]
    seats: list[Interval]  # mean outlook of each seat, whoever sat there
    sprt: SprtSummary | None
    forfeits: list[ForfeitSummary]


def summarize_match(match: Match, blocks: list[Block], test: Sprt | None = None) -> MatchSummary:
    """The figures of a match, and what the test came to that decided which blocks count."""
    scores = [score_block(match, block) for block in blocks]
    wins = [share_block_wins(match, block) for block in blocks]
    rooms = [(match.lineup(i), room) for block in blocks for i, room in enumerate(block["rooms"])]
    return {
        "blocks": len(blocks),
        "games": len(rooms),
        "bots": [
            summarize_bot(match, i, scores, wins, rooms, rating) for i, rating in enumerate(rate_bots(match, scores))
        ],
        "pairs": [summarize_pair(i, j, scores) for i, j in combinations(range(len(match.bots)), 2)],
        "seats": [summarize_seat(seat, blocks) for seat in range(match.seats)],
        "sprt": summarize_sprt(test) if test else None,
        "forfeits": list_forfeits(match, blocks),
    }


def score_block(match: Match, block: Block) -> list[float]:
    """The mean outlook of each bot over its seats and games of a block."""
    total = [0.0] * len(match.bots)
    for i, room in enumerate(block["rooms"]):
        for entry, outlook in zip(match.lineup(i), room["outlooks"], strict=True):
            total[entry] += outlook
    sat = match.block_size() * match.seats // len(match.bots)  # times, each bot
    return [score / sat for score in total]


def share_block_wins(match: Match, block: Block) -> list[float]:
    """The share of its games in a block that each bot won, on whichever of its seats; a shared win in parts."""
    won = [0.0] * len(match.bots)
    for i, room in enumerate(block["rooms"]):
        for entry, place in zip(match.lineup(i), room["places"], strict=True):
            won[entry] += (place == 1) / room["places"].count(1)
    games = [len([room for room in range(match.block_size()) if bot in match.lineup(room)]) for bot in range(len(won))]
    return [wins / played for wins, played in zip(won, games, strict=True)]


def summarize_bot(
    match: Match,
    bot: int,
    scores: list[list[float]],
    wins: list[list[float]],
    rooms: list[tuple[list[int], GameResult]],
    rating: tuple[float, float],
) -> BotSummary:
    """One row of the report."""
    sat = [(seat, room) for lineup, room in rooms for seat, entry in enumerate(lineup) if entry == bot]
    found = [room["places"][seat] for seat, room in sat]
    return {
        "name": match.labels()[bot],
        "outlook": mean_interval([block[bot] for block in scores]),
        "wins": fmean(block[bot] for block in wins),
        "places": [found.count(place) for place in range(1, match.seats + 1)],
        "by_seat": [fmean(room["outlooks"][at] for at, room in sat if at == seat) for seat in range(match.seats)],
        "rating": rating,
    }


def summarize_pair(one: int, other: int, scores: list[list[float]]) -> PairSummary:
    results = [compare_scores(block[one], block[other]) for block in scores]
    return {
        "bots": (one, other),
        "difference": mean_interval([block[one] - block[other] for block in scores], -1.0),
        "ahead": wilson_interval(sum(results), len(results)),
        "counts": (results.count(1.0), results.count(0.5), results.count(0.0)),
    }


def summarize_seat(seat: int, blocks: list[Block]) -> Interval:
    """How good a seat is to sit on, among these bots."""
    return mean_interval([fmean(room["outlooks"][seat] for room in block["rooms"]) for block in blocks])


def summarize_sprt(test: Sprt) -> SprtSummary:
    return {
        "even": test.even, "better": test.better, "error": test.error,
        "ratio": test.ratio, "bound": test.bound, "blocks": test.blocks, "verdict": test.verdict,
    }  # fmt: skip


def rate_bots(match: Match, scores: list[list[float]]) -> list[tuple[float, float]]:
    """OpenSkill, Plackett-Luce: every block is one game that ranks the bots by their score."""
    model = PlackettLuce(tau=0.0)  # a bot does not learn, so its rating may settle
    teams = [[model.rating(name=name)] for name in match.labels()]
    for block in scores:
        teams = model.rate(teams, scores=[round(score, 9) for score in block])
    return [(team[0].mu, team[0].sigma) for team in teams]


def list_forfeits(match: Match, blocks: list[Block]) -> list[ForfeitSummary]:
    """Every game that was given away, and why."""
    found: list[ForfeitSummary] = []
    for block in blocks:
        for i, room in enumerate(block["rooms"]):
            if "forfeit" in room:
                seat, why = room["forfeit"]["seat"], room["forfeit"]["why"]
                name = match.labels()[match.lineup(i)[seat]]
                found.append({"block": block["block"], "room": i, "seat": seat, "bot": name, "why": why})
    return found
