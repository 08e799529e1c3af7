"""Ways home that nobody can bar."""

from typing import Final, final

from mypy_extensions import i64

from velodrome.games.velonimo.bot.hand_partition import VALUE_COUNT, CheapestPartition, PlayCounter
from velodrome.games.velonimo.bot.odds import VelonimoOdds, count_carriers
from velodrome.games.velonimo.hands import NO_CARD
from velodrome.games.velonimo.rules import VelonimoState

WINNER_PRICE: Final = 1.0 / 64.0  # beside 1 for a play that others might beat, so that a price tells both numbers


@final
class SafeExits:
    """Finds hands that are sure to be emptied by a seat that leads. `look` first, and set the prices of `losers`."""

    def __init__(self) -> None:
        self.plays: PlayCounter = PlayCounter()
        self.losers: CheapestPartition = CheapestPartition()  # counts the plays that others might beat now
        self.later: CheapestPartition = (
            CheapestPartition()
        )  # duel: and those that the opponent might, with rewards in its hand
        self.odds: VelonimoOdds = VelonimoOdds()
        self.rewards: i64 = -1  # how many these are; -1 before the first question

    def reset(self) -> None:
        """Another position."""
        self.rewards = -1

    def set_price(self, value: i64, risk: float) -> None:
        self.losers.price[value] = WINNER_PRICE if risk == 0.0 else 1.0

    def is_safe(self, race: VelonimoState, rest: i64) -> bool:
        """Whether nobody can keep the actor, who leads next, from emptying this hand: all but its last play stand."""
        if count_carriers(race, rest) or self.losers.cost(rest) >= 2.0:
            return False
        return race.revealed == NO_CARD or self.is_safe_after_rewards(race, rest)

    def is_safe_after_rewards(self, race: VelonimoState, rest: i64) -> bool:
        """The same in a duel, where each attack that the actor wins may cost a card for the opponent (VN-53)."""
        won = self.plays.fewest_plays(rest)  # attacks, with the one that is under way
        if won <= 1:
            return True
        most = 1 + race.pile
        rewards = won - 1 if won - 1 < most else most
        if rewards != self.rewards:
            self.price_after_rewards(race, rewards)
        price = self.later.cost(rest)
        if price >= 2.0:
            return False
        winners = price - 1.0 if price >= 1.0 else price - WINNER_PRICE
        return rewards == most or winners <= WINNER_PRICE * float(rewards)

    def price_after_rewards(self, race: VelonimoState, rewards: i64) -> None:
        """Price each value against an opponent with so many rewards: the card that is revealed, then any."""
        self.rewards = rewards
        self.odds.load_position(race)
        self.odds.add_rewards(1 - race.actor, race.revealed, rewards - 1)
        v: i64
        for v in range(1, VALUE_COUNT):
            self.later.price[v] = WINNER_PRICE if self.odds.threat(v) == 0.0 else 1.0
