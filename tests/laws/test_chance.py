"""Law 8: chance moves have positive integer weights, and `draw`, `pick` and `settle` have the right odds."""

from collections import Counter
from collections.abc import Hashable

from tests.laws.strategies import every_game, glimpses, steps

from velodrome.core.contract import CHANCE, State
from velodrome.core.record import Record
from velodrome.core.rng import Rng

DRAWS = 1500
MAX_DEVIATION = 5.0  # standard deviations; correct odds exceed this once in millions of tests, and seeds are fixed


@every_game
def test_law_8_chance_moves_ascend_and_have_positive_weights(record: Record, rng: Rng) -> None:
    game = record.game
    covers = set(game.covers) - {move for move, cover in enumerate(game.covers) if cover == move}
    for state in steps(record, rng):
        moves = [move for move, _ in state.chance()]
        assert bool(moves) == (state.actor == CHANCE)
        assert moves == sorted(set(moves))
        assert all(game.decisions <= move < len(game.moves) and move not in covers for move in moves)
        assert all(isinstance(weight, int) and weight > 0 for _, weight in state.chance())


@every_game
def test_law_8_draw_has_the_odds_of_the_weights(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 150):
        if state.actor == CHANCE:
            key = state.key()
            weights = dict(state.chance())
            drawn = Counter(state.draw(rng) for _ in range(DRAWS))
            assert state.key() == key, "drawing must not change the state"
            assert set(drawn) <= set(weights)
            total = sum(weights.values())
            assert_fits(drawn, {move: DRAWS * weight / total for move, weight in weights.items()})


@every_game
def test_law_8_pick_chooses_every_legal_move_equally_often(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 100):
        if state.actor >= 0:
            legal = state.legal()
            picked = Counter(state.pick(rng) for _ in range(DRAWS))
            assert set(picked) <= set(legal)
            assert_fits(picked, dict.fromkeys(legal, DRAWS / len(legal)))


@every_game
def test_law_8_settle_has_the_same_results_as_repeated_draw_and_play(record: Record, rng: Rng) -> None:
    tried = 0
    for state in glimpses(record, rng, 30):
        if state.actor == CHANCE and tried < 2:
            tried += 1
            fast = [key_after_settle(state, rng) for _ in range(DRAWS // 3)]
            slow = [key_after_draws(state, rng) for _ in range(DRAWS // 3)]
            assert_same_distribution(fast, slow)


def key_after_settle(state: State, rng: Rng) -> tuple[int, ...]:
    """Call `settle` on a copy of the state; return the key of the copy (`State.key`)."""
    other = state.copy()
    other.settle(rng)
    assert other.actor != CHANCE
    return other.key()


def key_after_draws(state: State, rng: Rng) -> tuple[int, ...]:
    """Draw and play the pending chance moves one at a time in a copy of the state; return the key of the copy."""
    other = state.copy()
    while other.actor == CHANCE:
        other.play(other.draw(rng))
    return other.key()


def assert_fits(found: Counter[int], expected: dict[int, float]) -> None:
    """Check by Pearson's chi-square test that counts are as expected. Cells with expected counts below 5 are merged."""
    cells = [(found[cell], wanted) for cell, wanted in expected.items() if wanted >= 5]
    rest = [(found[cell], wanted) for cell, wanted in expected.items() if wanted < 5]
    if sum(wanted for _, wanted in rest) >= 5:
        cells.append((sum(count for count, _ in rest), sum(wanted for _, wanted in rest)))
    if len(cells) > 1:
        distance = sum((count - wanted) ** 2 / wanted for count, wanted in cells)
        assert distance < chi_square_limit(len(cells) - 1), f"chi-square {distance:.1f} of {len(cells)} cells"


def chi_square_limit(freedom: int) -> float:
    """Return the chi-square value at MAX_DEVIATION standard deviations, for `freedom` degrees of freedom.

    This uses the Wilson-Hilferty approximation.
    """
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + MAX_DEVIATION * spread**0.5) ** 3)


def assert_same_distribution(some: list[tuple[int, ...]], others: list[tuple[int, ...]]) -> None:
    """Check that two samples of state keys have the same distribution; a key is a tuple of numbers.

    At each index of the keys, every value must be equally frequent in both samples. If an index has many different
    values, every bit of the values must be equally frequent instead.
    """
    assert {len(key) for key in some} == {len(key) for key in others}
    for i in range(len(some[0])):
        one, two = [key[i] for key in some], [key[i] for key in others]
        values = set(one + two)
        if 1 < len(values) <= 12:
            for value in values:
                assert_as_frequent([x == value for x in one], [x == value for x in two], f"key[{i}] == {value}")
        elif len(values) > 1:
            for bit in range(max(values).bit_length()):
                assert_as_frequent([x >> bit & 1 for x in one], [x >> bit & 1 for x in two], f"bit {bit} of key[{i}]")


def assert_as_frequent(one: list[int], two: list[int], what: Hashable) -> None:
    """Check that two lists of zeros and ones have the same share of ones, apart from random deviations.

    `what` says in the error message what was compared.
    """
    ones, twos = sum(one), sum(two)
    share = (ones + twos) / (len(one) + len(two))
    spread = (share * (1 - share) * (1 / len(one) + 1 / len(two))) ** 0.5
    assert abs(ones / len(one) - twos / len(two)) <= MAX_DEVIATION * spread + 1e-9, f"{what}: {ones} against {twos}"
