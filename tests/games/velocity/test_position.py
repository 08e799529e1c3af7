"""Test positions: those that occur in a game can be written and read back; impossible ones are refused."""

import json
from typing import Any

import pytest

from velodrome.core.contract import ONLOOKER, OVER
from velodrome.core.errors import BadPosition
from velodrome.core.rng import Rng
from velodrome.games.velocity.game import SEATS, VeloCity


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("options", [{}, {"first_player": 2, "max_rounds": 20}])
def test_vc29_every_position_of_a_game_reads_back(seats: int, options: dict[str, Any]) -> None:
    game, rng = VeloCity(seats, options), Rng(seats)
    race = game.start()
    while True:
        for state in (race, race.seen_by(0), race.seen_by(ONLOOKER)):
            again = game.position(json.loads(json.dumps(state.write())))
            assert again.key() == state.key()
            assert again.write() == state.write()
        if race.actor == OVER:
            break
        race.play(race.draw(rng) if race.actor < 0 else race.pick(rng))


def test_vc19_positions_with_an_empty_reserve_read_back() -> None:
    """Test reading back positions in which a player has to choose from whom to take a can.

    Players choose when the reserve is empty. The track is short and has few cans, so that this happens often.
    """
    rows = [f'{{ n = {n}, kind = "{"obstacle" if n % 3 == 0 else "can"}" }}' for n in range(16, 0, -1)]
    setup = [f"{{ players = {n}, couriers = 5, cans = {n} }}" for n in range(3, 8)]
    head = 'format = 1\ngame = "velocity"\nid = "dry"\nname = "Dry"\nlength = 16\npodium = 8\n'
    track = f"{head}spaces = [{', '.join(rows)}]\nsetup = [{', '.join(setup)}]\n"
    taken = 0
    for seats in (4, 6):
        for compensated in (True, False):
            game = VeloCity(seats, {"track": track, "empty_reserve_applies_to_compensation": compensated})
            for seed in range(5):
                race, rng = game.start(), Rng(seed)
                while race.actor != OVER:
                    race.play(race.draw(rng) if race.actor < 0 else race.pick(rng))
                    again = game.position(race.write())
                    assert again.key() == race.key()
                    assert again.spaces[:] == race.spaces[:]
                    taken += race.write()["phase"] == "take"
    assert taken > 20


def test_vc03_values_missing_from_a_position_are_those_of_the_start() -> None:
    game = VeloCity(3, {"first_player": 0})
    assert game.position({}).key() == game.start().key()
    assert game.position({"couriers": [[36, "start"], [], []]}).key() == game.start().key()
    assert VeloCity(3).position({"phase": "first"}).key() == VeloCity(3).start().key()
    assert game.position({"podium": [1, 1, 1]}).write()["phase"] == "over"


