"""Public outcomes of a move in Velvet: results of encounters, cards hidden, the end of the game."""

from velodrome.core.bits import nth_bit
from velodrome.core.contract import OVER, Text
from velodrome.games.velvet.kingdom import FACES, GONE, SIDE_SIZE, count_boost, face_up_slots, kind_at
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
from velodrome.games.velvet.pieces import KIND_OF, KINDS, KINGDOM_SIZE, STAT, STUFFING
from velodrome.games.velvet.rules import VelvetState


def outcomes(state: VelvetState, before: VelvetState) -> list[Text]:
    """List the outcomes of the last move; `before` is the state before that move."""
    phase = before.phase
    found: list[Text] = []
    if phase in (ENCOUNTER, SHOWING) and state.phase in (ACTION, AFTER, HIDING, ENDED):
        if state.winner < 0:
            found = describe_comparison(state, before)
    elif (
        before.actor >= 0
        and state.sides[before.actor * SIDE_SIZE + GONE] != before.sides[before.actor * SIDE_SIZE + GONE]
    ):
        found = describe_hidden(state, before, "outcome.hidden.denims")  # VV-30: Reinforcements may have hidden cards
    if before.action != NOTHING and state.action == NOTHING and was_cancelled(before):
        found.append({"key": "outcome.fizzled"})
    return found + describe_end(state) if state.actor == OVER else found


def was_cancelled(before: VelvetState) -> bool:
    """Return whether an Event cancelled the action that just ended (VV-32)."""
    phase = before.phase
    return phase in (DROPPING, SHIFTING) or (phase == REACT and before.action == SCOUTING)


def describe_comparison(state: VelvetState, before: VelvetState) -> list[Text]:
    """Describe an encounter: both comparisons, then cards lost, a seat blocked, and cards hidden, if any (VV-15)."""
    raider, home = before.active, 1 - before.active
    figures = compare_figures(state, before)
    found: list[Text] = []
    if fallen := find_lost_card(state, before, raider):
        found.append({"key": "outcome.thrown", "kind": fallen})
    if fallen := find_lost_card(state, before, home):
        found.append({"key": "outcome.beaten", "kind": fallen})
    if state.turn & LOCKED or (state.blocked & ~before.blocked) >> raider & 1:
        found.append({"key": "outcome.blocked", "seat": raider})
    found += describe_hidden(state, before)
    if not found and state.phase != HIDING:
        found.append(describe_standoff(figures))
    return [figures, *found]


def compare_figures(state: VelvetState, before: VelvetState) -> Text:
    """Return a text with the four numbers that an encounter compares, including boosts by octopuses.

    The Strength of each of the two cards is compared with the Stuffing of the other card.
    """
    at = before.actor * SIDE_SIZE
    slot = before.target if before.phase == ENCOUNTER else 0
    card = KINDS.index(find_met_card(state, before))
    boost = count_boost(before.sides, at, slot, before.settings.circular)
    return {
        "key": "outcome.compare",
        "invader": KINDS[before.invader],
        "attack": STAT[before.invader],
        "guard": STAT[STUFFING + card] + boost,
        "kind": KINDS[card],
        "strength": STAT[card] + boost,
        "stuffing": STAT[STUFFING + before.invader],
    }


def find_met_card(state: VelvetState, before: VelvetState) -> str:
    """Return the kind of the card that the invader met.

    If the last move turned this card up, read the kind from the state after the move: in a view, the card may still
    be unknown in the state `before`.
    """
    at = before.actor * SIDE_SIZE
    if before.phase == ENCOUNTER:
        return KINDS[kind_at(before.sides, at, before.target)]
    return find_lost_card(state, before, before.actor) or KINDS[kind_at(state.sides, at, 0)]


def describe_standoff(figures: Text) -> Text:
    """Describe an encounter without effect: no card won, or the card at home won but has no ability (VV-19).

    `figures` is the result of `compare_figures`.
    """
    if int(str(figures["strength"])) > int(str(figures["stuffing"])):
        return {"key": "outcome.harmless", "kind": figures["kind"]}
    return {"key": "outcome.nothing"}


def find_lost_card(state: VelvetState, before: VelvetState, seat: int) -> str:
    """Return the kind of card that a seat has just lost; "" if it lost none."""
    gone = state.sides[seat * SIDE_SIZE + GONE] & ~before.sides[seat * SIDE_SIZE + GONE]
    return KINDS[KIND_OF[nth_bit(gone, 0)]] if gone else ""


def describe_hidden(state: VelvetState, before: VelvetState, key: str = "outcome.hidden") -> list[Text]:
    """Name the actor's cards that the last move turned face down, in a list with one text (VV-20, VV-30).

    Return [] if there are no such cards. `key` is the key of the text.
    """
    at = before.actor * SIDE_SIZE
    if state.sides[at + FACES] == before.sides[at + FACES]:
        return []
    cards = list_face_up(before, at)
    fresh = before.phase == SHOWING and not face_up_slots(before.sides, at) & 1  # turned up by this move
    gone = "" if fresh else find_lost_card(state, before, before.actor)
    for kind in [*list_face_up(state, at), gone]:
        if kind in cards:
            cards.remove(kind)
    each: list[Text] = [{"key": "outcome.card", "kind": kind} for kind in cards]
    return [{"key": key, "each": each}] if each else []


def list_face_up(state: VelvetState, at: int) -> list[str]:
    """List the kinds of the face-up cards in a kingdom."""
    up = face_up_slots(state.sides, at)
    return [KINDS[kind_at(state.sides, at, slot)] for slot in range(KINGDOM_SIZE) if up >> slot & 1]


def describe_end(state: VelvetState) -> list[Text]:
    """Name the winner, or the reason for the draw."""
    from velodrome.games.velvet.view import prompt

    return [prompt(state)]
