"""Tests of what each seat knows: clues, views, guesses, and the moves that a viewer has to consider possible."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from tests.games.velvet.helpers import open_moves, run, table
from tests.plain_data import as_any

from velodrome.core.contract import CHANCE, ONLOOKER, OVER, TRUTH
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.games.velvet.game import Velvet
from velodrome.games.velvet.kingdom import SIDE_SIZE
from velodrome.games.velvet.knowledge import is_possible
from velodrome.games.velvet.pieces import ALL_CARDS, KIND_OF, KINDS
from velodrome.games.velvet.rules import VelvetState

STR1 = ["bear", "horse", "rabbit", "octopus"]
STU1 = ["snake", "rabbit", "rhino", "octopus"]
STU2 = ["fox", "horse", "dragon"]
NO_ANIMAL = ["cave-in", "pit", "reinforcements", "threads"]


MOVE = {"action": "move", "invader": "rabbit"}


def clue(slot: int, *kinds: str) -> dict[str, Any]:
    """Make a clue which says that the card in this slot is one of these kinds."""
    return {"slot": slot, "could": list(kinds)}


def clues(state: VelvetState, seat: int) -> dict[int, list[str]]:
    """Return the clues about a seat's kingdom, by slot."""
    return {row["slot"]: row["could"] for row in as_any(state.write())["clues"][seat]}


def all_but(used: str) -> list[str]:
    """Return all seventeen cards of a player except these."""
    cards = [KINDS[kind] for kind in KIND_OF]
    for card in used.split():
        cards.remove(card)
    return cards


def view(kingdom: str, clues: list[dict[str, Any]], **more: object) -> Any:
    """Make a position as seat 0 sees it, in which `kingdom` belongs to seat 1.

    Each "?" in the kingdom is a card that seat 0 has not seen; `unseen` lists these cards in any order. `raiders`
    are the invaders of seat 0. All other cards are discarded.
    """
    unseen = str(more.pop("unseen")).split()
    named = [card.strip("*()") for card in kingdom.split() if card != "?"]
    raiders = str(more.pop("raiders", ""))
    description = {
        "kingdoms": [["bear", "threads"], kingdom.split()],
        "invaders": [raiders.split(), []],
        "discards": [all_but(f"bear threads {raiders}"), all_but(" ".join(named + unseen))],
        "clues": [[], clues],
        "viewer": 0,
        **more,
    }
    return Velvet(2).position(description)


def possible_orders(state: VelvetState, unseen: str) -> set[tuple[str, ...]]:
    """Try all orders of the unseen cards; return those that fit the view."""
    cards = as_any(state.write())["kingdoms"][1]
    slots = [slot for slot, card in enumerate(cards) if card == "?"]
    facts = clues(state, 1)
    return {
        order
        for order in set(permutations(unseen.split()))
        if all(order[i] in facts.get(slot, KINDS) for i, slot in enumerate(slots))
    }


CASES = [  # kingdom, clues, the unseen cards, which are "?" in the kingdom
    ("? ? ?", [], "fox bear threads"),
    ("? ? ?", [], "rhino rhino threads"),
    ("? ? ? ?", [clue(1, *STR1)], "rhino bear octopus threads"),
    ("? ? ? ?", [clue(1, *STR1), clue(2, *STU1)], "rabbit bear octopus threads"),
    ("? (fox) ? ? *pit ?", [clue(0, *STR1), clue(2, *STU1), clue(3, *STU2)], "rabbit horse snake threads"),
    (
        "? ? ? ? ?",
        [clue(0, *STR1), clue(2, *STU1), clue(3, *STU2), clue(4, *NO_ANIMAL)],
        "rabbit horse rhino rhino threads",
    ),
    ("? ? ? ? ?", [clue(0, *STR1), clue(1, *STR1), clue(2, *STU1)], "octopus octopus horse snake threads"),
    (
        "? ? ? ? ? ?",
        [clue(0, *STR1), clue(1, *STR1), clue(2, *STU1), clue(3, *STU1)],
        "octopus octopus horse rabbit rhino threads",
    ),
]


