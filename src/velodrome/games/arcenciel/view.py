"""Arc en Ciel as plain data for a screen: the table, previews of moves, and refusals of illegal moves.

A text is the key of a sentence in texts.en.toml and its translations, with the values to fill in.
"""

from velodrome.core.bits import BIT
from velodrome.core.contract import CHANCE, OVER, TRUTH, Data, Text
from velodrome.core.texts import DEFAULT_LANGUAGE, LANGUAGES, rule_numbers, sentences
from velodrome.games.arcenciel.legal import (
    BID,
    BREAK,
    CARD,
    CHASE,
    FORCED,
    LINEUP,
    PAUSE,
    RAISE,
    RELOCATE,
    SWAP_LAP,
    UPKEEP,
    WHITE,
    YELLOW,
)
from velodrome.games.arcenciel.moves import ATTACK, CONTINUE, EXCHANGE, GIVE_UP, GREEN_ROW, HOLD, KEEP, PASS
from velodrome.games.arcenciel.pieces import (
    COLOURS,
    DIE_FACES,
    DOUBLE,
    ENERGY,
    HAND,
    MAX_SEATS,
    PLACED,
    POINT_RATE,
    RAINBOW,
    TRIPLE,
    format_gap,
)
from velodrome.games.arcenciel.position import COUNTERS, count_retired, list_placed, list_race_order
from velodrome.games.arcenciel.rules import ArcEnCielState

WAITING_KEYS = {LINEUP: "lineup", WHITE: "white", CARD: "card", YELLOW: "yellow", CHASE: "chase"}
PROMPT_KEYS = {
    UPKEEP: "upkeep",
    BREAK: "attack",
    BID: "bid",
    PAUSE: "pause",
    RAISE: "raise",
    FORCED: "forced",
    RELOCATE: "relocate",
}


def table(state: ArcEnCielState) -> Data:
    """Describe the table: circuit, inner track, teams, cards, auction and controls; nothing is hidden."""
    seats = range(state.rules.seats)
    order = list_race_order(state)
    ahead = order[:1] if state.gap else []
    return {
        "prompt": prompt(state),
        "seats": [seat_line(state, seat) for seat in seats],
        "zones": [
            make_zone("circuit", "circuit", None, build_circuit(state), **build_course(state)),
            make_zone(
                "rainbow", "rainbow", None, [{"id": "rainbow", "kind": "rainbow_cyclist", "square": state.square}]
            ),
            make_zone(
                "domestiques",
                "domestiques",
                None,
                [piece for seat in seats for piece in build_domestiques(state, seat)],
            ),
            make_zone("track", "track", None, build_track(state)),
            make_zone(
                "breakaway",
                "breakaway",
                None,
                [build_leader(seat) for seat in ahead],
                gap=state.gap,
                seconds=10 * state.gap,
            ),
            make_zone("pack", "pack", None, [build_leader(seat) for seat in order if seat not in ahead]),
            make_zone(
                "out",
                "out",
                None,
                [build_leader(seat) for seat in seats if seat not in order and state.phase != LINEUP],
            ),
            *[make_zone(f"hand{seat}", "hand", seat, build_hand(state, seat)) for seat in seats],
            *[make_zone(f"jerseys{seat}", "jerseys", seat, build_jerseys(state, seat)) for seat in seats],
            *build_piles(state),
            make_zone("auction", "auction", None, [], **build_auction(state)),
            make_zone("controls", "controls", None, control_pieces(state)),
        ],
        "final": is_final_lap(state),
    }


def is_final_lap(state: ArcEnCielState) -> bool:
    """Return whether this lap is the last (AC-42), or its rainbow jersey can win the race (AC-09, AC-39)."""
    if state.actor == OVER:
        return False
    if state.lap >= state.rules.max_laps:
        return True
    return state.rainbow_lap == 1 and any([wins_with_jersey(state, seat) for seat in list_race_order(state)])


def wins_with_jersey(state: ArcEnCielState, seat: int) -> bool:
    """Return whether a seat wins if it gets another rainbow jersey now."""
    later = state.copy()
    later.team[RAINBOW + seat] += 1
    return later.has_won(seat)


