"""Positions as plain data: `write` turns a race into data, and `read` turns data into a race.

`read` rejects positions that no game can reach. It fills in missing keys with these defaults:

- The phase is `upkeep` with a breakaway and `white` without one.
- The pack has every seat except the breakaway rider's, in seat order.
- Each team has its starting energy and no jerseys. Domestiques that are not placed are in hand.
- No-feeding cards lie on the start square only if `no_feeding` lists them (AC-17).
- All cards that are neither on the start square nor discarded are in the deck.
- The rider who rolled the die (`thrower`) is the front rider.
"""

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT
from velodrome.core.contract import CHANCE, ONLOOKER, OVER, TRUTH, Data
from velodrome.core.position_reader import PositionReader
from velodrome.games.arcenciel import legal, pieces
from velodrome.games.arcenciel.game import ArcEnCiel
from velodrome.games.arcenciel.legal import NO_BID, NO_CARD, NOBODY
from velodrome.games.arcenciel.pieces import COLUMNS, DIE_FACES, ENERGY, HAND, MAX_SEATS, MINUTE_ARROWS, PLACED, RAINBOW
from velodrome.games.arcenciel.rules import ArcEnCielState

PHASES = (
    "lineup",
    "white",
    "card",
    "yellow",
    "chase",
    "upkeep",
    "attack",
    "bid",
    "pause",
    "raise",
    "forced_retire",
    "relocate",
    "exchange_lap",
    "exchange_square",
    "exchange_breakaway",
    "over",
)
COUNTERS = ("rainbow", "green", "double", "triple", "points")  # names of the columns from RAINBOW on, see pieces.py
POSITION_KEYS = (
    *("phase", "actor", "square", "lap", "rainbow_lap", "breakaway", "gap", "awarded", "pack", "energy", "hand"),
    *("placed", "retired", *COUNTERS, "deck", "discard", "no_feeding", "thrower", "card", "high_bid", "high_bidder"),
    *("winner", "viewer"),
)
MAX_COUNTER = 99  # limit for all counters except rainbow: no game exceeds it, and the final exchange stays fast
MAX_RAINBOW = 999  # limit for rainbow jerseys: more than all exchanges together can bring
# phases between the roll of the white die and the change of places
MID_TURN = (legal.CARD, legal.RAISE, legal.FORCED, legal.SWAP_LAP, legal.SWAP_SQUARE)
WITH_CARD = (legal.RAISE, legal.FORCED, legal.SWAP_SQUARE)  # phases in which a card may have been drawn


# ---------------------------------------------------------------- writing


def write(state: ArcEnCielState) -> Data:
    """Write a race as plain data in the rulebook's words.

    Most lists have one item for each seat; `pack` lists the riders from the front.
    """
    game = state.rules
    order = list_race_order(state)
    data: Data = {
        "phase": PHASES[state.phase],
        "actor": seat_or_none(state.actor),
        "square": state.square,
        "lap": state.lap,
        "rainbow_lap": state.rainbow_lap == 1,
        "breakaway": order[0] if state.gap else None,
        "gap": state.gap,
        "awarded": state.awarded,
        "pack": order[1:] if state.gap else order,
        "energy": list_column(state, ENERGY),
        "hand": list_column(state, HAND),
        "placed": [list_placed(state, seat) for seat in range(game.seats)],
        "retired": [count_retired(state, seat) for seat in range(game.seats)],
    }
    for i, name in enumerate(COUNTERS):
        data[name] = list_column(state, RAINBOW + MAX_SEATS * i)
    cards = game.deck.cards
    pile = [state.cards[i] for i in range(len(cards))]
    lying = [state.cards[len(cards) + i] for i in range(len(cards))]
    data["deck"] = {card.id: n for card, n in zip(cards, pile, strict=True) if n}
    data["no_feeding"] = {card.id: n for card, n in zip(cards, lying, strict=True) if n}
    spent = [card.copies - in_pile - at_start for card, in_pile, at_start in zip(cards, pile, lying, strict=True)]
    data["discard"] = {card.id: n for card, n in zip(cards, spent, strict=True) if n}
    data["thrower"] = seat_or_none(state.thrower)
    data["card"] = None if state.card < 0 else cards[state.card].id
    data["high_bid"] = None if state.high_bid < 0 else state.high_bid
    data["high_bidder"] = seat_or_none(state.bidder)
    data["winner"] = seat_or_none(state.winner)
    if state.viewer != TRUTH:
        data["viewer"] = "onlooker" if state.viewer == ONLOOKER else state.viewer
    return data


def seat_or_none(seat: int) -> int | None:
    return seat if seat >= 0 else None


