"""Test the data from which a screen draws VeloCity (`State.table`), and its texts.

Everything that a move selects is a piece on the table, and every prompt and every refusal has a sentence.
"""

from typing import Any

import pytest
from tests.games.velocity.tables import Sit, make_track
from tests.plain_data import as_any

from velodrome.core.contract import ONLOOKER, OVER, Value
from velodrome.core.rng import Rng
from velodrome.core.texts import LANGUAGES, rule_number, rule_numbers, say
from velodrome.games.velocity.game import SEATS, VeloCity
from velodrome.games.velocity.pieces import PODIUM_PLACES


def pieces(table: Any) -> Any:
    """Return all pieces of a table."""
    return [piece for zone in table["zones"] for piece in zone["pieces"]]


def number_picks(piece: Any) -> Any:
    """Return all picks for a piece that takes a number: the piece's id, a colon and each possible number."""
    low, high = piece["number"]
    return [f"{piece['id']}:{k}" for k in range(low, high + 1)]


@pytest.mark.parametrize("seats", SEATS)
def test_vc29_every_pick_is_a_piece_and_no_two_moves_have_the_same_picks(seats: int) -> None:
    game, rng = VeloCity(seats), Rng(seats)
    race = game.start()
    while race.actor != OVER:
        table: Any = race.seen_by(max(race.actor, 0)).table()
        ids = [piece["id"] for piece in pieces(table)]
        assert len(set(ids)) == len(ids)
        assert all(zone["size"] == len(zone["pieces"]) for zone in table["zones"])
        pickable = set(ids).union(*[number_picks(piece) for piece in pieces(table) if "number" in piece])
        if race.actor >= 0:
            picks = [frozenset(game.moves[move].picks) for move in race.legal()]
            assert len(set(picks)) == len(picks)
            assert set().union(*picks) <= pickable
        for language in LANGUAGES:
            assert say("velocity", table["prompt"], language)
            assert say("velocity", as_any(race.seen_by(ONLOOKER).table())["prompt"], language)
        race.play(race.draw(rng) if race.actor < 0 else race.pick(rng))
    assert say("velocity", as_any(race.seen_by(0).table())["prompt"]).count("wins") == 1


def test_vc29_every_refusal_has_a_sentence_and_a_rule() -> None:
    tables: list[tuple[int, dict[str, Value]]] = [(3, {}), (5, {"group_from_start": False}), (7, {})]
    for seats, options in tables:
        game, rng = VeloCity(seats, options), Rng(seats + 5)
        race = game.start()
        ply = 0
        while race.actor != OVER:
            for move in range(ply % 5, game.decisions, 5):
                if not race.allows(move):
                    text: Any = race.refusal(move)
                    assert rule_number("velocity", text).startswith("VC-")
                    assert text["rule"] == rule_numbers("velocity")[text["key"]]
                    for language in LANGUAGES:
                        assert say("velocity", text, language)
            ply += 1
            race.play(race.draw(rng) if race.actor < 0 else race.pick(rng))


GROUP = ("0 group 4", "* roll 2", "* roll 6")


@pytest.mark.parametrize(
    ("lines", "move", "key", "number"),
    [
        ((), "move 4 own", "refuse.now.announce", "VC-07"),
        ((), "pursue 1", "refuse.now.announce", "VC-07"),
        ((), "solo sprint", "refuse.sprint", "VC-09"),
        ((), "group 33", "refuse.group.own", "VC-12"),
        ((), "group 20", "refuse.group.rival", "VC-12"),
        ((), "group start", "refuse.group.start", "VC-12"),
        (("0 solo bonus",), "solo", "refuse.chance", "VC-10"),
        (("0 solo", "* roll 2"), "solo", "refuse.now.move", "VC-14"),
        (("0 solo", "* roll 2"), "move 33 own", "refuse.move.courier", "VC-11"),
        (("0 solo", "* roll 2"), "move 4 energy", "refuse.die.energy", "VC-08"),
        (("0 solo", "* roll 2"), "move 4 sum", "refuse.die.sum", "VC-09"),
        (("0 solo", "* roll 2"), "move 4 yellow", "refuse.die.solo", "VC-13"),
        (("0 solo bonus", "* roll 2", "* roll 5"), "move 4 energy", "refuse.line", "VC-15"),
        (GROUP, "move 20 own", "refuse.move.space", "VC-12"),
        (GROUP, "move 4 blue", "refuse.die.own", "VC-13"),
        (GROUP, "move 4 red", "refuse.die.rival", "VC-13"),
        (GROUP, "move 4 yellow", "refuse.line", "VC-15"),
        ((*GROUP, "0 move 4 own"), "pursue 2", "refuse.pursue.couriers", "VC-16"),
        ((*GROUP, "0 move 4 own"), "pay", "refuse.now.pursuit", "VC-16"),
        (("0 group 4", "* roll 1", "* roll 6", "0 move 4 own", "0 pursue 1"), "pay", "refuse.pay", "VC-21"),
        (("0 group 4", "* roll 1", "* roll 6", "0 move 4 own", "0 pursue 1"), "solo", "refuse.now.obstacle", "VC-20"),
    ],
)
def test_vc07_a_refusal_names_the_rule_that_forbids_the_move(
    sit: Sit, lines: Any, move: str, key: str, number: str
) -> None:
    table = sit(3, {"group_from_start": False}, couriers=[[4, 4, 20], [4], []], cans=[1, 0, 0]).do(*lines)
    text = table.race.refusal(table.game.parse(move))
    assert (text["key"], text["rule"]) == (key, number)


