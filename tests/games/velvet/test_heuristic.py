"""Tests of the heuristic of Velvet: it plays like an expert and beats random players."""

import re
from math import log2
from typing import Any

import pytest
from tests.games.velvet.helpers import run, table
from tests.plain_data import as_any

from velodrome.core.contract import CHANCE, OVER
from velodrome.core.heuristic import softmax
from velodrome.core.rng import Rng
from velodrome.games.velvet.bot.heuristic import VelvetHeuristic
from velodrome.games.velvet.bot.reasons import card_behind
from velodrome.games.velvet.game import Velvet
from velodrome.games.velvet.pieces import KINDS


def choice(state: Any) -> str:
    """Return the text of the move that the heuristic chooses."""
    heuristic = VelvetHeuristic(state.game)
    seen = state.seen_by(state.actor)
    return str(state.game.text(heuristic.choose(seen, Rng(1))))


def test_it_saves_the_threads_with_a_cave_in_or_a_pit() -> None:
    caved = run(table(k1="fox threads rhino cave-in", i0="fox bear"), "move fox 1")
    assert choice(caved) == "spend 2 cave-in"
    assert choice(run(caved, "spend 2 cave-in")) == "shift 0 +2"
    pitted = run(table(k1="fox pit threads", i0="rabbit"), "move rabbit 2")
    assert choice(pitted) == "spend 2 pit"
    assert choice(run(pitted, "spend 2 pit")) == "drop rabbit"


def test_the_pit_discards_the_invader_that_is_about_to_meet_the_threads() -> None:
    for coming, other in (("bear", "rabbit"), ("rabbit", "bear"), ("octopus", "dinosaur"), ("octopus", "bear")):
        state = table(k1="fox threads rhino pit", i0=f"{coming} {other}")
        state = run(state, f"move {coming} 1", "spend 2 pit")
        assert choice(state) == f"drop {coming}"
        weights = VelvetHeuristic(state.game).weigh(state.seen_by(state.actor))
        assert softmax(weights)[state.legal().index(state.game.parse(f"drop {other}"))] < 0.001


def test_the_pit_discards_the_active_one_of_two_invaders_of_the_same_kind() -> None:
    for home in ("fox threads rhino pit", "fox dragon rhino pit threads"):
        state = run(table(k1=home, i0="dragon dragon"), "move dragon 1", "spend 2 pit")
        heuristic = VelvetHeuristic(state.game)
        active, waiting = heuristic.weigh(state.seen_by(1))
        assert active > waiting + 3
        assert choice(state) == "drop dragon"
        assert state.game.text(heuristic.pick(state, Rng(1))) == "drop dragon"


@pytest.mark.parametrize("action", ["move dragon 0", "scout dragon 0 speed", "return dragon 0"])
def test_the_reasons_say_which_of_two_invaders_is_stopped(action: str) -> None:
    state = run(table(k1="fox pit threads", i0="dragon dragon bear"), action, "spend 1 pit")
    heuristic = VelvetHeuristic(state.game)
    reasons = [[text["key"] for text in heuristic.explain(state.seen_by(1), move)] for move in state.legal()]
    assert reasons == [["why.drop.sturdy"], ["why.drop.active"], ["why.drop.waiting"]]


def test_it_spends_a_pit_that_is_about_to_be_met() -> None:
    assert choice(run(table(k1="pit fox threads", i0="bear"), "move bear 0")) == "spend 0 pit"
    assert choice(run(table(k1="fox pit threads", i0="bear"), "move bear 0")) == "ok"


def test_it_shows_an_octopus_only_if_that_changes_the_result() -> None:
    assert choice(run(table(k1="rhino octopus fox threads", i0="bear"), "move bear 0", "ok")) == "octopus 1"
    assert choice(run(table(k1="rhino octopus fox threads", i0="rabbit"), "move rabbit 0", "ok")) == "ok"
    assert choice(run(table(k1="rhino fox octopus threads", i0="bear"), "move bear 0", "ok")) == "ok"


def test_it_cancels_an_event_in_front_of_the_threads() -> None:
    assert choice(run(table(k1="reinforcements threads fox", i0="fox"), "move fox 0", "ok")) == "cancel"
    assert choice(run(table(k1="reinforcements rhino threads", i0="fox"), "move fox 0", "ok")) == "keep"


def test_it_moves_to_the_threads_once_they_are_scouted() -> None:
    found = run(table(k1="fox bear threads horse", i0="rabbit"), "scout rabbit 2 speed", "ok", "invade 1 bear")
    assert choice(found) == "move rabbit 1"


