"""Positions as plain data in the rulebook's words: `write` turns a race into data, `read` turns data into a race.

    {"phase": "announce", "active": 0, "first": 0, "round": 1,
     "couriers": [[33, 33, "start", "start"], …], "cans": [1, 0, 0], "reserve": 14, "podium": [2, 2]}

Some phases also have: "run" (solo or group), "group" (the space of a group run), "energy" (none, bonus or
sprint), "dice" ({"own": 6, "yellow": 3, "energy": 2}), "actor", "origin" and "dest" (the space that the moved
courier left, and the space that it reached), "arrived" (for each seat, how many of its couriers arrived in this
turn), "due" (cans that the actor still has to receive). A view also has "viewer".

Defaults:

    phase               announce; over if the podium decides the game
    couriers, podium    all couriers on START, nobody on the podium
    cans, reserve       nobody has cans; the reserve has all that the seats do not have
    active, first       the seat that the option first_player names, or seat 0
    round               1
    run, energy         solo, none
    actor               the first seat that can decide
    arrived             one courier of the active seat
    due                 1
"""

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.contract import CHANCE, ONLOOKER, OVER, TRUTH, Data
from velodrome.core.errors import BadPosition
from velodrome.core.position_reader import PositionReader
from velodrome.games.velocity.game import VeloCity
from velodrome.games.velocity.legal import ANNOUNCE, DONE, FIRST, MOVE, OBSTACLE, PURSUIT, ROLL, SPRINT, TAKE
from velodrome.games.velocity.pieces import (
    CAN_UNIT,
    CONSOLATION,
    COURIERS_TO_WIN,
    ENERGY_SLOT,
    FACES,
    PLACE_UNIT,
    SEAT_UNIT,
)
from velodrome.games.velocity.rules import VeloCityState

PHASES = ("first", "announce", "roll", "move", "pursuit", "obstacle", "take", "over")
ENERGIES = ("none", "bonus", "sprint")
COMMON_KEYS = ("phase", "couriers", "cans", "reserve", "podium", "viewer")
PLAYING_KEYS = (*COMMON_KEYS, "active", "first", "round")
ROLL_KEYS = (*PLAYING_KEYS, "run", "group", "energy", "dice")
KEYS_BY_PHASE = {  # keys that a position may have
    FIRST: COMMON_KEYS,
    ANNOUNCE: PLAYING_KEYS,
    ROLL: ROLL_KEYS,
    MOVE: ROLL_KEYS,
    PURSUIT: (*PLAYING_KEYS, "actor", "origin", "dest", "arrived"),
    OBSTACLE: (*PLAYING_KEYS, "actor", "dest", "arrived"),
    TAKE: (*PLAYING_KEYS, "actor", "dest", "arrived", "due"),
    DONE: PLAYING_KEYS,
}


# ---------------------------------------------------------------- write


def write(race: VeloCityState) -> Data:
    """Write a race as plain data."""
    seats, start = range(race.game.seats), race.course.start
    found: Data = {"phase": PHASES[race.phase]}
    if race.phase != FIRST:
        found |= {"active": race.active, "first": race.first_seat, "round": race.round}
    found["couriers"] = [[write_space(space, start) for space in list_couriers(race, seat)] for seat in seats]
    found |= {"cans": [race.cans_of(seat) for seat in seats], "reserve": race.reserve, "podium": list_podium(race)}
    if race.phase in (ROLL, MOVE):
        found |= {"run": "group" if race.group else "solo"}
        if race.group:
            found["group"] = write_space(race.group, start)
        found |= {"energy": ENERGIES[race.energy], "dice": write_dice(race)}
    if race.phase in (PURSUIT, OBSTACLE, TAKE):
        found["actor"] = race.actor
        if race.phase == PURSUIT:
            found["origin"] = race.origin
        if race.dest:
            found |= {"dest": race.dest, "arrived": [race.arrived >> 4 * seat & 15 for seat in seats]}
        if race.phase == TAKE:
            found["due"] = race.due
    if race.viewer != TRUTH:
        found["viewer"] = "onlooker" if race.viewer == ONLOOKER else race.viewer
    return found


def write_space(space: int, start: int) -> int | str:
    """Return a space as plain data: its number, or "start"."""
    return "start" if space == start else space


