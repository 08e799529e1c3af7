"""Law 8: chance has whole positive weights, and what is drawn, picked and settled fits them."""

from collections import Counter
from collections.abc import Hashable

from tests.laws.strategies import every_game, glimpses, steps

from velodrome.core.contract import CHANCE, State
from velodrome.core.record import Record
from velodrome.core.rng import Rng

DRAWS = 1500
FAR = 5.0  # standard deviations: once in millions, and the seeds are fixed


@every_game
def test_law_8_weights_are_positive_and_moves_ascend(record: Record, rng: Rng) -> None:
    game = record.game
    covers = set(game.covers) - {move for move, cover in enumerate(game.covers) if cover == move}
    for state in steps(record, rng):
        moves = [move for move, _ in state.chance()]
        assert bool(moves) == (state.actor == CHANCE)
        assert moves == sorted(set(moves))
        assert all(game.decisions <= move < len(game.moves) and move not in covers for move in moves)
        assert all(isinstance(weight, int) and weight > 0 for _, weight in state.chance())


@every_game
def test_law_8_draw_fits_the_weights(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 150):
        if state.actor == CHANCE:
            key = state.key()
            weights = dict(state.chance())
            drawn = Counter(state.draw(rng) for _ in range(DRAWS))
            assert state.key() == key, "drawing is not playing"
            assert set(drawn) <= set(weights)
            total = sum(weights.values())
            assert_fits(drawn, {move: DRAWS * weight / total for move, weight in weights.items()})


@every_game
def test_law_8_pick_is_fair(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 100):
        if state.actor >= 0:
            legal = state.legal()
            picked = Counter(state.pick(rng) for _ in range(DRAWS))
            assert set(picked) <= set(legal)
            assert_fits(picked, dict.fromkeys(legal, DRAWS / len(legal)))


@every_game
def test_law_8_settle_does_what_draw_and_play_do(record: Record, rng: Rng) -> None:
    tried = 0
    for state in glimpses(record, rng, 30):
        if state.actor == CHANCE and tried < 2:
            tried += 1
            fast = [settled(state, rng) for _ in range(DRAWS // 3)]
            slow = [drawn_out(state, rng) for _ in range(DRAWS // 3)]
            assert_alike(fast, slow)


def settled(state: State, rng: Rng) -> tuple[int, ...]:
    other = state.copy()
    other.settle(rng)
    assert other.actor != CHANCE
    return other.key()


def drawn_out(state: State, rng: Rng) -> tuple[int, ...]:
    other = state.copy()
    while other.actor == CHANCE:
        other.play(other.draw(rng))
    return other.key()


def assert_fits(found: Counter[int], expected: dict[int, float]) -> None:
    """Pearson's chi-square; cells that expect fewer than five are put together."""
    cells = [(found[cell], wanted) for cell, wanted in expected.items() if wanted >= 5]
    rest = [(found[cell], wanted) for cell, wanted in expected.items() if wanted < 5]
    if sum(wanted for _, wanted in rest) >= 5:
        cells.append((sum(count for count, _ in rest), sum(wanted for _, wanted in rest)))
    if len(cells) > 1:
        distance = sum((count - wanted) ** 2 / wanted for count, wanted in cells)
        assert distance < limit(len(cells) - 1), f"chi-square {distance:.1f} of {len(cells)} cells"


def limit(freedom: int) -> float:
    """The chi-square that lies FAR deviations out, by Wilson and Hilferty."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + FAR * spread**0.5) ** 3)


def assert_alike(some: list[tuple[int, ...]], others: list[tuple[int, ...]]) -> None:
    """Two samples of keys: each number of the key, and each bit of it, is as frequent in both."""
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
    ones, twos = sum(one), sum(two)
    share = (ones + twos) / (len(one) + len(two))
    spread = (share * (1 - share) * (1 / len(one) + 1 / len(two))) ** 0.5
    assert abs(ones / len(one) - twos / len(two)) <= FAR * spread + 1e-9, f"{what}: {ones} against {twos}"
