"""Tests that a player's screen shows neither another player's hand nor a move that is hidden from the player."""

import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests.cli.command_line import play_arguments
from tests.cli.person import Person, any_number

from velodrome.core.contract import CHANCE, ONLOOKER, OVER, State
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.games import GAMES, game
from velodrome.terminal import replay, saves
from velodrome.terminal.draw import DrawingView, make_drawing
from velodrome.terminal.play import play

COLOURS = ["blue", "brown", "gray", "green", "pink", "red", "yellow", "hare"]
SHOWN_CARDS = re.compile(rf"\b({'|'.join(COLOURS)})((?:(?: {{0,2}}|   )(?:[1-7]|[2-5][05])\b)+)")


def drawn(state: State, language: str = "en") -> str:
    """Return the drawing of a view as text."""
    console = Console(file=StringIO(), width=80)
    names = [f"player {seat}" for seat in range(state.game.seats)]
    console.print(make_drawing(DrawingView.of(state, names, language)).draw())
    file = console.file
    assert isinstance(file, StringIO)
    return file.getvalue()


def finished(name: str, seed: int) -> Record:
    rng, record = Rng(seed), Record(game(name, GAMES[name].seats[0] + (name == "velonimo")))
    while record.state.actor != OVER:
        record.play(record.state.draw(rng) if record.state.actor == CHANCE else record.state.pick(rng))
    return record


@pytest.mark.parametrize("name", GAMES)
def test_states_that_a_seat_cannot_distinguish_look_the_same(name: str) -> None:
    record, rng = finished(name, 1), Rng(2)
    for ply, state in enumerate(record.states()):
        if ply % 23 == 0:
            for viewer in [*range(record.game.seats), ONLOOKER]:
                seen = state.seen_by(viewer)
                assert drawn(seen) == drawn(seen.guess(rng).seen_by(viewer))


@pytest.mark.parametrize("name", GAMES)
def test_a_replay_as_a_seat_equals_a_replay_of_that_seats_record(name: str, tmp_path: Path) -> None:
    record = finished(name, 4)
    (tmp_path / "full.txt").write_text(record.write(), "utf-8")
    for viewer in (0, 1, ONLOOKER):
        eyes = "onlooker" if viewer == ONLOOKER else str(viewer)
        (tmp_path / "own.txt").write_text(record.seen_by(viewer).write(), "utf-8")
        full, own = Person([]), Person([])
        assert replay.show_replay(tmp_path / "full.txt", eyes, True, full) == 0
        assert replay.show_replay(tmp_path / "own.txt", "", True, own) == 0
        assert full.text == own.text


class Neighbour(Person):
    """Scripted person who checks that the screen never shows a card that the player at the screen must not see."""

    def __init__(self, path: Path, people: list[str]) -> None:
        super().__init__(any_number(9, 200))
        self.path = path
        self.people = people
        self.looked = 0
        self.curtains: list[str] = []

    def wipe(self) -> None:
        super().wipe()
        self.looked = len(self.text)

    def type(self, prompt: str) -> str:
        name = prompt.removesuffix(" > ")
        shown = self.text[self.looked :]
        if name in self.people:
            self.check(shown, saves.read_save(self.path).record, self.people.index(name))
        elif prompt == self.say("play.enter") and "Pass the device" in shown:
            self.curtains.append(shown)
            assert not SHOWN_CARDS.search(shown)
        return super().type(prompt)

    def check(self, shown: str, record: Record, seat: int) -> None:
        view = DrawingView.of(record.state.seen_by(seat), self.people, "en")
        allowed = {piece["id"] for zone in view.zones for piece in zone["pieces"]}
        allowed |= set(re.findall(r"\w+\d+", " ".join(record.heard(seat))))
        for colour, numbers in SHOWN_CARDS.findall(shown):
            for number in numbers.split():
                assert f"{colour}{number}" in allowed, f"{colour}{number} is shown to seat {seat}:\n{shown}"


def test_hands_are_hidden_between_people_at_one_screen(tmp_path: Path) -> None:
    people = ["Anna", "Ben", "Cleo"]
    neighbour = Neighbour(tmp_path / "game.txt", people)
    play(play_arguments("velonimo", seats=",".join(people), file=str(tmp_path / "game.txt"), seed=3), neighbour)
    assert len(neighbour.curtains) > 20
    assert {name for name in people for curtain in neighbour.curtains if name in curtain} == set(people)


def test_the_log_shows_only_what_the_seat_saw(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    person = Person(["1", "1", "1", "log"])
    play(play_arguments("velonimo", file=str(file)), person)
    record = saves.read_save(file).record
    heard = set(re.findall(r"\w+\d+", " ".join(record.heard(0))))
    for colour, numbers in SHOWN_CARDS.findall(person.text):
        assert {f"{colour}{number}" for number in numbers.split()} <= heard


def test_a_game_without_a_given_seed_is_saved_without_one(tmp_path: Path) -> None:
    play(play_arguments("velonimo", file=str(tmp_path / "a"), seed=None), Person(["1"]))
    assert "seed" not in (tmp_path / "a").read_text("utf-8")
