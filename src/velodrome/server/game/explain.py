"""Why what a person has selected cannot be played."""

from velodrome.core import texts
from velodrome.core.contract import OVER, State, Text
from velodrome.server.game.spec import Kind
from velodrome.server.protocol import WEB

MOST = 60  # moves with the same picks, and of those that need more, that are looked at
VAGUE = ("refuse.there.", "refuse.now.")  # reasons that say less, the vaguest last (`State.refusal`)


def why(kind: Kind, state: State, viewer: int, picks: list[str]) -> tuple[Text, str]:
    """The reason, and whose text it is: the page's or the game's."""
    if viewer < 0:
        return {"key": "refuse.seat"}, WEB
    if state.actor == OVER:
        return {"key": "refuse.over"}, WEB
    if state.actor != viewer:
        return {"key": "refuse.turn"}, WEB
    if not picks:
        return {"key": "why.more"}, WEB
    seen = state.seen_by(viewer)
    chosen = frozenset(picks)
    moves = kind.picks.get(chosen, [])
    if any([seen.allows(move) for move in moves]):
        return {"key": "why.open"}, WEB
    found = [seen.refusal(move) for move in moves[:MOST]]
    if all(map(vagueness, found)):
        open_now = seen.legal()
        wider = completions(kind, open_now, chosen)
        if not set(open_now).isdisjoint(wider):
            return {"key": "why.more"}, WEB
        found += [text for text in [seen.picks_refusal(sorted(chosen))] if text]
        found += [seen.refusal(move) for move in wider[:MOST]]
    if found:
        return min(found, key=vagueness), kind.game.name
    prompt = seen.table()["prompt"]
    assert isinstance(prompt, dict)
    return {"key": "why.none", "rule": texts.rule_number(kind.game.name, prompt)}, WEB


def vagueness(text: Text) -> int:
    """0 for a reason that holds for just this, more for those that hold for much else."""
    key = str(text["key"])
    return next((i for i, start in enumerate(VAGUE, 1) if key.startswith(start)), 0)


def completions(kind: Kind, open_now: list[int], chosen: frozenset[str]) -> list[int]:
    """Moves that need more than is chosen, those first whose other picks some open move has."""
    known = kind.picks
    wider = [picks for picks in min([kind.picks_with(pick) for pick in chosen], key=len) if chosen < picks]
    if not wider:
        return []
    lit = {pick for move in open_now for pick in kind.game.moves[move].picks}
    wider.sort(key=lambda picks: not lit.issuperset(picks - chosen))
    return [move for picks in wider for move in known[picks]]
