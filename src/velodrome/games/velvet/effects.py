"""What moves do: the half of the state that changes."""

from mypy_extensions import i64

from velodrome.core.bits import BIT, count_bits, nth_bit
from velodrome.core.contract import OVER
from velodrome.games.velvet.kingdom import (
    COUNT,
    GONE,
    HAND,
    INVADING,
    KNOWN,
    ROW,
    boost,
    carry,
    cycle,
    face_up,
    fact_at,
    kind_at,
    known,
    put,
    set_fact,
    take,
    turn_down,
    turn_up,
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
    Choices,
)
from velodrome.games.velvet.pieces import (
    ALL_ANIMALS,
    CAVE_IN,
    DINOSAUR,
    DRAGON,
    MEET,
    NO_ANIMAL,
    OCTOPUS,
    PIT,
    RHINO,
    SIZE,
    STAT,
    STUFFING,
    THREADS,
    UNKNOWN,
    add,
    drop,
)
from velodrome.games.velvet.settings import FULL, OWN_TURN


class Turn(Choices):
    """A turn and all its parts, from the arrangement of the kingdoms to the draw."""

    # ------------------------------------------------------------ setting up

    def begin(self, first: i64) -> None:
        self.active = first
        self.phase = ARRANGE
        self.actor = 0

    def place(self, kind: i64) -> None:
        """One more card at the back of the actor's kingdom; UNKNOWN if the viewer was not told which."""
        at = self.actor * ROW
        sides = self.sides
        put(sides, at, sides[at + COUNT], kind, 0)
        if kind != UNKNOWN:
            sides[at + HAND] = drop(sides[at + HAND], kind)
        if sides[at + COUNT] < SIZE:
            return
        if self.actor == 0:
            self.actor = 1
        else:
            self.phase = ACTION
            self.actor = self.active

    # ------------------------------------------------------------ actions

    def act(self) -> None:
        """An action that is no pass: what mattered only before it is forgotten, for equal keys of equal states."""
        self.turn &= ~FREE_PLAY
        self.passes = 0
        self.blocked &= ~BIT[self.active]

    def invade(self, slot: i64, kind: i64) -> None:
        """A hidden animal goes to stand before the other kingdom, for all to see (VV-08)."""
        at = self.active * ROW
        sides = self.sides
        self.act()
        if not known(sides, at) & BIT[slot]:
            self.make_progress()
        take(sides, at, slot)
        sides[at + INVADING] = add(sides[at + INVADING], kind)
        if self.settings.windows == FULL:
            self.phase = INVADED
            self.actor = 1 - self.active
        else:
            self.end_turn()

    def declare(self, action: i64, invader: i64, number: i64, target: i64) -> None:
        """An action of an invader; the defender may react."""
        self.act()
        self.action = action
        self.invader = invader
        self.number = number
        self.target = target
        self.actor = 1 - self.active
        if action == MOVING:
            if self.settings.windows == FULL:
                self.phase = BEFORE
                return
            self.cycle()
        self.react()

    def cycle(self) -> None:
        """The cards that a Move passes go to the back; in the window before it Events may have left (VV-11)."""
        at = self.actor * ROW
        n = self.number % self.sides[at + COUNT]
        if n:
            cycle(self.sides, at, n)
        self.number = 0

    def react(self) -> None:
        """The defender's last moment; without windows it goes on at once."""
        self.phase = REACT
        if self.settings.windows == OWN_TURN:
            self.go_on()

    def go_on(self) -> None:
        """The window closes."""
        phase = self.phase
        if phase == REACT:
            if self.action == MOVING:
                self.phase = SHOWING
            elif self.action == SCOUTING:
                self.phase = ANSWERING
            else:
                self.come_home()
        elif phase == ENCOUNTER:
            self.compare()
        elif phase == BEFORE:
            self.cycle()
            self.phase = REACT
        elif phase == INVADED:
            self.end_action()
        else:
            self.end_turn()

    def come_home(self) -> None:
        """An invader goes back into its kingdom, hidden; nobody forgets it (VV-09)."""
        at = self.active * ROW
        self.sides[at + INVADING] = drop(self.sides[at + INVADING], self.invader)
        put(self.sides, at, self.number, self.invader, KNOWN)
        self.end_action()

    def learn(self, move: i64) -> None:
        """An answer becomes a fact about the card, for ever (VV-40)."""
        at = self.actor * ROW
        if not known(self.sides, at) & BIT[self.target]:
            self.note(at, self.target, self.fact_told(move))
        self.end_action()

    def note(self, at: i64, slot: i64, fact: i64) -> None:
        set_fact(self.sides, at, slot, MEET[32 * fact_at(self.sides, at, slot) + fact])

    def pass_turn(self) -> None:
        """A seat that passes because it must shows that none of its hidden cards is an animal (VV-41)."""
        at = self.active * ROW
        if not self.settings.free_pass:
            slots = BIT[self.sides[at + COUNT]] - 1 & ~face_up(self.sides, at) & ~known(self.sides, at)
            while slots:
                self.note(at, nth_bit(slots, 0), NO_ANIMAL)
                slots &= slots - 1
        if not self.turn & FREE_PLAY:
            self.turn |= PASSED
        self.turn &= ~FREE_PLAY
        self.blocked &= ~BIT[self.active]
        self.end_action()

    # ------------------------------------------------------------ encounters

    def show(self, kind: i64) -> None:
        """The front card is met (VV-14)."""
        self.target = 0
        self.turn_up(0, kind)
        if kind == THREADS:
            self.winner = self.active
            self.finish(WON)
        elif kind >= CAVE_IN:
            self.phase = FATE
        elif self.settings.windows == OWN_TURN:
            self.compare()
        else:
            self.phase = ENCOUNTER

    def keep(self) -> None:
        """The Event goes to the back, face up, and the next card is met (VV-22)."""
        at = self.actor * ROW
        carry(self.sides, at, self.target, self.sides[at + COUNT] - 1)
        self.target = -1
        self.react()

    def compare(self) -> None:
        """Both comparisons, then what follows from them; the dragon comes last (VV-15)."""
        at = self.actor * ROW
        card = kind_at(self.sides, at, self.target)
        more = boost(self.sides, at, self.target, self.settings.circular)
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
        """Two face-up cards are hidden; the owner chooses if there are more (VV-20)."""
        self.action = NOTHING
        self.invader = 0
        slots = self.hideable()
        if count_bits(slots) > 2:
            self.phase = HIDING
            self.number = 2
            if self.settings.hides_self:
                self.target = -1
            return
        turn_down(self.sides, self.actor * ROW, slots)
        self.end_action()

    def hide(self, slot: i64) -> None:
        turn_down(self.sides, self.actor * ROW, BIT[slot])
        self.number -= 1
        if not self.number:
            self.end_action()

    # ------------------------------------------------------------ free plays

    def play_free(self) -> None:
        """A free play breaks a row of passes (VV-34)."""
        if self.phase == ACTION:
            self.turn |= FREE_PLAY
        else:
            self.turn &= ~PASSED

    def reveal(self, slot: i64) -> None:
        """An octopus is turned up and stays in place (VV-31)."""
        self.play_free()
        self.turn_up(slot, OCTOPUS)

    def spend(self, slot: i64, event: i64) -> None:
        """An Event is shown and discarded, then does its work (VV-24)."""
        at = self.actor * ROW
        self.back = self.phase
        if slot == self.target:
            if self.phase == FATE:
                self.back = REACT  # the next card is met
            else:
                self.action = FIZZLED  # the scouted card is gone
                self.number = 0
                if event != PIT or not self.settings.active_only:
                    self.invader = 0
            self.target = -1
        elif slot < self.target:
            self.target -= 1
        self.play_free()
        self.discard_home(slot, event)
        if event == CAVE_IN:
            self.phase = SHIFTING
        elif event == PIT:
            self.phase = DROPPING
        else:
            turn_down(self.sides, at, self.hideable_denims(at))
            self.resume()

    def shift(self, slot: i64, by: i64) -> None:
        """Cave-in moves a card; the one that is scouted or met stays the same card (VV-28)."""
        to = slot + by
        carry(self.sides, self.actor * ROW, slot, to)
        target = self.target
        if target == slot:
            self.target = to
        elif slot < target <= to:
            self.target = target - 1
        elif to <= target < slot:
            self.target = target + 1
        self.resume()

    def swallow(self, kind: i64) -> None:
        """The Pit takes an invader; of two of a kind the one that acts (VV-29)."""
        self.discard_invader(1 - self.actor, kind)
        if self.action != NOTHING and kind == self.invader and self.actor != self.active:
            self.action = FIZZLED
        self.resume()

    def resume(self) -> None:
        """An Event has done its work: back to the window, unless the action has come to nothing."""
        if self.action == FIZZLED:
            self.end_action()
            return
        self.phase = self.back
        self.back = STARTING

    # ------------------------------------------------------------ cards that change place

    def turn_up(self, slot: i64, kind: i64) -> None:
        if turn_up(self.sides, self.actor * ROW, slot, kind):
            self.make_progress()

    def discard_home(self, slot: i64, kind: i64) -> None:
        """A card of the actor's kingdom is discarded."""
        at = self.actor * ROW
        take(self.sides, at, slot)
        self.sides[at + GONE] = add(self.sides[at + GONE], kind)
        self.make_progress()

    def discard_invader(self, owner: i64, kind: i64) -> None:
        at = owner * ROW
        self.sides[at + INVADING] = drop(self.sides[at + INVADING], kind)
        self.sides[at + GONE] = add(self.sides[at + GONE], kind)
        self.make_progress()

    def make_progress(self) -> None:
        """A card is discarded or seen for the first time (VV-36)."""
        self.turn |= PROGRESS
        self.idle = 0

    # ------------------------------------------------------------ the end of a turn

    def end_action(self) -> None:
        """Nothing waits any more; the turn ends, with a last window if there is one."""
        self.action = NOTHING
        self.invader = 0
        self.number = 0
        self.target = -1
        self.back = STARTING
        if self.settings.windows == FULL:
            self.phase = AFTER
            self.actor = self.active
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """Counters, draws, and the other seat's turn (VV-38)."""
        turn = self.turn
        if turn & LOCKED:
            self.blocked |= BIT[self.active]
        self.ply += 1
        if not turn & PROGRESS:
            self.idle += 1
        if turn & PASSED:
            self.passes += 1
        else:
            self.passes = 0
        self.turn = 0
        self.active = 1 - self.active
        self.phase = ACTION
        self.actor = self.active
        if self.passes == 2:
            self.finish(DOUBLE_PASS)
        elif self.sides[GONE] & self.sides[ROW + GONE] & ALL_ANIMALS == ALL_ANIMALS:
            self.finish(DEAD_POSITION)
        elif self.idle >= self.settings.idle_limit:
            self.finish(NO_PROGRESS)
        elif self.ply >= self.settings.ply_limit:
            self.finish(MAX_PLIES)

    def finish(self, ending: i64) -> None:
        self.ending = ending
        self.phase = ENDED
        self.actor = OVER
        self.action = NOTHING
        self.invader = 0
        self.target = -1
        self.turn = 0