def prompt(state: ArcEnCielState) -> Text:
    """Return the prompt: the question to the actor, or what the viewer is waiting for."""
    game = state.rules
    actor = state.actor
    if actor == OVER:
        winners = [seat for seat, place in enumerate(state.ranking()) if place == 1]
        return {
            "key": f"prompt.over{end_key_suffix(state, winners)}",
            "winner": winners[0],
            "winners": ", ".join(map(str, winners)),
            "rainbow": state.team[RAINBOW + winners[0]],
            "time": format_gap(game.winning_gap - 1),
        }
    if actor == CHANCE:
        return {"key": f"prompt.wait.{WAITING_KEYS[state.phase]}", "seat": state.order & 15}
    kind = PROMPT_KEYS.get(state.phase, "exchange")
    if kind == "attack" and state.gap:
        kind = "extend"
    who = "" if state.viewer in (actor, TRUTH) else "other."
    text: Text = {
        "key": f"prompt.{who}{kind}{limit_key_suffix(state)}",
        "seat": actor,
        "energy": state.team[ENERGY + actor],
        "square": state.square,
    }
    if state.phase in (UPKEEP, BREAK):
        text |= {"time": format_gap(state.gap), "cost": breakaway_cost(state)}
    elif state.phase == BID:
        text |= {"lowest": state.lowest_bid(), "gain": game.retire_energy}
    elif state.phase == PAUSE:
        text |= {"gain": min(game.retire_energy, game.energy_max - state.team[ENERGY + actor])}
    elif state.phase == RAISE:
        text |= {"owed": state.amount_owed(), "gain": game.retire_energy}
    return text


def end_key_suffix(state: ArcEnCielState, winners: list[int]) -> str:
    """Return the suffix of the prompt's text key for the way in which `winners` won, such as `.laps` or `.shared`."""
    if len(winners) > 1:
        return ".shared"
    if state.winner < 0:
        return ".laps" if state.riders else ".exhausted"  # AC-42, AC-41
    if state.gap >= state.rules.winning_gap:
        return ".away"  # AC-40
    return ".jerseys" if state.has_won(state.winner) else ".last"  # AC-39, AC-42


def breakaway_cost(state: ArcEnCielState) -> int:
    """Return the energy that holding the breakaway costs now or, in the phase BREAK, that an attack costs."""
    return state.rules.upkeep[state.gap] if state.phase == UPKEEP else state.attack_cost()


def limit_key_suffix(state: ArcEnCielState) -> str:
    """Return the suffix of the prompt's text key that says what limits the actor's choice, or "" if nothing does."""
    phase = state.phase
    if phase == BID and state.count_bids():
        return "" if state.count_pass(state.count_bids()) else ".open"
    if phase in (UPKEEP, BREAK) and state.count_affordable():
        return "" if breakaway_cost(state) else ".free"
    if phase in (UPKEEP, BREAK, BID):
        return ".short" if state.retirable_mask() else ".none"
    if phase >= SWAP_LAP:
        rows = [row for row in range(state.rules.swap_rows) if state.may_exchange(state.actor, row)]
        return "" if any(state.rules.swaps[5 * row] for row in rows) else ".points"
    return ""


def seat_line(state: ArcEnCielState, seat: int) -> Data:
    """Describe a seat: its team, place in the race and jerseys."""
    order = list_race_order(state)
    line: Data = {
        "colour": COLOURS[seat],
        "energy": state.team[ENERGY + seat],
        "hand": state.team[HAND + seat],
        "placed": list_placed(state, seat),
        "retired": count_retired(state, seat),
        "place": order.index(seat) + 1 if seat in order else None,
        "out": seat not in order and state.phase != LINEUP,
        "ahead": state.gap > 0 and order[0] == seat,
        "thrower": state.thrower == seat,
    }
    line |= {name: state.team[RAINBOW + MAX_SEATS * i + seat] for i, name in enumerate(COUNTERS)}
    line["dotted"] = 2 * state.team[DOUBLE + seat] + 3 * state.team[TRIPLE + seat]
    return line


