"""What a viewer can tell of cards that it once saw in other hands.

Nothing is blurred by forgetting: the tale of a round's steals and rewards holds what everyone saw, and
from it follows exactly which layouts of the seen cards are possible. Cards that nothing tells apart
share a group, so that layouts are counts.
"""

from math import comb, perm
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import count_bits

# a tale is a flat list; each entry has four words
ENTRY_WORDS: Final = 4
HEAD_WORD: Final = 0  # thief | victim << 4 | count << 8 | thief's hand << 16 | victim's hand << 24, before the steal
TAKEN_WORD: Final = 1  # the cards stolen; 0 for those who did not see them
GIVEN_WORD: Final = 2  # the cards given back; a reward is a gift of count 0 to the victim
DISCARD_WORD: Final = 3  # the cards played before it


def make_steal_log(seats: int) -> vec[i64]:
    """An empty tale: a round has seven leaders and, in a duel, up to 33 rewards."""
    entries = 7 if seats > 2 else 7 + 33
    words = entries * ENTRY_WORDS
    return vec[i64]([0] * words)


def pack_head(thief: i64, victim: i64, count: i64, thief_hand: i64, victim_hand: i64) -> i64:
    return thief | victim << 4 | count << 8 | thief_hand << 16 | victim_hand << 24


class CardMemory:
    """Groups of seen cards, and every way that they may lie."""

    def __init__(self, seats: int) -> None:
        self.n: int = seats
        self.groups: list[int] = []  # masks of cards with one history
        self.layouts: set[tuple[int, ...]] = {()}  # [group * n + seat]: how many of the group lie there

    def see_move(self, cards: int, seat: int, giver: int) -> None:
        """These cards went in sight from one seat to another."""
        self.see_leaving(cards, giver)
        if not cards:
            return
        size = count_bits(cards)
        for g, group in enumerate(self.groups):
            if all([layout[g * self.n + seat] == count_bits(group) for layout in self.layouts]):
                self.groups[g] |= cards
                place = g * self.n + seat
                self.layouts = {(*old[:place], old[place] + size, *old[place + 1 :]) for old in self.layouts}
                return
        self.groups.append(cards)
        row = tuple([size if s == seat else 0 for s in range(self.n)])
        self.layouts = {layout + row for layout in self.layouts}

    def see_leaving(self, cards: int, seat: int) -> None:
        """These cards were seen leaving a seat's hand: those among them that are tracked were there."""
        for g, group in enumerate(self.groups):
            count = count_bits(group & cards)
            if count:
                place = g * self.n + seat
                self.groups[g] &= ~cards
                self.layouts = {
                    (*old[:place], old[place] - count, *old[place + 1 :]) for old in self.layouts if old[place] >= count
                }

    def move_unseen(self, giver: int, taker: int, count: int, size: int) -> None:
        """So many cards went unseen from a hand of this size to another."""
        if not count or not self.groups:
            return
        found: set[tuple[int, ...]] = set()
        for layout in self.layouts:
            held = [layout[g * self.n + giver] for g in range(len(self.groups))]
            others = size - sum(held)
            for moved in list_splits(held, max(0, count - others), count):
                new = list(layout)
                for g, k in enumerate(moved):
                    new[g * self.n + giver] -= k
                    new[g * self.n + taker] += k
                found.add(tuple(new))
        self.layouts = found

    def limit_seat(self, seat: int, size: int) -> None:
        """No more than so many of the cards can be with a seat."""
        places = range(seat, len(self.groups) * self.n, self.n)
        self.layouts = {layout for layout in self.layouts if sum([layout[p] for p in places]) <= size}

    def certain_cards(self, seat: int) -> int:
        """The cards that are with a seat in every layout."""
        found = 0
        for g, group in enumerate(self.groups):
            if all([layout[g * self.n + seat] == count_bits(group) for layout in self.layouts]):
                found |= group
        return found

    def tracked_cards(self) -> int:
        """All cards whose whereabouts the tale tells of."""
        found = 0
        for group in self.groups:
            found |= group
        return found

    def allows(self, cards: int, seat: int) -> bool:
        """Whether the tracked ones among these cards can all be with a seat."""
        need = [count_bits(group & cards) for group in self.groups]
        return any([all([layout[g * self.n + seat] >= k for g, k in enumerate(need)]) for layout in self.layouts])

    def fits(self, hands: list[int]) -> bool:
        """Whether the cards may lie as they do in these hands."""
        return tuple([count_bits(group & hand) for group in self.groups for hand in hands]) in self.layouts

    def count_worlds(self, layout: tuple[int, ...], sizes: list[int]) -> int:
        """In proportion, how many worlds have this layout: ways to choose its cards, times ways to fill the hands."""
        ways = 1
        for g, group in enumerate(self.groups):
            left = count_bits(group)
            for seat in range(self.n):
                ways *= comb(left, layout[g * self.n + seat])
                left -= layout[g * self.n + seat]
        for seat in range(self.n):
            ways *= perm(sizes[seat], sum(layout[seat :: self.n]))
        return ways


def list_splits(held: list[int], low: int, high: int) -> list[list[int]]:
    """Every way to take from several heaps between low and high in all."""
    found: list[list[int]] = [[]]
    for heap in held:
        found = [[*taken, k] for taken in found for k in range(min(heap, high - sum(taken)) + 1)]
    return [taken for taken in found if sum(taken) >= low]


def replay_steal_log(
    tale: vec[i64], viewer: int, n: int, played: vec[i64], out: int, untaken: int, ungiven: int
) -> CardMemory:
    """All that a viewer can tell from a tale; of its last steal so many cards are still to come and to go back."""
    memory = CardMemory(n)
    before = 0
    for at in range(0, len(tale), ENTRY_WORDS):
        last = at + ENTRY_WORDS == len(tale)
        then: int = tale[at + DISCARD_WORD]
        forget_played(memory, played, then & ~before)
        before = then
        word: int = tale[at + HEAD_WORD]
        count = word >> 8 & 255
        took = count - (untaken if last else 0)
        gave = count - (ungiven if last else 0)
        apply_entry(memory, viewer, word, tale[at + TAKEN_WORD], tale[at + GIVEN_WORD], took, gave)
    forget_played(memory, played, out & ~before)
    return memory


def forget_played(memory: CardMemory, played: vec[i64], cards: int) -> None:
    """Cards that were played lie on the table, and tell where they had been."""
    for seat in range(memory.n):
        memory.see_leaving(cards & played[seat], seat)


def apply_entry(memory: CardMemory, viewer: int, word: int, taken: int, given: int, took: int, gave: int) -> None:
    """One entry of a tale, as a viewer lived it; in a guess, what others passed among themselves stays untold."""
    thief, victim = word & 15, word >> 4 & 15
    thief_hand, victim_hand = word >> 16 & 255, word >> 24
    untold = took > 0 and not taken
    if not word >> 8 & 255:  # a reward: everybody saw it go to its owner
        if victim != viewer:
            memory.see_move(given, victim, victim)
    elif viewer == thief and not untold:
        memory.see_leaving(taken, victim)
        memory.limit_seat(victim, victim_hand - took)
        memory.see_move(given, victim, thief)
    elif viewer == victim and not untold:
        memory.see_move(taken, thief, victim)
        memory.see_leaving(given, thief)
        memory.limit_seat(thief, thief_hand + took - gave)
    else:
        memory.move_unseen(victim, thief, took, victim_hand)
        memory.move_unseen(thief, victim, gave, thief_hand + took)
