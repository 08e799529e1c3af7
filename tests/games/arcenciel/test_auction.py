"""Comparison of the bot's auction solver with a simple search that tries every bid of every rider."""

from math import exp
from typing import Any

import pytest

from velodrome.core.rng import Rng
from velodrome.games.arcenciel.bot.auction import BID_ROWS, NOBODY_PLACE, Auction


def bid_probability(gain: float, misjudging: float) -> Any:
    """Return the probability that a rider bids; `gain` is the utility of bidding minus the utility of passing.

    `misjudging` is the scale of the rider's errors; at 0, the rider makes none.
    """
    if misjudging == 0:
        return 1.0 if gain > 0 else 0.0
    return 1 / (1 + exp(-gain / misjudging))


def final_utilities(auction: Auction, bid: int, holder: int) -> Any:
    """Return each rider's utility if the auction ends with the bid `bid` by `holder`. If nobody has bid, all are 0."""
    if holder == NOBODY_PLACE:
        return [0.0] * auction.size
    bargain = auction.values[holder] - auction.cost[holder * BID_ROWS + bid]
    return [bargain if place == holder else -auction.envy * bargain for place in range(auction.size)]


def search(auction: Auction, turn: int, bid: int, holder: int) -> Any:
    """Return each rider's expected utility at the moment when rider `turn` has to bid or pass. Try every legal bid.

    `bid` is the highest bid so far, and `holder` the rider who made it (NOBODY_PLACE if there is no bid yet).
    """
    if turn == auction.size:
        return final_utilities(auction, bid, holder)
    passed = search(auction, turn + 1, bid, holder)
    lowest = auction.lowest if holder == NOBODY_PLACE else max(auction.lowest, bid + 1)
    # Even riders who misjudge never bid more than `top`, the most that the square is worth to any rider.
    most = min(auction.purse[turn], auction.top) if auction.misjudging else auction.purse[turn]
    tried = [search(auction, turn + 1, b, turn) for b in range(lowest, most + 1)]
    if not tried:
        return passed
    best = max(tried, key=lambda utilities: utilities[turn])  # the lowest one if several are best
    chance = bid_probability(best[turn] - passed[turn], auction.misjudging)
    return [chance * made + (1 - chance) * left for made, left in zip(best, passed, strict=True)]


def random_auction(rng: Rng, size: int, misjudging: float = 0.0) -> Any:
    """Make an auction for `size` riders with random purses, values and costs.

    `misjudging` is the scale of the riders' errors; at 0, they make none.
    """
    auction = Auction()
    auction.size = size
    auction.lowest = rng.below(3)
    auction.envy = rng.below(3) / 4
    auction.misjudging = misjudging
    for place in range(size):
        auction.purse[place] = rng.below(8) - 1
        auction.values[place] = rng.below(60) / 8 - 1 + place / 1000  # the last term avoids exact ties
        for bid in range(10):
            auction.cost[place * BID_ROWS + bid] = bid + bid * bid * rng.below(2) / 64
    return auction


@pytest.mark.parametrize("misjudging", [0.0, 0.7])
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_every_bid_has_the_value_that_a_full_search_finds(size: int, misjudging: float) -> None:
    rng = Rng(size)
    for _ in range(12):
        auction = random_auction(rng, size, misjudging)
        auction.solve(0)
        assert auction.value_of_passing(0, 0, NOBODY_PLACE) == pytest.approx(
            search(auction, 1, 0, NOBODY_PLACE)[0], abs=1e-6
        )
        for bid in range(auction.lowest, auction.purse[0] + 1):
            assert auction.value_of_bid(0, bid) == pytest.approx(search(auction, 1, bid, 0)[0], abs=1e-6), bid


def test_an_auction_can_be_solved_from_a_later_turn_with_its_highest_bid() -> None:
    rng = Rng(7)
    for _ in range(20):
        auction = random_auction(rng, 4)
        auction.purse[0] = 7
        auction.standing = high = auction.lowest + rng.below(5)  # may be more than the square is worth to any rider
        auction.solve(2)
        assert auction.value_of_passing(2, high, 0) == pytest.approx(search(auction, 3, high, 0)[2], abs=1e-6)
        for bid in range(high + 1, auction.purse[2] + 1):
            assert auction.value_of_bid(2, bid) == pytest.approx(search(auction, 3, bid, 2)[2], abs=1e-6)


def test_the_first_bidder_makes_the_lowest_bid_that_the_last_bidder_will_not_raise() -> None:
    auction = Auction()
    auction.size = 2
    for place, worth in enumerate((6.5, 4.5)):
        auction.purse[place] = 20
        auction.values[place] = worth
        for bid in range(21):
            auction.cost[place * BID_ROWS + bid] = float(bid)
    auction.solve(0)
    assert [auction.value_of_bid(0, bid) for bid in (1, 2, 3, 4, 5)] == [0.0, 0.0, 0.0, 2.5, 1.5]
    assert auction.value_of_bid(1, 4) == 0.5
