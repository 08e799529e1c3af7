"""Test rules and options in cases that test_scenarios.py does not cover.

The tests of jerseys and of the end of the race are in test_jerseys.py.
"""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.games.arcenciel.situations import VILLAGE, A, B, C, ListLegal, Ride, SetUp, read

from velodrome.core.contract import Value
from velodrome.core.errors import BadOption
from velodrome.games.arcenciel.game import ArcEnCiel

ANY: dict[str, Value] = {"voluntary_retirement": "any"}

# ---------------------------------------------------------------- set-up


@pytest.mark.parametrize("seats", range(3, 7))
def test_ac01_every_team_starts_with_the_same_energy_and_domestiques(seats: int) -> None:
    written: Any = ArcEnCiel(seats).start().write()
    assert written["energy"] == [60] * seats and written["hand"] == [6] * seats and written["retired"] == [0] * seats
    assert not any(written["rainbow"] + written["green"] + written["double"] + written["triple"])


def test_ac02_the_starting_order_is_drawn_at_random_from_the_front(ride: Ride) -> None:
    state = ArcEnCiel(3).start()
    assert [state.game.text(move) for move, _ in state.chance()] == ["lineup 0", "lineup 1", "lineup 2"]
    ride(state, "lineup 2")
    assert [weight for _, weight in state.chance()] == [1, 1]
    ride(state, "lineup 0", "lineup 1")
    assert read(state, "pack", "breakaway", "phase") == [[C, A, B], None, "white"]


def test_ac02_an_option_sets_the_starting_order() -> None:
    assert read(ArcEnCiel(4, {"start_order": (3, 1, 0, 2)}).start(), "pack", "phase") == [[3, 1, 0, 2], "white"]
    for bad in ((0, 1), (0, 1, 1), (0, 1, 4)):
        with pytest.raises(BadOption, match="start_order is"):
            ArcEnCiel(3, {"start_order": bad})


def test_ac03_the_default_circuit_has_the_squares_of_the_rulebook(set_up: SetUp) -> None:
    game = ArcEnCiel(3)
    kinds = Counter(square.kind for square in game.circuit.squares)
    assert kinds["effort"] == 22 and kinds["feeding"] == kinds["hazard"] == kinds["dotted"] == 2 and kinds["green"] == 1
    assert len(game.circuit.squares) == 40 and kinds["breakaway"] == 4 and kinds["chance"] == 6
    assert [square.value for square in game.circuit.squares if square.kind == "dotted"] == [2, 3]
    assert not set_up().write()["rainbow_lap"]  # AC-09: starting on the start square is not landing on it


def test_ac04_a_chance_card_is_drawn_at_random_from_the_25_cards(set_up: SetUp, ride: Ride) -> None:
    game = ArcEnCiel(3)
    assert game.deck.size == 25
    state = ride(set_up(square=10), "white 2")
    odds = {game.text(move): weight for move, weight in state.chance()}
    assert sum(odds.values()) == 25 and odds["card attack"] == 5 and odds["card abandon"] == 1
    ride(state, "card puncture", "white 6")
    assert {game.text(move): weight for move, weight in state.chance()}["card puncture"] == 1


# ---------------------------------------------------------------- turn


def test_ac05_payments_and_bids_follow_the_race_order(set_up: SetUp, ride: Ride) -> None:
    state = set_up(square=7, pack=[C, A, B], energy=[3, 3, 3])
    ride(state, "white 2")
    asked = []
    while state.write()["phase"] == "raise":
        asked.append(state.actor)
        ride(state, "retire hand")
    assert asked == [C, A, B]
    ride(state, "pass")
    assert state.actor == B  # C stopped on a free square and dropped to the back: the order is now A, B, C
    assert read(state, "pack") == [[A, B, C]]


