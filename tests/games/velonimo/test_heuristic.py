"""The rules of thumb: what they count, and that they play as somebody does who knows the game."""

import random
from itertools import combinations
from typing import Any

import pytest
from tests.games.velonimo.scene import do, scene, text
from tests.plain_data import as_any

from velodrome.core.contract import OVER
from velodrome.core.rng import Rng
from velodrome.games.velonimo.bot.hand_partition import PlayCounter
from velodrome.games.velonimo.bot.heuristic import VelonimoHeuristic
from velodrome.games.velonimo.bot.odds import CERTAIN_RISK, VelonimoOdds
from velodrome.games.velonimo.game import Velonimo
from velodrome.games.velonimo.moves import FACE, HARE, PASS, PLAY, VALUE_SHIFT, count_plays
from velodrome.games.velonimo.phases import ATTACK, DEALING
from velodrome.games.velonimo.pieces import ALL_CARDS, CARDS, make_mask
from velodrome.games.velonimo.rules import VelonimoState

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"edition": "fr", "duel_target": 3}),
    (2, {"edition": "bga", "difficulties": (5, 1)}),
    (3, {}),
    (3, {"leader_steal": "forced", "difficulties": (7,)}),
    (4, {}),
    (4, {"edition": "fr"}),
    (5, {}),
    (5, {"difficulties": (99, 99, 99, 99, 99, 1)}),  # in the last round nothing can be made up
    (5, {"edition": "bga", "first_starter": 2}),
]


def likes(state: VelonimoState) -> str:
    """The move that they play, in the notation of `text`."""
    return state.game.text(VelonimoHeuristic(state.game).choose(state.seen_by(state.actor), Rng(1)))


# ---------------------------------------------------------------- what is counted


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_between_rounds_the_value_is_the_outlook(seats: int, options: dict[str, Any]) -> None:
    game = Velonimo(seats, options)
    thumb, rng, state = VelonimoHeuristic(game), Rng(5), game.start()
    while state.actor != OVER:
        state.settle(rng)
        state.play(thumb.pick(state, rng))
        assert isinstance(state, VelonimoState)
        if state.phase == DEALING:
            assert [thumb.evaluate(state, s) for s in range(seats)] == [state.outlook(s) for s in range(seats)]


def fewest(hand: int) -> int:
    """By trying every play that takes the lowest card."""
    if not hand:
        return 0
    low = hand & -hand
    faces = {FACE[move] & ALL_CARDS for move in range(PLAY, HARE + 6)}
    return 1 + min(fewest(hand & ~face) for face in faces if face & low and not face & ~hand)


def test_the_fewest_plays_are_counted_exactly() -> None:
    dice = random.Random(1)
    plays = PlayCounter()
    for size in (1, 2, 4, 6, 7):
        for _ in range(6):
            hand = make_mask(dice.sample(range(0, 55, 2), size))
            assert plays.fewest_plays(hand) == fewest(hand)


def best_play(cards: list[int]) -> int:
    hand = make_mask(cards)
    return max([FACE[move] >> 56 for move in range(PLAY, HARE + 6) if not FACE[move] & ALL_CARDS & ~hand], default=0)


def test_a_value_that_nobody_can_beat_is_without_risk_and_others_are_not() -> None:
    """Against every hand that an opponent may hold."""
    dice = random.Random(2)
    for _ in range(12):
        pool = dice.sample(range(55), 8)
        race = scene("B1 / N2 N3 / ")
        race.hands[0] = make_mask([card for card in range(55) if card not in pool][:5])
        race.hands[1] = make_mask(pool[:3])
        race.discard = ALL_CARDS & ~make_mask(pool) & ~race.hands[0]
        odds = VelonimoOdds()
        odds.load_position(race)
        top = max([best_play(list(hand)) for hand in combinations(pool, 3)])
        assert odds.threat(top) == 0.0
        assert odds.threat(top - 1) > 0.0


def looked(race: VelonimoState) -> list[VelonimoOdds]:
    """What the actor can tell, by the truth, by what it sees and by a guess."""
    seen = race.seen_by(race.actor)
    found = []
    for state in (race, seen, seen.guess(Rng(3))):
        odds = VelonimoOdds()
        odds.load_position(state)
        found.append(odds)
    return found


def after_a_steal_among_others(third: str, *then: str) -> VelonimoState:
    """Seat 1 has robbed seat 0 of pink6, and then seat 2 of a card; it gave one back that seat 0 did not see."""
    race = scene(f"P6 G4 Y5 / B1 N1 A5 R3 / {third}", actor=1)
    do(race, "B1", "steal 1 from 0", "stolen P6", "give R3", "pass", "pass")
    return do(race, "N1", "steal 1 from 2", "stolen R5", "give R5", *then)


def test_a_card_that_others_may_have_passed_on_is_known_again_when_it_can_be_nowhere_else() -> None:
    for odds in looked(after_a_steal_among_others("R5", "R5")):
        assert odds.known[1] == make_mask([CARDS.index("pink6")])
        assert odds.threat(5) == CERTAIN_RISK
        assert odds.stand_chance(5) == 0.0
        assert odds.stand_chance(21) > 0.0


def test_a_card_that_is_in_one_of_two_hands_is_in_somebodys() -> None:
    for odds in looked(after_a_steal_among_others("R5 A2", "pass")):
        assert list(odds.known) == [0] * 5
        assert odds.stand_chance(5) == 0.0
        assert odds.stand_chance(6) > 0.0


