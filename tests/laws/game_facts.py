"""Facts about each game that the tests of laws need.

They say how to rotate the seats, which cards and pieces are conserved, and how long a game lasts at most.
"""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from velodrome.core.contract import Data, Game, State


def seat_numbers(game: Game) -> list[str]:
    return [str(seat) for seat in range(game.seats)]


class Facts(NamedTuple):
    """Facts about one game. Here, keys and phases are those in the data that the game's `State.write` returns."""

    by_seat: tuple[str, ...]  # keys of lists with one item per seat
    seats: tuple[str, ...]  # keys whose value is a seat number or a list of them
    set_up: tuple[str, ...]  # phases of the set-up, in which rotating the seats is not yet possible
    conserved: Callable[[Data, int], object]  # gets `State.write()` and seat count; its result is constant after set-up
    max_decisions: Callable[[int], int]  # gets the seat count; returns the maximum with default options
    seat_names: Callable[[Game], list[str]] = seat_numbers  # how the texts of moves name each seat
    seat_pattern: str = r"$^"  # regular expression for a seat's name within the text of a move
    is_symmetric: Callable[[Game], bool] = lambda game: True  # whether the options treat all seat numbers alike


# ---------------------------------------------------------------- Velonimo


def velonimo_cards(data: Any, seats: int) -> object:
    """Check that every card is in exactly one place; return the number of cards."""
    cards = [*[card for hand in data["hands"] for card in hand], *data["discard"]]
    assert max(Counter(cards).values()) == 1
    assert sorted(card for row in data["played"] for card in row) == sorted(data["discard"])
    return len(cards) + (data["pile"] + (data["revealed"] is not None) if seats == 2 else 0)


def velonimo_is_symmetric(game: Game) -> bool:
    """Return whether the options treat all seats alike.

    They do not if the seat number decides who leads a round when several seats tie for it.
    """
    tie = game.options["starter_tie"]
    return tie != "seat_order" and (tie != "edition" or game.options["edition"] != "bga")


VELONIMO = Facts(
    by_seat=("hands", "hidden", "played", "totals", "gained"),
    seats=("actor", "ahead", "jersey", "victim", "thief", "to"),
    set_up=("first", "deal", "over"),
    conserved=velonimo_cards,
    max_decisions=lambda seats: {2: 775, 3: 555, 4: 940, 5: 1435}[seats],
    seat_pattern=r"(?<=^next |from |ward )\d$",
    is_symmetric=velonimo_is_symmetric,
)


# ---------------------------------------------------------------- VeloCity


def velocity_pieces(data: Any, seats: int) -> object:
    """Return (number of cans in the game, list with each seat's number of couriers on the track and the podium)."""
    couriers = [len(row) + data["podium"].count(seat) for seat, row in enumerate(data["couriers"])]
    return data["reserve"] + sum(data["cans"]), couriers


def velocity_colours(game: Game) -> list[str]:
    colours: Any = game.options["colours"]
    return list(colours[: game.seats])


VELOCITY = Facts(
    by_seat=("couriers", "cans", "arrived"),
    seats=("active", "first", "actor", "podium"),
    set_up=("first",),
    conserved=velocity_pieces,
    max_decisions=lambda seats: 3000,
    seat_names=velocity_colours,
    seat_pattern=r"(?<= )[a-z]+$",
)


# ---------------------------------------------------------------- Arc en Ciel


def arcenciel_pieces(data: Any, seats: int) -> object:
    """Return how many domestiques each team has, and how many chance cards of each kind exist.

    Also check that no two domestiques share a square, and that energy is within its bounds.
    """
    teams = zip(data["hand"], data["placed"], data["retired"], strict=True)
    domestiques = [hand + len(placed) + retired for hand, placed, retired in teams]
    squares = [square for placed in data["placed"] for square in placed]
    assert len(squares) == len(set(squares)), "two domestiques share a square"
    assert all(0 <= energy <= 60 for energy in data["energy"])
    return domestiques, Counter(data["deck"]) + Counter(data["discard"]) + Counter(data["no_feeding"])


ARCENCIEL = Facts(
    by_seat=("energy", "hand", "placed", "retired", "rainbow", "green", "double", "triple", "points"),
    seats=("actor", "breakaway", "thrower", "high_bidder", "winner", "pack"),
    set_up=("lineup",),
    conserved=arcenciel_pieces,
    max_decisions=lambda seats: 4000,
)


# ---------------------------------------------------------------- Velvet


def velvet_cards(data: Any, seats: int) -> object:
    """Return the seventeen cards of each seat in alphabetical order, no matter where on the table they are."""
    rows = zip(data["kingdoms"], data["invaders"], data["discards"], strict=True)
    return [sorted(card.strip("*()") for part in row for card in part) for row in rows]


VELVET = Facts(
    by_seat=("kingdoms", "invaders", "discards", "clues", "hands", "blocked"),
    seats=("active", "winner"),
    set_up=("first", "arrange"),
    conserved=velvet_cards,
    max_decisions=lambda seats: 9000,
)

FACTS = {"velonimo": VELONIMO, "velocity": VELOCITY, "arcenciel": ARCENCIEL, "velvet": VELVET}


# ---------------------------------------------------------------- rotating the seats


def rotate_state(state: State, by: int) -> State:
    """Return the same position with every seat number increased by `by`, modulo the number of seats."""
    facts = FACTS[state.game.name]
    names = dict(zip(facts.seat_names(state.game), rotate_list(facts.seat_names(state.game), -by), strict=True))
    return state.game.position(rotate_data(state.write(), facts, names, state.game.seats, by))


def rotate_data(data: Data, facts: Facts, names: dict[str, str], seats: int, by: int) -> Data:
    """Return the data of `State.write` with every seat number increased by `by`, modulo `seats`, at any depth.

    `names` maps the name of each seat, as it occurs in keys, to its new name.
    """

    def rotate_seats(value: Any) -> Any:
        if isinstance(value, list):
            return [rotate_seats(each) for each in value]
        return (value + by) % seats if isinstance(value, int) else value

    rotated: Data = {}
    for key, value in data.items():
        if key in facts.by_seat and isinstance(value, list):
            rotated[key] = rotate_list(value, by)
        elif key in (*facts.seats, "viewer"):
            rotated[key] = rotate_seats(value)
        elif isinstance(value, dict):
            rotated[key] = {names.get(k, k): v for k, v in rotate_data(value, facts, names, seats, by).items()}
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            rotated[key] = [rotate_data(each, facts, names, seats, by) for each in value]
        else:
            rotated[key] = value
    return rotated


def rotate_list(row: list[Any], by: int) -> list[Any]:
    """Return a list with each item moved `by` positions towards the end, wrapping around."""
    return [row[(i - by) % len(row)] for i in range(len(row))]


def rotate_move(game: Game, move: int, by: int) -> int:
    """Return the move that corresponds to `move` in a state that `rotate_state` has rotated by `by` seats."""
    facts = FACTS[game.name]
    names = dict(zip(facts.seat_names(game), rotate_list(facts.seat_names(game), -by), strict=True))
    return game.parse(re.sub(facts.seat_pattern, lambda found: names.get(found[0], found[0]), game.text(move)))