def test_it_does_not_meet_a_known_rhino() -> None:
    state = table(k0="fox threads", k1="*rhino fox bear snake horse threads", i0="horse bear")
    assert not choice(state).endswith(" 0")


def test_the_card_behind_a_kept_event_is_met_next() -> None:
    met = run(table(k1="pit threads bear cave-in snake", i0="fox"), "move fox 0", "ok")
    assert KINDS[card_behind(met.seen_by(1))] == "threads"
    away = run(met.copy(), "spend 3 cave-in", "shift 1 +1")
    assert KINDS[card_behind(away.seen_by(1))] == "bear"
    moved = run(met.copy(), "spend 3 cave-in", "shift 0 +2")  # the Event that was met is no longer at the front
    assert KINDS[card_behind(moved.seen_by(1))] == "threads"


def test_it_invades_first_with_a_fast_or_well_stuffed_animal() -> None:
    order = "fox dragon rhino octopus snake dinosaur dragon rhino octopus horse dinosaur pit bear rabbit threads"
    state = table(k0=order, k1=order)
    assert choice(state).split()[2] in ("rabbit", "horse", "bear", "dinosaur")


def kingdoms_of(game: Velvet, count: int) -> list[list[str]]:
    """Let the heuristic arrange `count` kingdoms for seat 0; return them, each from front to back."""
    heuristic = VelvetHeuristic(game)
    kingdoms = []
    for seed in range(count):
        state = game.start()
        rng = Rng(seed)
        while state.actor == 0:
            state.play(heuristic.choose(state, rng))
        kingdoms.append(as_any(state.write())["kingdoms"][0])
    return kingdoms


def test_arranged_kingdoms_differ_and_keep_the_threads_away_from_the_front() -> None:
    game = Velvet(2, {"first_player": 0})
    heuristic = VelvetHeuristic(game)
    kingdoms = kingdoms_of(game, 60)
    threads_slots = [kingdom.index("threads") for kingdom in kingdoms]
    assert len({tuple(kingdom) for kingdom in kingdoms}) == 60
    assert len(set(threads_slots)) > 6 and min(threads_slots) >= 3
    assert all(sorted(kingdom) == sorted([*KINDS, *KINDS[5:9]]) for kingdom in kingdoms)
    opening = softmax(heuristic.weigh(game.start()))
    assert max(opening) < 0.5


def test_arranged_kingdoms_guard_the_threads_without_giving_their_place_away() -> None:
    kingdoms = kingdoms_of(Velvet(2, {"first_player": 0}), 1000)
    threads_slots = [kingdom.index("threads") for kingdom in kingdoms]
    before = [[kingdom[home - i] for kingdom, home in zip(kingdoms, threads_slots, strict=True)] for i in range(4)]
    assert before[3].count("rhino") > 170 > 110 > before[1].count("rhino")  # a random order would give about 125
    assert before[1].count("pit") + before[1].count("cave-in") < 50 < before[1].count("reinforcements")
    assert sum(kingdom[3] == "rhino" for kingdom in kingdoms) > 190
    assert sum(home > 10 for home in threads_slots) > 500
    shares = [threads_slots.count(slot) / 1000 for slot in set(threads_slots)]
    assert max(shares) < 0.2 and -sum(share * log2(share) for share in shares) > 3.4


def blind_run(state: Any, heuristic: VelvetHeuristic, rng: Rng) -> int:
    """Choose a move for a simple opponent: an invasion with the rabbit, or "move rabbit 3".

    If neither is legal, let the heuristic choose.
    """
    moves = {state.game.text(move): move for move in state.legal()}
    found = [moves[text] for text in moves if text == "move rabbit 3" or re.fullmatch("invade .* rabbit", text)]
    return found[0] if found else heuristic.choose(state.seen_by(state.actor), rng)


def test_it_beats_a_blind_runner() -> None:
    game = Velvet(2)
    heuristic = VelvetHeuristic(game)
    won = 0.0
    for seed in range(4000):
        state = game.start()
        rng = Rng(seed)
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.play(state.draw(rng))
            elif state.actor == seed % 2:
                state.play(heuristic.choose(state.seen_by(state.actor), rng))
            else:
                state.play(blind_run(state, heuristic, rng))
        won += state.outlook(seed % 2)
    assert won > 2050  # the limit is three standard deviations below the expected result


def test_it_beats_a_random_player() -> None:
    game = Velvet(2)
    heuristic = VelvetHeuristic(game)
    won = 0
    for seed in range(100):
        state: Any = game.start()
        rng = Rng(seed)
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.play(state.draw(rng))
            else:
                state.play(heuristic.choose(state, rng) if state.actor == seed % 2 else state.pick(rng))
        won += state.winner == seed % 2
    assert won >= 98
