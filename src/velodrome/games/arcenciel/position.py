"""Positions as plain data: `write` says how a race stands, `read` sets one up and refuses what play cannot reach.

What `read` finds left out: the phase is `upkeep` with a breakaway and `white` without; the pack is every seat
but the breakaway's, in order; teams have the energy of the start, no jerseys, and in hand whoever is not
placed; every card that is neither discarded nor at the start is in the deck; the front rider threw the die.
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
    "raise",
    "forced_retire",
    "relocate",
    "exchange_lap",
    "exchange_square",
    "exchange_breakaway",
    "over",
)
COUNTERS = ("rainbow", "green", "double", "triple", "points")  # columns from RAINBOW on
POSITION_KEYS = (
    *("phase", "actor", "square", "lap", "rainbow_lap", "breakaway", "gap", "awarded", "pack", "energy", "hand"),
    *("placed", "retired", *COUNTERS, "deck", "discard", "no_feeding", "thrower", "card", "high_bid", "high_bidder"),
    *("winner", "viewer"),
)
MAX_COUNTER = 99  # of a kind that is exchanged: far more than a game brings, few enough for the end to come at once
MAX_RAINBOW = 999  # what all of them can become
MID_TURN = (legal.CARD, legal.RAISE, legal.FORCED, legal.SWAP_LAP, legal.SWAP_SQUARE)  # the thrower matters
WITH_CARD = (legal.RAISE, legal.FORCED, legal.SWAP_SQUARE)


# ---------------------------------------------------------------- writing


def write(state: ArcEnCielState) -> Data:
    """The state in the rulebook's words; lists go by seat, `pack` is front first."""
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
    """The riders in the race, front first."""
    return [state.order >> 4 * i & 15 for i in range(state.riders)]


def list_column(state: ArcEnCielState, first: int) -> list[int]:
    return [state.team[first + seat] for seat in range(state.rules.seats)]


def list_placed(state: ArcEnCielState, seat: int) -> list[int]:
    """The squares where a team's domestiques stand."""
    mask = state.team[PLACED + seat]
    return [n for place, n in enumerate(state.rules.circuit.efforts, 1) if mask >> place & 1]


def count_retired(state: ArcEnCielState, seat: int) -> int:
    return state.rules.circuit.domestiques - state.team[HAND + seat] - len(list_placed(state, seat))


# ---------------------------------------------------------------- reading


def read(game: ArcEnCiel, description: Data) -> ArcEnCielState:
    """The state that a description sets up; BadPosition if no game can reach it."""
    told = PositionReader(game.name, game.seats, description, POSITION_KEYS)
    cards, left, lying = read_cards(told, game)
    state = ArcEnCielState(game, vec[i64]([0] * COLUMNS), cards)
    state.pile_size = left
    state.no_feeding_count = lying
    read_order(told, state)
    read_teams(told, state)
    read_road(told, state)
    read_turn(told, state)
    check(told, state)
    read_actor(told, state)
    state.viewer = told.read_viewer()
    return state


def read_cards(told: PositionReader, game: ArcEnCiel) -> tuple[vec[i64], int, int]:
    """The pile and the cards at the start; all others are discarded."""
    cards = game.deck.cards
    lying = read_pile(told, game, "no_feeding") or [0] * len(cards)
    for card, n in zip(cards, lying, strict=True):
        told.require(n == 0 or card.kind == "no_feeding", f"the card {card.id} never lies at the start")
    pile = read_pile(told, game, "deck")
    discard = read_pile(told, game, "discard")
    if pile is None:
        spent = discard or [0] * len(cards)
        pile = [card.copies - a - b for card, a, b in zip(cards, lying, spent, strict=True)]
    for card, in_pile, at_start in zip(cards, pile, lying, strict=True):
        told.require(0 <= in_pile <= card.copies - at_start, f"there are only {card.copies} cards {card.id}")
    if discard is not None:
        fits = all(a + b + c == card.copies for card, a, b, c in zip(cards, pile, lying, discard, strict=True))
        told.require(fits, f"deck, discard and no_feeding do not make up the deck of {game.deck.size} cards")
    return vec[i64](pile + lying), sum(pile), sum(lying)