def list_race_order(state: ArcEnCielState) -> list[int]:
    """List the riders in the race, starting at the front."""
    return [state.order >> 4 * i & 15 for i in range(state.riders)]


def list_column(state: ArcEnCielState, first: int) -> list[int]:
    return [state.team[first + seat] for seat in range(state.rules.seats)]


def list_placed(state: ArcEnCielState, seat: int) -> list[int]:
    """List the squares on which a team's domestiques stand."""
    mask = state.team[PLACED + seat]
    return [n for place, n in enumerate(state.rules.circuit.efforts, 1) if mask >> place & 1]


def count_retired(state: ArcEnCielState, seat: int) -> int:
    return state.rules.circuit.domestiques - state.team[HAND + seat] - len(list_placed(state, seat))


# ---------------------------------------------------------------- reading


def read(game: ArcEnCiel, description: Data) -> ArcEnCielState:
    """Create the race that `description` describes; raise BadPosition if no game can reach it."""
    reader = PositionReader(game.name, game.seats, description, POSITION_KEYS)
    cards, left, lying = read_cards(reader, game)
    state = ArcEnCielState(game, vec[i64]([0] * COLUMNS), cards)
    state.pile_size = left
    state.no_feeding_count = lying
    read_order(reader, state)
    read_teams(reader, state)
    read_road(reader, state)
    read_turn(reader, state)
    check(reader, state)
    read_actor(reader, state)
    state.viewer = reader.read_viewer()
    return state


def read_cards(reader: PositionReader, game: ArcEnCiel) -> tuple[vec[i64], int, int]:
    """Read the cards in the pile and the no-feeding cards on the start square (AC-17); all others are discarded.

    Return three values: a vector with the number of copies of each card in the pile, followed by the number of copies
    of each card on the start square; the size of the pile; and the number of cards on the start square.
    """
    cards = game.deck.cards
    lying = read_pile(reader, game, "no_feeding") or [0] * len(cards)
    for card, n in zip(cards, lying, strict=True):
        reader.require(n == 0 or card.kind == "no_feeding", f"the card {card.id} never lies at the start")
    pile = read_pile(reader, game, "deck")
    discard = read_pile(reader, game, "discard")
    if pile is None:
        spent = discard or [0] * len(cards)
        pile = [card.copies - a - b for card, a, b in zip(cards, lying, spent, strict=True)]
    for card, in_pile, at_start in zip(cards, pile, lying, strict=True):
        reader.require(0 <= in_pile <= card.copies - at_start, f"there are only {card.copies} cards {card.id}")
    if discard is not None:
        fits = all(a + b + c == card.copies for card, a, b, c in zip(cards, pile, lying, discard, strict=True))
        reader.require(fits, f"deck, discard and no_feeding do not make up the deck of {game.deck.size} cards")
    return vec[i64](pile + lying), sum(pile), sum(lying)


def read_pile(reader: PositionReader, game: ArcEnCiel, key: str) -> list[int] | None:
    """Read how many copies of each card are in the pile with this key; return None if the key is missing."""
    found = reader.get(key)
    if found is None:
        return None
    if not isinstance(found, dict):
        raise reader.error(key, found, "how many there are of each card")
    known = {card.id: card.copies for card in game.deck.cards}
    for id in found:
        reader.check_word(f"a card of {key}", id, list(known))
    return [reader.check_number(f"{key} of {id}", found.get(id, 0), 0, copies) for id, copies in known.items()]


