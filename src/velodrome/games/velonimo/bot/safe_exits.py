"""Ways home that nobody can bar."""

from typing import Final, final

from mypy_extensions import i64

from velodrome.games.velonimo.bot.hand_partition import VALUES, Burden, Plays
from velodrome.games.velonimo.bot.odds import Odds, carriers
from velodrome.games.velonimo.hands import NOTHING
from velodrome.games.velonimo.rules import Race

WINNER: Final = 1.0 / 64.0  # beside 1 for a play that others might beat, so that a price tells both numbers


@final
class Exits:
    """Finds hands that are sure to be emptied by a seat that leads. `look` first, and set the prices of `losers`."""

    def __init__(self) -> None:
        self.plays: Plays = Plays()
        self.losers: Burden = Burden()  # counts the plays that others might beat now
        self.later: Burden = Burden()  # duel: and those that the opponent might, with rewards in its hand
        self.odds: Odds = Odds()
        self.rewards: i64 = -1  # how many these are; -1 before the first question

    def look(self) -> None:
        """Another position."""
        self.rewards = -1

    def set_price(self, value: i64, risk: float) -> None:
        self.losers.price[value] = WINNER if risk == 0.0 else 1.0

    def sure(self, race: Race, rest: i64) -> bool:
        """Whether nobody can keep the actor, who leads next, from emptying this hand: all but its last play stand."""
        if carriers(race, rest) or self.losers.of(rest) >= 2.0:
            return False
        return race.revealed == NOTHING or self.sure_after_rewards(race, rest)

    def sure_after_rewards(self, race: Race, rest: i64) -> bool:
        """The same in a duel, where each attack that the actor wins may cost a card for the opponent (VN-53)."""
        won = self.plays.fewest(rest)  # attacks, with the one that is under way
        if won <= 1:
            return True
        most = 1 + race.pile
        rewards = won - 1 if won - 1 < most else most
        if rewards != self.rewards:
            self.look_ahead(race, rewards)
        price = self.later.of(rest)
        if price >= 2.0:
            return False
        winners = price - 1.0 if price >= 1.0 else price - WINNER
        return rewards == most or winners <= WINNER * float(rewards)

    def look_ahead(self, race: Race, rewards: i64) -> None:
        """Price each value against an opponent with so many rewards: the card that is revealed, then any."""
        self.rewards = rewards
        self.odds.look(race)
        self.odds.reward(1 - race.actor, race.revealed, rewards - 1)
        v: i64
        for v in range(1, VALUES):
            self.later.price[v] = WINNER if self.odds.threat(v) == 0.0 else 1.0
