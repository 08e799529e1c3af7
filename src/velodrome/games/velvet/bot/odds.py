"""Estimate where a kingdom's Threads and its dangerous cards are, and what a raid on this kingdom is worth.

A raid is the search of a seat's invaders for the other seat's Threads. Its value, from 0 to 1, is the chance
that they find the Threads, discounted for each turn that the search takes. The estimate uses only what both
seats know.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT, count_bits, nth_bit
from velodrome.games.velvet.kingdom import COUNT, GONE, INVADING, SIDE_SIZE, fact_at, kind_at, known_slots
from velodrome.games.velvet.pieces import (
    ALL_CARDS,
    CARDS_OF_KIND,
    DINOSAUR,
    FACT_CARDS,
    FIRST_CARD,
    KIND_OF,
    KINGDOM_SIZE,
    OCTOPUS,
    PIT,
    RABBIT,
    RHINO,
    STAT,
    STUFFING,
    THREADS,
    add_kind,
)
from velodrome.games.velvet.pieces import SPEED as SPEED_AT

# [number of cards behind a slot]: prior weight of the Threads in the slot. Cards that Moves seem to have cycled to the
# back do not count. The prior is smoother than THREADS_SPREAD, the distribution in the set-ups of our bots. With the
# peaks of that distribution as the prior, raids were no better against these set-ups (49 % of games won), and worse
# against other set-ups.
THREADS_PRIOR: Final = vec[float](
    [0.9, 0.9, 1.0, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.5, 0.5, 0.5, 0.5, 0.3, 0.12, 0.12, 0.12]
)
PASSED_PRIOR: Final = 0.12  # prior weight of a card that invaders have skipped
RUNNER_LEAP: Final = 3  # number of cards that the fastest animal's first Move cycles to the back
SKIPPED_VALUE: Final = 0.2  # factor if the Threads are a skipped card: the raid meets it only after all other cards
INVADER_VALUE: Final = 0.6  # share of a raid's value that is lost with an invader
PIT_SUSPICION: Final = 8.0  # factor for the odds that an unseen front card is the Threads, once the Pit is spent
TURN_DISCOUNT: Final = 0.87  # factor for a raid's value, for each turn that the raid takes


@final
class VelvetOdds:
    """The chances of Threads, rhino, dinosaur and octopus in each slot of one kingdom, and the values of raids on it.

    Call `load_kingdom` first.
    """

    def __init__(self) -> None:
        self.size: i64 = 0
        self.threads: vec[float] = vec[float]([0.0] * (KINGDOM_SIZE + 1))  # [slot]: chance that it has this card
        self.rhino: vec[float] = vec[float]([0.0] * (KINGDOM_SIZE + 1))
        self.dinosaur: vec[float] = vec[float]([0.0] * (KINGDOM_SIZE + 1))
        self.octopus: vec[float] = vec[float]([0.0] * (KINGDOM_SIZE + 1))
        self.value_after: vec[float] = vec[float](
            [0.0] * (KINGDOM_SIZE + 1)
        )  # [slot]: value of a raid that has just met the card in this slot

    # ------------------------------------------------------------ chances by slot

    def load_kingdom(self, sides: vec[i64], at: i64) -> None:
        """Compute the chances for each slot of the kingdom whose numbers start at index `at` of `sides`.

        The chances depend on the cards and facts that both seats know and, for the Threads, on THREADS_PRIOR.
        """
        size = sides[at + COUNT]
        public = known_slots(sides, at)
        cards = self.unseen_cards(sides, at, public)
        seam = self.find_seam(sides, at, public)
        threads = self.threads
        total = 0.0
        certain: i64 = -1
        slot: i64
        for slot in range(size):
            if public & BIT[slot]:
                self.set_known_kind(slot, kind_at(sides, at, slot))
                continue
            could = FACT_CARDS[fact_at(sides, at, slot)] & cards
            rest = could & ~FIRST_CARD[THREADS]
            if not rest:
                certain = slot
            self.set_possible_kinds(slot, rest)
            if could != rest:
                threads[slot] = THREADS_PRIOR[seam - 1 - slot] if slot < seam else PASSED_PRIOR
                total += threads[slot]
            else:
                threads[slot] = 0.0
        self.octopus[size] = 0.0
        self.size = size
        for slot in range(size):
            if certain >= 0:
                threads[slot] = 1.0 if slot == certain else 0.0
            elif total > 0.0:
                threads[slot] /= total

        if (
            total > 0.0
            and size
            and not public & 1
            and sides[at + GONE] & FIRST_CARD[PIT]
            and sides[SIDE_SIZE - at + INVADING]
        ):
            self.suspect_front(PIT_SUSPICION)

    def suspect_front(self, factor: float) -> None:
        """Raise the chance that the Threads are at the front, because the owner may have spent the Pit to protect them.

        Multiply this chance by `factor`, then scale the chances of all slots so that they add up to 1.
        """
        left = 1.0 - self.threads[0]
        whole = self.threads[0] * factor + left
        slot: i64
        for slot in range(self.size):
            self.threads[slot] *= (factor if slot == 0 else 1.0) / whole

    def suspect_slot(self, home: i64) -> None:
        """Move half of the probability of the Threads to the slot `home`, where they are in the evaluated state."""
        slot: i64
        for slot in range(self.size):
            self.threads[slot] *= 0.5
        self.threads[home] += 0.5

    def unseen_cards(self, sides: vec[i64], at: i64, public: i64) -> i64:
        """Return the set of the owner's cards that are not publicly known; `public` is a mask of the known slots."""
        seen = sides[at + INVADING]
        gone: i64 = sides[at + GONE]
        while gone:
            seen = add_kind(seen, KIND_OF[nth_bit(gone, 0)])
            gone &= gone - 1
        while public:
            seen = add_kind(seen, kind_at(sides, at, nth_bit(public, 0)))
            public &= public - 1
        return ALL_CARDS & ~seen

    def find_seam(self, sides: vec[i64], at: i64, public: i64) -> i64:
        """Estimate which cards Moves have cycled to the back, and return the slot of the first of these cards.

        Return the size of the kingdom if there seem to be none.
        """
        size = sides[at + COUNT]
        seam = size
        gap: i64 = 0
        jumped: i64 = 0
        slot = size - 1
        while slot > 0 and gap < RUNNER_LEAP:
            if public & BIT[slot]:
                seam = slot
                jumped = gap
                gap = 0
            else:
                gap += 1
            slot -= 1
        if seam == size:
            raid = sides[SIDE_SIZE - at + INVADING] | sides[SIDE_SIZE - at + GONE]
            jumped = 1 if public & 1 and raid & FIRST_CARD[RABBIT] else 0
        if jumped:
            seam = seam - RUNNER_LEAP if seam > RUNNER_LEAP else 0
        return seam

    def set_known_kind(self, slot: i64, kind: i64) -> None:
        """Set the chances for a slot whose card is publicly known."""
        self.threads[slot] = 0.0
        self.rhino[slot] = 1.0 if kind == RHINO else 0.0
        self.dinosaur[slot] = 1.0 if kind == DINOSAUR else 0.0
        self.octopus[slot] = 1.0 if kind == OCTOPUS else 0.0

    def set_possible_kinds(self, slot: i64, rest: i64) -> None:
        """Set the chances of rhino, dinosaur and octopus in a slot, assuming that its card is not the Threads.

        Then the card may be any card of the set `rest`, and all of these are equally likely.
        """
        share = 1.0 / float(count_bits(rest)) if rest else 0.0
        self.rhino[slot] = share * float(count_bits(rest & CARDS_OF_KIND[RHINO]))
        self.dinosaur[slot] = share * float(count_bits(rest & CARDS_OF_KIND[DINOSAUR]))
        self.octopus[slot] = share * float(count_bits(rest & CARDS_OF_KIND[OCTOPUS]))

    # ------------------------------------------------------------ values of raids

    def rhino_risk(self, slot: i64, stuffing: i64) -> float:
        """Return the chance that a rhino in this slot beats an invader with this Stuffing.

        With 3 Stuffing, the invader is beaten only if there is an octopus in the next slot that boosts the rhino.
        """
        chance = self.rhino[slot] * (1.0 - self.threads[slot])
        return chance * self.octopus[slot + 1] if stuffing > 2 else chance

    def dinosaur_risk(self, slot: i64, stuffing: i64) -> float:
        """Return the chance that a dinosaur in this slot beats an invader with this Stuffing, and so blocks its seat.

        With 2 Stuffing, the invader is beaten only if there is an octopus in the next slot; with 3, count no risk.
        """
        if stuffing > 2:
            return 0.0
        chance = self.dinosaur[slot] * (1.0 - self.threads[slot])
        return chance * self.octopus[slot + 1] if stuffing > 1 else chance

    def fill_value_after(self, team: i64) -> None:
        """Fill `value_after` for the invaders in `team`: the value of a raid that has just met the card in each slot.

        The estimate assumes that each Move is made by the invader with the highest Stuffing of those fast enough.
        """
        ahead = self.value_after
        threads = self.threads
        near = max_stuffing(team, 1)
        middle = max_stuffing(team, 2)
        far = max_stuffing(team, 3)
        last = self.size - 1
        slot: i64
        step: i64
        for slot in range(last, -1, -1):
            best = 0.0
            passed = 0.0
            for step in range(1, 4):
                stuffing = near if step == 1 else middle if step == 2 else far
                to = slot + step
                if not stuffing or to > last:
                    break
                worth = passed * SKIPPED_VALUE + threads[to] + self.remaining_value(to, stuffing, ahead[to])
                if worth > best:
                    best = worth
                passed += threads[to]
            ahead[slot] = TURN_DISCOUNT * best

    def remaining_value(self, slot: i64, stuffing: i64, worth: float) -> float:
        """Return the value of a raid after an invader has met the card in a slot.

        This is `worth`, the value if the meeting does no harm, reduced by the risk that the card beats the invader.
        """
        risk = self.rhino_risk(slot, stuffing) * INVADER_VALUE + self.dinosaur_risk(slot, stuffing) * (
            1.0 - TURN_DISCOUNT
        )
        return worth * (1.0 - risk)

    def raid_value(self, team: i64) -> float:
        """Return the value, from 0 to 1, of a raid by the invaders in `team` if it is their seat's turn now.

        Also fill `value_after`.
        """
        self.fill_value_after(team)
        best = 0.0
        passed = 0.0
        step: i64
        for step in range(4):
            stuffing = max_stuffing(team, step)
            if not stuffing or step >= self.size:
                break
            worth = (
                passed * SKIPPED_VALUE
                + self.threads[step]
                + self.remaining_value(step, stuffing, self.value_after[step])
            )
            if worth > best:
                best = worth
            passed += self.threads[step]
        return best


def max_stuffing(team: i64, speed: i64) -> i64:
    """Return the highest Stuffing among invaders of at least this Speed; 0 if there is none."""
    most: i64 = 0
    while team:
        kind = KIND_OF[nth_bit(team, 0)]
        team &= team - 1
        if STAT[SPEED_AT + kind] >= speed and STAT[STUFFING + kind] > most:
            most = STAT[STUFFING + kind]
    return most
