"""Tests of hints: they are for the seat whose turn it is, use only what it sees, and give reasons in every language."""

import json
from pathlib import Path

import pytest
from tests.cli.command_line import play_arguments
from tests.cli.person import Person

from velodrome.bots.heuristic_bot import make_heuristic
from velodrome.bots.hints import NoHint, find_hints
from velodrome.bots.search_bot import Budget, make_search
from velodrome.cli import main
from velodrome.core import texts
from velodrome.core.contract import CHANCE, OVER
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.games import GAMES, game
from velodrome.terminal.play import play

LITTLE = Budget(60)


def start_game(name: str, seats: int, seed: int, moves: int = 150) -> Record:
    """Play at least `moves` random moves, until a seat has several legal moves; return the record."""
    rng, record = Rng(seed), Record(game(name, seats))
    while len(record.moves) < moves or record.state.count() < 2:
        state = record.state
        record.play(state.draw(rng) if state.actor == CHANCE else state.pick(rng))
    return record


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    (tmp_path / "game.txt").write_text(start_game("velonimo", 3, 1, 60).write(), "utf-8")
    return tmp_path / "game.txt"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_hints_are_ordered_by_outlook_and_the_first_is_what_search_plays(name: str, seed: int) -> None:
    state = start_game(name, GAMES[name].seats[seed % len(GAMES[name].seats)], seed).state
    found = find_hints(state, LITTLE, Rng(1))
    assert {hint.move for hint in found} <= set(state.legal())
    assert found[0].move == make_search(state.game).think(state.seen_by(state.actor), LITTLE.simulations, 0.0, Rng(1))
    assert [hint.outlook for hint in found] == sorted((hint.outlook for hint in found), reverse=True)
    assert all(0 <= hint.outlook <= 1 for hint in found)
    assert all(1 <= hint.expected_place(state.game.seats) <= state.game.seats for hint in found)


@pytest.mark.parametrize("name", GAMES)
def test_every_reason_has_a_sentence_in_every_language(name: str) -> None:
    for hint in find_hints(start_game(name, GAMES[name].seats[0], 4).state, LITTLE, Rng(1)):
        for language in texts.LANGUAGES:
            assert all(texts.say(name, reason, language) for reason in hint.reasons)
        assert hint.reasons or hint.unproven


@pytest.mark.parametrize("name", GAMES)
def test_no_reason_speaks_against_the_recommended_move(name: str) -> None:
    heuristic = make_heuristic(game(name, GAMES[name].seats[0]))
    listed = 0
    for seed in range(30):
        state = start_game(name, heuristic.game.seats, seed, 2 * seed).state
        first, *others = find_hints(state, LITTLE, Rng(1))
        assert heuristic.against.isdisjoint(reason["key"] for reason in first.reasons)
        assert first.reasons or first.unproven
        listed += sum(reason["key"] in heuristic.against for hint in others for reason in hint.reasons)
        if first.unproven:  # the page calls it "the usual move"
            weights = heuristic.weigh(state.seen_by(state.actor))
            assert weights[state.legal().index(first.move)] == max(weights)
    assert listed, "other moves have such reasons"
    assert heuristic.against <= texts.sentences(name, "en").keys()


@pytest.mark.parametrize(("name", "seats"), [("velonimo", 2), ("velonimo", 4), ("velvet", 2)])
def test_a_hint_uses_only_what_the_seat_sees(name: str, seats: int) -> None:
    state = start_game(name, seats, 5).state
    seen = state.seen_by(state.actor)
    found = [find_hints(world, LITTLE, Rng(1)) for world in (state, seen, seen.guess(Rng(2)), seen.guess(Rng(3)))]
    assert all(other == found[0] for other in found)


def test_a_forced_move_has_an_outlook_too() -> None:
    state = game("velocity", 3, first_player=0).start()
    state.play(state.game.parse("solo"))
    state.settle(Rng(1))
    assert state.count() == 1
    [hint] = find_hints(state, LITTLE, Rng(1))
    assert hint.visits == LITTLE.simulations
    assert 0 < hint.outlook < 1


def test_there_is_no_hint_if_chance_acts_or_the_game_is_over() -> None:
    state = game("velvet").start()
    with pytest.raises(NoHint, match="chance acts now"):
        find_hints(state, LITTLE, Rng(1))
    while state.actor != OVER:
        state.play(state.draw(Rng(1)) if state.actor == CHANCE else state.pick(Rng(1)))
    with pytest.raises(NoHint, match="over"):
        find_hints(state, LITTLE, Rng(1))


# ---------------------------------------------------------------- the command, and hints during a game


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_command_shows_the_best_moves(saved: Path, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", str(saved), "--budget", "60", "--lang", language]) == 0
    assert {"en": "place", "fr": "rang"}[language] in capsys.readouterr().out


def test_the_json_output_lists_every_move_that_was_tried(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", str(saved), "--budget", "60", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    state = start_game("velonimo", 3, 1, 60).state
    assert [row["move"] for row in rows] == [state.game.text(hint.move) for hint in find_hints(state, LITTLE, Rng(1))]
    assert set(rows[0]) == {"move", "outlook", "place", "visits", "why", "unproven"}


def test_a_hint_can_be_given_for_an_earlier_ply(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", str(saved), "--ply", "34", "--budget", "60", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--ply", "0"], "no hint is possible here: chance acts now"),
        (["--ply", "9999"], "there is no move 9999"),
        (["--seat", "7"], "it is not the turn of seat 7 here"),
        (["--budget", "soon"], "is not a budget"),
    ],
)
def test_an_impossible_hint_request_is_refused(
    words: list[str], said: str, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hint", str(saved), *words]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(("typed", "language"), [("hint", "en"), ("conseil", "fr"), ("tipp", "de")])
def test_a_hint_can_be_requested_during_a_game(
    typed: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VELODROME_SAVES", str(tmp_path))
    person = Person([typed, "quit"], language)
    play(play_arguments("velonimo"), person)
    assert texts.load("terminal", language)["hint.tried"] in person.text
