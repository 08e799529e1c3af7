"""Tests of fairness: a bot uses only what its seat sees."""

import pytest
from tests.bots.positions import TABLES, collect_decisions

from velodrome.bots import BOTS, LEVELS, make_bot
from velodrome.bots.search_bot import Budget, limit_search, make_search
from velodrome.core.contract import CHANCE, OVER
from velodrome.core.rng import Rng
from velodrome.games import game

NAMES = ["uniform", "heuristic", "heuristic:2", "search:30", "plain:30", *LEVELS]
SLOW = {"level7", "level8"}  # these think longer, so they are tested at fewer positions


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("which", "seats"), TABLES)
def test_hidden_information_does_not_change_a_decision(which: str, seats: int, name: str) -> None:
    table = game(which, seats)
    rng = Rng(seats)
    for place, state in enumerate(collect_decisions(table, rng, 1 if name in SLOW else 4)):
        seat = state.actor
        seen = state.seen_by(seat)
        answer = make_bot(name, table)(seen, Rng(place))
        assert state.allows(answer)
        for _ in range(2):
            other = seen.guess(rng)  # looks the same to the seat, but its hidden cards are dealt anew
            assert make_bot(name, table)(other.seen_by(seat), Rng(place)) == answer


@pytest.mark.parametrize(("which", "seats"), [("velonimo", 2), ("velonimo", 3), ("velonimo", 5), ("velvet", 2)])
def test_hidden_information_does_not_change_a_decision_with_a_reused_tree(which: str, seats: int) -> None:
    """Test that hidden cards do not change the decisions of a search that reuses its tree.

    One search gets its views from the true game. Another one gets them from guesses, in which the hidden cards are
    dealt anew. Both must decide alike.
    """
    table, rng, seat = game(which, seats), Rng(seats), 0
    searches = [make_search(table), make_search(table)]
    first, second = [limit_search(search, Budget(40)) for search in searches]
    reused = 0.0
    state = table.start()
    decisions = 0
    while state.actor != OVER and decisions < 30:
        if state.actor == CHANCE:
            state.play(state.draw(rng))
        elif state.actor != seat:
            state.play(state.pick(rng))
        else:
            seen = state.seen_by(seat)
            answer = first(seen, Rng(decisions))
            assert second(seen.guess(rng).seen_by(seat), Rng(decisions)) == answer
            reused += searches[0].reused
            state.play(answer)
            decisions += 1
    assert reused > 0


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("which", "seats"), [("velonimo", 3), ("velvet", 2), ("velocity", 3), ("arcenciel", 3)])
def test_a_bot_does_not_modify_its_view(which: str, seats: int, name: str) -> None:
    table = game(which, seats)
    (state,) = collect_decisions(table, Rng(5), 1)
    seen = state.seen_by(state.actor)
    before = seen.key()
    make_bot(name, table)(seen, Rng(1))
    assert seen.key() == before


def test_every_kind_of_bot_is_in_the_list_of_this_test() -> None:
    assert {name.partition(":")[0] for name in NAMES} == {*BOTS, *LEVELS} - {"exec", "python"}