def chance(race: VelonimoState, move: int) -> int | None:
    """What is said of the chance that a play stands."""
    said = VelonimoHeuristic(race.game).explain(race.seen_by(race.actor), move)
    return next((as_any(text["chance"]) for text in said if text["key"] == "why.stands"), None)


def test_with_every_card_in_a_hand_somebody_holds_the_hare() -> None:
    race = scene("R3 B3 G1 G4 / P7 / A6 / N5 / H25")
    assert chance(race, race.game.parse(text("G1 G4"))) == 0


def test_the_chances_that_are_told_are_those_of_guesses() -> None:
    """Within a few points on average, noise of the guesses included."""
    game, rng, off = Velonimo(5), Rng(8), []
    thumb, state = VelonimoHeuristic(game), game.start()
    while state.actor != OVER:
        state.settle(rng)
        assert isinstance(state, VelonimoState)
        move = thumb.choose(state, rng)
        said = chance(state, move) if state.phase == ATTACK and move != PASS and state.bonus < 0 else None
        if said is not None:
            stood = 0
            for _ in range(100):
                world = state.seen_by(state.actor).guess(rng)
                others = [world.hands[seat] for seat in range(5) if seat != state.actor]
                stood += not any(count_plays(hand, FACE[move] >> VALUE_SHIFT) for hand in others)
            off.append(abs(said - stood))
        state.play(move)
    assert len(off) > 30
    assert sum(off) / len(off) < 2.5


# ---------------------------------------------------------------- what an expert plays


def test_vn41_the_last_cards_are_played() -> None:
    assert likes(do(scene("B7 H50 / N5 N6 H30 / A4 A1"), "B7", "pass", "pass")) == "hare50"
    assert likes(do(scene("B3 A5 / N5 R5 / A4 A1 Y3"), "B3")) == "brown5+red5"


def test_an_unbeatable_play_comes_first_when_only_one_loser_is_left() -> None:
    assert likes(scene("B2 H50 / N5 N6 H30 / A4 A1 G2")) == "hare50"


def test_a_key_group_is_not_split_to_follow_a_low_card() -> None:
    race = do(scene("R2 Y3 Y5 B3 N5 / B6 N6 A6 G6 P6 / H30 P1 N2 A3 G2"), "R2")
    assert likes(race) in ("pass", "blue6+brown6+gray6+green6+pink6")


def test_vn25_the_worst_card_is_given_back() -> None:
    race = do(scene("B1 R5 Y5 A5 H50 / N2 G3 P4 / A1 A2 G7"), "B1", "steal 1 from 1", "stolen N2")
    assert likes(race) == "give brown2"


def test_vn22_leaders_rob_whoever_is_nearest_home() -> None:
    race = do(scene("B1 R5 Y5 A4 H50 / N2 G3 P4 N7 N3 R2 / A1 A2"), "B1")
    assert likes(race) == "steal 1 from 2"


def test_vn53_a_reward_that_does_not_fit_goes_to_the_opponent() -> None:
    race = do(scene("B7 A1 G5 / N5 N6", pile="Y6 Y7", revealed="R3"), "B7", "pass")
    assert likes(race) == "reward 1"


def test_an_unbeatable_way_home_is_explained() -> None:
    race = scene("B2 H50 / N5 N6 H30 / A4 A1 G2")
    said = VelonimoHeuristic(race.game).explain(race.seen_by(0), race.game.parse(text("H50")))
    assert said[0]["key"] == "why.exit"


def says_exit(race: VelonimoState, play: str) -> bool:
    said = VelonimoHeuristic(race.game).explain(race.seen_by(race.actor), race.game.parse(text(play)))
    return said[0]["key"] == "why.exit"


def test_vn52_a_water_carrier_is_no_way_home_while_there_are_cards_to_draw() -> None:
    pile = "B1 B2 B3 B4 B6 B7 N1 N2 N3 N4"
    race = scene("H50 P2 / R3 R4 B5", pile=pile)
    assert likes(race) == "pink2"
    assert not says_exit(race, "H50")
    assert says_exit(scene("H50 P2 / R3 R4 B5"), "H50")


def test_vn53_a_way_home_stands_against_the_rewards_on_it() -> None:
    """With yellow6 the opponent may have a pair above brown7; no two cards beat hare45."""
    assert says_exit(scene("H50 N7 R3 / G6"), "H50")
    assert not says_exit(scene("H50 N7 R3 / G6", pile="Y2 Y4", revealed="Y6"), "H50")
    assert says_exit(scene("H50 H45 R3 / G6", pile="Y2 Y4", revealed="Y6"), "H50")
    assert says_exit(scene("H50 R4 R3 / G6", pile="Y2 Y4", revealed="Y6"), "H50")
    assert not says_exit(scene("H50 H40 R6 B7 R3 / G6", pile="Y2 H45", revealed="Y6"), "H50")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_one_seat_by_rules_of_thumb_among_random_ones_wins(seats: int) -> None:
    game = Velonimo(seats)
    thumb = VelonimoHeuristic(game)
    won = 0
    for seed in range(40):
        rng, state = Rng(seed), game.start()
        while state.actor != OVER:
            state.settle(rng)
            if state.actor >= 0:
                state.play(thumb.choose(state, rng) if state.actor == seed % seats else state.pick(rng))
        won += state.ranking()[seed % seats] == 1
    assert won >= 38
