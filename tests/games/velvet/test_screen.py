"""Test data that only screens use: suggested kingdoms, previews of moves, the pending action, and warnings."""

from typing import Any

import pytest
from tests.games.velvet.helpers import open_moves, phase, run, table

from velodrome.core import texts
from velodrome.core.contract import ONLOOKER, OVER
from velodrome.core.rng import Rng
from velodrome.games.velvet.bot.setups import GATE_DEPTH, weigh_kinds
from velodrome.games.velvet.game import Velvet
from velodrome.games.velvet.pieces import KIND_OF, KINDS, KINGDOM_SIZE
from velodrome.games.velvet.view import FORMATIONS

CARDS = sorted(KINDS[KIND_OF[card]] for card in range(KINGDOM_SIZE))


def preview(state: Any, text: str) -> Any:
    """Return the preview of a move as the actor sees it."""
    return state.seen_by(state.actor).preview(state.game.parse(text))


# ---------------------------------------------------------------- set-ups


@pytest.mark.parametrize("name", FORMATIONS)
def test_vv03_a_suggested_kingdom_has_all_cards_and_a_description(name: str) -> None:
    assert sorted(FORMATIONS[name].split()) == CARDS
    for key in (f"formation.{name}", f"formation.{name}.why"):
        assert texts.sentences("velvet", "fr")[key]


@pytest.mark.parametrize("name", FORMATIONS)
def test_vv03_a_suggested_kingdom_can_be_placed_and_is_rated_above_random_ones(name: str) -> None:
    state = Velvet(2, {"first_player": 0}).start()
    suggested, drawn = rate_kingdom(FORMATIONS[name].split()), []
    for text in FORMATIONS[name].split():
        run(state, f"place {text}")
    rng = Rng(1)
    for _ in range(20):
        drawn.append(rate_kingdom(random_kingdom(rng)))
    assert suggested > max(drawn)


def rate_kingdom(order: Any) -> Any:
    """Return a rating of a kingdom: the sum of one number for each slot.

    The number is the heuristic's weight of the card minus the mean weight of all cards that are still available.
    """
    left, total = [KINDS.index(name) for name in order], 0.0
    before: list[int] = []
    for slot, kind in enumerate([KINDS.index(name) for name in order]):
        kinds = sorted(set(left))
        weights = weigh_kinds(kinds, slot, before)
        total += weights[kinds.index(kind)] - sum(weights) / len(weights)
        left.remove(kind)
        before = [kind, *before][:GATE_DEPTH]
    return total


def random_kingdom(rng: Rng) -> Any:
    """Return all cards in random order."""
    left, order = list(CARDS), []
    while left:
        order.append(left.pop(rng.below(len(left))))
    return order


def test_vv03_all_viewers_see_the_same_suggestions_during_the_arrangement_only() -> None:
    state = Velvet(2, {"first_player": 0}).start()
    rng = Rng(2)
    for _ in range(34):
        shown: list[Any] = [state.seen_by(viewer).table()["formations"] for viewer in (0, 1, ONLOOKER)]
        assert shown[0] == shown[1] == shown[2] and len(shown[0]) == len(FORMATIONS)
        state.play(state.pick(rng))
    assert "formations" not in state.seen_by(0).table()


# ---------------------------------------------------------------- previews


@pytest.mark.parametrize(
    ("home", "invader", "move", "ends"),
    [
        ("*rhino threads", "fox", "move fox 0", ["invader", "card"]),
        ("*rhino *octopus threads", "fox", "move fox 0", ["invader"]),
        ("*rhino threads", "bear", "move bear 0", ["nothing"]),
        ("*dinosaur threads", "rabbit", "move rabbit 0", ["blocked"]),
        ("*dragon *fox threads", "rabbit", "move rabbit 0", ["hidden"]),
        ("*dragon *fox *horse *bear threads", "rabbit", "move rabbit 0", ["hidden"]),
        ("*dragon threads", "snake", "move snake 0", ["card"]),
        ("*pit threads", "fox", "move fox 0", ["event"]),
        ("bear *threads", "fox", "move fox 1", ["threads"]),
    ],
)
def test_vv15_the_preview_of_a_move_to_a_known_card_shows_the_result(
    home: str, invader: str, move: str, ends: list[Any]
) -> None:
    state = table(k1=home, i0=invader)
    found = preview(state, move)
    assert found["meets"] == home.replace("*", "").split()[int(move[-1])]
    assert found["ends"] == ends


