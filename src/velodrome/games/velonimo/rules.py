"""The rules of Velonimo: the game with its options, and a race as it stands. Numbers such as VN-20 are in RULES.md."""

from math import exp
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from velodrome.core.contract import CHANCE, OVER, TRUTH, Data, Game, State, Text, Value, shares
from velodrome.core.errors import BadOption
from velodrome.core.options import Option, defaults, settle
from velodrome.core.rng import Rng
from velodrome.games.velonimo.knowledge import GIVEN, TAKEN, WORDS, Memory, head, recollect
from velodrome.games.velonimo.moves import (
    DEAL,
    DEAL_COVER,
    DECISIONS,
    DRAW,
    DRAW_COVER,
    FACE,
    FIRST,
    GIVE,
    GIVE_COVER,
    JERSEY,
    MOVES,
    NEXT,
    NONE,
    PASS,
    PLAY,
    RAISE,
    REVEAL,
    REWARD,
    STEAL,
    STOLEN,
    STOLEN_COVER,
    VALUE,
    count_plays,
    list_plays,
    nth_play,
    without_hares,
)
from velodrome.games.velonimo.pieces import ALL, BIT, BONUS, CAMELS, DECK, HAND, TORTOISES, bits, members, nth_card

SEATS: Final = range(2, 6)
VERSION: Final = 1
EDITION: Final = "edition"  # the value of a row that the edition sets
OPTIONS: Final = (
    Option("edition", "choice", "en", ("en", "fr", "bga")),
    Option("difficulties", "numbers", (1, 2, 3, 4, 5), low=1, high=99),
    Option("duel_target", "number", 8, low=1, high=999),
    Option("first_starter", "seat", "random"),
    Option("leader_steal", "choice", EDITION, (EDITION, "up_to", "all_or_none", "forced")),
    Option("starter_tie", "choice", EDITION, (EDITION, "last_round", "seat_order")),
    Option("jersey_tie", "choice", EDITION, (EDITION, "last_round", "last_winner_or_nobody")),
)
PRESETS: Final[dict[str, dict[str, str]]] = {
    "en": {"leader_steal": "up_to", "starter_tie": "last_round", "jersey_tie": "last_round"},
    "fr": {"leader_steal": "all_or_none", "starter_tie": "last_round", "jersey_tie": "last_round"},
    "bga": {"leader_steal": "forced", "starter_tie": "seat_order", "jersey_tie": "last_winner_or_nobody"},
}
MOST_ROUNDS: Final = 30

# phases
STARTING: Final = 0  # chance names the first seat
DEALING: Final = 1  # chance deals one card
ATTACK: Final = 2  # lead or follow
DRAWING: Final = 3  # duel: chance brings a water carrier's card
STEALING: Final = 4  # a tortoise was played: from whom, how many?
TAKING: Final = 5  # chance takes one card from the victim
GIVING: Final = 6  # one card back
CHOOSING: Final = 7  # the one ahead has no card left: who leads next?
REWARDING: Final = 8  # duel: who gets the revealed card?
REVEALING: Final = 9  # duel: chance turns up a card
PHASES: Final = [
    "first", "deal", "attack", "draw", "steal", "take", "give", "next", "reward", "reveal",
]  # fmt: skip
NOBODY: Final = -1
NOTHING: Final = -1  # no card is revealed

# leader_steal
UP_TO: Final = 0
ALL_OR_NONE: Final = 1
FORCED: Final = 2


