"""Effects of the moves in Velvet: set-up, actions, encounters, free plays and the end of a turn."""

from mypy_extensions import i64

from velodrome.core.bits import BIT, count_bits, nth_bit
from velodrome.core.contract import OVER
from velodrome.games.velvet.kingdom import (
    COUNT,
    GONE,
    HAND,
    INVADING,
    KNOWN,
    SIDE_SIZE,
    count_boost,
    cycle_cards,
    face_up_slots,
    fact_at,
    insert_card,
    kind_at,
    known_slots,
    move_card,
    set_fact,
    take_card,
    turn_card_up,
    turn_cards_down,
)
from velodrome.games.velvet.legal import (
    ACTION,
    AFTER,
    ANSWERING,
    ARRANGE,
    BEFORE,
    DEAD_POSITION,
    DOUBLE_PASS,
    DROPPING,
    ENCOUNTER,
    ENDED,
    FATE,
    FIZZLED,
    FREE_PLAY,
    HIDING,
    INVADED,
    LOCKED,
    MAX_PLIES,
    MOVING,
    NO_PROGRESS,
    NOTHING,
    PASSED,
    PROGRESS,
    REACT,
    SCOUTING,
    SHIFTING,
    SHOWING,
    STARTING,
    WON,
    VelvetLegal,
)
from velodrome.games.velvet.pieces import (
    ALL_ANIMALS,
    CAVE_IN,
    COMBINED_FACT,
    DINOSAUR,
    DRAGON,
    KINGDOM_SIZE,
    NO_ANIMAL_FACT,
    OCTOPUS,
    PIT,
    RHINO,
    STAT,
    STUFFING,
    THREADS,
    UNKNOWN,
    add_kind,
    remove_kind,
)
from velodrome.games.velvet.settings import FULL_WINDOWS, OWN_TURN_WINDOWS


