"""Test rules in cases that test_scenarios.py does not cover, and every value of every option."""

import pytest
from tests.games.velvet.helpers import discarded, home, invaders, open_moves, phase, run, table
from tests.plain_data import as_any

from velodrome.core.contract import OVER, Value
from velodrome.core.rng import Rng
from velodrome.games.velvet.game import Velvet
from velodrome.games.velvet.moves import FIRST

# ---------------------------------------------------------------- set-up


def test_vv03_seat_0_places_its_seventeen_cards_before_seat_1() -> None:
    state = Velvet(2, {"first_player": 1}).start()
    assert (state.actor, phase(state)) == (0, "arrange")
    assert open_moves(state)[:3] == ["place fox", "place bear", "place snake"] and len(open_moves(state)) == 13
    run(state, "place rhino", "place fox")
    assert "place fox" not in open_moves(state) and "place rhino" in open_moves(state)
    run(state, "place rhino")
    assert "place rhino" not in open_moves(state)
    rng = Rng(0)
    for _ in range(14):
        state.play(state.pick(rng))
    assert home(state, 0).split()[:3] == ["rhino", "fox", "rhino"]
    assert state.actor == 1
    for _ in range(17):
        state.play(state.pick(rng))
    assert (state.actor, phase(state)) == (1, "action")
    assert "*" not in home(state, 0) + home(state, 1)


@pytest.mark.parametrize("first", [0, 1])
def test_vv05_the_first_player_is_random_or_set_by_an_option(first: int) -> None:
    state = Velvet(2).start()
    assert [state.game.text(move) for move, _ in state.chance()] == ["first 0", "first 1"]
    assert {weight for _, weight in state.chance()} == {1}
    assert state.count() == 0
    run(state, f"first {first}")
    assert state.chance() == []
    fixed = Velvet(2, {"first_player": first}).start()
    assert fixed.key() == state.key()


def test_vv05_both_seats_are_equally_likely_to_start() -> None:
    rng = Rng(5)
    state = Velvet(2).start()
    assert 450 < [state.draw(rng) for _ in range(1000)].count(FIRST) < 550


def test_vv05_the_winner_goes_second_in_a_rematch() -> None:
    state = run(table(k1="threads", i0="bear"), "move bear 0", "ok")
    assert state.game.rematch(state).options["first_player"] == 1
    state = run(table(k0="threads", i1="bear", active=1), "move bear 0", "ok")
    assert state.game.rematch(state).options["first_player"] == 0


@pytest.mark.parametrize("ply", [0, 1, 10, 11])
def test_vv05_after_a_draw_the_other_seat_starts_the_rematch(ply: int) -> None:
    state = run(table("*fox threads", "*bear threads", ply=ply), "pass", "pass")
    first = ply % 2  # seat 0 acts now, so it started if the ply is even
    assert state.game.rematch(state).options["first_player"] == 1 - first
    assert state.game.rematch(state).options["pass_policy"] == "only_if_stuck"


# ---------------------------------------------------------------- the turn


def test_vv06_a_seat_may_make_several_free_plays_before_its_action() -> None:
    state = table("octopus cave-in fox threads", "bear threads")
    run(state, "octopus 0", "spend 1 cave-in", "shift 0 +1")
    assert (state.actor, home(state, 0)) == (0, "fox *octopus threads")
    assert run(state, "invade 0 fox").actor == 1


def test_vv07_a_seat_that_can_move_or_invade_may_not_pass() -> None:
    assert "pass" not in open_moves(table("*fox threads", i0="bear"))
    assert "pass" in open_moves(table("*fox threads", i0="bear", blocked=[True, False]))
    assert "pass" not in open_moves(table("fox threads", i0="bear", blocked=[True, False]))
    assert "pass" in open_moves(table("fox threads", i0="bear", options={"pass_policy": "always"}))


def test_vv09_a_return_may_go_to_any_slot() -> None:
    state = table("fox horse threads", i0="bear")
    assert open_moves(state, "return") == [f"return bear {slot}" for slot in range(4)]
    for slot, after in enumerate(["bear fox horse threads", "fox bear horse threads",
                                  "fox horse bear threads", "fox horse threads bear"]):  # fmt: skip
        assert home(run(state.copy(), f"return bear {slot}", "ok"), 0) == after


