"""Test numbered scenarios: rulebook examples (r1, r2 …), edge cases (e1, e2 …) and variants (v1, v2 …)."""

from tests.games.arcenciel.situations import A, B, C, ListLegal, Ride, SetUp, read

from velodrome.core.contract import CHANCE, OVER

# ---------------------------------------------------------------- examples of the rulebook


def test_r1_ac08_ac10_every_rider_is_fed_at_the_end_of_a_lap_up_to_the_limit(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    state = ride(set_up(square=37, energy=[48, 10, 0]), "white 4")
    assert read(state, "energy", "pack", "lap", "square") == [[59, 24, 14], [B, C, A], 2, 1]
    for seat in (B, C, A):
        assert state.actor == seat
        ride(state, "pass")
    assert read(state, "phase", "placed") == ["white", [[], [], []]]


def test_r2_ac36_a_rider_with_eleven_dotted_jerseys_may_keep_them(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    state = ride(set_up(square=29, double=[1, 0, 0], triple=[2, 0, 0]), "white 2")
    assert list_legal(state) == ["keep", "exchange 1 3"]
    ride(state, "keep")
    assert read(state, "double", "triple", "rainbow") == [[1, 0, 0], [3, 0, 0], [0, 0, 0]]


def test_r3_ac36_exactly_ten_dotted_jerseys_can_be_exchanged(set_up: SetUp, ride: Ride, list_legal: ListLegal) -> None:
    state = ride(set_up(square=19, double=[1, 0, 0], triple=[3, 0, 0]), "white 2")
    assert set(list_legal(state)) == {"keep", "exchange 2 2", "exchange 1 3"}
    ride(state, "exchange 2 2")
    assert read(state, "double", "triple", "rainbow") == [[0, 0, 0], [1, 0, 0], [1, 0, 0]]


def test_r4_ac21_ac29_ac31_on_a_free_square_the_front_rider_drops_to_the_back_and_bids_last(
    set_up: SetUp, ride: Ride
) -> None:
    state = ride(set_up(), "white 1")
    assert read(state, "energy", "pack") == [[59, 59, 59], [B, C, A]]
    ride(state, "bid 2", "pass", "bid 3")
    assert read(state, "placed", "energy", "hand") == [[[1], [], []], [56, 59, 59], [5, 6, 6]]


def test_r5_ac11_ac22_the_rider_whose_domestique_is_on_the_square_comes_to_the_front(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=7, energy=[20, 20, 20], placed=[[], [], [9]]), "white 2")
    assert state.actor == C
    ride(state, "stay")
    assert read(state, "pack", "energy", "breakaway") == [[C, A, B], [16, 16, 20], None]
    assert state.actor == CHANCE and state.seen_by(A).table()["prompt"]["seat"] == C


def test_r6_ac22_ac24_the_holder_of_the_square_may_attack(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=7, energy=[20, 20, 20], placed=[[], [], [9]]), "white 2", "attack", "yellow 5")
    assert read(state, "energy", "breakaway", "gap", "pack") == [[16, 16, 16], C, 5, [A, B]]


def test_r7_ac23_a_front_rider_who_holds_the_square_stays_at_the_front(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=7, energy=[20, 20, 20], placed=[[9], [], []]), "white 2", "stay")
    assert read(state, "energy", "pack", "phase") == [[20, 16, 16], [A, B, C], "white"]


def test_r8_ac23_ac24_an_attack_from_a_breakaway_square_is_free(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=4, energy=[20, 20, 20]), "white 2", "attack", "yellow 3")
    assert read(state, "energy", "breakaway", "gap", "pack") == [[20, 20, 20], A, 3, [B, C]]


def test_r9_ac25_ac29_the_breakaway_rider_bids_first(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=6, breakaway=A, gap=3, energy=[30, 30, 30]), "hold", "white 2")
    assert read(state, "gap", "actor") == [2, A]
    ride(state, "bid 2", "pass", "bid 3")
    assert read(state, "placed", "energy") == [[[], [], [8]], [26, 27, 24]]


