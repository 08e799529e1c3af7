"""Arrangements of a kingdom that fit what a viewer knows: check whether there is one, and draw one at random.

The parameters `sides` and `at` say which kingdom is meant: see kingdom.py.
"""

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT, count_bits, nth_bit
from velodrome.core.rng import Rng
from velodrome.games.velvet.kingdom import COUNT, GONE, HAND, INVADING, fact_at, kind_at, set_kind, unnamed_slots
from velodrome.games.velvet.pieces import ALL_CARDS, FACT_CARDS, KIND_OF, KINGDOM_SIZE, UNKNOWN, add_kind


def unseen_cards(sides: vec[i64], at: i64) -> i64:
    """Return the set of a seat's cards whose place the viewer does not know (two cards of a kind count as equal)."""
    seen = sides[at + INVADING]
    gone: i64 = sides[at + GONE]
    while gone:
        seen = add_kind(seen, KIND_OF[nth_bit(gone, 0)])
        gone &= gone - 1
    slot: i64
    for slot in range(sides[at + COUNT]):
        kind = kind_at(sides, at, slot)
        if kind != UNKNOWN:
            seen = add_kind(seen, kind)
    return ALL_CARDS & ~seen


def is_possible(sides: vec[i64], at: i64, slots: i64, among: i64) -> bool:
    """Return whether some arrangement of the unknown cards fits all facts and puts only cards of `among` into `slots`.

    `among` is a mask of cards, and `slots` a mask of slots. Slots in `slots` whose cards the viewer already knows are
    not checked.
    """
    cards = unseen_cards(sides, at)
    owners = vec[i64]([-1] * KINGDOM_SIZE)  # [card]: the slot to which it is assigned, or -1
    options = vec[i64]([0] * KINGDOM_SIZE)  # [slot]: the set of cards that it may hold
    tried = vec[i64]([0])
    left = unnamed_slots(sides, at)
    while left:
        slot = nth_bit(left, 0)
        left &= left - 1
        options[slot] = FACT_CARDS[fact_at(sides, at, slot)] & cards
        if slots & BIT[slot]:
            options[slot] &= among
        tried[0] = 0
        if not find_card(options, owners, tried, slot):
            return False
    return True


def find_card(options: vec[i64], owners: vec[i64], tried: vec[i64], slot: i64) -> bool:
    """Assign a card to a slot, reassigning other slots if needed (Kuhn's algorithm); return whether this succeeded.

    `options` and `owners` are as in `is_possible`; `owners` is changed. `tried` has one item, a mask of the cards that
    were already tried for the current slot; cards are added to it.
    """
    left = options[slot] & ~tried[0]
    while left:
        card = nth_bit(left, 0)
        tried[0] |= BIT[card]
        if owners[card] < 0 or find_card(options, owners, tried, owners[card]):
            owners[card] = slot
            return True
        left = options[slot] & ~tried[0]
    return False


def deal_unnamed(sides: vec[i64], at: i64, rng: Rng) -> None:
    """Fill the unknown slots at random; every arrangement that fits the facts is equally likely.

    The cards left over become the seat's hand.
    """
    cards = unseen_cards(sides, at)
    slots = unnamed_slots(sides, at)
    free: i64 = 0  # slots without a fact
    while slots:
        slot = nth_bit(slots, 0)
        slots &= slots - 1
        if not fact_at(sides, at, slot):
            free |= BIT[slot]
    cards = deal_hinted(sides, at, unnamed_slots(sides, at) & ~free, cards, rng)
    left = count_bits(cards)
    while free:
        card = nth_bit(cards, rng.below(left))
        set_kind(sides, at, nth_bit(free, 0), KIND_OF[card])
        cards ^= BIT[card]
        left -= 1
        free &= free - 1
    hand: i64 = 0  # the cards left over are not yet placed
    while cards:
        hand = add_kind(hand, KIND_OF[nth_bit(cards, 0)])
        cards &= cards - 1
    sides[at + HAND] = hand


def deal_hinted(sides: vec[i64], at: i64, slots: i64, cards: i64, rng: Rng) -> i64:
    """Fill `slots` at random from the set `cards`, by rejection sampling; return the set of cards left over.

    All these slots have facts. Fill slot after slot. For each one, draw a number below a limit: the largest number of
    fitting cards that can be left at this point. The number selects one of the fitting cards that are actually left. If
    there is no card with this number, reject the whole deal and start again. The limits do not depend on the cards
    dealt before, so all deals that fit the facts are equally likely.
    """
    if not slots:
        return cards
    order = sort_by_choices(sides, at, slots, cards)
    limits = vec[i64]([0] * len(order))
    i: i64
    j: i64
    for i in range(len(order)):
        options = FACT_CARDS[fact_at(sides, at, order[i])] & cards
        limits[i] = count_bits(options)
        for j in range(i):
            if not FACT_CARDS[fact_at(sides, at, order[j])] & cards & ~options:
                limits[i] -= 1
    dealt = limits[:]
    left = cards
    i = 0
    while i < len(order):
        options = FACT_CARDS[fact_at(sides, at, order[i])] & left
        draw = rng.below(limits[i])
        if draw < count_bits(options):
            dealt[i] = nth_bit(options, draw)
            left ^= BIT[dealt[i]]
            i += 1
        else:
            left = cards
            i = 0
    for i in range(len(order)):
        set_kind(sides, at, order[i], KIND_OF[dealt[i]])
    return left


def sort_by_choices(sides: vec[i64], at: i64, slots: i64, cards: i64) -> vec[i64]:
    """Return the slots, sorted by the number of cards that each may hold, fewest first.

    So one slot comes before another if its possible cards are a proper subset of the other's.
    """
    order = vec[i64]([0] * count_bits(slots))
    made: i64 = 0
    while slots:
        slot = nth_bit(slots, 0)
        slots &= slots - 1
        choice = count_bits(FACT_CARDS[fact_at(sides, at, slot)] & cards)
        i = made
        while i and count_bits(FACT_CARDS[fact_at(sides, at, order[i - 1])] & cards) > choice:
            order[i] = order[i - 1]
            i -= 1
        order[i] = slot
        made += 1
    return order