def test_vv10_a_scouted_card_stays_the_target_when_an_event_moves_it() -> None:
    state = table("bear threads", "cave-in fox horse threads", "rabbit")
    run(state, "scout rabbit 2 speed", "spend 0 cave-in", "shift 1 -1")
    assert state.write()["target"] == 0  # the horse was in slot 2, then 1, now 0
    state.play(state.game.parse("ok"))
    assert open_moves(state) == ["answer 2"]


@pytest.mark.parametrize(
    ("kingdom", "shift", "after", "slot"),
    [
        ("cave-in fox horse bear snake threads", "shift 0 +1", "horse fox bear snake threads", 0),
        ("cave-in fox horse bear snake threads", "shift 0 +2", "horse bear fox snake threads", 0),
        ("cave-in fox horse bear snake threads", "shift 2 -1", "fox bear horse snake threads", 2),
        ("cave-in fox horse bear snake threads", "shift 2 -2", "bear fox horse snake threads", 2),
        ("cave-in fox horse bear snake threads", "shift 3 -2", "fox snake horse bear threads", 2),
        ("cave-in fox horse bear snake threads", "shift 3 -1", "fox horse snake bear threads", 1),
        ("cave-in fox horse bear snake threads", "shift 1 +2", "fox bear snake horse threads", 3),
        ("fox bear horse cave-in snake threads", "shift 0 +1", "bear fox horse snake threads", 2),
        ("fox bear horse cave-in snake threads", "shift 0 +2", "bear horse fox snake threads", 1),
        ("fox bear horse cave-in snake threads", "shift 4 -2", "fox bear threads horse snake", 3),
        ("fox bear horse cave-in snake threads", "shift 2 -2", "horse fox bear snake threads", 0),
    ],
)
def test_vv10_vv28_a_scouted_card_stays_the_target_for_every_shift(
    kingdom: str, shift: str, after: str, slot: int
) -> None:
    state = table("bear threads", kingdom, "rabbit")
    run(state, "scout rabbit 2 speed", f"spend {kingdom.split().index('cave-in')} cave-in", shift)
    assert (home(state, 1), state.write()["target"]) == (after, slot)
    state.play(state.game.parse("ok"))
    assert open_moves(state) == ["answer 2"]  # only the horse has speed 2
    run(state, "answer 2")
    assert state.write()["clues"][1] == [{"slot": slot, "could": ["horse"]}]


def test_vv10_a_scout_reaches_as_many_slots_as_its_speed_or_one_more_if_the_option_says_so() -> None:
    state = table(k1="pit bear horse snake threads", i0="fox rabbit")
    assert len(open_moves(state, "scout fox")) == 3 and len(open_moves(state, "scout rabbit")) == 9
    more = table(k1="pit bear horse snake threads", i0="fox rabbit", options={"scout_reach": "speed_plus_one"})
    assert len(open_moves(more, "scout fox")) == 6 and len(open_moves(more, "scout rabbit")) == 12


def test_vv11_an_invader_moves_at_most_its_speed() -> None:
    state = table(k1="pit bear horse snake fox threads", i0="fox horse rabbit")
    assert [len(open_moves(state, f"move {kind}")) for kind in ("fox", "horse", "rabbit")] == [2, 3, 4]


def test_vv12_an_encounter_affects_only_one_of_two_invaders_of_the_same_kind() -> None:
    state = table("fox threads", "rhino threads", "dragon dragon rabbit", "bear")
    after = run(state.copy(), "move dragon 0", "ok", "ok")
    assert (invaders(after, 0), invaders(after, 1)) == ("rabbit dragon", "bear")
    assert discarded(state, after, 0) == "dragon"


def test_vv14_a_card_that_was_met_stays_face_up_and_can_be_met_again() -> None:
    state = table("bear threads", "bear fox threads", "rabbit", "snake")
    run(state, "move rabbit 0", "ok", "ok")
    assert home(state, 1) == "*bear fox threads"
    run(state, "scout snake 0 speed", "ok", "move rabbit 0", "ok")
    assert (phase(state), home(state, 1)) == ("encounter", "*bear fox threads")


def test_vv14_a_move_meets_only_one_card() -> None:
    state = run(table(k1="octopus fox threads", i0="snake"), "move snake 0", "ok", "ok")
    assert home(state, 1) == "fox threads" and state.actor == 1


