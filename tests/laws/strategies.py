"""Random games for the laws: Hypothesis draws the number of seats and the options; random moves are played."""

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

MAX_WALK = 4000  # moves of one random game, chance moves included: without a round limit a game may never end


def values(option: Option, seats: int) -> st.SearchStrategy[Value]:
    """Return a strategy for values of an option; the game may refuse a value because of other options."""
    if option.kind == "flag":
        return st.booleans()
    if option.kind == "number":
        return st.sampled_from([option.default, option.low, option.high]) | st.integers(option.low, option.high)
    if option.kind == "numbers":
        return st.just(option.default) | numbers(option, seats)
    if option.kind == "seat":
        return st.sampled_from([RANDOM, *range(seats)])
    if option.kind == "words":
        return st.permutations(option.values).map(lambda words: tuple(words[:seats]))
    return st.sampled_from(option.values)


def numbers(option: Option, seats: int) -> st.SearchStrategy[Value]:
    """Return a strategy for lists: an order of all seats if the bounds allow it, otherwise one to seven numbers."""
    if option.low == 0 and option.high >= seats - 1:
        return st.permutations(range(seats)).map(tuple)
    return st.lists(st.integers(option.low, option.high), min_size=1, max_size=7).map(tuple)


@st.composite
def choices(draw: st.DrawFn, name: str) -> tuple[int, dict[str, Value]]:
    """Draw a number of seats, and values for some options of a game."""
    listing = GAMES[name]
    seats = draw(st.sampled_from(listing.seats))
    some = {option.name: values(option, seats) for option in listing.options}
    return seats, draw(st.fixed_dictionaries({}, optional=some))


@st.composite
def tables(draw: st.DrawFn, name: str) -> Game:
    """Draw a game with random seats and options; skip combinations that the game refuses."""
    seats, options = draw(choices(name))
    try:
        return GAMES[name](seats, options)
    except BadOption:
        assume(False)
        raise


Law: TypeAlias = Callable[[Record, Rng], None]  # plays on from the record; raises if the game breaks the law
LAWS: dict[str, Law] = {}  # test name to law


# Modules whose laws need no entry in game_facts.py, so they also hold for the toy game.
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
    """Import the modules of LAW_MODULES, which fills LAWS."""
    for name in LAW_MODULES:
        import_module(f"tests.laws.test_{name}")


def every_game(check: Law) -> Callable[..., None]:
    """Turn a law into a test on random games of every kind; if it fails, the record of the game is printed."""

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
    """Play a random game in `record`; yield its state at the start and after each move, always as the same object."""
    while True:
        yield record.state
        if record.state.actor == OVER or len(record.moves) >= max_moves:
            return
        record.play(random_move(record.state, rng))


def glimpses(record: Record, rng: Rng, one_in: int = 16) -> Iterator[State]:
    """Play a random game; yield its first and last state, and about one in `one_in` of the others."""
    for state in steps(record, rng):
        if not record.moves or state.actor == OVER or rng.below(one_in) == 0:
            yield state


def viewers(game: Game) -> list[int]:
    """Return all viewers of a game: the seats and the onlooker."""
    return [*range(game.seats), ONLOOKER]


def shuffled_viewers(game: Game, rng: Rng) -> list[int]:
    """Return the viewers in random order, so that tests that use only the first few still cover all of them."""
    return random.Random(rng.below(1 << 30)).sample(viewers(game), game.seats + 1)
