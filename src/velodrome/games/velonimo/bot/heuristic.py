"""Heuristic for Velonimo: empty the hand in few plays, lead at the right time, and give opponents nothing useful."""

from math import exp
from typing import Final, final

from mypy_extensions import i64

from velodrome.core.bits import BIT, count_bits
from velodrome.core.contract import Game, State, Text
from velodrome.core.heuristic import Heuristic
from velodrome.core.rng import Rng
from velodrome.games.velonimo.bot.hand_partition import CheapestPartition, PlayCounter
from velodrome.games.velonimo.bot.odds import BIT_COUNT, VelonimoOdds, count_carriers
from velodrome.games.velonimo.bot.reasons import AGAINST, list_reasons
from velodrome.games.velonimo.bot.round_forecast import RoundForecast
from velodrome.games.velonimo.bot.safe_exits import SafeExits
from velodrome.games.velonimo.game import Velonimo
from velodrome.games.velonimo.moves import (
    FACE,
    GATHER,
    GIVE,
    JERSEY,
    NEXT,
    NONE,
    PASS,
    REWARD,
    STEAL,
    VALUE_SHIFT,
    count_plays,
    nth_play,
)
from velodrome.games.velonimo.phases import ATTACK, CHOOSING, GIVING, REWARDING
from velodrome.games.velonimo.pieces import ALL_CARDS, CAMELS, FIRST_HARE, HARE_VALUE, TORTOISES
from velodrome.games.velonimo.rules import VelonimoState

PLAY_WEIGHT: Final = 3.0  # weight of a move that saves one play
LEADS_TRIED: Final = 4  # random plays that a playout compares when it leads


