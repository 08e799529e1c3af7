"""Law 12: games end within their maximum length, with a ranking."""

from collections import Counter

import pytest
from hypothesis import given
from tests.laws.game_facts import FACTS
from tests.laws.strategies import choices, every_game, glimpses, steps, viewers

from velodrome.core.contract import OVER, outlook_from_ranking
from velodrome.core.errors import BadOption
from velodrome.core.playout import playout
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.games import GAMES


@every_game
def test_law_12_a_ranking_starts_at_1_and_outlooks_are_shares(record: Record, rng: Rng) -> None:
    seats = record.game.seats
    for state in glimpses(record, rng):
        ranking = state.ranking()
        assert len(ranking) == len(state.scores()) == seats
        assert ranking == [1 + sum(other < mine for other in ranking) for mine in ranking], (
            "ranks start at 1 and skip places after ties"
        )
        assert all(0 <= state.outlook(seat) <= 1 for seat in range(seats))
        if state.actor == OVER:
            assert [state.outlook(seat) for seat in range(seats)] == [
                outlook_from_ranking(ranking, seat) for seat in range(seats)
            ]
            assert sum(state.outlook(seat) for seat in range(seats)) == pytest.approx(seats / 2)


@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name in GAMES for seats in GAMES[name].seats])
def test_law_12_games_end_within_their_maximum_length(name: str, seats: int) -> None:
    start = GAMES[name](seats, {}).start()
    for seed in range(300):
        state = start.copy()
        assert playout(state, Rng(seed)) <= FACTS[name].max_decisions(seats), f"seed {seed}"
        assert state.actor == OVER


@every_game
def test_law_12_rounds_are_counted_up_and_known_to_every_viewer(record: Record, rng: Rng) -> None:
    number = 1
    for state in steps(record, rng):
        assert number <= state.round_number() <= number + 1
        number = state.round_number()
        if rng.below(6) == 0:
            assert all(state.seen_by(viewer).round_number() == number for viewer in viewers(state.game))


@every_game
def test_law_12_a_rematch_has_the_same_seats_and_moves(record: Record, rng: Rng) -> None:
    for _ in steps(record, rng):
        pass
    if record.state.actor == OVER:
        again = record.game.rematch(record.state)
        assert (again.name, again.seats, again.moves) == (record.game.name, record.game.seats, record.game.moves)
        assert again.start().actor != OVER


@pytest.mark.parametrize("name", GAMES)
def test_games_refuse_few_random_combinations_of_options(name: str) -> None:
    """Test that games accept most random combinations of options, because the tests of laws skip the others."""
    accepted: Counter[bool] = Counter()

    @given(choices(name))
    def try_options(choice: tuple[int, dict[str, object]]) -> None:
        seats, options = choice
        try:
            GAMES[name](seats, options)  # type: ignore[arg-type]
            accepted[True] += 1
        except BadOption:
            accepted[False] += 1

    try_options()
    assert accepted[False] <= accepted.total() / 5
