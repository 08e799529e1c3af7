"""Test numbered scenarios: rulebook examples (x1, x2 …) and other cases (v01, v02 …)."""

from typing import Any

import pytest
from tests.games.velvet.helpers import discarded, home, invaders, open_moves, phase, run, table

from velodrome.core.contract import OVER
from velodrome.core.playout import playout
from velodrome.core.rng import Rng
from velodrome.games.velvet.game import Velvet
from velodrome.games.velvet.kingdom import SIDE_SIZE, count_boost
from velodrome.games.velvet.pieces import KIND_OF, KINDS, PRINTED, STATS

ANIMALS = KINDS[:9]
SPEEDS = {kind: numbers[2] for kind, numbers in zip(KINDS, PRINTED, strict=True)}


def test_x1_vv01_a_player_has_five_velvets_eight_denims_three_events_and_the_threads() -> None:
    cards = [KINDS[kind] for kind in KIND_OF]
    assert len(cards) == 17
    assert cards[:5] == ["fox", "bear", "snake", "horse", "rabbit"]
    assert sorted(cards[5:13]) == sorted(["dragon", "rhino", "dinosaur", "octopus"] * 2)
    assert cards[13:] == ["cave-in", "pit", "reinforcements", "threads"]
    start = Velvet(2, {"first_player": 0}).start()
    assert start.write()["hands"] == [cards, cards]


def test_x2_vv03_the_first_card_of_a_kingdom_is_its_front() -> None:
    state = table(k1="horse fox threads", i0="bear")
    assert home(run(state, "move bear 0", "ok"), 1) == "*horse fox threads"


def test_x3_vv15_two_cards_may_discard_each_other() -> None:
    state = table(k1="rhino bear threads", i0="snake")
    after = run(state.copy(), "move snake 0", "ok", "ok")
    assert (discarded(state, after, 0), discarded(state, after, 1)) == ("snake", "rhino")


def test_x4_vv02_every_card_has_its_printed_numbers() -> None:
    printed = {
        "fox": (2, 2, 1), "bear": (1, 3, 1), "snake": (3, 1, 1), "horse": (1, 2, 2), "rabbit": (1, 1, 3),
        "dragon": (2, 2, 1), "rhino": (3, 1, 1), "dinosaur": (2, 3, 1), "octopus": (1, 1, 1), "threads": (4, 4, 4),
    }  # fmt: skip
    for kind, numbers in printed.items():
        for stat, number in zip(STATS, numbers, strict=True):
            front = f"{kind} threads" if kind != "threads" else kind
            state = run(table(k1=front, i0="rabbit"), f"scout rabbit 0 {stat}")
            state.play(state.game.parse("ok"))
            assert open_moves(state) == [f"answer {number}"]


# ---------------------------------------------------------------- tables of encounters

# A row for each invader, with a column for each home card in the order of ANIMALS. H: the home card wins; X: it is
# discarded; HX: both; -: neither.
NO_BOOST = """
fox        -  -  HX -  X  -  HX -  X
bear       -  -  -  -  -  -  -  -  -
snake      HX -  HX X  X  HX HX H  X
horse      -  -  H  -  -  -  H  -  -
rabbit     H  -  H  -  -  H  H  H  -
dragon     -  -  HX -  X  -  HX -  X
rhino      HX -  HX X  X  HX HX H  X
dinosaur   -  -  X  -  X  -  X  -  X
octopus    H  -  H  -  -  H  H  H  -
"""
ONE_OCTOPUS = """
fox        H  -  H  -  -  H  H  H  -
bear       -  -  H  -  -  -  H  -  -
snake      H  H  HX H  HX H  HX H  HX
horse      H  -  H  -  -  H  H  H  -
rabbit     H  H  H  H  H  H  H  H  H
dragon     H  -  H  -  -  H  H  H  -
rhino      H  H  HX H  HX H  HX H  HX
dinosaur   -  -  H  -  -  -  H  -  -
octopus    H  H  H  H  H  H  H  H  H
"""


