"""Public outcomes of a move: the square reached, payments, jerseys won, and riders who drop out."""

from typing import Final

from velodrome.core.contract import OVER, Text
from velodrome.core.tiebreaks import explain_ties
from velodrome.games.arcenciel.legal import (
    BID,
    CARD,
    CHASE,
    FORCED,
    NOBODY,
    RELOCATE,
    SWAP_LAP,
    UPKEEP,
    WHITE,
    YELLOW,
)
from velodrome.games.arcenciel.pieces import (
    BREAKAWAY,
    DOTTED,
    EFFORT,
    ENERGY,
    FEEDING,
    GREEN,
    GREEN_SQUARE,
    HAZARD,
    HAZARD_ALL,
    NO_FEEDING,
    POINT_RATE,
    POINTS,
    RAINBOW,
    format_gap,
)
from velodrome.games.arcenciel.rules import ArcEnCielState
from velodrome.games.arcenciel.scoring import DOTTED_UNIT, GREEN_UNIT, RACING_UNIT, RAINBOW_UNIT

EFFECTS: Final = {  # text key for each kind of square or card
    EFFORT: "effort",
    HAZARD_ALL: "hazard_all",
    HAZARD: "hazard",
    FEEDING: "feeding",
    BREAKAWAY: "breakaway",
}

RAINBOW_KEYS: Final = ("outcome.jersey.rainbow", "outcome.greens")  # keys of texts that announce one


def outcomes(race: ArcEnCielState, before: ArcEnCielState) -> list[Text]:
    """List the public consequences of the last move as texts; `before` is the state before that move."""
    phase = before.phase
    found: list[Text] = []
    if phase == BID:
        if race.phase != BID:
            found = describe_auction(race, before)
    elif phase == WHITE:
        found = describe_throw(race, before)
    elif phase == CARD:
        found = describe_card(race, before)
    elif phase in (YELLOW, CHASE):
        found = describe_breakaway(race, before)
    elif phase >= SWAP_LAP:
        found = describe_after_exchange(race, before)
    if 0 < race.gap < before.gap and phase != CHASE:  # AC-25
        found.append({"key": "outcome.closer", "seat": before.order & 15, "time": format_gap(race.gap)})
    if race.riders < before.riders:
        found += [
            {"key": "outcome.out", "seat": seat}
            for seat in range(race.rules.seats)
            if has_dropped_out(race, before, seat)
        ]
    if before.gap and not race.gap and phase != UPKEEP and not has_dropped_out(race, before, before.order & 15):
        found.append({"key": "outcome.caught", "seat": before.order & 15})
    return found + describe_exchanges(race, before, found) + describe_end(race) if race.actor == OVER else found


def has_dropped_out(race: ArcEnCielState, before: ArcEnCielState, seat: int) -> bool:
    """Return whether the last move made the rider of `seat` drop out (AC-20)."""
    return race.riders < before.riders and bool((before.lineup_mask() & ~race.lineup_mask()) >> seat & 1)


# ---------------------------------------------------------------- squares and cards


def describe_throw(race: ArcEnCielState, before: ArcEnCielState) -> list[Text]:
    """Describe what a roll caused: a jersey won at the end of the lap, and the square reached.

    The rules are AC-07, AC-08 and AC-09.
    """
    seat = before.order & 15
    passed = race.square < before.square
    found: list[Text] = []
    if passed and before.rainbow_lap:
        found.append({"key": "outcome.jersey.rainbow", "seat": seat})
    return found if passed and race.lap == before.lap else found + describe_landing(race, before, seat)


def describe_landing(race: ArcEnCielState, before: ArcEnCielState, seat: int) -> list[Text]:
    """Describe the end of the lap, if it was reached, and the effect of the new square.

    `seat` is the rider who rolled.
    """
    game = race.rules
    found: list[Text] = []
    if race.lap != before.lap:
        fed: Text = {"key": "outcome.lap", "lap": race.lap, "energy": game.lap_feeding, "most": game.energy_max}
        found.append({"key": "outcome.lap.unfed", "lap": race.lap} if before.no_feeding_count else fed)
        if race.rainbow_lap:
            found.append({"key": "outcome.rainbow_lap"})
    kind = game.kind[race.square]
    value = game.value[race.square]
    text: Text = {"key": "outcome.square"}
    if kind == EFFORT and race.square_owner() != NOBODY:
        text = {"key": "outcome.square.held", "value": value, "seat": race.square_owner()}
    elif kind in EFFECTS:
        had = before.team[ENERGY + seat]
        if race.lap != before.lap and not before.no_feeding_count:
            had = min(had + game.lap_feeding, game.energy_max)
        text = describe_effect("square", kind, race.team[ENERGY + seat] - had if kind == FEEDING else value, seat)
    return [*found, text | {"square": race.square}, *describe_jersey(before, kind, value, seat)]


def describe_effect(place: str, kind: int, value: int, seat: int) -> Text:
    """Say which rider pays, gains energy or may attack because of a square or card.

    `place` is "square" or "card". `value` is the energy to pay or to gain, and `seat` is the rider who rolled.
    """
    text: Text = {"key": f"outcome.{place}.{EFFECTS[kind]}"}
    if kind != BREAKAWAY:
        text["value"] = value
    return text if kind in (EFFORT, HAZARD_ALL) else text | {"seat": seat}


