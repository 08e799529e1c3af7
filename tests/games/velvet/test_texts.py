"""Tests of Velvet's texts: every prompt, refusal, option and piece has a sentence in each language."""

import re
from pathlib import Path
from typing import Any

import pytest
from tests.games.velvet.helpers import run, table
from tests.games.velvet.random_moves import choose

from velodrome.core import texts
from velodrome.core.contract import CHANCE, ONLOOKER, OVER
from velodrome.core.errors import IllegalMove
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.games.velvet.game import OPTIONS, Velvet
from velodrome.games.velvet.pieces import KINDS

SOURCE = Path(__file__).parents[3] / "src/velodrome/games/velvet"
SENTENCES = texts.sentences("velvet", "en")


def test_every_option_value_and_piece_has_a_sentence() -> None:
    wanted = {"game", *[f"piece.{kind}" for kind in KINDS]}
    for option in OPTIONS:
        wanted |= {f"option.{option.name}", *[f"option.{option.name}.{value}" for value in option.values]}
    assert wanted <= set(SENTENCES)
    assert {key for key in SENTENCES if key.startswith("option.")} <= wanted


def test_every_prompt_and_refusal_of_random_games_has_a_sentence() -> None:
    rng = Rng(9)
    said = set()
    for windows in ("standard", "full", "own_turn_only"):
        for seed in range(12):
            state = Velvet(2, {"event_windows": windows, "no_progress_limit": 30, "max_plies": 120 + seed}).start()
            while True:
                for viewer in (0, 1, ONLOOKER):
                    prompt: Any = state.seen_by(viewer).table()["prompt"]
                    said.add(prompt["key"])
                    for language in texts.LANGUAGES:
                        assert "{" not in texts.say("velvet", prompt, language)
                if state.actor == OVER:
                    break
                if state.actor != CHANCE:
                    for _ in range(10):
                        move = rng.below(state.game.decisions)
                        if not state.allows(move):
                            refusal: Any = state.refusal(move)
                            said.add(refusal["key"])
                            assert refusal["rule"] == texts.rule_numbers("velvet")[refusal["key"]]
                            for language in texts.LANGUAGES:
                                assert texts.say("velvet", refusal, language)
                state.play(choose(state, rng))
    assert said <= set(SENTENCES)
    rare = {"prompt.draw.dead_position", "prompt.draw.double_pass", "refuse.own_turn", "refuse.no_shift"}
    rare |= {"prompt.draw.no_progress", "prompt.draw.max_plies", "refuse.octopus_up", "refuse.hide"}
    rare |= {"refuse.move_reach", "refuse.face_up", "refuse.no_denim", "refuse.met_event", "refuse.gap"}
    rare |= {"refuse.drop", "refuse.cycle", "refuse.no_prey"}
    rare |= {"prompt.action.none", "prompt.shift.threat", "prompt.shift.danger", "prompt.drop.twins"}
    assert {key for key in SENTENCES if re.match(r"(refuse|prompt)\.(?!.*\.you$)", key)} - said <= rare


