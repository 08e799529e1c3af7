"""The fields of Velvet's state and the rules for legal moves; `effects.py` carries out the moves."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT, count_bits, nth_bit
from velodrome.core.contract import TRUTH, Game, State
from velodrome.core.rng import Rng
from velodrome.games.velvet.kingdom import (
    COUNT,
    FACES,
    HAND,
    INVADING,
    NAMES,
    PLANE_BITS,
    SIDE_SIZE,
    animal_slots,
    count_boost,
    face_up_slots,
    kind_at,
    octopus_slots,
)
from velodrome.games.velvet.knowledge import is_possible
from velodrome.games.velvet.moves import (
    ANSWER,
    DROP,
    DROP_WAITING,
    EVENT,
    FIRST,
    HIDE,
    INVADE,
    KEEP,
    MOVE,
    OK,
    PASS,
    PLACE,
    PLACE_COVER,
    RETURN,
    REVEAL,
    SCOUT,
    SHIFT,
    SHIFT_BY,
    SHIFT_LIST,
    SHIFTS_AT,
    SHOW,
    SPEND,
    STEP_AT,
    STEP_KIND,
)
from velodrome.games.velvet.pieces import (
    ALL_FIRST_CARDS,
    ANIMAL_COUNT,
    ANSWER_FACT,
    CARDS_OF_KIND,
    CAVE_IN,
    DRAGON,
    EVENT_FACT,
    FACT_CARDS,
    FIRST_CARD,
    KIND_OF,
    KINGDOM_SIZE,
    NO_ANIMAL_FACT,
    OCTOPUS,
    PIT,
    REINFORCEMENTS,
    SECOND_CARD,
    SPEED,
    STAT,
    UNKNOWN,
)
from velodrome.games.velvet.settings import OWN_TURN_WINDOWS, VelvetSettings

# phases, and who decides ("full windows": only if the option `event_windows` is `full`)
STARTING: Final = 0  # chance draws the first player
ARRANGE: Final = 1  # a seat places one card of its kingdom
ACTION: Final = 2  # the active seat takes one action, after any free plays (Events and octopuses)
BEFORE: Final = 3  # the defender may react before the cards of a Move are cycled (full windows)
REACT: Final = 4  # the defender may react before an answer, a return or the meeting of a card
ENCOUNTER: Final = 5  # the defender may react after an animal is shown, before the comparison
FATE: Final = 6  # the defender keeps the Event that was met, or cancels the encounter
INVADED: Final = 7  # the defender may react after an Invade (full windows)
AFTER: Final = 8  # the active seat may make free plays before the turn passes (full windows)
SHIFTING: Final = 9  # the seat that spent Cave-in moves a card
DROPPING: Final = 10  # the seat that spent the Pit chooses an invader
HIDING: Final = 11  # the defender, whose dragon won, hides cards
ANSWERING: Final = 12  # the defender answers a Scout truthfully
SHOWING: Final = 13  # the defender turns up the card that is met
ENDED: Final = 14

# the declared action, while the defender may react
NOTHING: Final = 0
SCOUTING: Final = 1
RETURNING: Final = 2
MOVING: Final = 3
FIZZLED: Final = 4  # VV-32: invader or target is gone, so the turn ends after the Event's effect

# what happened in this turn
PROGRESS: Final = 1  # a card was discarded or seen for the first time
FREE_PLAY: Final = 2  # a free play (an Event used or an octopus revealed) before the action
PASSED: Final = 4  # a pass, with no free play in this turn
LOCKED: Final = 8  # a dinosaur won at home

# how a game ends
UNDECIDED: Final = 0
WON: Final = 1
DOUBLE_PASS: Final = 2
DEAD_POSITION: Final = 3
NO_PROGRESS: Final = 4
MAX_PLIES: Final = 5


class VelvetLegal(State):
    """The part of `VelvetState` with the fields and the actor's legal moves; `VelvetEffects` carries out moves.

    A parameter `at` is the index where a seat's fields start in `sides`: see kingdom.py.
    """

    def __init__(self, game: Game, settings: VelvetSettings, sides: vec[i64]) -> None:
        super().__init__(game)
        self.settings: VelvetSettings = settings
        self.sides: vec[i64] = sides  # [seat * SIDE_SIZE + field]: see kingdom.py
        self.phase: i64 = STARTING
        self.active: i64 = 0  # the seat whose turn it is; during set-up, the first player
        self.action: i64 = NOTHING  # the action that is declared but not resolved
        self.invader: i64 = 0  # kind of the acting invader
        self.number: i64 = 0  # stat of a Scout, slot of a Return, or number of cards to cycle or to hide
        self.target: i64 = -1  # slot of the card that is scouted or met; -1: none
        self.resume_phase: i64 = STARTING  # phase that follows an Event's effect
        self.blocked: i64 = 0  # mask of the seats that may not Move or Scout in their next or current turn
        self.turn: i64 = 0  # mask of what happened in this turn
        self.ply: i64 = 0  # number of turns played
        self.idle_turns: i64 = 0  # number of turns in a row without progress
        self.passes: i64 = 0  # number of passes in a row
        self.winner: i64 = -1
        self.ending: i64 = UNDECIDED

    def first_seat(self) -> i64:
        """Return the seat that had the first turn."""
        return self.active ^ self.ply & 1

    # ------------------------------------------------------------ legal moves

    def count(self) -> i64:
        if self.viewer != TRUTH and self.viewer != self.actor:
            return 0
        phase = self.phase
        sides = self.sides
        at = self.actor * SIDE_SIZE
        if phase == ACTION:
            return self.count_actions(at) + count_bits(self.usable_events(at)) + count_bits(self.hidden_octopuses(at))
        if REACT <= phase <= AFTER or phase == BEFORE:
            total: i64 = 2 if phase == FATE else 1
            if self.may_play_free():
                total += count_bits(self.usable_events(at)) + count_bits(self.hidden_octopuses(at))
            return total
        if phase == ARRANGE:
            return count_bits(sides[at + HAND] & ALL_FIRST_CARDS)
        if phase == SHIFTING:
            size = sides[at + COUNT]
            return SHIFTS_AT[size + 1] - SHIFTS_AT[size]
        if phase == DROPPING:
            return count_bits(self.pit_targets()) + (1 if self.waiting_twin() >= 0 else 0)
        if phase == HIDING:
            return count_bits(self.hideable_slots())
        return 0 if phase in (STARTING, ENDED) else 1

    def nth(self, i: i64) -> i64:
        phase = self.phase
        sides = self.sides
        at = self.actor * SIDE_SIZE
        if phase == ACTION:
            actions = self.count_actions(at)
            return self.nth_action(at, i) if i < actions else self.nth_free_play(at, i - actions)
        if phase == ARRANGE:
            return PLACE + KIND_OF[nth_bit(sides[at + HAND] & ALL_FIRST_CARDS, i)]
        if phase == FATE:
            return KEEP + i if i < 2 else self.nth_free_play(at, i - 2)
        if phase == SHIFTING:
            return SHIFT_LIST[SHIFTS_AT[sides[at + COUNT]] + i]
        if phase == DROPPING:
            return self.nth_drop(i)
        if phase == HIDING:
            return HIDE + nth_bit(self.hideable_slots(), i)
        if phase == ANSWERING:
            return self.true_answer(at)
        if phase == SHOWING:
            return SHOW + kind_at(sides, at, 0)
        return OK if i == 0 else self.nth_free_play(at, i - 1)

    def pick(self, rng: Rng) -> i64:
        """Return a random legal move; all are equally likely.

        In the phase ACTION, this is faster than `nth(rng.below(count()))`, because it counts the actions only once.
        """
        if self.phase != ACTION:
            return self.nth(rng.below(self.count()))
        at = self.actor * SIDE_SIZE
        actions = self.count_actions(at)
        i = rng.below(actions + count_bits(self.usable_events(at)) + count_bits(self.hidden_octopuses(at)))
        return self.nth_action(at, i) if i < actions else self.nth_free_play(at, i - actions)

    def count_actions(self, at: i64) -> i64:
        """Return the number of legal actions of the active seat, including a pass if it is legal."""
        sides = self.sides
        total = count_bits(self.hidden_animals(at))
        invading: i64 = sides[at + INVADING] & ALL_FIRST_CARDS
        blocked = self.blocked & BIT[self.active] != 0
        if self.settings.free_pass or (total == 0 and (blocked or not invading)):
            total += 1
        if not invading:
            return total
        total += count_bits(invading) * (sides[at + COUNT] + 1)
        if blocked:
            return total
        depth = sides[SIDE_SIZE - at + COUNT]
        while invading:
            speed = STAT[SPEED + KIND_OF[nth_bit(invading, 0)]]
            invading &= invading - 1
            reach = speed + self.settings.extra_reach
            total += 3 * (reach if reach < depth else depth) + (speed + 1 if speed < depth else depth)
        return total

    def nth_action(self, at: i64, i: i64) -> i64:
        sides = self.sides
        slots = self.hidden_animals(at)
        n = count_bits(slots)
        if i < n:
            slot = nth_bit(slots, i)
            return INVADE + ANIMAL_COUNT * slot + kind_at(sides, at, slot)
        i -= n
        invading: i64 = sides[at + INVADING] & ALL_FIRST_CARDS
        gaps = sides[at + COUNT] + 1
        n = count_bits(invading) * gaps
        if i < n:
            return RETURN + KINGDOM_SIZE * KIND_OF[nth_bit(invading, i // gaps)] + i % gaps
        i -= n
        if self.blocked & BIT[self.active]:
            return PASS
        depth = sides[SIDE_SIZE - at + COUNT]
        left = invading
        while left:
            kind = KIND_OF[nth_bit(left, 0)]
            left &= left - 1
            reach = STAT[SPEED + kind] + self.settings.extra_reach
            n = 3 * (reach if reach < depth else depth)
            if i < n:
                return SCOUT + 3 * STEP_AT[kind] + i
            i -= n
        while invading:
            kind = KIND_OF[nth_bit(invading, 0)]
            invading &= invading - 1
            speed = STAT[SPEED + kind]
            n = speed + 1 if speed < depth else depth
            if i < n:
                return MOVE + STEP_AT[kind] + i
            i -= n
        return PASS

    def nth_free_play(self, at: i64, i: i64) -> i64:
        slots = self.usable_events(at)
        n = count_bits(slots)
        if i < n:
            slot = nth_bit(slots, i)
            return SPEND + 3 * slot + kind_at(self.sides, at, slot) - CAVE_IN
        return REVEAL + nth_bit(self.hidden_octopuses(at), i - n)

    def nth_drop(self, i: i64) -> i64:
        targets = self.pit_targets()
        if i < count_bits(targets):
            return DROP + KIND_OF[nth_bit(targets, i)]
        return DROP_WAITING + self.waiting_twin() - DRAGON

    def hidden_animals(self, at: i64) -> i64:
        """Return a mask of the slots from which an animal may invade (VV-08)."""
        return animal_slots(self.sides, at) & ~face_up_slots(self.sides, at)

    def hidden_octopuses(self, at: i64) -> i64:
        return octopus_slots(self.sides, at) & ~face_up_slots(self.sides, at)

    def may_play_free(self) -> bool:
        """Return whether free plays (Events and octopuses) are allowed in this phase (VV-25)."""
        return self.settings.windows != OWN_TURN_WINDOWS or self.phase != FATE

    def usable_events(self, at: i64) -> i64:
        """Return a mask of the slots with Events that the actor can spend now."""
        sides = self.sides
        low: i64 = sides[at + NAMES]
        found = sides[at + FACES] & ~(low >> 2 * PLANE_BITS) & (low | low >> PLANE_BITS) & BIT[sides[at + COUNT]] - 1
        if not found:
            return 0
        if self.phase == FATE and not self.settings.event_usable:
            found &= ~BIT[self.target]
        slots = found
        while slots:
            bit = slots & -slots
            slots ^= bit
            if not self.has_use(at, kind_at(sides, at, nth_bit(bit, 0))):
                found ^= bit
        return found

    def has_use(self, at: i64, event: i64) -> bool:
        """Return whether an Event would have an effect now (VV-27)."""
        if event == CAVE_IN:
            return self.sides[at + COUNT] > 2
        if event == PIT:
            return self.pit_targets() != 0
        return self.hideable_denims(at) != 0

    def hideable_denims(self, at: i64) -> i64:
        """Return a mask of the slots whose cards Reinforcements hides (VV-30).

        These are the face-up Denims, except the card being met.
        """
        low: i64 = self.sides[at + NAMES]
        denims = ~self.sides[at + FACES] & low >> 2 * PLANE_BITS & (low | low >> PLANE_BITS) | octopus_slots(
            self.sides, at
        )
        return self.exclude_target(denims & face_up_slots(self.sides, at))

    def exclude_target(self, slots: i64) -> i64:
        """Return `slots` without the slot of the card that an invader meets; a scouted card is not excluded."""
        return slots & ~BIT[self.target] if self.target >= 0 and self.action != SCOUTING else slots

    def pit_targets(self) -> i64:
        """Return the set of invaders that the actor's Pit may discard, with one card of each kind (VV-29)."""
        if not self.settings.active_only:
            return self.sides[(1 - self.actor) * SIDE_SIZE + INVADING] & ALL_FIRST_CARDS
        # a Pit that is scouted and then spent can still discard the invader that scouted it
        return FIRST_CARD[self.invader] if self.action in (SCOUTING, MOVING, FIZZLED) else 0

    def waiting_twin(self) -> i64:
        """Return the kind of the acting invader if its twin waits and the Pit may discard the twin; else -1 (VV-29).

        The twin is the other invader of the same kind.
        """
        if self.settings.active_only or self.action in (NOTHING, FIZZLED):
            return -1
        return self.invader if self.sides[self.active * SIDE_SIZE + INVADING] & SECOND_CARD[self.invader] else -1

    def hideable_slots(self) -> i64:
        """Return a mask of the slots of the cards that a winning dragon may hide (VV-20)."""
        slots = face_up_slots(self.sides, (1 - self.active) * SIDE_SIZE)
        return slots if self.settings.hides_self else self.exclude_target(slots)

    def true_answer(self, at: i64) -> i64:
        """Return the move that answers a Scout truthfully (VV-10)."""
        kind = kind_at(self.sides, at, self.target)
        if CAVE_IN <= kind <= REINFORCEMENTS:
            return EVENT
        return ANSWER + STAT[13 * self.number + kind] - 1 + self.answer_boost()

    def answer_boost(self) -> i64:
        """Return how much octopuses add to an answer; 0 unless the option `scout_answer` is `effective`."""
        if not self.settings.effective:
            return 0
        return count_boost(self.sides, (1 - self.active) * SIDE_SIZE, self.target, self.settings.circular)

    # ------------------------------------------------------------ checks of single moves

    def allows(self, move: i64) -> bool:
        phase = self.phase
        if move < 0 or move > PLACE_COVER:
            return False
        if move >= FIRST:
            if move == PLACE_COVER:
                return phase == ARRANGE and self.viewer != TRUTH and self.viewer != self.actor
            return phase == STARTING
        if self.actor < 0:
            return False
        at = self.actor * SIDE_SIZE
        if move < INVADE:
            return phase == ARRANGE and self.sides[at + HAND] & FIRST_CARD[move - PLACE] != 0
        if move < OK:
            return phase == ACTION and self.allows_action(at, move)
        if move == OK:
            return phase == BEFORE or (REACT <= phase <= AFTER and phase != FATE)
        if move < SPEND:
            return phase == FATE
        if move < SHIFT:
            return ACTION <= phase <= AFTER and self.may_play_free() and self.allows_free_play(at, move)
        if move < DROP:
            size = self.sides[at + COUNT]
            slot = (move - SHIFT) // 4
            return phase == SHIFTING and slot < size and 0 <= slot + SHIFT_BY[move - SHIFT & 3] < size
        if move < DROP_WAITING:
            return phase == DROPPING and self.pit_targets() & FIRST_CARD[move - DROP] != 0
        if move < HIDE:
            return phase == DROPPING and self.waiting_twin() == DRAGON + move - DROP_WAITING
        if move < ANSWER:
            return phase == HIDING and self.hideable_slots() & BIT[move - HIDE] != 0
        if move < SHOW:
            return phase == ANSWERING and self.may_answer(at, move)
        return phase == SHOWING and self.may_be(at, 0, CARDS_OF_KIND[move - SHOW])

    def allows_action(self, at: i64, move: i64) -> bool:
        sides = self.sides
        if move < RETURN:
            slot = (move - INVADE) // ANIMAL_COUNT
            if slot >= sides[at + COUNT] or face_up_slots(sides, at) & BIT[slot]:
                return False
            return self.may_be(at, slot, CARDS_OF_KIND[(move - INVADE) % ANIMAL_COUNT])
        if move < SCOUT:
            kind = (move - RETURN) // KINGDOM_SIZE
            return sides[at + INVADING] & FIRST_CARD[kind] != 0 and (move - RETURN) % KINGDOM_SIZE <= sides[at + COUNT]
        blocked = self.blocked & BIT[self.active] != 0
        if move == PASS:
            return self.settings.free_pass or (
                (blocked or not sides[at + INVADING]) and self.may_lack_animals(at, animal_slots(sides, at))
            )
        step = (move - SCOUT) // 3 if move < MOVE else move - MOVE
        kind = STEP_KIND[step]
        if blocked or not sides[at + INVADING] & FIRST_CARD[kind]:
            return False
        distance = step - STEP_AT[kind]
        if move < MOVE and distance >= STAT[SPEED + kind] + self.settings.extra_reach:
            return False
        return distance < sides[SIDE_SIZE - at + COUNT]

    def may_lack_animals(self, at: i64, named: i64) -> bool:
        """Return whether a kingdom may have no animal among its hidden cards, as far as the viewer knows.

        `named` is a mask of the slots whose cards the viewer knows to be animals.
        """
        hidden = BIT[self.sides[at + COUNT]] - 1 & ~face_up_slots(self.sides, at)
        return not named & hidden and is_possible(self.sides, at, hidden, FACT_CARDS[NO_ANIMAL_FACT])

    def allows_free_play(self, at: i64, move: i64) -> bool:
        sides = self.sides
        if move >= REVEAL:
            slot = move - REVEAL
            hidden = slot < sides[at + COUNT] and not face_up_slots(sides, at) & BIT[slot]
            return hidden and self.may_be(at, slot, CARDS_OF_KIND[OCTOPUS])
        slot = (move - SPEND) // 3
        event = CAVE_IN + (move - SPEND) % 3
        if slot >= sides[at + COUNT] or (self.phase == FATE and slot == self.target and not self.settings.event_usable):
            return False
        return self.has_use(at, event) and self.may_be(at, slot, CARDS_OF_KIND[event])

    def may_answer(self, at: i64, move: i64) -> bool:
        """Return whether this answer may be true, as far as the viewer knows."""
        if kind_at(self.sides, at, self.target) != UNKNOWN:
            return move == self.true_answer(at)
        fact = self.fact_of_answer(move)
        return fact >= 0 and self.may_be(at, self.target, FACT_CARDS[fact])

    def may_be(self, at: i64, slot: i64, cards: i64) -> bool:
        """Return whether the card in a slot may belong to the set `cards`, as far as the viewer knows."""
        kind = kind_at(self.sides, at, slot)
        if kind != UNKNOWN:
            return FIRST_CARD[kind] & cards != 0
        return is_possible(self.sides, at, BIT[slot], cards)

    def fact_of_answer(self, move: i64) -> i64:
        """Return the fact that this answer proves about the scouted card; -1 if the answer fits no card.

        A fact is an index in `pieces.FACTS`. Boosts by octopuses are public, so subtract them from the answer first.
        """
        if move == EVENT:
            return EVENT_FACT
        printed = move - ANSWER + 1 - self.answer_boost()
        return ANSWER_FACT[5 * self.number + printed] if 0 < printed < 5 else -1