def test_r10_ac28_a_caught_rider_bids_last(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=6, breakaway=A, gap=1, energy=[30, 30, 30]), "hold", "white 2")
    assert read(state, "breakaway", "gap", "pack") == [None, 0, [B, C, A]]
    ride(state, "bid 2", "pass", "bid 3")
    assert read(state, "placed", "energy") == [[[8], [], []], [23, 27, 27]]


def test_r11_ac26_the_holder_of_the_square_chases_the_breakaway(set_up: SetUp, ride: Ride) -> None:
    state = set_up(square=7, breakaway=A, gap=5, energy=[20, 20, 20], placed=[[], [], [9]])
    ride(state, "hold", "white 2", "yellow 2")
    assert read(state, "energy", "gap", "pack", "breakaway") == [[15, 16, 20], 3, [C, B], A]


def test_r12_ac26_ac28_nobody_attacks_after_a_chase_has_caught_the_breakaway(set_up: SetUp, ride: Ride) -> None:
    state = set_up(square=7, breakaway=A, gap=5, energy=[20, 20, 20], placed=[[], [], [9]])
    ride(state, "hold", "white 2", "yellow 5")
    assert read(state, "gap", "pack", "phase") == [0, [C, B, A], "white"]


def test_r13_ac27_a_breakaway_rider_who_does_not_attack_keeps_the_lead(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=24, breakaway=A, gap=4, energy=[20, 20, 20]), "hold", "white 2", "stay")
    assert read(state, "gap", "energy") == [4, [19, 20, 20]]


def test_r14_ac06_giving_up_a_breakaway_is_free_and_the_next_rider_rolls(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=8, breakaway=A, gap=8, energy=[30, 30, 30]), "give up")
    assert read(state, "pack", "breakaway", "energy") == [[B, C, A], None, [30, 30, 30]]
    ride(state, "white 2")
    assert read(state, "green", "pack") == [[0, 1, 0], [C, A, B]]


def test_r15_ac09_landing_on_the_start_begins_a_rainbow_lap(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=37, energy=[48, 10, 0]), "white 3")
    assert read(state, "energy", "rainbow_lap", "rainbow", "pack") == [[60, 25, 15], True, [0, 0, 0], [B, C, A]]


def test_r16_ac09_the_front_rider_who_passes_the_start_in_a_rainbow_lap_wins_the_jersey(
    set_up: SetUp, ride: Ride
) -> None:
    state = ride(set_up(square=38, rainbow_lap=True, energy=[20, 20, 20]), "white 4", "pass", "pass", "pass")
    expected = [[1, 0, 0], False, [33, 33, 33], [B, C, A]]
    assert read(state, "rainbow", "rainbow_lap", "energy", "pack") == expected


def test_r17_ac09_landing_on_the_start_wins_the_jersey_and_begins_another_rainbow_lap(
    set_up: SetUp, ride: Ride
) -> None:
    state = ride(set_up(square=38, rainbow_lap=True, energy=[20, 20, 20]), "white 2")
    assert read(state, "rainbow", "rainbow_lap", "energy") == [[1, 0, 0], True, [35, 35, 35]]


# ---------------------------------------------------------------- edge cases


def test_e1_ac29_nobody_has_to_bid(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(), "white 1", "pass", "pass", "pass")
    assert read(state, "placed", "energy", "phase") == [[[], [], []], [59, 59, 59], "white"]


def test_e2_ac39_the_last_jersey_wins_in_the_middle_of_the_turn(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=38, rainbow_lap=True, rainbow=[2, 0, 0], energy=[20, 20, 20]), "white 4")
    assert state.actor == OVER
    assert read(state, "winner", "rainbow", "energy") == [A, [3, 0, 0], [20, 20, 20]]
    assert state.ranking()[A] == 1 and state.outlook(A) == 1.0


