"""Public outcomes of a move in VeloCity: where a courier is now, who got a can, who is on the podium."""

from velodrome.core.contract import OVER, Text
from velodrome.core.tiebreaks import explain_ties
from velodrome.games.velocity.legal import MOVE, OBSTACLE, PURSUIT, ROLL, TAKE
from velodrome.games.velocity.rules import VeloCityState
from velodrome.games.velocity.scoring import FINISHED_UNIT, LATEST_UNIT, WAY_UNIT
from velodrome.games.velocity.view import count_received, die_pieces, prompt


def outcomes(race: VeloCityState, before: VeloCityState) -> list[Text]:
    """List the public consequences of the last move as texts; `before` is the state before that move."""
    phase = before.phase
    if phase == ROLL and race.phase != ROLL:
        return describe_roll(race)
    if phase < MOVE:
        return []
    found: list[Text] = []
    if phase == MOVE:
        found = describe_move(race, before)
    elif phase == PURSUIT:
        found = describe_refreshment(race, before, before.dest)
    elif phase == OBSTACLE:
        found = describe_retreat(race, before)
    elif phase == TAKE:
        found = describe_taking(race, before)
    if race.actor == OVER:
        return found + describe_end(race)
    if race.round != before.round:
        found.append({"key": "outcome.round", "round": race.round})  # VC-06
    return found


def describe_roll(race: VeloCityState) -> list[Text]:
    """Return a text that lists all dice of a finished roll (VC-10)."""
    each: list[Text] = [
        {"key": "outcome.die", "colour": die["colour"] or "die_energy", "pips": die["pips"]}
        for die in die_pieces(race)
        if die["kind"] == "die"
    ]
    return [{"key": "outcome.roll", "each": each}]


def describe_move(race: VeloCityState, before: VeloCityState) -> list[Text]:
    """Say where the moved courier is now: on the podium or on a space."""
    if race.finished != before.finished:
        return [{"key": "outcome.finish", "seat": before.active, "place": race.finished}]  # VC-24
    dest = find_arrival(race, before)
    key = "outcome.to.obstacle" if race.course.obstacles >> dest & 1 else "outcome.to"
    return [{"key": key, "space": dest}, *describe_refreshment(race, before, dest)]


def find_arrival(race: VeloCityState, before: VeloCityState) -> int:
    """Return the space that the last move reached: more couriers stand on it than before."""
    space = 1
    while race.crowd[space] <= before.crowd[space]:
        space += 1
    return space


def describe_refreshment(race: VeloCityState, before: VeloCityState, dest: int) -> list[Text]:
    """Say whether the active seat got a can on the refreshment space `dest` (VC-18, VC-19).

    Return [] if `dest` is no refreshment space, or if seats still have to decide about a pursuit or about who gives
    a can.
    """
    if not race.course.refreshments >> dest & 1 or race.phase == PURSUIT or race.phase == TAKE:
        return []
    seat = before.active
    if race.cans_of(seat) - before.cans_of(seat) + count_paid(race, before, seat) <= 0:
        return [{"key": "outcome.no_can", "seat": seat}]
    return [{"key": "outcome.can", "seat": seat}, *describe_gifts(race, before, seat)]


def count_paid(race: VeloCityState, before: VeloCityState, seat: int) -> int:
    """Return how many cans a seat has just paid for its pursuers: one for each courier (VC-16)."""
    if before.phase != PURSUIT or before.actor != seat:
        return 0
    return int(race.crowd[before.dest] - before.crowd[before.dest] >> 4 * seat)


def describe_gifts(race: VeloCityState, before: VeloCityState, receiver: int) -> list[Text]:
    """Name the seats that gave cans because the reserve was empty."""
    found: list[Text] = []
    for seat in range(race.game.seats):
        lost = before.cans_of(seat) - race.cans_of(seat) - count_paid(race, before, seat)
        if lost > 0 and seat != receiver:
            found.append({"key": "outcome.given", "seat": seat, "cans": lost})
    return found


def describe_retreat(race: VeloCityState, before: VeloCityState) -> list[Text]:
    """Say where a courier retreated to, and how many cans its seat received (VC-22, VC-23).

    Return [] if the courier paid and stayed.
    """
    if race.crowd[before.dest] >= before.crowd[before.dest]:
        return []
    seat = before.actor
    target = find_arrival(race, before)
    gain = count_received(race, before, seat)
    if target == race.course.start:
        return [{"key": "outcome.back.start", "seat": seat, "cans": gain}, *describe_gifts(race, before, seat)]
    return [{"key": "outcome.back", "seat": seat, "space": target, "cans": gain}, *describe_gifts(race, before, seat)]


def describe_taking(race: VeloCityState, before: VeloCityState) -> list[Text]:
    """Name all seats that gave a can, after the actor chose one of them (VC-19).

    Return [] if only the chosen seat gave one, because the narration of the move says so already.
    """
    each: list[Text] = [text | {"key": "outcome.gift"} for text in describe_gifts(race, before, before.actor)]
    return [{"key": "outcome.gifts", "each": each}] if len(each) > 1 else []


def describe_end(race: VeloCityState) -> list[Text]:
    """Explain how ties in couriers on the podium were broken (VC-28), and name the winner."""

    def why(one: int, other: int) -> str:
        better, worse = race.merit(one), race.merit(other)
        if better // FINISHED_UNIT != worse // FINISHED_UNIT or better == worse:
            return ""
        if better // LATEST_UNIT != worse // LATEST_UNIT:
            return "latest"
        return "way" if better // WAY_UNIT != worse // WAY_UNIT else "cans"

    return [*explain_ties(race.ranking(), why), prompt(race)]
