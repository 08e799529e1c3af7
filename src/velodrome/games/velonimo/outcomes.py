"""Public outcomes of a move in Velonimo: who finished, what the round scored, who gets the jersey."""

from typing import TYPE_CHECKING

from velodrome.core.bits import count_bits
from velodrome.core.contract import OVER, Text
from velodrome.core.tiebreaks import explain_ties
from velodrome.games.velonimo.phases import ATTACK
from velodrome.games.velonimo.view import prompt

if TYPE_CHECKING:
    from velodrome.games.velonimo.rules import VelonimoState


def outcomes(race: "VelonimoState", before: "VelonimoState") -> list[Text]:
    """List the public consequences of the last move as texts; `before` is the state before that move.

    Return [] unless a seat has finished the round with that move.
    """
    if race.racing == before.racing or before.phase != ATTACK:
        return []
    if race.stage != before.stage or race.actor == OVER:
        return describe_round(race, before)
    seat = before.actor
    place = race.n - count_bits(race.racing)
    return [{"key": "outcome.home", "seat": seat, "place": place, "points": race.last_round_points(seat)}]


def describe_round(race: "VelonimoState", before: "VelonimoState") -> list[Text]:
    """Describe what each seat scored, in finishing order, and who gets the jersey or wins (VN-30, VN-42, VN-43)."""
    seats = sorted(range(race.n), key=lambda seat: -race.last_round_points(seat))
    each: list[Text] = [
        {"key": "outcome.each", "seat": seat, "points": race.last_round_points(seat), "total": race.total_points(seat)}
        for seat in seats
    ]
    found: list[Text] = [{"key": "outcome.round", "round": before.stage, "each": each}]
    if race.actor == OVER:
        return found + describe_end(race)
    if race.jersey != before.jersey:
        found.append({"key": "outcome.jersey", "seat": race.jersey} if race.jersey >= 0 else {"key": "outcome.bare"})
    return found


def describe_end(race: "VelonimoState") -> list[Text]:
    """Explain how ties in points were broken, and name the winner."""
    return [
        *explain_ties(
            race.ranking(), lambda one, other: "round" * (race.total_points(one) == race.total_points(other))
        ),
        prompt(race),
    ]
