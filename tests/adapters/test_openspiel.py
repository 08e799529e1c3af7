"""Tests of the OpenSpiel adapter: OpenSpiel's own tests pass for every game, and its states agree with ours."""

import pickle
from collections.abc import Iterator
from typing import Any

import pytest
from tests.extras import needs

from velodrome.core.contract import CHANCE, OVER
from velodrome.core.errors import IllegalMove
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.games import GAMES

pyspiel = needs("pyspiel")
adapter = needs("velodrome.adapters.openspiel")
ismcts = needs("open_spiel.python.algorithms.ismcts")
mcts = needs("open_spiel.python.algorithms.mcts")

TABLES = [(name, seats) for name, listing in GAMES.items() for seats in {*listing.seats[::2], listing.seats[-1]}]
HIDDEN = [("velonimo", 2), ("velonimo", 4), ("velvet", 2)]  # games with hidden information
OPTIONS = {
    "velonimo": "players=3,edition=fr,difficulties=1 2",
    "velocity": "players=4,finish_with_sum=True,first_player=2",
    "arcenciel": "players=3,combativity=True,min_bid=2",
    "velvet": "scout_reach=speed,max_plies=100",
}


def loaded(name: str, parameters: object) -> Any:
    return pyspiel.load_game(f"velodrome_{name}({parameters})")


def table(name: str, seats: int) -> Any:
    return loaded(name, f"players={seats}")


def walk(game: Any, seed: int) -> Iterator[Any]:
    """Play a random game; yield the state at the start and after each move.

    The same state object is yielded each time, and each move changes it.
    """
    rng = Rng(seed)
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        ours = state.heard_state.state
        state.apply_action(ours.draw(rng) if ours.actor == CHANCE else ours.pick(rng))
        yield state


def some(game: Any, seed: int, one_in: int = 24) -> Iterator[Any]:
    """Play a random game; yield about one in `one_in` of the states in which a seat is to move."""
    rng = Rng(seed)
    for state in walk(game, seed):
        if state.current_player() >= 0 and rng.below(one_in) == 0:
            yield state


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_game_passes_the_random_simulations_of_openspiel(name: str, seats: int) -> None:
    pyspiel.random_sim_test(table(name, seats), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_game_options_are_openspiel_parameters(name: str) -> None:
    game = loaded(name, OPTIONS[name])
    for part in OPTIONS[name].split(","):
        option, value = part.split("=")
        if option != "players":
            assert value in str(game.table.options[option]).replace(",", "")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert str(pyspiel.load_game(str(game))) == str(game)


def test_missing_parameters_get_our_defaults() -> None:
    for name, listing in GAMES.items():
        game = pyspiel.load_game(f"velodrome_{name}")
        assert game.num_players() == listing.seats[0]
        assert game.table.options == game.table.defaults


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_actions_probabilities_and_actors_equal_ours(name: str, seats: int) -> None:
    for state in walk(table(name, seats), 1):
        ours = state.heard_state.state
        if ours.actor == CHANCE:
            weighted = ours.chance()
            total = sum(weight for _, weight in weighted)
            assert state.is_chance_node()
            assert state.chance_outcomes() == [(move, weight / total) for move, weight in weighted]
        elif ours.actor == OVER:
            assert state.is_terminal()
            assert state.legal_actions() == []
        else:
            assert state.current_player() == ours.actor
            assert state.legal_actions() == ours.legal()
            move = ours.legal()[0]
            assert state.action_to_string(ours.actor, move) == ours.game.text(move)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_returns_are_scaled_outlooks_and_add_up_to_zero(name: str, seats: int) -> None:
    for state in walk(table(name, seats), 2):
        if not state.is_terminal():
            assert state.returns() == [0.0] * seats
    outlooks = [state.heard_state.state.outlook(seat) for seat in range(seats)]
    assert state.returns() == pytest.approx([2 * outlook - 1 for outlook in outlooks])
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_seats_information_state_is_what_it_saw(name: str, seats: int) -> None:
    game = table(name, seats)
    record = Record(game.table)
    for state in walk(game, 3):
        if state.history():
            record.play(state.history()[-1])
    for seat in range(seats):
        assert state.information_state_string(seat).split("\n") == [f"view {seat}", *record.heard(seat)]


@pytest.mark.parametrize(("name", "seats"), HIDDEN)
def test_resampling_keeps_what_the_player_knows(name: str, seats: int) -> None:
    for state in some(table(name, seats), 4):
        for seat in range(seats):
            other = state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(0.0, 1.0))
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.current_player() == state.current_player()
        assert other.history() == []


