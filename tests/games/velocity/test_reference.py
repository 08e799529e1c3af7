"""Comparison of the engine with a slow reference implementation of the rules, which works on plain data."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from velodrome.core.contract import OVER
from velodrome.core.rng import Rng
from velodrome.games.velocity.game import VeloCity

# A short track on which obstacles, an empty reserve and crowded spaces are common.
NARROW_TRACK = """
format = 1
game = "velocity"
id = "narrow"
name = "Narrow lane"
length = 14
podium = 6
spaces = [
  { n = 14, kind = "road" }, { n = 13, kind = "obstacle" }, { n = 12, kind = "can" }, { n = 11, kind = "can" },
  { n = 10, kind = "obstacle" }, { n = 9, kind = "can" }, { n = 8, kind = "road" }, { n = 7, kind = "obstacle" },
  { n = 6, kind = "can" }, { n = 5, kind = "obstacle" }, { n = 4, kind = "can" }, { n = 3, kind = "road" },
  { n = 2, kind = "obstacle" }, { n = 1, kind = "obstacle" },
]
setup = [
  { players = 3, couriers = 7, cans = 3 }, { players = 4, couriers = 5, cans = 4 },
  { players = 5, couriers = 5, cans = 6 }, { players = 6, couriers = 4, cans = 5 },
  { players = 7, couriers = 6, cans = 9 },
]
"""


class Reference:
    """The rules of VeloCity, written for clarity, not speed; `p` is the position as plain data."""

    def __init__(self, game: VeloCity, position: dict[str, Any]) -> None:
        self.option = game.options
        self.colours = game.course.colours
        self.kinds = game.course.track.kinds
        self.places = game.course.track.podium
        self.start = game.course.track.length + 1
        self.n = game.seats
        self.p: dict[str, Any] = position

    # In this class START has a number; in positions and moves it is called "start".

    def number(self, space: object) -> int:
        """Return the number of a space; START, which has no number of its own, counts as the track length plus 1."""
        return self.start if space == "start" else int(str(space))

    def name(self, space: int) -> Any:
        return "start" if space == self.start else space

    def seats_from(self, seat: int) -> list[int]:
        """Return all seats clockwise, starting with this one."""
        return [(seat + i) % self.n for i in range(self.n)]

    def on(self, seat: int, space: int) -> int:
        """Count the couriers of a seat on a space."""
        return [self.number(s) for s in self.p["couriers"][seat]].count(space)

    # ------------------------------------------------------------ legal moves

    def legal(self) -> set[str]:
        p = self.p
        found: dict[str, Callable[[], set[str]]] = {
            "first": lambda: {f"first {seat}" for seat in range(self.n)},
            "roll": lambda: {f"roll {pips}" for pips in range(1, 7)},
            "announce": self.announcements,
            "move": self.moves,
            "pursuit": lambda: {f"pursue {k}" for k in range(self.max_pursuers(p["actor"]) + 1)},
            "obstacle": lambda: {"back"} | ({"pay"} if p["cans"][p["actor"]] else set()),
            "take": lambda: {
                f"take {self.colours[seat]}" for seat in range(self.n) if p["cans"][seat] == max(p["cans"])
            },
            "over": lambda: set(),
        }
        return found[p["phase"]]()

    def announcements(self) -> set[str]:
        me, cans = self.p["active"], self.p["cans"][self.p["active"]]
        found = {"solo"} | ({"solo bonus"} if cans >= 1 else set()) | ({"solo sprint"} if cans >= 2 else set())
        for space in range(1, self.start + 1):
            rivals = [seat for seat in range(self.n) if seat != me and self.on(seat, space)]
            if self.on(me, space) and rivals and (space != self.start or self.option["group_from_start"]):
                found |= {f"group {self.name(space)}"} | ({f"group {self.name(space)} bonus"} if cans >= 1 else set())
        return found

    def values(self) -> dict[str, int]:
        """Return the pips of each die that may be used; in a sprint, also the sum of both dice."""
        dice = dict(self.p["dice"])
        if self.p["energy"] == "sprint":
            dice["sum"] = dice["own"] + dice["energy"]
        return dice

    def moves(self) -> set[str]:
        p = self.p
        spaces = [self.number(p["group"])] if p["run"] == "group" else map(self.number, p["couriers"][p["active"]])
        crossing = {"own", "sum"} if self.option["finish_with_sum"] else {"own"}
        return {
            f"move {self.name(space)} {die}"
            for space in spaces
            for die, pips in self.values().items()
            if space - pips > 0 or die in crossing
        }

    def max_pursuers(self, seat: int) -> int:
        return int(min(self.on(seat, self.p["origin"]), self.p["cans"][seat]))

    # ------------------------------------------------------------ effects of moves

    def play(self, text: str) -> None:
        word, *rest = text.split()
        getattr(self, f"do_{word}")(*rest)

    def do_first(self, seat: str) -> None:
        self.p |= {"active": int(seat), "first": int(seat), "round": 1, "phase": "announce"}

    def do_solo(self, energy: str = "none") -> None:
        self.p |= {"run": "solo", "phase": "roll", "dice": {}}
        self.buy(energy)

    def do_group(self, space: str, energy: str = "none") -> None:
        self.p |= {"run": "group", "group": self.name(self.number(space)), "phase": "roll", "dice": {}}
        self.buy(energy)

    def buy(self, energy: str) -> None:
        price = ["none", "bonus", "sprint"].index(energy)
        self.p["energy"] = energy
        self.p["cans"][self.p["active"]] -= price
        self.p["reserve"] += price

    def do_roll(self, pips: str) -> None:
        p = self.p
        wanted = ["own"]
        if p["run"] == "group":
            space = self.number(p["group"])
            wanted += [self.colours[seat] for seat in self.seats_from(p["active"])[1:] if self.on(seat, space)]
        wanted += ["energy"] if p["energy"] != "none" else []
        p["dice"][wanted[len(p["dice"])]] = int(pips)
        if len(p["dice"]) == len(wanted):
            p["phase"] = "move"

    def do_move(self, space: str, die: str) -> None:
        p = self.p
        me, origin, value, sprint = p["active"], self.number(space), self.values()[die], p["energy"] == "sprint"
        for key in ("run", "group", "energy", "dice"):
            p.pop(key, None)
        dest = origin - value
        if dest <= 0:
            p["couriers"][me].remove(self.name(origin))
            p["podium"].append(me)
            if p["podium"].count(me) == 3 or len(p["podium"]) == self.places:
                p["phase"] = "over"
            else:
                self.end_turn()
            return
        p |= {"origin": origin, "dest": dest, "arrived": [0] * self.n}
        movers = [me] if die in ("own", "energy", "sum") else [me, self.colours.index(die)]
        for seat in movers:
            self.ride(seat, origin, dest)
            p["arrived"][seat] += 1
        self.queue = [] if sprint or origin == self.start else self.seats_from(me)
        self.next_pursuit()

    def ride(self, seat: int, origin: int, dest: int) -> None:
        self.p["couriers"][seat].remove(self.name(origin))
        self.p["couriers"][seat].append(self.name(dest))
        self.p["couriers"][seat].sort(key=self.number)

    def next_pursuit(self) -> None:
        self.p["phase"] = "pursuit"
        while self.queue:
            seat = self.queue.pop(0)
            if self.max_pursuers(seat):
                self.p["actor"] = seat
                return
        self.p.pop("origin")
        self.arrive()

    def do_pursue(self, couriers: str) -> None:
        p, seat = self.p, self.p["actor"]
        for _ in range(int(couriers)):
            self.ride(seat, p["origin"], p["dest"])
            p["arrived"][seat] += 1
            p["cans"][seat] -= 1
            p["reserve"] += 1
        self.next_pursuit()

    def arrive(self) -> None:
        p = self.p
        kind = self.kinds[p["dest"]]
        self.at, self.left = p["dest"], [0] * self.n
        if kind == "obstacle":
            self.left = p["arrived"]
            self.next_obstacle()
        elif kind == "can":
            p["actor"] = p["active"]
            self.gain(1)
        else:
            self.end_turn()

    def gain(self, due: int) -> None:
        """Give the actor `due` cans, one by one; then let the next seat with a courier at the obstacle decide.

        While the reserve is empty, the rival with the most cans gives one. If several rivals tie, stop: the actor
        chooses one of them (phase "take"). If the actor has the most cans, or ties for it, it gets none.
        """
        p = self.p
        for key in ("dest", "arrived", "due"):
            p.pop(key, None)
        while due:
            richest = [seat for seat in range(self.n) if p["cans"][seat] == max(p["cans"])]
            if p["reserve"]:
                p["reserve"] -= 1
                p["cans"][p["actor"]] += 1
            elif p["actor"] in richest:
                pass
            elif len(richest) == 1:
                p["cans"][richest[0]] -= 1
                p["cans"][p["actor"]] += 1
            else:
                p |= {"phase": "take", "due": due}
                if any(self.left):
                    p |= {"dest": self.at, "arrived": self.left}
                return
            due -= 1
        self.next_obstacle()

    def do_take(self, colour: str) -> None:
        p = self.p
        p["cans"][self.colours.index(colour)] -= 1
        p["cans"][p["actor"]] += 1
        self.gain(p["due"] - 1)

    def next_obstacle(self) -> None:
        for seat in self.seats_from(self.p["active"]):
            if self.left[seat]:
                self.p |= {"phase": "obstacle", "actor": seat, "dest": self.at, "arrived": self.left}
                return
        self.end_turn()

    def do_pay(self) -> None:
        p = self.p
        p["cans"][p["actor"]] -= 1
        p["reserve"] += 1
        self.left[p["actor"]] -= 1
        self.next_obstacle()

    def do_back(self) -> None:
        p, seat = self.p, self.p["actor"]
        taken = {self.number(space) for row in p["couriers"] for space in row}
        free = [s for s in range(self.at + 1, self.start) if self.kinds[s] == "obstacle" and s not in taken]
        self.ride(seat, self.at, free[0] if free else self.start)
        self.left[seat] -= 1
        due = 1 if free else 2
        if not self.option["empty_reserve_applies_to_compensation"]:
            due = min(due, p["reserve"])
        self.gain(due)

    def end_turn(self) -> None:
        p = self.p
        for key in ("actor", "origin", "dest", "arrived", "due"):
            p.pop(key, None)
        following = (p["active"] + 1) % self.n
        if following == p["first"] and p["round"] == self.option["max_rounds"]:
            p["phase"] = "over"
            return
        p["round"] += following == p["first"]
        p |= {"active": following, "phase": "announce"}


OPTIONS: list[dict[str, Any]] = [
    {},
    {"track": "rough_city"},
    {"track": NARROW_TRACK},
    {"track": NARROW_TRACK, "empty_reserve_applies_to_compensation": False, "first_player": 1},
    {"track": NARROW_TRACK, "group_from_start": False, "finish_with_sum": True, "max_rounds": 9},
    {"finish_with_sum": True, "colours": "white blue gray green red black yellow", "max_rounds": 0},
]


def compare(game: VeloCity, seed: int, every: int) -> set[str]:
    """Play a random game in the engine and in the reference, and compare them after every move.

    Every `every` plies, check `allows` for all moves of the vocabulary. Return the phases that occurred.
    """
    rng, race = Rng(seed), game.start()
    reference = Reference(game, race.write())
    phases: set[str] = set()
    ply = 0
    while race.actor != OVER:
        legal = [move for move, _ in race.chance()] if race.actor < 0 else race.legal()
        assert [game.text(move) for move in legal] == sorted(reference.legal(), key=game.index.__getitem__)
        assert race.count() == (len(legal) if race.actor >= 0 else 0)
        if ply % every == 0:
            assert [move for move in range(len(game.moves)) if race.allows(move)] == legal
        move = race.draw(rng) if race.actor < 0 else race.pick(rng)
        assert move in legal
        phases.add(reference.p["phase"])
        race.play(move)
        reference.play(game.text(move))
        assert race.write() == reference.p
        ply += 1
    assert not reference.legal()
    assert not any(race.allows(move) for move in range(len(game.moves)))
    return phases


@pytest.mark.parametrize("seats", range(3, 8))
@pytest.mark.parametrize("options", OPTIONS)
def test_vc06_the_engine_agrees_with_the_reference(seats: int, options: dict[str, Any]) -> None:
    game = VeloCity(seats, options)
    for seed in range(3):
        compare(game, random.Random(f"{seats} {sorted(options)} {seed}").getrandbits(32), 7)


def test_vc19_the_comparison_reaches_every_phase() -> None:
    game = VeloCity(4, {"track": NARROW_TRACK})
    phases = set.union(*[compare(game, seed, 50) for seed in range(10)])
    assert phases == {"first", "announce", "roll", "move", "pursuit", "obstacle", "take"}
