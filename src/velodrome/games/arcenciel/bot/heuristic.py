"""Heuristic for Arc en Ciel; it values every move in units of energy."""

from typing import Final, final

from mypy_extensions import i64

from velodrome.core.bits import count_bits, nth_bit
from velodrome.core.contract import OVER, Game, State, Text
from velodrome.core.heuristic import RULED_OUT, Heuristic
from velodrome.core.rng import Rng
from velodrome.games.arcenciel.bot.auction import BID_ROWS, NOBODY_PLACE, Auction
from velodrome.games.arcenciel.bot.playout_moves import ArcEnCielPlayout
from velodrome.games.arcenciel.bot.reasons import AGAINST, list_reasons, wins_by_attack
from velodrome.games.arcenciel.bot.valuation import SCARCE_ENERGY, Valuation
from velodrome.games.arcenciel.game import ArcEnCiel
from velodrome.games.arcenciel.legal import BID, BREAK, FORCED, NO_BID, PAUSE, RELOCATE, UPKEEP
from velodrome.games.arcenciel.moves import EXCHANGE, KEEP
from velodrome.games.arcenciel.pieces import DOUBLE, ENERGY, GREEN, HAND, PLACED, TRIPLE
from velodrome.games.arcenciel.rules import ArcEnCielState

PATIENCE: Final = 4.0  # value of keeping a domestique in a pause: it can still retire when the energy is needed
ENERGY_WEIGHT: Final = 0.5  # weight of a unit of energy: a move worth two units more is e times as likely to be played