# ---------------------------------------------------------------- encounters


def test_vv17_a_rhino_discards_only_the_invader_it_meets() -> None:
    state = table("threads", "rhino bear threads", "rabbit horse")
    after = run(state.copy(), "move horse 0", "ok", "ok")
    assert invaders(after, 0) == "rabbit" and home(after, 1) == "*rhino bear threads"


def test_vv20_a_dragon_hides_fewer_cards_if_fewer_are_face_up() -> None:
    assert (
        home(run(table(k1="dragon fox threads", i0="rabbit"), "move rabbit 0", "ok", "ok"), 1) == "*dragon fox threads"
    )
    one = run(table(k1="dragon *fox threads", i0="rabbit"), "move rabbit 0", "ok", "ok")
    assert home(one, 1) == "*dragon fox threads"


def test_vv20_an_option_lets_the_dragon_hide_itself() -> None:
    options = {"dragon_hides_self": True}
    alone = run(table(k1="dragon fox threads", i0="rabbit", options=options), "move rabbit 0", "ok", "ok")
    assert home(alone, 1) == "dragon fox threads"
    state = run(table(k1="dragon *fox *bear threads", i0="rabbit", options=options), "move rabbit 0", "ok", "ok")
    assert open_moves(state) == ["hide 0", "hide 1", "hide 2"]
    assert home(run(state, "hide 0", "hide 2"), 1) == "dragon *fox bear threads"
    gone = run(table(k1="dragon *fox *bear threads", i0="snake", options=options), "move snake 0", "ok", "ok")
    assert home(gone, 1) == "fox bear threads"


def test_vv20_a_dragon_moved_by_a_cave_in_is_not_hidden() -> None:
    state = table(k1="dragon *fox *bear *horse cave-in threads", i0="rabbit")
    run(state, "move rabbit 0", "ok", "spend 4 cave-in", "shift 0 +2", "ok")
    assert home(state, 1) == "*fox *bear *dragon *horse threads"
    assert open_moves(state) == ["hide 0", "hide 1", "hide 3"]


def test_vv21_a_face_up_event_is_kept_or_cancelled_like_a_hidden_one() -> None:
    state = run(table(k1="*pit fox threads", i0="snake"), "move snake 0", "ok")
    assert (phase(state), open_moves(state)) == ("fate", ["keep", "cancel"])


def test_vv21_free_plays_are_legal_while_an_event_is_met() -> None:
    state = run(table(k1="pit octopus cave-in threads", i0="snake"), "move snake 0", "ok")
    assert open_moves(state) == ["keep", "cancel", "spend 2 cave-in", "octopus 1"]
    run(state, "spend 2 cave-in", "shift 0 +1")  # this moves the Event that is met
    assert (home(state, 1), state.write()["target"]) == ("octopus *pit threads", 1)
    assert home(run(state.copy(), "keep"), 1) == "octopus threads *pit"
    assert home(run(state.copy(), "cancel"), 1) == "octopus threads"


def test_vv22_a_kept_event_can_be_spent_before_the_next_card_is_met() -> None:
    state = run(table(k1="pit threads", i0="snake"), "move snake 0", "ok", "keep")
    assert (phase(state), open_moves(state)) == ("react", ["ok", "spend 1 pit"])
    assert run(state, "spend 1 pit", "drop snake").actor == 1


def test_vv23_cards_stay_at_the_back_after_the_event_is_cancelled() -> None:
    state = run(table(k1="fox pit bear threads", i0="snake"), "move snake 1", "ok", "cancel")
    assert home(state, 1) == "bear threads fox"


# ---------------------------------------------------------------- free plays


def test_vv24_an_event_is_discarded_and_costs_no_action() -> None:
    state = table("fox pit threads", "bear threads", "", "rabbit")
    after = run(state.copy(), "spend 1 pit", "drop rabbit")
    assert (after.actor, phase(after)) == (0, "action")
    assert (discarded(state, after, 0), discarded(state, after, 1)) == ("pit", "rabbit")
    face_up = table("fox *pit threads", "bear threads", "", "rabbit")
    assert "spend 1 pit" in open_moves(face_up)


