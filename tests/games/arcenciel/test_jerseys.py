"""Test rules about jerseys and the end of the race, in cases that test_scenarios.py does not cover."""

from time import perf_counter

from tests.games.arcenciel.situations import VILLAGE, A, B, C, ListLegal, Ride, SetUp, read

from velodrome.core.contract import CHANCE, ONLOOKER, OVER, TRUTH
from velodrome.core.rng import Rng
from velodrome.games.arcenciel.game import ArcEnCiel

# ---------------------------------------------------------------- jerseys


def test_ac35_exchanging_green_jerseys_is_optional_with_need_all_jerseys(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    state = ride(set_up({"need_all_jerseys": True}, square=8, green=[2, 0, 0]), "white 2")
    assert list_legal(state) == ["keep", "exchange green"]
    ride(state, "exchange green")
    assert read(state, "green", "rainbow") == [[0, 0, 0], [1, 0, 0]]


def test_ac36_an_exchange_never_takes_more_dotted_cards_than_needed(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    state = ride(set_up(square=29, double=[9, 0, 0], triple=[8, 0, 0]), "white 2")
    expected = {"keep", "exchange 5 0", "exchange 4 1", "exchange 2 2", "exchange 1 3", "exchange 0 4"}
    assert set(list_legal(state)) == expected
    assert ArcEnCiel(3, VILLAGE).circuit.list_exact_swaps() == [(0, 2), (1, 1), (3, 0)]


def test_ac37_exchanges_are_offered_until_the_rider_keeps_the_rest_or_has_too_few_jerseys(
    set_up: SetUp, ride: Ride, list_legal: ListLegal
) -> None:
    state = ride(set_up(square=19, double=[9, 0, 0]), "white 2", "exchange 5 0")
    assert list_legal(state) == ["keep", "exchange 5 0"]
    ride(state, "exchange 5 0")
    assert read(state, "rainbow", "phase") == [[2, 0, 0], "white"]


def test_ac37_an_exchange_that_wins_is_made_automatically(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(square=29, triple=[3, 0, 0], rainbow=[2, 0, 0]), "white 2")
    assert state.actor == OVER and read(state, "winner", "rainbow", "triple") == [A, [3, 0, 0], [0, 0, 0]]
    options = {"combativity": True}
    state = set_up(options, square=24, breakaway=A, gap=6, rainbow=[2, 0, 0], green=[2, 0, 0])
    # One point buys the third green jersey, and three green ones become the third rainbow jersey.
    ride(state, "hold", "white 2", "attack", "yellow 1")
    assert state.actor == OVER and read(state, "winner", "rainbow") == [A, [3, 0, 0]]


def test_ac38_points_buy_green_and_dotted_jerseys(set_up: SetUp, ride: Ride, list_legal: ListLegal) -> None:
    state = set_up({"combativity": True, "rainbow_to_win": 9}, square=24, breakaway=A, gap=6)
    long = ride(state.copy(), "hold", "white 2", "attack", "yellow 6")
    assert read(long, "gap", "points") == [12, [1, 0, 0]]
    ride(long, "exchange points green")
    assert read(long, "green", "points") == [[1, 0, 0], [0, 0, 0]]
    village = {**VILLAGE, "combativity": True}
    state = set_up(village, square=11, breakaway=A, gap=12, awarded=1, energy=[30, 30, 30])
    ride(state, "hold", "white 3", "attack", "yellow 1")
    assert read(state, "points") == [[2, 0, 0]]
    ride(state, "exchange points dotted", "exchange points dotted", "exchange 0 2")
    assert read(state, "triple", "rainbow", "points") == [[0, 0, 0], [1, 0, 0], [0, 0, 0]]


# ---------------------------------------------------------------- end


def test_ac39_an_option_sets_how_many_rainbow_jerseys_win(set_up: SetUp, ride: Ride) -> None:
    start = {"square": 38, "rainbow_lap": True, "rainbow": [2, 0, 0]}
    assert ride(set_up(**start), "white 2").actor == OVER
    assert ride(set_up({"rainbow_to_win": 5}, **start), "white 2").actor != OVER
    assert ArcEnCiel(3, VILLAGE).target == 4 and ArcEnCiel(3, {**VILLAGE, "rainbow_to_win": 2}).target == 2


def test_ac39_a_win_needs_one_jersey_of_each_kind_with_need_all_jerseys(set_up: SetUp, ride: Ride) -> None:
    options = {"need_all_jerseys": True}
    assert ride(set_up(options, square=19, rainbow=[4, 0, 0]), "white 2").actor != OVER  # no green jersey
    assert ride(set_up(options, square=8, rainbow=[4, 0, 0]), "white 2").actor != OVER  # no dotted jersey
    assert ride(set_up(options, square=8, rainbow=[2, 0, 0], double=[1, 0, 0]), "white 2").actor != OVER
    state = ride(set_up(options, square=8, rainbow=[2, 0, 0], green=[3, 0, 0], double=[1, 0, 0]), "white 2")
    assert state.actor == OVER and read(state, "rainbow", "green") == [[3, 0, 0], [1, 0, 0]]  # three greens exchanged


def test_ac39_any_dotted_card_counts_with_need_all_jerseys(set_up: SetUp, ride: Ride) -> None:
    options = {"need_all_jerseys": True}
    for dotted in ("double", "triple"):
        state = ride(set_up(options, square=8, rainbow=[3, 0, 0], **{dotted: [1, 0, 0]}), "white 2")
        assert state.actor == OVER and read(state, "winner", "green", dotted) == [A, [1, 0, 0], [1, 0, 0]]


def test_ac40_the_inner_track_of_the_circuit_sets_the_winning_lead(set_up: SetUp, ride: Ride) -> None:
    state = set_up(VILLAGE, square=11, breakaway=A, gap=15, energy=[30, 30, 30])
    ride(state, "hold", "white 3", "attack", "yellow 1")
    assert state.actor == OVER and state.ranking()[A] == 1


def test_ac41_dotted_jerseys_break_a_tie_in_green_jerseys(set_up: SetUp, ride: Ride) -> None:
    jerseys = {"rainbow": [1, 1, 0], "green": [1, 1, 2], "double": [1, 0, 0], "triple": [0, 1, 0]}
    state = set_up(square=10, energy=[1, 2, 0], hand=[0, 0, 0], **jerseys)
    assert ride(state, "white 2", "card storm").ranking() == [2, 1, 3]


def test_ac42_the_last_rider_wins_only_if_the_option_says_so(set_up: SetUp, ride: Ride) -> None:
    start = {"square": 7, "energy": [3, 3, 20], "hand": [0, 0, 6]}
    state = ride(set_up(**start), "white 2")
    assert read(state, "pack", "phase") == [[C], "bid"]
    state = ride(set_up({"last_rider_wins": True}, **start), "white 2")
    assert state.actor == OVER and read(state, "winner") == [C]
    start["energy"], start["hand"] = [3, 3, 3], [0, 0, 0]  # all drop out at once, so there is no last rider
    state = ride(set_up({"last_rider_wins": True}, **start), "white 2")
    assert state.actor == OVER and read(state, "winner") == [None]


def test_ac42_two_remaining_riders_continue_the_race(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up({"last_rider_wins": True}, square=7, energy=[3, 20, 20], hand=[0, 6, 6]), "white 2")
    assert state.actor == B and read(state, "pack", "phase", "winner") == [[B, C], "bid", None]


def test_ac42_the_race_ends_after_the_last_lap(set_up: SetUp, ride: Ride) -> None:
    state = set_up({"max_laps": 7}, square=38, lap=7, rainbow=[0, 1, 1], energy=[20, 20, 30])
    ride(state, "white 4", "pass", "pass")
    assert state.actor == A
    ride(state, "pass")
    assert state.actor == OVER and state.ranking() == [3, 1, 1]
    assert ride(set_up({"max_laps": 7}, square=38, lap=6), "white 2").actor == CHANCE
    state = set_up({"max_laps": 0}, square=38, lap=7000)
    assert ride(state, "white 2").actor == CHANCE


def test_ac43_all_riders_but_the_winner_exchange_at_the_end_and_are_ranked(set_up: SetUp, ride: Ride) -> None:
    options = {"need_all_jerseys": True, "max_laps": 1}
    jerseys = {"green": [4, 0, 0], "double": [0, 2, 5], "triple": [0, 3, 0]}
    state = ride(set_up(options, square=38, energy=[1, 2, 3], **jerseys), "white 2")
    assert read(state, "rainbow", "green", "double", "triple") == [[1, 1, 1], [1, 0, 0], [0, 0, 0], [0, 1, 0]]
    assert state.ranking() == [1, 2, 3]
    state = ride(set_up(square=38, rainbow_lap=True, rainbow=[2, 1, 1], energy=[1, 2, 3]), "white 2")
    assert state.ranking() == [1, 3, 2]  # equal jerseys: energy decides
    state = set_up(square=38, rainbow_lap=True, rainbow=[2, 1, 1], pack=[A, C], energy=[9, 0, 0])
    assert ride(state, "white 2").ranking() == [1, 3, 2]  # equal energy too: a rider still in the race comes first


def test_ac43_the_winner_makes_no_final_exchange(set_up: SetUp, ride: Ride) -> None:
    state = set_up(square=38, rainbow_lap=True, rainbow=[2, 0, 0], triple=[4, 4, 0])
    ride(state, "white 2")
    assert read(state, "winner", "rainbow", "triple") == [A, [3, 1, 0], [4, 0, 0]]
    assert state.ranking() == [1, 2, 3]


def test_ac43_the_final_exchange_of_the_largest_collections_is_fast(set_up: SetUp, ride: Ride) -> None:
    options = {"combativity": True, "need_all_jerseys": True, "max_laps": 1}
    most = {name: [99] * 6 for name in ("double", "triple", "points")}
    began = perf_counter()
    state = ride(set_up(options, 6, square=38, **most), "white 2")
    assert state.actor == OVER and perf_counter() - began < 2
    assert state.game.position(state.write()).key() == state.key()


def test_ac43_the_final_exchange_makes_the_most_rainbow_jerseys(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up({"max_laps": 1}, square=38, double=[5, 0, 0], triple=[4, 0, 0]), "white 2")
    assert read(state, "rainbow", "double", "triple") == [[2, 0, 0], [1, 0, 0], [0, 0, 0]]  # twice "exchange 2 2"


def test_ac43_points_are_exchanged_in_the_best_way_at_the_end(set_up: SetUp, ride: Ride) -> None:
    options = {"combativity": True, "max_laps": 1}
    points = {"points": [3, 1, 2], "green": [0, 2, 0], "triple": [0, 0, 2]}
    state = ride(set_up(options, square=38, **points), "white 2")
    assert read(state, "rainbow", "green", "triple", "points") == [[1, 1, 1], [0, 0, 0], [0, 0, 0], [0, 0, 0]]


def test_ac44_every_viewer_sees_everything(set_up: SetUp) -> None:
    state = set_up(square=7, energy=[3, 4, 5])
    assert state.audience(0) == 0b1111
    for viewer in (A, C, ONLOOKER):
        seen = state.seen_by(viewer)
        written = seen.write()
        assert written.pop("viewer") == ("onlooker" if viewer == ONLOOKER else viewer)
        assert written == state.write()
        assert seen.guess(Rng(1)).viewer == TRUTH and seen.guess(Rng(1)).key() == state.key()
