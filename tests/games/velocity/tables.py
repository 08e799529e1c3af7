"""Helpers for VeloCity's tests: `Table` plays moves and checks facts in short texts, `make_track` makes a track."""

from collections.abc import Callable
from typing import Any

from velodrome.core.record import Record, answer_question, read_line
from velodrome.games.velocity.game import VeloCity
from velodrome.games.velocity.rules import VeloCityState

TEAMS = ("blue", "yellow", "red", "green", "black", "white", "gray")  # colours of seats 0, 1, 2 … in the tests


class Table:
    """A game in progress: `do` plays moves such as "0 solo" and "* roll 6", `is_` checks facts such as "actor 1"."""

    def __init__(self, game: VeloCity, start: VeloCityState | None = None) -> None:
        self.game = game
        self.record = Record(game, start)

    @property
    def race(self) -> Any:
        """Return the state, typed as Any because tests index its plain data at any depth."""
        state = self.record.state
        assert isinstance(state, VeloCityState)
        return state

    def do(self, *lines: str) -> "Table":
        """Play moves, given as lines of a record."""
        for line in lines:
            read_line(self.record, line)
        return self

    def is_(self, *facts: str) -> "Table":
        """Check facts about the state. A fact is a text that starts with its name, followed by the expected value.

        Examples: "cans 1 0 0", "reserve 14", "actor 1", "open pay, back".
        """
        for fact in facts:
            name = fact.split(" ", 1)[0]
            assert f"{name} {answer_question(self.race, name)}".strip() == fact
        return self

    def open(self) -> list[str]:
        """Return the texts of the legal moves."""
        return [self.game.text(move) for move in self.race.legal()]


Sit = Callable[..., Table]


def make_track(kinds: str, podium: int = 8, couriers: int = 5, cans: int = 15) -> str:
    """Return the text of a track file.

    `kinds` has one letter for each space, from START to the finish line: r for road, c for can, o for obstacle.
    `podium`, `couriers` and `cans` are the numbers of podium places, of couriers for each seat (with the captain), and
    of cans in the game.
    """
    full = {"r": "road", "c": "can", "o": "obstacle"}
    rows = [f'{{ n = {len(kinds) - i}, kind = "{full[kind]}" }}' for i, kind in enumerate(kinds)]
    setup = [f"[[setup]]\nplayers = {n}\ncouriers = {couriers}\ncans = {cans}" for n in range(3, 8)]
    head = f'format = 1\ngame = "velocity"\nid = "own_1"\nname = "Own"\nlength = {len(kinds)}\npodium = {podium}\n'
    return head + f"spaces = [{', '.join(rows)}]\n" + "\n".join(setup) + "\n"
