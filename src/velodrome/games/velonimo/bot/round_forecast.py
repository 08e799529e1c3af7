"""Forecast for the current round: which seats finish first, and what that means for the game."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import count_bits
from velodrome.core.contract import OVER
from velodrome.games.velonimo.bot.hand_partition import PlayCounter
from velodrome.games.velonimo.game import Velonimo
from velodrome.games.velonimo.phases import DEALING
from velodrome.games.velonimo.rules import VelonimoState
from velodrome.games.velonimo.scoring import NORMAL_SCALE, logistic

# Coefficients of a logistic regression on which of two seats finishes first, from 8,278 positions of 2,000 rounds that
# the heuristic played against itself.
PLAY_WEIGHT: Final = 0.29  # for needing one play less
LEAD_WEIGHT: Final = 0.39  # for having made the play to beat
# Plays needed to empty a hidden hand, estimated from the same positions: PLAYS_PER_HAND + PLAYS_PER_CARD * cards
PLAYS_PER_HAND: Final = 0.4
PLAYS_PER_CARD: Final = 0.52


@final
class RoundForecast:
    """Estimator of a seat's outlook during a round."""

    def __init__(self, game: Velonimo) -> None:
        self.plays: PlayCounter = PlayCounter()
        self.pace: vec[float] = vec[float]([0.0] * 5)  # [seat]: result of `finishing_pace`
        rounds = [float(point) for point in game.points]
        spare = float(game.seats * (game.seats + 1)) / 6.0
        later = [spare * sum([point * point for point in rounds[k:]]) for k in range(len(rounds) + 1)]
        # [round]: variance of the change, in all later rounds, of one seat's lead over another
        self.later: vec[float] = vec[float](later)

    def estimate_outlook(self, race: VelonimoState, seat: i64) -> float:
        """Estimate the outlook of a seat, from 0 to 1: the share of opponents that it can expect to leave behind."""
        if race.actor == OVER or race.phase <= DEALING:
            return race.outlook(seat)
        left = count_bits(race.racing)
        i: i64
        for i in range(race.n):
            if race.racing >> i & 1:
                self.pace[i] = self.finishing_pace(race, i)
        points = float(race.rules.points[race.stage - 1])
        mine = points * self.count_overtaken(race, seat) if race.racing >> seat & 1 else 0.0
        spread = self.later[race.stage] + points * points * float((left - 2) * (left + 1)) / 18.0
        spread = spread**0.5
        swing = points * float(left + 1) / 3.0  # mean difference in points between two seats still racing
        behind = 0.0
        for i in range(race.n):
            if i != seat:
                lead = float(race.total_points(seat) - race.total_points(i))
                if race.racing >> seat & 1 and race.racing >> i & 1:
                    first = logistic(self.pace[seat] - self.pace[i])
                    won = 1.0 if self.decides_duel(race, seat) else chance_to_hold(lead + swing, spread, 1.0)
                    lost = 0.0 if self.decides_duel(race, i) else chance_to_hold(lead - swing, spread, 0.0)
                    behind += first * won + (1.0 - first) * lost
                elif race.racing >> i & 1:
                    behind += chance_to_hold(lead - points * self.count_overtaken(race, i), spread, 1.0)
                else:  # VN-43: equal totals are ranked by the points of the last round, which `merits` include
                    won_tie = not race.racing >> seat & 1 and race.merits[seat] > race.merits[i]
                    behind += chance_to_hold(lead + mine, spread, 1.0 if won_tie else 0.0)
        return behind / float(race.n - 1)

    def finishing_pace(self, race: VelonimoState, seat: i64) -> float:
        """Return a score for how soon a seat will finish the round.

        The score is higher the fewer plays the seat needs, and higher for the seat that made the play to beat.
        """
        hidden: i64 = race.hidden[seat]
        go = (
            float(self.plays.fewest_plays(race.hands[seat]))
            if not hidden
            else PLAYS_PER_HAND + PLAYS_PER_CARD * float(race.hand_size(seat))
        )
        return (LEAD_WEIGHT if race.ahead == seat else 0.0) - PLAY_WEIGHT * go

    def count_overtaken(self, race: VelonimoState, seat: i64) -> float:
        """Return the expected number of seats that are still racing and will finish after `seat`."""
        total = 0.0
        i: i64
        for i in range(race.n):
            if i != seat and race.racing >> i & 1:
                total += logistic(self.pace[seat] - self.pace[i])
        return total

    def decides_duel(self, race: VelonimoState, seat: i64) -> bool:
        """Return whether a seat would win the duel by winning this round (VN-54)."""
        return race.n == 2 and race.total_points(seat) + race.rules.points[race.stage - 1] >= race.rules.target


def chance_to_hold(lead: float, spread: float, tie: float) -> float:
    """Return the chance that a seat with this lead in points over another is ahead at the end of the game.

    `spread` is the standard deviation of how much the lead may still change. If `spread` is 0, the lead cannot change
    any more: return 1 for a positive lead, 0 for a negative one, and `tie` for a lead of 0.
    """
    if spread > 0.0:
        return logistic(NORMAL_SCALE * lead / spread)
    return tie if lead == 0.0 else 1.0 if lead > 0.0 else 0.0
