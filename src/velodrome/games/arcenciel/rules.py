"""Effects of the moves in Arc en Ciel: rolls, payments, breakaways, auctions, jerseys and the end of the game."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT
from velodrome.core.contract import CHANCE, OVER, TRUTH, Data, State, Text
from velodrome.core.rng import Rng
from velodrome.games.arcenciel.effects import ArcEnCielEffects, remove_seat
from velodrome.games.arcenciel.game import ArcEnCiel
from velodrome.games.arcenciel.legal import (
    BID,
    BREAK,
    CARD,
    CHASE,
    ENDED,
    FORCED,
    LINEUP,
    NO_BID,
    NO_CARD,
    NOBODY,
    PAUSE,
    RAISE,
    RELOCATE,
    SWAP_GAP,
    SWAP_LAP,
    SWAP_SQUARE,
    UPKEEP,
    WHITE,
    YELLOW,
)
from velodrome.games.arcenciel.moves import (
    ATTACK,
    EXCHANGE,
    GIVE_UP,
    HOLD,
    KEEP,
    PASS,
    STAY,
)
from velodrome.games.arcenciel.pieces import (
    BREAKAWAY,
    COLUMNS,
    DIE_FACES,
    DOTTED,
    DOUBLE,
    EFFORT,
    ENERGY,
    FEEDING,
    GREEN,
    GREEN_SQUARE,
    HAND,
    HAZARD,
    HAZARD_ALL,
    LOTTERY,
    MAX_SEATS,
    MINUTE_ARROWS,
    NO_FEEDING,
    PLACED,
    POINTS,
    PRIZES,
    RAINBOW,
    RAINBOW_CARD,
    RETIREMENT,
    TRIPLE,
)


@final
class ArcEnCielState(ArcEnCielEffects):
    """State of a game of Arc en Ciel."""

    def copy(self) -> "ArcEnCielState":
        new = ArcEnCielState(self.rules, self.team[:], self.cards[:])
        new.actor = self.actor
        new.viewer = self.viewer
        new.pile_size = self.pile_size
        new.no_feeding_count = self.no_feeding_count
        new.phase = self.phase
        new.order = self.order
        new.riders = self.riders
        new.gap = self.gap
        new.awarded = self.awarded
        new.square = self.square
        new.lap = self.lap
        new.rainbow_lap = self.rainbow_lap
        new.thrower = self.thrower
        new.card = self.card
        new.turn = self.turn
        new.high_bid = self.high_bid
        new.bidder = self.bidder
        new.winner = self.winner
        return new

    def seen_by(self, seat: i64) -> "ArcEnCielState":
        new = self.copy()
        if not self.is_view_of(seat):
            new.viewer = seat
        return new

    def guess(self, rng: Rng) -> "ArcEnCielState":
        new = self.copy()
        new.viewer = TRUTH
        return new

    def outcomes(self, before: State) -> list[Text]:
        from velodrome.games.arcenciel.outcomes import outcomes

        assert isinstance(before, ArcEnCielState)
        return outcomes(self, before)

    def round_number(self) -> i64:
        return self.lap

    def plans(self, seat: i64) -> dict[int, Data]:
        from velodrome.games.arcenciel.plans import plans

        return plans(self, seat)

    def refusal(self, move: int) -> Text:
        from velodrome.games.arcenciel import view

        return view.refusal(self, move)

    def preview(self, move: int) -> Data:
        from velodrome.games.arcenciel import view

        return view.preview(self, move)

    def audience(self, move: i64) -> i64:
        return BIT[self.rules.seats + 1] - 1

    def key(self) -> tuple[int, ...]:
        rest = [
            self.actor,
            self.viewer,
            self.phase,
            self.order,
            self.riders,
            self.gap,
            self.awarded,
            self.square,
            self.lap,
            self.rainbow_lap,
            self.thrower,
            self.card,
            self.turn,
            self.high_bid,
            self.bidder,
            self.winner,
        ]
        return (*rest, *self.team, *self.cards)

    def write(self) -> Data:
        from velodrome.games.arcenciel import position

        return position.write(self)

    def table(self) -> Data:
        from velodrome.games.arcenciel import view

        return view.table(self)

    # ------------------------------------------------------------ effects of moves

    def settle(self, rng: Rng) -> None:
        while self.actor == CHANCE:
            phase = self.phase
            if phase == WHITE:
                self.advance(1 + rng.below(DIE_FACES))
            elif phase == CARD:
                self.turn_up(self.nth_card(rng.below(self.pile_size)))
            else:
                self.play(self.draw(rng))

    def play(self, move: i64) -> None:
        phase = self.phase
        game = self.rules
        if phase == BID:
            self.play_auction_move(move)
        elif phase == WHITE:
            self.advance(move - game.white)
        elif phase == BREAK:
            self.decide_attack(move)
        elif phase == UPKEEP:
            self.decide_breakaway(move)
        elif phase == YELLOW:
            self.gain_ground(move - game.yellow)
        elif phase == CHASE:
            self.gap -= move - game.yellow
            self.end_chase()
        elif phase == CARD:
            self.turn_up(move - game.card)
        elif phase == PAUSE:
            self.end_pause(move)
        elif phase == RAISE:
            self.retire_domestique(move, game.retire_energy)
            self.collect()
        elif phase == FORCED:
            self.retire_domestique(move, game.retire_energy if game.forced_pays else 0)
            self.resolve(NOBODY)
        elif phase == RELOCATE:
            self.team[PLACED + self.actor] ^= BIT[move - game.vacate] | BIT[game.effort[self.square]]
            self.end_turn()
        elif phase == LINEUP:
            self.line_up(move - game.lineup)
        else:
            self.exchange(move)

    def line_up(self, seat: i64) -> None:
        """Give a seat the next place in the starting order (AC-02)."""
        self.order |= seat << 4 * self.riders
        self.riders += 1
        if self.riders == self.rules.seats:
            self.end_turn()

    def decide_breakaway(self, move: i64) -> None:
        """Hold or give up the breakaway, or retire a domestique before deciding (AC-06)."""
        if move == HOLD:
            self.team[ENERGY + self.actor] -= self.rules.upkeep[self.gap]
        elif move == GIVE_UP:
            self.fall_back()
        else:
            self.retire_domestique(move, self.rules.retire_energy)
            return
        self.prepare_roll()

    # ------------------------------------------------------------ from the roll to the square

    def advance(self, eyes: i64) -> None:
        """Move the rainbow cyclist by `eyes` squares, the roll of the white die (AC-07).

        Then handle the end of the lap, if it is reached, and the square where the cyclist stops.
        """
        self.thrower = self.order & 15
        pos: i64 = self.square + eyes
        if pos < self.rules.length:
            self.square = pos
            self.land()
            return
        self.square = pos - self.rules.length
        if self.rainbow_lap:  # AC-09
            self.rainbow_lap = 0
            self.team[RAINBOW + self.thrower] += 1
            if self.resolve_gain(self.thrower, SWAP_LAP):
                return
        self.end_lap()

    def end_lap(self) -> None:
        """End the lap: feed every rider unless a card forbids it, and start the next lap (AC-08).

        The next lap is a rainbow lap if the rainbow cyclist stops exactly on the start. Then apply the effect of the
        square.
        """
        i: i64
        if self.no_feeding_count:
            for i in range(self.rules.cards, 2 * self.rules.cards):
                self.cards[i] = 0
            self.no_feeding_count = 0
        else:
            for i in range(self.riders):
                self.feed(self.order >> 4 * i & 15, self.rules.lap_feeding)
        self.lap += 1
        if not self.square:
            self.rainbow_lap = 1
        self.land()

    def land(self) -> None:
        """Apply the square's effect, or draw a card on a chance square (AC-15)."""
        kind = self.rules.kind[self.square]
        if kind == EFFORT:
            self.turn = 0
            self.collect()
        elif kind == LOTTERY:
            if not self.pile_size:
                self.rebuild_pile()
            if self.pile_size:
                self.phase = CARD
                self.actor = CHANCE
            else:
                self.resolve(NOBODY)  # AC-15: no card is left, because all lie on the start square
        else:
            self.take_effect(kind, self.rules.value[self.square])

    def turn_up(self, card: i64) -> None:
        """Apply the effect of a drawn card (AC-15)."""
        self.cards[card] -= 1
        self.pile_size -= 1
        self.card = card
        self.take_effect(self.rules.card_kind[card], self.rules.card_value[card])

    def take_effect(self, kind: i64, value: i64) -> None:
        """Apply the effect of a square or card with this kind and value.

        Then continue with `resolve`, unless a rider first has to decide something, such as how to pay.
        """
        seat: i64 = self.thrower
        if kind in (EFFORT, HAZARD, HAZARD_ALL):
            self.turn = 0
            self.collect()
            return
        if kind == FEEDING:  # AC-12
            self.feed(seat, value)
        elif kind in (GREEN_SQUARE, DOTTED):  # AC-14
            column: i64 = GREEN if kind == GREEN_SQUARE else DOUBLE if value == 2 else TRIPLE
            self.team[column + seat] += 1
            if self.resolve_gain(seat, SWAP_SQUARE):
                return
        elif kind == RAINBOW_CARD:  # AC-16
            self.rainbow_lap = 1
        elif kind == NO_FEEDING:  # AC-17
            self.cards[self.rules.cards + self.card] += 1
            self.no_feeding_count += 1
        elif kind == RETIREMENT:  # AC-18
            self.rebuild_pile()
            if self.team[HAND + seat] or self.team[PLACED + seat]:
                self.phase = FORCED
                self.actor = seat
                return
        self.resolve(NOBODY)

    # ------------------------------------------------------------ paying

    def collect(self) -> None:
        """Collect payments in race order, from the rider at index `turn` on, then continue with `resolve`.

        If a rider has to retire domestiques first, ask that rider and stop; the next call continues there (AC-11,
        AC-13, AC-19). A rider who cannot pay at all drops out, which may end the game (AC-20, AC-41, AC-42).
        """
        team = self.team
        owed = self.amount_owed()
        alone = self.current_kind() == HAZARD
        owner = self.square_owner()
        while self.turn < self.riders:
            seat = self.order >> 4 * self.turn & 15
            if seat == owner:
                self.turn += 1
                continue
            if alone and seat != self.thrower:
                break
            energy = team[ENERGY + seat]
            if energy >= owed:
                team[ENERGY + seat] = energy - owed
                self.turn += 1
            elif team[HAND + seat] or team[PLACED + seat]:
                self.phase = RAISE
                self.actor = seat
                return
            else:
                self.drop_out()
        if not self.riders:
            self.end_game(NOBODY)  # AC-41
        elif self.riders == 1 and self.rules.last_wins:
            self.end_game(self.order)  # AC-42
        else:
            self.resolve(owner)

    # ------------------------------------------------------------ places in the race

    def resolve(self, owner: i64) -> None:
        """Update the race order after the square or card has taken effect (AC-21 to AC-28), then start the next phase.

        The next phase is a chase, an auction, or a decision whether to attack; otherwise the turn ends. `owner` is the
        seat whose domestique stands on the square, or NOBODY.
        """
        thrower: i64 = self.thrower
        free = self.current_kind() == BREAKAWAY
        auction = owner < 0 and self.current_kind() == EFFORT and self.card < 0
        self.thrower = NOBODY
        self.card = NO_CARD
        self.turn = 0
        if free or (owner >= 0 and owner == thrower):  # AC-23, AC-27
            self.phase = BREAK
            self.actor = thrower
        elif owner < 0:
            if self.order & 15 == thrower:  # AC-20: not if the rider who rolled has dropped out
                if self.gap > 1:
                    self.gap -= 1  # AC-25
                else:
                    self.fall_back()  # AC-21, AC-28
            if auction:
                self.phase = BID
                self.actor = self.order & 15
            else:
                self.end_turn()
        elif self.gap:  # AC-26
            self.order = remove_seat(self.order >> 4, owner) << 8 | owner << 4 | thrower
            self.phase = CHASE
            self.actor = CHANCE
        else:  # AC-22
            self.order = remove_seat(self.order, owner) << 4 | owner
            self.phase = BREAK
            self.actor = owner

    def decide_attack(self, move: i64) -> None:
        """Attack or stay, or retire a domestique before deciding (AC-24, AC-27)."""
        if move == ATTACK:
            self.team[ENERGY + self.actor] -= self.attack_cost()
            self.phase = YELLOW
            self.actor = CHANCE
        elif move == STAY:
            self.end_turn()
        else:
            self.retire_domestique(move, self.rules.retire_energy)

    def gain_ground(self, eyes: i64) -> None:
        """Add `eyes`, the roll of the yellow die, to the gap of a new or continued breakaway (AC-24, AC-27).

        Award combativity points (AC-38), and end the game if the winning gap is reached (AC-40).
        """
        seat: i64 = self.order & 15
        self.gap += eyes
        if self.gap >= self.rules.winning_gap:
            self.end_game(seat)  # AC-40
            return
        if self.rules.combativity:
            prizes = (self.gap - 1) // MINUTE_ARROWS  # AC-38: one prize above a minute, another above two minutes
            prizes = prizes if prizes < 2 else 2
            if prizes > self.awarded:
                self.team[POINTS + seat] += PRIZES[prizes] - PRIZES[self.awarded]
                self.awarded = prizes
                if self.resolve_gain(seat, SWAP_GAP):
                    return
        self.end_turn()

    def end_chase(self) -> None:
        """End the turn after a chase; if no gap is left, the pack has caught the breakaway (AC-26, AC-28)."""
        if self.gap <= 0:
            self.fall_back()
        self.end_turn()

    # ------------------------------------------------------------ the auction

    def play_auction_move(self, move: i64) -> None:
        """Record a bid, pass or retirement; each rider bids or passes once, in race order (AC-29, AC-30)."""
        game = self.rules
        if move >= game.retire:
            self.retire_domestique(move, game.retire_energy)
            return
        if move != PASS:
            self.high_bid = move - game.bid
            self.bidder = self.actor
        self.turn += 1
        if self.turn < self.riders:
            self.actor = self.order >> 4 * self.turn & 15
        else:
            self.end_auction()

    def end_auction(self) -> None:
        """End the auction; if nobody bid, only the turn ends.

        The highest bidder pays and places a domestique (AC-31). If none is in hand, ask which one to move (AC-32).
        """
        team = self.team
        seat: i64 = self.bidder
        self.turn = 0
        if seat >= 0:
            team[ENERGY + seat] -= self.high_bid
            self.high_bid = NO_BID
            self.bidder = NOBODY
            if not team[HAND + seat]:
                self.phase = RELOCATE
                self.actor = seat
                return
            team[HAND + seat] -= 1
            team[PLACED + seat] |= BIT[self.rules.effort[self.square]]
        self.end_turn()

    # ------------------------------------------------------------ jerseys

    def resolve_gain(self, seat: i64, window: i64) -> bool:
        """Handle jerseys or points that a seat has just gained (AC-37).

        Exchange green jerseys automatically. End the game if the seat has won, or can win by one exchange. Otherwise,
        if the seat can exchange something, ask whether it wants to.

        Return whether the caller has to stop, because the game has ended or the seat is asked. `window` is the phase in
        which the seat is asked; it determines how the turn continues afterwards.
        """
        self.exchange_greens(seat)
        if self.has_won(seat):
            self.end_game(seat)
            return True
        if not self.can_exchange(seat):
            return False
        row: i64
        for row in range(self.rules.swap_rows):
            if self.may_exchange(seat, row):
                self.apply_exchange(seat, row, 1)
                if self.has_won(seat):  # AC-37: an exchange that wins is made without asking
                    self.exchange_greens(seat)
                    self.end_game(seat)
                    return True
                self.apply_exchange(seat, row, -1)
        self.phase = window
        self.actor = seat
        return True

    def exchange(self, move: i64) -> None:
        """Play an exchange or `keep` (AC-37).

        After an exchange, the game may end, or the seat may be asked again. Otherwise, continue the interrupted turn.
        """
        window: i64 = self.phase
        seat: i64 = self.actor
        if move != KEEP:
            self.apply_exchange(seat, move - EXCHANGE, 1)
            if self.resolve_gain(seat, window):
                return
        if window == SWAP_LAP:
            self.end_lap()
        elif window == SWAP_SQUARE:
            self.resolve(NOBODY)
        else:
            self.end_turn()

    # ------------------------------------------------------------ the end

    def end_turn(self) -> None:
        """Start the next turn, or end the game after the last lap (AC-05, AC-42)."""
        if self.lap > self.rules.max_laps:
            self.end_game(NOBODY)
        elif self.gap:
            self.phase = UPKEEP
            self.actor = self.order & 15
        else:
            self.prepare_roll()

    def end_game(self, winner: i64) -> None:
        """End the game; every seat but `winner` (a seat or NOBODY) makes its final exchanges (AC-43)."""
        seat: i64
        self.winner = winner
        self.phase = ENDED
        self.actor = OVER
        self.thrower = NOBODY
        self.card = NO_CARD
        self.turn = 0
        for seat in range(self.rules.seats):
            if seat != winner:
                self.exchange_all(seat)


def make_start(game: ArcEnCiel) -> ArcEnCielState:
    """Return the state at the start of the race.

    If the option `start_order` lists the seats, the riders are lined up already; otherwise chance lines them up.
    """
    energy = [game.circuit.energy_start] * MAX_SEATS
    hands = [game.circuit.domestiques] * MAX_SEATS
    team = vec[i64](energy + hands + [0] * (COLUMNS - len(energy) - len(hands)))
    for seat in range(game.seats, MAX_SEATS):
        team[ENERGY + seat] = team[HAND + seat] = 0
    race = ArcEnCielState(game, team, vec[i64]([card.copies for card in game.deck.cards] + [0] * len(game.deck.cards)))
    race.pile_size = game.deck.size
    for seat in game.order:
        race.line_up(seat)
    return race
