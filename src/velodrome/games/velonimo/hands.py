"""Hands in a race, the steal log, and what a viewer knows about both."""

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT, count_bits, nth_bit
from velodrome.core.contract import CHANCE, TRUTH, Game, State
from velodrome.core.rng import Rng
from velodrome.games.velonimo.knowledge import (
    DISCARD_WORD,
    ENTRY_WORDS,
    GIVEN_WORD,
    TAKEN_WORD,
    CardMemory,
    replay_steal_log,
)
from velodrome.games.velonimo.moves import (
    DEAL,
    DEAL_COVER,
    DRAW,
    DRAW_COVER,
    FIRST,
    GIVE_COVER,
    REVEAL,
    STOLEN,
    STOLEN_COVER,
)
from velodrome.games.velonimo.phases import DEALING, DRAWING, GIVING, REVEALING, STARTING, TAKING
from velodrome.games.velonimo.pieces import ALL_CARDS, DECK_SIZE, HAND_SIZE, list_cards

NO_CARD: Final = -1  # value of `revealed` when there is no card
# chance moves with equal weights; typed as Any, because mypyc would otherwise copy every tuple
EQUAL_CHANCES: Final[list[Any]] = [(move, 1) for move in range(FIRST, GIVE_COVER)]


class VelonimoHands(State):
    """The part of `VelonimoState` with the hands and the steal log.

    In a view, both contain only what the viewer knows.
    """

    def __init__(
        self, game: Game, n: i64, hands: vec[i64], hidden: vec[i64], played: vec[i64], steal_log: vec[i64]
    ) -> None:
        super().__init__(game)
        self.n: i64 = n
        self.hands: vec[i64] = hands  # [seat]: mask of its cards; in a view, those that the viewer is sure of
        self.hidden: vec[i64] = hidden  # [seat]: number of its cards that are not in `hands`; 0 in a full state
        self.played: vec[i64] = played  # [seat]: mask of the cards that it has played this round
        self.steal_log: vec[i64] = steal_log  # steals and rewards of this round: see knowledge.py
        self.steal_log_size: i64 = 0  # how many integers of `steal_log` are in use
        self.memory: CardMemory | None = None  # in a view: where cards may be that the viewer lost track of
        self.discard: i64 = 0  # mask of all cards played this round
        self.revealed: i64 = NO_CARD  # duel: the card beside the pile
        self.dealt: i64 = 0
        self.phase: i64 = STARTING
        self.ahead: i64 = 0  # seat that played last; during the deal, the seat that will lead
        self.to_take: i64 = 0  # number of tortoises just played; during a steal, number of cards still to take
        self.to_give: i64 = 0  # number of cards still to give back; duel: number of cards still to draw
        self.victim: i64 = 0

    def hand_size(self, seat: i64) -> i64:
        """Return the number of cards that a seat holds."""
        return count_bits(self.hands[seat]) + self.hidden[seat]

    def may_hold(self, seat: i64, cards: i64) -> bool:
        """Return whether a seat may hold these cards, as far as the viewer knows."""
        unsure = cards & ~self.hands[seat]
        if not unsure:
            return True
        hidden = self.hidden[seat]
        if not hidden or count_bits(unsure) > hidden or unsure & ~self.pool():
            return False
        return self.memory is None or self.memory.allows(unsure, seat)

    def pool(self) -> i64:
        """Return a bit mask of the cards whose location the viewer does not know.

        In the full state, these are the cards set aside, in the pile or not dealt yet.
        """
        pool: i64 = ALL_CARDS & ~self.discard
        seat: i64
        for seat in range(self.n):
            pool &= ~self.hands[seat]
        if self.revealed != NO_CARD:
            pool &= ~BIT[self.revealed]
        return pool

    def unseen_cards(self) -> i64:
        """Return a bit mask of the cards that the viewer has never seen; only these can be dealt or drawn next."""
        if self.memory is None:
            return self.pool()
        seen: i64 = self.memory.tracked_cards()
        return self.pool() & ~seen

    def is_bystander(self) -> bool:
        """Return whether this is a view, and its viewer is neither the thief nor the victim of the current steal."""
        viewer = self.viewer
        return viewer != TRUTH and viewer != self.ahead and viewer != self.victim

    def allows_chance(self, move: i64) -> bool:
        phase = self.phase
        if phase == STARTING:
            return FIRST <= move < FIRST + self.n
        if phase == REVEALING:
            return REVEAL <= move < GIVE_COVER and self.unseen_cards() & BIT[move - REVEAL] != 0
        if phase == TAKING:
            if self.is_bystander():
                return move == STOLEN_COVER
            return STOLEN <= move < DRAW and self.may_hold(self.victim, BIT[move - STOLEN])
        seat = self.ahead if phase == DRAWING else self.dealt // HAND_SIZE
        if self.viewer != TRUTH and self.viewer != seat:
            return move == (DRAW_COVER if phase == DRAWING else DEAL_COVER)
        first: i64 = DRAW if phase == DRAWING else DEAL
        return first <= move < first + DECK_SIZE and self.unseen_cards() & BIT[move - first] != 0

    def chance(self) -> list[tuple[int, int]]:
        if self.actor != CHANCE:
            return []
        phase = self.phase
        if phase == STARTING:
            return EQUAL_CHANCES[: int(self.n)]
        if phase == TAKING:
            return [EQUAL_CHANCES[STOLEN - FIRST + card] for card in list_cards(self.hands[self.victim])]
        first: int = (DEAL if phase == DEALING else DRAW if phase == DRAWING else REVEAL) - FIRST
        return [EQUAL_CHANCES[first + card] for card in list_cards(self.pool())]

    def draw(self, rng: Rng) -> i64:
        phase = self.phase
        if phase == STARTING:
            return FIRST + rng.below(self.n)
        if phase == TAKING:
            hand: i64 = self.hands[self.victim]
            return STOLEN + nth_bit(hand, rng.below(count_bits(hand)))
        first: i64 = DEAL if phase == DEALING else DRAW if phase == DRAWING else REVEAL
        return first + draw_from(self.pool(), rng)

    def chance_stream(self) -> str:
        """Return the name of the random stream for the next chance move; every round has its own streams.

        In a deal, the n-th card has its own stream. Each seat has one stream for the cards that it steals, and another
        for the cards that it draws.
        """
        phase = self.phase
        if phase == DEALING:
            return f"{self.stage} deal {self.dealt}"
        if phase in (TAKING, DRAWING):
            return f"{self.stage} {'stolen' if phase == TAKING else 'draw'} {self.ahead}"
        return f"{self.stage} {'first' if phase == STARTING else 'reveal'}"

    def deal_hidden(self, rng: Rng) -> None:
        """Replace the hidden cards of all hands with random cards from the pool."""
        deck = BIT[:]
        left: i64 = 0
        pool = self.pool()
        while pool:
            deck[left] = pool & -pool
            pool &= pool - 1
            left += 1
        seat: i64
        nth: i64  # mypyc would box `_` for each card
        for seat in range(self.n):
            hand: i64 = self.hands[seat]
            for nth in range(self.hidden[seat]):  # noqa: B007
                i = rng.below(left)
                left -= 1
                hand |= deck[i]
                deck[i] = deck[left]
            self.hands[seat] = hand
            self.hidden[seat] = 0

    def add_card(self, seat: i64, card: i64) -> None:
        """Add a card to a hand; a number outside the deck stands for a hidden card."""
        if 0 <= card < DECK_SIZE:
            self.hands[seat] |= BIT[card]
        else:
            self.hidden[seat] += 1

    def log_steal(self, word: i64, taken: i64, given: i64) -> None:
        """Append an entry to the steal log.

        `word` is the head of the entry, packed by `pack_head`. `taken` and `given` are the cards taken and given back.
        """
        at: i64 = self.steal_log_size
        self.steal_log[at] = word
        self.steal_log[at + TAKEN_WORD] = taken
        self.steal_log[at + GIVEN_WORD] = given
        self.steal_log[at + DISCARD_WORD] = self.discard
        self.steal_log_size = at + ENTRY_WORDS

    def hand_over(self, card: i64, giver: i64, taker: i64, word: i64) -> None:
        """Move a card from `giver` to `taker` in a steal, and record the card in the last entry of the steal log.

        `word` is the field of the entry in which to record the card: TAKEN_WORD or GIVEN_WORD. A `card` outside the
        deck stands for a card that the viewer does not see; such a card is moved but not recorded.
        """
        if card < 0 or card >= DECK_SIZE:
            self.hand_over_unseen(giver, taker)
            return
        bit = BIT[card]
        if not self.hands[giver] & bit:  # in a view: the card was hidden until now
            self.hidden[giver] -= 1
        self.hands[giver] &= ~bit
        self.hands[taker] |= bit
        self.steal_log[self.steal_log_size - ENTRY_WORDS + word] |= bit

    def hand_over_unseen(self, giver: i64, taker: i64) -> None:
        """Move a card that the viewer did not see, and mark all cards of both hands as hidden.

        Call `update_memory` afterwards, to find the cards that the viewer can still be certain of.
        """
        self.hidden[giver] = self.hand_size(giver) - 1
        self.hands[giver] = 0
        self.hidden[taker] = self.hand_size(taker) + 1
        self.hands[taker] = 0

    def audience(self, move: i64) -> i64:
        if self.phase == DEALING:
            return BIT[self.dealt // HAND_SIZE]
        if self.phase == TAKING or self.phase == GIVING:
            return BIT[self.ahead] | BIT[self.victim]
        if self.phase == DRAWING:
            return BIT[self.ahead]
        return BIT[self.n + 1] - 1

    def update_memory(self) -> None:
        """In a view, update what the viewer knows about the other hands.

        Set each other hand to the cards that the viewer is certain of. If there are cards that the viewer
        has seen but cannot place, set `memory` to the possible layouts of the seen cards; otherwise set it to None. If
        one hand must hold all the cards that the viewer has never seen, add them to that hand.
        """
        self.memory = None
        memory = None if self.saw_every_steal() else self.recollect_cards(self.viewer)
        sure: i64 = 0
        owner: i64
        for owner in range(self.n):
            if owner != self.viewer:
                hand: i64 = self.cards_seen_in(owner) if memory is None else memory.certain_cards(owner)
                self.hidden[owner] = self.hand_size(owner) - count_bits(hand)
                self.hands[owner] = hand
                sure |= hand
        if memory is not None and memory.tracked_cards() != sure:
            self.memory = memory
        unseen = self.unseen_cards()
        owner = self.find_unseen_owner(self.viewer, unseen, self.hands, self.memory)
        if owner >= 0:
            self.hands[owner] |= unseen
            self.hidden[owner] -= count_bits(unseen)

    def find_unseen_owner(self, viewer: i64, unseen: i64, known: vec[i64], memory: CardMemory | None) -> i64:
        """Return the seat that must hold all the cards that the viewer has never seen (`unseen`); -1 if there is none.

        `known` has a bit mask for each seat: the cards that are certainly in its hand. If the viewer has seen further
        cards, `memory` has their possible layouts; otherwise it is None.
        """
        count = count_bits(unseen)
        seat: i64
        if count:
            for seat in range(self.n):
                if seat != viewer and self.hand_size(seat) >= count:
                    seen: i64 = count_bits(known[seat]) if memory is None else memory.max_tracked(seat)
                    if self.hand_size(seat) - seen == count:
                        return seat
        return -1

    def saw_every_steal(self) -> bool:
        """Return whether the steal log shows the viewer the cards of every steal.

        If so, the viewer knows which hand holds each card that it has seen.
        """
        viewer = self.viewer
        untaken: i64 = 0
        if self.phase == TAKING:
            untaken = self.to_take
        at: i64
        for at in range(0, self.steal_log_size, ENTRY_WORDS):
            word: i64 = self.steal_log[at]
            count = word >> 8 & 255
            if count and viewer != word & 15 and viewer != word >> 4 & 15:
                return False
            if (
                count
                and not self.steal_log[at + TAKEN_WORD]
                and (count > untaken or at + ENTRY_WORDS < self.steal_log_size)
            ):
                return False  # in a guess, the log may lack the cards of a steal that the viewer took part in
        return True

    def cards_seen_in(self, owner: i64) -> i64:
        """Return a bit mask of the cards certainly in `owner`'s hand; the viewer must have seen every steal."""
        hand: i64 = 0
        at: i64
        for at in range(0, self.steal_log_size, ENTRY_WORDS):
            word: i64 = self.steal_log[at]
            if owner == word >> 4 & 15:
                hand = hand & ~self.steal_log[at + TAKEN_WORD] | self.steal_log[at + GIVEN_WORD]
            elif owner == word & 15:
                hand = (hand | self.steal_log[at + TAKEN_WORD]) & ~self.steal_log[at + GIVEN_WORD]
        return hand & ~self.discard

    def recollect_cards(self, viewer: i64) -> CardMemory:
        """Return what a viewer can deduce about the other hands from the steal log and the sizes of the hands."""
        taking = self.phase == TAKING
        untaken = self.to_take if taking else 0
        ungiven = self.to_give if taking or self.phase == GIVING else 0
        memory = replay_steal_log(
            self.steal_log[: self.steal_log_size], viewer, self.n, self.played, self.discard, untaken, ungiven
        )
        if viewer >= 0:  # the viewer's own hand needs no tracking
            memory.see_leaving(self.hands[viewer], viewer)
            memory.limit_seat(viewer, 0)
        owner: i64
        for owner in range(self.n):
            if owner != viewer:
                memory.limit_seat(owner, self.hand_size(owner))
        return memory

    def mask_steal_log(self) -> None:
        """In the steal log, clear the cards of steals between two other seats, because the viewer did not see them."""
        at: i64
        for at in range(0, self.steal_log_size, ENTRY_WORDS):
            word: i64 = self.steal_log[at]
            if word >> 8 & 255 and self.viewer != word & 15 and self.viewer != word >> 4 & 15:
                self.steal_log[at + TAKEN_WORD] = 0
                self.steal_log[at + GIVEN_WORD] = 0

    def place_remembered(self, memory: CardMemory, rng: Rng) -> None:
        """Put the cards that the viewer has seen into hands, following one of their possible layouts.

        The layout is drawn at random, weighted by the number of deals that fit it.
        """
        sizes = [int(self.hand_size(seat)) for seat in range(self.n)]
        layouts = sorted(memory.layouts)
        weights = [memory.count_worlds(layout, sizes) for layout in layouts]
        layout = layouts[sample_weighted(weights, rng)]
        for g, group in enumerate(memory.groups):
            cards = list_cards(group)
            for seat in range(self.n):
                for _ in range(layout[g * self.n + seat]):
                    card = cards.pop(rng.below(len(cards)))
                    if not self.hands[seat] & BIT[card]:
                        self.hands[seat] |= BIT[card]
                        self.hidden[seat] -= 1


def draw_from(mask: i64, rng: Rng) -> i64:
    """Draw a random card from a bit mask by rejection sampling; all are equally likely."""
    while True:
        card = rng.below(DECK_SIZE)
        if mask & BIT[card]:
            return card


def sample_weighted(weights: list[int], rng: Rng) -> int:
    """Draw a random index with a chance proportional to its weight.

    The random generator accepts bounds of up to 30 bits. If the sum of the weights is 2**30 or more, the chances
    are rounded, with an error below 2**-28.
    """
    total = sum(weights)
    shrink = max(0, total.bit_length() - 30)
    left = int(rng.below(total >> shrink)) << shrink
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    return len(weights) - 1
