"""What everybody sees of a move of Velvet: what became of an encounter, what was hidden, how the game ended."""

from velodrome.core.bits import nth_bit
from velodrome.core.contract import OVER, Text
from velodrome.games.velvet.kingdom import FACES, GONE, ROW, face_up, kind_at
from velodrome.games.velvet.legal import (
    ACTION,
    AFTER,
    DROPPING,
    ENCOUNTER,
    ENDED,
    HIDING,
    LOCKED,
    NOTHING,
    REACT,
    SCOUTING,
    SHIFTING,
    SHOWING,
)
from velodrome.games.velvet.pieces import KIND_OF, KINDS, SIZE
from velodrome.games.velvet.rules import Raid


def outcomes(state: Raid, before: Raid) -> list[Text]:
    """What came of the last move."""
    phase = before.phase
    found: list[Text] = []
    if phase in (ENCOUNTER, SHOWING) and state.phase in (ACTION, AFTER, HIDING, ENDED):
        if state.winner < 0:
            found = compared(state, before)
    elif before.actor >= 0 and state.sides[before.actor * ROW + GONE] != before.sides[before.actor * ROW + GONE]:
        found = hidden(state, before, "outcome.hidden.denims")  # Reinforcements may have been spent (VV-30)
    if before.action != NOTHING and state.action == NOTHING and came_to_nothing(before):
        found.append({"key": "outcome.fizzled"})
    return found + end(state) if state.actor == OVER else found


def came_to_nothing(before: Raid) -> bool:
    """Whether an action that ended here was undone by an Event (VV-32)."""
    phase = before.phase
    return phase in (DROPPING, SHIFTING) or (phase == REACT and before.action == SCOUTING)


def compared(state: Raid, before: Raid) -> list[Text]:
    """What both comparisons brought (VV-15): cards lost, a seat blocked, cards hidden, or nothing."""
    raider, home = before.active, 1 - before.active
    found: list[Text] = []
    if fallen := lost(state, before, raider):
        found.append({"key": "outcome.thrown", "kind": fallen})
    if fallen := lost(state, before, home):
        found.append({"key": "outcome.beaten", "kind": fallen})
    if state.turn & LOCKED or (state.blocked & ~before.blocked) >> raider & 1:
        found.append({"key": "outcome.blocked", "seat": raider})
    found += hidden(state, before)
    if not found and state.phase != HIDING:
        return [{"key": "outcome.nothing"}]
    return found


def lost(state: Raid, before: Raid, seat: int) -> str:
    """The kind of the card that a seat has just lost, or ""."""
    gone = state.sides[seat * ROW + GONE] & ~before.sides[seat * ROW + GONE]
    return KINDS[KIND_OF[nth_bit(gone, 0)]] if gone else ""


def hidden(state: Raid, before: Raid, key: str = "outcome.hidden") -> list[Text]:
    """The cards of the kingdom in question that lay face up, are still there and do so no more (VV-20, VV-30)."""
    at = before.actor * ROW
    if state.sides[at + FACES] == before.sides[at + FACES]:
        return []
    cards = shown(before, at)
    fresh = before.phase == SHOWING and not face_up(before.sides, at) & 1  # what is shown only now was not up
    gone = "" if fresh else lost(state, before, before.actor)
    for kind in [*shown(state, at), gone]:
        if kind in cards:
            cards.remove(kind)
    each: list[Text] = [{"key": "outcome.card", "kind": kind} for kind in cards]
    return [{"key": key, "each": each}] if each else []


def shown(state: Raid, at: int) -> list[str]:
    """The kinds of the cards that lie face up in a kingdom."""
    up = face_up(state.sides, at)
    return [KINDS[kind_at(state.sides, at, slot)] for slot in range(SIZE) if up >> slot & 1]


def end(state: Raid) -> list[Text]:
    """Who has won, or why nobody has."""
    from velodrome.games.velvet.view import prompt

    return [prompt(state)]