def two_octopuses() -> str:
    """Return the table of results for encounters in which two octopuses boost the home card; each row is an invader."""
    strong = ("fox", "snake", "dragon", "rhino", "dinosaur")
    rows = []
    for invader in ANIMALS:
        sturdy = invader in ("bear", "dinosaur")
        rows.append(" ".join([invader, *("-" if sturdy and card not in strong else "H" for card in ANIMALS)]))
    return "\n".join(rows)


def encounters() -> list[tuple[str, str, int, str]]:
    """Return all encounters in the three result tables above, as (invader, home card, number of octopuses, result)."""
    rows = []
    for boosts, text in enumerate((NO_BOOST, ONE_OCTOPUS, two_octopuses())):
        for row in text.split("\n"):
            invader, *results = row.split() or [""]
            rows += [(invader, card, boosts, r) for card, r in zip(ANIMALS, results, strict=bool(invader))]
    return rows


@pytest.mark.parametrize("boosts", [0, 1, 2])
def test_vv15_vv16_every_encounter_has_the_result_of_the_table(boosts: int) -> None:
    checked = 0
    for invader, card, boost_, result in encounters():
        if boost_ != boosts or (card == "octopus" and boosts == 2):
            continue  # there are only two octopuses, so no octopus lies between two others
        other = {"octopus": "fox", "dragon": "*fox"}.get(card, "octopus")
        beside = {0: f"{other} threads", 1: "*octopus threads", 2: "*octopus threads *octopus"}[boosts]
        options = {"adjacency": "circular"} if boosts == 2 else {}
        state = table(k1=f"{card} {beside}", i0=invader, options=options)
        after = run(state.copy(), f"move {invader} 0", "ok", "ok")
        gone = card in discarded(state, after, 1).split()
        assert gone == ("X" in result), (invader, card, boosts)
        if card == "rhino":  # a rhino that wins discards the invader
            assert (invaders(after, 0) == "") == ("H" in result), (invader, card, boosts)
        elif card == "dinosaur":  # a dinosaur that wins blocks the invader's owner
            assert after.write()["blocked"][0] == ("H" in result), (invader, card, boosts)
        elif card == "dragon":  # a dragon that wins hides the other face-up cards: here one or two
            shown = home(after, 1).replace("*dragon", "")
            assert ("*" not in shown) == ("H" in result), (invader, card, boosts)
        else:
            assert invaders(after, 0) == invader  # VV-19: other home cards that win do not discard the invader
        checked += 1
    assert checked == (72 if boosts == 2 else 81)


def test_vv19_a_home_card_without_ability_that_wins_does_not_affect_the_invader() -> None:
    for card in ("fox", "bear", "snake", "horse", "rabbit", "octopus"):
        state = table(k1=f"{card} *octopus threads", i0="rabbit fox")
        after = run(state.copy(), "move rabbit 0", "ok", "ok")
        assert invaders(after, 0) == "fox rabbit" and not after.write()["blocked"][0]


# ---------------------------------------------------------------- scenarios


def test_v01_vv08_the_defender_cannot_react_to_an_invasion() -> None:
    state = run(table("fox bear threads", "horse threads"), "invade 1 bear")
    assert home(state, 0) == "fox threads"
    assert invaders(state, 0) == "bear"
    assert (phase(state), state.actor) == ("action", 1)


def test_v02_vv08_only_hidden_animals_can_invade() -> None:
    state = table("*fox pit threads horse", "fox threads")
    assert open_moves(state) == ["invade 3 horse"]


def test_v03_vv16_a_stronger_invader_discards_the_home_card() -> None:
    state = table(k1="fox bear threads", i0="snake")
    after = run(state.copy(), "move snake 0", "ok", "ok")
    assert (home(after, 1), invaders(after, 0), discarded(state, after, 1)) == ("bear threads", "snake", "fox")


def test_v04_vv17_a_rhino_that_is_discarded_still_discards_the_invader() -> None:
    state = table(k1="rhino bear threads", i0="snake")
    after = run(state.copy(), "move snake 0", "ok", "ok")
    assert (discarded(state, after, 0), discarded(state, after, 1)) == ("snake", "rhino")
    assert home(after, 1) == "bear threads"