def list_couriers(race: VeloCityState, seat: int) -> list[int]:
    """List the spaces of a seat's couriers still on the track, the foremost first."""
    return [space for space, crowd in enumerate(race.crowd) for _ in range(crowd >> 4 * seat & 15)]


def list_podium(race: VeloCityState) -> list[int]:
    """List the seats on the podium, first place first."""
    return [(race.podium >> 4 * place & 15) - 1 for place in range(race.finished)]


def write_dice(race: VeloCityState) -> dict[str, int]:
    """Return the pips of each rolled die, in the order in which they were rolled."""
    found = {}
    for seat in seats_clockwise(race):
        if pips := race.dice >> 4 * seat & 15:
            found["own" if seat == race.active else race.course.colours[seat]] = pips
    if pips := race.dice >> 4 * ENERGY_SLOT:
        found["energy"] = pips
    return found


def seats_clockwise(race: VeloCityState) -> list[int]:
    """List the seats clockwise, starting with the active one."""
    return [(race.active + i) % race.game.seats for i in range(race.game.seats)]


# ---------------------------------------------------------------- read


def read(game: VeloCity, description: object) -> VeloCityState:
    """Create the race that `description` describes; raise BadPosition if no game can reach it."""
    return VeloCityPositionReader(game, description).read_race()