SPRINT = ("0 solo sprint", "* roll 2", "* roll 4")
FINISH_WITH_SUM = {"finish_with_sum": True}


@pytest.mark.parametrize(
    ("options", "lines", "move", "sentence"),
    [
        ({}, SPRINT, "move 4 sum", "6 from 4 would cross the finish line: only"),
        (FINISH_WITH_SUM, SPRINT, "move 4 energy", "your own die or a sprint's total can do that"),
        (FINISH_WITH_SUM, GROUP, "move 4 yellow", "your own die or a sprint's total can do that"),
    ],
)  # fmt: skip
def test_vc15_a_refusal_at_the_line_says_which_dice_may_cross_it(
    sit: Sit, options: Any, lines: Any, move: str, sentence: str
) -> None:
    table = sit(3, options, couriers=[[4, 4, 20], [4], []], cans=[2, 0, 0]).do(*lines)
    assert sentence in say("velocity", table.race.refusal(table.game.parse(move)))


def test_vc02_a_refusal_calls_the_start_space_start(sit: Sit) -> None:
    table = sit(3, {"track": make_track("rrrrrr")}, cans=[2, 0, 0]).do("0 solo sprint", "* roll 5", "* roll 5")
    text = table.race.refusal(table.game.parse("move start sum"))
    assert say("velocity", text) == "Moving 10 from START would cross the finish line: only your own die can do that."


def test_vc08_a_bonus_without_a_can_is_refused(sit: Sit) -> None:
    table = sit(couriers=[[4], [4], []])
    for move in ("solo bonus", "group 4 bonus"):
        assert table.race.refusal(table.game.parse(move))["rule"] == "VC-08"


def test_vc16_more_pursuers_than_cans_are_refused(sit: Sit) -> None:
    table = sit(couriers=[[20, 20, 20], [], []], cans=[1, 0, 0]).do("0 solo", "* roll 4", "0 move 20 own")
    assert table.race.refusal(table.game.parse("pursue 2"))["key"] == "refuse.pursue.cans"


def test_vc19_taking_from_others_than_the_richest_is_refused(sit: Sit) -> None:
    table = sit(couriers=[[33], [], []], cans=[1, 7, 7]).do("0 solo", "* roll 6", "0 move 33 own")
    assert table.race.refusal(table.game.parse("take blue"))["key"] == "refuse.richest"
    assert table.race.refusal(table.game.parse("solo"))["key"] == "refuse.now.take"


def test_vc25_every_move_is_refused_when_the_game_is_over(sit: Sit) -> None:
    assert sit(podium=[0, 0, 0]).race.refusal(0)["key"] == "refuse.over"


@pytest.mark.parametrize(
    ("position", "key"),
    [
        ({"podium": [0, 0, 0]}, "prompt.over.three"),
        ({"podium": [0, 1, 2, 3, 0, 1, 2, 3]}, "prompt.over.podium"),
        ({"phase": "over", "round": 150, "active": 3, "podium": [2]}, "prompt.over.rounds"),
        ({"phase": "over", "round": 150, "active": 3}, "prompt.over.shared"),
        ({}, "prompt.announce"),
        ({"couriers": [[20, 22, 25, 26], [], [], []], "cans": [1, 0, 0, 0]}, "prompt.announce.alone"),
        ({"phase": "roll"}, "prompt.wait.roll"),
        ({"phase": "move", "dice": {"own": 2}}, "prompt.move.solo"),
        ({"phase": "move", "energy": "bonus", "dice": {"own": 2, "energy": 5}}, "prompt.move.energy"),
        ({"phase": "obstacle", "dest": 32, "couriers": [[32], [], [], []]}, "prompt.obstacle.forced"),
        (
            {"phase": "obstacle", "dest": 32, "couriers": [[32], [], [], []], "cans": [1, 0, 0, 0]},
            "prompt.obstacle.start",
        ),
        (
            {"phase": "obstacle", "dest": 28, "couriers": [[28], [], [], []], "cans": [1, 0, 0, 0]},
            "prompt.obstacle.back",
        ),
        (
            {"phase": "obstacle", "dest": 28, "couriers": [[28], [], [], []], "cans": [8, 4, 4, 4]},
            "prompt.obstacle.back.none",
        ),
    ],
)
def test_vc07_each_phase_has_its_prompt(sit: Sit, position: dict[str, Any], key: str) -> None:
    race = sit(4, **position).race
    assert race.table()["prompt"]["key"] == key
    assert all(say("velocity", race.table()["prompt"], language) for language in LANGUAGES)