def test_v05_vv15_with_equal_numbers_neither_card_wins() -> None:
    state = table(k1="rhino bear threads", i0="bear")
    after = run(state.copy(), "move bear 0", "ok", "ok")
    assert (home(after, 1), invaders(after, 0)) == ("*rhino bear threads", "bear")


def test_v06_vv13_the_boost_of_an_octopus_makes_the_rhino_win() -> None:
    state = table(k1="rhino *octopus threads", i0="bear")
    after = run(state.copy(), "move bear 0", "ok", "ok")
    assert (discarded(state, after, 0), home(after, 1)) == ("bear", "*rhino *octopus threads")


def test_v07_vv31_an_octopus_can_be_shown_after_the_card_is_met() -> None:
    state = table(k1="rhino octopus threads", i0="bear")
    after = run(state.copy(), "move bear 0", "ok", "octopus 1", "ok")
    assert (discarded(state, after, 0), home(after, 1)) == ("bear", "*rhino *octopus threads")


def test_v08_vv18_a_dinosaur_blocks_moves_and_scouts_for_one_turn() -> None:
    state = run(table("fox threads", "dinosaur horse threads", "rabbit"), "move rabbit 0", "ok", "ok", "invade 1 horse")
    assert state.actor == 0
    assert {text.split()[0] for text in open_moves(state)} == {"invade", "return"}
    run(state, "invade 0 fox")
    assert state.write()["blocked"] == [False, False]
    run(state, "move horse 0", "ok")
    assert (state.actor, state.ranking()) == (OVER, [2, 1])


def test_v09_vv18_a_dinosaur_that_does_not_win_blocks_nobody() -> None:
    state = run(table(k1="dinosaur threads", i0="fox"), "move fox 0", "ok", "ok")
    assert (home(state, 1), state.write()["blocked"]) == ("*dinosaur threads", [False, False])


def test_v10_vv20_the_owner_of_a_dragon_chooses_two_cards_to_hide() -> None:
    state = run(table(k1="dragon *fox *bear *pit threads", i0="rabbit"), "move rabbit 0", "ok", "ok")
    assert (phase(state), state.actor) == ("hide", 1)
    assert open_moves(state) == ["hide 1", "hide 2", "hide 3"]
    run(state, "hide 1")
    assert open_moves(state) == ["hide 2", "hide 3"]
    assert home(run(state, "hide 3"), 1) == "*dragon fox *bear pit threads"


def test_v11_vv20_a_dragon_hides_two_cards_automatically_if_there_are_only_two() -> None:
    state = run(table(k1="dragon *fox *bear threads", i0="snake"), "move snake 0", "ok", "ok")
    assert (home(state, 1), phase(state)) == ("fox bear threads", "action")


def test_v12_vv11_a_move_cycles_cards_from_the_front_to_the_back() -> None:
    state = table(k1="fox bear snake horse threads", i0="horse")
    after = run(state.copy(), "move horse 2", "ok", "ok")
    assert home(after, 1) == "*snake horse threads fox bear"
    assert invaders(after, 0) == "horse"
    assert (discarded(state, after, 0), discarded(state, after, 1)) == ("", "")


def test_v13_vv22_a_kept_event_goes_to_the_back_and_the_next_card_is_met() -> None:
    state = table(k1="cave-in fox threads", i0="snake")
    after = run(state.copy(), "move snake 0", "ok", "keep", "ok", "ok")
    assert (home(after, 1), discarded(state, after, 1)) == ("threads *cave-in", "fox")


def test_v14_vv23_cancelling_discards_the_event_and_ends_the_turn() -> None:
    state = table(k1="cave-in fox threads", i0="snake")
    after = run(state.copy(), "move snake 0", "ok", "cancel")
    assert (home(after, 1), discarded(state, after, 1), after.actor) == ("fox threads", "cave-in", 1)