def test_vv25_standard_windows_let_the_defender_react_before_and_during_an_encounter() -> None:
    for action, places in (("return bear 0", ["react"]), ("scout bear 0 speed", ["react"]),
                           ("move bear 0", ["react", "encounter"])):  # fmt: skip
        state = run(table(k1="fox threads", i0="bear"), action)
        seen = []
        while phase(state) != "action":
            seen.append(phase(state))
            assert open_moves(state) == ["ok"] and state.actor == 1
            run(state, "ok")
        assert seen == places
    assert phase(run(table("fox threads"), "invade 0 fox")) == "action"


def test_vv25_full_windows_also_let_both_seats_react_after_an_action() -> None:
    options = {"event_windows": "full"}
    for action, places in (
        ("invade 0 horse", ["invaded 1", "after 0"]),
        ("return bear 0", ["react 1", "after 0"]),
        ("scout bear 0 speed", ["react 1", "after 0"]),
        ("move bear 1", ["before 1", "react 1", "encounter 1", "after 0"]),
    ):
        state = run(table(k1="threads fox", i0="bear", options=options), action)
        seen = []
        while phase(state) != "action":
            seen.append(f"{phase(state)} {state.actor}")
            assert open_moves(state) == ["ok"]
            run(state, "ok")
        assert seen == places
    stuck = run(table("*fox threads", options=options), "pass")
    assert (phase(stuck), stuck.actor) == ("after", 0)


def test_vv25_full_windows_allow_a_pit_before_the_cards_are_cycled() -> None:
    options = {"event_windows": "full"}
    state = table(k1="fox pit threads", i0="rabbit", options=options)
    run(state, "move rabbit 2")
    assert home(state, 1) == "fox pit threads"
    run(state, "spend 1 pit", "drop rabbit")
    assert (phase(state), state.actor, home(state, 1)) == ("after", 0, "fox threads")


def test_vv25_full_windows_cycle_a_kingdom_that_an_event_made_shorter() -> None:
    state = table(k1="fox pit threads", i0="rabbit bear", options={"event_windows": "full"})
    run(state, "move rabbit 2", "spend 1 pit", "drop bear", "ok")
    assert home(state, 1) == "fox threads"  # cycling two cards twice changes nothing
    after_invade = table("rabbit threads", "pit threads", options={"event_windows": "full"})
    run(after_invade, "invade 0 rabbit", "spend 0 pit", "drop rabbit", "ok")
    assert (phase(after_invade), after_invade.actor, invaders(after_invade, 0)) == ("after", 0, "")


def test_vv25_full_windows_cycle_three_cards_of_a_kingdom_that_events_have_left_with_two_or_three() -> None:
    options = {"event_windows": "full"}
    three = table(k1="fox pit horse threads", i0="rabbit bear", options=options)
    assert home(run(three, "move rabbit 3", "spend 1 pit", "drop bear", "ok"), 1) == "fox horse threads"
    state = table(k1="fox pit cave-in threads", i0="rabbit bear", options=options)
    run(state, "move rabbit 3", "spend 1 pit", "drop bear", "spend 1 cave-in", "shift 0 +1")
    assert (phase(state), home(state, 1)) == ("before", "threads fox")
    run(state, "ok")  # the Threads, the fox and the Threads again go to the back
    assert (phase(state), home(state, 1)) == ("react", "fox threads")
    assert home(run(state, "ok"), 1) == "*fox threads"


def test_vv25_with_own_turn_only_the_defender_has_no_free_plays() -> None:
    options = {"event_windows": "own_turn_only"}
    state = table(k1="snake octopus pit threads", i0="bear", options=options)
    for action in ("return bear 0", "scout bear 0 speed", "move bear 0"):
        after = run(state.copy(), action)
        assert (phase(after), after.actor) == ("action", 1)
    met = run(table(k1="cave-in pit octopus threads", i0="bear", options=options), "move bear 0")
    assert open_moves(met) == ["keep", "cancel"]
    assert home(run(met.copy(), "keep", "cancel"), 1) == "octopus threads *cave-in"
    won = run(table(k1="pit threads", i0="bear", options=options), "move bear 0", "keep")
    assert won.ranking() == [1, 2]
    own = table("pit fox threads", i1="bear", options=options)
    assert "spend 0 pit" in open_moves(own)
    usable: dict[str, Value] = {"event_windows": "own_turn_only", "encountered_event_usable": True}
    assert open_moves(run(table(k1="pit threads", i0="bear", options=usable), "move bear 0")) == ["keep", "cancel"]