def test_ac06_a_rider_may_retire_a_domestique_to_pay_for_holding_a_breakaway(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    state = set_up(breakaway=A, gap=13, energy=[2, 9, 9])
    assert list_legal(state) == ["give up", "retire hand"]
    ride(state, "retire hand", "hold")
    assert read(state, "energy") == [[14, 9, 9]]


def test_ac07_the_front_rider_rolls_a_die_and_the_circuit_wraps_around(set_up: SetUp, ride: Ride) -> None:
    state = set_up(square=38)
    assert [state.game.text(move) for move, _ in state.chance()] == [f"white {eyes}" for eyes in range(1, 7)]
    assert read(ride(state, "white 5"), "square") == [3]


def test_ac08_a_rider_who_dropped_out_gets_no_energy(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=37, pack=[C, B], energy=[0, 10, 10]), "white 3")
    assert read(state, "energy") == [[0, 25, 25]]


def test_ac09_the_winner_of_a_rainbow_jersey_may_exchange_before_everybody_gets_energy(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    state = set_up(square=38, rainbow_lap=True, energy=[20, 20, 20], triple=[4, 0, 0])
    ride(state, "white 4")
    assert read(state, "phase", "energy", "lap") == ["exchange_lap", [20, 20, 20], 1]
    ride(state, "exchange 0 4")
    assert read(state, "rainbow", "energy", "lap", "phase") == [[2, 0, 0], [33, 33, 33], 2, "bid"]


def test_ac09_a_rainbow_lap_ends_before_the_exchange_and_the_next_one_starts_after_it(
    set_up: SetUp, ride: Ride
) -> None:
    state = set_up(square=38, rainbow_lap=True, triple=[4, 0, 0])
    ride(state, "white 2")  # exactly on the start
    assert read(state, "phase", "rainbow_lap", "lap", "rainbow") == ["exchange_lap", False, 1, [1, 0, 0]]
    ride(state, "keep")
    assert read(state, "rainbow_lap", "lap", "pack") == [True, 2, [B, C, A]]


def test_ac10_retiring_never_exceeds_the_energy_limit(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(breakaway=A, gap=1, energy=[50, 60, 60]), "retire hand")
    assert read(state, "energy") == [[60, 60, 60]]


# ---------------------------------------------------------------- squares


def test_ac11_everybody_pays_except_the_rider_who_holds_the_square(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=7, placed=[[], [9], []]), "white 2")
    assert read(state, "energy") == [[56, 60, 56]]


def test_ac12_the_tailwind_card_gives_two_energy(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=10, energy=[20, 20, 20]), "white 2", "card tailwind")
    assert read(state, "energy", "pack") == [[22, 20, 20], [B, C, A]]


def test_ac13_the_storm_card_costs_every_rider_energy(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=10, energy=[20, 20, 20], placed=[[], [13], []]), "white 2", "card storm")
    assert read(state, "energy") == [[17, 17, 17]]


def test_ac14_dotted_squares_give_double_and_triple_cards(set_up: SetUp, ride: Ride) -> None:
    assert read(ride(set_up(square=19), "white 2"), "double", "triple") == [[1, 0, 0], [0, 0, 0]]
    assert read(ride(set_up(square=29), "white 2"), "double", "triple") == [[0, 0, 0], [1, 0, 0]]
    assert read(ride(set_up(square=19), "white 3"), "double") == [[0, 0, 0]]  # riding past gives nothing


def test_ac15_an_empty_deck_is_refilled_from_the_discards(set_up: SetUp, ride: Ride) -> None:
    state = set_up(VILLAGE, square=2, deck={}, no_feeding={"closed": 1})
    ride(state, "white 1")
    assert read(state, "deck", "phase") == [{"crowd": 1, "spurt": 1, "knoll": 1, "sold_out": 1}, "card"]


def test_ac15_a_chance_square_does_nothing_if_no_card_can_be_drawn(tmp_path: Path, set_up: SetUp, ride: Ride) -> None:
    deck = tmp_path / "closed.toml"
    rows = 'card = [{ id = "closed", kind = "no_feeding", count = 1, title = "Closed" }]\n'
    deck.write_text(f'format = 1\ngame = "arcenciel"\nid = "closed"\n{rows}')
    state = ride(set_up({"deck": str(deck)}, square=10), "white 2", "card closed", "white 6")
    assert read(state, "square", "phase", "pack") == [18, "white", [C, A, B]]