def read_pile(told: PositionReader, game: ArcEnCiel, key: str) -> list[int] | None:
    """How many of each card are in a pile, or None if it is not said."""
    found = told.get(key)
    if found is None:
        return None
    if not isinstance(found, dict):
        raise told.error(key, found, "how many there are of each card")
    known = {card.id: card.copies for card in game.deck.cards}
    for id in found:
        told.check_word(f"a card of {key}", id, list(known))
    return [told.check_number(f"{key} of {id}", found.get(id, 0), 0, copies) for id, copies in known.items()]


def read_order(told: PositionReader, state: ArcEnCielState) -> None:
    """Pack, breakaway and gap."""
    game = state.rules
    ahead = told.read_seat("breakaway", None, NOBODY)
    pack = told.check_list("pack", told.get("pack", [seat for seat in range(game.seats) if seat != ahead]))
    order = [ahead] * (ahead >= 0) + [told.check_number("a seat of the pack", seat, 0, game.seats - 1) for seat in pack]
    told.require(len(set(order)) == len(order), "a rider stands twice in the race order")
    state.order = sum([seat << 4 * i for i, seat in enumerate(order)])
    state.riders = len(order)
    top = game.winning_gap + DIE_FACES - 1 if told.get("phase") == "over" else game.winning_gap - 1
    state.gap = told.read_number("gap", 0, 0, top)
    told.require(
        (ahead >= 0) == (state.gap > 0), "a breakaway has a gap of at least 1, and no gap is without a breakaway"
    )
    prizes = min(2, (state.gap - 1) // MINUTE_ARROWS) if game.combativity and state.gap else 0
    state.awarded = told.read_number("awarded", prizes, 0, 2)
    tracked = state.awarded == 0 or (game.combativity and state.gap > 0)
    told.require(tracked, "awarded counts the prizes of a breakaway, with combativity")
    earned = state.awarded >= prizes or state.gap >= game.winning_gap
    told.require(earned, f"a gap of {state.gap} has earned {prizes} prizes")


def read_teams(told: PositionReader, state: ArcEnCielState) -> None:
    """Energy, domestiques and jerseys."""
    game = state.rules
    circuit = game.circuit
    racing = list_race_order(state)
    lined_up = told.get("phase") != "lineup"
    squares = read_placed(told, game)
    everyone = [seat in racing or not lined_up for seat in range(game.seats)]
    rest = [circuit.domestiques - len(row) if ok else 0 for row, ok in zip(squares, everyone, strict=True)]
    hand = told.read_by_seat("hand", circuit.domestiques, rest)
    energy = told.read_by_seat("energy", circuit.energy_max, [circuit.energy_start * ok for ok in everyone])
    for seat in range(game.seats):
        have = hand[seat] + len(squares[seat])
        told.require(
            have <= circuit.domestiques, f"seat {seat} has {have} domestiques; there are {circuit.domestiques}"
        )
        gone = everyone[seat] or (have == 0 and energy[seat] == 0)
        told.require(gone, f"seat {seat} has dropped out and can have neither energy nor domestiques")
        state.team[ENERGY + seat] = energy[seat]
        state.team[HAND + seat] = hand[seat]
        state.team[PLACED + seat] = sum([BIT[game.effort[n]] for n in squares[seat]])
    for i, name in enumerate(COUNTERS):
        for seat, n in enumerate(told.read_by_seat(name, MAX_COUNTER if i else MAX_RAINBOW)):
            state.team[RAINBOW + MAX_SEATS * i + seat] = n
    resting = [count_retired(state, seat) for seat in range(game.seats)]
    told.require(told.read_by_seat("retired", circuit.domestiques, resting) == resting, f"retired should be {resting}")
    for seat in range(game.seats):
        told.require(
            game.combativity or not state.team[pieces.POINTS + seat], "there are no points without combativity"
        )
        fewer = game.need_all or state.team[pieces.GREEN + seat] < circuit.green_per_rainbow
        told.require(fewer, f"seat {seat} would have exchanged {circuit.green_per_rainbow} green jerseys at once")


def read_placed(told: PositionReader, game: ArcEnCiel) -> list[list[int]]:
    """The squares of each team."""
    rows = [told.check_list(f"placed[{seat}]", row) for seat, row in enumerate(told.read_lists("placed"))]
    squares = [[told.check_number("a domestique's square", n, 0, game.length - 1) for n in row] for row in rows]
    taken = [n for row in squares for n in row]
    for n in taken:
        told.require(n in game.circuit.efforts, f"a domestique cannot stand on {n}, which is no effort square")
        told.require(taken.count(n) == 1, f"two domestiques stand on square {n}")
    return squares


def read_road(told: PositionReader, state: ArcEnCielState) -> None:
    """Where the rainbow cyclist is, and on which lap."""
    game = state.rules
    state.square = told.read_number("square", 0, 0, game.length - 1)
    state.lap = told.read_number("lap", 1, 1, 1 << 40)
    state.rainbow_lap = 1 if told.read_flag("rainbow_lap") else 0


def read_turn(told: PositionReader, state: ArcEnCielState) -> None:
    """The phase and what is only known within a turn."""
    phase = told.read_word("phase", "upkeep" if state.gap else "white", PHASES)
    state.phase = phase
    front = state.order & 15 if state.riders else NOBODY
    thrower = told.read_seat("thrower", None, NOBODY)
    told.require(thrower < 0 or phase in MID_TURN, f"in the phase {PHASES[phase]} the thrower is no longer known")
    state.thrower = front if phase in MID_TURN and thrower < 0 else thrower
    card = told.get("card")
    ids = [card.id for card in state.rules.deck.cards]
    state.card = NO_CARD if card is None else told.check_word("card", card, ids)
    on_chance = phase in WITH_CARD and state.rules.kind[state.square] == pieces.LOTTERY
    told.require((card is not None) == on_chance, "a card is known exactly when a chance square takes effect")
    bid = told.get("high_bid")
    state.high_bid = NO_BID if bid is None else told.check_number("high_bid", bid, 0, state.rules.energy_max)
    state.bidder = told.read_seat("high_bidder", None, NOBODY)
    told.require((state.high_bid >= 0) == (state.bidder >= 0), "a high bid has a high bidder")
    told.require(state.bidder < 0 or phase == legal.BID, "there is a high bid in an auction only")
    state.winner = told.read_seat("winner", None, NOBODY)
    told.require(state.winner < 0 or phase == legal.ENDED, "there is a winner only when the game is over")


def read_actor(told: PositionReader, state: ArcEnCielState) -> None:
    """Who decides; within an auction or a payment it has to be said unless it is the first who can be."""
    phase = state.phase
    front = state.order & 15
    said = told.read_seat("actor", None, NOBODY)
    if phase < legal.UPKEEP:
        state.actor = CHANCE
    elif phase == legal.ENDED:
        state.actor = OVER
    elif phase in (legal.FORCED, legal.SWAP_LAP, legal.SWAP_SQUARE):
        state.actor = state.thrower
    elif phase in (legal.UPKEEP, legal.BREAK, legal.SWAP_GAP):
        state.actor = front
    else:
        state.actor = said if said >= 0 else first_actor(told, state)
    told.require(said in (NOBODY, state.actor), f"seat {said} does not decide in the phase {PHASES[phase]}")
    if state.actor >= 0:
        told.require(state.actor in list_race_order(state), f"seat {state.actor} is not in the race")
        check_actor(told, state)


def first_actor(told: PositionReader, state: ArcEnCielState) -> int:
    """The first rider whom the phase can ask."""
    order = list_race_order(state)
    if state.phase == legal.BID:
        return order[0]
    if state.phase == legal.RAISE:
        short = [seat for seat in order if needs_to_raise(state, seat)]
    else:
        short = [seat for seat in order if state.team[PLACED + seat] and not state.team[HAND + seat]]
    told.require(bool(short), f"nobody can be asked in the phase {PHASES[state.phase]}")
    return short[0]


def needs_to_raise(state: ArcEnCielState, seat: int) -> bool:
    """Whether a rider owes more than he has and still has domestiques."""
    alone = state.current_kind() == pieces.HAZARD and seat != state.thrower
    able = state.team[HAND + seat] > 0 or state.team[PLACED + seat] > 0
    return not alone and seat != state.square_owner() and able and state.team[ENERGY + seat] < state.amount_owed()


# ---------------------------------------------------------------- what play can reach


def check(told: PositionReader, state: ArcEnCielState) -> None:
    """Refuse what no game can come to."""
    game = state.rules
    phase = state.phase
    if phase == legal.LINEUP:
        check_lineup(told, state)
        return
    if phase == legal.ENDED:
        check_end(told, state)
        return
    told.require(state.riders > 0, "nobody is in the race, yet it is not over")
    between = phase in (legal.WHITE, legal.UPKEEP)
    told.require(state.lap <= game.max_laps + (not between), f"the race ends after {game.max_laps} laps")
    alone = state.riders == 1 and game.last_wins and phase != legal.RAISE
    told.require(not alone, "the last rider in the race has won")
    for seat in range(game.seats):
        told.require(not state.has_won(seat), f"seat {seat} has won, yet the game is not over")
    if state.thrower >= 0 and state.thrower != state.order & 15:
        out = phase == legal.RAISE and state.thrower not in list_race_order(state) and not state.gap
        told.require(out, f"seat {state.thrower} cannot have thrown the die: he is not in front")
    check_square(told, state)


def check_lineup(told: PositionReader, state: ArcEnCielState) -> None:
    """Before the line-up is complete nothing has happened."""
    game = state.rules
    told.require(not game.order and state.riders < game.seats, "the line-up is complete")
    fresh = game.start()
    assert isinstance(fresh, ArcEnCielState)
    fresh.order, fresh.riders = state.order, state.riders
    told.require(fresh.key() == state.key(), "before the line-up is complete nothing has happened yet")


def check_end(told: PositionReader, state: ArcEnCielState) -> None:
    """Somebody has won, nobody is left, or the laps are over; all have exchanged what they can."""
    game = state.rules
    winner = state.winner
    if winner < 0:
        told.require(state.riders == 0 or state.lap > game.max_laps, "the game cannot be over without a winner yet")
    else:
        far = state.gap >= game.winning_gap and state.order & 15 == winner
        last = game.last_wins and state.riders == 1 and state.order == winner
        told.require(far or last or state.has_won(winner), f"seat {winner} has not won")
    for seat in range(game.seats):
        waiting = [row for row in range(game.swap_rows) if state.can_pay_exchange(seat, row)]
        told.require(seat == winner or not waiting, f"seat {seat} still has something to exchange at the end")


def check_square(told: PositionReader, state: ArcEnCielState) -> None:
    """The phase fits the square."""
    game = state.rules
    phase = state.phase
    kind = state.current_kind()
    owner = state.square_owner()
    front = state.order & 15
    free = kind in (pieces.BREAKAWAY, pieces.LOTTERY) or owner == front
    fits = {
        legal.WHITE: True,
        legal.UPKEEP: state.gap > 0,
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
    told.require(
        fits, f"the phase {PHASES[phase]} does not fit square {state.square}, who stands there, or the breakaway"
    )
    if state.card >= 0 and kind != pieces.RETIREMENT:
        spent = game.deck.cards[state.card].copies - state.cards[state.card] - state.cards[game.cards + state.card]
        told.require(spent > 0, f"the card {game.deck.cards[state.card].id} cannot be in the deck and on the table")


def check_actor(told: PositionReader, state: ArcEnCielState) -> None:
    """The rider whom the phase asks has something to decide."""
    phase = state.phase
    seat = state.actor
    order = list_race_order(state)
    if phase == legal.BID:
        state.turn = order.index(seat)
        if state.bidder >= 0:
            before = state.bidder in order[: state.turn]
            paid = state.rules.min_bid <= state.high_bid <= state.team[ENERGY + state.bidder]
            able = state.team[HAND + state.bidder] > 0 or state.team[PLACED + state.bidder] > 0
            told.require(before and paid and able, f"seat {state.bidder} cannot have bid {state.high_bid}")
    elif phase == legal.RAISE:
        state.turn = order.index(seat)
        told.require(needs_to_raise(state, seat), f"seat {seat} has no payment to raise")
    elif phase == legal.RELOCATE:
        fits = state.team[PLACED + seat] > 0 and state.team[HAND + seat] == 0
        told.require(fits, f"seat {seat} has no reason to move a domestique")
    elif phase >= legal.SWAP_LAP:
        told.require(state.count() > 1, f"seat {seat} has nothing to exchange")
    elif phase == legal.FORCED:
        told.require(state.count() > 0, f"seat {seat} has no domestique to retire")
