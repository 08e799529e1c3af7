"""Random games for the tests of laws.

Hypothesis draws the number of seats and the options; the moves are random too.
"""

import random
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TypeAlias, cast

import pytest
from hypothesis import assume, given, note, settings
from hypothesis import strategies as st

from velodrome.core.contract import CHANCE, ONLOOKER, OVER, Game, State, Value
from velodrome.core.errors import BadOption
from velodrome.core.options import RANDOM, Option
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.games import GAMES

MAX_WALK = 4000  # a random game stops after this many moves, because a game without a round limit may never end


def values(option: Option, seats: int) -> st.SearchStrategy[Value]:
    """Return a Hypothesis strategy for the values of an option.

    A game may refuse a drawn value in combination with the values of other options.
    """
    if option.kind == "flag":
        return st.booleans()
    if option.kind == "number":
        return st.sampled_from([option.default, option.low, option.high]) | st.integers(option.low, option.high)
    if option.kind == "numbers":
        return st.lists(st.integers(option.low, option.high), min_size=1, max_size=7).map(tuple)
    if option.kind == "order":
        return st.just(RANDOM) | st.permutations(range(seats)).map(tuple)
    if option.kind == "seat":
        return st.sampled_from([RANDOM, *range(seats)])
    if option.kind == "colours":
        return st.permutations(option.values).map(lambda colours: tuple(colours[:seats]))
    return st.sampled_from(option.values)


@st.composite
def choices(draw: st.DrawFn, name: str) -> tuple[int, dict[str, Value]]:
    """Let Hypothesis choose a number of seats, and values for some options of a game; return both."""
    listing = GAMES[name]
    seats = draw(st.sampled_from(listing.seats))
    some = {option.name: values(option, seats) for option in listing.options}
    return seats, draw(st.fixed_dictionaries({}, optional=some))


@st.composite
def tables(draw: st.DrawFn, name: str) -> Game:
    """Make a game with seats and options that Hypothesis chooses; skip combinations that the game refuses."""
    seats, options = draw(choices(name))
    try:
        return GAMES[name](seats, options)
    except BadOption:
        assume(False)
        raise


Law: TypeAlias = Callable[[Record, Rng], None]  # plays on from the record; raises if the game breaks the law
LAWS: dict[str, Law] = {}  # {name of the test: its law}


# Modules whose laws do not use game_facts.py, so that they can also be checked on the toy game.
LAW_MODULES = (
    "chance",
    "ends",
    "heuristics",
    "knowledge",
    "moves",
    "outcomes",
    "plans",
    "previews",
    "records",
    "tables",
)


def load_laws() -> None:
    """Import the modules in LAW_MODULES. Their laws then register themselves in LAWS."""
    for name in LAW_MODULES:
        import_module(f"tests.laws.test_{name}")


def every_game(check: Law) -> Callable[..., None]:
    """Turn a law into a test with one case per game, and register the law in LAWS.

    The test makes a game with random options, and passes an empty record of this game to the law. If the law fails,
    the test prints the record.
    """

    @pytest.mark.parametrize("name", GAMES)
    @settings(max_examples=settings().max_examples // 2)  # a whole game is a large example
    @given(st.data(), st.integers(0, 2**32 - 1))
    def law(name: str, data: st.DataObject, seed: int) -> None:
        record = Record(data.draw(tables(name), label="game"))
        try:
            check(record, Rng(seed))
        except BaseException:
            note(record.write())
            raise

    LAWS[check.__name__] = check
    law.__name__, law.__doc__, law.__module__ = check.__name__, check.__doc__, check.__module__
    return cast(Callable[..., None], law)


def random_move(state: State, rng: Rng) -> int:
    """Return a random move of the actor; the actor may be chance."""
    return state.draw(rng) if state.actor == CHANCE else state.pick(rng)


def steps(record: Record, rng: Rng, max_moves: int = MAX_WALK) -> Iterator[State]:
    """Play a random game in `record`; yield the state at the start and after each move.

    The same state object is yielded each time, and each move changes it.
    """
    while True:
        yield record.state
        if record.state.actor == OVER or len(record.moves) >= max_moves:
            return
        record.play(random_move(record.state, rng))


def glimpses(record: Record, rng: Rng, one_in: int = 16) -> Iterator[State]:
    """Play a random game; yield its first and last state, and on average one in `one_in` of the others."""
    for state in steps(record, rng):
        if not record.moves or state.actor == OVER or rng.below(one_in) == 0:
            yield state


def viewers(game: Game) -> list[int]:
    """Return all viewers of a game: the seats and the onlooker."""
    return [*range(game.seats), ONLOOKER]


def shuffled_viewers(game: Game, rng: Rng) -> list[int]:
    """Return the viewers in random order, so that tests that use only the first few still cover all of them."""
    return random.Random(rng.below(1 << 30)).sample(viewers(game), game.seats + 1)