def test_vv11_the_preview_of_a_move_to_an_unknown_card_lists_the_possible_cards() -> None:
    state = table(k1="fox snake *rhino threads", i0="bear")
    assert preview(state, "move bear 1") == {"could": ["fox", "snake", "threads"]}
    full = table(k1="fox *rhino threads", i0="bear", options={"event_windows": "full"})
    assert preview(full, "move bear 1")["meets"] == "rhino"


def test_vv10_the_preview_of_a_scout_lists_the_possible_answers() -> None:
    state = table(k1="fox snake pit *rhino threads", i0="rabbit")
    assert preview(state, "scout rabbit 0 strength") == {"answers": [2, 3, 4, "event"]}
    state = table(k1="*octopus *rhino threads", i0="rabbit", options={"scout_answer": "effective"})
    assert preview(state, "scout rabbit 1 strength") == {"answers": [4]}


def test_vv25_previews_show_the_defender_the_result_with_and_without_free_plays() -> None:
    state = run(table(k1="rhino octopus threads", i0="bear"), "move bear 0")
    assert preview(state, "ok") == {"meets": "rhino", "slot": 0, "ends": ["nothing"]}
    assert preview(state, "octopus 1") == {"meets": "rhino", "slot": 0, "ends": ["invader"]}
    state = run(state, "ok")
    assert preview(state, "ok")["ends"] == ["nothing"] and preview(state, "octopus 1")["ends"] == ["invader"]
    state = run(table(k1="pit rhino threads", i0="fox"), "move fox 0", "ok")
    assert preview(state, "keep")["meets"] == "rhino" and preview(state, "cancel") == {}
    state = run(table(k1="threads cave-in bear", i0="fox"), "move fox 0", "spend 1 cave-in")
    assert preview(state, "shift 0 +1")["meets"] == "bear"


def test_vv42_the_preview_of_an_answer_shows_the_true_number() -> None:
    state = table(k1="rhino threads", i0="bear")
    for text in ("scout bear 0 strength", "ok"):
        state.play(state.game.parse(text))
    assert preview(state, "answer 3") == {"says": "3"}


def test_vv39_previews_do_not_depend_on_hidden_cards() -> None:
    rng = Rng(4)
    state = Velvet(2).start()
    state.settle(rng)
    while state.actor != OVER:
        seen = state.seen_by(state.actor)
        other = seen.guess(rng)
        for move in state.legal():
            assert state.preview(move) == seen.preview(move) == other.preview(move)
        state.play(state.pick(rng))


# ---------------------------------------------------------------- pending action


def test_vv12_the_table_shows_the_pending_action_and_its_target() -> None:
    state = run(table(k1="rhino fox threads", i0="rabbit"), "move rabbit 1")
    shown = state.seen_by(1).table()
    assert shown["pending"] == {"action": "move", "invader": "rabbit"}
    kingdom = next(zone for zone in shown["zones"] if zone["id"] == "kingdom1")
    assert [card["target"] for card in kingdom["pieces"]] == [True, False, False]
    state = run(table(k1="rhino fox threads", i0="rabbit"), "scout rabbit 1 speed")
    assert state.seen_by(ONLOOKER).table()["pending"]["stat"] == "speed"
    assert "pending" not in table().seen_by(0).table()


