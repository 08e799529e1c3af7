"""Random games for the laws: tables with random seats and options, walked by random moves."""

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

MAX_WALK = 4000  # moves of one walk, chance's included: with its safety stop off a game may never end


def values(option: Option, seats: int) -> st.SearchStrategy[Value]:
    """What may stand at this option; the game may still refuse what makes no sense with the rest."""
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
    """An order of the seats where that fits between the bounds, else a handful of numbers."""
    if option.low == 0 and option.high >= seats - 1:
        return st.permutations(range(seats)).map(tuple)
    return st.lists(st.integers(option.low, option.high), min_size=1, max_size=7).map(tuple)


@st.composite
def choices(draw: st.DrawFn, name: str) -> tuple[int, dict[str, Value]]:
    """Seats and some options of a game."""
    listing = GAMES[name]
    seats = draw(st.sampled_from(listing.seats))
    some = {option.name: values(option, seats) for option in listing.options}
    return seats, draw(st.fixed_dictionaries({}, optional=some))


@st.composite
def tables(draw: st.DrawFn, name: str) -> Game:
    """A game with random seats and options; what it refuses is passed over."""
    seats, options = draw(choices(name))
    try:
        return GAMES[name](seats, options)
    except BadOption:
        assume(False)
        raise


Law: TypeAlias = Callable[[Record, Rng], None]  # fails on the record of a game that breaks it
LAWS: dict[str, Law] = {}  # by the names of their tests


# Modules whose laws hold for any game, also for one that game_facts.py does not know.
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
    """Import the modules of LAW_MODULES, so that LAWS holds their laws."""
    for name in LAW_MODULES:
        import_module(f"tests.laws.test_{name}")


def every_game(check: Law) -> Callable[..., None]:
    """A law: tried on random tables of every game; when it fails, the record so far is printed to be pasted."""

    @pytest.mark.parametrize("name", GAMES)
    @settings(max_examples=settings().max_examples // 2)  # a game is a large example
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


def chosen(state: State, rng: Rng) -> int:
    """A random move of whoever acts."""
    return state.draw(rng) if state.actor == CHANCE else state.pick(rng)


def steps(record: Record, rng: Rng, most: int = MAX_WALK) -> Iterator[State]:
    """Every state of a random game that the record then holds; the same object, moved on."""
    while True:
        yield record.state
        if record.state.actor == OVER or len(record.moves) >= most:
            return
        record.play(chosen(record.state, rng))


def glimpses(record: Record, rng: Rng, one_in: int = 16) -> Iterator[State]:
    """The first state of a random game, the last, and some between."""
    for state in steps(record, rng):
        if not record.moves or state.actor == OVER or rng.below(one_in) == 0:
            yield state


def viewers(game: Game) -> list[int]:
    """Everybody who looks on: the seats and somebody without one."""
    return [*range(game.seats), ONLOOKER]


def shuffled(game: Game, rng: Rng) -> list[int]:
    """The viewers in random order, so that a test which tries only some tries them all in time."""
    return random.Random(rng.below(1 << 30)).sample(viewers(game), game.seats + 1)