def test_e3_ac06_ac09_the_rider_who_rolls_after_a_breakaway_was_given_up_wins_the_jersey(
    set_up: SetUp, ride: Ride
) -> None:
    state = set_up(square=38, breakaway=A, gap=2, rainbow_lap=True, energy=[20, 20, 20])
    ride(state, "give up", "white 4", "pass", "pass", "pass")
    assert read(state, "rainbow", "pack", "energy") == [[0, 1, 0], [C, A, B], [33, 33, 33]]


def test_e4_ac14_ac35_the_third_green_jersey_is_exchanged_at_once(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=8, green=[2, 0, 0]), "white 2")
    assert read(state, "green", "rainbow", "pack") == [[0, 0, 0], [1, 0, 0], [B, C, A]]


def test_e5_ac27_ac40_a_lead_of_more_than_three_minutes_wins(set_up: SetUp, ride: Ride) -> None:
    state = set_up(square=7, breakaway=A, gap=14, energy=[20, 20, 20], placed=[[9], [], []])
    ride(state, "hold", "white 2", "attack", "yellow 6")
    assert read(state, "gap", "winner", "energy") == [20, A, [13, 16, 16]]
    assert state.actor == OVER


def test_e6_ac40_a_lead_of_exactly_three_minutes_does_not_win(set_up: SetUp, ride: Ride) -> None:
    state = set_up(square=7, breakaway=A, gap=13, energy=[20, 20, 20], placed=[[9], [], []])
    ride(state, "hold", "white 2", "attack", "yellow 5")
    assert read(state, "gap", "phase", "actor") == [18, "upkeep", A]


def test_e7_ac19_a_rider_without_enough_energy_must_retire_a_domestique(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    state = ride(set_up(square=7, energy=[3, 20, 20], hand=[0, 6, 6], placed=[[5, 20], [], []]), "white 2")
    assert state.actor == A and list_legal(state) == ["retire 5", "retire 20"]
    ride(state, "retire 5")
    assert read(state, "energy", "placed", "pack") == [[14, 16, 16], [[20], [], []], [B, C, A]]
    ride(state, "pass", "pass", "pass")


def test_e8_ac20_a_rider_who_cannot_pay_and_has_no_domestique_drops_out(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=7, energy=[3, 20, 20], hand=[0, 6, 6]), "white 2")
    assert read(state, "pack", "actor", "energy") == [[B, C], B, [0, 16, 16]]
    ride(state, "pass", "pass")
    assert read(state, "pack", "phase") == [[B, C], "white"]


def test_e9_ac19_a_rider_who_pays_the_last_energy_stays_in_the_race(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    state = ride(set_up(square=7, energy=[4, 20, 20], hand=[0, 6, 6]), "white 2", "pass", "pass")
    assert read(state, "pack", "energy") == [[B, C, A], [0, 16, 16]]
    assert state.actor == A and list_legal(state) == ["pass"]


def test_e10_ac13_ac20_the_breakaway_ends_when_its_rider_drops_out(set_up: SetUp, ride: Ride) -> None:
    state = set_up(square=30, breakaway=A, gap=4, energy=[2, 20, 20], hand=[0, 6, 6])
    ride(state, "hold", "white 3")
    assert read(state, "breakaway", "gap", "pack", "phase") == [None, 0, [B, C], "white"]


def test_e11_ac18_the_retirement_card_retires_a_domestique_and_reshuffles_the_deck(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    state = set_up(square=10, breakaway=A, gap=3, energy=[20, 20, 20], hand=[0, 6, 6], placed=[[1, 39], [], []])
    ride(state, "hold", "white 2", "card abandon")
    assert state.actor == A and list_legal(state) == ["retire 1", "retire 39"]
    ride(state, "retire 1")
    assert read(state, "energy", "placed", "gap", "discard") == [[34, 20, 20], [[39], [], []], 2, {}]
    assert sum(state.write()["deck"].values()) == 25


def test_e12_ac16_a_rainbow_lap_card_in_a_rainbow_lap_changes_nothing(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=10, rainbow_lap=True), "white 2", "card champion")
    assert read(state, "rainbow_lap", "pack", "rainbow") == [True, [B, C, A], [0, 0, 0]]


def test_e13_ac17_the_no_feeding_card_cancels_the_feeding_at_the_end_of_the_lap(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=10, energy=[20, 20, 20]), "white 2", "card nofeeding")
    assert read(state, "no_feeding", "pack") == [{"nofeeding": 1}, [B, C, A]]
    written = state.write() | {"square": 39}
    later = ride(state.game.position(written), "white 1")
    expected = [[20, 20, 20], {}, {"nofeeding": 1}, True]
    assert read(later, "energy", "no_feeding", "discard", "rainbow_lap") == expected


