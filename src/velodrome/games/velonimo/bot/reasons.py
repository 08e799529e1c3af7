"""Reasons for and against a move; each reason is a text: the key of a sentence, with the values to fill in."""

from typing import Final

from velodrome.core.bits import BIT
from velodrome.core.contract import Text
from velodrome.games.velonimo.bot.hand_partition import PlayCounter
from velodrome.games.velonimo.bot.odds import VelonimoOdds, count_carriers
from velodrome.games.velonimo.bot.safe_exits import SafeExits
from velodrome.games.velonimo.moves import FACE, GIVE, JERSEY, NEXT, NONE, PASS, REWARD, STEAL, VALUE_SHIFT
from velodrome.games.velonimo.phases import ATTACK, CHOOSING, GIVING, REWARDING
from velodrome.games.velonimo.pieces import ALL_CARDS, FIRST_HARE, HARES, TORTOISES
from velodrome.games.velonimo.rules import VelonimoState

# keys of the reasons that speak against their move; a hint does not give them for the move that it recommends
AGAINST: Final = frozenset(
    [
        "why.weak",
        "why.beaten",
        "why.splits",
        "why.draw",
        "why.jersey",
        "why.longer",
        "why.present",
        "why.steal_none",
    ]
)


def list_reasons(race: VelonimoState, move: int, odds: VelonimoOdds, exits: SafeExits) -> list[Text]:
    """List one to three reasons for a move, strongest first; `odds` and `exits` must be loaded for this position."""
    phase = race.phase
    hand: int = race.hands[race.actor]
    if phase == ATTACK:
        return explain_pass(race, hand) if move == PASS else explain_play(race, hand, move, odds, exits)
    if phase == GIVING:
        return explain_gift(hand, move - GIVE)
    if phase == CHOOSING:
        seat = move - NEXT
        return [{"key": "why.next", "seat": seat, "cards": race.hand_size(seat), "total": race.total_points(seat)}]
    if phase == REWARDING:
        return explain_reward(race, hand, move - REWARD)
    if move == NONE:
        return [{"key": "why.steal_none"}]
    victim, count = (move - STEAL) // 7, (move - STEAL) % 7 + 1
    return [{"key": "why.steal", "seat": victim, "cards": race.hand_size(victim), "count": count}]


def explain_play(race: VelonimoState, hand: int, move: int, odds: VelonimoOdds, exits: SafeExits) -> list[Text]:
    face: int = FACE[move]
    cards, value = face & ALL_CARDS, face >> VALUE_SHIFT
    rest = hand & ~cards
    draws = min(count_carriers(race, cards), race.pile)
    if not rest and not draws:
        return [{"key": "why.home"}]
    risk = odds.threat(value)
    found: list[Text] = []
    if risk == 0.0 and not draws and exits.is_safe(race, rest):
        found.append({"key": "why.exit", "value": value})
    elif risk == 0.0:
        found.append({"key": "why.sure", "value": value})
    if draws:
        found.append({"key": "why.draw", "draws": draws})
    found.append(explain_rest(hand, rest))
    if risk > 0.0:
        found.append(explain_chance(value, odds.stand_chance(value)))
    if cards & TORTOISES:
        found.append({"key": "why.leader", "count": race.largest_steal(cards)})
    if move >= JERSEY:
        found.append({"key": "why.jersey"})
    return found[:3]


def explain_chance(value: int, stand_chance: float) -> Text:
    """Say how likely it is that nobody can beat a value."""
    if stand_chance == 0.0:
        return {"key": "why.beaten", "value": value}
    percent = round(100.0 * stand_chance)
    if percent in (0, 100):
        return {"key": "why.likely" if percent else "why.weak", "value": value}
    return {"key": "why.stands", "value": value, "chance": percent}


def explain_rest(hand: int, rest: int) -> Text:
    """Say whether the hand needs fewer plays after this move; `rest` is the hand after the move."""
    plays = PlayCounter()
    now, left = plays.fewest_plays(hand), plays.fewest_plays(rest)
    return {"key": "why.shorter" if left < now else "why.splits", "left": left, "now": now}


def explain_pass(race: VelonimoState, hand: int) -> list[Text]:
    left = PlayCounter().fewest_plays(hand)
    last = race.ends_attack()
    found: list[Text] = [{"key": "why.ends" if last else "why.waits", "seat": race.ahead}]
    if last and race.racing >> race.ahead & 1:
        found.append({"key": "why.ahead", "seat": race.ahead, "cards": race.hand_size(race.ahead)})
    return [*found, {"key": "why.keeps", "left": left}]


def explain_gift(hand: int, card: int) -> list[Text]:
    plays = PlayCounter()
    now, left = plays.fewest_plays(hand), plays.fewest_plays(hand & ~BIT[card])
    found: list[Text] = [{"key": "why.shorter" if left < now else "why.without", "left": left, "now": now}]
    return [*found, {"key": "why.present", "value": HARES[card - FIRST_HARE]}] if card >= FIRST_HARE else found


def explain_reward(race: VelonimoState, hand: int, seat: int) -> list[Text]:
    card: int = race.revealed
    if seat != race.actor:
        return [{"key": "why.burdens", "seat": seat, "cards": race.hand_size(seat) + 1}]
    plays = PlayCounter()
    now, left = plays.fewest_plays(hand), plays.fewest_plays(hand | BIT[card])
    return [{"key": "why.fits" if left == now else "why.longer", "left": left, "now": now}]