THREE_ON_20 = {"couriers": [[20, 20], [20], []], "cans": [1, 1, 0]}
TWO_RICHEST = {"cans": [1, 7, 7], "phase": "take"}


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ([], r"a position is a table of names and values, not \[\]"),
        ({"wheels": 2}, '"wheels" is not part of a position'),
        ({"phase": "lunch"}, "phase is .lunch.; expected one of first, announce"),
        ({"phase": 3}, "phase is 3"),
        ({"phase": []}, "phase is"),
        ({"couriers": [[], []]}, "couriers is .*a list of 3"),
        ({"couriers": 5}, "couriers is 5"),
        ({"couriers": [5, [], []]}, r"couriers\[0\] is 5"),
        ({"couriers": [[37], [], []]}, r"couriers\[0\]\[0\] is 37; expected a whole number from 1 to 36"),
        ({"couriers": [[], [0], []]}, r"couriers\[1\]\[0\] is 0"),
        ({"couriers": [[], ["end"], []]}, r"couriers\[1\]\[0\] is .end."),
        ({"couriers": [[True], [], []]}, r"couriers\[0\]\[0\] is True"),
        ({"couriers": [[1] * 5, [], []]}, r"couriers\[0\] is .*at most 4 spaces \(VC-03\)"),
        ({"couriers": [[1] * 4, [], []], "podium": [0]}, r"couriers\[0\] is .*at most 3"),
        ({"cans": [16, 0, 0]}, r"cans\[0\] is 16"),
        ({"cans": [10, 6, 0]}, r"cans is .*no more than 15 in all \(VC-04\)"),
        ({"cans": [-1, 0, 0]}, r"cans\[0\] is -1"),
        ({"cans": ["a", 0, 0]}, r"cans\[0\] is .a."),
        ({"reserve": 14}, "reserve is 14; expected 15"),
        ({"podium": [3]}, r"podium\[0\] is 3"),
        ({"podium": "all"}, "podium is .all."),
        ({"podium": [0] * 9}, "podium is .*at most 8"),
        ({"podium": [0, 0, 0, 1]}, r"podium is .*third courier of seat 0 \(VC-25\)"),
        ({"podium": [0, 0, 0], "phase": "announce"}, "phase is .announce.; expected over"),
        ({"phase": "over"}, "phase is .over.; expected another"),
        ({"podium": [0, 0, 0], "active": 1}, "active is 1; expected the seat that took the last place"),
        ({"active": 3}, "active is 3; expected a whole number from 0 to 2"),
        ({"first": -1}, "first is -1"),
        ({"round": 0}, "round is 0"),
        ({"round": 151}, "round is 151; expected a whole number from 1 to 150"),
        ({"viewer": 3}, "viewer is 3"),
        ({"viewer": "me"}, "viewer is .me."),
        ({"phase": "first", "cans": [1, 0, 0]}, "phase is .first.; expected another: couriers or cans"),
        ({"phase": "first", "active": 1}, "active is not used in the phase first"),
        ({"phase": "roll", "run": "walk"}, "run is .walk."),
        ({"phase": "roll", "run": "group"}, "group is missing"),
        ({"phase": "roll", "group": 20}, r"group is 20; expected a space where a group may run \(VC-12\)"),
        ({"phase": "roll", "group": "start", "run": "solo"}, "group is .start.; expected nothing"),
        ({"phase": "roll", "group": "start", "energy": "sprint"}, r"energy is .sprint.; .*\(VC-09\)"),
        ({"phase": "roll", "energy": "double"}, "energy is .double."),
        ({"phase": "roll", "energy": "bonus", "cans": [5, 5, 5]}, "reserve is 0; expected at least the 1"),
        ({"phase": "roll", "dice": {"own": 3}}, "dice is .*one still to roll"),
        ({"phase": "roll", "dice": {"energy": 3}}, r"dice is .*only those of the run, rolled in order \(VC-10\)"),
        ({"phase": "roll", "dice": 5}, "dice is 5"),
        ({"phase": "move"}, "dice is .*all dice of the run"),
        ({"phase": "move", "dice": {"own": 7}}, "dice.own is 7; expected a whole number from 1 to 6"),
        ({"phase": "move", "dice": {"own": 3, "black": 3}}, "dice is .*only those of the run"),
        ({"phase": "move", "dice": {"own": 3}, "due": 1}, "due is not used in the phase move"),
        ({"phase": "pursuit"}, "origin is 0"),
        (
            {**THREE_ON_20, "phase": "pursuit", "origin": 20, "dest": 13},
            "dest is 13; expected a whole number from 14 to 19",
        ),
        ({**THREE_ON_20, "phase": "pursuit", "origin": 20, "dest": 16}, r"arrived\[0\] is 1; expected no more"),
        ({"couriers": [[16], [], []], "phase": "pursuit", "origin": 20, "dest": 16}, "nobody can pursue"),
        (
            {"couriers": [[20], [16], []], "cans": [1, 0, 0], "phase": "pursuit", "origin": 20, "dest": 16}
            | {"arrived": [0, 1, 0]},
            "arrived is .*a courier of seat 0, whose turn",
        ),
        (
            {"couriers": [[16], [16, 16, 20], []], "cans": [0, 1, 0], "phase": "pursuit", "origin": 20, "dest": 16}
            | {"arrived": [1, 2, 0]},
            "arrived is .*at most 1 of a rival that is not yet asked",
        ),
        (
            {"couriers": [[16, 20], [16], [16]], "cans": [1, 1, 1], "phase": "pursuit", "origin": 20, "dest": 16}
            | {"arrived": [1, 1, 1]},
            "arrived is .*at most 1 of a rival",
        ),
        (
            {"couriers": [[16], [20], []], "cans": [0, 1, 0], "phase": "pursuit", "origin": 20, "dest": 16, "actor": 0},
            "actor is 0; expected one of 1",
        ),
        ({"phase": "obstacle", "dest": 16, "couriers": [[16], [], []]}, r"dest is 16; expected an obstacle \(VC-20\)"),
        ({"phase": "obstacle"}, "dest is 0"),
        ({"phase": "obstacle", "dest": 13}, r"arrived\[0\] is 1"),
        ({"phase": "obstacle", "dest": 13, "arrived": [0, 0, 0]}, "arrived is .*at least one seat"),
        ({"phase": "obstacle", "dest": 13, "couriers": [[13], [], []], "actor": 1}, "actor is 1; expected one of 0"),
        ({"phase": "take"}, r"phase is .take.; expected another: nobody chooses .*\(VC-19\)"),
        ({"phase": "take", "cans": [1, 8, 6]}, "phase is .take."),
        ({"phase": "take", "cans": [5, 5, 5]}, "phase is .take."),
        ({**TWO_RICHEST, "due": 3}, "due is 3; expected a whole number from 1 to 2"),
        ({**TWO_RICHEST, "actor": 1}, "actor is 1; expected one of 0"),
        ({**TWO_RICHEST, "actor": "me"}, "actor is .me."),
        ({**TWO_RICHEST, "actor": [0]}, "actor is"),
    ],
)
def test_vc29_an_impossible_position_is_refused_with_the_reason(position: Any, message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        VeloCity(3).position(position)


def test_vc05_a_position_must_start_with_the_seat_that_the_option_sets() -> None:
    game = VeloCity(3, {"first_player": 2})
    with pytest.raises(BadPosition, match="first is 0; expected 2"):
        game.position({"first": 0})
    with pytest.raises(BadPosition, match=r"seat 2 begins \(VC-05\)"):
        game.position({"phase": "first"})
    assert game.position({}).active == 2


def test_vc23_if_compensation_comes_only_from_the_reserve_only_the_active_seat_takes_cans_from_rivals() -> None:
    game = VeloCity(3, {"empty_reserve_applies_to_compensation": False})
    assert game.position(TWO_RICHEST).actor == 0
    with pytest.raises(BadPosition, match="nobody can be asked"):
        game.position({**TWO_RICHEST, "active": 1})
    with pytest.raises(BadPosition, match="due is 2; expected 1"):
        game.position({**TWO_RICHEST, "due": 2})
