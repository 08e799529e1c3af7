"""Tests of tortoises: how many cards they steal and from whom, which cards are given back, and who sees the cards."""

import pytest
from tests.games.velonimo.scene import card_set, do, hand, legal, scene

from velodrome import ONLOOKER
from velodrome.games.velonimo.phases import ATTACK, GIVING, STEALING

THREE_LEADERS = "B1 N1 R1 Y7 / A5 A6 / G1 G2 G3 G4"


def test_p5_vn22_with_one_tortoise_a_seat_steals_one_card_and_gives_one_back() -> None:
    race = scene("R1 R6 B4 / A5 A6 / G1 G2")
    do(race, "R1 R6")
    assert race.beat == 21
    do(race, "steal 1 from 1", "stolen A5", "give B4")
    assert hand(race, 0) == card_set("A5")
    assert hand(race, 1) == card_set("A6 B4")


def test_p6_vn22_three_tortoises_steal_three_cards_from_one_opponent() -> None:
    race = scene(THREE_LEADERS)
    do(race, "B1 N1 R1")
    assert race.beat == 31
    do(race, "steal 3 from 2", "stolen G1", "stolen G3", "stolen G4")
    assert race.to_give == 3
    do(race, "give Y7", "give G3", "give G1")
    assert hand(race, 0) == card_set("G4")
    assert hand(race, 2) == card_set("G2 Y7 G3 G1")


def test_t9_vn23_vn24_by_the_english_rules_the_thief_chooses_how_many_cards_to_steal() -> None:
    race = scene(THREE_LEADERS)
    do(race, "B1 N1 R1")
    assert legal(race) == [
        "steal none", "steal 1 from 1", "steal 2 from 1", "steal 1 from 2", "steal 2 from 2", "steal 3 from 2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("all_or_none", ["steal none", "steal 2 from 1", "steal 3 from 2"]),
        ("forced", ["steal 2 from 1", "steal 3 from 2"]),
    ],
)
def test_t10_vn23_the_leader_steal_option_can_demand_the_full_number_of_cards(rule: str, expected: list[str]) -> None:
    race = scene(THREE_LEADERS, {"leader_steal": rule})
    do(race, "B1 N1 R1")
    assert legal(race) == expected


@pytest.mark.parametrize(("edition", "moves"), [("en", 6), ("fr", 3), ("bga", 2)])
def test_vn23_the_edition_decides_how_many_cards_may_be_stolen(edition: str, moves: int) -> None:
    race = scene(THREE_LEADERS, {"edition": edition})
    do(race, "B1 N1 R1")
    assert len(legal(race)) == moves


def test_t11_vn25_a_victim_whose_whole_hand_was_stolen_has_not_finished() -> None:
    race = scene(THREE_LEADERS)
    do(race, "B1 N1 R1", "steal 2 from 1", "stolen A5", "stolen A6")
    assert hand(race, 1) == set()
    assert race.racing == 0b111
    assert hand(race, 0) == card_set("Y7 A5 A6")
    assert race.phase == GIVING
    assert len(legal(race)) == 3
    do(race, "give A5")
    assert len(legal(race)) == 2


def test_t12_vn26_nobody_finishes_by_a_steal() -> None:
    race = scene(THREE_LEADERS)
    do(race, "B1 N1 R1", "steal 2 from 1", "stolen A5", "stolen A6", "give A5", "give Y7")
    assert hand(race, 0) == card_set("A6")
    assert hand(race, 1) == card_set("A5 Y7")
    assert race.racing == 0b111
    assert (race.phase, race.actor, race.beat) == (ATTACK, 1, 31)


def test_t13_vn24_cards_can_be_stolen_only_from_a_seat_that_is_still_racing() -> None:
    race = scene("B1 Y7 / / G1 G2")
    do(race, "B1")
    assert legal(race) == ["steal none", "steal 1 from 2"]
    do(race, "steal none")
    assert (race.phase, race.actor) == (ATTACK, 2)


def test_t31_vn26_the_seat_after_the_thief_plays_next() -> None:
    race = scene("B1 Y7 / A5 A6 / G3 G4 / P3 P4")
    do(race, "B1", "steal 1 from 3", "stolen P3", "give P3")
    assert (race.phase, race.actor) == (ATTACK, 1)


def test_vn27_tortoises_in_a_play_that_empties_the_hand_do_not_steal() -> None:
    race = scene("B1 N1 / A5 A6 / G3 G4")
    do(race, "B1 N1")
    assert (race.phase, race.actor) == (ATTACK, 1)


def test_vn28_only_thief_and_victim_see_the_stolen_and_given_cards() -> None:
    race = scene("B1 Y7 / A5 A6 / G3 G4 / P3 P4")
    do(race, "B1", "steal 1 from 3")
    stolen = race.game.parse("stolen pink3")
    assert race.audience(stolen) == 0b01001
    race.play(stolen)
    given = race.game.parse("give yellow7")
    assert race.audience(given) == 0b01001
    race.play(given)
    assert hand(race.seen_by(0), 3) == card_set("Y7")
    assert hand(race.seen_by(3), 0) == card_set("P3")
    for stranger in (1, 2, ONLOOKER):
        view = race.seen_by(stranger)
        assert hand(view, 0) == hand(view, 3) == set()


def test_vn22_vn28_other_seats_see_a_steal_but_not_the_card() -> None:
    race = scene("B1 Y7 / A5 A6 / G3 G4")
    do(race, "B1", "steal 1 from 1")
    view = race.seen_by(2)
    assert view.allows(view.game.parse("stolen ?"))
    assert not view.allows(view.game.parse("stolen gray5"))
    assert race.phase != STEALING
