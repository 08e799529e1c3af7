"""Detect the decisive moments, when an invader is about to find the Threads, and the moves that stop it."""

from velodrome.core.contract import Data
from velodrome.games.velvet import kingdom, legal, moves
from velodrome.games.velvet.knowledge import unseen_cards
from velodrome.games.velvet.pieces import FACTS, KIND_OF, KINDS, KINGDOM_SIZE, THREADS, UNKNOWN
from velodrome.games.velvet.rules import VelvetState

RESUMING = (legal.SHIFTING, legal.DROPPING)  # phases in which an Event is being used


def find_alarm(state: VelvetState) -> Data:
    """Describe the decisive next step, as far as the viewer can know; {} if there is none.

    `step` in the result says what is about to happen. "meet": the moving invader meets the Threads next. "keep": the
    moving invader has met an Event, and meets the Threads next if the defender keeps this Event. "reach": the actor can
    move an invader to the Threads.
    """
    window = window_of(state)
    if state.action == legal.MOVING and window in (legal.BEFORE, legal.REACT, legal.SHOWING, legal.FATE):
        if not meets_threads(state):
            return {}
        return make_alarm(state, "keep" if window == legal.FATE else "meet", state.invader)
    if state.phase == legal.ACTION and state.viewer == state.actor:
        kind, slot = find_winning_move(state)
        if kind != UNKNOWN:
            return make_alarm(state, "reach", kind) | {"slot": slot}
    return {}


def make_alarm(state: VelvetState, step: str, invader: int) -> Data:
    """Describe what an invader of the active seat is about to do; `step` is explained at `find_alarm`."""
    return {"step": step, "seat": state.active, "victim": 1 - state.active, "animal": f"the-{KINDS[invader]}"}


def window_of(state: VelvetState) -> int:
    """Return the current phase; while an Event takes effect, return the phase that the Event has interrupted."""
    return state.resume_phase if state.phase in RESUMING else state.phase


def deduce_kind(state: VelvetState, at: int, slot: int) -> int:
    """Return the kind of a card if the viewer knows it or can rule out all others, else UNKNOWN."""
    kind = kingdom.kind_at(state.sides, at, slot)
    if kind != UNKNOWN:
        return kind
    cards = unseen_cards(state.sides, at) & FACTS[kingdom.fact_at(state.sides, at, slot)]
    kinds = {KIND_OF[card] for card in range(KINGDOM_SIZE) if cards >> card & 1}
    return kinds.pop() if len(kinds) == 1 else UNKNOWN


def meets_threads(state: VelvetState) -> bool:
    """Return whether the moving invader meets the Threads next, as far as the viewer knows.

    The result assumes that nobody reacts, and that the defender keeps an Event that the invader has met.
    """
    at = (1 - state.active) * kingdom.SIDE_SIZE
    window = window_of(state)
    slot = 0
    if window == legal.BEFORE:
        slot = state.number % state.sides[at + kingdom.COUNT]
    elif window == legal.FATE and state.target == 0:
        slot = 1  # the Event that is met goes to the back
    return deduce_kind(state, at, slot) == THREADS


def find_winning_move(state: VelvetState) -> tuple[int, int]:
    """Return an invader that can move to the Threads, and the slot of the Threads; (UNKNOWN, -1) if there is none."""
    at = (1 - state.actor) * kingdom.SIDE_SIZE
    for step, (kind, distance) in enumerate(moves.STEPS):
        if state.allows(moves.MOVE + step) and deduce_kind(state, at, distance) == THREADS:
            return kind, distance
    return UNKNOWN, -1


def find_rescue(state: VelvetState, move: int) -> list[str] | None:
    """Return whether a move of the defender can save the Threads, and which follow-up the move then needs.

    Return None if the move cannot save them. Otherwise return a list with the text of the follow-up, which says
    which invader to discard with the Pit. The list is empty if no follow-up is needed. It is also empty for a
    Cave-in, because the player chooses the shift. Call this only while the invader is about to find the Threads.
    """
    after = state.copy()
    after.play(move)
    if after.phase not in RESUMING or state.phase in RESUMING:
        return [] if is_saved(after) else None
    saving = [choice for choice in after.legal() if is_saved_by(after, choice)]
    if not saving:
        return None
    is_choice = after.phase == legal.DROPPING and after.count() > 1  # a single invader is discarded automatically
    return [state.game.text(saving[0])] if is_choice else []


def is_saved_by(state: VelvetState, move: int) -> bool:
    after = state.copy()
    after.play(move)
    return is_saved(after)


def is_saved(state: VelvetState) -> bool:
    """Return whether the Threads are safe: the invader has not won, and does not meet them next."""
    return state.winner < 0 and (state.action != legal.MOVING or not meets_threads(state))
