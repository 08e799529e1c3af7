"""What everybody sees of a move of VeloCity: where a courier is now, who got a can, who is on the podium."""

from velodrome.core.contract import OVER, Text
from velodrome.core.tiebreaks import explain_ties
from velodrome.games.velocity.field import BY_HOME, BY_LATEST, BY_WAY, MOVE, OBSTACLE, PURSUIT, TAKE
from velodrome.games.velocity.rules import Race
from velodrome.games.velocity.view import prompt, received


def outcomes(race: Race, before: Race) -> list[Text]:
    """What came of the last move."""
    phase = before.phase
    if phase < MOVE:
        return []
    found: list[Text] = []
    if phase == MOVE:
        found = moved(race, before)
    elif phase == PURSUIT:
        found = refreshed(race, before, before.dest)
    elif phase == OBSTACLE:
        found = fallen(race, before)
    elif phase == TAKE:
        found = taken(race, before)
    return found + end(race) if race.actor == OVER else found


def moved(race: Race, before: Race) -> list[Text]:
    """A courier is home, or somewhere nearer."""
    if race.home != before.home:
        return [{"key": "outcome.finish", "seat": before.active, "place": race.home}]  # VC-24
    dest = arrival(race, before)
    key = "outcome.to.obstacle" if race.course.obstacles >> dest & 1 else "outcome.to"
    return [{"key": key, "space": dest}, *refreshed(race, before, dest)]


def arrival(race: Race, before: Race) -> int:
    """The space where more couriers stand than before."""
    space = 1
    while race.crowd[space] <= before.crowd[space]:
        space += 1
    return space


def refreshed(race: Race, before: Race, dest: int) -> list[Text]:
    """Once all have arrived where a can waits, the active seat has it or goes without (VC-18, VC-19)."""
    if not race.course.refreshments >> dest & 1 or race.phase == PURSUIT or race.phase == TAKE:
        return []
    seat = before.active
    if race.cans_of(seat) - before.cans_of(seat) + paid(race, before, seat) <= 0:
        return [{"key": "outcome.no_can", "seat": seat}]
    return [{"key": "outcome.can", "seat": seat}, *given(race, before, seat)]


def paid(race: Race, before: Race, seat: int) -> int:
    """The cans that a seat has just paid to pursue: one a courier (VC-16)."""
    if before.phase != PURSUIT or before.actor != seat:
        return 0
    return int(race.crowd[before.dest] - before.crowd[before.dest] >> 4 * seat)


def given(race: Race, before: Race, receiver: int) -> list[Text]:
    """From whom cans came, where the reserve was empty."""
    found: list[Text] = []
    for seat in range(race.game.seats):
        lost = before.cans_of(seat) - race.cans_of(seat) - paid(race, before, seat)
        if lost > 0 and seat != receiver:
            found.append({"key": "outcome.given", "seat": seat, "cans": lost})
    return found


def fallen(race: Race, before: Race) -> list[Text]:
    """Where a courier went back to, and the cans that it brought (VC-22, VC-23); who paid stays and said so."""
    if race.crowd[before.dest] >= before.crowd[before.dest]:
        return []
    seat = before.actor
    target = arrival(race, before)
    gain = received(race, before, seat)
    if target == race.course.start:
        return [{"key": "outcome.back.start", "seat": seat, "cans": gain}, *given(race, before, seat)]
    return [{"key": "outcome.back", "seat": seat, "space": target, "cans": gain}, *given(race, before, seat)]


def taken(race: Race, before: Race) -> list[Text]:
    """All who gave a can, if more came than the one that was chosen (VC-19)."""
    each: list[Text] = [text | {"key": "outcome.gift"} for text in given(race, before, before.actor)]
    return [{"key": "outcome.gifts", "each": each}] if len(each) > 1 else []


def end(race: Race) -> list[Text]:
    """Why as many couriers on the podium rank apart (VC-28), and who has won."""

    def why(one: int, other: int) -> str:
        better, worse = race.merit(one), race.merit(other)
        if better // BY_HOME != worse // BY_HOME or better == worse:
            return ""
        if better // BY_LATEST != worse // BY_LATEST:
            return "latest"
        return "way" if better // BY_WAY != worse // BY_WAY else "cans"

    return [*explain_ties(race.ranking(), why), prompt(race)]