def test_e14_ac06_ac15_ac24_a_breakaway_card_lets_the_front_rider_attack_for_free(set_up: SetUp, ride: Ride) -> None:
    state = set_up(square=10, energy=[20, 20, 20])
    ride(state, "white 2", "card attack", "attack", "yellow 6")
    assert read(state, "breakaway", "gap", "energy", "pack") == [A, 6, [20, 20, 20], [B, C]]
    ride(state, "hold")
    assert read(state, "energy") == [[18, 20, 20]]


def test_e15_ac13_ac41_jerseys_decide_when_all_riders_are_exhausted(set_up: SetUp, ride: Ride) -> None:
    state = set_up(square=10, energy=[1, 2, 0], hand=[0, 0, 0], rainbow=[1, 1, 0], green=[0, 1, 2])
    ride(state, "white 2", "card storm")
    assert state.actor == OVER and read(state, "pack", "winner") == [[], None]
    assert state.ranking() == [2, 1, 3]


def test_e16_ac41_a_full_tie_is_a_shared_win(set_up: SetUp, ride: Ride) -> None:
    jerseys = {"rainbow": [1, 1, 0], "green": [1, 1, 2], "double": [1, 1, 0]}
    state = set_up(square=10, energy=[1, 2, 0], hand=[0, 0, 0], **jerseys)
    ride(state, "white 2", "card storm")
    assert state.ranking() == [1, 1, 3]
    assert state.table()["prompt"]["key"] == "prompt.over.shared"


def test_e17_ac32_a_highest_bidder_without_domestiques_in_hand_moves_one_from_another_square(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    state = set_up(energy=[20, 20, 20], placed=[[], [4, 5, 8, 9, 11, 13], []])
    ride(state, "white 1", "bid 3", "pass", "pass")
    assert state.actor == B and "vacate 11" in list_legal(state) and len(list_legal(state)) == 6
    ride(state, "vacate 11")
    assert read(state, "placed", "energy") == [[[], [1, 4, 5, 8, 9, 13], []], [19, 16, 19]]


def test_e18_ac13_only_the_front_rider_pays_for_a_hazard(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=5, energy=[20, 20, 20]), "white 2")
    assert read(state, "energy", "pack") == [[18, 20, 20], [B, C, A]]


def test_e19_ac12_only_the_front_rider_gets_energy_at_a_feeding_post(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=12, energy=[58, 20, 20]), "white 2")
    assert read(state, "energy", "pack") == [[60, 20, 20], [B, C, A]]


