"""Deduce which hands may now hold the cards that the viewer has seen in other hands.

The steal log of a round lists the steals and rewards, with the cards that the viewer saw. Replaying the log
gives every possible layout, that is, every way in which the seen cards may be spread over the seats. Cards with
the same history share a group, so a layout only has to count how many cards of each group a seat holds.
"""

from math import comb, perm
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import count_bits

# a steal log is a flat list of integers (words); each entry has four of them
ENTRY_WORDS: Final = 4
HEAD_WORD: Final = 0  # thief | victim << 4 | count << 8 | hand sizes before the steal: thief's << 16 | victim's << 24
TAKEN_WORD: Final = 1  # the stolen cards; 0 in the view of a seat that did not see them
GIVEN_WORD: Final = 2  # the cards given back; a reward is an entry of count 0 that gives a card to the "victim"
DISCARD_WORD: Final = 3  # all cards played this round before the entry


def make_steal_log(seats: int) -> vec[i64]:
    """Return an empty steal log with room for one round: seven tortoises and, in a duel, up to 33 rewards."""
    entries = 7 if seats > 2 else 7 + 33
    words = entries * ENTRY_WORDS
    return vec[i64]([0] * words)


def pack_head(thief: i64, victim: i64, count: i64, thief_hand: i64, victim_hand: i64) -> i64:
    return thief | victim << 4 | count << 8 | thief_hand << 16 | victim_hand << 24


class CardMemory:
    """The cards that a viewer has seen, grouped by history, and all their possible layouts.

    A layout says how many cards of each group each seat holds.
    """

    def __init__(self, seats: int) -> None:
        self.n: int = seats
        self.groups: list[int] = []  # bit masks; the cards of a group have the same history
        self.layouts: set[tuple[int, ...]] = {()}  # [group * n + seat]: how many cards of the group the seat holds

    def see_move(self, cards: int, seat: int, giver: int) -> None:
        """Record that the viewer saw these cards go from `giver` to `seat`."""
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
        """Stop tracking cards that the viewer saw leave a hand; drop layouts in which the seat did not hold them."""
        for g, group in enumerate(self.groups):
            count = count_bits(group & cards)
            if count:
                place = g * self.n + seat
                self.groups[g] &= ~cards
                self.layouts = {
                    (*old[:place], old[place] - count, *old[place + 1 :]) for old in self.layouts if old[place] >= count
                }

    def move_unseen(self, giver: int, taker: int, count: int, size: int) -> None:
        """Record that `giver`, who held `size` cards, gave `taker` `count` cards that the viewer did not see."""
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
        """Drop the layouts in which a seat holds more than `size` tracked cards, because its hand is too small."""
        places = range(seat, len(self.groups) * self.n, self.n)
        self.layouts = {layout for layout in self.layouts if sum([layout[p] for p in places]) <= size}

    def certain_cards(self, seat: int) -> int:
        """Return the cards that a seat holds in every layout."""
        found = 0
        for g, group in enumerate(self.groups):
            if all([layout[g * self.n + seat] == count_bits(group) for layout in self.layouts]):
                found |= group
        return found

    def max_tracked(self, seat: int) -> int:
        """Return the largest number of tracked cards that a seat holds in any layout."""
        return max([sum(layout[seat :: self.n]) for layout in self.layouts])

    def tracked_cards(self) -> int:
        """Return all tracked cards as a bit mask."""
        found = 0
        for group in self.groups:
            found |= group
        return found

    def allows(self, cards: int, seat: int) -> bool:
        """Return whether at least one layout gives a seat all tracked cards among `cards`."""
        need = [count_bits(group & cards) for group in self.groups]
        return any([all([layout[g * self.n + seat] >= k for g, k in enumerate(need)]) for layout in self.layouts])

    def fits(self, hands: list[int]) -> bool:
        """Return whether these hands match one of the layouts."""
        return tuple([count_bits(group & hand) for group in self.groups for hand in hands]) in self.layouts

    def count_worlds(self, layout: tuple[int, ...], sizes: list[int]) -> int:
        """Return a weight proportional to the number of deals with this layout, for hands of these sizes."""
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
    """List every way to take `low` to `high` cards in total from several groups.

    `held` has the number of cards in each group. Each result lists the number of cards taken from each group.
    """
    found: list[list[int]] = [[]]
    for heap in held:
        found = [[*taken, k] for taken in found for k in range(min(heap, high - sum(taken)) + 1)]
    return [taken for taken in found if sum(taken) >= low]


def replay_steal_log(
    log: vec[i64], viewer: int, n: int, played: vec[i64], discard: int, untaken: int, ungiven: int
) -> CardMemory:
    """Replay a steal log of a game with `n` seats; return what the viewer can deduce from it.

    `played` has the cards that each seat has played this round, and `discard` has the cards that all seats have
    played. If the last steal of the log is still in progress, `untaken` of its cards are still to be taken, and
    `ungiven` are still to be given back; otherwise both are 0.
    """
    memory = CardMemory(n)
    before = 0
    for at in range(0, len(log), ENTRY_WORDS):
        last = at + ENTRY_WORDS == len(log)
        then: int = log[at + DISCARD_WORD]
        forget_played(memory, played, then & ~before)
        before = then
        word: int = log[at + HEAD_WORD]
        count = word >> 8 & 255
        took = count - (untaken if last else 0)
        gave = count - (ungiven if last else 0)
        apply_entry(memory, viewer, word, log[at + TAKEN_WORD], log[at + GIVEN_WORD], took, gave)
    forget_played(memory, played, discard & ~before)
    return memory


def forget_played(memory: CardMemory, played: vec[i64], cards: int) -> None:
    """Stop tracking `cards`, which were played; drop layouts in which a seat did not hold the cards that it played."""
    for seat in range(memory.n):
        memory.see_leaving(cards & played[seat], seat)


def apply_entry(memory: CardMemory, viewer: int, word: int, taken: int, given: int, took: int, gave: int) -> None:
    """Apply one entry of a steal log to the viewer's memory; `word` is the entry's head, see `pack_head`.

    `taken` and `given` are the cards taken and given back so far, `took` says how many were taken, and `gave` how many
    were given back. The log of a guess may lack the cards of a steal, even if the viewer took part in that steal; such
    cards count as unseen by the viewer.
    """
    thief, victim = word & 15, word >> 4 & 15
    thief_hand, victim_hand = word >> 16 & 255, word >> 24
    unlogged = took > 0 and not taken
    if not word >> 8 & 255:  # a reward, which everybody saw
        if victim != viewer:
            memory.see_move(given, victim, victim)
    elif viewer == thief and not unlogged:
        memory.see_leaving(taken, victim)
        memory.limit_seat(victim, victim_hand - took)
        memory.see_move(given, victim, thief)
    elif viewer == victim and not unlogged:
        memory.see_move(taken, thief, victim)
        memory.see_leaving(given, thief)
        memory.limit_seat(thief, thief_hand + took - gave)
    else:
        memory.move_unseen(victim, thief, took, victim_hand)
        memory.move_unseen(thief, victim, gave, thief_hand + took)
