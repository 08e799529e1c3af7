"""Summary of a match: its results as plain data."""

from itertools import combinations
from statistics import fmean
from typing import TypedDict

from openskill.models import PlackettLuce

from velodrome.arena.match import Match
from velodrome.arena.play_game import Block, GameResult
from velodrome.arena.statistics import Interval, Sprt, compare_scores, mean_interval, wilson_interval


class BotSummary(TypedDict):
    """Results of one bot."""

    name: str
    outlook: Interval  # mean share of opponents ranked behind the bot; a block counts as one observation
    wins: float  # share of games won; a first place shared by n seats counts 1/n
    places: list[int]  # number of games in which the bot came first, second, …
    by_seat: list[float]  # mean outlook on each seat
    rating: tuple[float, float]  # OpenSkill's mu and sigma; a new bot has 25 and 8.3


class PairSummary(TypedDict):
    """Results of one bot against another; each block counts once."""

    bots: tuple[int, int]  # indices of the two bots in the match
    difference: Interval  # mean outlook of the first bot minus that of the second
    ahead: Interval  # share of blocks won, ties counting half
    counts: tuple[int, int, int]  # blocks won, tied, lost


class SprtSummary(TypedDict):
    """State of the sequential test; the fields are attributes of `Sprt`."""

    even: float
    better: float
    error: float
    ratio: float
    bound: float
    blocks: int
    verdict: str  # "better", "even", or "" if the test has not ended


class ForfeitSummary(TypedDict):
    """One forfeited game."""

    block: int
    room: int  # number of the game in its block, from 0
    seat: int
    bot: str
    why: str


class MatchSummary(TypedDict):
    """All results of a match, without thinking times, which differ from run to run."""

    blocks: int  # number of blocks
    games: int  # number of games
    bots: list[BotSummary]
    pairs: list[PairSummary]
    seats: list[Interval]  # mean outlook of each seat over all bots
    sprt: SprtSummary | None
    forfeits: list[ForfeitSummary]


def summarize_match(match: Match, blocks: list[Block], test: Sprt | None = None) -> MatchSummary:
    """Summarize the blocks of a match, and the sequential test if it was used."""
    scores = [score_block(match, block) for block in blocks]
    wins = [share_block_wins(match, block) for block in blocks]
    games = [(match.lineup(i), result) for block in blocks for i, result in enumerate(block["rooms"])]
    return {
        "blocks": len(blocks),
        "games": len(games),
        "bots": [
            summarize_bot(match, i, scores, wins, games, rating) for i, rating in enumerate(rate_bots(match, scores))
        ],
        "pairs": [summarize_pair(i, j, scores) for i, j in combinations(range(len(match.bots)), 2)],
        "seats": [summarize_seat(seat, blocks) for seat in range(match.seats)],
        "sprt": summarize_sprt(test) if test else None,
        "forfeits": list_forfeits(match, blocks),
    }


def score_block(match: Match, block: Block) -> list[float]:
    """Return the mean outlook of each bot over all games of a block and all seats that the bot had in them."""
    total = [0.0] * len(match.bots)
    for i, result in enumerate(block["rooms"]):
        for entry, outlook in zip(match.lineup(i), result["outlooks"], strict=True):
            total[entry] += outlook
    sat = match.block_size() * match.seats // len(match.bots)  # number of seats that each bot had in the block
    return [score / sat for score in total]


def share_block_wins(match: Match, block: Block) -> list[float]:
    """For each bot, return which share of its games in a block it won. A win shared by n seats counts 1/n."""
    won = [0.0] * len(match.bots)
    for i, result in enumerate(block["rooms"]):
        for entry, place in zip(match.lineup(i), result["places"], strict=True):
            won[entry] += (place == 1) / result["places"].count(1)
    games = [len([i for i in range(match.block_size()) if bot in match.lineup(i)]) for bot in range(len(won))]
    return [wins / played for wins, played in zip(won, games, strict=True)]


def summarize_bot(
    match: Match,
    bot: int,
    scores: list[list[float]],
    wins: list[list[float]],
    games: list[tuple[list[int], GameResult]],
    rating: tuple[float, float],
) -> BotSummary:
    """Summarize the bot with this index in the match.

    `scores` has the result of `score_block` for each block, and `wins` the result of `share_block_wins`. `games` has
    the line-up and the result of each game. `rating` is this bot's (mu, sigma) from `rate_bots`.
    """
    sat = [(seat, result) for lineup, result in games for seat, entry in enumerate(lineup) if entry == bot]
    found = [result["places"][seat] for seat, result in sat]
    return {
        "name": match.labels()[bot],
        "outlook": mean_interval([block[bot] for block in scores]),
        "wins": fmean(block[bot] for block in wins),
        "places": [found.count(place) for place in range(1, match.seats + 1)],
        "by_seat": [fmean(result["outlooks"][at] for at, result in sat if at == seat) for seat in range(match.seats)],
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
    """Return a seat's mean outlook over all games, with its confidence interval, no matter which bot played there."""
    return mean_interval([fmean(result["outlooks"][seat] for result in block["rooms"]) for block in blocks])


def summarize_sprt(test: Sprt) -> SprtSummary:
    return {
        "even": test.even, "better": test.better, "error": test.error,
        "ratio": test.ratio, "bound": test.bound, "blocks": test.blocks, "verdict": test.verdict,
    }  # fmt: skip


def rate_bots(match: Match, scores: list[list[float]]) -> list[tuple[float, float]]:
    """Return each bot's rating by OpenSkill (Plackett-Luce) as (mu, sigma).

    `scores` has the result of `score_block` for each block. A block counts as one game, ranked by these scores.
    """
    model = PlackettLuce(tau=0.0)  # bots do not learn, so their ratings may converge
    teams = [[model.rating(name=name)] for name in match.labels()]
    for block in scores:
        teams = model.rate(teams, scores=[round(score, 9) for score in block])
    return [(team[0].mu, team[0].sigma) for team in teams]


def list_forfeits(match: Match, blocks: list[Block]) -> list[ForfeitSummary]:
    """List every forfeited game."""
    found: list[ForfeitSummary] = []
    for block in blocks:
        for i, result in enumerate(block["rooms"]):
            if "forfeit" in result:
                seat, why = result["forfeit"]["seat"], result["forfeit"]["why"]
                name = match.labels()[match.lineup(i)[seat]]
                found.append({"block": block["block"], "room": i, "seat": seat, "bot": name, "why": why})
    return found
