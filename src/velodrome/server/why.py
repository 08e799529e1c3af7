"""Why what a person has selected cannot be played."""

from velodrome.core import texts
from velodrome.core.contract import OVER, State, Text
from velodrome.server.kinds import Kind
from velodrome.server.messages import WEB

MOST = 40  # moves with the same picks that are looked at


def why(kind: Kind, state: State, viewer: int, picks: list[str]) -> tuple[Text, str]:
    """The reason, and whose text it is: the page's or the game's."""
    if viewer < 0:
        return {"key": "refuse.seat"}, WEB
    if state.actor == OVER:
        return {"key": "refuse.over"}, WEB
    if state.actor != viewer:
        return {"key": "refuse.turn"}, WEB
    seen = state.seen_by(viewer)
    moves = kind.picks.get(frozenset(picks), [])[:MOST]
    if any(seen.allows(move) for move in moves):
        return {"key": "why.open"}, WEB
    if moves:
        # the one that says most: "24 must be exceeded" rather than "not now"
        return max((seen.refusal(move) for move in moves), key=len), kind.game.name
    prompt = seen.table()["prompt"]
    assert isinstance(prompt, dict)
    return {"key": "why.none", "rule": texts.rule(kind.game.name, prompt)}, WEB
