"""Data used only by screens: suggested kingdoms, previews of moves, and the pending action."""

from typing import Any

import pytest
from tests.games.velvet.helpers import run, table

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
    """Return a rating: how much the heuristic prefers the card in each slot to an average card, summed up."""
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


def test_vv39_the_table_lists_the_kinds_of_the_unknown_cards() -> None:
    state = table(k0="fox threads", k1="*rhino fox (bear) threads")
    zones = {zone["id"]: zone for zone in state.seen_by(0).table()["zones"]}
    assert zones["kingdom1"]["unseen"] == ["fox", "threads"] and zones["kingdom0"]["unseen"] == []
