"""Check whether the actor can certainly empty a hand, no matter what opponents do."""

from typing import Final, final

from mypy_extensions import i64

from velodrome.games.velonimo.bot.hand_partition import VALUE_COUNT, CheapestPartition, PlayCounter
from velodrome.games.velonimo.bot.odds import VelonimoOdds, count_carriers
from velodrome.games.velonimo.hands import NO_CARD
from velodrome.games.velonimo.rules import VelonimoState

# Price of a play that nobody can beat. Other plays cost 1, so that a sum of prices counts both kinds.
WINNER_PRICE: Final = 1.0 / 64.0


@final
class SafeExits:
    """Checker for hands that a leading seat can certainly empty, whatever opponents do.

    For each position, call `reset`, then `set_price` for each value of a play.
    """

    def __init__(self) -> None:
        self.plays: PlayCounter = PlayCounter()
        self.losers: CheapestPartition = CheapestPartition()  # prices that depend on what others can beat now
        self.later: CheapestPartition = (
            CheapestPartition()
        )  # duel: prices that depend on what the opponent can beat after rewards
        self.odds: VelonimoOdds = VelonimoOdds()
        self.rewards: i64 = -1  # number of rewards that `later` assumes; -1: not priced yet

    def reset(self) -> None:
        """Discard the prices after rewards, which were computed for the previous position."""
        self.rewards = -1

    def set_price(self, value: i64, risk: float) -> None:
        self.losers.price[value] = WINNER_PRICE if risk == 0.0 else 1.0

    def is_safe(self, race: VelonimoState, rest: i64) -> bool:
        """Return whether the actor, if it leads next, can certainly empty the hand `rest`.

        This is certain if `rest` splits into plays of which opponents can beat at most one: the actor makes it last.
        Return False for a hand with camels that would draw cards.
        """
        if count_carriers(race, rest) or self.losers.cost(rest) >= 2.0:
            return False
        return race.revealed == NO_CARD or self.is_safe_after_rewards(race, rest)

    def is_safe_after_rewards(self, race: VelonimoState, rest: i64) -> bool:
        """Return whether the actor of a duel can certainly empty the hand `rest`, although the opponent gets rewards.

        Each attack that the actor wins before its last play may give the opponent a card (VN-53).
        """
        won = self.plays.fewest_plays(rest)  # number of attacks to win, including the current one
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
        """Set the prices in `later`, assuming that the opponent gets `rewards` more cards.

        The first of these cards is the revealed card; the others are unknown.
        """
        self.rewards = rewards
        self.odds.load_position(race)
        self.odds.add_rewards(1 - race.actor, race.revealed, rewards - 1)
        v: i64
        for v in range(1, VALUE_COUNT):
            self.later.price[v] = WINNER_PRICE if self.odds.threat(v) == 0.0 else 1.0