def test_vv29_an_invader_and_its_waiting_twin_are_two_pieces_while_the_pit_asks_for_one() -> None:
    state = run(table(k1="fox pit threads", i0="dragon dragon bear"), "move dragon 0")

    def invaders(viewer: int) -> list[tuple[str, int, bool]]:
        zones = {zone["id"]: zone for zone in state.seen_by(viewer).table()["zones"]}
        assert zones["invaders0"]["size"] == sum(piece["count"] for piece in zones["invaders0"]["pieces"])
        return [(piece["id"], piece["count"], piece["acting"]) for piece in zones["invaders0"]["pieces"]]

    together = [("enemy-bear", 1, False), ("enemy-dragon", 2, True)]
    apart = [("enemy-bear", 1, False), ("enemy-dragon", 1, True), ("enemy-dragon-waiting", 1, False)]
    assert invaders(1) == together
    run(state, "spend 1 pit")
    assert invaders(1) == apart
    assert invaders(0) == [(piece.replace("enemy", "raider"), *rest) for piece, *rest in apart]
    assert [state.game.moves[move].picks for move in state.legal()] == [(piece,) for piece, *_ in apart]
    prompts = [state.seen_by(viewer).table()["prompt"]["key"] for viewer in (0, 1)]
    assert prompts == ["prompt.other.drop", "prompt.drop.twins"]
    run(state, "drop dragon waiting")
    assert invaders(1) == [("enemy-bear", 1, False), ("enemy-dragon", 1, True)]


def test_vv39_the_table_lists_the_kinds_of_the_unknown_cards() -> None:
    state = table(k0="fox threads", k1="*rhino fox (bear) threads")
    zones = {zone["id"]: zone for zone in state.seen_by(0).table()["zones"]}
    assert zones["kingdom1"]["unseen"] == ["fox", "threads"] and zones["kingdom0"]["unseen"] == []


# ---------------------------------------------------------------- decisive moments


def alarm(state: Any, viewer: int) -> Any:
    return state.seen_by(viewer).table().get("alarm")


def test_vv33_the_defender_is_warned_that_the_invader_is_about_to_meet_the_threads() -> None:
    state = run(table(k1="fox pit threads", i0="rabbit"), "move rabbit 2")
    assert alarm(state, 1) == {"step": "meet", "seat": 0, "victim": 1, "animal": "the-rabbit"}
    assert alarm(state, 0) is None and alarm(state, ONLOOKER) is None  # they do not know the card
    assert preview(state, "spend 2 pit")["saves"] == []  # there is only one invader, so nothing more has to be chosen
    assert preview(state, "ok") == {"meets": "threads", "slot": 0, "ends": ["threads"]}
    two = run(table(k1="fox pit threads", i0="rabbit snake"), "move rabbit 2")
    assert preview(two, "spend 2 pit")["saves"] == ["drop rabbit"]
    run(two, "spend 2 pit")
    assert preview(two, "drop rabbit") == {"saves": []} and "saves" not in preview(two, "drop snake")


def test_vv29_only_dropping_the_active_one_of_two_dragons_saves_the_threads() -> None:
    state = run(table(k1="fox threads pit", i0="dragon dragon"), "move dragon 1")
    assert preview(state, "spend 1 pit")["saves"] == ["drop dragon"]
    run(state, "spend 1 pit")
    assert alarm(state, 1)["step"] == "meet"
    assert preview(state, "drop dragon") == {"saves": []} and preview(state, "drop dragon waiting") == {}


@pytest.mark.parametrize("known", ["*threads", "(threads)"])
def test_vv33_everybody_who_knows_the_threads_is_told(known: str) -> None:
    state = table(k1=f"fox bear pit {known}", i0="rabbit")
    assert alarm(state, 0) == {"step": "reach", "seat": 0, "victim": 1, "animal": "the-rabbit", "slot": 3}
    assert alarm(state, 1) is None and alarm(state, ONLOOKER) is None  # it is not their decision
    run(state, "move rabbit 3")
    for viewer in (0, 1, ONLOOKER):
        assert alarm(state, viewer)["step"] == "meet"


def test_vv40_a_scout_that_hears_four_has_found_the_threads() -> None:
    state = run(table(k0="fox threads", k1="bear threads pit", i0="rabbit"), "scout rabbit 1 speed", "ok")
    run(state, "invade 0 bear")
    assert alarm(state, 0)["step"] == "reach"
    assert preview(state, "move rabbit 0")["ends"] == ["threads"]


