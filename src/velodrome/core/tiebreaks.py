"""Explanations of tie-breaks: why seats with equal scores have different places."""

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from velodrome.core.contract import Text

TIE_KEY_PREFIX: Final = "outcome.tie."  # start of the keys of texts about tie-breaks


def explain_ties(ranking: list[int], why: Callable[[int, int], str]) -> list[Text]:
    """Return a text for each tie-break that decided between seats with equal scores; the text names these seats.

    `ranking` has the place of each seat. `why(better, worse)` returns the name of the tie-break that ranks one seat
    ahead of another, or "" if their scores differ.

    >>> explain_ties([1, 4, 2, 2], lambda better, worse: "cans" if worse != 1 else "")
    [{'key': 'outcome.tie.cans', 'seats': '0, 2, 3'}]
    """
    places = [[seat for seat, at in enumerate(ranking) if at == place] for place in sorted(set(ranking))]
    found: list[Text] = []
    run: list[int] = []
    last = ""
    for better, worse in pairwise(places):
        reason = why(better[0], worse[0])
        if reason:
            run = [*run, *worse] if reason == last else [*better, *worse]
            text: Text = {"key": TIE_KEY_PREFIX + reason, "seats": ", ".join(map(str, run))}
            found = [*found[:-1], text] if reason == last else [*found, text]
        last = reason
    return found