def test_v15_vv33_keeping_an_event_before_the_threads_loses() -> None:
    state = run(table(k1="pit threads fox", i0="bear"), "move bear 0", "ok", "keep", "ok")
    assert (state.actor, state.ranking()) == (OVER, [1, 2])


def test_v16_vv28_cave_in_saves_the_threads_at_the_last_moment() -> None:
    state = table(k1="fox threads rhino cave-in", i0="fox")
    after = run(state.copy(), "move fox 1")
    assert home(after, 1) == "threads rhino cave-in fox"
    run(after, "spend 2 cave-in", "shift 0 +2")
    assert home(after, 1) == "rhino fox threads"
    run(after, "ok", "ok")
    assert home(after, 1) == "fox threads"
    assert discarded(state, after, 0) == "fox"
    assert sorted(discarded(state, after, 1).split()) == ["cave-in", "rhino"]


def test_v17_vv32_a_move_stops_if_the_pit_discards_its_invader() -> None:
    state = table(k1="fox pit threads", i0="rabbit")
    after = run(state.copy(), "move rabbit 2")
    assert home(after, 1) == "threads fox pit"
    run(after, "spend 2 pit", "drop rabbit")
    assert home(after, 1) == "threads fox"
    assert (discarded(state, after, 0), discarded(state, after, 1)) == ("rabbit", "pit")
    assert (phase(after), after.actor) == ("action", 1)


def test_v18_vv29_a_move_continues_if_the_pit_discards_another_invader() -> None:
    state = table(k1="fox pit threads", i0="rabbit snake")
    after = run(state.copy(), "move snake 0", "spend 1 pit", "drop rabbit", "ok", "ok")
    assert (home(after, 1), invaders(after, 0)) == ("threads", "snake")
    assert sorted(discarded(state, after, 1).split()) == ["fox", "pit"]


def test_v19_vv10_a_scout_asks_for_one_number_of_a_card_within_its_speed() -> None:
    state = table(k1="pit threads *octopus rhino", i0="rabbit fox")
    assert len(open_moves(state, "scout")) == 12
    event = run(state.copy(), "scout rabbit 0 strength")
    event.play(event.game.parse("ok"))
    assert open_moves(event) == ["answer event"]
    number = run(state.copy(), "scout rabbit 1 speed")
    number.play(number.game.parse("ok"))
    assert open_moves(number) == ["answer 4"]
    run(number, "answer 4")
    assert home(number, 1) == "pit threads *octopus rhino"
    assert (phase(number), number.actor) == ("action", 1)


def test_v20_vv32_a_scout_gets_no_answer_if_the_scouted_pit_is_spent() -> None:
    state = table(k1="pit threads", i0="fox")
    after = run(state.copy(), "scout fox 0 strength", "spend 0 pit", "drop fox")
    assert (discarded(state, after, 0), discarded(state, after, 1), after.actor) == ("fox", "pit", 1)
    assert phase(after) == "action"


def test_v21_vv09_an_invader_returns_hidden_but_known() -> None:
    state = run(table("*dragon threads", "fox threads", "bear"), "return bear 1", "ok")
    assert state.write()["kingdoms"][0] == ["*dragon", "(bear)", "threads"]


def test_v22_vv32_an_invader_discarded_by_the_pit_does_not_return() -> None:
    state = table(k1="pit threads", i0="bear")
    after = run(state.copy(), "return bear 0", "spend 0 pit", "drop bear")
    assert (discarded(state, after, 0), home(after, 0), after.actor) == ("bear", "horse threads", 1)


def test_v23_vv30_reinforcements_hide_denims_that_may_invade_at_once() -> None:
    state = table("*rhino *fox reinforcements threads", "fox threads")
    assert open_moves(state) == ["pass", "spend 2 reinforcements"]
    run(state, "spend 2 reinforcements", "invade 0 rhino")
    assert (home(state, 0), invaders(state, 0)) == ("*fox threads", "rhino")


def test_v24_vv11_a_move_never_cycles_a_whole_kingdom() -> None:
    state = table(k1="threads", i0="bear", k0="fox threads")
    assert open_moves(state, "move") == ["move bear 0"]
    assert run(state, "move bear 0", "ok").ranking() == [1, 2]