@pytest.mark.parametrize(("name", "seats"), HIDDEN)
def test_a_resampled_state_reveals_nothing_about_the_true_one(name: str, seats: int) -> None:
    """Test that the result of resampling depends only on what a player sees, not on the hidden cards.

    Resample two states that look the same to the player, with equal random numbers. The two results must look the same
    to every seat.
    """
    for state in some(table(name, seats), 5):
        seat = state.current_player()
        fitting = state.resample_from_infostate(seat, lambda: 0.25)
        worlds = [world.resample_from_infostate(seat, lambda: 0.75) for world in (state, fitting)]
        for other in range(seats):
            assert len({world.information_state_string(other) for world in worlds}) == 1


@pytest.mark.parametrize(("name", "seats"), [*HIDDEN, ("velocity", 3), ("arcenciel", 3)])
def test_clones_and_pickles_are_independent(name: str, seats: int) -> None:
    game = table(name, seats)
    for state in some(game, 6):
        before = str(state), state.information_state_string()
        for other in (state.clone(), pickle.loads(pickle.dumps(state))):
            assert (str(other), other.information_state_string()) == before
            assert other.history() == state.history()
            other.apply_action(other.legal_actions()[-1])
            assert (str(state), state.information_state_string()) == before


def test_an_illegal_action_is_refused() -> None:
    state = table("velocity", 3).new_initial_state()
    with pytest.raises(IllegalMove, match="chance cannot play"):
        state.apply_action(0)


@pytest.mark.parametrize(("name", "seats"), [("velonimo", 3), ("velocity", 3)])
def test_the_observation_tensor_holds_the_player_and_legal_moves(name: str, seats: int) -> None:
    for state in some(table(name, seats), 7, one_in=48):
        for seat in range(seats):
            numbers = state.observation_tensor(seat)
            assert numbers[:seats] == [float(other == seat) for other in range(seats)]
            assert [i for i, number in enumerate(numbers[seats:]) if number] == state.legal_actions(seat)


@pytest.mark.parametrize(("name", "seats"), HIDDEN)
def test_an_openspiel_bot_gets_only_what_its_seat_sees(name: str, seats: int) -> None:
    game = table(name, seats)
    for state in some(game, 10):
        seen = state.heard_state.state.seen_by(state.current_player())
        first, second = game.at(seen, Rng(1)), game.at(seen, Rng(2))
        assert first.legal_actions() == state.legal_actions()
        assert first.observation_string() == state.observation_string()
        assert first.information_state_string() == second.information_state_string()


@pytest.mark.parametrize(("name", "seats"), HIDDEN)
def test_openspiels_ismcts_plays(name: str, seats: int) -> None:
    game = table(name, seats)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(), 2.0, 4)
    state = next(some(game, 8))
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", ["velocity", "arcenciel"])
def test_openspiels_mcts_plays(name: str) -> None:
    game = table(name, 3)
    state = next(some(game, 9))
    bots = [
        mcts.MCTSBot(game, 2.0, 4, mcts.RandomRolloutEvaluator()),
        pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 4, 100, True, 1, False),
    ]
    for bot in bots:
        assert bot.step_with_policy(state)[1] in state.legal_actions()