class Velonimo(Game):
    """Velonimo with its options fixed.

    >>> from velodrome import Rng
    >>> state = Velonimo(3).start()
    >>> state.settle(Rng(1))
    >>> state.actor >= 0
    True
    """

    def __init__(self, seats: int = 4, options: dict[str, Value] | None = None) -> None:
        chosen = settle("velonimo", OPTIONS, options or {}, seats)
        rounds = chosen["difficulties"]
        if isinstance(rounds, tuple) and len(rounds) > MOST_ROUNDS:
            raise BadOption(f"difficulties has {len(rounds)} rounds; expected at most {MOST_ROUNDS}.")
        super().__init__("velonimo", VERSION, seats, chosen, defaults(OPTIONS), MOVES, DECISIONS)
        self.asked = frozenset([PASS])  # an instant pass would tell that nothing could be played
        points: list[int] = [int(point) for point in rounds] if isinstance(rounds, tuple) else []
        first = chosen["first_starter"]
        self.points: vec[i64] = vec[i64](points)  # [round - 1]: for each opponent still racing (VN-40)
        self.target: i64 = int(str(chosen["duel_target"]))
        self.first: i64 = first if isinstance(first, int) else NOBODY
        self.steal: i64 = ["up_to", "all_or_none", "forced"].index(self.row("leader_steal"))
        self.starter_by_seat: bool = self.row("starter_tie") == "seat_order"
        self.jersey_to_winner: bool = self.row("jersey_tie") == "last_winner_or_nobody"

    def row(self, name: str) -> str:
        """A row of the configuration: its own value, or the edition's."""
        value = str(self.options[name])
        return PRESETS[str(self.options["edition"])][name] if value == EDITION else value

    def start(self) -> "Race":
        n = self.seats
        zero = vec[i64]([0] * n)
        race = Race(self, n, zero[:], zero[:], zero[:], zero[:], zero[:], vec[i64]([]))
        if self.first != NOBODY:
            race.ahead = self.first
            race.phase = DEALING
        return race

    def position(self, description: Data) -> "Race":
        from velodrome.games.velonimo.position import read

        return read(self, description)


