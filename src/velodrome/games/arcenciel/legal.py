"""Legal moves in a race: the riders' decisions and the moves of chance.

The race order is packed into one number: four bits per seat, with the front rider in the lowest bits. If `gap` is not
0, the front rider is in a breakaway and the others are the pack; otherwise all riders are the pack.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT, count_bits, nth_bit
from velodrome.core.contract import CHANCE, State
from velodrome.core.rng import Rng
from velodrome.games.arcenciel.game import ArcEnCiel
from velodrome.games.arcenciel.moves import (
    ATTACK,
    CONTINUE,
    EXCHANGE,
    GIVE_UP,
    GREEN_ROW,
    HOLD,
    KEEP,
    PASS,
    STAY,
)
from velodrome.games.arcenciel.pieces import (
    DIE_FACES,
    DOUBLE,
    ENERGY,
    GREEN,
    HAND,
    MAX_SEATS,
    PLACED,
    POINTS,
    RAINBOW,
    TRIPLE,
)

NOBODY: Final = -1
NO_CARD: Final = -1
NO_BID: Final = -1

# phases: up to CHASE, chance acts; in the others, riders decide
LINEUP: Final = 0  # AC-02
WHITE: Final = 1  # AC-07
CARD: Final = 2  # AC-15
YELLOW: Final = 3  # the breakaway rider rolls the yellow die (AC-24, AC-27)
CHASE: Final = 4  # the pack rolls the yellow die (AC-26)
UPKEEP: Final = 5  # AC-06
BREAK: Final = 6  # attack or not (AC-24, AC-27)
BID: Final = 7  # AC-30
PAUSE: Final = 8  # AC-33: before a roll, if the option `voluntary_retirement` is `any`
RAISE: Final = 9  # AC-19
FORCED: Final = 10  # AC-18
RELOCATE: Final = 11  # AC-32
SWAP_LAP: Final = 12  # AC-37: exchange before everybody gets energy at the end of a lap
SWAP_SQUARE: Final = 13  # AC-37: exchange before the riders change places
SWAP_GAP: Final = 14  # AC-38: exchange at the end of a turn
ENDED: Final = 15


class ArcEnCielLegal(State):
    """The part of `ArcEnCielState` with the fields and the actor's legal moves.

    Nothing is hidden in this game, so a view is a full copy (AC-44).
    """

    def __init__(self, game: ArcEnCiel, team: vec[i64], cards: vec[i64]) -> None:
        super().__init__(game)
        self.rules: ArcEnCiel = game
        self.team: vec[i64] = team  # [column + seat]: energy, domestiques, jerseys; see pieces.py
        # [card]: copies in the pile; [number of kinds of cards + card]: copies that lie on the start square (AC-17)
        self.cards: vec[i64] = cards
        self.pile_size: i64 = 0  # number of cards in the pile
        self.no_feeding_count: i64 = 0  # number of no-feeding cards on the start square
        self.phase: i64 = LINEUP
        self.order: i64 = 0  # the race order, four bits per seat, front first
        self.riders: i64 = 0  # number of riders in the race
        self.gap: i64 = 0  # arrows between the breakaway and the pack; 0: no breakaway
        self.awarded: i64 = 0  # number of combativity prizes that this breakaway has earned (AC-38)
        self.square: i64 = 0  # square of the rainbow cyclist
        self.lap: i64 = 1
        self.rainbow_lap: i64 = 0  # 1 in a rainbow lap: the front rider at its end wins a rainbow jersey (AC-09)
        self.thrower: i64 = NOBODY  # rider who rolled the white die, until the riders have changed places
        self.card: i64 = NO_CARD  # card drawn in this turn, until the riders have changed places
        self.turn: i64 = 0  # index in the race order of the rider who pays, bids or may retire domestiques
        self.high_bid: i64 = NO_BID
        self.bidder: i64 = NOBODY  # the seat that made the highest bid
        self.winner: i64 = NOBODY  # sole winner by jerseys, breakaway or as the last rider

    # ------------------------------------------------------------ legal moves

    def count(self) -> i64:
        seat: i64 = self.actor
        if seat < 0:
            return 0
        phase = self.phase
        if phase == BID:
            bids = self.count_bids()
            return bids + self.count_pass(bids) + count_bits(self.retirable_mask())
        if phase <= BREAK:
            return 1 + self.count_affordable() + count_bits(self.retirable_mask())
        if phase == PAUSE:
            return 1 + count_bits(self.retirable_mask())
        if phase <= FORCED:
            return count_bits(self.retirable_mask())
        if phase == RELOCATE:
            return count_bits(self.team[PLACED + seat])
        total: i64 = 1
        row: i64
        for row in range(self.rules.swap_rows):
            if self.may_exchange(seat, row):
                total += 1
        return total

    def nth(self, i: i64) -> i64:
        phase = self.phase
        game = self.rules
        if phase == BID:
            return self.nth_auction_move(i, self.count_bids(), self.retirable_mask())
        if phase <= BREAK:
            skip = self.count_affordable()
            if i <= skip:
                return (HOLD if phase == UPKEEP else ATTACK) + 1 - skip + i
            return game.retire + nth_bit(self.retirable_mask(), i - skip - 1)
        if phase == PAUSE:
            return game.retire + nth_bit(self.retirable_mask(), i - 1) if i else CONTINUE
        if phase <= FORCED:
            return game.retire + nth_bit(self.retirable_mask(), i)
        if phase == RELOCATE:
            return game.vacate + nth_bit(self.team[PLACED + self.actor], i)
        row: i64 = -1
        while i:
            row += 1
            if self.may_exchange(self.actor, row):
                i -= 1
        return KEEP if row < 0 else EXCHANGE + row

    def nth_auction_move(self, i: i64, bids: i64, retirable: i64) -> i64:
        """Return the i-th legal move in an auction: the pass comes first, then the bids, then the retirements.

        `bids` is the number of legal bids, and `retirable` is a mask of the domestiques that may retire.
        """
        i -= self.count_pass(bids)
        if i < 0:
            return PASS
        if i < bids:
            return self.rules.bid + self.lowest_bid() + i
        return self.rules.retire + nth_bit(retirable, i - bids)

    def pick(self, rng: Rng) -> i64:
        if self.phase != BID:
            return self.nth(rng.below(self.count()))
        bids = self.count_bids()  # most decisions are bids, so count them only once
        retirable = self.retirable_mask()
        return self.nth_auction_move(rng.below(bids + self.count_pass(bids) + count_bits(retirable)), bids, retirable)

    def allows(self, move: i64) -> bool:
        game = self.rules
        phase = self.phase
        seat: i64 = self.actor
        if move >= game.decisions:
            return self.chance_weight(move) > 0
        if seat < 0 or move < 0:
            return False
        if move >= game.vacate + 1:
            return phase == RELOCATE and self.team[PLACED + seat] & BIT[move - game.vacate] != 0
        if move >= game.retire:
            return self.retirable_mask() & BIT[move - game.retire] != 0
        if move >= game.bid:
            lowest = self.lowest_bid()
            return phase == BID and lowest <= move - game.bid < lowest + self.count_bids()
        if move >= KEEP:
            return phase >= SWAP_LAP and (move == KEEP or self.may_exchange(seat, move - EXCHANGE))
        if move == CONTINUE:
            return phase == PAUSE
        if move == PASS:
            return phase == BID and self.count_pass(self.count_bids()) == 1
        if phase != (UPKEEP if move <= GIVE_UP else BREAK):
            return False
        return move in (GIVE_UP, STAY) or self.count_affordable() == 1

    def count_affordable(self) -> i64:
        """Return 1 if the actor can pay for holding the breakaway or for the attack, else 0 (AC-06, AC-24)."""
        price = self.rules.upkeep[self.gap] if self.phase == UPKEEP else self.attack_cost()
        return 1 if self.team[ENERGY + self.actor] >= price else 0

    def attack_cost(self) -> i64:
        """Return the cost of an attack: the value of the current effort square, 0 on any other square (AC-24)."""
        return self.rules.value[self.square]

    def lowest_bid(self) -> i64:
        """Return the lowest legal bid (AC-30)."""
        lowest: i64 = self.high_bid + 1
        return lowest if lowest > self.rules.min_bid else self.rules.min_bid

    def count_bids(self) -> i64:
        """Return the number of legal bids; 0 for a rider without domestiques (AC-30)."""
        team = self.team
        seat: i64 = self.actor
        bids: i64 = team[ENERGY + seat] - self.lowest_bid() + 1
        return bids if bids > 0 and (team[HAND + seat] or team[PLACED + seat]) else 0

    def count_pass(self, bids: i64) -> i64:
        """Return 1 if the actor may pass, else 0; `bids` is the number of legal bids.

        With the option `leader_must_open`, the first rider in the auction has to bid if possible (AC-30).
        """
        return 0 if self.rules.must_open and bids and not self.turn else 1

    def retirable_mask(self) -> i64:
        """Return a bit mask of the actor's domestiques that may retire now (AC-33).

        Bit 0 is for the domestiques in hand, and bit k for the domestique on effort square number k.
        """
        team = self.team
        game = self.rules
        phase = self.phase
        seat: i64 = self.actor
        if phase > FORCED:
            return 0
        mask: i64 = team[PLACED + seat]
        if team[HAND + seat]:
            mask |= 1
        if phase >= RAISE:
            return mask
        if not game.windows or team[ENERGY + seat] >= game.energy_max:
            return 0
        if phase == BREAK:
            mask &= ~BIT[game.effort[self.square]] | 1  # AC-34: the domestique on this square has to stay
        return mask

    def may_exchange(self, seat: i64, row: i64) -> bool:
        """Return whether a seat may choose an exchange; `row` is its index in `build_exchanges` (AC-37)."""
        if row == GREEN_ROW and not self.rules.need_all:
            return False  # AC-35: green jerseys are exchanged automatically
        return self.can_pay_exchange(seat, row)

    def can_exchange(self, seat: i64) -> bool:
        """Return whether a seat can pay for at least one exchange of jerseys or points."""
        team = self.team
        if team[GREEN + seat] >= self.rules.green_rate or team[POINTS + seat]:
            return True
        return 2 * team[DOUBLE + seat] + 3 * team[TRIPLE + seat] >= self.rules.dotted_rate

    def can_pay_exchange(self, seat: i64, row: i64) -> bool:
        """Return whether a seat can pay for an exchange; `row` is its index in `build_exchanges`."""
        i: i64 = 0
        while i < 5 and self.team[RAINBOW + MAX_SEATS * i + seat] + self.rules.swaps[5 * row + i] >= 0:
            i += 1
        return i == 5

    # ------------------------------------------------------------ chance

    def chance_weight(self, move: i64) -> i64:
        """Return the weight of a move of chance; 0 if it is impossible now."""
        game = self.rules
        phase = self.phase
        if move >= game.card:
            return self.cards[move - game.card] if phase == CARD and move < game.card + game.cards else 0
        if move > game.yellow:
            return 1 if phase in (YELLOW, CHASE) else 0
        if move > game.white:
            return 1 if phase == WHITE else 0
        return 1 if phase == LINEUP and not self.lineup_mask() & BIT[move - game.lineup] else 0

    def lineup_mask(self) -> i64:
        """Return a bit mask of the seats that are in the race order."""
        mask: i64 = 0
        i: i64
        for i in range(self.riders):
            mask |= BIT[self.order >> 4 * i & 15]
        return mask

    def chance(self) -> list[tuple[int, int]]:
        if self.actor != CHANCE:
            return []
        moves = range(self.rules.decisions, len(self.rules.moves))
        return [(move, self.chance_weight(move)) for move in moves if self.chance_weight(move)]

    def draw(self, rng: Rng) -> i64:
        phase = self.phase
        game = self.rules
        if phase == WHITE:
            return game.white + 1 + rng.below(DIE_FACES)
        if phase == CARD:
            return game.card + self.nth_card(rng.below(self.pile_size))
        if phase == LINEUP:
            absent: i64 = BIT[game.seats] - 1 & ~self.lineup_mask()
            return game.lineup + nth_bit(absent, rng.below(count_bits(absent)))
        return game.yellow + 1 + rng.below(DIE_FACES)

    def chance_stream(self) -> str:
        """Return the name of the random stream for the next chance move.

        Each rider has one stream for attacks and one for chases; the other streams are shared by all riders.
        """
        phase = self.phase
        if phase == YELLOW:
            return f"yellow {self.order & 15}"
        if phase == CHASE:
            return f"chase {self.order >> 4 & 15}"
        return "white" if phase == WHITE else "card" if phase == CARD else "lineup"

    def nth_card(self, i: i64) -> i64:
        """Return the i-th card in the pile, as an index in the deck's list of cards; `i` counts from 0.

        The cards are counted in the order of their indices.
        """
        card: i64 = 0
        i -= self.cards[0]
        while i >= 0:
            card += 1
            i -= self.cards[card]
        return card

    # ------------------------------------------------------------ the square in this turn

    def current_kind(self) -> i64:
        """Return the kind of effect in this turn: the kind of the drawn card, or of the square if no card was drawn."""
        return self.rules.kind[self.square] if self.card < 0 else self.rules.card_kind[self.card]

    def amount_owed(self) -> i64:
        """Return the energy that the current square or card costs each rider who has to pay."""
        return self.rules.value[self.square] if self.card < 0 else self.rules.card_value[self.card]

    def square_owner(self) -> i64:
        """Return the seat whose domestique stands on the current square, or NOBODY."""
        team = self.team
        here: i64 = self.rules.effort[self.square]
        seat: i64 = self.rules.teams - 1 if here else NOBODY
        while seat >= 0 and not team[PLACED + seat] >> here & 1:
            seat -= 1
        return seat