def read_order(reader: PositionReader, state: ArcEnCielState) -> None:
    """Read the race order and the gap, from the keys `pack`, `breakaway` and `gap`."""
    game = state.rules
    ahead = reader.read_seat("breakaway", None, NOBODY)
    pack = reader.check_list("pack", reader.get("pack", [seat for seat in range(game.seats) if seat != ahead]))
    order = [ahead] * (ahead >= 0) + [
        reader.check_number("a seat of the pack", seat, 0, game.seats - 1) for seat in pack
    ]
    reader.require(len(set(order)) == len(order), "a rider stands twice in the race order")
    state.order = sum([seat << 4 * i for i, seat in enumerate(order)])
    state.riders = len(order)
    top = game.winning_gap + DIE_FACES - 1 if reader.get("phase") == "over" else game.winning_gap - 1
    state.gap = reader.read_number("gap", 0, 0, top)
    reader.require(
        (ahead >= 0) == (state.gap > 0), "a breakaway has a gap of at least 1, and no gap is without a breakaway"
    )
    prizes = min(2, (state.gap - 1) // MINUTE_ARROWS) if game.combativity and state.gap else 0
    state.awarded = reader.read_number("awarded", prizes, 0, 2)
    tracked = state.awarded == 0 or (game.combativity and state.gap > 0)
    reader.require(tracked, "awarded counts the prizes of a breakaway, with combativity")
    earned = state.awarded >= prizes or state.gap >= game.winning_gap
    reader.require(earned, f"a gap of {state.gap} has earned {prizes} prizes")


def read_teams(reader: PositionReader, state: ArcEnCielState) -> None:
    """Read the energy, the domestiques and the jerseys of each team."""
    game = state.rules
    circuit = game.circuit
    racing = list_race_order(state)
    lined_up = reader.get("phase") != "lineup"
    squares = read_placed(reader, game)
    everyone = [seat in racing or not lined_up for seat in range(game.seats)]
    rest = [circuit.domestiques - len(row) if ok else 0 for row, ok in zip(squares, everyone, strict=True)]
    hand = reader.read_by_seat("hand", circuit.domestiques, rest)
    energy = reader.read_by_seat("energy", circuit.energy_max, [circuit.energy_start * ok for ok in everyone])
    for seat in range(game.seats):
        have = hand[seat] + len(squares[seat])
        reader.require(
            have <= circuit.domestiques, f"seat {seat} has {have} domestiques; there are {circuit.domestiques}"
        )
        gone = everyone[seat] or (have == 0 and energy[seat] == 0)
        reader.require(gone, f"seat {seat} has dropped out and can have neither energy nor domestiques")
        state.team[ENERGY + seat] = energy[seat]
        state.team[HAND + seat] = hand[seat]
        state.team[PLACED + seat] = sum([BIT[game.effort[n]] for n in squares[seat]])
    for i, name in enumerate(COUNTERS):
        for seat, n in enumerate(reader.read_by_seat(name, MAX_COUNTER if i else MAX_RAINBOW)):
            state.team[RAINBOW + MAX_SEATS * i + seat] = n
    resting = [count_retired(state, seat) for seat in range(game.seats)]
    reader.require(
        reader.read_by_seat("retired", circuit.domestiques, resting) == resting, f"retired should be {resting}"
    )
    for seat in range(game.seats):
        reader.require(
            game.combativity or not state.team[pieces.POINTS + seat], "there are no points without combativity"
        )
        fewer = game.need_all or state.team[pieces.GREEN + seat] < circuit.green_per_rainbow
        reader.require(fewer, f"seat {seat} would have exchanged {circuit.green_per_rainbow} green jerseys at once")


def read_placed(reader: PositionReader, game: ArcEnCiel) -> list[list[int]]:
    """Read the squares of each team's domestiques."""
    rows = [reader.check_list(f"placed[{seat}]", row) for seat, row in enumerate(reader.read_lists("placed"))]
    squares = [[reader.check_number("a domestique's square", n, 0, game.length - 1) for n in row] for row in rows]
    taken = [n for row in squares for n in row]
    for n in taken:
        reader.require(n in game.circuit.efforts, f"a domestique cannot stand on {n}, which is no effort square")
        reader.require(taken.count(n) == 1, f"two domestiques stand on square {n}")
    return squares


def read_road(reader: PositionReader, state: ArcEnCielState) -> None:
    """Read the square of the rainbow cyclist, the lap, and whether it is a rainbow lap."""
    game = state.rules
    state.square = reader.read_number("square", 0, 0, game.length - 1)
    state.lap = reader.read_number("lap", 1, 1, 1 << 40)
    state.rainbow_lap = 1 if reader.read_flag("rainbow_lap") else 0


def read_turn(reader: PositionReader, state: ArcEnCielState) -> None:
    """Read the phase, the rider who rolled, the drawn card, the highest bid, and the winner.

    Each of these, except the phase itself, exists only in some phases. Raise BadPosition if one is given in any
    other phase.
    """
    phase = reader.read_word("phase", "upkeep" if state.gap else "white", PHASES)
    state.phase = phase
    front = state.order & 15 if state.riders else NOBODY
    thrower = reader.read_seat("thrower", None, NOBODY)
    reader.require(thrower < 0 or phase in MID_TURN, f"in the phase {PHASES[phase]} the thrower is no longer known")
    state.thrower = front if phase in MID_TURN and thrower < 0 else thrower
    card = reader.get("card")
    ids = [card.id for card in state.rules.deck.cards]
    state.card = NO_CARD if card is None else reader.check_word("card", card, ids)
    on_chance = phase in WITH_CARD and state.rules.kind[state.square] == pieces.LOTTERY
    reader.require((card is not None) == on_chance, "a card is known exactly when a chance square takes effect")
    bid = reader.get("high_bid")
    state.high_bid = NO_BID if bid is None else reader.check_number("high_bid", bid, 0, state.rules.energy_max)
    state.bidder = reader.read_seat("high_bidder", None, NOBODY)
    reader.require((state.high_bid >= 0) == (state.bidder >= 0), "a high bid has a high bidder")
    reader.require(state.bidder < 0 or phase == legal.BID, "there is a high bid in an auction only")
    state.winner = reader.read_seat("winner", None, NOBODY)
    reader.require(state.winner < 0 or phase == legal.ENDED, "there is a winner only when the game is over")


def read_actor(reader: PositionReader, state: ArcEnCielState) -> None:
    """Read the actor, and check that the actor has something to decide in this phase.

    Most phases allow only one actor. In the others, the default is the first rider who can decide.
    """
    phase = state.phase
    front = state.order & 15
    said = reader.read_seat("actor", None, NOBODY)
    if phase < legal.UPKEEP:
        state.actor = CHANCE
    elif phase == legal.ENDED:
        state.actor = OVER
    elif phase in (legal.FORCED, legal.SWAP_LAP, legal.SWAP_SQUARE):
        state.actor = state.thrower
    elif phase in (legal.UPKEEP, legal.BREAK, legal.SWAP_GAP):
        state.actor = front
    else:
        state.actor = said if said >= 0 else first_actor(reader, state)
    reader.require(said in (NOBODY, state.actor), f"seat {said} does not decide in the phase {PHASES[phase]}")
    if state.actor >= 0:
        reader.require(state.actor in list_race_order(state), f"seat {state.actor} is not in the race")
        check_actor(reader, state)


def first_actor(reader: PositionReader, state: ArcEnCielState) -> int:
    """Return the first rider in race order who can decide in this phase; raise BadPosition if nobody can."""
    order = list_race_order(state)
    if state.phase == legal.BID:
        return order[0]
    if state.phase == legal.PAUSE:
        short = [seat for seat in order if may_retire(state, seat)]
    elif state.phase == legal.RAISE:
        short = [seat for seat in order if needs_to_raise(state, seat)]
    else:
        short = [seat for seat in order if state.team[PLACED + seat] and not state.team[HAND + seat]]
    reader.require(bool(short), f"nobody can be asked in the phase {PHASES[state.phase]}")
    return short[0]


def may_retire(state: ArcEnCielState, seat: int) -> bool:
    """Return whether a rider is asked in a pause: it has a domestique to retire and room for more energy (AC-33)."""
    able = state.team[HAND + seat] > 0 or state.team[PLACED + seat] > 0
    return able and state.team[ENERGY + seat] < state.rules.energy_max


def needs_to_raise(state: ArcEnCielState, seat: int) -> bool:
    """Return whether a rider has too little energy to pay, but can get more by retiring a domestique."""
    alone = state.current_kind() == pieces.HAZARD and seat != state.thrower
    able = state.team[HAND + seat] > 0 or state.team[PLACED + seat] > 0
    return not alone and seat != state.square_owner() and able and state.team[ENERGY + seat] < state.amount_owed()


# ---------------------------------------------------------------- checks that play can reach the position


def check(reader: PositionReader, state: ArcEnCielState) -> None:
    """Raise BadPosition if no game can reach the position."""
    game = state.rules
    phase = state.phase
    if phase == legal.LINEUP:
        check_lineup(reader, state)
        return
    if phase == legal.ENDED:
        check_end(reader, state)
        return
    reader.require(state.riders > 0, "nobody is in the race, yet it is not over")
    reader.require(phase != legal.PAUSE or game.pauses, "the phase pause needs the option voluntary_retirement any")
    between = phase in (legal.WHITE, legal.UPKEEP, legal.PAUSE)
    reader.require(state.lap <= game.max_laps + (not between), f"the race ends after {game.max_laps} laps")
    alone = state.riders == 1 and game.last_wins and phase != legal.RAISE
    reader.require(not alone, "the last rider in the race has won")
    for seat in range(game.seats):
        reader.require(not state.has_won(seat), f"seat {seat} has won, yet the game is not over")
    if state.thrower >= 0 and state.thrower != state.order & 15:
        out = phase == legal.RAISE and state.thrower not in list_race_order(state) and not state.gap
        reader.require(out, f"seat {state.thrower} cannot have thrown the die: he is not in front")
    check_square(reader, state)


def check_lineup(reader: PositionReader, state: ArcEnCielState) -> None:
    """Check a position before the start: at least one rider is not lined up yet, and nothing else has happened."""
    game = state.rules
    reader.require(not game.order and state.riders < game.seats, "the line-up is complete")
    fresh = game.start()
    assert isinstance(fresh, ArcEnCielState)
    fresh.order, fresh.riders = state.order, state.riders
    reader.require(fresh.key() == state.key(), "before the line-up is complete nothing has happened yet")


def check_end(reader: PositionReader, state: ArcEnCielState) -> None:
    """Check that a finished game has a reason to be over, and that the final exchanges are made.

    Every seat except the winner makes its final exchanges (AC-43).
    """
    game = state.rules
    winner = state.winner
    if winner < 0:
        reader.require(state.riders == 0 or state.lap > game.max_laps, "the game cannot be over without a winner yet")
    else:
        far = state.gap >= game.winning_gap and state.order & 15 == winner
        last = game.last_wins and state.riders == 1 and state.order == winner
        reader.require(far or last or state.has_won(winner), f"seat {winner} has not won")
    for seat in range(game.seats):
        waiting = [row for row in range(game.swap_rows) if state.can_pay_exchange(seat, row)]
        reader.require(seat == winner or not waiting, f"seat {seat} still has something to exchange at the end")


def check_square(reader: PositionReader, state: ArcEnCielState) -> None:
    """Check that the phase can occur on the current square."""
    game = state.rules
    phase = state.phase
    kind = state.current_kind()
    owner = state.square_owner()
    front = state.order & 15
    free = kind in (pieces.BREAKAWAY, pieces.LOTTERY) or owner == front
    fits = {
        legal.WHITE: True,
        legal.UPKEEP: state.gap > 0,
        legal.PAUSE: True,
        legal.CARD: kind == pieces.LOTTERY and state.pile_size > 0,
        legal.YELLOW: free,
        legal.BREAK: free,
        legal.CHASE: state.gap > 0 and owner >= 0 and owner == state.order >> 4 & 15 and state.riders > 1,
        legal.BID: kind == pieces.EFFORT and owner < 0,
        legal.RELOCATE: kind == pieces.EFFORT and owner < 0,
        legal.RAISE: kind in (pieces.EFFORT, pieces.HAZARD, pieces.HAZARD_ALL),
        legal.FORCED: kind == pieces.RETIREMENT and state.pile_size == game.deck.size - state.no_feeding_count,
        legal.SWAP_LAP: state.square < DIE_FACES and not state.rainbow_lap and state.team[RAINBOW + front] > 0,
        legal.SWAP_SQUARE: kind in (pieces.GREEN_SQUARE, pieces.DOTTED),
        legal.SWAP_GAP: state.awarded > 0,
    }[phase]
    reader.require(
        fits, f"the phase {PHASES[phase]} does not fit square {state.square}, who stands there, or the breakaway"
    )
    if state.card >= 0 and kind != pieces.RETIREMENT:
        spent = game.deck.cards[state.card].copies - state.cards[state.card] - state.cards[game.cards + state.card]
        reader.require(spent > 0, f"the card {game.deck.cards[state.card].id} cannot be in the deck and on the table")


def check_actor(reader: PositionReader, state: ArcEnCielState) -> None:
    """Check that the actor has something to decide in this phase, and set the actor's index in the race order."""
    phase = state.phase
    seat = state.actor
    order = list_race_order(state)
    if phase == legal.BID:
        state.turn = order.index(seat)
        if state.bidder >= 0:
            before = state.bidder in order[: state.turn]
            paid = state.rules.min_bid <= state.high_bid <= state.team[ENERGY + state.bidder]
            able = state.team[HAND + state.bidder] > 0 or state.team[PLACED + state.bidder] > 0
            reader.require(before and paid and able, f"seat {state.bidder} cannot have bid {state.high_bid}")
    elif phase == legal.PAUSE:
        state.turn = order.index(seat)
        reader.require(may_retire(state, seat), f"seat {seat} has no domestique that may retire")
    elif phase == legal.RAISE:
        state.turn = order.index(seat)
        reader.require(needs_to_raise(state, seat), f"seat {seat} has no payment to raise")
    elif phase == legal.RELOCATE:
        fits = state.team[PLACED + seat] > 0 and state.team[HAND + seat] == 0
        reader.require(fits, f"seat {seat} has no reason to move a domestique")
    elif phase >= legal.SWAP_LAP:
        reader.require(state.count() > 1, f"seat {seat} has nothing to exchange")
    elif phase == legal.FORCED:
        reader.require(state.count() > 0, f"seat {seat} has no domestique to retire")