@pytest.mark.parametrize(
    ("options", "cans", "reserve", "due"),
    [
        ({}, [1, 0, 0], 14, 2),
        ({}, [1, 7, 7], 0, 2),
        ({}, [6, 7, 7, 0], 0, 1),
        ({}, [9, 3, 3], 0, 0),
        ({"empty_reserve_applies_to_compensation": False}, [1, 8, 6], 0, 0),
    ],
)
def test_vc19_vc23_the_obstacle_prompt_shows_the_cans_that_a_retreat_brings(
    sit: Sit, options: dict[str, Any], cans: list[Any], reserve: int, due: int
) -> None:
    couriers = [[32], *[[]] * (len(cans) - 1)]
    race = sit(len(cans), options, phase="obstacle", dest=32, couriers=couriers, cans=cans, reserve=reserve).race
    prompt = race.seen_by(0).table()["prompt"]
    assert (prompt["due"], prompt["key"]) == (due, "prompt.obstacle.start" if due else "prompt.obstacle.start.none")
    back = race.game.parse("back")
    assert race.preview(back)["gain"] == due
    race.play(back)
    while race.table()["turn"]["phase"] == "take":
        race.play(race.legal()[-1])
    assert race.cans_of(0) - cans[0] == due


def test_vc21_the_prompt_says_when_a_seat_without_cans_must_retreat(sit: Sit) -> None:
    race = sit(3, phase="obstacle", dest=32, couriers=[[32], [], []], cans=[0, 1, 1]).race
    assert race.seen_by(1).table()["prompt"]["key"] == "prompt.other.obstacle.forced"
    race = sit(3, phase="obstacle", dest=32, couriers=[[32], [], []], cans=[1, 1, 1]).race
    assert race.seen_by(1).table()["prompt"]["key"] == "prompt.other.obstacle"


@pytest.mark.parametrize(
    ("position", "english", "french"),
    [
        ({"podium": [1]}, "after 1 round: seat 1 wins.", "après 1 tour : la place 1 gagne."),
        (
            {},
            "seat 0, seat 1 and seat 2 share the win.",
            "victoire partagée entre la place 0, la place 1 et la place 2 !",
        ),
        (
            {"cans": [2, 0, 2]},
            "seat 0 and seat 2 share the win.",
            "victoire partagée entre la place 0 et la place 2 !",
        ),
    ],
)
def test_vc28_the_final_prompt_names_all_seats_that_share_the_win(
    sit: Sit, position: dict[str, Any], english: str, french: str
) -> None:
    race = sit(3, {"max_rounds": 1}, phase="over", round=1, active=2, **position).race
    prompt = race.table()["prompt"]
    assert say("velocity", prompt).endswith(english)
    assert say("velocity", prompt, "fr").endswith(french)


@pytest.mark.parametrize("language", LANGUAGES)
def test_vc24_every_place_of_the_longest_podium_has_an_ordinal(language: str) -> None:
    for place in range(1, PODIUM_PLACES[1] + 1):
        assert str(place) in say("velocity", {"key": "outcome.finish", "seat": 0, "place": place}, language, ["Anna"])


def test_vc03_the_table_shows_couriers_podium_and_cans(sit: Sit) -> None:
    table = sit(couriers=[[20, 33, 33], [], []], podium=[0, 1], cans=[2, 0, 0]).race.seen_by(1).table()
    zones = {zone["id"]: zone["pieces"] for zone in table["zones"]}
    assert [piece["on"] for piece in zones["couriers0"]] == ["podium_1", "space_20", "space_33", "space_33"]
    assert [piece["seat"] for piece in zones["podium"]] == [0, 1] + [None] * 6
    assert zones["track"][0]["id"] == "space_start"
    assert zones["track"][3] == {"id": "space_33", "kind": "road", "n": 33, "couriers": [2, 0, 0], "arrived": [0, 0, 0]}
    assert zones["controls"] == []  # seat 1 waits
    assert [seat["cans"] for seat in table["seats"]] == [2, 0, 0]