def test_vv28_a_cave_in_saves_the_threads_only_if_they_leave_the_front() -> None:
    state = run(table(k1="fox threads rhino cave-in", i0="fox"), "move fox 1")
    assert preview(state, "spend 2 cave-in")["saves"] == []
    run(state, "spend 2 cave-in")
    assert alarm(state, 1)["step"] == "meet"
    saving = [text for text in open_moves(state) if "saves" in preview(state, text)]
    assert saving == ["shift 0 +1", "shift 0 +2", "shift 1 -1", "shift 2 -2"]


def test_vv22_an_event_before_the_threads_must_not_be_kept() -> None:
    state = run(table(k1="octopus reinforcements threads fox", i0="fox"), "move fox 1", "ok")
    assert alarm(state, 1)["step"] == "keep"
    assert preview(state, "cancel") == {"saves": []}
    assert preview(state, "keep")["ends"] == ["threads"] and "saves" not in preview(state, "keep")
    assert "saves" not in preview(state, "octopus 3")


def test_vv25_the_alarm_also_comes_before_the_cards_go_to_the_back() -> None:
    state = run(table(k1="fox pit threads", i0="rabbit", options={"event_windows": "full"}), "move rabbit 2")
    assert alarm(state, 1)["step"] == "meet"
    assert preview(state, "spend 1 pit")["saves"] == []
    assert preview(state, "ok") == {"meets": "threads", "slot": 0, "ends": ["threads"]}  # the defender does not react
    wrapped = table(k1="fox pit cave-in threads", i0="rabbit bear", options={"event_windows": "full"})
    run(wrapped, "move rabbit 3", "spend 1 pit", "drop bear", "spend 1 cave-in")
    assert alarm(wrapped, 1)["step"] == "meet"  # the fox, the Threads and the fox again would go to the back
    assert alarm(run(wrapped, "shift 0 +1"), 1) is None


@pytest.mark.parametrize(
    ("home", "moves", "keys"),
    [
        ("fox pit threads", "move rabbit 2", ["prompt.other.react.move", "prompt.threat"]),
        ("fox octopus threads", "move rabbit 2", ["prompt.other.react.move", "prompt.threat.lost"]),
        ("fox pit *threads", "move rabbit 2", ["prompt.other.threat", "prompt.threat"]),
        ("fox cave-in bear threads", "move rabbit 3, spend 2 cave-in", ["prompt.other.shift", "prompt.shift.threat"]),
        ("pit threads *octopus fox", "move rabbit 0, ok", ["prompt.other.fate", "prompt.fate.threat"]),
        ("fox bear *threads", "invade 0 fox, invade 0 fox", ["prompt.action.win", "prompt.other.action"]),
    ],
)
def test_vv33_the_prompt_names_the_decisive_moment(home: str, moves: str, keys: list[str]) -> None:
    state = run(table(k0="fox *bear threads", k1=home, i0="rabbit"), *moves.split(", "))
    assert [state.seen_by(viewer).table()["prompt"]["key"] for viewer in (0, 1)] == keys


@pytest.mark.parametrize(("raid", "key"), [("", "prompt.action.invade"), ("rabbit", "prompt.action")])
def test_vv06_the_prompt_offers_to_act_with_an_invader_only_if_there_is_one(raid: str, key: str) -> None:
    state = table(k0="fox bear threads", k1="horse bear dragon dragon threads", i0=raid)
    assert state.seen_by(0).table()["prompt"]["key"] == key
    assert state.seen_by(1).table()["prompt"]["key"] == "prompt.other.action"


# ---------------------------------------------------------------- danger in the opponent's next turn

DANGER = {"step": "danger", "seat": 1, "victim": 0, "animal": "the-rabbit"}


@pytest.mark.parametrize("known", ["*threads", "(threads)"])
def test_vv33_a_seat_is_warned_in_its_own_turn_that_its_threads_can_be_found_next(known: str) -> None:
    state = table(k0=f"fox bear pit {known}", k1="horse threads", i1="rabbit")
    assert alarm(state, 0) == DANGER
    assert state.seen_by(0).table()["prompt"] == {
        "key": "prompt.action.danger",
        **{name: DANGER[name] for name in ("seat", "victim", "animal")},
    }
    assert alarm(state, 1) is None and alarm(state, ONLOOKER) is None
    assert alarm(run(state, "invade 0 fox"), 1)["step"] == "reach"