def test_ac15_every_rider_pays_an_effort_card_and_there_is_no_auction(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(VILLAGE, square=2), "white 1", "card crowd")
    assert read(state, "energy", "pack", "phase") == [[14, 14, 14], [B, C, A], "white"]


def test_ac15_the_front_rider_wins_the_jersey_of_a_card(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(VILLAGE, square=2), "white 1", "card spurt")
    assert read(state, "green", "pack") == [[1, 0, 0], [B, C, A]]
    state = ride(set_up(VILLAGE, square=2, double=[1, 0, 0]), "white 1", "card knoll")
    assert read(state, "triple", "phase", "card") == [[1, 0, 0], "exchange_square", "knoll"]


def test_ac16_the_rainbow_lap_card_makes_the_current_lap_a_rainbow_lap(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=36), "white 2", "card champion", "white 6", "pass", "pass", "pass")
    assert read(state, "rainbow", "rainbow_lap", "square") == [[0, 1, 0], False, 4]


def test_ac16_a_rainbow_lap_card_drawn_after_the_line_affects_the_new_lap(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=38, rainbow_lap=True), "white 5", "card champion")
    assert read(state, "rainbow", "rainbow_lap", "lap") == [[1, 0, 0], True, 2]


def test_ac17_a_no_feeding_card_at_the_start_is_not_reshuffled(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=10), "white 2", "card nofeeding", "white 6", "card abandon", "retire hand")
    assert read(state, "no_feeding", "discard") == [{"nofeeding": 1}, {}]
    assert sum(state.write()["deck"].values()) == 24


def test_ac18_if_the_front_rider_has_no_domestique_the_retirement_card_only_reshuffles_the_deck(
    set_up: SetUp, ride: Ride
) -> None:
    state = set_up(square=10, hand=[0, 6, 6], discard={"crash": 1, "dog": 1})
    ride(state, "white 2", "card abandon")
    assert read(state, "discard", "pack", "retired") == [{}, [B, C, A], [6, 0, 0]]


def test_ac18_a_forced_retirement_gives_energy_unless_the_option_says_no(set_up: SetUp, ride: Ride) -> None:
    for pays, energy in ((True, 35), (False, 20)):
        state = set_up({"forced_retirement_pays": pays}, square=10, energy=[20, 20, 20])
        ride(state, "white 2", "card abandon", "retire hand")
        assert read(state, "energy") == [[energy, 20, 20]]


