"""Test previews of moves as the actor sees them, and facts about the round on the table, such as who leads."""

from typing import Any

import pytest
from tests.games.velonimo.scene import do, scene, text
from tests.plain_data import as_any

from velodrome.core.contract import OVER


def preview_of(race: Any, move: str) -> dict[str, object]:
    """Return the preview of a move as the actor sees it."""
    found: dict[str, object] = race.seen_by(race.actor).preview(race.game.parse(text(move)))
    return found


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("B5", {"value": 5}),
        ("B5 B7", {"value": 25}),
        ("B5 B7 J", {"value": 35}),
        ("H40", {"value": 40}),
        ("B1 Y1", {"value": 21, "steals": 2}),
    ],
)
def test_vn13_vn14_vn32_a_preview_shows_the_value_of_a_play(move: str, expected: dict[str, object]) -> None:
    race = scene("B1 B5 B7 Y1 R4 H40 / A5 A6 / G1 G2", stage=2, totals=[5, 0, 0], jersey=0)
    assert preview_of(race, move) == expected


def test_vn27_vn40_a_preview_of_the_last_cards_shows_points_and_no_steal() -> None:
    race = scene("B1 Y1 / A5 A6 / G1 G2 / R2", stage=3)
    assert preview_of(race, "B1 Y1") == {"value": 21, "points": 9}
    assert race.table()["prize"] == 9


@pytest.mark.parametrize(("pile", "drawn"), [("R1 R2 R3", 2), ("R1", 1)])
def test_vn51_vn52_a_preview_in_a_duel_shows_how_many_cards_are_drawn(pile: str, drawn: int) -> None:
    race = scene("B2 Y2 / A5 A6", pile=pile, revealed="H25")
    assert preview_of(race, "B2 Y2") == {"value": 22, "draws": drawn}


def test_vn52_a_preview_of_last_camels_shows_points_if_the_pile_is_empty() -> None:
    race = scene("B2 Y2 / A5 A6", pile="", revealed="H25")
    assert preview_of(race, "B2 Y2") == {"value": 22, "points": 1}


def test_vn18_a_preview_of_the_pass_that_ends_the_attack_shows_who_leads() -> None:
    race = do(scene("B3 H40 / N5 H30 / A4 A1"), "B3")
    assert preview_of(race, "pass") == {}
    assert preview_of(do(race, "pass"), "pass") == {"leads": 0}


def test_vn19_a_preview_of_the_last_pass_shows_that_a_finished_winner_chooses_who_leads() -> None:
    race = do(scene("B3 / N5 H30 / A4 A1"), "B3", "pass")
    assert preview_of(race, "pass") == {"chooses": 0}
    assert as_any(do(race, "pass").seen_by(1).table())["prompt"]["key"] == "prompt.other.next"


@pytest.mark.parametrize(("edition", "key"), [("en", "steals"), ("fr", "steals_all_or_none"), ("bga", "steals_forced")])
def test_vn23_vn24_a_preview_shows_which_steal_rule_applies(edition: str, key: str) -> None:
    race = scene("B1 R1 Y1 N7 / A5 A6 / G1", options={"edition": edition})
    assert preview_of(race, "B1 R1") == {"value": 21, key: 2}
    assert preview_of(race, "B1 R1 Y1") == {"value": 31, key: 2}, "no opponent has three cards"


@pytest.mark.parametrize(
    ("edition", "hands", "kind"),
    [
        ("en", "B1 R1 N7 / A5 A6 / G1", "steal"),
        ("fr", "B1 R1 N7 / A5 A6 / G1 G2", "steal_all_or_none"),
        ("fr", "B1 R1 N7 / A5 A6 / G1", "steal_all_or_none.less"),
        ("bga", "B1 R1 N7 / A5 A6 / G1 G2", "steal_forced"),
        ("bga", "B1 R1 N7 / A5 / G1", "steal_forced.less"),
    ],
)
def test_vn24_the_steal_prompt_says_when_a_hand_has_fewer_cards_than_may_be_stolen(
    edition: str, hands: str, kind: str
) -> None:
    race = do(scene(hands, options={"edition": edition}), "B1 R1")
    assert as_any(race.seen_by(0).table())["prompt"]["key"] == f"prompt.{kind}"
    assert as_any(race.seen_by(1).table())["prompt"]["key"] == f"prompt.other.{kind}"


