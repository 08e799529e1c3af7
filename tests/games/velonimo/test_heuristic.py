"""Tests of the heuristic of Velonimo: its estimates are right, and it plays like an experienced player."""

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
    (5, {"difficulties": (99, 99, 99, 99, 99, 1)}),  # the last round cannot change the ranking
    (5, {"edition": "bga", "first_starter": 2}),
]


def choice(state: VelonimoState) -> str:
    """Return the text of the move that the heuristic chooses."""
    return state.game.text(VelonimoHeuristic(state.game).choose(state.seen_by(state.actor), Rng(1)))


# ---------------------------------------------------------------- estimates


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_between_rounds_the_evaluation_equals_the_outlook(seats: int, options: dict[str, Any]) -> None:
    game = Velonimo(seats, options)
    heuristic, rng, state = VelonimoHeuristic(game), Rng(5), game.start()
    while state.actor != OVER:
        state.settle(rng)
        state.play(heuristic.pick(state, rng))
        assert isinstance(state, VelonimoState)
        if state.phase == DEALING:
            assert [heuristic.evaluate(state, s) for s in range(seats)] == [state.outlook(s) for s in range(seats)]


def test_vn43_the_last_round_ranks_finished_seats_with_equal_totals() -> None:
    race = scene(hands="B7 / H25 / A1 A2 / G1 G2", stage=2, totals=[0, 1, 0, 0], options={"difficulties": (1, 1)})
    do(race, "B7", "H25")
    assert race.scores()[:2] == [3, 3]
    heuristic = VelonimoHeuristic(race.game)
    values = [heuristic.evaluate(race, seat) for seat in range(4)]
    assert values[0] > values[1] and sum(values) == pytest.approx(2, abs=0.3)


def fewest_plays(hand: int) -> int:
    """Return the smallest number of plays that empty a hand, by trying every play that contains its lowest card."""
    if not hand:
        return 0
    low = hand & -hand
    faces = {FACE[move] & ALL_CARDS for move in range(PLAY, HARE + 6)}
    return 1 + min(fewest_plays(hand & ~face) for face in faces if face & low and not face & ~hand)


def test_play_counter_finds_the_fewest_plays_that_empty_a_hand() -> None:
    dice = random.Random(1)
    plays = PlayCounter()
    for size in (1, 2, 4, 6, 7):
        for _ in range(6):
            hand = make_mask(dice.sample(range(0, 55, 2), size))
            assert plays.fewest_plays(hand) == fewest_plays(hand)


def best_play(cards: list[int]) -> int:
    """Return the value of the best play that can be made from these cards; 0 if there are no cards."""
    hand = make_mask(cards)
    return max([FACE[move] >> 56 for move in range(PLAY, HARE + 6) if not FACE[move] & ALL_CARDS & ~hand], default=0)


def test_only_an_unbeatable_play_has_no_risk_of_being_beaten() -> None:
    """Test that `threat`, the risk of being beaten, is 0 only if no possible hand of the opponent can beat the play."""
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


def odds_of_actor(race: VelonimoState) -> list[VelonimoOdds]:
    """Compute `VelonimoOdds` from the full state, from the actor's view and from a guess; return all three.

    The callers check that the odds do not depend on cards that the actor does not know.
    """
    seen = race.seen_by(race.actor)
    found = []
    for state in (race, seen, seen.guess(Rng(3))):
        odds = VelonimoOdds()
        odds.load_position(state)
        found.append(odds)
    return found


def after_two_steals(hand_2: str, *then: str) -> VelonimoState:
    """Let seat 1 steal pink6 from seat 0, then a card from seat 2; play the moves `then`, and return the state.

    `hand_2` is the hand of seat 2 at the start. Seat 0 does not see which card seat 2 gets back.
    """
    race = scene(f"P6 G4 Y5 / B1 N1 A5 R3 / {hand_2}", actor=1)
    do(race, "B1", "steal 1 from 0", "stolen P6", "give R3", "pass", "pass")
    return do(race, "N1", "steal 1 from 2", "stolen R5", "give R5", *then)


def test_a_card_is_known_again_when_only_one_hand_can_hold_it() -> None:
    for odds in odds_of_actor(after_two_steals("R5", "R5")):
        assert odds.known[1] == make_mask([CARDS.index("pink6"), CARDS.index("gray5")])  # gray5 is in no other hand
        assert odds.threat(5) == CERTAIN_RISK
        assert odds.stand_chance(5) == 0.0
        assert odds.stand_chance(21) > 0.0


def test_a_card_that_one_of_two_seats_must_hold_counts_as_held() -> None:
    for odds in odds_of_actor(after_two_steals("R5 A2", "pass")):
        assert list(odds.known) == [0] * 5
        assert odds.stand_chance(5) == 0.0
        assert odds.stand_chance(6) > 0.0


def explained_chance(race: VelonimoState, move: int) -> int | None:
    """Return the chance in percent that nobody beats a play, as the heuristic's explanation of the move states it.

    Return None if the explanation does not mention this chance.
    """
    said = VelonimoHeuristic(race.game).explain(race.seen_by(race.actor), move)
    rounded = {"why.beaten": 0, "why.weak": 0, "why.likely": 100}
    found = [rounded[str(row["key"])] if row["key"] in rounded else row.get("chance") for row in said]
    return next((as_any(percent) for percent in found if percent is not None), None)


def test_a_hare_that_must_be_in_a_hand_leaves_no_chance_to_a_lower_play() -> None:
    race = scene("R3 B3 G1 G4 / P7 / A6 / N5 / H25")
    assert explained_chance(race, race.game.parse(text("G1 G4"))) == 0