def test_v25_vv34_two_passes_in_a_row_are_a_draw() -> None:
    state = table("*fox threads", "*bear threads")
    assert open_moves(state) == ["pass"]
    run(state, "pass")
    assert open_moves(state) == ["pass"]
    run(state, "pass")
    assert (state.actor, state.write()["draw"], state.ranking()) == (OVER, "double_pass", [1, 1])


def test_v26_vv36_too_many_turns_without_progress_are_a_draw() -> None:
    state = table("*horse threads", "*snake *horse threads", "fox", "bear", options={"no_progress_limit": 4})
    for _ in range(2):
        run(state, "scout fox 0 strength", "ok", "scout bear 0 strength", "ok")
    assert (state.actor, state.write()["draw"], state.write()["ply"]) == (OVER, "no_progress", 4)


def effective(kingdom: str, slot: int, **options: str) -> tuple[int, ...]:
    """Return the Strength, Stuffing and Speed of a home card, including the help of octopuses."""
    state = table(k1=kingdom, k0="threads", i0="bear", options=options)
    kind = KINDS.index(kingdom.split()[slot].strip("*"))
    more = count_boost(state.sides, SIDE_SIZE, slot, state.settings.circular)
    return tuple(number + more for number in PRINTED[kind])


def test_v27_vv13_boosts_of_several_octopuses_add_up() -> None:
    assert effective("*octopus fox *octopus threads", 1) == (4, 4, 3)
    assert effective("*octopus *octopus fox threads", 0) == (2, 2, 2)
    assert effective("*octopus *octopus fox threads", 1) == (2, 2, 2)
    assert effective("*octopus *octopus fox threads", 2) == (3, 3, 2)
    assert effective("octopus fox threads", 1) == (2, 2, 1)


def test_v28_vv13_the_ends_are_neighbours_only_with_adjacency_circular() -> None:
    assert effective("fox threads bear *octopus", 0) == (2, 2, 1)
    assert effective("fox threads bear *octopus", 0, adjacency="circular") == (3, 3, 2)
    assert effective("*octopus threads bear fox", 3) == (2, 2, 1)
    assert effective("*octopus threads bear fox", 3, adjacency="circular") == (3, 3, 2)
    assert effective("threads *octopus", 0, adjacency="circular") == (
        5,
        5,
        5,
    )  # with two cards, each has only one neighbour, which counts once
    assert effective("*octopus threads", 0, adjacency="circular") == (1, 1, 1)


def test_v29_vv11_a_small_kingdom_limits_moves_and_scouts() -> None:
    state = table(k1="fox threads", i0="rabbit")
    assert open_moves(state, "move") == ["move rabbit 0", "move rabbit 1"]
    assert len(open_moves(state, "scout")) == 6


def test_v30_vv36_meeting_a_known_card_without_effect_is_no_progress() -> None:
    state = run(table("threads", "*rhino threads", "bear"), "move bear 0", "ok", "ok")
    assert state.write()["idle"] == 1


def test_v31_vv30_reinforcements_do_not_hide_the_card_that_is_met() -> None:
    state = table(k1="rhino *octopus reinforcements threads", i0="bear", k0="threads")
    middle = run(state.copy(), "move bear 0", "ok", "spend 2 reinforcements")
    assert home(middle, 1) == "*rhino octopus threads"
    assert "octopus 1" in open_moves(middle)
    after = run(middle.copy(), "ok")
    assert (home(after, 1), invaders(after, 0)) == ("*rhino octopus threads", "bear")


def test_v32_vv26_an_event_can_be_spent_before_it_is_met_but_not_after() -> None:
    state = run(table(k1="pit fox threads", i0="snake"), "move snake 0")
    assert open_moves(state) == ["ok", "spend 0 pit"]
    assert open_moves(run(state, "ok")) == ["keep", "cancel"]