class VelvetEffects(VelvetLegal):
    """The part of `VelvetState` that carries out moves; the legal moves are in `VelvetLegal`."""

    # ------------------------------------------------------------ setting up

    def begin_game(self, first: i64) -> None:
        self.active = first
        self.phase = ARRANGE
        self.actor = 0

    def place_card(self, kind: i64) -> None:
        """Place a card at the back of the actor's kingdom; `kind` is UNKNOWN if the viewer cannot see it."""
        at = self.actor * SIDE_SIZE
        sides = self.sides
        insert_card(sides, at, sides[at + COUNT], kind, 0)
        if kind != UNKNOWN:
            sides[at + HAND] = remove_kind(sides[at + HAND], kind)
        if sides[at + COUNT] < KINGDOM_SIZE:
            return
        if self.actor == 0:
            self.actor = 1
        else:
            self.phase = ACTION
            self.actor = self.active

    # ------------------------------------------------------------ actions

    def begin_action(self) -> None:
        """Start an action other than a pass: clear the mark FREE_PLAY, the count of passes and the seat's block.

        After this point, these fields have no effect. Clearing them gives equivalent states the same `key`.
        """
        self.turn &= ~FREE_PLAY
        self.passes = 0
        self.blocked &= ~BIT[self.active]

    def invade(self, slot: i64, kind: i64) -> None:
        """Move a hidden animal face up in front of the other kingdom (VV-08)."""
        at = self.active * SIDE_SIZE
        sides = self.sides
        self.begin_action()
        if not known_slots(sides, at) & BIT[slot]:
            self.make_progress()
        take_card(sides, at, slot)
        sides[at + INVADING] = add_kind(sides[at + INVADING], kind)
        if self.settings.windows == FULL_WINDOWS:
            self.phase = INVADED
            self.actor = 1 - self.active
        else:
            self.end_turn()

    def declare(self, action: i64, invader: i64, number: i64, target: i64) -> None:
        """Declare an action with an invader, and let the defender react.

        `number` is the stat of a Scout, the slot of a Return, or how many cards a Move cycles. `target` is the scouted
        slot, otherwise -1.
        """
        self.begin_action()
        self.action = action
        self.invader = invader
        self.number = number
        self.target = target
        self.actor = 1 - self.active
        if action == MOVING:
            if self.settings.windows == FULL_WINDOWS:
                self.phase = BEFORE
                return
            self.cycle_cards()
        self.open_reaction()

    def cycle_cards(self) -> None:
        """Cycle as many cards to the back as the Move has declared (VV-11).

        The number is taken modulo the size of the kingdom, which may have shrunk since the declaration.
        """
        at = self.actor * SIDE_SIZE
        n = self.number % self.sides[at + COUNT]
        if n:
            cycle_cards(self.sides, at, n)
        self.number = 0

    def open_reaction(self) -> None:
        """Let the defender react, or continue the action at once if the option `event_windows` is `own_turn_only`."""
        self.phase = REACT
        if self.settings.windows == OWN_TURN_WINDOWS:
            self.close_window()

    def close_window(self) -> None:
        """End a phase in which a seat could react or make free plays, and continue the action or end the turn."""
        phase = self.phase
        if phase == REACT:
            if self.action == MOVING:
                self.phase = SHOWING
            elif self.action == SCOUTING:
                self.phase = ANSWERING
            else:
                self.return_invader()
        elif phase == ENCOUNTER:
            self.compare_stats()
        elif phase == BEFORE:
            self.cycle_cards()
            self.phase = REACT
        elif phase == INVADED:
            self.end_action()
        else:
            self.end_turn()

    def return_invader(self) -> None:
        """Return the invader to its kingdom, hidden but known to both seats (VV-09)."""
        at = self.active * SIDE_SIZE
        self.sides[at + INVADING] = remove_kind(self.sides[at + INVADING], self.invader)
        insert_card(self.sides, at, self.number, self.invader, KNOWN)
        self.end_action()

    def learn_answer(self, move: i64) -> None:
        """Record what an answer proves about the scouted card (VV-40), then end the action."""
        at = self.actor * SIDE_SIZE
        if not known_slots(self.sides, at) & BIT[self.target]:
            self.note_fact(at, self.target, self.fact_of_answer(move))
        self.end_action()

    def note_fact(self, at: i64, slot: i64, fact: i64) -> None:
        set_fact(self.sides, at, slot, COMBINED_FACT[32 * fact_at(self.sides, at, slot) + fact])

    def pass_turn(self) -> None:
        """Pass the turn. A forced pass proves that no hidden card is an animal; record this fact (VV-41)."""
        at = self.active * SIDE_SIZE
        if not self.settings.free_pass:
            slots = BIT[self.sides[at + COUNT]] - 1 & ~face_up_slots(self.sides, at) & ~known_slots(self.sides, at)
            while slots:
                self.note_fact(at, nth_bit(slots, 0), NO_ANIMAL_FACT)
                slots &= slots - 1
        if not self.turn & FREE_PLAY:
            self.turn |= PASSED
        self.turn &= ~FREE_PLAY
        self.blocked &= ~BIT[self.active]
        self.end_action()

    # ------------------------------------------------------------ encounters

    def show_card(self, kind: i64) -> None:
        """Turn the front card face up: the invader meets this card (VV-14). If it meets the Threads, its seat wins."""
        self.target = 0
        self.turn_up(0, kind)
        if kind == THREADS:
            self.winner = self.active
            self.end_game(WON)
        elif kind >= CAVE_IN:
            self.phase = FATE
        elif self.settings.windows == OWN_TURN_WINDOWS:
            self.compare_stats()
        else:
            self.phase = ENCOUNTER

    def keep_event(self) -> None:
        """Move the Event that was met to the back, still face up; the invader then meets the next card (VV-22)."""
        at = self.actor * SIDE_SIZE
        move_card(self.sides, at, self.target, self.sides[at + COUNT] - 1)
        self.target = -1
        self.open_reaction()

    def compare_stats(self) -> None:
        """Compare the stats of the invader and the card that it meets, then apply the effects (VV-15).

        The effect of a dragon comes last.
        """
        at = self.actor * SIDE_SIZE
        card = kind_at(self.sides, at, self.target)
        more = count_boost(self.sides, at, self.target, self.settings.circular)
        home_wins = STAT[card] + more > STAT[STUFFING + self.invader]
        invader_wins = STAT[self.invader] > STAT[STUFFING + card] + more
        if home_wins:
            if card == RHINO:
                self.discard_invader(self.active, self.invader)
            elif card == DINOSAUR:
                self.turn |= LOCKED
        if invader_wins:
            self.discard_home(self.target, card)
            self.target = -1
        if home_wins and card == DRAGON:
            self.hide_two()
        else:
            self.end_action()

    def hide_two(self) -> None:
        """Apply the effect of a dragon: hide up to two face-up cards.

        If there are more than two to choose from, start the phase in which the dragon's owner chooses (VV-20).
        """
        self.action = NOTHING
        self.invader = 0
        slots = self.hideable_slots()
        if count_bits(slots) > 2:
            self.phase = HIDING
            self.number = 2
            if self.settings.hides_self:
                self.target = -1
            return
        turn_cards_down(self.sides, self.actor * SIDE_SIZE, slots)
        self.end_action()

    def hide(self, slot: i64) -> None:
        turn_cards_down(self.sides, self.actor * SIDE_SIZE, BIT[slot])
        self.number -= 1
        if not self.number:
            self.end_action()

    # ------------------------------------------------------------ free plays

    def note_free_play(self) -> None:
        """Record that a seat used an Event or revealed an octopus (a free play).

        This interrupts a series of passes (VV-34).
        """
        if self.phase == ACTION:
            self.turn |= FREE_PLAY
        else:
            self.turn &= ~PASSED

    def reveal_octopus(self, slot: i64) -> None:
        """Turn an octopus face up (VV-31)."""
        self.note_free_play()
        self.turn_up(slot, OCTOPUS)

    def spend_event(self, slot: i64, event: i64) -> None:
        """Reveal and discard an Event, then apply its effect (VV-24)."""
        at = self.actor * SIDE_SIZE
        self.resume_phase = self.phase
        if slot == self.target:
            if self.phase == FATE:
                self.resume_phase = REACT  # VV-26: the next card is met
            else:
                self.action = FIZZLED  # VV-32: the scouted card is gone
                self.number = 0
                if event != PIT or not self.settings.active_only:
                    self.invader = 0
            self.target = -1
        elif slot < self.target:
            self.target -= 1
        self.note_free_play()
        self.discard_home(slot, event)
        if event == CAVE_IN:
            self.phase = SHIFTING
        elif event == PIT:
            self.phase = DROPPING
        else:
            turn_cards_down(self.sides, at, self.hideable_denims(at))
            self.resume()

    def shift_card(self, slot: i64, by: i64) -> None:
        """Move a card by `by` slots (a Cave-in), and update `target`, the slot of the scouted or met card (VV-28)."""
        to = slot + by
        move_card(self.sides, self.actor * SIDE_SIZE, slot, to)
        target = self.target
        if target == slot:
            self.target = to
        elif slot < target <= to:
            self.target = target - 1
        elif to <= target < slot:
            self.target = target + 1
        self.resume()

    def drop_invader(self, kind: i64) -> None:
        """Discard an invader of this kind with the Pit; prefer the acting invader (VV-29).

        If the acting invader is discarded, its action ends without effect (VV-32).
        """
        self.discard_invader(1 - self.actor, kind)
        if self.action != NOTHING and kind == self.invader and self.actor != self.active:
            self.action = FIZZLED
        self.resume()

    def drop_waiting(self, kind: i64) -> None:
        """Discard, with the Pit, an invader that waits while its twin acts; the action of the twin continues."""
        self.discard_invader(self.active, kind)
        self.resume()

    def resume(self) -> None:
        """Return to the phase that an Event has interrupted, or end the action if the Event has stopped it."""
        if self.action == FIZZLED:
            self.end_action()
            return
        self.phase = self.resume_phase
        self.resume_phase = STARTING

    # ------------------------------------------------------------ showing and discarding cards

    def turn_up(self, slot: i64, kind: i64) -> None:
        if turn_card_up(self.sides, self.actor * SIDE_SIZE, slot, kind):
            self.make_progress()

    def discard_home(self, slot: i64, kind: i64) -> None:
        """Discard a card from the actor's kingdom."""
        at = self.actor * SIDE_SIZE
        take_card(self.sides, at, slot)
        self.sides[at + GONE] = add_kind(self.sides[at + GONE], kind)
        self.make_progress()

    def discard_invader(self, owner: i64, kind: i64) -> None:
        at = owner * SIDE_SIZE
        self.sides[at + INVADING] = remove_kind(self.sides[at + INVADING], kind)
        self.sides[at + GONE] = add_kind(self.sides[at + GONE], kind)
        self.make_progress()

    def make_progress(self) -> None:
        """Record that a card was discarded or became known for the first time (VV-36)."""
        self.turn |= PROGRESS
        self.idle_turns = 0

    # ------------------------------------------------------------ the end of a turn

    def end_action(self) -> None:
        """Clear the action and end the turn; if the option `event_windows` is `full`, allow free plays first."""
        self.action = NOTHING
        self.invader = 0
        self.number = 0
        self.target = -1
        self.resume_phase = STARTING
        if self.settings.windows == FULL_WINDOWS:
            self.phase = AFTER
            self.actor = self.active
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """End the turn: update the counters, check for draws, and start the other seat's turn (VV-38)."""
        turn = self.turn
        if turn & LOCKED:
            self.blocked |= BIT[self.active]
        self.ply += 1
        if not turn & PROGRESS:
            self.idle_turns += 1
        if turn & PASSED:
            self.passes += 1
        else:
            self.passes = 0
        self.turn = 0
        self.active = 1 - self.active
        self.phase = ACTION
        self.actor = self.active
        if self.passes == 2:
            self.end_game(DOUBLE_PASS)
        elif self.sides[GONE] & self.sides[SIDE_SIZE + GONE] & ALL_ANIMALS == ALL_ANIMALS:
            self.end_game(DEAD_POSITION)
        elif self.idle_turns >= self.settings.idle_limit:
            self.end_game(NO_PROGRESS)
        elif self.ply >= self.settings.ply_limit:
            self.end_game(MAX_PLIES)

    def end_game(self, ending: i64) -> None:
        self.ending = ending
        self.phase = ENDED
        self.actor = OVER
        self.action = NOTHING
        self.invader = 0
        self.target = -1
        self.turn = 0