def test_vv26_an_option_lets_the_defender_spend_the_event_that_is_met() -> None:
    options = {"encountered_event_usable": True}
    state = run(table(k1="pit fox threads", i0="snake bear", options=options), "move snake 0", "ok")
    assert open_moves(state) == ["keep", "cancel", "spend 0 pit"]
    gone = run(state.copy(), "spend 0 pit", "drop snake")
    assert (gone.actor, phase(gone), home(gone, 1)) == (1, "action", "fox threads")
    on = run(state.copy(), "spend 0 pit", "drop bear")
    assert (phase(on), home(on, 1)) == ("react", "fox threads")
    assert home(run(on, "ok"), 1) == "*fox threads"
    moved = run(table(k1="cave-in fox horse threads", i0="snake", options=options), "move snake 0", "ok")
    run(moved, "spend 0 cave-in", "shift 0 +1", "ok")
    assert home(moved, 1) == "*horse fox threads"
    hidden = run(table(k1="reinforcements *rhino threads", i0="bear", options=options), "move bear 0", "ok")
    assert home(run(hidden, "spend 0 reinforcements"), 1) == "rhino threads"
    assert phase(hidden) == "react"


def test_vv27_an_event_without_effect_cannot_be_spent() -> None:
    assert open_moves(table("cave-in threads pit reinforcements *fox", "bear threads")) == ["pass", "spend 0 cave-in"]
    assert open_moves(table("cave-in threads", "bear threads")) == ["pass"]
    assert "spend 1 reinforcements" not in open_moves(table("rhino reinforcements *fox threads", "bear threads"))


def test_vv29_the_pit_discards_the_active_one_of_two_invaders_of_the_same_kind() -> None:
    state = run(table(k1="pit fox threads", i0="rhino rhino"), "move rhino 0", "spend 0 pit", "drop rhino")
    assert (phase(state), state.actor, home(state, 1), invaders(state, 0)) == ("action", 1, "fox threads", "rhino")


@pytest.mark.parametrize("action", ["move octopus 0", "scout octopus 0 speed", "return octopus 1"])
def test_vv29_an_action_goes_on_if_the_pit_discards_the_twin_of_its_invader(action: str) -> None:
    state = run(table(k1="bear pit threads", i0="octopus octopus fox"), action, "spend 1 pit")
    assert open_moves(state) == ["drop fox", "drop octopus", "drop octopus waiting"]
    pending = state.write()["pending"]
    run(state, "drop octopus waiting")
    assert (phase(state), state.actor, invaders(state, 0)) == ("react", 1, "fox octopus")
    assert state.write()["pending"] == pending
    run(state, "ok")
    returned = action.startswith("return")
    assert invaders(state, 0) == ("fox" if returned else "fox octopus")
    assert home(state, 0) == ("bear octopus threads" if returned else "bear threads")


def test_vv29_there_is_no_choice_between_twins_unless_one_of_them_is_active() -> None:
    own_turn = run(table("pit bear threads", i1="rhino rhino"), "spend 0 pit")
    assert open_moves(own_turn) == ["drop rhino"]
    other_kind = run(table(k1="bear pit threads", i0="rhino rhino fox"), "move fox 0", "spend 1 pit")
    assert open_moves(other_kind) == ["drop fox", "drop rhino"]
    alone = run(table(k1="bear pit threads", i0="rhino"), "move rhino 0", "spend 1 pit")
    assert open_moves(alone) == ["drop rhino"]
    stopped = run(table(k1="pit bear threads", i0="rhino rhino"), "scout rhino 0 speed", "spend 0 pit")
    assert open_moves(stopped) == ["drop rhino"]  # the scouted Pit is spent, so no invader is active any more
    fizzled = {"phase": "drop", "pending": {"action": "fizzled", "invader": "rhino"}}
    assert open_moves(table(k1="bear threads", i0="rhino rhino", **as_any(fizzled))) == ["drop rhino"]
    only_active = table(k1="bear pit threads", i0="rhino rhino", options={"pit_target": "active_only"})
    assert open_moves(run(only_active, "move rhino 0", "spend 1 pit")) == ["drop rhino"]