@pytest.mark.parametrize(
    ("home", "raid", "more"),
    [
        ("fox bear pit threads", "rabbit", {}),  # the opponent cannot know where the Threads are
        ("fox bear pit octopus *threads", "rabbit", {}),  # slot 4 is out of reach of Speed 3
        ("fox bear *threads", "dragon", {}),
        ("fox bear *threads", "", {}),
        ("fox bear *threads", "rabbit", {"blocked": [False, True]}),
        ("fox bear *threads", "rabbit", {"ply": 299}),  # the last turn of the game
        ("*fox *threads", "rabbit", {"idle": 49, "ply": 60}),  # passing is the only choice, and it ends the game
    ],
)
def test_vv33_there_is_no_warning_without_danger(home: str, raid: str, more: dict[str, Any]) -> None:
    assert alarm(table(k0=home, k1="horse threads", i1=raid, **more), 0) is None


def test_vv40_the_warning_counts_on_everything_that_the_opponent_can_deduce() -> None:
    events = ["cave-in", "pit", "reinforcements"]
    clues = [[{"slot": 0, "could": events}, {"slot": 1, "could": [*events, "threads"]}], []]
    state = table(k0="pit threads fox", k1="horse threads", i1="rabbit", clues=clues)
    assert alarm(state, 0) == DANGER  # the Pit is the only Event left, so it is in slot 0 and not in slot 1
    state = table(k0="pit threads fox cave-in", k1="horse threads", i1="rabbit", clues=clues)
    assert alarm(state, 0) is None  # the Cave-in may be in slot 1 as well


def test_vv33_a_win_comes_before_a_warning() -> None:
    state = table(k0="fox *threads", k1="horse *threads", i0="bear", i1="rabbit")
    assert alarm(state, 0)["step"] == "reach"
    assert "saves" not in preview(state, "return bear 0")


def test_vv29_a_pit_averts_the_danger_if_no_other_invader_can_reach_the_threads() -> None:
    state = table(k0="fox bear *threads pit", k1="horse threads", i1="rabbit snake")
    assert preview(state, "spend 3 pit") == {"saves": ["drop rabbit"]}
    assert preview(state, "invade 0 fox") == {}
    run(state, "spend 3 pit")
    assert alarm(state, 0)["step"] == "danger" and state.seen_by(0).table()["prompt"]["key"] == "prompt.drop"
    assert preview(state, "drop rabbit") == {"saves": []} and preview(state, "drop snake") == {}
    assert alarm(run(state, "drop rabbit"), 0) is None
    near = table(k0="fox pit *threads", k1="horse threads", i1="rabbit snake")
    assert preview(near, "spend 1 pit") == {}  # without the Pit, the snake reaches the Threads as well


def test_vv28_a_cave_in_averts_the_danger_if_it_moves_the_threads_far_enough() -> None:
    state = table(k0="fox *threads rhino bear cave-in", k1="horse threads", i1="snake")
    assert preview(state, "spend 4 cave-in") == {"saves": []}
    run(state, "spend 4 cave-in")
    assert state.seen_by(0).table()["prompt"]["key"] == "prompt.shift.danger"
    saving = [text for text in open_moves(state) if "saves" in preview(state, text)]
    assert saving == ["shift 1 +1", "shift 1 +2", "shift 2 -2", "shift 2 -1", "shift 3 -2"]
    near = table(k0="fox *threads rhino bear cave-in", k1="horse threads", i1="rabbit")
    assert preview(near, "spend 4 cave-in") == {}  # Speed 3 reaches all slots
    assert run(near, "spend 4 cave-in").seen_by(0).table()["prompt"]["key"] == "prompt.shift"


