"""Detect the decisive moments, when an invader is about to find the Threads, and the moves that stop it."""

from velodrome.core.bits import BIT
from velodrome.core.contract import OVER, Data
from velodrome.games.velvet import kingdom, legal, moves
from velodrome.games.velvet.knowledge import is_possible, unseen_cards
from velodrome.games.velvet.pieces import (
    ANIMAL_COUNT,
    CARDS_OF_KIND,
    CAVE_IN,
    FACTS,
    FIRST_CARD,
    KIND_OF,
    KINDS,
    KINGDOM_SIZE,
    PIT,
    PRINTED,
    THREADS,
    UNKNOWN,
)
from velodrome.games.velvet.rules import VelvetState

RESUMING = (legal.SHIFTING, legal.DROPPING)  # phases in which an Event is being used
OWN_TURN = (legal.ACTION, legal.AFTER)  # phases in which the active seat decides


def find_alarm(state: VelvetState) -> Data:
    """Describe the decisive next step, as far as the viewer can know; {} if there is none.

    `step` in the result says what is about to happen. "meet": the moving invader meets the Threads next. "keep": the
    moving invader has met an Event, and meets the Threads next if the defender keeps this Event. "reach": the actor can
    move an invader to the Threads. "danger": unless the actor makes the right move, the opponent can then move an
    invader to the actor's Threads, and can know where they are.
    """
    window = window_of(state)
    if state.action == legal.MOVING and window in (legal.BEFORE, legal.REACT, legal.SHOWING, legal.FATE):
        if not meets_threads(state):
            return {}
        return make_alarm("keep" if window == legal.FATE else "meet", state.active, state.invader)
    if state.viewer != state.actor or state.actor != state.active or window not in OWN_TURN:
        return {}
    kind, slot = find_winning_move(state)
    if kind != UNKNOWN:
        return make_alarm("reach", state.active, kind) | {"slot": slot}
    hunter = find_hunter(state, state.actor)
    if hunter == UNKNOWN or all(find_escape(state, move) for move in state.legal()):
        return {}
    return make_alarm("danger", 1 - state.actor, hunter)


def make_alarm(step: str, seat: int, invader: int) -> Data:
    """Build the alarm about an invader that belongs to `seat`; `find_alarm` explains `step`."""
    return {"step": step, "seat": seat, "victim": 1 - seat, "animal": f"the-{KINDS[invader]}"}


def window_of(state: VelvetState) -> int:
    """Return the current phase; while an Event takes effect, return the phase that the Event has interrupted."""
    return state.resume_phase if state.phase in RESUMING else state.phase


def deduce_kind(state: VelvetState, at: int, slot: int) -> int:
    """Return the kind of a card if the viewer knows it or can rule out all others, else UNKNOWN.

    The card is in `slot` of the kingdom whose fields start at index `at` (see kingdom.py).
    """
    kind = kingdom.kind_at(state.sides, at, slot)
    if kind != UNKNOWN:
        return kind
    cards = unseen_cards(state.sides, at) & FACTS[kingdom.fact_at(state.sides, at, slot)]
    found = UNKNOWN
    for kind in sorted({KIND_OF[card] for card in range(KINGDOM_SIZE) if cards >> card & 1}):
        if is_possible(state.sides, at, BIT[slot], CARDS_OF_KIND[kind]):
            if found != UNKNOWN:
                return UNKNOWN
            found = kind
    return found


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
    """Return the kind of an invader that the actor can move to the Threads, and the slot of the Threads.

    Return (UNKNOWN, -1) if there is no such invader.
    """
    at = (1 - state.actor) * kingdom.SIDE_SIZE
    for step, (kind, distance) in enumerate(moves.STEPS):
        if state.allows(moves.MOVE + step) and deduce_kind(state, at, distance) == THREADS:
            return kind, distance
    return UNKNOWN, -1


def find_rescue(state: VelvetState, move: int) -> list[str] | None:
    """Return whether a move of the defender can save the Threads, and which second move it then needs.

    Return None if the move cannot save them. After the Pit, the defender may have to discard the right invader: then
    return a list with this second move, such as "drop fox". In all other cases, return []. A Cave-in needs a second
    move too, but the player chooses the shift. Call this only while an invader is about to find the Threads.
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


# ---------------------------------------------------------------- the opponent's next turn


def find_hunter(state: VelvetState, seat: int) -> int:
    """Return the kind of an invader that can move to a seat's Threads in the opponent's next turn, or UNKNOWN.

    Only what everybody knows counts: the Threads must be in a slot where the opponent can be certain of them. The
    viewer must know the seat's kingdom.
    """
    at, rival = seat * kingdom.SIDE_SIZE, 1 - seat
    own_turn = 1 if state.active == seat else 0
    if state.actor == OVER or state.blocked >> rival & 1 or state.ply + own_turn >= state.settings.ply_limit:
        return UNKNOWN
    slots = range(state.sides[at + kingdom.COUNT])
    slot = next(slot for slot in slots if kingdom.kind_at(state.sides, at, slot) == THREADS)
    raiders = state.sides[rival * kingdom.SIDE_SIZE + kingdom.INVADING]
    found = [kind for kind in range(ANIMAL_COUNT) if raiders & FIRST_CARD[kind] and PRINTED[kind][2] >= slot]
    return found[0] if found and is_certain(state, at, slot) else UNKNOWN


def is_certain(state: VelvetState, at: int, slot: int) -> bool:
    """Return whether everybody can deduce that the Threads are in `slot`; they must really be there."""
    public = state.copy()
    kingdom.hide_names(public.sides, at)
    return deduce_kind(public, at, slot) == THREADS


def find_escape(state: VelvetState, move: int) -> Data:
    """Return whether a move of the active seat keeps its Threads safe in the opponent's next turn.

    Return {} if the move does not. Otherwise, "saves" in the result is the list that `find_rescue` would return: the
    second move that is needed, if any. If the opponent may be able to prevent the move's effect with an Event, "unless"
    names the Event. Call this only if `find_hunter` finds an invader.
    """
    seat = state.actor
    if moves.SCOUT <= move < moves.PASS:
        return {}  # this changes nothing in the seat's own kingdom
    after = state.copy()
    after.play(move)
    if after.phase in RESUMING and state.phase not in RESUMING:
        saving = [choice for choice in after.legal() if find_escape(after, choice)]
        is_choice = after.phase == legal.DROPPING and after.count() > 1
        return {"saves": [state.game.text(saving[0])] if is_choice else []} if saving else {}
    has_pit = after.phase == legal.REACT and may_use_pit(after)
    while after.active == seat and after.actor != OVER and after.phase != legal.ACTION and after.phase not in RESUMING:
        after.play(moves.OK)
    if find_hunter(after, seat) != UNKNOWN:
        return {}
    return {"saves": [], "unless": "pit"} if has_pit else {"saves": []}


def may_use_pit(state: VelvetState) -> bool:
    """Return whether the actor may be able to use the Pit now, as far as the viewer knows."""
    return any(state.allows(moves.SPEND + 3 * slot + PIT - CAVE_IN) for slot in range(KINGDOM_SIZE))
