"""Tests that explanations of tie-breaks name the right seats."""

import pytest

from velodrome.core.tiebreaks import explain_ties


@pytest.mark.parametrize(
    ("ranking", "parted", "seats"),
    [
        ([1, 2, 3], {1: "cans", 2: "cans"}, ["cans 0, 1, 2"]),
        ([1, 2, 2], {1: "cans"}, ["cans 0, 1, 2"]),
        ([1, 1, 3], {2: "cans"}, ["cans 0, 1, 2"]),
        ([3, 1, 3, 1], {0: "cans", 2: "cans"}, ["cans 1, 3, 0, 2"]),
        ([1, 2, 3], {1: "cans", 2: "way"}, ["cans 0, 1", "way 1, 2"]),
        ([1, 2, 3, 4], {1: "cans", 3: "cans"}, ["cans 0, 1", "cans 2, 3"]),
        ([1, 2, 3], {}, []),
        ([1, 1, 1], {}, []),
    ],
)
def test_all_seats_that_share_a_place_are_named(ranking: list[int], parted: dict[int, str], seats: list[str]) -> None:
    """Test that `explain_ties` names each tie-break that was used, with all seats that it separates.

    `parted` maps a seat to the tie-break that ranks it below the seat just ahead of it.
    """
    found = explain_ties(
        ranking, lambda better, worse: parted.get(worse, "") if ranking[better] < ranking[worse] else ""
    )
    assert [f"{str(text['key']).removeprefix('outcome.tie.')} {text['seats']}" for text in found] == seats