def describe_card(race: ArcEnCielState, before: ArcEnCielState) -> list[Text]:
    """Describe the effect of the drawn card (AC-15)."""
    game = race.rules
    seat = before.thrower
    if race.pile_size >= before.pile_size:  # AC-18: a retirement card reshuffled the pile
        return [] if race.phase == FORCED else [{"key": "outcome.unretired", "seat": seat}]
    drawn = next(card for card in range(game.cards) if race.cards[card] < before.cards[card])
    kind = game.card_kind[drawn]
    value = game.card_value[drawn]
    if kind == FEEDING:
        value = race.team[ENERGY + seat] - before.team[ENERGY + seat]  # AC-10: what is above the maximum is lost
    if kind in EFFECTS:
        return [describe_effect("card", kind, value, seat)]
    if kind == NO_FEEDING:
        return [{"key": "outcome.no_feeding"}]
    if race.rainbow_lap and not before.rainbow_lap:
        return [{"key": "outcome.rainbow_lap"}]
    return describe_jersey(before, kind, value, seat)


def describe_jersey(before: ArcEnCielState, kind: int, value: int, seat: int) -> list[Text]:
    """Describe the jersey won by a green or dotted square or card, and an exchange of green jerseys (AC-14, AC-35)."""
    if kind == DOTTED:
        return [{"key": "outcome.jersey.double" if value == 2 else "outcome.jersey.triple", "seat": seat}]
    if kind != GREEN_SQUARE:
        return []
    found: list[Text] = [{"key": "outcome.jersey.green", "seat": seat}]
    if not before.rules.need_all and before.team[GREEN + seat] + 1 >= before.rules.green_rate:
        found.append({"key": "outcome.greens", "greens": before.rules.green_rate, "seat": seat})
    return found


def describe_after_exchange(race: ArcEnCielState, before: ArcEnCielState) -> list[Text]:
    """Describe what follows a decision to exchange or keep jerseys.

    Green jerseys may be exchanged automatically. If the decision was made at the end of a lap, the new lap begins only
    now: the texts announce it, the square reached and the effect of the square.
    """
    seat = before.actor
    found: list[Text] = []
    at_once = not race.rules.need_all and (race.actor != OVER or race.winner == seat)  # not a final exchange (AC-43)
    if at_once and race.team[GREEN + seat] < before.team[GREEN + seat]:
        found.append({"key": "outcome.greens", "greens": race.rules.green_rate, "seat": seat})
    return found + describe_landing(race, before, before.thrower) if race.lap != before.lap else found


# ---------------------------------------------------------------- auctions and breakaways


def describe_auction(race: ArcEnCielState, before: ArcEnCielState) -> list[Text]:
    """Say who won the auction and for how much, or that nobody bid (AC-31)."""
    seat = race.actor if race.phase == RELOCATE else race.square_owner()
    if seat == NOBODY:
        return [{"key": "outcome.unsold", "square": race.square}]
    bid = before.team[ENERGY + seat] - race.team[ENERGY + seat]
    return [{"key": "outcome.sold", "seat": seat, "square": race.square, "bid": bid}]


def describe_breakaway(race: ArcEnCielState, before: ArcEnCielState) -> list[Text]:
    """Describe the new gap of the breakaway (AC-24, AC-26) and the combativity points earned (AC-38)."""
    seat = before.order & 15
    if not race.gap or race.winner == seat:
        return []
    key = "outcome.ahead" if before.phase == YELLOW else "outcome.chased"
    found: list[Text] = [{"key": key, "seat": seat, "time": format_gap(race.gap)}]
    if race.awarded > before.awarded and race.actor != OVER:
        points = race.team[POINTS + seat] - before.team[POINTS + seat]
        found.append({"key": "outcome.points", "seat": seat, "points": points})
    return found


# ---------------------------------------------------------------- the end


def describe_exchanges(race: ArcEnCielState, before: ArcEnCielState, texts: list[Text]) -> list[Text]:
    """Describe the rainbow jerseys that seats gained by automatic exchanges at the end of the game.

    An exchange that wins is automatic (AC-37), and so are the final exchanges (AC-43). A jersey that `texts` already
    mentions is not described again.
    """
    found: list[Text] = []
    for seat in range(race.rules.seats):
        rainbow = race.team[RAINBOW + seat]
        mentioned = sum([text["key"] in RAINBOW_KEYS and text["seat"] == seat for text in texts])
        if rainbow - before.team[RAINBOW + seat] > mentioned + count_chosen_exchange(race, before, seat):
            found.append({"key": "outcome.exchanged", "seat": seat, "rainbow": rainbow})
    return found


def count_chosen_exchange(race: ArcEnCielState, before: ArcEnCielState, seat: int) -> int:
    """Return 1 if a seat has just won by choosing an exchange for a rainbow jersey, else 0.

    The narration of that move already mentions the exchange, so no further text is needed.
    """
    if before.phase < SWAP_LAP or before.actor != seat or race.winner != seat:
        return 0
    return int(before.team[POINTS + seat] - race.team[POINTS + seat] in (0, POINT_RATE))


def describe_end(race: ArcEnCielState) -> list[Text]:
    """Explain how ties in rainbow jerseys were broken (AC-43), and name the winner."""
    from velodrome.games.arcenciel.view import prompt

    places = race.ranking()

    def why(one: int, other: int) -> str:
        better, worse = race.merit(one), race.merit(other)
        if one == race.winner or places[one] == places[other] or better // RAINBOW_UNIT != worse // RAINBOW_UNIT:
            return ""
        if better // GREEN_UNIT != worse // GREEN_UNIT:
            return "green"
        if better // DOTTED_UNIT != worse // DOTTED_UNIT:
            return "dotted"
        return "racing" if better // RACING_UNIT != worse // RACING_UNIT else "energy"

    return [*explain_ties(places, why), prompt(race)]