def make_zone(name: str, kind: str, owner: int | None, pieces: list[Data], **more: object) -> Data:
    return {"id": name, "kind": kind, "owner": owner, "size": len(pieces), "pieces": pieces, **more}


def build_leader(seat: int) -> Data:
    return {"id": f"leader{seat}", "kind": "leader", "seat": seat, "colour": COLOURS[seat]}


def build_course(state: ArcEnCielState) -> Data:
    """Describe the current lap, and the constants of the game that a screen shows."""
    game = state.rules
    return {
        "lap": state.lap,
        "rainbow_lap": state.rainbow_lap == 1,
        "energy_max": game.energy_max,
        "lap_feeding": game.lap_feeding,
        "rainbow_to_win": game.target,
        "green_rate": game.green_rate,
        "dotted_rate": game.dotted_rate,
        "point_rate": POINT_RATE,
        "die": DIE_FACES,
    }


def build_circuit(state: ArcEnCielState) -> list[Data]:
    """Describe every square of the circuit."""
    return [
        {
            "id": f"square{n}",
            "kind": square.kind,
            "value": square.value,
            "terrain": square.terrain,
            "name": square.name,
            "names": translate_name(square.text_key, square.name, square.names),
            "here": n == state.square,
        }
        for n, square in enumerate(state.rules.circuit.squares)
    ]


def build_domestiques(state: ArcEnCielState, seat: int) -> list[Data]:
    """Describe a team's domestiques on the circuit."""
    return [
        {"id": f"domestique{n}", "kind": "domestique", "seat": seat, "colour": COLOURS[seat], "square": n}
        for n in list_placed(state, seat)
    ]


def build_track(state: ArcEnCielState) -> list[Data]:
    """Describe the arrows of the inner track and the upkeep of each."""
    return [
        {"id": f"arrow{gap}", "kind": "arrow", "value": cost, "seconds": 10 * gap, "here": gap == state.gap}
        for gap, cost in enumerate(state.rules.circuit.upkeep, 1)
    ]


def build_hand(state: ArcEnCielState, seat: int) -> list[Data]:
    """Describe the domestiques that a team has in hand."""
    many = state.team[HAND + seat]
    return [{"id": f"hand{seat}_{i}", "kind": "domestique", "seat": seat, "colour": COLOURS[seat]} for i in range(many)]


def build_jerseys(state: ArcEnCielState, seat: int) -> list[Data]:
    """Describe a team's jerseys and combativity points, by kind."""
    counts = [(name, state.team[RAINBOW + MAX_SEATS * i + seat]) for i, name in enumerate(COUNTERS)]
    return [{"id": f"{name}{seat}", "kind": name, "count": count} for name, count in counts if count]


def build_piles(state: ArcEnCielState) -> list[Data]:
    """Describe the deck, the discard, the no-feeding cards at the start, and the drawn card.

    Only the order of the deck is hidden.
    """
    game = state.rules
    cards = game.deck.cards
    pile = [state.cards[i] for i in range(len(cards))]
    start = [state.cards[len(cards) + i] for i in range(len(cards))]
    spent = [card.copies - a - b for card, a, b in zip(cards, pile, start, strict=True)]
    zones = []
    for name, counts in (("deck", pile), ("discard", spent), ("no_feeding", start)):
        pieces = [make_card_piece(state, name, i) | {"count": n} for i, n in enumerate(counts) if n]
        zones.append(make_zone(name, "pile", None, pieces) | {"size": sum(counts)})
    shown = [make_card_piece(state, "card", state.card)] if state.card >= 0 else []
    return [*zones, make_zone("card", "card", None, shown)]


def make_card_piece(state: ArcEnCielState, where: str, i: int) -> Data:
    card = state.rules.deck.cards[i]
    names = translate_name(card.text_key, card.title, card.names)
    return {"id": f"{where}_{card.id}", "kind": card.kind, "value": card.value, "name": card.title, "names": names}


