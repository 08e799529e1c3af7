"""What the laws must be told of each game: how its seats turn, what is conserved, how long it may last."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from velodrome.core.contract import Data, Game, State


def numbers(game: Game) -> list[str]:
    return [str(seat) for seat in range(game.seats)]


class Facts(NamedTuple):
    """One game, in the words of its `write`."""

    by_seat: tuple[str, ...]  # lists with an entry for each seat
    seats: tuple[str, ...]  # entries that name a seat, and lists of seats
    set_up: tuple[str, ...]  # phases in which the seats are not yet alike
    kept: Callable[[Data, int], object]  # the same throughout a game, once it is set up
    longest: Callable[[int], int]  # decisions of a game with default options, for so many seats
    names: Callable[[Game], list[str]] = numbers  # in texts of moves
    named: str = r"$^"  # where a text of a move names a seat
    even: Callable[[Game], bool] = lambda game: True  # whether the options favour no seat number


# ---------------------------------------------------------------- Velonimo


def velonimo_cards(data: Any, seats: int) -> object:
    """Every card is in one place: dealt to a hand and perhaps played, or in the duel's pile."""
    cards = [*[card for hand in data["hands"] for card in hand], *data["discard"]]
    assert max(Counter(cards).values()) == 1
    assert sorted(card for row in data["played"] for card in row) == sorted(data["discard"])
    return len(cards) + (data["pile"] + (data["revealed"] is not None) if seats == 2 else 0)


def velonimo_even(game: Game) -> bool:
    tie = game.options["starter_tie"]
    return tie != "seat_order" and (tie != "edition" or game.options["edition"] != "bga")


VELONIMO = Facts(
    by_seat=("hands", "hidden", "played", "totals", "gained"),
    seats=("actor", "ahead", "jersey", "victim", "thief", "to"),
    set_up=("first", "deal", "over"),
    kept=velonimo_cards,
    longest=lambda seats: {2: 775, 3: 555, 4: 940, 5: 1435}[seats],
    named=r"(?<=^next |from |ward )\d$",
    even=velonimo_even,
)


# ---------------------------------------------------------------- VeloCity


def velocity_pieces(data: Any, seats: int) -> object:
    """Cans and couriers; those of a courier on the podium count."""
    couriers = [len(row) + data["podium"].count(seat) for seat, row in enumerate(data["couriers"])]
    return data["reserve"] + sum(data["cans"]), couriers


def velocity_colours(game: Game) -> list[str]:
    colours: Any = game.options["colours"]
    return list(colours[: game.seats])


VELOCITY = Facts(
    by_seat=("couriers", "cans", "arrived"),
    seats=("active", "first", "actor", "podium"),
    set_up=("first",),
    kept=velocity_pieces,
    longest=lambda seats: 3000,
    names=velocity_colours,
    named=r"(?<= )[a-z]+$",
)


# ---------------------------------------------------------------- Arc en Ciel


def arcenciel_pieces(data: Any, seats: int) -> object:
    """Domestiques by team, and the chance cards by kind."""
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
    kept=arcenciel_pieces,
    longest=lambda seats: 4000,
)


# ---------------------------------------------------------------- Velvet


def velvet_cards(data: Any, seats: int) -> object:
    """Each seat's seventeen cards, wherever they are."""
    rows = zip(data["kingdoms"], data["invaders"], data["discards"], strict=True)
    return [sorted(card.strip("*()") for part in row for card in part) for row in rows]


VELVET = Facts(
    by_seat=("kingdoms", "invaders", "discards", "clues", "hands", "blocked"),
    seats=("active", "winner"),
    set_up=("first", "arrange"),
    kept=velvet_cards,
    longest=lambda seats: 9000,
)

FACTS = {"velonimo": VELONIMO, "velocity": VELOCITY, "arcenciel": ARCENCIEL, "velvet": VELVET}


# ---------------------------------------------------------------- turning the seats


def rotated(state: State, by: int) -> State:
    """The same position with every seat so many places further."""
    facts = FACTS[state.game.name]
    names = dict(zip(facts.names(state.game), turned(facts.names(state.game), -by), strict=True))
    return state.game.position(rotated_data(state.write(), facts, names, state.game.seats, by))


def rotated_data(data: Data, facts: Facts, names: dict[str, str], seats: int, by: int) -> Data:
    """A description with its seats so many places further, tables within it included."""

    def further(value: Any) -> Any:
        if isinstance(value, list):
            return [further(each) for each in value]
        return (value + by) % seats if isinstance(value, int) else value

    found: Data = {}
    for key, value in data.items():
        if key in facts.by_seat and isinstance(value, list):
            found[key] = turned(value, by)
        elif key in (*facts.seats, "viewer"):
            found[key] = further(value)
        elif isinstance(value, dict):
            found[key] = {names.get(k, k): v for k, v in rotated_data(value, facts, names, seats, by).items()}
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            found[key] = [rotated_data(each, facts, names, seats, by) for each in value]
        else:
            found[key] = value
    return found


def turned(row: list[Any], by: int) -> list[Any]:
    """A list by seat, each entry so many places further."""
    return [row[(i - by) % len(row)] for i in range(len(row))]


def renamed(game: Game, move: int, by: int) -> int:
    """The same move at the table with every seat so many places further."""
    facts = FACTS[game.name]
    names = dict(zip(facts.names(game), turned(facts.names(game), -by), strict=True))
    return game.parse(re.sub(facts.named, lambda found: names.get(found[0], found[0]), game.text(move)))
