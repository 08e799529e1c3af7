"""Test the reason that the server gives when the selected pieces do not make a legal move.

A case has a position, the moves played from it, the picks of the selected pieces, the reason's key and its rule.
"""

from typing import Any

import pytest

from velodrome.core import texts
from velodrome.games import GAMES
from velodrome.server.game.explain import explain_selection
from velodrome.server.game.spec import GameSpec

HAND = [["blue3", "red4", "red2", "hare30", "hare25", "red5"], ["brown5"], ["gray4"]]
LEADER = {"hands": HAND, "stage": 2, "jersey": 0, "totals": [2, 1, 0]}
BARE = LEADER | {"jersey": 1, "totals": [1, 2, 0]}
THIEF = {"hands": [["blue1", "red1", "green4"], ["brown5"], ["gray4", "gray1"]], "stage": 2, "totals": [1, 2, 0]}
VELONIMO = [
    (LEADER, "", "hare30 blue3", "refuse.hare", "VN-16"),
    (LEADER, "", "hare30 hare25", "refuse.hare", "VN-16"),
    (LEADER, "", "blue3 red4", "refuse.mixed", "VN-10"),
    (LEADER, "", "blue3 red4 jersey", "refuse.mixed", "VN-10"),
    (LEADER, "", "hare30 jersey", "refuse.bare", "VN-33"),
    (LEADER, "", "jersey", "why.more", ""),
    (LEADER, "", "red4", "why.open", ""),
    (LEADER, "", "pass", "refuse.pass", "VN-11"),
    (LEADER, "", "seat1", "refuse.now.lead", "VN-11"),
    (BARE, "", "jersey", "refuse.jersey", "VN-32"),
    (BARE, "", "blue3 red4 jersey", "refuse.jersey", "VN-32"),
    (LEADER, "red2+red4, pass, pass, red5, pass", "gray4", "refuse.low", "VN-15"),
    (THIEF, "blue1+red1", "seat0", "refuse.steal_own", "VN-24"),
    (THIEF, "blue1+red1", "seat1", "why.more", ""),
    (THIEF, "blue1+red1", "seat1 steal:2", "refuse.steal_most", "VN-24"),
    (THIEF, "blue1+red1", "green4", "refuse.now.steal", "VN-22"),
    (THIEF, "blue1+red1", "blue1 green4", "refuse.now.steal", "VN-22"),
]

POOR = {"couriers": [[20, 6], [20], []], "cans": [0, 0, 0]}
RICH = {"couriers": [[4, 20], [9], []], "cans": [2, 0, 0]}
RUN = "solo sprint, roll 4, roll 5"
VELOCITY = [
    (POOR, "", "bonus", "refuse.bonus", "VC-08"),
    (POOR, "", "solo sprint", "refuse.sprint", "VC-09"),
    (POOR, "", "space_6", "refuse.group.rival", "VC-12"),
    (POOR, "", "space_20", "why.open", ""),
    (POOR, "", "cans_red", "refuse.now.announce", "VC-07"),
    (RICH, "", "sprint", "why.more", ""),
    (RICH, "", "space_20 sprint", "refuse.sprint.group", "VC-09"),
    (RICH, "", "space_start sprint bonus", "refuse.sprint.group", "VC-09"),
    (RICH, "", "solo bonus sprint", "refuse.energy.both", "VC-07"),
    (RICH, "", "bonus sprint", "refuse.energy.both", "VC-07"),
    (RICH, "", "solo space_20", "refuse.solo.group", "VC-07"),
    (RICH, "", "space_4 space_20", "refuse.group.rival", "VC-12"),
    (RICH, RUN, "space_4 sprint", "refuse.now.move", "VC-14"),
    (RICH, RUN, "space_9", "refuse.move.courier", "VC-11"),
    (RICH, RUN, "space_4", "why.more", ""),
    (RICH, RUN, "space_4 die_energy", "refuse.line", "VC-15"),
    (RICH, RUN, "die_yellow", "refuse.die.solo", "VC-13"),
    (RICH, RUN, "solo", "refuse.now.move", "VC-14"),
]

