"""Helpers that set up and play positions of Velonimo in a short notation for cards.

In this notation, B4 is blue4, H25 is hare25, and J is the jersey.
"""

from typing import Any

from velodrome.games.velonimo.game import Velonimo
from velodrome.games.velonimo.pieces import CARDS
from velodrome.games.velonimo.rules import VelonimoState

LETTERS = dict(zip("BNAGPRY", ["blue", "brown", "gray", "green", "pink", "red", "yellow"], strict=True))


def name(short: str) -> str:
    """Return the full name of a card in short notation."""
    return "jersey" if short == "J" else f"hare{short[1:]}" if short[0] == "H" else LETTERS[short[0]] + short[1:]


def names(shorts: str) -> list[str]:
    """Return the full names of cards in short notation."""
    return [name(short) for short in shorts.split()]


def scene(hands: str, options: dict[str, Any] | None = None, **more: Any) -> VelonimoState:
    """Set up a position from hands in short notation, such as "B5 R5 / H25 / A1 A2".

    `more` sets further keys of the position. Of these, `pile` and `revealed` may be in short notation, too.
    """
    rows = [names(row) for row in hands.split("/")]
    if isinstance(more.get("pile"), str):
        more["pile"] = names(more["pile"])
    if more.get("revealed"):
        more["revealed"] = name(more["revealed"])
    state = Velonimo(len(rows), options).position({"hands": rows, **more})
    assert isinstance(state, VelonimoState)
    return state


def text(short: str) -> str:
    """Translate a move from short notation into its text: write out the card names, and leave all else unchanged."""
    words = short.split()
    is_play = all(w == "J" or (w[0] in "BNAGPRYH" and w[1:].isdecimal()) for w in words)
    if is_play:
        return "+".join(names(short))
    last = words[-1]
    if words[0] in ("give", "stolen", "draw", "reveal", "deal") and last != "?":
        return f"{words[0]} {name(last)}"
    return short


def do(state: VelonimoState, *moves: str) -> VelonimoState:
    """Play moves in short notation on this state, and return the state; fail if a move is not legal."""
    for short in moves:
        move = state.game.parse(text(short))
        assert state.allows(move), f"{short} is not legal: {legal(state)}"
        state.play(move)
    return state


def legal(state: VelonimoState) -> list[str]:
    """Return the texts of the legal moves."""
    return [state.game.text(move) for move in state.legal()]


def can(state: VelonimoState, short: str) -> bool:
    """Return whether a move in short notation is legal."""
    return state.game.parse(text(short)) in state.legal()


def hand(state: VelonimoState, seat: int) -> set[str]:
    """Return the full names of all cards in a seat's hand that the viewer of this state knows."""
    return {CARDS[card] for card in range(55) if state.hands[seat] >> card & 1}


def card_set(shorts: str) -> set[str]:
    """Return cards in short notation as a set of full names, to compare with `hand`."""
    return set(names(shorts))