def test_vn22_vn25_a_preview_of_a_steal_is_empty() -> None:
    race = do(scene("B1 Y7 / A5 A6 / G1 G2"), "B1")
    assert preview_of(race, "steal 1 from 1") == {}


def test_vn40_the_table_shows_the_places_of_the_round() -> None:
    race = do(scene("B7 / H30 H35 / Y1 Y2", stage=2, totals=[0, 4, 2], gained=[0, 2, 1]), "B7")
    table: Any = race.seen_by(1).table()
    assert [seat["place"] for seat in table["seats"]] == [1, 0, 0]
    assert (table["round"], table["points"], table["prize"]) == (2, [1, 2, 3, 4, 5], 2)


def test_vn32_the_table_shows_that_the_jersey_raised_a_play() -> None:
    race = scene("B5 B7 R4 / A5 A6 / G1 G2", stage=2, totals=[5, 0, 0], jersey=0)
    centre: Any = [zone for zone in as_any(do(race, "B5 J").table())["zones"] if zone["id"] == "centre"]
    assert [(zone["value"], zone["raised"]) for zone in centre] == [(15, True)]


def test_vn15_only_the_actor_is_told_that_it_cannot_beat_the_play() -> None:
    race = do(scene("H40 B3 / N5 / H50 A1"), "H40")
    keys = [as_any(race.seen_by(seat).table())["prompt"]["key"] for seat in range(3)]
    assert keys == ["prompt.other.beat", "prompt.beat.none", "prompt.other.beat"]
    assert as_any(do(race, "pass").seen_by(2).table())["prompt"]["key"] == "prompt.beat"


def test_vn11_vn53_the_table_shows_who_leads_and_when_the_card_is_awarded() -> None:
    race = scene("B7 A1 / N5 N6", pile="Y6 Y7", revealed="R3")
    assert leader_and_award(race) == (0, False)
    assert leader_and_award(do(race, "B7")) == (None, False)
    assert leader_and_award(do(race, "pass")) == (None, True)


def leader_and_award(race: Any) -> tuple[object, object]:
    """Return the leader of the attack, and whether the attack's winner is now choosing who gets the revealed card."""
    zones = {zone["id"]: zone for zone in race.table()["zones"]}
    return zones["centre"]["leads"], zones["revealed"]["awarded"]


LONG_DUEL = {"difficulties": (1,) * 20}


@pytest.mark.parametrize(
    ("options", "position", "final"),
    [
        ({}, {"stage": 4}, False),
        ({}, {"stage": 5}, True),
        ({"difficulties": (1, 2)}, {"stage": 2}, True),
    ],
)
def test_vn43_the_table_says_that_the_last_round_is_on(options: Any, position: dict[str, Any], final: bool) -> None:
    assert scene("B1 Y1 / A5 A6 / G1 G2", options, **position).table()["final"] is final


@pytest.mark.parametrize(("totals", "final"), [([5, 6], False), ([1, 7], True), ([7, 2], True)])
def test_vn54_the_table_of_a_duel_says_that_a_seat_can_win_in_this_round(totals: list[int], final: bool) -> None:
    race = scene("B7 B6 / N5", LONG_DUEL, stage=12, totals=totals, pile="Y1", revealed="R3")
    assert race.table()["final"] is final


def test_vn54_nothing_is_final_once_a_duel_is_over() -> None:
    race = scene("B7 / N5 N6", LONG_DUEL, stage=12, totals=[7, 2], pile="Y1", revealed="R3")
    assert do(race, "B7").actor == OVER
    assert race.table()["final"] is False