@pytest.mark.parametrize(("kingdom", "known", "unseen"), CASES)
def test_vv40_guesses_are_uniform_over_all_possible_kingdoms(kingdom: Any, known: Any, unseen: Any) -> None:
    state = view(kingdom, known, unseen=unseen)
    worlds = possible_orders(state, unseen)
    assert worlds
    slots = [slot for slot, card in enumerate(kingdom.split()) if card == "?"]
    rng = Rng(40)
    found: Counter[Any] = Counter()
    times = 400 * len(worlds)
    for _ in range(times):
        cards = as_any(state.guess(rng).write())["kingdoms"][1]
        found[tuple(cards[slot] for slot in slots)] += 1
    assert set(found) == worlds
    chi = sum((n - 400) ** 2 / 400 for n in found.values())
    freedom = len(worlds) - 1
    assert chi < freedom + 5 * (2 * freedom) ** 0.5 + 5, found


def test_vv40_a_guess_places_the_threads_in_every_slot_equally_often() -> None:
    state = Velvet(2, {"first_player": 0}).start()
    rng = Rng(7)
    while state.write()["phase"] == "arrange":
        state.play(state.pick(rng))
    seen = state.seen_by(0)
    found: Counter[Any] = Counter()
    for _ in range(17000):
        cards = as_any(seen.guess(rng).write())["kingdoms"][1]
        found[cards.index("threads")] += 1
    assert len(found) == 17
    assert sum((n - 1000) ** 2 / 1000 for n in found.values()) < 45


def test_vv03_a_guess_during_the_arrangement_is_a_random_deal() -> None:
    state = Velvet(2, {"first_player": 0}).start()
    for card in ("threads", "fox"):
        state.play(state.game.parse(f"place {card}"))
    seen, rng = state.seen_by(1), Rng(3)
    found: Counter[Any] = Counter()
    assert as_any(seen.write())["kingdoms"][0] == ["?", "?"] and as_any(seen.write())["hands"][0] == []
    for _ in range(17000):
        guess = seen.guess(rng)
        found[as_any(guess.write())["kingdoms"][0][0]] += 1
        assert len(as_any(guess.write())["hands"][0]) == 15
    assert abs(found["rhino"] - 2000) < 250 and abs(found["threads"] - 1000) < 200


# ---------------------------------------------------------------- clues move with their card


def test_vv40_an_answer_gives_a_clue_and_further_answers_narrow_it() -> None:
    state = table("*fox threads", "bear horse *snake threads", "rabbit", "fox")
    run(state, "scout rabbit 1 strength", "ok")
    assert clues(state, 1) == {1: STR1}
    run(state, "scout fox 0 strength", "ok", "scout rabbit 1 speed", "ok")
    assert clues(state, 1) == {1: ["horse"]}
    assert state.write()["kingdoms"][1] == [
        "bear",
        "horse",
        "*snake",
        "threads",
    ]  # the answer does not turn the card up


def test_vv40_an_answer_says_that_a_card_is_an_event() -> None:
    state = run(table(k1="pit fox threads", i0="fox"), "scout fox 0 speed", "ok")
    assert clues(state, 1) == {0: ["cave-in", "pit", "reinforcements"]}


def test_vv04_a_clue_moves_with_its_card() -> None:
    given = [[], [clue(2, *STR1)]]
    start = table("bear threads", "cave-in fox horse snake threads", "rabbit", clues=given)
    assert clues(run(start.copy(), "move rabbit 1", "ok"), 1) == {1: STR1}
    assert clues(run(start.copy(), "move rabbit 3", "ok"), 1) == {4: STR1}
    shifted = run(start.copy(), "move rabbit 1", "spend 4 cave-in", "shift 1 -1")
    assert clues(shifted, 1) == {0: STR1}
    assert clues(run(shifted, "ok"), 1) == {}  # the card is face up, so the clue is deleted
    theirs = table("threads", "cave-in fox horse snake threads", active=1, clues=given)
    assert clues(run(theirs.copy(), "invade 1 fox"), 1) == {1: STR1}
    assert clues(run(theirs.copy(), "spend 0 cave-in", "shift 0 +2"), 1) == {0: STR1}


def test_vv40_a_clue_stays_with_its_card_when_an_invader_returns() -> None:
    state = table("horse threads", k1="fox threads", i0="bear", clues=[[clue(0, *STR1)], []])
    run(state, "return bear 0", "ok")
    assert clues(state, 0) == {1: STR1}
    assert state.write()["kingdoms"][0] == ["(bear)", "horse", "threads"]