@final
class ArcEnCielHeuristic(Heuristic):
    """Heuristic for Arc en Ciel. Nothing is hidden in this game, so a view and a guess get the same values."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, AGAINST)
        assert isinstance(game, ArcEnCiel)
        self.rules: ArcEnCiel = game
        self.valuation: Valuation = Valuation(game)
        self.playout: ArcEnCielPlayout = ArcEnCielPlayout(self.valuation)
        self.auction: Auction = Auction()
        self.auction.misjudging = 0.5
        self.envy: float = 0.5
        self.laps: float = 0.0  # expected number of laps left in the current position

    # ------------------------------------------------------------ values of moves

    def weigh(self, state: State) -> list[float]:
        assert isinstance(state, ArcEnCielState)
        found = [ENERGY_WEIGHT * worth for worth in self.value_moves(state)]
        if state.phase == BID:
            self.rule_out_bids(state, found)
        return found

    def value_moves(self, state: ArcEnCielState) -> list[float]:
        """Return the value of each legal move, in units of energy."""
        phase = state.phase
        self.laps = self.valuation.laps_left(state)
        if phase == BID:
            return self.weigh_bids(state)
        if phase <= BREAK:
            return self.weigh_breakaway(state)
        if phase == PAUSE:
            return self.weigh_pause(state)
        if phase <= FORCED:
            return self.weigh_retirements(state)
        if phase == RELOCATE:
            return self.weigh_squares(state)
        return self.weigh_exchanges(state)

    def domestique_value(self, state: ArcEnCielState, place: i64) -> float:
        """Return the value of a domestique: in hand if `place` is 0, else on the effort square with this number."""
        full: float = float(self.rules.retire_energy) + self.valuation.domestique_premium
        if not place:
            return full
        return full + self.valuation.square_value(self.rules.circuit.efforts[place - 1], self.laps)

    def retirement_value(self, state: ArcEnCielState) -> float:
        """Return the value, to the actor, of the energy that a retirement gives now."""
        energy: i64 = state.team[ENERGY + state.actor]
        most = self.rules.energy_max
        more: i64 = energy + self.rules.retire_energy
        return self.valuation.energy_values[more if more < most else most] - self.valuation.energy_values[energy]

    # ------------------------------------------------------------ breakaways

    def weigh_breakaway(self, state: ArcEnCielState) -> list[float]:
        """Return a value for each legal move in the phases UPKEEP and BREAK.

        In UPKEEP, a rider may hold or give up the breakaway; in BREAK, it may attack or stay. In both phases, it may
        retire a domestique first. A retirement is worth as much as the better of the two other moves, plus the value
        of the energy that it gives, minus the value of the domestique.
        """
        first = self.value_going(state)
        second = self.value_staying(state)
        found: list[float] = [second]
        best: float = second
        if state.count_affordable():
            found = [first, second]
        if first > second:
            best = first
        retirable = state.retirable_mask()
        relief = self.retirement_value(state) if retirable and not wins_by_attack(state) else 0.0
        i: i64
        for i in range(count_bits(retirable)):
            found.append(best + relief - self.domestique_value(state, nth_bit(retirable, i)))
        return found

    def value_going(self, state: ArcEnCielState) -> float:
        """Return the value of holding the breakaway (in the phase UPKEEP) or of attacking (in BREAK).

        Also compute the lap forecast, which `value_staying` reads.
        """
        worth = self.valuation
        worth.load_forecast(state, state.actor, state.square)
        lap = worth.forecast
        if state.phase == UPKEEP:
            return lap.held[state.gap]
        cost: i64 = state.attack_cost()
        energy: i64 = state.team[ENERGY + state.actor]
        paid: float = (
            worth.energy_values[energy] - worth.energy_values[energy - cost]
            if energy >= cost
            else float(cost) * SCARCE_ENERGY
        )
        if state.gap:
            return lap.attack_value(state.square, state.gap) - paid
        return lap.own_attack_value - paid

    def value_staying(self, state: ArcEnCielState) -> float:
        """Return the value of giving up the breakaway (in UPKEEP) or of not attacking (in BREAK).

        Call `value_going` first: it computes the lap forecast.
        """
        lap = self.valuation.forecast
        front: i64 = state.order & 15
        second: i64 = state.order >> 4 & 15 if state.riders > 1 else front
        if state.phase == UPKEEP:
            third: i64 = state.order >> 8 & 15 if state.riders > 2 else front
            return lap.pack_value(state.square, second, third)
        if state.gap:
            return lap.breakaway_value(state.square, state.gap)
        return lap.pack_value(state.square, front, second)

    # ------------------------------------------------------------ auctions

    def weigh_bids(self, state: ArcEnCielState) -> list[float]:
        """Solve the auction; return a value for each legal move: for the pass, then the bids, then the retirements."""
        found: list[float] = []
        auction = self.auction
        speaker: i64 = state.turn
        bids = state.count_bids()
        lowest = state.lowest_bid()
        self.solve_auction(state, 0)
        high: i64 = 0 if state.high_bid == NO_BID else state.high_bid
        if state.count_pass(bids):
            found.append(auction.value_of_passing(speaker, high, self.holder_place(state)))
        bid: i64
        for bid in range(lowest, lowest + bids):
            found.append(auction.value_of_bid(speaker, bid))
        retirable = state.retirable_mask()
        if retirable:
            found += self.weigh_fuller_purse(state, retirable, high, lowest)
        return found

    def holder_place(self, state: ArcEnCielState) -> i64:
        """Return the highest bidder's index in the race order; NOBODY_PLACE if there is no bid."""
        i: i64
        for i in range(state.turn):
            if state.order >> 4 * i & 15 == state.bidder:
                return i
        return NOBODY_PLACE

    def rule_out_bids(self, state: ArcEnCielState, found: list[float]) -> None:
        """Set the weights in `found` to RULED_OUT for all bids that are higher than needed.

        A bid is higher than needed if a lower bid is already so high that no later rider can outbid it.
        """
        bids = state.count_bids()
        first: i64 = 1 if state.count_pass(bids) else 0
        lowest = state.lowest_bid()
        enough = lowest
        i: i64
        for i in range(state.turn + 1, state.riders):
            most = self.highest_possible_bid(state, state.order >> 4 * i & 15)
            if most > enough:
                enough = most
        for i in range(enough + 1 - lowest, bids):
            found[first + i] = RULED_OUT

    def highest_possible_bid(self, state: ArcEnCielState, rider: i64) -> i64:
        """Return the highest bid that a rider can pay after retiring all domestiques except the one to place."""
        domestiques: i64 = state.team[HAND + rider] + count_bits(state.team[PLACED + rider])
        if not domestiques:
            return 0
        most: i64 = state.team[ENERGY + rider] + (domestiques - 1) * self.rules.retire_energy
        return most if most < self.rules.energy_max else self.rules.energy_max

    def weigh_fuller_purse(self, state: ArcEnCielState, retirable: i64, high: i64, lowest: i64) -> list[float]:
        """Return a value for each domestique in `retirable`: that of retiring it, and then bidding or passing.

        The bid is the best one that the actor can pay then. `high` is the highest bid so far, and `lowest` is the
        lowest legal bid.
        """
        auction = self.auction
        speaker: i64 = state.turn
        self.solve_auction(state, self.rules.retire_energy)
        best: float = auction.value_of_passing(speaker, high, self.holder_place(state))
        bid: i64
        for bid in range(lowest, auction.purse[speaker] + 1):
            if bid <= auction.top and auction.value_of_bid(speaker, bid) > best:
                best = auction.value_of_bid(speaker, bid)
        relief = self.retirement_value(state)
        return [
            best + relief - self.domestique_value(state, nth_bit(retirable, i)) for i in range(count_bits(retirable))
        ]

    def solve_auction(self, state: ArcEnCielState, more: i64) -> None:
        """Solve the auction from the actor's turn on.

        If `more` is above 0, assume that the actor first retires a domestique and gets this much energy for it.
        """
        auction = self.auction
        worth = self.valuation
        team = state.team
        auction.size = state.riders
        auction.lowest = self.rules.min_bid
        auction.standing = 0 if state.high_bid == NO_BID else state.high_bid
        auction.envy = self.envy / float(state.riders - 1) if state.riders > 1 else 0.0
        full = worth.square_value(state.square, self.laps - 0.5)
        i: i64
        bid: i64
        for i in range(state.riders):
            rider: i64 = state.order >> 4 * i & 15
            purse: i64 = team[ENERGY + rider]
            if i == state.turn:
                purse = purse + more if purse + more < self.rules.energy_max else self.rules.energy_max
            domestiques: i64 = team[HAND + rider] + count_bits(team[PLACED + rider])
            able = domestiques > 1 if more and i == state.turn else domestiques > 0  # one was retired for `more`
            auction.purse[i] = purse if able else -1
            auction.values[i] = full
            if able and not team[HAND + rider]:
                auction.values[i] = full - worth.cheapest_square_value(state, rider, self.laps)
            for bid in range(purse + 1):
                auction.cost[i * BID_ROWS + bid] = worth.energy_values[purse] - worth.energy_values[purse - bid]
        auction.solve(state.turn)

    # ------------------------------------------------------------ domestiques and jerseys

    def weigh_pause(self, state: ArcEnCielState) -> list[float]:
        """Return a value for each legal move in a pause: 0 for continuing, and for a retirement its gain over that.

        Scarce energy does not make a retirement better here, because the rider can wait until a payment is due.
        """
        room: i64 = self.rules.energy_max - state.team[ENERGY + state.actor]
        gain = float(self.rules.retire_energy if self.rules.retire_energy < room else room)
        return [0.0] + [gain + worth - PATIENCE for worth in self.weigh_retirements(state)]

    def weigh_retirements(self, state: ArcEnCielState) -> list[float]:
        """Return a value for each legal retirement: the negative value of the domestique, because it is lost."""
        retirable = state.retirable_mask()
        return [-self.domestique_value(state, nth_bit(retirable, i)) for i in range(count_bits(retirable))]

    def weigh_squares(self, state: ArcEnCielState) -> list[float]:
        """Return a value for each square that the actor may vacate: the negative value of the domestique there."""
        placed: i64 = state.team[PLACED + state.actor]
        return [-self.domestique_value(state, nth_bit(placed, i)) for i in range(count_bits(placed))]

    def weigh_exchanges(self, state: ArcEnCielState) -> list[float]:
        """Return a value for each legal move: 0 for keeping the jerseys, and for an exchange its gain over that.

        A wasteful exchange is valued below 0: it can wait, because an exchange that wins is made automatically (AC-37).
        """
        found: list[float] = []
        i: i64
        for i in range(state.count()):
            move = state.nth(i)
            found.append(0.0 if move == KEEP else self.value_exchange(state, move - EXCHANGE))
        return found

    def value_exchange(self, state: ArcEnCielState, row: i64) -> float:
        """Return the gain of an exchange over keeping the jerseys; `row` is its index in `build_exchanges`."""
        game = self.rules
        seat: i64 = state.actor
        at: i64 = 5 * row
        won: float = 1.0 + float(game.swaps[at])
        green: i64 = game.swaps[at + 1]
        paid = self.valuation.dotted_cost(row)
        if game.need_all:
            if green < 0 and state.team[GREEN + seat] + green == 0:
                won -= 3.0
            if (
                paid > 0
                and state.team[DOUBLE + seat] + game.swaps[at + 2] + state.team[TRIPLE + seat] + game.swaps[at + 3] == 0
            ):
                won -= 3.0
        return 4.0 * won - 10.0 * float(self.valuation.dotted_waste(row))

    # ------------------------------------------------------------ playouts and hints

    def pick(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, ArcEnCielState)
        return self.playout.pick(state, rng)

    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, ArcEnCielState)
        return state.outlook(seat) if state.actor == OVER else self.playout.estimate_outlook(state, seat)

    def explain(self, seen: State, move: int) -> list[Text]:
        assert isinstance(seen, ArcEnCielState)
        self.laps = self.valuation.laps_left(seen)
        if seen.phase == BID:
            self.solve_auction(seen, 0)
        return list_reasons(seen, move, self.valuation, self.laps, self.auction)