@final
class VelonimoHeuristic(Heuristic):
    """Heuristic for Velonimo. Values are measured in plays: emptying the hand one play sooner is worth 1.

    The parameters for attacks were tuned by self-play. Each was changed alone, and the change was adopted if it won
    a match of 1,050 pairs of games by at least 1.5 standard errors. The parameters for steals, gifts, rewards and
    `value_next` are estimates.
    """

    def __init__(self, game: Game) -> None:
        assert isinstance(game, Velonimo)
        super().__init__(game, AGAINST)
        self.odds: VelonimoOdds = VelonimoOdds()
        self.partition: CheapestPartition = CheapestPartition()  # cost of emptying a hand, in plays
        self.exits: SafeExits = SafeExits()
        self.counter: PlayCounter = PlayCounter()
        self.forecast: RoundForecast = RoundForecast(game)
        duel = game.seats == 2
        self.beat_rate: float = 0.3 if duel else 0.15  # how often an opponent that can beat a play does so
        self.high_value_discount: float = 0.3 if duel else 0.15  # price discount for values from 50 on; less below 50
        self.unbeaten_discount: float = 0.75 if duel else 0.9  # price discount for a play that nobody beats
        self.low_single_surcharge: float = 0.1  # surcharge on the price of the lowest single card, which beats nothing
        self.lead_value: float = 0.3  # value of the lead
        self.few_cards_lead_bonus: float = 0.3 if duel else 0.2  # extra value of the lead if an opponent holds one card
        self.last_play_lead_bonus: float = 0.5  # extra value of the lead with one play to go
        self.lost_lead_penalty: float = 0.3  # penalty for leaving the lead to a seat with one card
        self.ending_pass_bonus: float = 0.1  # bonus for a pass that ends the attack
        self.pass_bonus: float = 0.2  # bonus for a pass after which the attack continues
        self.tortoise_bonus: float = 0.1 if duel else 0.2  # bonus for each tortoise played
        self.camel_cost: float = 0.75  # cost of each camel (water carrier)
        self.jersey_penalty: float = 0.45  # penalty for using the jersey
        self.safe_exit_bonus: float = 3.0  # bonus for a play after which nobody can stop the actor from finishing
        self.gift_value: float = 0.4  # value of giving an opponent one more card; cost of giving a hare away
        self.rewarded_hare_penalty: float = 0.15  # penalty for rewarding with a hare: × 1 for hare25 … × 6 for hare50
        self.stolen_card_bonus: float = 0.3  # bonus for each stolen card
        self.small_hand_steal_bonus: float = 2.0  # bonus for stealing from a seat with one card
        self.points_distance_bonus: float = 0.3  # `value_next`: bonus if totals differ by the points for one opponent
        self.named_hand_penalty: float = 0.05  # penalty for each card of the seat named to lead

    def weigh(self, state: State) -> list[float]:
        assert isinstance(state, VelonimoState)
        if state.count() == 1:
            return [0.0]
        self.load_position(state)
        return [PLAY_WEIGHT * self.value_move(state, move) for move in state.legal()]

    def value_move(self, race: VelonimoState, move: i64) -> float:
        """Return the value of a move, in plays saved."""
        phase = race.phase
        if phase == ATTACK:
            return self.value_pass(race) if move == PASS else self.value_play(race, move)
        if phase == GIVING:
            return self.value_give(race, move - GIVE)
        if phase == CHOOSING:
            return self.value_next(race, move - NEXT)
        if phase == REWARDING:
            return self.value_reward(race, move - REWARD)
        return 0.0 if move == NONE else self.value_steal(race, (move - STEAL) // 7, (move - STEAL) % 7 + 1)

    # ------------------------------------------------------------ the position

    def load_position(self, race: VelonimoState) -> None:
        """Load a position: compute the odds, and a price for each value that the hand can play."""
        self.odds.load_position(race)
        self.exits.reset()
        hand: i64 = race.hands[race.actor]
        largest: i64 = 1
        k: i64
        v: i64
        for k in range(7):
            here = BIT_COUNT[hand >> 7 * k & 127]
            if here > largest:
                largest = here
            here = BIT_COUNT[(hand >> k & TORTOISES) * GATHER >> 36 & 127]
            if here > largest:
                largest = here
        if largest < 7 and race.phase == REWARDING:
            largest += 1
        for v in range(1, 8):
            self.set_price(v)
        for k in range(2, largest + 1):
            for v in range(10 * k + 1, 10 * k + 8):
                self.set_price(v)
        for k in range(6):
            self.set_price(HARE_VALUE[k])

    def set_price(self, value: i64) -> None:
        risk = self.odds.threat(value)
        stands = exp(-self.beat_rate * risk)
        height = float(value) / 50.0 if value < 50 else 1.0
        price = 1.0 - self.high_value_discount * height - self.unbeaten_discount * stands
        if value < 8:
            price += self.low_single_surcharge * (1.0 - float(value) / 7.0)
        self.partition.price[value] = price if price > 0.02 else 0.02
        self.exits.set_price(value, risk)

    def hand_cost(self, race: VelonimoState, hand: i64) -> float:
        """Return the estimated cost of emptying a hand, in plays."""
        return self.partition.cost(hand) + self.camel_cost * float(count_carriers(race, hand))

    # ------------------------------------------------------------ values of moves

    def value_pass(self, race: VelonimoState) -> float:
        worth = -self.hand_cost(race, race.hands[race.actor])
        if not race.ends_attack():
            return worth + self.pass_bonus
        size = race.hand_size(race.ahead)
        return worth + self.ending_pass_bonus - (self.lost_lead_penalty / float(size) if size else 0.0)

    def value_play(self, race: VelonimoState, move: i64) -> float:
        face = FACE[move]
        cards = face & ALL_CARDS
        value = face >> VALUE_SHIFT
        rest: i64 = race.hands[race.actor] & ~cards
        draws = count_carriers(race, cards)
        if not rest and not draws:
            return 9.0  # the hand is empty: nothing is better
        risk = self.odds.threat(value)
        stands = exp(-self.beat_rate * risk)
        lead = self.lead_value + self.few_cards_lead_bonus / float(self.odds.fewest)
        if rest:
            left = float(self.counter.fewest_plays(rest))
            lead += self.last_play_lead_bonus / (left * left)
        worth = lead * stands - self.hand_cost(race, rest) - self.camel_cost * float(draws)
        worth += self.tortoise_bonus * float(count_bits(cards & TORTOISES))
        if move >= JERSEY:
            worth -= self.jersey_penalty
        if risk == 0.0 and not draws and self.exits.is_safe(race, rest):
            worth += self.safe_exit_bonus
        return worth

    def value_give(self, race: VelonimoState, card: i64) -> float:
        worth = -self.hand_cost(race, race.hands[race.actor] & ~BIT[card])
        return worth - self.gift_value if card >= FIRST_HARE else worth

    def value_steal(self, race: VelonimoState, victim: i64, count: i64) -> float:
        """Return the value of a steal: it is higher for more cards, and for a victim with few cards."""
        return self.stolen_card_bonus * float(count) + self.small_hand_steal_bonus / float(race.hand_size(victim))

    def value_next(self, race: VelonimoState, seat: i64) -> float:
        """Return the value of naming a seat to lead.

        The value is higher for a seat whose points are far from the actor's, and lower for a seat with many cards.
        """
        apart = float(race.total_points(race.actor) - race.total_points(seat)) / float(
            race.rules.points[race.stage - 1]
        )
        bonus = self.points_distance_bonus * (apart if apart > 0.0 else -apart)
        return bonus - self.named_hand_penalty * float(race.hand_size(seat))

    def value_reward(self, race: VelonimoState, seat: i64) -> float:
        hand: i64 = race.hands[race.actor]
        card = race.revealed
        if seat == race.actor:
            return self.hand_cost(race, hand) - self.hand_cost(race, hand | BIT[card])
        worth = self.gift_value
        if BIT[card] & CAMELS:
            worth += self.camel_cost
        return worth - self.rewarded_hare_penalty * float(card - FIRST_HARE + 1) if card >= FIRST_HARE else worth

    # ------------------------------------------------------------ playouts, evaluation and reasons

    def pick(self, state: State, rng: Rng) -> i64:
        """Pick a move for a playout: compare random plays, and prefer low plays after which the hand needs few more."""
        assert isinstance(state, VelonimoState)
        if state.phase != ATTACK or state.bonus == state.actor:
            return state.pick(rng)
        hand: i64 = state.hands[state.actor]
        beat: i64 = state.beat
        count = count_plays(hand, beat)
        if not count:
            return PASS
        return self.pick_follow(hand, beat, count, rng) if beat else self.pick_lead(hand, count, rng)

    def pick_follow(self, hand: i64, beat: i64, count: i64, rng: Rng) -> i64:
        """Pick the lower of two random plays, or sometimes pass.

        `count` is the number of plays in the hand that beat the value `beat`. If the picked play does not reduce the
        number of plays that the hand needs, pass half of the time.
        """
        move = nth_play(hand, beat, rng.below(count))
        other = nth_play(hand, beat, rng.below(count))
        if FACE[other] >> VALUE_SHIFT < FACE[move] >> VALUE_SHIFT:
            move = other
        rest = hand & ~(FACE[move] & ALL_CARDS)
        if not rest or rng.below(2) or self.counter.fewest_plays(rest) < self.counter.fewest_plays(hand):
            return move
        return PASS

    def pick_lead(self, hand: i64, count: i64, rng: Rng) -> i64:
        """Try a few random plays, and pick the one after which the rest of the hand needs the fewest plays.

        Of equally good plays, pick the one with the lowest value. `count` is the number of plays in the hand.
        """
        best: i64 = PASS
        least: i64 = 99
        for _ in range(LEADS_TRIED):
            move = nth_play(hand, 0, rng.below(count))
            left = self.counter.fewest_plays(hand & ~(FACE[move] & ALL_CARDS))
            if left < least or (left == least and FACE[move] >> VALUE_SHIFT < FACE[best] >> VALUE_SHIFT):
                best = move
                least = left
        return best

    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, VelonimoState)
        return self.forecast.estimate_outlook(state, seat)

    def explain(self, seen: State, move: int) -> list[Text]:
        assert isinstance(seen, VelonimoState)
        self.load_position(seen)
        return list_reasons(seen, move, self.odds, self.exits)
