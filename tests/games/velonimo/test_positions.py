"""Test reading positions: impossible ones are refused with the reason, and every written state can be read back."""

from typing import Any

import pytest

from velodrome import OVER, Rng, game
from velodrome.core.errors import BadOption, BadPosition
from velodrome.games.velonimo.game import Velonimo

HANDS = [["red2", "red5"], ["blue1"], ["pink7", "hare25"]]
STEAL = {"thief": 0, "victim": 1, "count": 1, "sizes": [2, 1], "taken": ["red2"], "given": ["pink7"], "then": []}


@pytest.mark.parametrize(
    ("description", "reason"),
    [
        ({"hand": HANDS}, '"hand" is not part of a position'),
        ({"hands": HANDS[:2]}, "expected a list of 3"),
        ({"hands": [["red2"], ["red2"], ["blue1"]]}, "a card lies in two hands"),
        ({"hands": [["red8"], ["red2"], ["blue1"]]}, "red8"),
        ({"hands": [["red2", "red2"], ["red3"], ["blue1"]]}, "different cards"),
        ({"hands": HANDS, "stage": 6}, "stage is 6; expected a whole number from 1 to 5"),
        ({"hands": HANDS, "stage": "two"}, 'stage is "two"'),
        ({"hands": HANDS, "actor": 3}, "actor is 3; expected a whole number from 0 to 2"),
        ({"hands": HANDS, "totals": [1, 2]}, "totals is [1, 2]; expected a list of 3"),
        ({"hands": HANDS, "totals": [1, 2, -1]}, "totals[2] is -1"),
        ({"hands": HANDS, "phase": "sprint"}, 'phase is "sprint"'),
        ({"hands": HANDS, "discard": ["red2"]}, "red2 lies in a hand and in the discard"),
        ({"hands": HANDS, "top": "red3", "actor": 1}, "a seat is not asked to beat its own play"),
        ({"hands": HANDS, "top": "red2", "actor": 1, "ahead": 0}, "the play to beat must lie in the discard"),
        ({"hands": HANDS, "top": "pass", "actor": 1, "ahead": 0}, "expected a play"),
        ({"hands": HANDS, "top": 4}, "expected a play"),
        ({"hands": [["red2"], [], []]}, "fewer than two seats hold cards"),
        ({"hands": HANDS, "revealed": "red3"}, "only a duel has a pile and a revealed card"),
        ({"hands": HANDS, "hidden": [0, 1, 0]}, "only a position with a viewer has hidden cards"),
        ({"hands": HANDS, "viewer": 9}, "viewer is 9"),
        ({"hands": HANDS, "steals": ["red2"]}, "expected a table"),
        ({"hands": HANDS, "steals": [{"thief": 0}]}, "then is missing; expected a list"),
        ({"hands": HANDS, "phase": "give", "victim": 1}, "one under way"),
        ({"hands": HANDS, "phase": "steal", "leaders": 9}, "leaders is 9"),
        ({"hands": HANDS, "jersey_used": 1}, "true or false"),
        ({"hands": HANDS, "phase": "take", "actor": 0, "victim": 1}, "chance acts"),
        (
            {"hands": HANDS, "discard": [], "phase": "take", "victim": 1, "to_take": 2, "steals": [STEAL]},
            "fewer cards than are to be",
        ),
        (
            {"hands": HANDS, "discard": [], "phase": "give", "victim": 1, "due": 3, "steals": [STEAL]},
            "one under way",
        ),
        ({"hands": HANDS, "steals": [STEAL]}, "must list who played what"),
        ({"hands": HANDS, "discard": [], "steals": [STEAL]}, "the steals do not lead to these hands"),
        ({"hands": HANDS, "phase": "reveal"}, "only a duel has the phase reveal"),
        ({"hands": HANDS, "totals": [1, 0, 0], "gained": [2, 0, 0]}, "gained more than the total"),
        ({"hands": HANDS, "totals": [50, 0, 0]}, "no more than 3 points"),
        ({"hands": HANDS, "jersey": 0}, "nobody has the jersey in the first round"),
        ({"hands": HANDS, "stage": 2, "jersey_used": True}, "cannot have been used"),
        ({"hands": HANDS, "stage": 2, "top": "red3+jersey", "actor": 1, "ahead": 0}, "only its owner plays the jersey"),
        ({"hands": HANDS, "phase": "steal", "top": "red3", "leaders": 2}, "counts the tortoises"),
        ({"hands": [[], ["blue1"], ["pink7"]], "phase": "next", "top": "red3"}, "has no play to beat"),
        ({"hands": HANDS, "phase": "over"}, "there are rounds to come"),
        ({"hands": HANDS, "stage": 5, "phase": "over"}, "several seats are still racing"),
        ({"hands": HANDS, "discard": [], "viewer": 0, "hidden": [1, 0, 0]}, "a viewer knows its own hand"),
        ({"hands": HANDS, "viewer": 0}, "knows only cards in other hands"),
        ({"hands": HANDS, "discard": [], "steals": [STEAL | {"victim": 0}]}, "a seat cannot steal from itself"),
        ({"phase": "deal", "discard": ["red2"]}, "nothing is discarded before"),
        ({"hands": HANDS, "phase": "deal"}, "eleven cards to seat 0"),
        ({"hands": HANDS, "phase": "first"}, "nobody has cards"),
        ({"hands": HANDS, "played": [["red2"], [], []]}, "what was played lies in the discard"),
        ({"hands": HANDS, "phase": "next"}, "still races"),
        (
            {"hands": HANDS, "steals": [{"reward": "red3", "to": 7, "then": []}]},
            "to is 7; expected",
        ),
    ],
)
def test_vn05_an_impossible_position_is_refused_with_the_reason(description: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition) as refused:
        Velonimo(3).position(description)
    assert reason in str(refused.value)


