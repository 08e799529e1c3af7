"""Tests of whole games with random options: records replay, copies are independent, seats are treated alike."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.plain_data import as_any

from velodrome.core.contract import OVER
from velodrome.core.record import Record, read
from velodrome.core.rng import Rng
from velodrome.games import GAMES
from velodrome.games.velocity.game import VeloCity
from velodrome.games.velocity.pieces import COLOURS

seats = st.integers(3, 7)
seeds = st.integers(0, 2**32)
options = st.fixed_dictionaries(
    {},
    optional={
        "first_player": st.sampled_from(["random", 0, 1, 2]),
        "colours": st.permutations(COLOURS).map(tuple),
        "group_from_start": st.booleans(),
        "empty_reserve_applies_to_compensation": st.booleans(),
        "finish_with_sum": st.booleans(),
        "max_rounds": st.sampled_from([0, 1, 5, 30, 150]),
    },
)


@settings(max_examples=20, deadline=None)
@given(seats, options, seeds)
def test_vc27_every_game_ends_and_its_record_replays(n: Any, chosen: Any, seed: int) -> None:
    game, rng = VeloCity(n, chosen), Rng(seed)
    record = Record(game)
    while record.state.actor != OVER:
        state: Any = record.state
        record.play(state.draw(rng) if state.actor < 0 else state.pick(rng))
    assert as_any(record.state).round <= (game.course.max_rounds or 1000)
    again = read(record.write(), GAMES)
    assert again.state.key() == record.state.key()
    assert again.write() == record.write()


@settings(max_examples=15, deadline=None)
@given(seats, options, seeds)
def test_vc29_playing_on_a_copy_does_not_change_the_original(n: Any, chosen: Any, seed: int) -> None:
    race, rng = VeloCity(n, chosen).start(), Rng(seed)
    while race.actor != OVER:
        before, other = race.key(), race.copy()
        assert other.key() == before
        other.play(other.draw(rng) if other.actor < 0 else other.pick(rng))
        assert race.key() == before
        race = other


def rotate_position(written: dict[str, Any], by: int, colours: list[str]) -> dict[str, Any]:
    """Return the data of `State.write` with every seat number increased by `by`, modulo the number of seats.

    `colours` lists the colour of each seat.
    """
    n = len(colours)
    found = dict(written)
    for key in ("couriers", "cans", "arrived"):
        if key in found:
            found[key] = [found[key][(seat - by) % n] for seat in range(n)]
    for key in ("active", "first", "actor"):
        if key in found:
            found[key] = (found[key] + by) % n
    found["podium"] = [(seat + by) % n for seat in found["podium"]]
    if "dice" in found:
        found["dice"] = {rotate_text(die, by, colours): pips for die, pips in found["dice"].items()}
    return found


def rotate_text(text: str, by: int, colours: list[str]) -> str:
    """Return the text of a move with every colour replaced by that of the seat `by` seats further clockwise.

    `colours` lists the colour of each seat.
    """
    words = [colours[(colours.index(w) + by) % len(colours)] if w in colours else w for w in text.split()]
    return " ".join(words)


@settings(max_examples=15, deadline=None)
@given(seats, options.filter(lambda chosen: "first_player" not in chosen), seeds, st.integers(1, 6))
def test_vc01_rotating_the_seats_rotates_the_game(n: Any, chosen: Any, seed: int, by: Any) -> None:
    game, rng = VeloCity(n, chosen), Rng(seed)
    colours = game.course.colours
    race = game.start()
    race.settle(rng)
    other = game.position(rotate_position(race.write(), by, colours))
    while race.actor != OVER:
        texts = {rotate_text(game.text(move), by, colours) for move in race.legal()}
        assert {game.text(move) for move in other.legal()} == texts
        move = race.draw(rng) if race.actor < 0 else race.pick(rng)
        race.play(move)
        other.play(game.parse(rotate_text(game.text(move), by, colours)))
        assert other.write() == rotate_position(race.write(), by, colours)
    assert other.ranking() == [race.ranking()[(seat - by) % n] for seat in range(n)]


def test_vc07_every_text_parses_to_its_own_move() -> None:
    for n in range(3, 8):
        game = VeloCity(n)
        for move, line in enumerate(game.moves):
            assert game.parse(line.text) == move
            assert game.parse(f"  {line.text.upper().replace(' ', '   ')} ") == move
        assert [move.text for move in game.moves[game.decisions :]] == [
            *[f"first {seat}" for seat in range(n)],
            *[f"roll {pips}" for pips in range(1, 7)],
        ]