def test_e20_ac30_a_bid_must_be_higher_than_the_last_and_no_more_than_the_riders_energy(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    state = ride(set_up(energy=[60, 4, 20]), "white 1")
    assert [text for text in list_legal(state) if text.startswith("bid")] == ["bid 1", "bid 2", "bid 3"]
    ride(state, "bid 3")
    bids = [text for text in list_legal(state) if text.startswith("bid")]
    assert bids == [f"bid {b}" for b in range(4, 20)] and "pass" in list_legal(state)


def test_e21_ac33_retiring_a_domestique_can_pay_for_an_attack(set_up: SetUp, ride: Ride) -> None:
    state = set_up(square=7, energy=[20, 20, 2], placed=[[], [], [9]])
    ride(state, "white 2", "retire hand", "attack", "yellow 1")
    assert read(state, "breakaway", "gap", "energy", "pack", "hand") == [C, 1, [16, 16, 13], [A, B], [6, 6, 4]]


def test_e22_ac06_holding_a_breakaway_costs_more_with_a_longer_lead(set_up: SetUp, ride: Ride) -> None:
    costs = []
    for gap in (1, 5, 6, 12, 13, 18):
        state = ride(set_up(breakaway=A, gap=gap), "hold")
        costs.append(60 - state.write()["energy"][A])
    assert costs == [1, 1, 2, 2, 3, 3]


def test_e23_ac34_the_domestique_that_lets_a_rider_attack_cannot_be_retired(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    state = set_up(square=7, energy=[20, 20, 3], hand=[6, 6, 0], placed=[[], [], [9]])
    ride(state, "white 2")
    assert state.actor == C and list_legal(state) == ["stay"]


# ---------------------------------------------------------------- variants


def test_v1_ac39_three_rainbow_jerseys_are_not_enough_with_need_all_jerseys(set_up: SetUp, ride: Ride) -> None:
    options = {"need_all_jerseys": True}
    state = set_up(options, square=8, rainbow=[3, 0, 0])
    ride(state, "white 2")
    assert state.actor != OVER and read(state, "green") == [[1, 0, 0]]
    late = ride(set_up(options, square=19, rainbow=[3, 0, 0], green=[1, 0, 0]), "white 2")
    assert late.actor == OVER and read(late, "winner") == [A]


def test_v2_ac38_a_breakaway_of_more_than_a_minute_earns_a_point(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up({"combativity": True}, square=4), "white 2", "attack", "yellow 6")
    assert read(state, "points", "gap") == [[0, 0, 0], 6]
    state = set_up({"combativity": True}, square=4, breakaway=A, gap=6)
    ride(state, "hold", "white 2", "attack", "yellow 3")
    assert read(state, "gap", "points", "awarded") == [9, [1, 0, 0], 1]


def test_v3_ac38_a_breakaway_earns_each_award_only_once(set_up: SetUp, ride: Ride) -> None:
    options = {"combativity": True}
    state = set_up(options, square=4, breakaway=A, gap=6, points=[1, 0, 0], awarded=1)
    ride(state, "hold", "white 2", "attack", "yellow 2")
    assert read(state, "gap", "points", "phase") == [8, [1, 0, 0], "upkeep"]
    ride(state, "give up")
    assert read(state, "awarded") == [0]
    written = state.write() | {"square": 4, "pack": [A, B, C]}
    anew = ride(state.game.position(written), "white 2", "attack", "yellow 6")
    written = anew.write() | {"square": 4}
    later = ride(state.game.position(written), "hold", "white 2", "attack", "yellow 1")
    assert read(later, "points") == [[2, 0, 0]]


def test_v4_ac38_three_points_buy_a_rainbow_jersey(set_up: SetUp, ride: Ride, list_legal: ListLegal) -> None:
    state = set_up({"combativity": True}, square=24, breakaway=A, gap=8, points=[1, 0, 0])
    ride(state, "hold", "white 2", "attack", "yellow 6")
    assert read(state, "gap", "points", "phase") == [14, [3, 0, 0], "exchange_breakaway"]
    expected = {"keep", "exchange points green", "exchange points dotted", "exchange points rainbow"}
    assert set(list_legal(state)) == expected
    ride(state, "exchange points rainbow")
    assert read(state, "rainbow", "points", "phase") == [[1, 0, 0], [0, 0, 0], "upkeep"]