def test_v33_vv28_a_card_moved_during_its_encounter_is_still_the_one_met() -> None:
    state = table(k1="rhino fox bear *octopus cave-in threads", i0="dinosaur")
    after = run(state.copy(), "move dinosaur 0", "ok", "spend 4 cave-in", "shift 0 +2", "ok")
    assert home(after, 1) == "fox bear *rhino *octopus threads"
    assert discarded(state, after, 0) == "dinosaur"


def test_v34_vv20_a_dragon_that_wins_with_the_help_of_an_octopus_hides_this_octopus() -> None:
    state = run(table(k1="dragon octopus threads", i0="snake"), "move snake 0", "ok", "octopus 1", "ok")
    assert home(state, 1) == "*dragon octopus threads"


def test_v35_vv35_without_animals_the_game_is_a_draw() -> None:
    state = run(table("threads", "rhino threads", "snake"), "move snake 0", "ok", "ok")
    assert (state.actor, state.write()["draw"]) == (OVER, "dead_position")


def test_v36_vv12_an_encounter_does_not_affect_other_invaders() -> None:
    state = run(table("threads", "rhino fox threads", "bear rabbit"), "move rabbit 0", "ok", "ok")
    assert invaders(state, 0) == "bear"


def test_v37_vv10_an_option_extends_the_scout_reach_by_one() -> None:
    state = table(k1="pit bear horse threads", i0="fox", options={"scout_reach": "speed_plus_one"})
    assert len(open_moves(state, "scout")) == 6


@pytest.mark.parametrize("policy", ["only_if_stuck", "always"])
def test_v38_vv06_the_first_turn_has_sixteen_moves_and_a_cave_in_has_fifty_eight_shifts(policy: str) -> None:
    state = Velvet(2, {"first_player": 0, "pass_policy": policy}).start()
    rng = Rng(38)
    while phase(state) == "arrange":
        state.play(state.pick(rng))
    passing = policy == "always"
    assert len(open_moves(state)) == 16 + passing
    assert len(open_moves(state, "invade")) == 13
    assert len(open_moves(state, "octopus")) == 2
    assert len(open_moves(state, "pass")) == passing
    (cave_in,) = open_moves(state, "spend")
    assert len(open_moves(run(state, cave_in), "shift")) == 58


def test_v39_vv22_several_events_in_a_row_can_all_be_kept() -> None:
    state = table(k1="pit cave-in bear threads", i0="snake")
    after = run(state.copy(), "move snake 0", "ok", "keep", "ok", "keep", "ok", "ok")
    assert home(after, 1) == "*bear threads *pit *cave-in"
    assert discarded(state, after, 1) == ""


def test_v40_vv13_an_invading_octopus_gives_no_boost() -> None:
    state = run(table("threads", "rhino threads", "octopus bear"), "move bear 0", "ok", "ok")
    assert invaders(state, 0) == "bear octopus"


def test_v41_vv28_cave_in_shifts_by_one_or_two_inside_the_kingdom() -> None:
    state = run(table("cave-in fox bear threads"), "spend 0 cave-in")
    assert open_moves(state) == ["shift 0 +1", "shift 0 +2", "shift 1 -1", "shift 1 +1", "shift 2 -2", "shift 2 -1"]
    assert home(run(state.copy(), "shift 2 -2"), 0) == "threads fox bear"
    assert home(run(state.copy(), "shift 0 +1"), 0) == "bear fox threads"


def test_v42_vv07_a_rabbit_reaches_the_threads_while_the_other_seat_passes() -> None:
    kingdom = (
        "dragon dragon rhino fox rhino dinosaur bear dinosaur octopus snake octopus cave-in horse pit "
        "reinforcements rabbit threads"
    )
    state = table(k1=kingdom, i0="rabbit", options={"pass_policy": "always"})
    meets = []
    for n in (3, 3, 3, 3, 3):
        run(state, f"move rabbit {n}", "ok")
        meets.append(home(state, 1).split()[0])
        run(state, "ok", "pass")
    assert meets == ["*fox", "*bear", "*snake", "*horse", "*rabbit"]
    assert run(state, "move rabbit 1", "ok").ranking() == [1, 2]


