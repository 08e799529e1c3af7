"""Tests of the search: its moves, its budgets, and how it reuses its tree."""

import signal
from collections.abc import Callable
from itertools import count
from typing import TypeAlias

import pytest
from tests.bots.positions import TABLES, collect_decisions, sample_decisions

from velodrome.bots.heuristic_bot import make_heuristic
from velodrome.bots.ismcts import CAREFUL_PLAYOUTS, CLOCK_INTERVAL, RANDOM_PLAYOUTS, Search, SearchStyle
from velodrome.bots.search_bot import BadBudget, BadStyle, Budget, make_search, parse_budget, parse_style
from velodrome.bots.timer import now
from velodrome.core.contract import CHANCE, OVER, Game, State
from velodrome.core.heuristic import RULED_OUT, Heuristic
from velodrome.core.rng import Rng
from velodrome.games import game

Kind: TypeAlias = Callable[[Game], Search]


def plain(table: Game) -> Search:
    return Search(table, SearchStyle(), None)


KINDS = pytest.mark.parametrize("kind", [plain, make_search], ids=["plain", "style"])  # without and with a heuristic


@KINDS
@pytest.mark.parametrize(("which", "seats"), TABLES)
def test_the_same_seed_gives_the_same_move_and_the_same_statistics(which: str, seats: int, kind: Kind) -> None:
    table = game(which, seats)
    for state in collect_decisions(table, Rng(1), 2):
        seen = state.seen_by(state.actor)
        both = [kind(table) for _ in range(2)]
        answers = [search.think(seen, 200, 0.0, Rng(7)) for search in both]
        assert answers[0] == answers[1]
        assert both[0].tree.root_moves() == both[1].tree.root_moves()
        assert sum(line.visits for line in both[0].tree.root_moves()) == 200
        assert answers[0] in [line.move for line in both[0].tree.root_moves()]
        assert all(0 <= line.mean <= 1 and seen.allows(line.move) for line in both[0].tree.root_moves())


@KINDS
@pytest.mark.parametrize(("which", "seats"), TABLES)
def test_a_tree_is_reused_if_it_contains_the_current_view(which: str, seats: int, kind: Kind) -> None:
    """Let one seat search before each of its decisions. At least one of the searches must reuse the previous tree.

    All moves at the root of each tree must be legal in the current view.
    """
    table = game(which, seats)
    search, rng, found = kind(table), Rng(3), 0.0
    state = table.start()
    thinker = -1
    for _ in range(400):
        if state.actor == OVER or (found and seats > 2):
            break
        if state.actor == CHANCE:
            state.play(state.draw(rng))
        elif thinker in (-1, state.actor) and state.count() > 1:
            thinker = state.actor
            seen = state.seen_by(thinker)
            move = search.think(seen, 600, 0.0, rng)
            assert {line.move for line in search.tree.root_moves()} <= set(seen.legal())
            found = max(found, search.reused)
            state.play(move)
        else:
            state.play(state.pick(rng))
    assert found > 0


@KINDS
@pytest.mark.parametrize("which", ["velonimo", "velocity"])
def test_a_winning_move_is_found(which: str, kind: Kind) -> None:
    table = game(which)
    rng = Rng(4)
    found = 0
    while found < 5:
        for state in sample_decisions(table, rng, 1):
            if winning := [move for move in state.legal() if wins(state, move)]:
                found += 1
                search = kind(table)
                answer = search.think(state.seen_by(state.actor), 400, 0.0, rng)
                assert answer in winning or search.tree.root_moves()[0].mean > 0.99, table.text(answer)
                break


def wins(state: State, move: int) -> bool:
    after = state.copy()
    after.play(move)
    return after.actor == OVER and after.outlook(state.actor) == 1.0


@pytest.mark.parametrize(("playouts", "between"), [(RANDOM_PLAYOUTS, CLOCK_INTERVAL), (CAREFUL_PLAYOUTS, 1)])
def test_a_time_limit_ends_a_search(playouts: int, between: int) -> None:
    """Test with a fake clock that advances one millisecond per call, so that the machine's speed does not matter."""
    table = game("velocity")
    (state,) = collect_decisions(table, Rng(2), 1)
    search = Search(table, SearchStyle(playouts=playouts, depth=4), make_heuristic(table))
    ticks = count()
    search.clock = lambda: next(ticks) / 1000
    search.think(state.seen_by(state.actor), 1_000_000, 0.05, Rng(1))
    assert search.simulations == 51 * between


class Stubborn(Heuristic):
    """Heuristic that rules out all moves but one. It looks at hidden cards, which a real heuristic must not do."""

    def weigh(self, state: State) -> list[float]:
        keep = sum(state.key()) % state.count()
        return [0.0 if i == keep else RULED_OUT for i in range(state.count())]

    def pick(self, state: State, rng: Rng) -> int:
        return state.pick(rng)

    def evaluate(self, state: State, seat: int) -> float:
        return 0.5


def test_a_world_that_allows_only_ruled_out_moves_is_searched_too() -> None:
    table = game("velonimo", 3)
    for state in collect_decisions(table, Rng(4), 3):
        search = Search(table, SearchStyle(prior=1.0), Stubborn(table))
        seen = state.seen_by(state.actor)
        assert seen.allows(search.think(seen, 200, 0.0, Rng(1)))
        assert search.simulations == 200


def test_budgets_are_parsed() -> None:
    assert parse_budget("5000") == Budget(5000)
    assert parse_budget("1.5s").seconds == 1.5
    assert parse_budget("250ms").seconds == 0.25
    for wrong in ("0", "ms", "-5", "5 s", "1e3", "0ms"):
        with pytest.raises(BadBudget, match="expected simulations"):
            parse_budget(wrong)


def test_search_settings_are_changed_by_name() -> None:
    table = game("velonimo")
    assert parse_style(table, ["depth=20", "playouts=1"]).depth == 20
    with pytest.raises(BadStyle, match="NAME one of explore"):
        parse_style(table, ["deep=20"])
    for wrong in ("playouts=3", "playouts=0.5", "depth=2.5"):
        with pytest.raises(BadStyle, match="expected a whole number"):
            parse_style(table, [wrong])


def test_a_long_search_can_be_interrupted() -> None:
    """Send SIGINT during a search; the search must end with KeyboardInterrupt.

    Compiled code does not notice signals. But the search often calls its clock, which is not compiled, and there
    Python handles the signal.
    """
    table = game("velocity")
    (state,) = collect_decisions(table, Rng(2), 1)
    search = Search(table, SearchStyle(), None)
    looks = count()

    def clock() -> float:
        if next(looks) == 20:
            signal.raise_signal(signal.SIGINT)
        return now()

    search.clock = clock
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # background processes ignore SIGINT
    try:
        with pytest.raises(KeyboardInterrupt):
            search.think(state.seen_by(state.actor), 10_000_000, 0.0, Rng(1))
    finally:
        signal.signal(signal.SIGINT, before)