def translate_name(key: str, name: str, given: dict[str, str]) -> dict[str, str]:
    """Return a name in each language in which it is known.

    The translations in the board file (`given`) have priority. If the English text for `key` is exactly this name,
    the texts of the other languages supply the missing translations.
    """
    names = {DEFAULT_LANGUAGE: name}
    if sentences("arcenciel", DEFAULT_LANGUAGE).get(key) == name:
        names |= {language: sentences("arcenciel", language)[key] for language in LANGUAGES}
    return names | given


def build_auction(state: ArcEnCielState) -> Data:
    """Describe the auction: its square, the highest bid, the riders in bidding order, and the value of the square.

    The value (`saves`) is the energy that the owner of the square saves at each stop there.
    """
    if state.phase != BID:
        return {"square": None, "high": None, "bidder": None, "order": [], "waiting": [], "saves": 0}
    order = list_race_order(state)
    return {
        "square": state.square,
        "high": None if state.high_bid < 0 else state.high_bid,
        "bidder": None if state.bidder < 0 else state.bidder,
        "order": order,
        "waiting": order[state.turn :],  # AC-29: each rider bids once, in race order
        "saves": state.rules.value[state.square],
    }


def control_pieces(state: ArcEnCielState) -> list[Data]:
    """Describe the actor's controls: everything that can be selected for a move, except domestiques on the circuit.

    Return [] if another seat or chance acts.
    """
    if state.actor < 0 or state.viewer not in (state.actor, TRUTH):
        return []
    found: list[Data] = []
    for move in state.legal():
        for pick in state.game.moves[move].picks:
            name = pick.partition(":")[0]
            if not name.startswith("domestique") and name not in [piece["id"] for piece in found]:
                found.append({"id": name, "kind": "button"})
    for piece in found:
        if piece["id"] == "bid":
            piece |= {"kind": "number", "number": [state.lowest_bid(), state.team[ENERGY + state.actor]]}
        elif piece["id"] == "hand":
            piece |= {"kind": "domestique", "count": state.team[HAND + state.actor]}
    return found


# ---------------------------------------------------------------- previews


def preview(state: ArcEnCielState, move: int) -> Data:
    """Preview the certain costs and gains of a legal move."""
    game = state.rules
    energy = state.team[ENERGY + state.actor]
    if state.phase == BID and game.bid <= move < game.retire:
        return preview_bid(state, move - game.bid)
    if game.retire <= move <= game.vacate and state.phase <= FORCED:
        return preview_retirement(state, move - game.retire)
    if state.phase == RELOCATE:
        square = game.circuit.efforts[move - game.vacate - 1]
        return {"square": square, "value": game.value[square]}
    if move == HOLD:
        cost = game.upkeep[state.gap]
        return {"cost": cost, "left": energy - cost, "seconds": 10 * state.gap}
    if move == GIVE_UP:
        return {"cost": 0, "left": energy, "leads": state.order >> 4 & 15 if state.riders > 1 else state.actor}
    if move == ATTACK:
        return preview_attack(state)
    if move >= EXCHANGE and state.phase >= SWAP_LAP:
        changes = [game.swaps[5 * (move - EXCHANGE) + i] for i in range(5)]
        return {"changes": {name: change for name, change in zip(COUNTERS, changes, strict=True) if change}}
    if move in (CONTINUE, KEEP):
        return {}  # no preview: the rest of the turn may still change everything
    return {"cost": 0, "left": energy}


def preview_bid(state: ArcEnCielState, bid: int) -> Data:
    """Preview a bid: the energy left, and the energy that the square's owner saves at each stop (`saves`).

    `final` says whether the bid ends the auction (AC-31). `moves` says whether a domestique has to leave another
    square if the bid wins (AC-32).
    """
    team = state.team
    seat = state.actor
    return {
        "left": team[ENERGY + seat] - bid,
        "saves": state.rules.value[state.square],
        "final": state.turn + 1 == state.riders,
        "moves": not team[HAND + seat],  # AC-32
    }