def test_vc10_the_outcome_of_a_roll_names_the_team_of_each_die() -> None:
    race, rng = VeloCity(3, {"first_player": 0}).start(), Rng(4)
    race.play(race.game.index["group start"])
    before = race.copy()
    while race.actor < 0:
        assert race.outcomes(before) == []
        before = race.copy()
        race.play(race.draw(rng))
    (rolled,) = as_any(race.outcomes(before))
    assert rolled["key"] == "outcome.roll"
    shown = {piece["colour"]: piece["pips"] for piece in pieces(race.table()) if piece["kind"] == "die"}
    assert {die["colour"]: die["pips"] for die in rolled["each"]} == shown
    assert list(shown) == ["red", "black", "yellow"]
    assert say("velocity", rolled).startswith(f"Dice: red {shown['red']}, black ")


def test_vc25_seats_say_how_far_their_best_three_couriers_have_to_ride(sit: Sit) -> None:
    race = sit(3, couriers=[[4, 4, 20, 30], [1, 1, "start"], ["start"] * 4], podium=[1]).race
    seats = race.table()["seats"]
    assert [seat["ways"] for seat in seats] == [[4, 4, 20], [0, 1, 1], [36, 36, 36]]
    assert [seat["to_go"] for seat in seats] == [28, 2, 108]
    assert [seat["leads"] for seat in seats] == [False, True, False]


def test_vc25_nobody_leads_on_start() -> None:
    race = VeloCity(3, {"first_player": 0}).start()
    assert not any(seat["leads"] for seat in as_any(race.table())["seats"])


def test_vc26_the_first_to_finish_learns_who_has_more_couriers_on_the_podium(sit: Sit) -> None:
    track = make_track("rrrrrr", podium=3)
    racing = [["start"] * 3, [1, "start", "start"], ["start"] * 4]
    table = sit(3, {"track": track}, couriers=racing, podium=[0, 1], active=1).do("1 solo", "* roll 6", "1 move 1 own")
    (verdict,) = table.race.table()["verdict"]
    assert verdict["key"] == "verdict.more"
    assert (verdict["seat"], verdict["place"], verdict["winner"]) == (0, 2, 1)
    assert (verdict["count"], verdict["most"]) == (1, 2)
    for language in LANGUAGES:
        assert say("velocity", verdict, language, ["Anna", "Ben", "Chloé"])


def test_vc28_the_first_to_finish_learns_who_came_in_later(sit: Sit) -> None:
    track = make_track("rrrrrr", podium=3)
    racing = [["start"] * 3, ["start"] * 3, [1, "start", "start", "start"]]
    table = sit(3, {"track": track}, couriers=racing, podium=[0, 1], active=2).do("2 solo", "* roll 6", "2 move 1 own")
    (verdict,) = table.race.table()["verdict"]
    assert verdict["key"] == "verdict.latest"
    assert (verdict["place"], verdict["winner"], verdict["own"], verdict["late"]) == (3, 2, 1, 3)


def test_vc26_there_is_no_verdict_before_the_end_or_if_the_first_to_finish_wins(sit: Sit) -> None:
    table = sit(3, couriers=[[1, 20], ["start"] * 3, ["start"] * 4], podium=[0, 1, 0])
    assert table.race.table()["verdict"] == []
    table.do("0 solo", "* roll 6", "0 move 1 own")
    assert table.race.actor == OVER
    assert table.race.table()["verdict"] == []


@pytest.mark.parametrize(
    ("options", "position", "final"),
    [
        ({}, {"podium": [0, 1, 2]}, False),
        ({}, {"podium": [0, 1, 0]}, True),
        ({"track": make_track("rrrrrr", podium=3)}, {"podium": [0, 1]}, True),
        ({"max_rounds": 7}, {"round": 6}, False),
        ({"max_rounds": 7}, {"round": 7}, True),
        ({"max_rounds": 0}, {"round": 900}, False),
        ({}, {"podium": [1, 1, 1]}, False),  # the game is already over
    ],
)
def test_vc25_vc26_vc27_the_table_says_that_the_end_is_near(
    sit: Sit, options: dict[str, Value], position: dict[str, Any], final: bool
) -> None:
    assert sit(3, options, **position).race.table()["final"] is final
