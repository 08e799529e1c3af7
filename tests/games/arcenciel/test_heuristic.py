"""Rules of thumb: another circuit, what an expert plays where the strategy notes say it, and that they win."""

from pathlib import Path

from tests.games.arcenciel.situations import Ride, SetUp
from tests.laws.heuristic_checks import check_heuristic_laws

from velodrome.bots.search_bot import make_search_bot
from velodrome.core.contract import OVER, Value
from velodrome.core.heuristic import RULED_OUT
from velodrome.core.rng import Rng
from velodrome.games.arcenciel.bot.heuristic import ArcEnCielHeuristic
from velodrome.games.arcenciel.game import ArcEnCiel
from velodrome.games.arcenciel.pieces import ENERGY
from velodrome.games.arcenciel.rules import ArcEnCielState

A, B, C = 0, 1, 2
BOARDS = Path(__file__).parent / "boards"


def test_they_keep_their_laws_on_another_circuit() -> None:
    boards: dict[str, Value] = {
        "circuit": str(BOARDS / "village.toml"),
        "deck": str(BOARDS / "fair.toml"),
        "combativity": True,
    }
    check_heuristic_laws(ArcEnCiel(4, boards), 4)


# ---------------------------------------------------------------- what an expert plays


def best(state: ArcEnCielState) -> str:
    return state.game.text(ArcEnCielHeuristic(state.game).choose(state, Rng(1)))


def weights(state: ArcEnCielState) -> dict[str, float]:
    thumb = ArcEnCielHeuristic(state.game)
    return dict(zip(map(state.game.text, state.legal()), thumb.weigh(state), strict=True))


def test_a_breakaway_near_the_line_of_a_rainbow_lap_is_held(set_up: SetUp) -> None:
    assert best(set_up(square=36, breakaway=A, gap=4, pack=[B, C], rainbow_lap=True, energy=[20, 20, 20])) == "hold"


def test_a_tired_rider_gives_up_a_breakaway_with_nothing_in_reach(set_up: SetUp) -> None:
    assert best(set_up(square=0, breakaway=A, gap=8, pack=[B, C], energy=[6, 30, 30], hand=[0, 6, 6])) == "give up"


def test_a_free_attack_before_the_line_of_a_rainbow_lap_is_made(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=34, rainbow_lap=True, energy=[30, 30, 30]), "white 2")
    assert best(state) == "attack"


def test_the_last_to_speak_bids_one_more_or_nothing(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=37, energy=[40, 40, 40]), "white 2", "bid 2", "pass")
    assert best(state) == "bid 3"
    state = ride(set_up(square=37, energy=[40, 40, 40]), "white 2", "bid 30", "pass")
    assert best(state) == "pass"


def test_no_bid_is_higher_than_it_must_be(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=37, energy=[40, 40, 40]), "white 2", "bid 2", "pass")
    assert [text for text, weight in weights(state).items() if text.startswith("bid") and weight > RULED_OUT] == [
        "bid 3"
    ]
    searcher = make_search_bot(state.game, "100")
    found = {state.game.text(searcher(state.seen_by(state.actor), Rng(seed))) for seed in range(5)}
    assert "bid 3" in found and not [text for text in found - {"bid 3"} if text.startswith("bid")]


def test_a_bid_is_as_high_as_those_who_speak_later_can_answer_by_retiring(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=37, energy=[20, 40, 9], hand=[1, 6, 2]), "white 2")
    raised = state.team[ENERGY + C] + state.rules.retire_energy  # of C's two one is placed
    open_bids = [text for text, weight in weights(state).items() if text.startswith("bid") and weight > RULED_OUT]
    assert open_bids == [f"bid {bid}" for bid in range(1, raised + 1)]


def test_the_last_domestique_is_not_retired_for_a_square_that_needs_him(set_up: SetUp) -> None:
    found = [
        weights(set_up(phase="bid", actor=A, square=39, pack=[B, C, A], energy=[8, 60, 60], hand=[1, 6, 6],
                       retired=[5, 0, 0], high_bid=high, high_bidder=C))
        for high in (8, 60)
    ]  # fmt: skip
    within, beyond = [weight["retire hand"] - weight["pass"] for weight in found]
    assert within == beyond  # without him there is no bid for it (AC-30)


def test_an_attack_that_wins_is_made_at_once_and_says_so(set_up: SetUp) -> None:
    state = set_up(
        phase="attack", actor=A, square=16, lap=5, breakaway=A, gap=18, rainbow=[0, 2, 2], energy=[5, 20, 20]
    )
    assert best(state) == "attack"
    assert ArcEnCielHeuristic(state.game).explain(state, state.game.parse("attack"))[0]["key"] == "why.wins"


def test_a_mountain_or_the_home_straight_is_worth_more_than_a_flat_square(set_up: SetUp) -> None:
    worth = ArcEnCielHeuristic(ArcEnCiel(3)).valuation
    flat, ramp, home = [worth.square_value(square, 8.0) for square in (1, 30, 39)]
    assert 0 < flat < ramp and flat < home
    assert worth.square_value(37, 8.0) > worth.square_value(2, 8.0)  # of the same value, before the finish


def test_a_square_is_worth_less_when_the_race_is_nearly_over(set_up: SetUp) -> None:
    worth = ArcEnCielHeuristic(ArcEnCiel(3)).valuation
    early, late = set_up(), set_up(rainbow=[2, 2, 1])
    assert worth.laps_left(late) < worth.laps_left(early) / 2


def test_retire_from_hand_first_then_from_the_poorest_square(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=7, energy=[3, 20, 20], hand=[1, 6, 6], placed=[[5, 20], [], []]), "white 2")
    assert best(state) == "retire hand"
    state = ride(set_up(square=7, energy=[3, 20, 20], hand=[0, 6, 6], placed=[[1, 39], [], []]), "white 2")
    assert best(state) == "retire 1"


def test_a_full_rider_retires_nobody(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(energy=[50, 50, 50]), "white 1")
    assert weights(state)["retire hand"] < weights(state)["pass"]


def test_ten_dotted_points_are_exchanged_and_eleven_may_wait(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=19, double=[1, 0, 0], triple=[3, 0, 0]), "white 2")
    assert best(state) == "exchange 2 2"
    state = ride(set_up(square=29, double=[1, 0, 0], triple=[2, 0, 0]), "white 2")
    assert best(state) == "keep"


def test_the_poorest_square_is_vacated(set_up: SetUp, ride: Ride) -> None:
    state = set_up(square=36, energy=[40, 40, 40], hand=[0, 6, 6], placed=[[1, 9, 20, 29, 30, 39], [], []])
    assert best(ride(state, "white 1", "pass", "pass", "bid 3")) == "vacate 1"


def test_it_wins_most_races_among_random_riders() -> None:
    game = ArcEnCiel(3)
    thumb = ArcEnCielHeuristic(game)
    won = 0
    for seed in range(30):
        rng = Rng(seed)
        state = game.start()
        while state.actor != OVER:
            state.settle(rng)
            if state.actor >= 0:
                state.play(thumb.choose(state, rng) if state.actor == seed % 3 else state.pick(rng))
        won += state.ranking()[seed % 3] == 1
    assert won >= 26