@final
class Race(State):
    """A race as it stands; in a seen one, hands hold what the viewer is sure of."""

    def __init__(
        self,
        game: Velonimo,
        n: i64,
        hands: vec[i64],
        hidden: vec[i64],
        played: vec[i64],
        totals: vec[i64],
        gained: vec[i64],
        tale: vec[i64],
    ) -> None:
        super().__init__(game)
        self.options: Velonimo = game
        self.n: i64 = n
        self.hands: vec[i64] = hands  # in a seen state, the cards the viewer is sure of
        self.hidden: vec[i64] = hidden  # and how many more there are; all 0 in a full state
        self.played: vec[i64] = played  # the cards each seat has played this round
        self.totals: vec[i64] = totals
        self.gained: vec[i64] = gained  # points of the last round each seat finished
        self.tale: vec[i64] = tale  # the steals and rewards of this round: see knowledge.py
        self.loose: Memory | None = None  # in a seen state, cards the viewer saw but is not sure of
        self.out: i64 = 0  # all cards played this round
        self.dealt: i64 = 0
        self.racing: i64 = 0  # mask of the seats that hold cards
        self.phase: i64 = STARTING
        self.ahead: i64 = 0  # who played last; in a deal, who will begin
        self.top: i64 = PASS  # the play to beat; PASS opens an attack
        self.beat: i64 = 0  # its value; 0 opens an attack
        self.jersey: i64 = NOBODY  # whose it is
        self.bonus: i64 = NOBODY  # who may still play it this round
        self.debt: i64 = 0  # leaders played; then cards still to take
        self.due: i64 = 0  # cards still to give back; duel: still to draw
        self.victim: i64 = 0
        self.pile: i64 = 0  # duel: cards left to draw
        self.revealed: i64 = NOTHING  # duel: the card beside the pile

    def copy(self) -> "Race":
        new = Race(
            self.options,
            self.n,
            self.hands[:],
            self.hidden[:],
            self.played[:],
            self.totals[:],
            self.gained[:],
            self.tale[:],
        )
        new.actor = self.actor
        new.stage = self.stage
        new.viewer = self.viewer
        new.loose = self.loose
        new.out = self.out
        new.dealt = self.dealt
        new.racing = self.racing
        new.phase = self.phase
        new.ahead = self.ahead
        new.top = self.top
        new.beat = self.beat
        new.jersey = self.jersey
        new.bonus = self.bonus
        new.debt = self.debt
        new.due = self.due
        new.victim = self.victim
        new.pile = self.pile
        new.revealed = self.revealed
        return new

    # ------------------------------------------------------------ what may be done

    def count(self) -> i64:
        if self.actor < 0:
            return 0
        phase = self.phase
        hand: i64 = self.hands[self.actor]
        if phase == ATTACK:
            beat: i64 = self.beat
            total = count_plays(hand, beat)
            if beat:
                total += 1
            if self.bonus == self.actor:
                total += count_plays(without_hares(hand), beat - BONUS if beat > BONUS else 0)
            return total
        if phase == GIVING:
            return bits(hand)
        if phase == CHOOSING:
            return bits(self.racing)
        if phase == REWARDING:
            return 2
        total = 0 if self.options.steal == FORCED else 1
        seat: i64
        for seat in range(self.n):
            most = self.stealable(seat)
            if most:
                total += most if self.options.steal == UP_TO else 1
        return total

    def nth(self, i: i64) -> i64:
        phase = self.phase
        hand: i64 = self.hands[self.actor]
        if phase == ATTACK:
            beat: i64 = self.beat
            if beat:
                if i == 0:
                    return PASS
                i -= 1
            move = nth_play(hand, beat, i)
            if move >= 0:
                return move
            return RAISE + nth_play(without_hares(hand), beat - BONUS if beat > BONUS else 0, -1 - move)
        if phase == GIVING:
            return GIVE + nth_card(hand, i)
        if phase == CHOOSING:
            return NEXT + nth_card(self.racing, i)
        if phase == REWARDING:
            return REWARD + i
        if self.options.steal != FORCED:
            if i == 0:
                return NONE
            i -= 1
        seat: i64
        for seat in range(self.n):
            most = self.stealable(seat)
            if most:
                if self.options.steal == UP_TO:
                    if i < most:
                        return STEAL + 7 * seat + i
                    i -= most
                else:
                    if i == 0:
                        return STEAL + 7 * seat + most - 1
                    i -= 1
        raise IndexError

    def stealable(self, seat: i64) -> i64:
        """How many cards the leaders may take from a seat (VN-24)."""
        if seat == self.actor or not self.racing & BIT[seat]:
            return 0
        if self.debt == 1:
            return 1
        size = self.size(seat)
        return size if size < self.debt else self.debt

    def size(self, seat: i64) -> i64:
        """How many cards a seat holds."""
        return bits(self.hands[seat]) + self.hidden[seat]

    def legal(self) -> list[int]:
        found: list[int] = []
        if self.phase == ATTACK and self.actor >= 0:
            hand: i64 = self.hands[self.actor]
            beat: i64 = self.beat
            if beat:
                found.append(PASS)
            list_plays(found, hand, beat, 0)
            if self.bonus == self.actor:
                list_plays(found, without_hares(hand), beat - BONUS if beat > BONUS else 0, RAISE)
        else:
            i: i64
            for i in range(self.count()):
                found.append(self.nth(i))
        return found

    def allows(self, move: i64) -> bool:
        phase = self.phase
        actor: i64 = self.actor
        if actor == OVER or move < 0:
            return False
        if actor == CHANCE:
            return self.allows_chance(move)
        if phase == ATTACK:
            if move == PASS:
                return self.beat != 0
            if move < PLAY or move >= GIVE or (move >= JERSEY and self.bonus != actor):
                return False
            face: i64 = FACE[move]
            return face >> VALUE > self.beat and self.may_hold(actor, face & ALL)
        if phase == GIVING:
            if self.stranger():
                return move == GIVE_COVER
            return GIVE <= move < NEXT and self.may_hold(actor, BIT[move - GIVE])
        if phase == CHOOSING:
            return NEXT <= move < REWARD and self.racing & BIT[move - NEXT] != 0
        if phase == REWARDING:
            return REWARD <= move < STEAL
        if move == NONE:
            return self.options.steal != FORCED
        if move < STEAL or move >= DECISIONS or (move - STEAL) // 7 >= self.n:
            return False
        most = self.stealable((move - STEAL) // 7)
        wanted = (move - STEAL) % 7 + 1
        return wanted <= most if self.options.steal == UP_TO else wanted == most

    def may_hold(self, seat: i64, cards: i64) -> bool:
        """Whether a seat can have these cards, as far as the viewer knows."""
        unsure = cards & ~self.hands[seat]
        if not unsure:
            return True
        if bits(unsure) > self.hidden[seat] or unsure & ~self.pool():
            return False
        return self.loose is None or self.loose.allows(unsure, seat)

    def stranger(self) -> bool:
        """Whether this is the view of somebody who takes no part in the steal under way."""
        viewer = self.viewer
        return viewer != TRUTH and viewer != self.ahead and viewer != self.victim

    def allows_chance(self, move: i64) -> bool:
        phase = self.phase
        if phase == STARTING:
            return FIRST <= move < FIRST + self.n
        if phase == REVEALING:
            return REVEAL <= move < GIVE_COVER and self.untold() & BIT[move - REVEAL] != 0
        if phase == TAKING:
            if self.stranger():
                return move == STOLEN_COVER
            return STOLEN <= move < DRAW and self.may_hold(self.victim, BIT[move - STOLEN])
        seat = self.ahead if phase == DRAWING else self.dealt // HAND
        if self.viewer != TRUTH and self.viewer != seat:
            return move == (DRAW_COVER if phase == DRAWING else DEAL_COVER)
        first: i64 = DRAW if phase == DRAWING else DEAL
        return first <= move < first + DECK and self.untold() & BIT[move - first] != 0

    def refusal(self, move: int) -> Text:
        from velodrome.games.velonimo.table import refusal

        return refusal(self, move)

    # ------------------------------------------------------------ chance

    def pool(self) -> i64:
        """The cards whose place the viewer is not sure of: for the truth, those set aside or in the pile."""
        pool: i64 = ALL & ~self.out
        seat: i64
        for seat in range(self.n):
            pool &= ~self.hands[seat]
        if self.revealed != NOTHING:
            pool &= ~BIT[self.revealed]
        return pool

    def untold(self) -> i64:
        """The cards of the pool that the viewer never saw: what a deck may hold."""
        if self.loose is None:
            return self.pool()
        seen: i64 = self.loose.tracked()
        return self.pool() & ~seen

    def chance(self) -> list[tuple[int, int]]:
        if self.actor != CHANCE:
            return []
        phase = self.phase
        if phase == STARTING:
            return [(FIRST + seat, 1) for seat in range(self.n)]
        if phase == TAKING:
            return [(STOLEN + card, 1) for card in members(self.hands[self.victim])]
        first: int = DEAL if phase == DEALING else DRAW if phase == DRAWING else REVEAL
        return [(first + card, 1) for card in members(self.pool())]

    def draw(self, rng: Rng) -> i64:
        phase = self.phase
        if phase == STARTING:
            return FIRST + rng.below(self.n)
        if phase == TAKING:
            hand: i64 = self.hands[self.victim]
            return STOLEN + nth_card(hand, rng.below(bits(hand)))
        first: i64 = DEAL if phase == DEALING else DRAW if phase == DRAWING else REVEAL
        return first + one_of(self.pool(), rng)

    def settle(self, rng: Rng) -> None:
        while self.actor == CHANCE:
            if self.phase == DEALING:
                self.deal_all(rng)
            else:
                self.play(self.draw(rng))

    def deal_all(self, rng: Rng) -> None:
        """What is left of a deal at once: the same odds as card by card."""
        seat: i64
        for seat in range(self.n):
            self.hidden[seat] = HAND - bits(self.hands[seat])
        self.fill(rng)
        self.dealt = HAND * self.n
        self.begin()

    def fill(self, rng: Rng) -> None:
        """Deal the pool to whatever is hidden."""
        deck = BIT[:]
        left: i64 = 0
        pool = self.pool()
        while pool:
            deck[left] = pool & -pool
            pool &= pool - 1
            left += 1
        seat: i64
        for seat in range(self.n):
            hand: i64 = self.hands[seat]
            for _ in range(self.hidden[seat]):
                i = rng.below(left)
                left -= 1
                hand |= deck[i]
                deck[i] = deck[left]
            self.hands[seat] = hand
            self.hidden[seat] = 0

    # ------------------------------------------------------------ doing it

    def play(self, move: i64) -> None:
        phase = self.phase
        if phase == ATTACK:
            if move == PASS:
                self.move_on()
            else:
                self.attack(move)
        elif phase == STEALING:
            if move == NONE:
                self.move_on()
            else:
                self.steal((move - STEAL) // 7, (move - STEAL) % 7 + 1)
        elif phase == GIVING:
            self.hand_over(move - GIVE, self.ahead, self.victim, GIVEN)
            self.due -= 1
            if not self.due:
                self.move_on()
        elif phase == TAKING:
            self.hand_over(move - STOLEN, self.victim, self.ahead, TAKEN)
            self.debt -= 1
            if not self.debt:
                self.phase = GIVING
                self.actor = self.ahead
        elif phase == CHOOSING:
            self.actor = self.ahead = move - NEXT
            self.phase = ATTACK
        elif phase == DEALING:
            self.deal(move)
        elif phase == STARTING:
            self.ahead = move - FIRST
            self.phase = DEALING
        else:
            self.play_duel(move)
        if self.viewer != TRUTH:
            self.recall()

    def play_duel(self, move: i64) -> None:
        """The moves that only two seats know."""
        if self.phase == DRAWING:
            self.pile -= 1
            self.gain(self.ahead, move - DRAW)
            self.due -= 1
            if not self.due:
                self.actor = self.ahead
                self.after_play(self.ahead, self.debt)
        elif self.phase == REWARDING:
            seat = move - REWARD
            self.hands[seat] |= BIT[self.revealed]
            self.tell(head(seat, seat, 0, 0, 0), 0, BIT[self.revealed])
            self.revealed = NOTHING
            if self.pile:
                self.phase = REVEALING
                self.actor = CHANCE
            else:
                self.phase = ATTACK
        else:
            self.pile -= 1
            self.revealed = move - REVEAL
            self.phase = ATTACK
            self.actor = self.ahead

    def deal(self, move: i64) -> None:
        self.gain(self.dealt // HAND, move - DEAL)
        self.dealt += 1
        if self.dealt == HAND * self.n:
            self.begin()

    def gain(self, seat: i64, card: i64) -> None:
        """A seat gets a card of the deck; a cover's number is no card."""
        if 0 <= card < DECK:
            self.hands[seat] |= BIT[card]
        else:
            self.hidden[seat] += 1

    def begin(self) -> None:
        """All hands are dealt (VN-05, VN-06)."""
        self.racing = BIT[self.n] - 1
        self.phase = ATTACK
        self.actor = self.ahead
        if self.n == 2:
            self.pile = DECK - 2 * HAND
            self.phase = REVEALING
            self.actor = CHANCE

    def attack(self, move: i64) -> None:
        """Lead or follow with a play (VN-12)."""
        seat: i64 = self.actor
        face = FACE[move]
        cards = face & ALL
        hand: i64 = self.hands[seat]
        if cards & ~hand:  # in a seen state
            self.hidden[seat] -= bits(cards & ~hand)
        self.hands[seat] = hand & ~cards
        self.played[seat] |= cards
        self.out |= cards
        self.ahead = seat
        self.top = move
        self.beat = face >> VALUE
        if move >= JERSEY:
            self.bonus = NOBODY
        leaders: i64 = bits(cards & TORTOISES) if cards & TORTOISES else 0
        if self.pile and cards & CAMELS:  # a water carrier draws before anything else is asked (VN-51, VN-52)
            camels = bits(cards & CAMELS)
            self.due = camels if camels < self.pile else self.pile
            self.debt = leaders
            self.phase = DRAWING
            self.actor = CHANCE
        else:
            self.after_play(seat, leaders)

    def after_play(self, seat: i64, leaders: i64) -> None:
        if not self.hands[seat] and not self.hidden[seat]:  # out: scores at once, leaders do nothing (VN-27, VN-41)
            self.racing ^= BIT[seat]
            left = bits(self.racing)
            points = left * self.options.points[self.stage - 1]
            self.gained[seat] = points
            self.totals[seat] += points
            if left == 1:
                self.end_round()
                return
        elif leaders:
            self.debt = leaders
            self.phase = STEALING
            return
        self.move_on()

    def steal(self, victim: i64, count: i64) -> None:
        self.victim = victim
        self.debt = self.due = count
        self.phase = TAKING
        self.actor = CHANCE
        self.tell(head(self.ahead, victim, count, self.size(self.ahead), self.size(victim)), 0, 0)

    def tell(self, word: i64, taken: i64, given: i64) -> None:
        """One more entry of the tale."""
        self.tale = append(append(append(append(self.tale, word), taken), given), self.out)

    def hand_over(self, card: i64, giver: i64, taker: i64, word: i64) -> None:
        """A card changes hands in a steal; a cover's number is no card."""
        if card < 0 or card >= DECK:
            self.hand_over_unseen(giver, taker)
            return
        bit = BIT[card]
        if not self.hands[giver] & bit:  # in a seen state
            self.hidden[giver] -= 1
        self.hands[giver] &= ~bit
        self.hands[taker] |= bit
        self.tale[len(self.tale) - WORDS + word] |= bit

    def hand_over_unseen(self, giver: i64, taker: i64) -> None:
        """Somebody else's steal: nothing in the two hands is sure any more; `recall` finds what still is."""
        self.hidden[giver] = self.size(giver) - 1
        self.hands[giver] = 0
        self.hidden[taker] = self.size(taker) + 1
        self.hands[taker] = 0

    def move_on(self) -> None:
        """To the next seat in the race; back at the one ahead, the attack is over (VN-17, VN-18)."""
        self.phase = ATTACK
        self.debt = 0
        self.victim = 0
        racing: i64 = self.racing
        seat: i64 = self.actor
        while True:
            seat += 1
            if seat == self.n:
                seat = 0
            if seat == self.ahead:
                self.beat = 0
                self.top = PASS
                if not racing & BIT[seat]:
                    self.phase = CHOOSING
                elif self.revealed != NOTHING:
                    self.phase = REWARDING
                break
            if racing & BIT[seat]:
                break
        self.actor = seat

    def end_round(self) -> None:
        """One racer is left, without points (VN-42); jersey and starter follow (VN-30, VN-08)."""
        self.gained[nth_card(self.racing, 0)] = 0
        self.jersey = self.leader()
        self.ahead = self.starter()
        self.beat = 0
        self.top = PASS
        self.debt = 0
        if self.stage == len(self.options.points) or (self.n == 2 and self.reached()):
            self.actor = OVER
            return
        self.stage += 1
        self.actor = CHANCE
        self.phase = DEALING
        self.dealt = 0
        self.out = 0
        self.racing = 0
        self.pile = 0
        self.revealed = NOTHING
        self.victim = 0
        self.bonus = self.jersey if self.n > 2 else NOBODY
        self.tale = vec[i64]([])
        self.loose = None
        seat: i64
        for seat in range(self.n):
            self.hands[seat] = 0
            self.hidden[seat] = 0
            self.played[seat] = 0

    def reached(self) -> bool:
        """Whether a duel is won (VN-54)."""
        return self.totals[0] >= self.options.target or self.totals[1] >= self.options.target

    def leader(self) -> i64:
        """Whose the jersey is after a round (VN-30)."""
        best: i64 = 0
        seat: i64
        for seat in range(1, self.n):
            if self.merit(seat) > self.merit(best):
                best = seat
        if self.options.jersey_to_winner:
            for seat in range(self.n):
                if seat != best and self.totals[seat] == self.totals[best]:
                    won = self.gained[best] == (self.n - 1) * self.options.points[self.stage - 1]
                    return best if won else NOBODY
        return best

    def starter(self) -> i64:
        """Who leads the next round (VN-08)."""
        last: i64 = 0
        seat: i64
        for seat in range(1, self.n):
            if self.options.starter_by_seat:
                if self.totals[seat] < self.totals[last]:
                    last = seat
            elif self.merit(seat) < self.merit(last):
                last = seat
        return last

    def merit(self, seat: i64) -> i64:
        """Total points, then those of the last round."""
        return self.totals[seat] * 1000000 + self.gained[seat]

    # ------------------------------------------------------------ who knows what

    def audience(self, move: i64) -> i64:
        if self.phase == DEALING:
            return BIT[self.dealt // HAND]
        if self.phase == TAKING or self.phase == GIVING:
            return BIT[self.ahead] | BIT[self.victim]
        if self.phase == DRAWING:
            return BIT[self.ahead]
        return BIT[self.n + 1] - 1

    def seen_by(self, seat: i64) -> "Race":
        new = self.copy()
        if self.viewer != TRUTH:
            return new
        new.viewer = seat
        at: i64
        for at in range(0, len(new.tale), WORDS):
            word: i64 = new.tale[at]
            if word >> 8 & 255 and seat != word & 15 and seat != word >> 4 & 15:
                new.tale[at + TAKEN] = 0
                new.tale[at + GIVEN] = 0
        owner: i64
        for owner in range(self.n):
            if owner != seat:
                new.hidden[owner] = self.size(owner)
                new.hands[owner] = 0
        new.recall()
        return new

    def recall(self) -> None:
        """Set the other hands of a seen state to what its viewer is sure of."""
        self.loose = None
        owner: i64
        for owner in range(self.n):
            if owner != self.viewer:
                self.hidden[owner] = self.size(owner)
                self.hands[owner] = 0
        if not len(self.tale):
            return
        untaken = self.debt if self.phase == TAKING else 0
        ungiven = self.due if self.phase == TAKING or self.phase == GIVING else 0
        memory = recollect(self.tale, self.viewer, self.n, self.played, self.out, untaken, ungiven)
        for owner in range(self.n):
            if owner != self.viewer:
                memory.bound(owner, self.hidden[owner])
        sure: i64 = 0
        for owner in range(self.n):
            if owner != self.viewer:
                hand: i64 = memory.sure(owner)
                self.hands[owner] = hand
                self.hidden[owner] -= bits(hand)
                sure |= hand
        if memory.tracked() != sure:
            self.loose = memory

    def guess(self, rng: Rng) -> "Race":
        """Uniform over the deals that fit what the viewer has seen, steals among others included.

        What other seats passed among themselves stays untold: their views of the guess know nothing of it.
        """
        new = self.copy()
        new.viewer = TRUTH
        new.loose = None
        if self.loose is not None:
            new.place(self.loose, rng)
        new.fill(rng)
        return new

    def place(self, memory: Memory, rng: Rng) -> None:
        """Put the cards that the viewer has seen but is not sure of where they may lie."""
        sizes = [int(self.size(seat)) for seat in range(self.n)]
        layouts = sorted(memory.layouts)
        weights = [memory.weight(layout, sizes) for layout in layouts]
        layout = layouts[weighted(weights, rng)]
        for g, group in enumerate(memory.groups):
            cards = members(group)
            for seat in range(self.n):
                for _ in range(layout[g * self.n + seat]):
                    card = cards.pop(rng.below(len(cards)))
                    if not self.hands[seat] & BIT[card]:
                        self.hands[seat] |= BIT[card]
                        self.hidden[seat] -= 1

    # ------------------------------------------------------------ how it stands

    def outlook(self, seat: i64) -> float:
        """When OVER, the share of opponents behind; before that, expected from the points and rounds to come."""
        if self.actor == OVER:
            return shares(self.ranking(), seat)
        spread = 0.0
        i: i64
        for i in range(self.stage - 1, len(self.options.points)):
            spread += float(self.options.points[i]) ** 2
        spread = (spread * float(self.n * (self.n + 1)) / 6.0) ** 0.5  # of what two seats still gain on each other
        behind = 0.0
        other: i64
        for other in range(self.n):
            if other != seat:
                lead = float(self.totals[seat] - self.totals[other]) / spread
                behind += 1.0 / (1.0 + exp(-1.7 * lead))  # close to the normal distribution
        return behind / float(self.n - 1)

    def scores(self) -> list[int]:
        return list(self.totals)

    def ranking(self) -> list[int]:
        merits = [self.merit(seat) for seat in range(self.n)]
        return [1 + len([m for m in merits if m > merit]) for merit in merits]

    def key(self) -> tuple[int, ...]:
        rest = [
            self.actor, self.stage, self.viewer, self.out, self.dealt, self.racing, self.phase, self.ahead,
            self.top, self.jersey, self.bonus, self.debt, self.due, self.victim, self.pile, self.revealed,
        ]  # fmt: skip
        return (*self.hands, *self.hidden, *self.played, *self.totals, *self.gained, *rest, *self.tale)

    def write(self) -> Data:
        from velodrome.games.velonimo.position import write

        return write(self)

    def table(self) -> Data:
        from velodrome.games.velonimo.table import table

        return table(self)


def one_of(mask: i64, rng: Rng) -> i64:
    """A card of the mask, all equally likely: throw again until it is one."""
    while True:
        card = rng.below(DECK)
        if mask & BIT[card]:
            return card


def weighted(weights: list[int], rng: Rng) -> int:
    """A place in a list of whole weights; exact as long as their sum is below the generator's 2**31."""
    total = sum(weights)
    shrink = max(0, total.bit_length() - 30)
    left = int(rng.below(total >> shrink)) << shrink
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    return len(weights) - 1