def test_vv39_a_card_that_is_hidden_again_stays_known() -> None:
    state = run(table(k1="dragon *fox *bear threads", i0="rabbit"), "move rabbit 0", "ok", "ok")
    assert state.write()["kingdoms"][1] == ["*dragon", "(fox)", "(bear)", "threads"]
    seen = state.seen_by(0)
    assert seen.write()["kingdoms"] == [["bear", "threads"], ["*dragon", "(fox)", "(bear)", "?"]]
    assert state.seen_by(ONLOOKER).write()["kingdoms"][0] == ["?", "?"]
    for seed in range(20):
        assert seen.guess(Rng(seed)).write()["kingdoms"][1] == ["*dragon", "(fox)", "(bear)", "threads"]


def test_vv39_scouting_a_known_card_gives_no_clue() -> None:
    state = run(table(k1="*snake (fox) threads", i0="rabbit"), "scout rabbit 1 strength", "ok")
    assert clues(state, 1) == {} and state.write()["idle"] == 1


def test_vv41_a_forced_pass_proves_that_no_hidden_card_is_an_animal() -> None:
    state = table("*fox (pit) cave-in threads", "bear threads")
    run(state, "pass")
    assert clues(state, 0) == {2: NO_ANIMAL, 3: NO_ANIMAL}
    free = table("fox threads", "bear threads", options={"pass_policy": "always"})
    assert clues(run(free, "pass"), 0) == {}


def test_vv10_an_answer_that_includes_a_boost_gives_a_clue_about_the_printed_number() -> None:
    options = {"scout_answer": "effective"}
    state = table("bear threads", "horse *octopus fox *octopus threads", "rabbit", options=options)
    for slot, answer, fact in ((0, 2, STR1), (2, 4, ["fox", "dragon", "dinosaur"])):
        asked = run(state.copy(), f"scout rabbit {slot} strength")
        asked.play(asked.game.parse("ok"))
        assert open_moves(asked) == [f"answer {answer}"]
        asked.play(asked.legal()[0])
        assert clues(asked, 1) == {slot: fact}
    most = table("bear threads", "*octopus threads *octopus", "rabbit", options=options)
    run(most, "scout rabbit 1 speed")
    most.play(most.game.parse("ok"))
    assert open_moves(most) == ["answer 6"]


# ---------------------------------------------------------------- moves that a viewer considers possible


def possible_moves(state: VelvetState, word: str) -> set[str]:
    """Return the moves that start with `word` and are allowed in the state."""
    return {m.text for i, m in enumerate(state.game.moves) if m.text.startswith(word) and state.allows(i)}


def test_vv42_a_viewer_allows_every_possible_answer() -> None:
    state = run(table(k1="fox rhino *dragon *snake threads", i0="rabbit"), "scout rabbit 0 strength")
    seen = state.seen_by(0)
    play_one(seen, "ok")
    assert possible_moves(seen, "answer") == {"answer 2", "answer 3", "answer 4"}  # fox, rhino or threads
    assert possible_moves(state.seen_by(1), "answer") == set()  # seat 1 has not been asked yet
    play_one(state, "ok")
    assert possible_moves(state, "answer") == possible_moves(state.seen_by(1), "answer") == {"answer 2"}


def play_one(state: VelvetState, text: str) -> None:
    """Play exactly one move, unlike `run` in helpers.py, which also plays the answer to a Scout."""
    move = state.game.parse(text)
    assert state.allows(move)
    state.play(move)


def test_vv42_a_viewer_allows_every_card_that_may_be_shown() -> None:
    state = view("? ? *snake", [clue(0, *STR1)], unseen="horse threads", phase="show", pending=MOVE, raiders="rabbit")
    assert possible_moves(state, "show") == {"show horse"}
    free = view(
        "? ? ? *snake", [clue(1, *STR1)], unseen="horse fox threads", phase="show", pending=MOVE, raiders="rabbit"
    )
    assert possible_moves(free, "show") == {"show fox", "show threads"}


def test_vv39_moves_of_the_other_seat_are_possible_only_if_all_clues_fit_together() -> None:
    # The unknown cards are the horse and the Threads; by the clue, the second card can only be the horse.
    state = view("? ? *snake", [clue(1, *STR1)], unseen="horse threads", active=1)
    assert possible_moves(state, "invade") == {"invade 1 horse"}
    assert possible_moves(state, "pass") == set()
    stuck = view("? ? *snake", [], unseen="pit threads", active=1)
    assert possible_moves(stuck, "invade") == set() and possible_moves(stuck, "pass") == {"pass"}
    assert possible_moves(stuck, "spend") == set()  # there is no invader for the pit