def test_vn06_a_position_of_five_seats_with_cards_set_aside_is_refused() -> None:
    with pytest.raises(BadPosition, match="five seats"):
        Velonimo(5).position({"hands": [["red1"], ["red2"], ["red3"], ["red4"], ["red5"]], "discard": []})


@pytest.mark.parametrize(
    ("description", "reason"),
    [
        ({"hands": [["red1"], ["red2"]], "phase": "reveal", "ahead": 0}, "the pile is empty"),
        ({"hands": [["red1"], ["red2"]], "phase": "reveal", "pile": ["red3"], "revealed": "red4"}, "revealed already"),
        ({"hands": [["red1"], ["red2"]], "phase": "draw", "top": "blue2", "pile": ["red3"], "due": 2}, "fewer cards"),
        ({"hands": [["red1"], ["red2"]], "phase": "draw", "top": "blue3", "pile": ["red3"]}, "only the camels"),
        ({"hands": [["red1"], ["red2"]], "stage": 4, "totals": [9, 0]}, "the duel is won"),
        ({"hands": [["red1"], ["red2"]], "phase": "reward"}, "no card is revealed"),
    ],
)
def test_vn53_vn51_an_impossible_duel_position_is_refused(description: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        Velonimo(2).position(description)


def test_vn22_a_steal_position_counts_the_tortoises_of_the_last_play_by_default() -> None:
    race = Velonimo(3).position({"hands": HANDS, "phase": "steal", "top": "red1+green1", "actor": 0})
    assert race.write()["leaders"] == 2


def test_vn06_a_pile_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(BadPosition, match="the pile is not what is left"):
        Velonimo(2).position({"hands": [["red1"], ["red2"]], "discard": [], "pile": 3})


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"edition": "de"}, "edition is de; expected one of en, fr, bga"),
        ({"difficulties": (1, 0)}, "difficulties is 1 0"),
        ({"difficulties": ()}, "difficulties"),
        ({"difficulties": tuple([1] * 31)}, "at most 30"),
        ({"first_starter": 3}, "random or a seat from 0 to 2"),
        ({"leader_steal": "maybe"}, "leader_steal is maybe"),
        ({"speed": 3}, "velonimo has no option speed"),
    ],
)
def test_vn04_bad_options_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadOption) as refused:
        game("velonimo", 3, **options)
    assert reason in str(refused.value)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_vn61_every_state_and_view_of_a_game_reads_back(seats: int) -> None:
    for seed in range(6):
        table = Velonimo(seats, {"difficulties": (1, 2)})
        state = table.start()
        rng = Rng(seed)
        while state.actor != OVER:
            assert table.position(state.write()).key() == state.key()
            if rng.below(4) == 0:
                for viewer in (*range(seats), -3):
                    view = state.seen_by(viewer)
                    assert table.position(view.write()).key() == view.key()
            state.play(state.pick(rng) if state.actor >= 0 else state.draw(rng))
        assert table.position(state.write()).key() == state.key()


def test_a_dealing_position_with_full_hands_is_refused() -> None:
    hands = [[f"{colour}{n}" for colour in ("blue", "red") for n in range(1, 7)][:11], []]
    with pytest.raises(BadPosition, match="given already"):
        game("velonimo", 2).position({"viewer": 0, "phase": "deal", "hands": hands, "hidden": [0, 11]})