@pytest.mark.parametrize("windows", ["standard", "full", "own_turn_only"])
def test_v43_vv37_random_games_conserve_all_cards_and_end_within_the_limit(windows: str) -> None:
    game = Velvet(2, {"event_windows": windows})
    rng = Rng(43)
    for _ in range(200):
        state = game.start()
        playout(state, rng)
        data: Any = state.write()
        for seat in range(2):
            cards = [card.strip("*()") for card in data["kingdoms"][seat]]
            assert "threads" in cards
            cards += data["invaders"][seat] + data["discards"][seat]
            assert sorted(cards) == sorted(KINDS[kind] for kind in KIND_OF)
        assert data["ply"] <= 300


def test_v44_vv20_a_dragon_saved_by_an_octopus_stays_even_if_it_hides_the_octopus() -> None:
    state = table(k1="dragon *octopus *fox *bear threads", i0="snake")
    after = run(state.copy(), "move snake 0", "ok", "ok", "hide 1", "hide 2")
    assert home(after, 1) == "*dragon octopus fox *bear threads"


def test_v45_vv20_a_discarded_dragon_still_hides_two_cards() -> None:
    state = run(table(k1="dragon *fox *bear *pit threads", i0="snake"), "move snake 0", "ok", "ok")
    assert home(state, 1) == "*fox *bear *pit threads"
    assert home(run(state, "hide 0", "hide 1"), 1) == "fox bear *pit threads"


def test_v46_vv32_after_a_stopped_move_the_met_card_can_be_hidden_like_any_other() -> None:
    state = table(k1="rhino *octopus pit reinforcements threads", i0="bear", k0="fox threads")
    after = run(state.copy(), "move bear 0", "ok", "spend 2 pit", "drop bear")
    assert (home(after, 1), after.actor) == ("*rhino *octopus reinforcements threads", 1)
    assert home(run(after, "spend 2 reinforcements"), 1) == "rhino octopus threads"


def test_v47_vv21_other_events_may_be_spent_while_an_event_is_met() -> None:
    state = table(k1="cave-in pit threads", i0="snake")
    after = run(state.copy(), "move snake 0", "ok", "spend 1 pit", "drop snake")
    assert (home(after, 1), discarded(state, after, 0), discarded(state, after, 1)) == (
        "*cave-in threads",
        "snake",
        "pit",
    )


def test_v48_vv18_a_blocked_seat_that_can_only_return_an_invader_may_pass() -> None:
    state = table("*fox threads", "fox threads", "bear", blocked=[True, False])
    assert open_moves(state) == ["return bear 0", "return bear 1", "return bear 2", "pass"]


def test_v48_vv38_a_blocked_seat_is_free_again_after_a_pass_too() -> None:
    state = run(table("*fox threads", "fox threads", "bear", blocked=[True, False]), "pass", "invade 0 fox")
    assert (state.actor, state.write()["blocked"]) == (0, [False, False])
    assert open_moves(state, "move") == ["move bear 0"]
    assert len(open_moves(state, "scout")) == 3


def test_v49_vv29_the_defender_chooses_which_of_two_dragons_falls_into_the_pit() -> None:
    state = table(k1="rhino pit bear threads", i0="dragon dragon")
    choosing = run(state.copy(), "move dragon 0", "spend 1 pit")
    assert open_moves(choosing) == ["drop dragon", "drop dragon waiting"]
    goes_on = run(choosing.copy(), "drop dragon waiting")
    assert (phase(goes_on), goes_on.actor, invaders(goes_on, 0)) == ("react", 1, "dragon")
    run(goes_on, "ok", "ok")
    assert (home(goes_on, 1), discarded(state, goes_on, 0)) == ("bear threads", "dragon dragon")
    assert discarded(state, goes_on, 1) == "rhino pit"
    stopped = run(choosing.copy(), "drop dragon")
    assert (phase(stopped), stopped.actor, invaders(stopped, 0)) == ("action", 1, "dragon")
    assert (home(stopped, 1), discarded(state, stopped, 0)) == ("rhino bear threads", "dragon")
