"""Explanations of why the pieces that a person has selected are not a legal move."""

from velodrome.core import texts
from velodrome.core.contract import OVER, State, Text
from velodrome.server.game.spec import GameSpec
from velodrome.server.protocol import WEB

MAX_MOVES = 60  # moves whose refusals are compared: up to 60 with exactly the selected pieces, 60 with more
VAGUE_PREFIXES = ("refuse.there.", "refuse.now.")  # keys of general reasons, the most general last


def explain_selection(spec: GameSpec, state: State, viewer: int, picks: list[str]) -> tuple[Text, str]:
    """Return a text that says why the pieces `picks` are not a legal move, and its source: WEB or the game's name."""
    key = refuse_viewer(state, viewer)
    if key:
        return {"key": key}, WEB
    if not picks:
        return {"key": "why.more"}, WEB
    seen = state.seen_by(viewer)
    chosen = frozenset(picks)
    moves = spec.moves_by_picks.get(chosen, [])
    if any([seen.allows(move) for move in moves]):
        return {"key": "why.open"}, WEB
    reasons = [seen.refusal(move) for move in moves[:MAX_MOVES]]
    if all(map(vagueness, reasons)):
        legal = seen.legal()
        larger = moves_needing_more(spec, legal, chosen)
        if not set(legal).isdisjoint(larger):
            return {"key": "why.more"}, WEB
        reasons += [text for text in [seen.picks_refusal(sorted(chosen))] if text]
        reasons += [seen.refusal(move) for move in larger[:MAX_MOVES]]
    if reasons:
        return min(reasons, key=vagueness), spec.game.name
    if len(picks) > 1 and not any(picks[-1] in spec.game.moves[move].picks for move in seen.legal()):
        return explain_selection(spec, state, viewer, picks[-1:])  # no legal move needs the last pick
    prompt = seen.table()["prompt"]
    assert isinstance(prompt, dict)
    return {"key": "why.none", "rule": texts.rule_number(spec.game.name, prompt)}, WEB


def refuse_viewer(state: State, viewer: int) -> str:
    """Return the key of the text that tells a viewer why it is not their turn; "" if the viewer is the actor."""
    if viewer < 0:
        return "refuse.seat"
    if state.actor == OVER:
        return "refuse.over"
    return "" if state.actor == viewer else "refuse.turn"


def vagueness(text: Text) -> int:
    """Return 0 for a reason about exactly this selection; the more general the reason, the higher the number."""
    key = str(text["key"])
    return next((i for i, prefix in enumerate(VAGUE_PREFIXES, 1) if key.startswith(prefix)), 0)


def moves_needing_more(spec: GameSpec, legal: list[int], chosen: frozenset[str]) -> list[int]:
    """Return the moves that need all chosen pieces and at least one more.

    Moves whose missing pieces also occur in legal moves come first.
    """
    larger = [picks for picks in min([spec.picks_with(pick) for pick in chosen], key=len) if chosen < picks]
    if not larger:
        return []
    pickable = {pick for move in legal for pick in spec.game.moves[move].picks}
    larger.sort(key=lambda picks: not pickable.issuperset(picks - chosen))
    return [move for picks in larger for move in spec.moves_by_picks[picks]]