def test_ac19_a_rider_may_have_to_retire_several_domestiques_to_pay(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    state = set_up(VILLAGE, square=4, energy=[0, 20, 20])
    ride(state, "white 2")
    assert state.actor == A and list_legal(state) == ["retire hand"]
    ride(state, "retire hand", "retire hand")
    assert read(state, "pack", "energy") == [[B, C], [0, 20, 20]]  # A drops out: 14 energy is less than 30


def test_ac20_the_holder_of_the_square_comes_to_the_front_even_if_the_front_rider_drops_out(
    set_up: SetUp, ride: Ride
) -> None:
    state = set_up(square=7, breakaway=A, gap=4, energy=[1, 20, 20], hand=[0, 6, 5], placed=[[], [], [9]])
    ride(state, "hold", "white 2")
    assert state.actor == C and read(state, "pack", "breakaway", "phase") == [[C, B], None, "attack"]
    ride(state, "attack", "yellow 4")
    assert read(state, "breakaway", "gap", "pack") == [C, 4, [B]]


def test_ac20_ac38_a_new_breakaway_can_earn_combativity_points_again(set_up: SetUp, ride: Ride) -> None:
    entries = {"breakaway": A, "gap": 4, "awarded": 1, "points": [1, 0, 0]}
    team = {"energy": [1, 20, 20], "hand": [0, 6, 5], "placed": [[], [], [9]]}
    state = set_up({"combativity": True}, square=7, **entries, **team)
    ride(state, "hold", "white 2")
    assert read(state, "breakaway", "awarded", "pack", "actor") == [None, 0, [C, B], C]
    ride(state, "attack", "yellow 6", "hold", "white 1", "hold", "white 6")
    assert read(state, "square", "gap", "points") == [16, 5, [1, 0, 0]]
    ride(state, "attack", "yellow 2")
    assert read(state, "gap", "points", "awarded") == [7, [1, 0, 1], 1]


def test_ac20_a_rider_who_drops_out_keeps_the_jerseys(set_up: SetUp, ride: Ride) -> None:
    state = set_up(square=7, energy=[20, 3, 20], hand=[6, 0, 6], rainbow=[0, 2, 0])
    ride(state, "white 2")
    assert read(state, "pack", "rainbow", "energy") == [[C, A], [0, 2, 0], [16, 0, 16]]


# ---------------------------------------------------------------- positions


# From these squares the pack reaches a hazard, a green square, a feeding post, two dotted squares and a chance square.
@pytest.mark.parametrize("square", [5, 8, 12, 19, 29, 34])
def test_ac21_a_square_that_nobody_can_hold_sends_the_front_rider_to_the_back(
    set_up: SetUp, ride: Ride, square: int
) -> None:
    state = ride(set_up(square=square), "white 2" if square != 34 else "white 4", *["card dog"] * (square == 34))
    assert read(state, "pack") == [[B, C, A]]


def test_ac22_the_holder_of_the_square_comes_to_the_front(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(seats=5, square=7, placed=[[], [], [], [9], []]), "white 2", "stay")
    assert read(state, "pack") == [[3, 0, 1, 2, 4]]


def test_ac23_a_front_rider_who_does_not_attack_on_a_breakaway_square_rolls_again(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=4), "white 2", "stay", "white 4")
    assert read(state, "green", "pack") == [[1, 0, 0], [B, C, A]]


def test_ac24_an_attack_is_legal_only_with_enough_energy(set_up: SetUp, ride: Ride, list_legal: ListLegal) -> None:
    state = ride(
        set_up({"voluntary_retirement": "shortfall"}, square=7, energy=[3, 20, 20], placed=[[9], [], []]), "white 2"
    )
    assert list_legal(state) == ["stay"]
    state = ride(set_up(square=7, energy=[4, 20, 20], placed=[[9], [], []]), "white 2", "attack", "yellow 1")
    assert read(state, "energy") == [[0, 16, 16]]


def test_ac25_the_pack_keeps_its_order_behind_a_breakaway(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=12, breakaway=B, gap=5, pack=[C, A]), "hold", "white 2")
    assert read(state, "gap", "pack", "breakaway") == [4, [C, A], B]


def test_ac26_the_holder_of_the_square_leads_the_pack_behind_the_breakaway(set_up: SetUp, ride: Ride) -> None:
    state = set_up(seats=4, square=7, breakaway=A, gap=9, placed=[[], [], [], [9]])
    ride(state, "hold", "white 2", "yellow 6")
    assert read(state, "pack", "gap", "actor", "phase") == [[3, 1, 2], 3, A, "upkeep"]


def test_ac27_extending_the_lead_on_ones_own_square_costs_the_value_of_the_square(set_up: SetUp, ride: Ride) -> None:
    state = set_up(square=7, breakaway=A, gap=2, energy=[20, 20, 20], placed=[[9], [], []])
    ride(state, "hold", "white 2", "attack", "yellow 3")
    assert read(state, "energy", "gap") == [[15, 16, 16], 5]


def test_ac28_a_chase_of_more_than_the_lead_catches_the_breakaway(set_up: SetUp, ride: Ride) -> None:
    state = set_up(square=7, breakaway=A, gap=2, placed=[[], [9], []])
    ride(state, "hold", "white 2", "yellow 6")
    assert read(state, "gap", "pack", "breakaway") == [0, [B, C, A], None]