def test_vv29_the_twin_can_be_discarded_in_every_window_of_a_move() -> None:
    full = table(k1="bear pit threads", i0="rhino rhino", options={"event_windows": "full"})
    before = run(full, "move rhino 1", "spend 1 pit", "drop rhino waiting")
    assert (phase(before), home(before, 1)) == ("before", "bear threads")
    met = run(table(k1="bear pit threads", i0="rhino rhino"), "move rhino 0", "ok", "spend 1 pit", "drop rhino waiting")
    assert (phase(met), home(met, 1)) == ("encounter", "*bear threads")
    fate = table(k1="cave-in pit fox threads", i0="rhino rhino")
    run(fate, "move rhino 0", "ok", "spend 1 pit", "drop rhino waiting", "keep")
    assert (phase(fate), home(fate, 1), invaders(fate, 0)) == ("react", "fox threads *cave-in", "rhino")
    usable = table(k1="pit fox threads", i0="rhino rhino", options={"encountered_event_usable": True})
    run(usable, "move rhino 0", "ok", "spend 0 pit", "drop rhino waiting")
    assert (phase(usable), home(usable, 1)) == ("react", "fox threads")


def test_vv29_an_option_limits_the_pit_to_the_active_invader() -> None:
    options = {"pit_target": "active_only"}
    state = table(k1="pit fox threads", i0="rabbit snake", options=options)
    moved = run(state.copy(), "move snake 0", "spend 0 pit")
    assert open_moves(moved) == ["drop snake"]
    scouted = run(state.copy(), "scout rabbit 0 speed", "spend 0 pit")
    assert open_moves(scouted) == ["drop rabbit"]
    assert open_moves(run(state.copy(), "return rabbit 0")) == ["ok"]
    own = table("pit fox threads", i1="rabbit", options=options)
    assert open_moves(own, "spend") == []


def test_vv29_the_pit_may_discard_any_invader() -> None:
    state = run(table(k1="pit fox threads", i0="rabbit snake"), "return rabbit 0", "spend 0 pit")
    assert open_moves(state) == ["drop snake", "drop rabbit"]
    assert home(run(state.copy(), "drop snake", "ok"), 0) == "rabbit bear threads"


def test_vv30_reinforcements_do_not_hide_velvets_or_invaders() -> None:
    state = run(table("*octopus *fox *rhino reinforcements threads", i0="dragon"), "spend 3 reinforcements")
    assert (home(state, 0), invaders(state, 0)) == ("octopus *fox rhino threads", "dragon")


def test_vv30_reinforcements_also_hide_a_scouted_denim() -> None:
    state = run(table(k1="*rhino reinforcements threads", i0="bear"), "scout bear 0 speed", "spend 1 reinforcements")
    assert home(state, 1) == "rhino threads"


def test_vv31_a_shown_octopus_can_be_hidden_and_shown_again_for_free() -> None:
    state = table("octopus reinforcements fox threads", "bear threads")
    run(state, "octopus 0")
    assert "octopus 0" not in open_moves(state)
    run(state, "spend 1 reinforcements")
    assert home(state, 0) == "octopus fox threads"
    assert home(run(state, "octopus 0"), 0) == "*octopus fox threads"


def test_vv32_a_scout_gets_no_answer_if_the_scouted_cave_in_is_spent() -> None:
    state = table(k1="cave-in fox threads", i0="bear")
    run(state, "scout bear 0 speed", "spend 0 cave-in", "shift 0 +1")
    assert (phase(state), state.actor, home(state, 1)) == ("action", 1, "threads fox")
    assert state.write()["clues"] == [[], []]


def test_vv32_a_card_that_was_turned_up_stays_face_up_if_the_encounter_is_stopped() -> None:
    state = run(table(k1="fox pit threads", i0="snake"), "move snake 0", "ok", "spend 1 pit", "drop snake")
    assert (home(state, 1), state.actor, phase(state)) == ("*fox threads", 1, "action")


# ---------------------------------------------------------------- the end


def test_vv33_scouting_the_threads_does_not_win() -> None:
    state = run(table("bear fox threads", "threads snake", "rabbit"), "scout rabbit 0 speed", "ok")
    assert state.actor == 1
    assert run(state, "invade 1 snake").actor == 0


