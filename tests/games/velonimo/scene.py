"""Positions and moves in the short notation of the acceptance tables: B4 is blue4, H25 is hare25, J the jersey."""

from typing import Any

from velodrome.games.velonimo.game import Velonimo
from velodrome.games.velonimo.pieces import CARDS
from velodrome.games.velonimo.rules import VelonimoState

LETTERS = dict(zip("BNAGPRY", ["blue", "brown", "gray", "green", "pink", "red", "yellow"], strict=True))


def name(short: str) -> str:
    return "jersey" if short == "J" else f"hare{short[1:]}" if short[0] == "H" else LETTERS[short[0]] + short[1:]


def names(shorts: str) -> list[str]:
    return [name(short) for short in shorts.split()]


def scene(hands: str, options: dict[str, Any] | None = None, **more: Any) -> VelonimoState:
    """A position: "B5 R5 / H25 / A1 A2", one hand a seat; what is not said has the spec's defaults."""
    rows = [names(row) for row in hands.split("/")]
    if isinstance(more.get("pile"), str):
        more["pile"] = names(more["pile"])
    if more.get("revealed"):
        more["revealed"] = name(more["revealed"])
    state = Velonimo(len(rows), options).position({"hands": rows, **more})
    assert isinstance(state, VelonimoState)
    return state


def text(short: str) -> str:
    """A move's text: cards in the short notation, everything else as it is."""
    words = short.split()
    is_play = all(w == "J" or (w[0] in "BNAGPRYH" and w[1:].isdecimal()) for w in words)
    if is_play:
        return "+".join(names(short))
    last = words[-1]
    if words[0] in ("give", "stolen", "draw", "reveal", "deal") and last != "?":
        return f"{words[0]} {name(last)}"
    return short


def do(state: VelonimoState, *moves: str) -> VelonimoState:
    """Play moves, each of which must be allowed."""
    for short in moves:
        move = state.game.parse(text(short))
        assert state.allows(move), f"{short} is not open: {legal(state)}"
        state.play(move)
    return state


def legal(state: VelonimoState) -> list[str]:
    return [state.game.text(move) for move in state.legal()]


def can(state: VelonimoState, short: str) -> bool:
    return state.game.parse(text(short)) in state.legal()


def hand(state: VelonimoState, seat: int) -> set[str]:
    return {CARDS[card] for card in range(55) if state.hands[seat] >> card & 1}


def held(shorts: str) -> set[str]:
    return set(names(shorts))
