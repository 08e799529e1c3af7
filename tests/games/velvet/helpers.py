"""Helpers that set up positions, play moves and inspect states.

States are typed as Any because tests index their plain data at any depth.
"""

from collections.abc import Mapping
from typing import Any

from velodrome.core.contract import Value
from velodrome.games.velvet.game import Velvet

TRUTHS = ("answer", "show")  # VV-42: phases in which the only legal move tells the truth


def table(
    k0: str = "",
    k1: str = "",
    i0: str = "",
    i1: str = "",
    *,
    options: Mapping[str, Value] | None = None,
    **more: object,
) -> Any:
    """Set up a position from the kingdoms (`k0`, `k1`, front first) and invaders (`i0`, `i1`) of seats 0 and 1.

    A seat's default kingdom is "bear threads", or "horse threads" if its bear is an invader. `more` sets further keys
    of the position. By default, all other cards are discarded.
    """
    kingdoms = [k or ("horse threads" if "bear" in i else "bear threads") for k, i in ((k0, i0), (k1, i1))]
    description = {"kingdoms": [k.split() for k in kingdoms], "invaders": [i0.split(), i1.split()], **more}
    return Velvet(2, dict(options or {})).position(description)


def run(state: Any, *texts: str) -> Any:
    """Play moves on this state and return it; fail if one is illegal.

    In the phases TRUTHS, play the only legal move, so that callers do not have to list it.
    """
    for text in texts:
        move = state.game.parse(text)
        assert state.allows(move), f"{text}: {open_moves(state)}"
        state.play(move)
        while state.write()["phase"] in TRUTHS:
            state.play(state.nth(0))
    return state


def open_moves(state: Any, word: str = "") -> list[str]:
    """Return the texts of the legal moves that start with `word`."""
    return [text for text in map(state.game.text, state.legal()) if text.startswith(word)]


def home(state: Any, seat: int) -> str:
    """Return a seat's kingdom as text, without the round brackets of cards that are hidden but known to both seats."""
    return " ".join(state.write()["kingdoms"][seat]).replace("(", "").replace(")", "")


def invaders(state: Any, seat: int) -> str:
    """Return the invaders of a seat as text."""
    return " ".join(state.write()["invaders"][seat])


def discarded(before: Any, after: Any, seat: int) -> str:
    """Return the cards that a seat discarded between two states."""
    lost = list(after.write()["discards"][seat])
    for card in before.write()["discards"][seat]:
        lost.remove(card)
    return " ".join(lost)


def phase(state: Any) -> str:
    return str(state.write()["phase"])
