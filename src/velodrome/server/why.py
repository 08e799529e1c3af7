"""Why what a person has selected cannot be played."""

from velodrome.core import texts
from velodrome.core.contract import OVER, State, Text
from velodrome.server.kinds import Kind
from velodrome.server.messages import WEB

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
    seen = state.seen_by(viewer)
    chosen = frozenset(picks)
    moves = kind.picks.get(chosen, [])
    if any([seen.allows(move) for move in moves]):
        return {"key": "why.open"}, WEB
    found = [seen.refusal(move) for move in moves[:MOST]]
    if all(map(vagueness, found)):
        if any([chosen < set(kind.game.moves[move].picks) for move in seen.legal()]):
            return {"key": "why.more"}, WEB
        found += [text for text in [seen.no_move(sorted(chosen))] if text]
        found += [seen.refusal(move) for move in completions(kind, seen, chosen)]
    if found:
        return min(found, key=vagueness), kind.game.name
    prompt = seen.table()["prompt"]
    assert isinstance(prompt, dict)
    return {"key": "why.none", "rule": texts.rule(kind.game.name, prompt)}, WEB


def vagueness(text: Text) -> int:
    """0 for a reason that holds for just this, more for those that hold for much else."""
    key = str(text["key"])
    return next((i for i, start in enumerate(VAGUE, 1) if key.startswith(start)), 0)


def completions(kind: Kind, seen: State, chosen: frozenset[str]) -> list[int]:
    """Moves that need more than is chosen, those first whose other picks some open move has."""
    moves = kind.game.moves
    open_now = {pick for move in seen.legal() for pick in moves[move].picks}
    found = [move for move in range(kind.game.decisions) if chosen < set(moves[move].picks)]
    found.sort(key=lambda move: not open_now.issuperset(set(moves[move].picks) - chosen))
    return found[:MOST]