class VeloCityPositionReader(PositionReader):
    """Reader of a position that is given as plain data; it fills in the defaults."""

    def __init__(self, game: VeloCity, data: object) -> None:
        super().__init__("velocity", game.seats, data, sorted({key for keys in KEYS_BY_PHASE.values() for key in keys}))
        self.game = game
        self.course = game.course

    def read_space(self, what: str, found: object) -> int:
        """Read a space: its number, or "start"."""
        start = self.course.start
        return start if found == "start" else self.check_number(what, found, 1, start)

    # ------------------------------------------------------------ the table

    def read_race(self) -> VeloCityState:
        race = self.game.start()
        podium = self.read_podium()
        decided = len(podium) == self.course.podium or any(
            podium.count(seat) == COURIERS_TO_WIN for seat in range(self.seats)
        )
        phase = self.read_word("phase", "over" if decided else "announce", PHASES)
        for key in self.data:
            if key not in KEYS_BY_PHASE[phase]:
                known = ", ".join(KEYS_BY_PHASE[phase])
                raise BadPosition(f"velocity: {key} is not used in the phase {PHASES[phase]}; expected {known}.")
        if decided and phase != DONE:
            raise self.error("phase", PHASES[phase], "over: the podium decides the game (VC-25, VC-26)")
        self.set_couriers(race, podium)
        self.set_cans(race)
        race.phase = phase
        if phase == FIRST:
            self.check_untouched(race)
        else:
            self.read_turn(race, decided)
        race.viewer = self.read_viewer()
        return race

    def read_podium(self) -> list[int]:
        """Read the seat on each podium place; check that nobody came after the third courier of a team (VC-25)."""
        found = self.data.get("podium", [])
        if not isinstance(found, list | tuple) or len(found) > self.course.podium:
            raise self.error("podium", found, f"a list of at most {self.course.podium} seats")
        podium = [self.check_number(f"podium[{i}]", seat, 0, self.seats - 1) for i, seat in enumerate(found)]
        for seat in range(self.seats):
            if podium[:-1].count(seat) >= COURIERS_TO_WIN:
                raise self.error("podium", podium, f"nobody after the third courier of seat {seat} (VC-25)")
        return podium

    def set_couriers(self, race: VeloCityState, podium: list[int]) -> None:
        """Place the couriers on the track and the podium; couriers that are not listed stand on START."""
        start = self.course.start
        crowd = [0] * (start + 1)
        spaces = [0] * self.seats
        for seat, found in enumerate(self.read_lists("couriers")):
            key = f"couriers[{seat}]"
            racing = self.course.racers - podium.count(seat)
            if not isinstance(found, list | tuple) or len(found) > racing:
                raise self.error(key, found, f"a list of at most {racing} spaces (VC-03)")
            stand = [self.read_space(f"{key}[{i}]", space) for i, space in enumerate(found)]
            for space in stand + [start] * (racing - len(stand)):
                crowd[space] += SEAT_UNIT[seat]
                spaces[seat] |= 1 << space
        race.crowd, race.spaces = vec[i64](crowd), vec[i64](spaces)
        race.finished = len(podium)
        race.podium = sum(PLACE_UNIT[place] * (seat + 1) for place, seat in enumerate(podium))

    def set_cans(self, race: VeloCityState) -> None:
        """Set the cans of the seats and the reserve; together they must make up the stock (VC-04)."""
        stock = self.course.stock
        cans = self.read_by_seat("cans", stock)
        if sum(cans) > stock:
            raise self.error("cans", cans, f"no more than {stock} in all (VC-04)")
        race.cans = sum(CAN_UNIT[seat] * number for seat, number in enumerate(cans))
        left = stock - sum(cans)
        race.reserve = self.read_number("reserve", left, left, left)

    def check_untouched(self, race: VeloCityState) -> None:
        """Make chance the actor, and check that nothing has happened yet, as the phase "first" requires."""
        race.actor, race.active, race.first_seat = CHANCE, 0, 0
        if self.course.first_player >= 0:
            raise self.error("phase", "first", f"another: seat {self.course.first_player} begins (VC-05)")
        if race.key() != self.game.start().key():
            raise self.error("phase", "first", "another: couriers or cans have left their places")

    # ------------------------------------------------------------ the turn

    def read_turn(self, race: VeloCityState, decided: bool) -> None:
        """Read whose turn it is and what has happened in this turn so far.

        `decided` says whether the podium has already decided the game.
        """
        last = self.seats - 1
        race.active = race.actor = self.read_number("active", max(self.course.first_player, 0), 0, last)
        first = self.course.first_player
        race.first_seat = self.read_number("first", max(first, 0), *((first, first) if first >= 0 else (0, last)))
        race.round = self.read_number("round", 1, 1, self.course.max_rounds or 2**31)
        if race.phase == DONE:
            self.read_end(race, decided)
        elif race.phase in (ROLL, MOVE):
            self.read_roll(race)
        elif race.phase == PURSUIT:
            self.read_pursuit(race)
        elif race.phase == OBSTACLE:
            self.read_obstacle(race)
        elif race.phase == TAKE:
            self.read_taking(race)

    def read_end(self, race: VeloCityState, decided: bool) -> None:
        race.actor = OVER
        if decided:
            if race.podium >> 4 * race.finished - 4 != race.active + 1:
                if "active" in self.data:
                    raise self.error("active", race.active, "the seat that took the last place")
                race.active = (race.podium >> 4 * race.finished - 4) - 1
        elif race.round != self.course.max_rounds or race.next_seat(race.active) != race.first_seat:
            raise self.error("phase", "over", "another: neither podium nor rounds end the game (VC-25, VC-26, VC-27)")

    def read_roll(self, race: VeloCityState) -> None:
        """Read the announcement and the rolled dice."""
        energy = self.read_word("energy", "none", ENERGIES)
        if self.read_word("run", "group" if "group" in self.data else "solo", ("solo", "group")):
            race.group = self.read_space("group", self.data.get("group"))
            if not race.group_spaces() >> race.group & 1:
                raise self.error("group", self.data.get("group"), "a space where a group may run (VC-12)")
            if energy == SPRINT:
                raise self.error("energy", "sprint", "none or bonus in a group run (VC-09)")
        elif "group" in self.data:
            raise self.error("group", self.data["group"], "nothing in a solo run")
        race.energy = energy
        if race.reserve < energy:
            raise self.error("reserve", race.reserve, f"at least the {energy} just paid for energy")
        self.read_dice(race)

    def read_dice(self, race: VeloCityState) -> None:
        """Read the rolled dice: all of them in the phase "move"; in the phase "roll", at least one is missing."""
        found = self.data.get("dice", {})
        if not isinstance(found, dict):
            raise self.error("dice", found, "a table of dice and pips")
        laid: list[str] = []
        while race.unrolled_dice():
            slot = race.next_die()
            die = "energy" if slot == ENERGY_SLOT else "own" if slot == race.active else self.course.colours[slot]
            if die not in found:
                break
            race.dice |= SEAT_UNIT[slot] * self.check_number(f"dice.{die}", found[die], 1, FACES)
            laid.append(die)
        if set(found) - set(laid):
            raise self.error("dice", found, "only those of the run, rolled in order (VC-10)")
        if (race.phase == ROLL) != (race.unrolled_dice() != 0):
            raise self.error("dice", found, "all dice of the run" if race.phase == MOVE else "one still to roll")
        race.actor = CHANCE if race.phase == ROLL else race.active

    def read_pursuit(self, race: VeloCityState) -> None:
        """Read a pursuit; check that at least one seat can pursue, with a can and a courier on `origin`."""
        start = self.course.start
        race.origin = self.read_number("origin", 0, 2, start - 1)
        race.dest = self.read_number("dest", 0, max(race.origin - FACES, 1), race.origin - 1)
        self.read_arrivals(race)
        able = [seat for seat in seats_clockwise(race) if race.max_pursuers(seat)]
        if not able:
            raise self.error("phase", "pursuit", "another: nobody can pursue (VC-16)")
        race.actor = self.read_actor(able)
        unasked = seats_clockwise(race)[seats_clockwise(race).index(race.actor) :]
        brought = [race.arrived >> 4 * seat & 15 for seat in unasked]  # couriers that arrived with the move itself
        if max(brought) > 1 or sum(brought) > 1 + (race.actor == race.active):
            raise self.error(
                "arrived", self.data.get("arrived"), f"at most 1 of a rival that is not yet asked {unasked}"
            )

    def read_obstacle(self, race: VeloCityState) -> None:
        """Read the space of an obstacle, and how many of the couriers that arrived there must still pay or retreat."""
        self.on_obstacle(race)
        self.read_arrivals(race)
        race.actor = self.read_actor([self.next_arrived(race)])

    def on_obstacle(self, race: VeloCityState) -> None:
        race.dest = self.read_number("dest", 0, 1, self.course.start - 1)
        if not self.course.obstacles >> race.dest & 1:
            raise self.error("dest", race.dest, "an obstacle (VC-20)")

    def read_taking(self, race: VeloCityState) -> None:
        """Read a position in which a seat chooses who gives it a can.

        The reserve is empty, and several other seats are tied for the most cans.
        """
        richest = race.richest_seats()
        able = [seat for seat in range(self.seats) if not richest >> seat & 1]
        if race.reserve or richest & richest - 1 == 0 or not able:
            raise self.error("phase", "take", "another: nobody chooses whom to take a can from (VC-19)")
        race.due = self.read_number("due", 1, 1, CONSOLATION if self.course.empty_reserve_compensates else 1)
        if "arrived" in self.data or "dest" in self.data:
            self.on_obstacle(race)
            self.read_arrivals(race)
            waiting = seats_clockwise(race)
            able = [s for s in waiting[: waiting.index(self.next_arrived(race)) + 1] if s in able]
        if not self.course.empty_reserve_compensates:
            able = [seat for seat in able if seat == race.active and not race.arrived]
        race.actor = self.read_actor([race.active, *able] if race.active in able else able)

    def read_arrivals(self, race: VeloCityState) -> None:
        """Read how many couriers of each seat arrived on `dest` in this turn.

        Check that at least as many of them stand there.
        """
        most = self.course.racers
        default = [int(seat == race.active) for seat in range(self.seats)]
        for seat, number in enumerate(self.read_by_seat("arrived", most, default)):
            if number > race.crowd[race.dest] >> 4 * seat & 15:
                raise self.error(f"arrived[{seat}]", number, f"no more than it has on {race.dest}")
            race.arrived += SEAT_UNIT[seat] * number
        if not race.arrived:
            raise self.error("arrived", self.data.get("arrived"), "a courier of at least one seat")
        if race.phase == PURSUIT and not race.arrived >> 4 * race.active & 15:
            raise self.error("arrived", self.data.get("arrived"), f"a courier of seat {race.active}, whose turn it is")

    def next_arrived(self, race: VeloCityState) -> int:
        return next(seat for seat in seats_clockwise(race) if race.arrived >> 4 * seat & 15)

    def read_actor(self, able: list[int]) -> int:
        """Read the actor, one of the seats that can decide now; the default is the first of them."""
        if not able:
            raise self.error("phase", self.data.get("phase"), "another: nobody can be asked")
        found = self.data.get("actor", able[0])
        if found not in able or isinstance(found, bool):
            raise self.error("actor", found, "one of " + ", ".join(map(str, dict.fromkeys(able))))
        return int(str(found))
