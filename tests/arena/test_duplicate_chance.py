"""Test duplicate chance: its odds are exact, and all games of a block get the same dice and cards where possible."""

from collections import Counter
from collections.abc import Callable

import pytest

from velodrome.arena.duplicate_chance import DuplicateChance
from velodrome.core.contract import CHANCE, OVER, State
from velodrome.core.rng import Rng
from velodrome.games import GAMES, game

Draws = dict[str, list[str]]  # {name of a chance stream: its draws in order}


def random_game(state: State, luck: DuplicateChance, rng: Rng) -> Draws:
    """Play `state` to its end; return the draws of each chance stream.

    Decisions are random, and `luck` draws the chance moves.
    """
    found: Draws = {}
    while state.actor != OVER:
        if state.actor == CHANCE:
            name = state.chance_stream()
            move = luck.choose(state)
            assert state.allows(move)
            found.setdefault(name, []).append(state.game.text(move))
        else:
            move = state.pick(rng)
        state.play(move)
    return found


def assert_same_draws(one: Draws, other: Draws, kind: Callable[[str], bool]) -> None:
    """Check that two games had the same draws from each stream that both used and whose name `kind` accepts.

    If one game drew more often from a stream, its additional draws are not compared.
    """
    both = [name for name in one if name in other and kind(name)]
    assert both
    for name in both:
        assert all(a == b for a, b in zip(one[name], other[name], strict=False)), name


@pytest.mark.parametrize(("name", "seats"), [("velonimo", 4), ("velocity", 3), ("arcenciel", 4), ("velvet", 2)])
def test_the_same_seed_and_choices_give_the_same_game(name: str, seats: int) -> None:
    table = game(name, seats)
    games = [random_game(table.start(), DuplicateChance("s/0"), Rng(3)) for _ in range(2)]
    assert games[0] == games[1]
    others = {str(random_game(table.start(), DuplicateChance(f"s/{block}"), Rng(3))) for block in range(8)}
    assert len(others) > 1


def test_every_game_of_a_velonimo_block_gets_the_same_deals() -> None:
    table = game("velonimo", 4)
    rooms = [random_game(table.start(), DuplicateChance("7/1"), Rng(seed)) for seed in range(4)]
    for room in rooms[1:]:
        assert_same_draws(rooms[0], room, lambda name: "deal" in name)
    assert sum("deal" in name for name in rooms[0]) == 44 * 5


def test_the_n_th_roll_of_a_seats_die_does_not_depend_on_choices() -> None:
    table = game("velocity", 3)
    rooms = [random_game(table.start(), DuplicateChance("7/1"), Rng(seed)) for seed in range(5)]
    assert len({str(room) for room in rooms}) == 5
    for room in rooms[1:]:
        assert_same_draws(rooms[0], room, lambda name: True)


def test_arcenciels_dice_chases_and_lineups_agree_between_games_of_a_block() -> None:
    table = game("arcenciel", 3)
    rooms = [random_game(table.start(), DuplicateChance("7/2"), Rng(seed)) for seed in range(5)]
    for room in rooms[1:]:
        assert_same_draws(
            rooms[0], room, lambda name: name == "white" or name.startswith(("yellow", "chase", "lineup"))
        )


def test_the_move_with_the_earliest_arrival_time_is_drawn_whenever_it_is_possible() -> None:
    """Test that the card with the earliest arrival time of all is stolen from every hand that contains it.

    The seed is always the same, so it gives each card the same arrival time in all hands. From each hand, the card with
    the earliest time is stolen.
    """
    table = game("velonimo", 3)
    taken: Counter[str] = Counter()
    met: Counter[str] = Counter()
    for seed in range(300):
        state, rng = table.start(), Rng(seed)
        while state.actor != OVER and not (state.actor == CHANCE and "stolen" in state.chance_stream()):
            state.play(state.draw(rng) if state.actor == CHANCE else state.pick(rng))
        if state.actor == OVER or state.chance_stream() != "1 stolen 0":
            continue
        met.update(table.text(move) for move, _ in state.chance())
        taken[table.text(DuplicateChance("7/1").choose(state))] += 1
    order = sorted(met, key=lambda text: -met[text])
    first = max(taken, key=lambda text: taken[text] / met[text])
    assert taken[first] == met[first] > 0
    assert len(order) > 40


@pytest.mark.parametrize("name", GAMES)
def test_odds_are_exact(name: str) -> None:
    """Check that duplicate chance draws results as often as their weights say.

    In a random game, find the draw whose possible results have the most different weights. Repeat this draw with many
    seeds, and compare the results with the weights by a chi-square test.
    """
    table = game(name)
    state, widest = table.start(), table.start()
    luck, rng = DuplicateChance("odds"), Rng(1)
    for _ in range(400):
        if state.actor == OVER:
            break
        if state.actor == CHANCE:
            if spread(state) > spread(widest):
                widest = state.copy()
            state.play(luck.choose(state))
        else:
            state.play(state.pick(rng))
    weights = dict(widest.chance())
    draws = 200 * len(weights)
    found = Counter(DuplicateChance(f"{seed}").choose(widest) for seed in range(draws))
    total = sum(weights.values())
    square = sum((found[m] - draws * w / total) ** 2 / (draws * w / total) for m, w in weights.items())
    freedom = len(weights) - 1
    assert (
        square < freedom + 4 * (2 * freedom) ** 0.5 + 6
    )  # exact odds exceed this limit in far fewer than one of a thousand tests


def spread(state: State) -> tuple[int, int]:
    """Return (how many different weights the possible chance moves have, how many chance moves are possible)."""
    weights = [weight for _, weight in state.chance()]
    return len(set(weights)), len(weights)
