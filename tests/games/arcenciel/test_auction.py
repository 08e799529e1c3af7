"""The solved auction against the obvious search through every say of every rider."""

from math import exp
from typing import Any

import pytest

from velodrome.core.rng import Rng
from velodrome.games.arcenciel.bot.auction import BID_ROWS, NOBODY_PLACE, Auction


def leaning(gain: float, misjudging: float) -> Any:
    if misjudging == 0:
        return 1.0 if gain > 0 else 0.0
    return 1 / (1 + exp(-gain / misjudging))


def ending(auction: Auction, bid: int, holder: int) -> Any:
    """Everybody's wish when the hammer falls."""
    if holder == NOBODY_PLACE:
        return [0.0] * auction.size
    bargain = auction.values[holder] - auction.cost[holder * BID_ROWS + bid]
    return [bargain if place == holder else -auction.envy * bargain for place in range(auction.size)]


def search(auction: Auction, say: int, bid: int, holder: int) -> Any:
    """The wishes before a say, by trying each bid that the rules allow."""
    if say == auction.size:
        return ending(auction, bid, holder)
    passed = search(auction, say + 1, bid, holder)
    lowest = auction.lowest if holder == NOBODY_PLACE else max(auction.lowest, bid + 1)
    # people misjudge, but are not taken to bid what pleases nobody at all
    most = min(auction.purse[say], auction.top) if auction.misjudging else auction.purse[say]
    tried = [search(auction, say + 1, b, say) for b in range(lowest, most + 1)]
    if not tried:
        return passed
    best = max(tried, key=lambda wishes: wishes[say])  # the first of equals: the lowest bid
    chance = leaning(best[say] - passed[say], auction.misjudging)
    return [chance * made + (1 - chance) * left for made, left in zip(best, passed, strict=True)]


def some_auction(rng: Rng, size: int, misjudging: float = 0.0) -> Any:
    auction = Auction()
    auction.size = size
    auction.lowest = rng.below(3)
    auction.envy = rng.below(3) / 4
    auction.misjudging = misjudging
    for place in range(size):
        auction.purse[place] = rng.below(8) - 1
        auction.values[place] = rng.below(60) / 8 - 1 + place / 1000  # nobody is ever quite indifferent
        for bid in range(10):
            auction.cost[place * BID_ROWS + bid] = bid + bid * bid * rng.below(2) / 64
    return auction


@pytest.mark.parametrize("misjudging", [0.0, 0.7])
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_every_bid_is_worth_what_a_search_through_all_answers_says(size: int, misjudging: float) -> None:
    rng = Rng(size)
    for _ in range(12):
        auction = some_auction(rng, size, misjudging)
        auction.solve(0)
        assert auction.value_of_passing(0, 0, NOBODY_PLACE) == pytest.approx(
            search(auction, 1, 0, NOBODY_PLACE)[0], abs=1e-6
        )
        for bid in range(auction.lowest, auction.purse[0] + 1):
            assert auction.value_of_bid(0, bid) == pytest.approx(search(auction, 1, bid, 0)[0], abs=1e-6), bid


def test_a_later_say_is_solved_over_the_bid_that_stands() -> None:
    rng = Rng(7)
    for _ in range(20):
        auction = some_auction(rng, 4)
        auction.purse[0] = 7
        auction.standing = high = auction.lowest + rng.below(5)  # perhaps more than it is worth to anybody
        auction.solve(2)
        assert auction.value_of_passing(2, high, 0) == pytest.approx(search(auction, 3, high, 0)[2], abs=1e-6)
        for bid in range(high + 1, auction.purse[2] + 1):
            assert auction.value_of_bid(2, bid) == pytest.approx(search(auction, 3, bid, 2)[2], abs=1e-6)


def test_the_last_to_speak_takes_it_for_one_more_and_the_first_bids_what_he_will_not_pay() -> None:
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
