"""Tests of the heuristic of Arc en Ciel: it works on other circuits, plays like an expert and beats random riders."""

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


def test_the_heuristic_laws_hold_on_another_circuit() -> None:
    boards: dict[str, Value] = {
        "circuit": str(BOARDS / "village.toml"),
        "deck": str(BOARDS / "fair.toml"),
        "combativity": True,
    }
    check_heuristic_laws(ArcEnCiel(4, boards), 4)


# ---------------------------------------------------------------- choices


def choice(state: ArcEnCielState) -> str:
    """Return the text of the move that the heuristic chooses."""
    return state.game.text(ArcEnCielHeuristic(state.game).choose(state, Rng(1)))


def weights(state: ArcEnCielState) -> dict[str, float]:
    """Return the weight of each legal move by its text."""
    heuristic = ArcEnCielHeuristic(state.game)
    return dict(zip(map(state.game.text, state.legal()), heuristic.weigh(state), strict=True))


def test_it_holds_a_breakaway_near_the_end_of_a_rainbow_lap(set_up: SetUp) -> None:
    assert choice(set_up(square=36, breakaway=A, gap=4, pack=[B, C], rainbow_lap=True, energy=[20, 20, 20])) == "hold"


def test_a_tired_rider_gives_up_a_breakaway_that_can_win_nothing_soon(set_up: SetUp) -> None:
    assert choice(set_up(square=0, breakaway=A, gap=8, pack=[B, C], energy=[6, 30, 30], hand=[0, 6, 6])) == "give up"


def test_it_makes_a_free_attack_near_the_end_of_a_rainbow_lap(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=34, rainbow_lap=True, energy=[30, 30, 30]), "white 2")
    assert choice(state) == "attack"


def test_the_last_bidder_bids_one_more_or_passes(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=37, energy=[40, 40, 40]), "white 2", "bid 2", "pass")
    assert choice(state) == "bid 3"
    state = ride(set_up(square=37, energy=[40, 40, 40]), "white 2", "bid 30", "pass")
    assert choice(state) == "pass"


def test_the_last_bidder_never_bids_more_than_needed(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=37, energy=[40, 40, 40]), "white 2", "bid 2", "pass")
    assert [text for text, weight in weights(state).items() if text.startswith("bid") and weight > RULED_OUT] == [
        "bid 3"
    ]
    searcher = make_search_bot(state.game, "100")
    found = {state.game.text(searcher(state.seen_by(state.actor), Rng(seed))) for seed in range(5)}
    assert "bid 3" in found and not [text for text in found - {"bid 3"} if text.startswith("bid")]


def test_bids_are_considered_up_to_what_later_bidders_can_afford_by_retiring_domestiques(
    set_up: SetUp, ride: Ride
) -> None:
    state = ride(set_up(square=37, energy=[20, 40, 9], hand=[1, 6, 2]), "white 2")
    raised = state.team[ENERGY + C] + state.rules.retire_energy  # C must keep one of two domestiques to bid
    open_bids = [text for text, weight in weights(state).items() if text.startswith("bid") and weight > RULED_OUT]
    assert open_bids == [f"bid {bid}" for bid in range(1, raised + 1)]


def test_retiring_the_last_domestique_to_bid_gains_nothing(set_up: SetUp) -> None:
    found = [
        weights(set_up(phase="bid", actor=A, square=39, pack=[B, C, A], energy=[8, 60, 60], hand=[1, 6, 6],
                       retired=[5, 0, 0], high_bid=high, high_bidder=C))
        for high in (8, 60)
    ]  # fmt: skip
    within, beyond = [weight["retire hand"] - weight["pass"] for weight in found]
    assert within == beyond  # AC-30: a rider without domestiques cannot bid


def test_it_makes_a_winning_attack_and_explains_it(set_up: SetUp) -> None:
    state = set_up(
        phase="attack", actor=A, square=16, lap=5, breakaway=A, gap=18, rainbow=[0, 2, 2], energy=[5, 20, 20]
    )
    assert choice(state) == "attack"
    assert ArcEnCielHeuristic(state.game).explain(state, state.game.parse("attack"))[0]["key"] == "why.wins"


def test_a_climb_or_a_square_near_the_finish_is_worth_more_than_a_flat_square(set_up: SetUp) -> None:
    worth = ArcEnCielHeuristic(ArcEnCiel(3)).valuation
    flat, ramp, home = [worth.square_value(square, 8.0) for square in (1, 30, 39)]
    assert 0 < flat < ramp and flat < home
    assert worth.square_value(37, 8.0) > worth.square_value(2, 8.0)  # both cost the same; 37 is nearer to the finish


def test_fewer_laps_are_expected_when_the_race_is_nearly_over(set_up: SetUp) -> None:
    worth = ArcEnCielHeuristic(ArcEnCiel(3)).valuation
    early, late = set_up(), set_up(rainbow=[2, 2, 1])
    assert worth.laps_left(late) < worth.laps_left(early) / 2


def test_it_retires_from_the_hand_first_then_from_the_least_valuable_square(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=7, energy=[3, 20, 20], hand=[1, 6, 6], placed=[[5, 20], [], []]), "white 2")
    assert choice(state) == "retire hand"
    state = ride(set_up(square=7, energy=[3, 20, 20], hand=[0, 6, 6], placed=[[1, 39], [], []]), "white 2")
    assert choice(state) == "retire 1"


def test_a_rider_with_much_energy_does_not_retire_a_domestique(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(energy=[50, 50, 50]), "white 1")
    assert weights(state)["retire hand"] < weights(state)["pass"]


def test_it_retires_nobody_in_a_pause_and_says_why(set_up: SetUp) -> None:
    for energy in (0, 2, 20, 55):
        state = set_up({"voluntary_retirement": "any"}, phase="pause", energy=[energy, 60, 60], placed=[[20], [], []])
        assert choice(state) == "continue"
        assert weights(state)["retire 20"] < weights(state)["retire hand"] < weights(state)["continue"]
        heuristic = ArcEnCielHeuristic(state.game)
        assert [why["key"] for why in heuristic.explain(state, state.game.parse("continue"))] == ["why.continue"]
        early = [why["key"] for why in heuristic.explain(state, state.game.parse("retire hand"))]
        assert early == ["why.retire.gain", "why.retire.hand", "why.retire.early"]


def test_it_exchanges_exactly_ten_dotted_jerseys_but_keeps_eleven(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=19, double=[1, 0, 0], triple=[3, 0, 0]), "white 2")
    assert choice(state) == "exchange 2 2"
    state = ride(set_up(square=29, double=[1, 0, 0], triple=[2, 0, 0]), "white 2")
    assert choice(state) == "keep"


def test_it_moves_the_domestique_from_its_least_valuable_square(set_up: SetUp, ride: Ride) -> None:
    state = set_up(square=36, energy=[40, 40, 40], hand=[0, 6, 6], placed=[[1, 9, 20, 29, 30, 39], [], []])
    assert choice(ride(state, "white 1", "pass", "pass", "bid 3")) == "vacate 1"


def test_the_heuristic_beats_random_riders() -> None:
    game = ArcEnCiel(3)
    heuristic = ArcEnCielHeuristic(game)
    won = 0
    for seed in range(30):
        rng = Rng(seed)
        state = game.start()
        while state.actor != OVER:
            state.settle(rng)
            if state.actor >= 0:
                state.play(heuristic.choose(state, rng) if state.actor == seed % 3 else state.pick(rng))
        won += state.ranking()[seed % 3] == 1
    assert won >= 26