def test_explained_chances_agree_with_sampled_guesses() -> None:
    """Test the chances that nobody beats a play, as explanations state them.

    On average, they must differ by less than 2.5 percentage points from the frequencies found in 100 guesses.
    """
    game, rng, errors = Velonimo(5), Rng(8), []
    heuristic, state = VelonimoHeuristic(game), game.start()
    while state.actor != OVER:
        state.settle(rng)
        assert isinstance(state, VelonimoState)
        move = heuristic.choose(state, rng)
        percent = explained_chance(state, move) if state.phase == ATTACK and move != PASS and state.bonus < 0 else None
        if percent is not None:
            stood = 0
            for _ in range(100):
                world = state.seen_by(state.actor).guess(rng)
                others = [world.hands[seat] for seat in range(5) if seat != state.actor]
                stood += not any(count_plays(hand, FACE[move] >> VALUE_SHIFT) for hand in others)
            errors.append(abs(percent - stood))
        state.play(move)
    assert len(errors) > 30
    assert sum(errors) / len(errors) < 2.5


# ---------------------------------------------------------------- choices


def test_vn41_it_plays_its_last_cards() -> None:
    assert choice(do(scene("B7 H50 / N5 N6 H30 / A4 A1"), "B7", "pass", "pass")) == "hare50"
    assert choice(do(scene("B3 A5 / N5 R5 / A4 A1 Y3"), "B3")) == "brown5+red5"


def test_it_leads_an_unbeatable_play_before_its_only_weak_card() -> None:
    assert choice(scene("B2 H50 / N5 N6 H30 / A4 A1 G2")) == "hare50"


def test_it_does_not_split_a_strong_combination_to_beat_a_low_card() -> None:
    race = do(scene("R2 Y3 Y5 B3 N5 / B6 N6 A6 G6 P6 / H30 P1 N2 A3 G2"), "R2")
    assert choice(race) in ("pass", "blue6+brown6+gray6+green6+pink6")


def test_vn25_it_gives_back_its_worst_card() -> None:
    race = do(scene("B1 R5 Y5 A5 H50 / N2 G3 P4 / A1 A2 G7"), "B1", "steal 1 from 1", "stolen N2")
    assert choice(race) == "give brown2"


def test_vn22_it_steals_from_the_seat_with_the_fewest_cards() -> None:
    race = do(scene("B1 R5 Y5 A4 H50 / N2 G3 P4 N7 N3 R2 / A1 A2"), "B1")
    assert choice(race) == "steal 1 from 2"


def test_vn53_it_gives_a_useless_revealed_card_to_the_opponent() -> None:
    race = do(scene("B7 A1 G5 / N5 N6", pile="Y6 Y7", revealed="R3"), "B7", "pass")
    assert choice(race) == "reward 1"


def test_it_explains_a_sequence_of_plays_that_nobody_can_stop() -> None:
    race = scene("B2 H50 / N5 N6 H30 / A4 A1 G2")
    said = VelonimoHeuristic(race.game).explain(race.seen_by(0), race.game.parse(text("H50")))
    assert said[0]["key"] == "why.exit"


def test_vn24_it_promises_no_more_stolen_cards_than_an_opponent_holds() -> None:
    race = scene("B1 N1 G1 R5 Y6 / H50 / A4")
    said = VelonimoHeuristic(race.game).explain(race.seen_by(0), race.game.parse(text("B1 N1 G1")))
    assert [reason["count"] for reason in said if reason["key"] == "why.leader"] == [1]


def explains_exit(race: VelonimoState, play: str) -> bool:
    """Return whether the explanation of a play says that nobody can keep the seat from finishing."""
    said = VelonimoHeuristic(race.game).explain(race.seen_by(race.actor), race.game.parse(text(play)))
    return said[0]["key"] == "why.exit"


def test_vn52_a_camel_as_the_last_card_does_not_finish_while_the_pile_has_cards() -> None:
    pile = "B1 B2 B3 B4 B6 B7 N1 N2 N3 N4"
    race = scene("H50 P2 / R3 R4 B5", pile=pile)
    assert choice(race) == "pink2"
    assert not explains_exit(race, "H50")
    assert explains_exit(scene("H50 P2 / R3 R4 B5"), "H50")


def test_vn53_a_finish_is_called_unstoppable_only_if_no_revealed_card_helps_the_opponent() -> None:
    """Test when explanations in a duel say that nobody can keep the seat from finishing.

    The opponent may get the revealed card. With yellow6, the opponent can make a pair that beats brown7; but no pair
    beats hare45.
    """
    assert explains_exit(scene("H50 N7 R3 / G6"), "H50")
    assert not explains_exit(scene("H50 N7 R3 / G6", pile="Y2 Y4", revealed="Y6"), "H50")
    assert explains_exit(scene("H50 H45 R3 / G6", pile="Y2 Y4", revealed="Y6"), "H50")
    assert explains_exit(scene("H50 R4 R3 / G6", pile="Y2 Y4", revealed="Y6"), "H50")
    assert not explains_exit(scene("H50 H40 R6 B7 R3 / G6", pile="Y2 H45", revealed="Y6"), "H50")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_heuristic_beats_random_players(seats: int) -> None:
    game = Velonimo(seats)
    heuristic = VelonimoHeuristic(game)
    won = 0
    for seed in range(40):
        rng, state = Rng(seed), game.start()
        while state.actor != OVER:
            state.settle(rng)
            if state.actor >= 0:
                state.play(heuristic.choose(state, rng) if state.actor == seed % seats else state.pick(rng))
        won += state.ranking()[seed % seats] == 1
    assert won >= 38
