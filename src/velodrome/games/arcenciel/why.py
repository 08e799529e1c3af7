"""What speaks for a move and against it, from the scales that weighed it."""

from typing import TYPE_CHECKING

from velodrome.core.contract import Text
from velodrome.games.arcenciel.field import BID, BREAK, FORCED, RAISE, RELOCATE, UPKEEP, Field
from velodrome.games.arcenciel.moves import ATTACK, EXCHANGE, GIVE_UP, HOLD, KEEP, PASS
from velodrome.games.arcenciel.pieces import DOTTED, ENERGY, GREEN_SQUARE, HAND, PLACED

if TYPE_CHECKING:
    from velodrome.games.arcenciel.heuristic import RulesOfThumb

REACH = 10  # squares ahead that a breakaway has in view


def reasons(thumb: "RulesOfThumb", seen: Field, move: int) -> list[Text]:
    """Texts about a legal move, weightiest first; the last compares it with the others."""
    worths = thumb.worths(seen)
    game = seen.rules
    if game.retire <= move <= game.vacate and seen.phase <= FORCED:
        found = of_retirement(thumb, seen, move - game.retire)
    elif seen.phase == BID:
        found = of_passing(thumb, seen) if move == PASS else of_bid(thumb, seen, move - game.bid)
    elif seen.phase in (UPKEEP, BREAK):
        found = of_breakaway(seen, move)
    elif seen.phase == RELOCATE:
        found = [of_square(thumb, seen, "why.vacate", move - game.vacate)]
    else:
        found = [of_exchange(seen, move)]
    return [*found, *compared(worths, seen.legal().index(move))]


def compared(worths: list[float], place: int) -> list[Text]:
    """How far a move is from the best one, if there is a choice."""
    others = [worth for i, worth in enumerate(worths) if i != place]
    if not others:
        return []
    behind = max(others) - worths[place]
    if behind >= 0.5:
        return [{"key": "why.behind", "energy": max(1, round(behind))}]
    return [{"key": "why.best" if behind < 0 else "why.even"}]


# ---------------------------------------------------------------- breakaways


def of_breakaway(seen: Field, move: int) -> list[Text]:
    """Holding, giving up, attacking, staying: what it costs and which jersey is in view."""
    cost = seen.rules.upkeep[seen.gap] if seen.phase == UPKEEP else seen.cost()
    if move == GIVE_UP:
        return [{"key": "why.give_up", "cost": cost, "seat": seen.order >> 4 & 15 if seen.size > 1 else seen.actor}]
    if move in (HOLD, ATTACK):
        key = "why.hold" if move == HOLD else "why.extend" if seen.gap else "why.attack"
        return [in_view(seen), {"key": key, "cost": cost, "seconds": 10 * seen.gap}]
    return [{"key": "why.stay.ahead" if seen.gap else "why.stay", "cost": cost, "seconds": 10 * seen.gap}]


def in_view(seen: Field) -> Text:
    """The jersey that whoever leads may win next."""
    game = seen.rules
    left = game.length - seen.pos
    if seen.rainbow_lap:
        return {"key": "why.line", "squares": left}
    for ahead in range(1, min(REACH, left) + 1):
        kind = game.kind[(seen.pos + ahead) % game.length]
        if kind in (GREEN_SQUARE, DOTTED):
            return {"key": "why.green" if kind == GREEN_SQUARE else "why.dotted", "squares": ahead}
    return {"key": "why.nothing_near"}


# ---------------------------------------------------------------- auctions


def estimate(thumb: "RulesOfThumb", seen: Field) -> int:
    """What the square under the hammer is worth to the actor, in whole energy."""
    full = thumb.worth.square(seen.pos, thumb.laps - 0.5)
    if not seen.team[HAND + seen.actor] and seen.team[PLACED + seen.actor]:
        full -= thumb.worth.least(seen, seen.actor, thumb.laps)
    return max(0, round(full))


def of_bid(thumb: "RulesOfThumb", seen: Field, bid: int) -> list[Text]:
    """The worth of the square against the bid, and who may still go higher."""
    worth = estimate(thumb, seen)
    key = "why.bid.dear" if bid > worth else "why.bid.worth"
    return [
        {"key": key, "bid": bid, "worth": worth, "laps": max(1, round(thumb.laps))},
        later(thumb, seen, bid),
        {"key": "why.bid.left", "energy": seen.team[ENERGY + seen.actor] - bid},
    ][: 2 if seen.team[ENERGY + seen.actor] - bid > 12 else 3]


def later(thumb: "RulesOfThumb", seen: Field, bid: int) -> Text:
    """Who of those that speak later gains by a higher bid."""
    thumb.open(seen, 0)
    auction = thumb.auction
    for say in range(seen.turn + 1, seen.size):
        rider = seen.order >> 4 * say & 15
        if auction.purse[say] > bid and auction.worth[say] > auction.price(say, bid + 1):
            return {"key": "why.bid.outbid", "seat": rider}
    return {"key": "why.bid.safe" if seen.turn + 1 < seen.size else "why.bid.final"}


def of_passing(thumb: "RulesOfThumb", seen: Field) -> list[Text]:
    """Whether the least bid would be a bargain."""
    worth = estimate(thumb, seen)
    lowest = seen.lowest_bid()
    if not seen.bids():
        return [{"key": "why.pass.unable", "lowest": lowest}]
    return [{"key": "why.pass.bargain" if worth > lowest else "why.pass.dear", "lowest": lowest, "worth": worth}]


# ---------------------------------------------------------------- domestiques and jerseys


def of_retirement(thumb: "RulesOfThumb", seen: Field, place: int) -> list[Text]:
    """The energy that it gives and the square that it costs."""
    game = seen.rules
    energy = seen.team[ENERGY + seen.actor]
    paid = seen.phase != FORCED or game.forced_pays
    gain = min(game.retire_energy, game.energy_max - energy) if paid else 0
    if place:
        found = [of_square(thumb, seen, "why.retire.square", place)]
    else:
        found = [{"key": "why.retire.hand", "left": seen.team[HAND + seen.actor] - 1}]
    if seen.phase >= RAISE:
        return found
    return [{"key": "why.retire.gain", "gain": gain, "energy": energy}, *found]


def of_square(thumb: "RulesOfThumb", seen: Field, key: str, place: int) -> Text:
    """A square that is left, and what it was worth."""
    square = seen.rules.circuit.efforts[place - 1]
    return {"key": key, "square": square, "worth": max(0, round(thumb.worth.square(square, thumb.laps)))}


def of_exchange(seen: Field, move: int) -> Text:
    """What an exchange wastes, or what keeping waits for."""
    if move == KEEP:
        return {"key": "why.keep"}
    swaps = seen.rules.swaps
    row = 5 * (move - EXCHANGE)
    if not swaps[row]:
        return {"key": "why.exchange.points"}
    paid = -2 * swaps[row + 2] - 3 * swaps[row + 3]
    if paid > seen.rules.dotted_rate:
        return {"key": "why.exchange.waste", "waste": paid - seen.rules.dotted_rate}
    return {"key": "why.exchange.exact"}