def test_vv40_an_unseen_kind_is_considered_possible_in_every_slot_that_it_fits() -> None:
    state = view("? ? *rhino", [], unseen="rhino threads", active=1)
    assert possible_moves(state, "invade") == {"invade 0 rhino", "invade 1 rhino"}
    both = view("? ? ?", [], unseen="octopus octopus threads", active=1)
    assert possible_moves(both, "octopus") == {"octopus 0", "octopus 1", "octopus 2"}


def test_vv40_the_function_is_possible_agrees_with_trying_all_orders() -> None:
    """Test `is_possible` in small kingdoms, for every slot and kind of card.

    It must agree with a list of all orders of the unseen cards.
    """
    for kingdom, known, unseen in CASES:
        state = view(kingdom, known, unseen=unseen)
        worlds = possible_orders(state, unseen)
        slots = [slot for slot, card in enumerate(kingdom.split()) if card == "?"]
        assert is_possible(state.sides, SIDE_SIZE, 0, ALL_CARDS)
        for i, slot in enumerate(slots):
            for kind, name in enumerate(KINDS):
                cards = sum(1 << card for card in range(17) if KIND_OF[card] == kind)
                assert is_possible(state.sides, SIDE_SIZE, 1 << slot, cards) == any(
                    world[i] == name for world in worlds
                )


def test_vv40_a_viewer_allows_the_true_answer_and_the_answers_of_all_guesses() -> None:
    rng = Rng(11)
    for seed in range(6):
        state = Velvet(2, {"pass_policy": "only_if_stuck"}).start()
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.play(state.draw(rng))
                continue
            if state.write()["phase"] in ("answer", "show"):
                seen: Any = state.seen_by(1 - state.actor)
                offered = possible_moves(seen, "answer") | possible_moves(seen, "show")
                given = {state.game.text(seen.guess(rng).nth(0)) for _ in range(30)}
                assert given <= offered and state.game.text(state.nth(0)) in offered, seed
            state.play(state.pick(rng))


# ---------------------------------------------------------------- audience and covers


def test_vv03_only_the_owner_sees_which_cards_are_placed() -> None:
    game = Velvet(2, {"first_player": 1})
    record = Record(game)
    rng = Rng(1)
    for _ in range(20):
        record.play(record.state.pick(rng))
    assert record.state.audience(record.state.legal()[0]) == 2
    own, other, onlooker = record.heard(0), record.heard(1), record.heard(ONLOOKER)
    assert own[:17] == [line.text for line in record.lines[:17]] and own[17:] == ["place ?"] * 3
    assert other[:17] == ["place ?"] * 17 and other[17:] == [line.text for line in record.lines[17:]]
    assert onlooker == ["place ?"] * 20
    seen = record.state.seen_by(0)
    assert seen.allows(game.parse("place ?")) and not record.state.allows(game.parse("place ?"))
    assert not seen.allows(game.parse("place fox"))  # seat 0 does not see the face of this move


def test_vv39_every_move_after_the_arrangement_is_public() -> None:
    game = Velvet(2)
    rng = Rng(5)
    state = game.start()
    assert state.audience(state.draw(rng)) == 7
    while state.actor != OVER:
        if state.actor == CHANCE or state.write()["phase"] != "arrange":
            assert state.audience(0) == 7
        state.play(state.draw(rng) if state.actor == CHANCE else state.pick(rng))


def test_vv39_a_view_never_names_a_hidden_card() -> None:
    rng = Rng(2)
    state = Velvet(2).start()
    while state.actor != OVER:
        for viewer in (0, 1, ONLOOKER):
            seen = state.seen_by(viewer)
            for seat in range(2):
                if seat != viewer:
                    rows = as_any(seen.write())["kingdoms"][seat]
                    assert all(card == "?" or card[0] in "*(" for card in rows)
                    zone = next(z for z in as_any(seen.table())["zones"] if z["id"] == f"kingdom{seat}")
                    assert all(p["kind"] is None or p["known"] for p in zone["pieces"])
        state.play(state.draw(rng) if state.actor == CHANCE else state.pick(rng))
    assert state.viewer == TRUTH
