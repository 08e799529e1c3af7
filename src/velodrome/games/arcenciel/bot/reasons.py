"""Reasons for and against a move, as texts: each is the key of a sentence, with the values to fill in."""

from typing import Final

from velodrome.core.contract import Text
from velodrome.games.arcenciel.bot.auction import Auction
from velodrome.games.arcenciel.bot.playout_moves import JERSEY_REACH
from velodrome.games.arcenciel.bot.valuation import Valuation
from velodrome.games.arcenciel.legal import BID, BREAK, FORCED, PAUSE, RAISE, RELOCATE, UPKEEP
from velodrome.games.arcenciel.moves import ATTACK, EXCHANGE, GIVE_UP, HOLD, KEEP, PASS
from velodrome.games.arcenciel.pieces import DOTTED, ENERGY, GREEN_SQUARE, HAND, format_gap
from velodrome.games.arcenciel.rules import ArcEnCielState

# keys of the reasons that speak against their move; a hint does not give them for the move that it recommends
AGAINST: Final = frozenset(
    [
        "why.bid.dear",
        "why.pass.bargain",
        "why.retire.early",
        "why.exchange.waste",
    ]
)


def list_reasons(seen: ArcEnCielState, move: int, worth: Valuation, laps: float, auction: Auction) -> list[Text]:
    """List reasons for a legal move, strongest first.

    `laps` is the expected number of laps left; in an auction, `auction` must have been solved for this position.
    """
    game = seen.rules
    if game.retire <= move <= game.vacate and seen.phase <= FORCED:
        return explain_retirement(seen, move - game.retire, worth, laps)
    if seen.phase == BID:
        return explain_pass(seen, auction) if move == PASS else explain_bid(seen, move - game.bid, laps, auction)
    if seen.phase in (UPKEEP, BREAK):
        return explain_breakaway(seen, move)
    if seen.phase == PAUSE:
        return [{"key": "why.continue"}]
    if seen.phase == RELOCATE:
        return [explain_square(seen, "why.vacate", move - game.vacate, worth, laps)]
    return [explain_exchange(seen, move, worth)]


# ---------------------------------------------------------------- breakaways


def explain_breakaway(seen: ArcEnCielState, move: int) -> list[Text]:
    """Explain holding, giving up, attacking or staying, with the cost and the next jersey."""
    cost = seen.rules.upkeep[seen.gap] if seen.phase == UPKEEP else seen.attack_cost()
    if move == GIVE_UP:
        return [{"key": "why.give_up", "cost": cost}]
    if move == ATTACK and wins_by_attack(seen):
        return [{"key": "why.wins"}]
    if move in (HOLD, ATTACK):
        key = "why.hold" if move == HOLD else "why.extend" if seen.gap else "why.attack"
        return [next_jersey(seen), {"key": key, "cost": cost, "time": format_gap(seen.gap)}]
    return [{"key": "why.stay.ahead" if seen.gap else "why.stay", "time": format_gap(seen.gap)}]


def wins_by_attack(seen: ArcEnCielState) -> bool:
    """Return whether an attack wins the game with any roll of the yellow die (AC-40)."""
    return (
        seen.phase == BREAK
        and seen.gap > 0
        and seen.gap + 1 >= seen.rules.winning_gap
        and bool(seen.count_affordable())
    )


def next_jersey(seen: ArcEnCielState) -> Text:
    """Return a text that names the next jersey that the front rider may win, and its distance in squares."""
    game = seen.rules
    left = game.length - seen.square
    if seen.rainbow_lap:
        return {"key": "why.line", "squares": left}
    for ahead in range(1, min(JERSEY_REACH, left) + 1):
        kind = game.kind[(seen.square + ahead) % game.length]
        if kind in (GREEN_SQUARE, DOTTED):
            return {"key": "why.green" if kind == GREEN_SQUARE else "why.dotted", "squares": ahead}
    return {"key": "why.nothing_near"}


# ---------------------------------------------------------------- auctions


def estimate_square(seen: ArcEnCielState, auction: Auction) -> int:
    """Return the value of the auctioned square to the actor, in whole units of energy."""
    return max(0, round(auction.values[seen.turn]))


def explain_bid(seen: ArcEnCielState, bid: int, laps: float, auction: Auction) -> list[Text]:
    """Explain a bid: the square's value, who may still outbid the actor, and the energy left if little is left."""
    worth = estimate_square(seen, auction)
    key = "why.bid.dear" if bid > worth else "why.bid.worth"
    return [
        {"key": key, "bid": bid, "worth": worth, "laps": max(1, round(laps))},
        find_later_bidder(seen, bid, auction),
        {"key": "why.bid.left", "energy": seen.team[ENERGY + seen.actor] - bid},
    ][: 2 if seen.team[ENERGY + seen.actor] - bid > 12 else 3]


def find_later_bidder(seen: ArcEnCielState, bid: int, auction: Auction) -> Text:
    """Return a text that names the next rider who would gain by outbidding this bid, or says that nobody will."""
    for say in range(seen.turn + 1, seen.riders):
        rider = seen.order >> 4 * say & 15
        if auction.purse[say] > bid and auction.values[say] > auction.price(say, bid + 1):
            return {"key": "why.bid.outbid", "seat": rider}
    return {"key": "why.bid.safe" if seen.turn + 1 < seen.riders else "why.bid.final"}


def explain_pass(seen: ArcEnCielState, auction: Auction) -> list[Text]:
    """Explain a pass: how the lowest bid compares to the value of the square, or that the rider cannot bid."""
    worth = estimate_square(seen, auction)
    lowest = seen.lowest_bid()
    if not seen.count_bids():
        return [{"key": "why.pass.unable", "lowest": lowest}]
    return [{"key": "why.pass.bargain" if worth > lowest else "why.pass.dear", "lowest": lowest, "worth": worth}]


# ---------------------------------------------------------------- domestiques and jerseys


def explain_retirement(seen: ArcEnCielState, place: int, worth: Valuation, laps: float) -> list[Text]:
    """Explain a retirement: the energy that it gives and the domestique that it costs."""
    game = seen.rules
    energy = seen.team[ENERGY + seen.actor]
    paid = seen.phase != FORCED or game.forced_pays
    gain = min(game.retire_energy, game.energy_max - energy) if paid else 0
    if place:
        found = [explain_square(seen, "why.retire.square", place, worth, laps)]
    else:
        found = [{"key": "why.retire.hand", "left": seen.team[HAND + seen.actor] - 1}]
    if seen.phase >= RAISE:
        return found
    found.insert(0, {"key": "why.retire.gain", "gain": gain, "energy": energy})
    return [*found, {"key": "why.retire.early"}] if seen.phase == PAUSE else found


def explain_square(seen: ArcEnCielState, key: str, place: int, worth: Valuation, laps: float) -> Text:
    """Return the text `key`, with the effort square that a move gives up and the value of this square filled in.

    `place` is the number of the effort square, from 1.
    """
    square = seen.rules.circuit.efforts[place - 1]
    return {"key": key, "square": square, "worth": max(0, round(worth.square_value(square, laps)))}


def explain_exchange(seen: ArcEnCielState, move: int, worth: Valuation) -> Text:
    """Say whether an exchange uses points or wastes dotted jerseys, or explain why to keep the jerseys."""
    if move == KEEP:
        return {"key": "why.keep"}
    row = move - EXCHANGE
    if not seen.rules.swaps[5 * row]:
        return {"key": "why.exchange.points"}
    waste = int(worth.dotted_waste(row))
    if waste > 0:
        return {"key": "why.exchange.waste", "waste": waste}
    return {"key": "why.exchange.exact"}