def preview_attack(state: ArcEnCielState) -> Data:
    """Preview an attack: its cost and the range of the gap after the yellow die (AC-24, AC-27).

    `wins` is the lowest roll that wins the game, or None if no roll does (AC-40).
    """
    cost = state.attack_cost()
    wins = max(1, state.rules.winning_gap - state.gap)  # AC-40: lowest roll that wins
    return {
        "cost": cost,
        "left": state.team[ENERGY + state.actor] - cost,
        "seconds": [10 * (state.gap + 1), 10 * (state.gap + DIE_FACES)],
        "wins": wins if wins <= DIE_FACES else None,
    }


def preview_retirement(state: ArcEnCielState, place: int) -> Data:
    """Preview a retirement: the energy gained, up to the maximum, and the square given up (AC-10, AC-33).

    `place` is 0 for a domestique in hand, else the number of its effort square, from 1.
    """
    game = state.rules
    energy = state.team[ENERGY + state.actor]
    full = game.retire_energy if state.phase != FORCED or game.forced_pays else 0
    gain = min(full, game.energy_max - energy)
    square = game.circuit.efforts[place - 1] if place else None
    return {
        "gain": gain,
        "left": energy + gain,
        "owed": state.amount_owed() if state.phase == RAISE else 0,
        "square": square,
        "value": 0 if square is None else game.value[square],
    }


# ---------------------------------------------------------------- refusals


def refusal(state: ArcEnCielState, move: int) -> Text:
    """Explain why the actor may not play a move now."""
    if state.actor < 0:
        return make_text("refuse.over" if state.actor == OVER else "refuse.chance")
    game = state.rules
    phase = state.phase
    energy = state.team[ENERGY + state.actor]
    if game.retire <= move <= game.vacate and phase <= FORCED:
        return refuse_retirement(state, move - game.retire)
    if phase == UPKEEP and move == HOLD:
        return make_text("refuse.hold", cost=game.upkeep[state.gap], energy=energy)
    if phase == BREAK and move == ATTACK:
        return make_text("refuse.attack", cost=state.attack_cost(), energy=energy)
    if phase == BID and move == PASS:
        return make_text("refuse.must_open")
    if phase == BID and game.bid <= move < game.retire:
        return refuse_bid(state, move - game.bid)
    if phase == RELOCATE and move > game.vacate:
        return make_text("refuse.vacate", square=game.circuit.efforts[move - game.vacate - 1])
    if phase >= SWAP_LAP and KEEP < move < game.bid:
        green = move == EXCHANGE + GREEN_ROW and not game.need_all
        return make_text("refuse.exchange_green" if green else "refuse.exchange_held", rate=game.green_rate)
    return make_text(f"refuse.now.{PROMPT_KEYS.get(phase, 'exchange')}", owed=state.amount_owed())


def refuse_retirement(state: ArcEnCielState, place: int) -> Text:
    """Explain why a domestique cannot be retired; `place` is as in `preview_retirement`."""
    game = state.rules
    seat = state.actor
    square = game.circuit.efforts[place - 1] if place else 0
    if not place and not state.team[HAND + seat]:
        return make_text("refuse.retire_hand")
    if place and not state.team[PLACED + seat] & BIT[place]:
        return make_text("refuse.retire_square", square=square)
    if not game.windows:
        return make_text("refuse.retire_shortfall")
    if state.team[ENERGY + seat] >= game.energy_max:
        return make_text("refuse.retire_full", most=game.energy_max)
    return make_text("refuse.retire_landed", square=square)


def refuse_bid(state: ArcEnCielState, bid: int) -> Text:
    """Explain why a bid is not legal."""
    energy = state.team[ENERGY + state.actor]
    if not state.team[HAND + state.actor] and not state.team[PLACED + state.actor]:
        return make_text("refuse.bid_domestique")
    if bid > energy:
        return make_text("refuse.bid_high", energy=energy)
    return make_text("refuse.bid_low", lowest=state.lowest_bid())


def make_text(key: str, **arguments: object) -> Text:
    return {"key": key, "rule": rule_numbers("arcenciel")[key], **arguments}