# ---------------------------------------------------------------- auction and domestiques


def test_ac29_only_a_free_effort_square_is_auctioned(set_up: SetUp, ride: Ride) -> None:
    assert read(ride(set_up(square=7), "white 2"), "phase") == ["bid"]
    assert read(ride(set_up(square=7, placed=[[9], [], []]), "white 2", "stay"), "phase") == ["white"]
    assert read(ride(set_up(square=8), "white 2"), "phase") == ["white"]


def test_ac30_options_set_the_lowest_bid_and_whether_the_first_rider_must_bid(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    assert "bid 0" in list_legal(ride(set_up({"min_bid": 0}), "white 1"))
    assert "bid 0" not in list_legal(ride(set_up({"min_bid": 0}), "white 1", "bid 0"))
    state = ride(set_up({"min_bid": 5}), "white 1")
    assert "bid 4" not in list_legal(state) and "bid 5" in list_legal(state)
    state = ride(set_up({"leader_must_open": True}), "white 1")
    assert "pass" not in list_legal(state)
    assert "pass" in list_legal(ride(state, "bid 1"))
    for poor in ({"energy": [60, 1, 60]}, {"hand": [6, 0, 6]}):  # this rider cannot bid
        state = ride(set_up({"leader_must_open": True, "voluntary_retirement": "shortfall"}, **poor), "white 1")
        assert list_legal(state) == ["pass"]


def test_ac30_a_first_rider_who_must_bid_may_pass_after_retiring_all_domestiques(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    state = ride(set_up({"leader_must_open": True}, energy=[20, 20, 20], hand=[6, 2, 6]), "white 1", "retire hand")
    assert "pass" not in list_legal(state)
    ride(state, "retire hand")
    assert list_legal(state) == ["pass"]


def test_ac30_only_the_first_rider_must_bid(set_up: SetUp, ride: Ride, list_legal: ListLegal) -> None:
    options = {"leader_must_open": True, "voluntary_retirement": "shortfall"}
    state = ride(set_up(options, energy=[5, 5, 5], hand=[6, 0, 6]), "white 1")
    assert state.actor == B and list_legal(state) == ["pass"]
    ride(state, "pass")
    assert state.actor == C and list_legal(state) == ["pass", "bid 1", "bid 2", "bid 3", "bid 4"]
    assert "pass" in list_legal(ride(state, "pass"))


def test_ac31_a_domestique_placed_in_an_auction_has_no_effect_this_turn(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=0), "white 1", "bid 9", "pass", "pass")
    assert read(state, "placed", "hand", "energy", "pack") == [[[], [1], []], [6, 5, 6], [59, 50, 59], [B, C, A]]


def test_ac32_no_domestique_moves_while_another_one_is_in_hand(set_up: SetUp, ride: Ride) -> None:
    state = set_up(placed=[[], [4, 5, 8, 9, 11], []])
    assert read(ride(state, "white 1", "bid 3", "pass", "pass"), "placed") == [[[], [1, 4, 5, 8, 9, 11], []]]


def test_ac33_a_rider_below_the_energy_limit_may_retire_a_domestique_before_deciding(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    state = set_up(breakaway=A, gap=1, placed=[[9], [], []])
    assert list_legal(state) == ["hold", "give up"]  # 60 is the limit
    state = set_up(breakaway=A, gap=1, energy=[59, 60, 60], placed=[[9], [], []])
    assert list_legal(state) == ["hold", "give up", "retire hand", "retire 9"]
    ride(state, "retire 9")
    assert read(state, "placed", "retired", "energy", "actor") == [[[], [], []], [1, 0, 0], [60, 60, 60], A]
    state = ride(set_up(energy=[20, 20, 20]), "white 1")
    assert "retire hand" in list_legal(state)
    state = ride(set_up({"voluntary_retirement": "shortfall"}, energy=[20, 20, 20]), "white 1")
    assert "retire hand" not in list_legal(state)


def test_ac33_with_the_option_any_every_rider_may_retire_domestiques_before_each_roll_in_race_order(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    state = set_up(ANY, square=7, energy=[40, 41, 42], hand=[2, 5, 6], placed=[[9], [11], []])
    ride(state, "white 2", "stay")
    assert read(state, "phase", "actor", "pack") == ["pause", A, [A, B, C]]
    assert list_legal(state) == ["continue", "retire hand", "retire 9"]  # AC-34 is only about attacks
    ride(state, "retire 9")
    assert read(state, "phase", "actor", "energy", "placed") == ["pause", A, [55, 37, 38], [[], [11], []]]
    ride(state, "retire hand")  # 60 energy is the limit, so A is not asked again (AC-10)
    assert read(state, "actor", "energy") == [B, [60, 37, 38]]
    ride(state, "continue", "continue")
    assert read(state, "phase", "actor", "thrower") == ["white", None, None]
    assert read(ride(state, "white 1"), "square", "green") == [10, [1, 0, 0]]


def test_ac33_a_rider_without_domestiques_or_with_full_energy_is_not_asked_in_a_pause(
    set_up: SetUp, ride: Ride
) -> None:
    state = set_up(ANY, square=8, energy=[20, 60, 20], hand=[0, 6, 6])
    ride(state, "white 2")
    assert read(state, "phase", "actor", "pack") == ["pause", C, [B, C, A]]
    ride(state, "continue")
    assert read(state, "phase") == ["white"]
    assert ArcEnCiel(3, ANY | {"start_order": (2, 0, 1)}).start().write()["phase"] == "white"  # all have 60


def test_ac06_ac33_the_pause_comes_after_the_breakaway_rider_has_decided(set_up: SetUp, ride: Ride) -> None:
    for move, order, energy in (("hold", [A, B, C], 18), ("give up", [B, C, A], 20)):
        state = ride(set_up(ANY, square=2, breakaway=A, gap=8, energy=[20, 20, 20]), move)
        for seat in order:
            assert read(state, "phase", "actor") == ["pause", seat]
            ride(state, "continue")
        assert read(state, "phase", "energy") == ["white", [energy, 20, 20]]


def test_ac33_a_domestique_that_retires_in_a_pause_frees_its_square_for_this_roll(set_up: SetUp, ride: Ride) -> None:
    position = {"phase": "pause", "square": 7, "energy": [40, 60, 60], "placed": [[9], [], []]}
    state = ride(set_up(ANY, **position), "retire 9", "continue", "white 2")
    assert read(state, "phase", "actor", "energy") == ["bid", B, [51, 56, 56]]
    state = ride(set_up(ANY, **position), "continue", "white 2")
    assert read(state, "phase", "actor", "energy") == ["attack", A, [40, 56, 56]]


def test_ac33_without_the_option_no_rider_is_asked_before_a_roll(set_up: SetUp, ride: Ride) -> None:
    for value in ("windows", "shortfall"):
        state = set_up({"voluntary_retirement": value}, square=8, energy=[20, 20, 20])
        assert read(ride(state, "white 2"), "phase") == ["white"]


def test_ac33_a_bidder_who_retired_the_last_domestique_can_only_pass(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    state = ride(set_up(energy=[20, 20, 20], hand=[6, 1, 6]), "white 1", "retire hand")
    assert list_legal(state) == ["pass"]


def test_ac34_only_other_domestiques_can_be_retired_for_an_attack(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    state = set_up(square=7, energy=[20, 20, 3], hand=[6, 6, 0], placed=[[], [], [9, 11]])
    ride(state, "white 2")
    assert list_legal(state) == ["stay", "retire 11"]
    state = ride(set_up(square=4, energy=[20, 20, 20], placed=[[5], [], []]), "white 2")
    assert list_legal(state) == ["attack", "stay", "retire hand", "retire 5"]
