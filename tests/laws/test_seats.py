"""Laws 9 and 10: pieces are conserved, and no seat is favoured."""

from typing import Any

from hypothesis import assume
from tests.laws.game_facts import FACTS, renamed, rotated
from tests.laws.strategies import chosen, every_game, glimpses, steps

from velodrome.core.contract import CHANCE, OVER, State
from velodrome.core.options import RANDOM
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.games import GAMES


@every_game
def test_law_9_pieces_are_conserved(record: Record, rng: Rng) -> None:
    facts = FACTS[record.game.name]
    kept: object = None
    for state in steps(record, rng):
        if not being_set_up(state) and rng.below(4) == 0:
            found = facts.kept(state.write(), record.game.seats)
            assert kept in (None, found)
            kept = found


@every_game
def test_law_10_rotating_the_seats_rotates_the_game(record: Record, rng: Rng) -> None:
    game = record.game
    named = [option.name for option in GAMES[game.name].options if option.kind == "seat"]
    assume(FACTS[game.name].even(game) and all(game.options[name] == RANDOM for name in named))
    for state in glimpses(record, rng, 60):
        if not being_set_up(state):
            by = 1 + rng.below(game.seats - 1)
            assert_turns_alike(state.copy(), by, rng)


def assert_turns_alike(state: State, by: int, rng: Rng) -> None:
    """A stretch of the game and the same one played by other seats."""
    game, seats = state.game, state.game.seats
    other = rotated(state, by)
    for _ in range(40):
        if state.actor == OVER or being_set_up(state):
            return
        assert other.actor == ((state.actor + by) % seats if state.actor >= 0 else state.actor)
        assert sorted(renamed(game, move, by) for move in open_moves(state)) == open_moves(other)
        assert [other.scores()[(seat + by) % seats] for seat in range(seats)] == state.scores()
        assert [other.ranking()[(seat + by) % seats] for seat in range(seats)] == state.ranking()
        move = chosen(state, rng)
        state.play(move)
        other.play(renamed(game, move, by))
        assert other.key() == rotated(state, by).key(), f"after {game.text(move)}"


def open_moves(state: State) -> list[int]:
    return [move for move, _ in state.chance()] if state.actor == CHANCE else state.legal()


def being_set_up(state: State) -> bool:
    told: Any = state.write()
    return told["phase"] in FACTS[state.game.name].set_up