SPENT = {"square": 7, "energy": [20, 20, 3], "hand": [6, 6, 0], "placed": [[], [], [9]]}
ARCENCIEL = [
    (SPENT, "white 2", "attack", "refuse.attack", "AC-24"),
    (SPENT, "white 2", "domestique9", "refuse.retire_landed", "AC-34"),
    (SPENT, "white 2", "retire hand", "refuse.retire_hand", "AC-33"),
    (SPENT, "white 2", "hold", "refuse.now.attack", "AC-24"),
    ({"square": 0, "energy": [20, 20, 20]}, "white 1", "bid:21", "refuse.bid_high", "AC-30"),
    ({"square": 0, "energy": [20, 20, 20]}, "white 1", "retire", "why.more", ""),
]

KINGDOMS = [["*fox", "horse", "pit", "threads"], ["rhino", "bear", "octopus", "dragon", "threads"]]
RAID = {"kingdoms": KINGDOMS, "invaders": [["snake"], []]}
VELVET = [
    (RAID, "", "own2 spend", "refuse.no_prey", "VV-27"),
    (RAID, "", "own2", "refuse.no_prey", "VV-27"),
    (RAID, "", "own3 invade", "refuse.there.animal", "VV-08"),
    (RAID, "", "own0", "refuse.face_up", "VV-08"),
    (RAID, "", "own0 invade", "refuse.face_up", "VV-08"),
    (RAID, "", "own1", "why.more", ""),
    (RAID, "", "raider-snake their2", "refuse.move_reach", "VV-11"),
    (RAID, "", "raider-snake their2 strength", "refuse.scout_reach", "VV-10"),
    (RAID, "", "raider-bear their4", "refuse.not_invading", "VV-12"),
    (RAID | {"blocked": [True, False]}, "", "raider-snake their3", "refuse.blocked", "VV-18"),
    (RAID | {"invaders": [[], []]}, "", "their0", "refuse.no_invader", "VV-12"),
    (RAID | {"invaders": [[], []]}, "", "own1 their0", "refuse.no_invader", "VV-12"),
    (RAID, "", "own1 own2", "refuse.no_prey", "VV-27"),
    (RAID, "", "their0", "why.more", ""),
    (RAID, "", "pass", "refuse.pass", "VV-07"),
    (RAID, "", "enemy-bear", "refuse.now.action", "VV-06"),
    (RAID, "move snake 0", "raider-snake their3", "refuse.now.window", "VV-25"),
]

GAME = {"velonimo": 3, "velocity": 3, "arcenciel": 3, "velvet": 2}
OPTIONS: dict[str, Any] = {"velocity": {"colours": ("blue", "yellow", "red")}}
TABLES: dict[str, Any] = {"velonimo": VELONIMO, "velocity": VELOCITY, "arcenciel": ARCENCIEL, "velvet": VELVET}
CASES = [(name, *row) for name, rows in TABLES.items() for row in rows]


@pytest.mark.parametrize(("name", "position", "moves", "picks", "key", "rule"), CASES)
def test_a_selection_is_refused_by_the_rule_that_forbids_it(
    name: str, position: dict[str, Any], moves: str, picks: str, key: str, rule: str
) -> None:
    game = GAMES[name](GAME[name], OPTIONS.get(name, {}))
    state = game.position(position)
    for text in moves.split(", ") if moves else []:
        assert state.allows(game.parse(text)), text
        state.play(game.parse(text))
    found, of = explain_selection(GameSpec(game, "{}"), state, state.actor, picks.split())
    assert (found["key"], found.get("rule", "")) == (key, rule)
    assert of == ("web" if key.startswith("why.") else name)
    if of == name:
        assert texts.say(name, found) and texts.say(name, found, "fr")


@pytest.mark.parametrize("name", GAMES)
def test_unknown_picks_are_answered(name: str) -> None:
    game = GAMES[name](GAME[name], {})
    positions: dict[str, Any] = {"velonimo": LEADER, "velocity": POOR, "arcenciel": SPENT, "velvet": RAID}
    state = game.position(positions[name])
    if name == "arcenciel":
        state.play(game.parse("white 2"))
    for picks in (["raider-", "their9"], ["raider-pit", "their0"], ["jersey"], ["jersey", "red9"], ["", "seat99"], []):
        assert explain_selection(GameSpec(game, "{}"), state, state.actor, picks)[0]["key"]


def test_the_index_of_picks_is_built_only_once() -> None:
    spec = GameSpec(GAMES["velonimo"](5, {}), "{}")
    assert spec.moves_by_picks is spec.moves_by_picks
