"""Why seats with equal scores are ranked apart."""

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from velodrome.core.contract import Text

TIE: Final = "outcome.tie."  # how the keys of these texts begin, for screens that set them apart


def ties(ranking: list[int], why: Callable[[int, int], str]) -> list[Text]:
    """A text for each run of neighbours in the ranking whom the same tie-break parts.

    `why(better, worse)` is the tie-break between two seats, "" if their scores or nothing parts them.

    >>> ties([1, 4, 2, 3], lambda better, worse: "cans" if worse != 1 else "")
    [{'key': 'outcome.tie.cans', 'seats': '0, 2, 3'}]
    """
    order = sorted(range(len(ranking)), key=lambda seat: ranking[seat])
    found: list[Text] = []
    last = ""
    for better, worse in pairwise(order):
        reason = why(better, worse)
        if reason and reason == last:
            found[-1]["seats"] = f"{found[-1]['seats']}, {worse}"
        elif reason:
            found.append({"key": TIE + reason, "seats": f"{better}, {worse}"})
        last = reason
    return found
