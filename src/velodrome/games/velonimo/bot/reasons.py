"""What speaks for a move and against it, in words of texts.toml."""

from velodrome.core.bits import BIT, count_bits
from velodrome.core.contract import Text
from velodrome.games.velonimo.bot.hand_partition import Plays
from velodrome.games.velonimo.bot.odds import Odds, carriers, closes
from velodrome.games.velonimo.bot.safe_exits import Exits
from velodrome.games.velonimo.moves import FACE, GIVE, JERSEY, NEXT, NONE, PASS, REWARD, STEAL, VALUE
from velodrome.games.velonimo.phases import ATTACK, CHOOSING, GIVING, REWARDING
from velodrome.games.velonimo.pieces import ALL, CARDS, FIRST_HARE, TORTOISES
from velodrome.games.velonimo.rules import Race


def reasons(race: Race, move: int, odds: Odds, exits: Exits) -> list[Text]:
    """One to three texts, weightiest first, from a look that the odds and the exits have already taken."""
    phase = race.phase
    hand: int = race.hands[race.actor]
    if phase == ATTACK:
        return of_pass(race, hand) if move == PASS else of_play(race, hand, move, odds, exits)
    if phase == GIVING:
        return of_gift(hand, move - GIVE)
    if phase == CHOOSING:
        seat = move - NEXT
        return [{"key": "why.next", "seat": seat, "cards": race.size(seat), "total": race.total(seat)}]
    if phase == REWARDING:
        return of_reward(race, hand, move - REWARD)
    if move == NONE:
        return [{"key": "why.steal_none"}]
    victim, count = (move - STEAL) // 7, (move - STEAL) % 7 + 1
    return [{"key": "why.steal", "seat": victim, "cards": race.size(victim), "count": count}]


def of_play(race: Race, hand: int, move: int, odds: Odds, exits: Exits) -> list[Text]:
    face: int = FACE[move]
    cards, value = face & ALL, face >> VALUE
    rest = hand & ~cards
    draws = min(carriers(race, cards), race.pile)
    if not rest and not draws:
        return [{"key": "why.home"}]
    risk = odds.threat(value)
    found: list[Text] = []
    if risk == 0.0 and not draws and exits.sure(race, rest):
        found.append({"key": "why.exit", "value": value})
    elif risk == 0.0:
        found.append({"key": "why.sure", "value": value})
    if draws:
        found.append({"key": "why.draw", "draws": draws})
    found.append(of_rest(hand, rest))
    if risk > 0.0:
        found.append({"key": "why.stands", "value": value, "chance": round(100.0 * odds.chance(value))})
    if cards & TORTOISES:
        found.append({"key": "why.leader", "count": count_bits(cards & TORTOISES)})
    if move >= JERSEY:
        found.append({"key": "why.jersey"})
    return found[:3]


def of_rest(hand: int, rest: int) -> Text:
    """What a play leaves to do."""
    plays = Plays()
    now, left = plays.fewest(hand), plays.fewest(rest)
    return {"key": "why.shorter" if left < now else "why.splits", "left": left, "now": now}


def of_pass(race: Race, hand: int) -> list[Text]:
    left = Plays().fewest(hand)
    last = closes(race)
    found: list[Text] = [{"key": "why.ends" if last else "why.waits", "seat": race.ahead}]
    if last and race.racing >> race.ahead & 1:
        found.append({"key": "why.ahead", "seat": race.ahead, "cards": race.size(race.ahead)})
    return [*found, {"key": "why.keeps", "left": left}]


def of_gift(hand: int, card: int) -> list[Text]:
    found = [of_rest(hand, hand & ~BIT[card])]
    return [*found, {"key": "why.present", "card": CARDS[card]}] if card >= FIRST_HARE else found


def of_reward(race: Race, hand: int, seat: int) -> list[Text]:
    card: int = race.revealed
    if seat != race.actor:
        return [{"key": "why.burdens", "seat": seat, "cards": race.size(seat) + 1}]
    plays = Plays()
    now, left = plays.fewest(hand), plays.fewest(hand | BIT[card])
    return [{"key": "why.fits" if left == now else "why.longer", "left": left, "now": now}]