def test_vv34_a_free_play_between_two_passes_prevents_a_draw() -> None:
    state = table("*fox octopus threads", "*bear threads", options={"pass_policy": "always"})
    run(state, "octopus 1", "pass", "pass")
    assert state.write()["passes"] == 1
    run(state, "pass")
    assert state.write()["draw"] == "double_pass"


@pytest.mark.parametrize("free_play", [["octopus 1"], ["spend 2 cave-in", "shift 0 +1"], ["spend 3 reinforcements"]])
def test_vv34_with_full_windows_a_free_play_after_a_pass_prevents_a_draw(free_play: list[str]) -> None:
    options = {"event_windows": "full", "pass_policy": "always"}
    state = table("*rhino octopus cave-in reinforcements threads", "*bear threads", options=options)
    first = run(state.copy(), "pass", *free_play, "ok", "pass", "ok")
    assert (first.actor, phase(first), first.write()["passes"]) == (0, "action", 1)
    assert run(first, "pass", "ok").write()["draw"] == "double_pass"
    assert run(state, "pass", "ok", "pass", "ok").write()["draw"] == "double_pass"
    mirrored = table("*bear threads", "*rhino octopus cave-in reinforcements threads", options=options)
    answered = run(mirrored, "pass", "ok", "pass", *free_play, "ok")
    assert (answered.actor, phase(answered), answered.write()["passes"]) == (0, "action", 0)


def test_vv34_an_action_between_two_passes_prevents_a_draw() -> None:
    state = run(table("*fox threads", "bear horse threads"), "pass", "invade 0 bear", "pass")
    assert state.actor == 1 and state.write()["passes"] == 1


@pytest.mark.parametrize("raider", [0, 1])
@pytest.mark.parametrize(("own", "other"), [("threads", "rhino bear threads"), ("bear threads", "rhino threads")])
def test_vv35_a_game_continues_while_either_seat_has_an_animal(raider: int, own: str, other: str) -> None:
    kingdoms = {f"k{raider}": own, f"k{1 - raider}": other, f"i{raider}": "snake"}
    # Snake and rhino discard each other.
    state = run(table(**as_any(kingdoms), active=raider), "move snake 0", "ok", "ok")
    assert (home(state, raider), home(state, 1 - raider)) == (own, other.replace("rhino ", ""))
    assert (state.actor, phase(state), state.write()["draw"]) == (1 - raider, "action", None)


def test_vv36_revealing_a_new_card_or_discarding_is_progress() -> None:
    known = table("(fox) threads", "bear threads", idle=3, ply=3)
    assert run(known, "invade 0 fox").write()["idle"] == 4
    fresh = table("fox threads", "bear threads", idle=3, ply=3)
    assert run(fresh, "invade 0 fox").write()["idle"] == 0
    spent = table("(fox) cave-in bear threads", "bear threads", idle=3, ply=3)
    assert run(spent, "spend 1 cave-in", "shift 0 +1", "invade 1 fox").write()["idle"] == 0
    shown = table("(octopus) (fox) threads", "bear threads", idle=3, ply=3)
    assert run(shown, "octopus 0", "invade 1 fox").write()["idle"] == 4


def test_vv37_the_option_max_plies_limits_the_number_of_turns() -> None:
    state = table("(fox) threads", "(horse) threads", options={"max_plies": 2})
    run(state, "invade 0 fox", "invade 0 horse")
    assert (state.actor, state.write()["draw"]) == (OVER, "max_plies")


def test_vv38_the_reasons_for_a_draw_are_checked_in_the_order_of_the_rules() -> None:
    state = table("*fox threads", "*bear threads", ply=298, idle=48)
    run(state, "pass", "pass")
    assert (state.write()["ply"], state.write()["draw"]) == (300, "double_pass")
    other = table("*fox threads", "(bear) threads", ply=298, idle=48)
    run(other, "pass", "invade 0 bear")
    assert other.write()["draw"] == "no_progress"


def test_vv38_a_seat_blocked_by_a_dinosaur_is_free_again_after_one_turn() -> None:
    state = table("(fox) threads", "(horse) threads", "bear", blocked=[True, False])
    assert open_moves(state, "move") == []
    run(state, "invade 0 fox", "invade 0 horse")
    assert open_moves(state, "move") != []
