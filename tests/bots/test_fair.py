"""A bot knows what its seat sees, and nothing else."""

import pytest
from tests.bots.positions import TABLES, some

from velodrome.bots import BOTS, LEVELS, make_bot
from velodrome.bots.search_bot import Budget, limit_search, make_search
from velodrome.core.contract import CHANCE, OVER
from velodrome.core.rng import Rng
from velodrome.games import game

NAMES = ["uniform", "heuristic", "heuristic:2", "search:30", "plain:30", *LEVELS]
SLOW = {"level7", "level8"}  # as `search`, with more simulations: asked less often


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("which", "seats"), TABLES)
def test_what_is_hidden_changes_no_decision(which: str, seats: int, name: str) -> None:
    table = game(which, seats)
    rng = Rng(seats)
    for place, state in enumerate(some(table, rng, 1 if name in SLOW else 4)):
        seat = state.actor
        seen = state.seen_by(seat)
        answer = make_bot(name, table)(seen, Rng(place))
        assert state.allows(answer)
        for _ in range(2):
            other = seen.guess(rng)  # the same to the seat; what it cannot see was dealt anew
            assert make_bot(name, table)(other.seen_by(seat), Rng(place)) == answer


@pytest.mark.parametrize(("which", "seats"), [("velonimo", 2), ("velonimo", 3), ("velonimo", 5), ("velvet", 2)])
def test_what_is_hidden_changes_no_decision_of_a_bot_that_remembers_its_tree(which: str, seats: int) -> None:
    """One bot is shown the game as it is, the other the same with what it cannot see dealt anew at every decision."""
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
def test_a_bot_leaves_what_it_is_shown_as_it_was(which: str, seats: int, name: str) -> None:
    table = game(which, seats)
    (state,) = some(table, Rng(5), 1)
    seen = state.seen_by(state.actor)
    before = seen.key()
    make_bot(name, table)(seen, Rng(1))
    assert seen.key() == before


def test_every_bot_is_in_the_list() -> None:
    assert {name.partition(":")[0] for name in NAMES} == {*BOTS, *LEVELS} - {"exec", "python"}