@pytest.mark.parametrize(
    ("their", "options", "found"),
    [
        ("horse pit threads", {}, {"saves": [], "unless": "pit"}),
        ("horse *pit threads", {}, {"saves": [], "unless": "pit"}),
        ("horse threads", {}, {"saves": []}),  # the Pit is discarded
        ("horse pit threads", {"pit_target": "active_only"}, {"saves": []}),
        ("horse pit threads", {"event_windows": "own_turn_only"}, {"saves": []}),
        ("horse pit threads", {"event_windows": "full"}, {"saves": [], "unless": "pit"}),
    ],
)
def test_vv09_an_animal_that_returns_in_front_of_the_threads_averts_the_danger(
    their: str, options: dict[str, Any], found: dict[str, Any]
) -> None:
    state = table(k0="fox *threads octopus", k1=their, i0="bear", i1="snake", options=options)
    assert preview(state, "return bear 0") == preview(state, "return bear 1") == found
    assert preview(state, "return bear 2") == {}


def test_vv25_the_warning_stays_until_the_turn_ends() -> None:
    state = table(k0="fox pit *threads", k1="horse threads", i1="rabbit", options={"event_windows": "full"})
    run(state, "invade 0 fox", "ok")
    assert phase(state) == "after" and alarm(state, 0)["step"] == "danger"
    assert preview(state, "spend 0 pit") == {"saves": []} and preview(state, "ok") == {}


def test_vv33_a_plan_does_not_promise_to_avert_a_danger() -> None:
    state = table(k0="fox *threads octopus", k1="horse threads", i0="bear", i1="snake", active=1)
    plans = state.seen_by(0).plans(0)
    assert plans[state.game.parse("return bear 0")] == {}  # the opponent moves first


@pytest.mark.parametrize("windows", ["standard", "full", "own_turn_only"])
def test_vv33_warnings_and_averting_moves_are_true_in_random_games(windows: str) -> None:
    rng, warned, averted = Rng(5), 0, 0
    for _ in range(12):
        state = table(
            k0="fox bear *threads pit rhino cave-in dinosaur", k1="fox bear pit horse threads cave-in octopus",
            i0="dragon snake", i1="rabbit dragon", options={"event_windows": windows},
        )  # fmt: skip
        for _ in range(30):
            if state.actor == OVER:
                break
            if phase(state) == "action" and (alarm(state, state.actor) or {}).get("step") == "danger":
                warned += 1
                averted += check_warning(state)
            state.play(state.pick(rng))
    assert warned > 10 and averted > 10


def check_warning(state: Any) -> int:
    """Check after each invasion, return or pass that the opponent is told that it can win on its next turn.

    If a move's preview says that the move averts this win, the opponent must not be told so. Return the number of
    moves with such a preview.
    """
    seat, count = state.actor, 0
    for text in open_moves(state, "invade") + open_moves(state, "return") + open_moves(state, "pass"):
        after, averts = state.copy(), "saves" in preview(state, text)
        run(after, text)
        while after.actor != OVER and after.active == seat:
            run(after, "ok")
        wins = after.actor != OVER and (alarm(after, 1 - seat) or {}).get("step") == "reach"
        assert wins != averts, text
        count += averts
    return count


# ---------------------------------------------------------------- the end


def test_vv39_both_kingdoms_are_revealed_after_the_end_and_not_before() -> None:
    state = table(k0="fox (bear) threads", k1="horse threads", i0="rabbit", i1="bear rabbit")
    assert state.reveal() == {}
    state = run(table(k0="fox threads pit", k1="horse threads", i0="snake", i1="bear rabbit"), "move snake 1", "ok")
    assert state.actor == OVER
    mine, theirs = state.reveal()["reveal"]
    assert [card["kind"] for card in mine["cards"]] == ["fox", "threads", "pit"]
    assert mine["cards"][0]["speed"] == 1 and mine["threads"] == 1 and mine["raider"] == "rabbit"
    assert theirs["threads"] == 0 and theirs["raider"] == "snake"
    kept = state.seen_by(1).reveal()["reveal"][0]  # a view knows no more than before, even after the end
    assert kept["cards"][0]["kind"] is None and kept["threads"] is None
