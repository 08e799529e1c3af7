"""Short words for setting up positions and playing lines.

States are Any, because tests look into their plain data at any depth.
"""

from collections.abc import Mapping
from typing import Any

from velodrome.core.contract import Value
from velodrome.games.velvet.game import Velvet

TRUTHS = ("answer", "show")  # phases in which the owner only tells the truth


def table(
    k0: str = "",
    k1: str = "",
    i0: str = "",
    i1: str = "",
    *,
    options: Mapping[str, Value] | None = None,
    **more: object,
) -> Any:
    """A position by its kingdoms and invaders, front first; cards that are not listed are discarded.

    A kingdom that is not given is a bear before the threads, or a horse if the bear is invading.
    """
    kingdoms = [k or ("horse threads" if "bear" in i else "bear threads") for k, i in ((k0, i0), (k1, i1))]
    description = {"kingdoms": [k.split() for k in kingdoms], "invaders": [i0.split(), i1.split()], **more}
    return Velvet(2, dict(options or {})).position(description)


def run(state: Any, *texts: str) -> Any:
    """Play these moves, each checked; the owner tells the truth by itself."""
    for text in texts:
        move = state.game.parse(text)
        assert state.allows(move), f"{text}: {open_moves(state)}"
        state.play(move)
        while state.write()["phase"] in TRUTHS:
            state.play(state.nth(0))
    return state


def open_moves(state: Any, word: str = "") -> list[str]:
    """The legal moves that begin with a word."""
    return [text for text in map(state.game.text, state.legal()) if text.startswith(word)]


def home(state: Any, seat: int) -> str:
    """A kingdom as the rules' tables write it: known and unknown hidden cards look the same."""
    return " ".join(state.write()["kingdoms"][seat]).replace("(", "").replace(")", "")


def invaders(state: Any, seat: int) -> str:
    return " ".join(state.write()["invaders"][seat])


def discarded(before: Any, after: Any, seat: int) -> str:
    """What a seat has lost between two states."""
    lost = list(after.write()["discards"][seat])
    for card in before.write()["discards"][seat]:
        lost.remove(card)
    return " ".join(lost)


def phase(state: Any) -> str:
    return str(state.write()["phase"])