REFUSALS = [  # position, moves before, move, key
    ({}, [], "place fox", "now.arranged"),
    ({}, [], "ok", "now.action"),
    ({"k0": "bear threads"}, [], "invade 0 fox", "there.card"),
    ({"k0": "bear threads"}, [], "invade 2 fox", "there.card"),
    ({"k0": "bear threads"}, [], "invade 1 fox", "there.animal"),
    ({"k0": "*fox bear threads"}, [], "invade 0 fox", "face_up"),
    ({"k0": "fox threads"}, [], "pass", "pass"),
    ({}, [], "return fox 0", "not_invading"),
    ({"i0": "fox"}, [], "return fox 9", "gap"),
    ({"i0": "fox"}, [], "move rabbit 0", "not_invading"),
    ({"i0": "fox", "blocked": [True, False]}, [], "move fox 0", "blocked"),
    ({"i0": "rabbit"}, [], "scout rabbit 3 speed", "scout_reach"),
    ({"i0": "rabbit"}, [], "move rabbit 3", "cycle"),
    ({"k0": "*octopus fox threads"}, [], "octopus 0", "octopus_up"),
    ({"k0": "cave-in threads"}, [], "spend 0 cave-in", "no_shift"),
    ({"k0": "fox pit threads"}, [], "spend 1 pit", "no_prey"),
    ({"k0": "fox reinforcements threads"}, [], "spend 1 reinforcements", "no_denim"),
    ({"k0": "fox cave-in threads"}, ["spend 1 cave-in"], "pass", "now.shifting"),
    ({"k0": "fox cave-in threads"}, ["spend 1 cave-in"], "shift 0 -1", "shift"),
    ({"k0": "pit threads", "i1": "bear"}, ["spend 0 pit"], "ok", "now.dropping"),
    ({"k0": "pit threads", "i1": "bear"}, ["spend 0 pit"], "drop fox", "drop"),
    ({"k0": "pit threads", "i1": "dragon dragon"}, ["spend 0 pit"], "drop dragon waiting", "drop"),
    ({"i0": "dragon dragon", "k1": "pit threads"}, ["move dragon 0"], "drop dragon waiting", "now.window"),
    ({"i0": "fox"}, ["move fox 0"], "keep", "now.window"),
    ({"i0": "fox", "k1": "pit threads"}, ["move fox 0", "ok"], "ok", "now.fate"),
    ({"i0": "fox", "k1": "pit threads"}, ["move fox 0", "ok"], "spend 0 pit", "met_event"),
    ({"i0": "fox", "k1": "pit cave-in octopus threads", "options": {"event_windows": "own_turn_only"}},
     ["move fox 0"], "octopus 2", "own_turn"),
    ({"i0": "rabbit", "k1": "dragon *fox *bear *horse threads"}, ["move rabbit 0", "ok", "ok"], "hide 0", "hide"),
    ({"i0": "rabbit", "k1": "dragon *fox *bear *horse threads"}, ["move rabbit 0", "ok", "ok"], "ok", "now.hiding"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "before", "text", "key"), REFUSALS)
def test_a_refused_move_gives_its_reason_and_changes_nothing(given: Any, before: Any, text: str, key: str) -> None:
    state = run(table(**given), *before)
    record = Record(state.game, state)
    move = state.game.parse(text)
    assert state.refusal(move)["key"] == f"refuse.{key}"
    sentence = SENTENCES[f"refuse.{key}"].rstrip(".")
    with pytest.raises(IllegalMove, match=re.escape(f'seat {state.actor} cannot play "{text}": {sentence}. Open: ')):
        record.play(move)
    assert record.state.key() == state.key() and record.lines == []


def test_vv07_only_the_actor_is_told_that_it_can_only_pass() -> None:
    for given in ({"k0": "*bear threads"}, {"k0": "*bear threads", "blocked": [True, False]}):
        state = table(**given)
        assert [state.game.text(move) for move in state.legal()] == ["pass"]
        assert state.seen_by(0).table()["prompt"]["key"] == "prompt.action.none"
        assert "none" not in state.seen_by(1).table()["prompt"]["key"]
    assert table(k0="bear threads").seen_by(0).table()["prompt"]["key"] == "prompt.action.invade"
    back = table(k0="*bear threads", i0="fox", blocked=[True, False])
    assert back.seen_by(0).table()["prompt"]["key"] == "prompt.action.blocked"


def test_vv42_untrue_answers_and_wrong_cards_are_refused() -> None:
    state = table(k1="fox threads", i0="bear")
    for text in ("scout bear 0 speed", "ok"):
        state.play(state.game.parse(text))
    assert state.refusal(state.game.parse("answer 2"))["key"] == "refuse.truth"
    assert state.refusal(state.game.parse("ok"))["key"] == "refuse.now.answering"
    met = table(k1="fox threads", i0="bear")
    for text in ("move bear 0", "ok"):
        met.play(met.game.parse(text))
    assert met.refusal(met.game.parse("show bear"))["key"] == "refuse.truth"
    assert met.refusal(met.game.parse("keep"))["key"] == "refuse.now.showing"
    start = Velvet(2, {"first_player": 0}).start()
    run(start, "place fox")
    assert start.refusal(start.game.parse("place fox"))["key"] == "refuse.placed"
    assert start.refusal(start.game.parse("pass"))["key"] == "refuse.now.arrange"


def test_every_text_parses_to_its_own_move() -> None:
    game = Velvet(2)
    for i, move in enumerate(game.moves):
        assert game.parse(move.text) == i
        assert game.parse(f"  {move.text.upper()} ".replace(" ", "  ")) == i
    assert game.moves[game.decisions].text == "first 0" and game.moves[-1].text == "place ?"
