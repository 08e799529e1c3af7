"""Laws 1, 2 and 4: legal moves, copies of states, and the texts and picks of moves."""

from collections import Counter
from typing import Any

import pytest
from tests.laws.strategies import every_game, glimpses, random_move, steps, viewers

from velodrome.core.contract import CHANCE, OVER, Data, State, normalize_text
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.games import GAMES


@every_game
def test_law_1_legal_moves_ascend_and_agree_with_count_and_nth(record: Record, rng: Rng) -> None:
    for state in steps(record, rng):
        legal = state.legal()
        assert legal == sorted(set(legal))
        assert state.count() == len(legal)
        assert [state.nth(i) for i in range(len(legal))] == legal
        assert all(0 <= move < state.game.decisions for move in legal)
        assert bool(legal) == (state.actor >= 0), "there are legal moves exactly when a seat acts"
        assert state.actor in (CHANCE, OVER, *range(state.game.seats))
        if legal:
            assert all(state.pick(rng) in legal for _ in range(3))


@every_game
def test_law_2_playing_on_a_copy_does_not_change_the_original(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng):
        key, written = state.key(), state.write()
        other = state.copy()
        assert other.key() == key
        for _ in range(30):
            if other.actor != OVER:
                other.play(random_move(other, rng))
        other.settle(rng)
        state.seen_by(0)
        state.seen_by(0).guess(rng)
        state.table()
        assert (state.key(), state.write()) == (key, written)


@pytest.mark.parametrize("name", GAMES)
def test_law_4_every_text_parses_to_its_own_move(name: str) -> None:
    for seats in GAMES[name].seats:
        game = GAMES[name](seats, {})
        for move, entry in enumerate(game.moves):
            assert game.text(move) == entry.text
            assert game.parse(entry.text) == move
            assert game.parse(f" {entry.text.upper()}  ") == move
            assert game.parse("+".join(reversed(entry.text.split("+")))) == move
        assert len({normalize_text(entry.text) for entry in game.moves}) == len(game.moves)


@pytest.mark.parametrize("name", GAMES)
def test_law_4_covers_are_the_last_moves_of_the_vocabulary(name: str) -> None:
    game = GAMES[name](GAMES[name].seats[-1], {})
    covers = sorted({game.index[entry.cover] for entry in game.moves if entry.cover})
    assert covers == list(range(len(game.moves) - len(covers), len(game.moves)))
    assert 0 < game.decisions <= len(game.moves) - len(covers)
    assert all(0 <= move < game.decisions for move in game.always_asked)


@every_game
def test_law_4_every_pick_is_a_piece_and_no_two_moves_have_the_same_picks(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 6):
        if state.actor >= 0:
            pieces = pieces_of(state.seen_by(state.actor))
            picks = [tuple(sorted(state.game.moves[move].picks)) for move in state.legal()]
            assert [both for both, times in Counter(picks).items() if times > 1] == []
            for pick in {pick for each in picks for pick in each}:
                assert_on_the_table(pick, pieces)
            assert all(picks), "a move without picks cannot be clicked"


def assert_on_the_table(pick: str, pieces: dict[str, Data]) -> None:
    """Check that a pick of a move is a piece on the table.

    A pick is the id of a piece. If the piece takes a number, the pick continues with a colon and an allowed number.
    """
    control, _, number = pick.partition(":")
    assert control in pieces, f"{pick} is not on the table"
    bounds: Any = pieces[control].get("number")
    if number:
        assert bounds, f"{control} takes no number"
        assert bounds[0] <= int(number) <= bounds[1]
    else:
        assert not bounds, f"{control} needs a number"


def pieces_of(seen: State) -> dict[str, Data]:
    """Return the pieces on a viewer's table as {id: piece}; check that every id is unique."""
    zones: Any = seen.table()["zones"]
    pieces = [piece for zone in zones for piece in zone["pieces"]]
    assert [found for found, times in Counter(piece["id"] for piece in pieces).items() if times > 1] == []
    return {piece["id"]: piece for piece in pieces}


@every_game
def test_every_viewers_table_has_a_prompt_seats_and_zones(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 40):
        for viewer in viewers(state.game):
            table: Any = state.seen_by(viewer).table()
            assert {"prompt", "seats", "zones"} <= set(table)
            assert "key" in table["prompt"]
            assert len(table["seats"]) == state.game.seats
            assert len({zone["id"] for zone in table["zones"]}) == len(table["zones"])
            for zone in table["zones"]:
                assert {"id", "kind", "owner", "size", "pieces"} <= set(zone)
                assert zone["owner"] is None or zone["owner"] in range(state.game.seats)
                assert len(zone["pieces"]) <= zone["size"] or zone["kind"] == "controls"
