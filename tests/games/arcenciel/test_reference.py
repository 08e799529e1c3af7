"""Comparison of the engine with a slow reference implementation of the rules, move by move in random races."""

import tomllib
from collections import Counter
from collections.abc import Generator
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from velodrome.core.contract import CHANCE, OVER
from velodrome.core.rng import Rng
from velodrome.games.arcenciel.game import ArcEnCiel

BOARDS = Path(__file__).parent / "boards"
VILLAGE = {"circuit": str(BOARDS / "village.toml"), "deck": str(BOARDS / "fair.toml")}
# A generator that yields the phase and the actor (None for chance), and receives the text of the next move.
Play = Generator[tuple[str, int | None], str, None]


class Over(Exception):
    """Raised at the end of the game; the argument is the winner, or None if the jerseys decide."""


class Reference:
    """The rules of Arc en Ciel, written for clarity, not speed; `play` is a generator that asks for each move."""

    def __init__(self, seats: int, options: dict[str, Any], circuit: dict[str, Any], deck: dict[str, Any]) -> None:
        self.n, self.options, self.circuit, self.squares = seats, options, circuit, circuit["square"]
        self.team, self.rates, self.upkeep = circuit["team"], circuit["jerseys"], circuit["inner_track"]["upkeep"]
        self.kinds = {card["id"]: card for card in deck["card"]}
        self.energy = [self.team["energy_start"]] * seats
        self.hand = [self.team["domestiques"]] * seats
        self.placed: list[list[int]] = [[] for _ in range(seats)]
        self.jerseys = [{"rainbow": 0, "green": 0, "double": 0, "triple": 0, "points": 0} for _ in range(seats)]
        self.pack: list[int] = []
        self.ahead: int | None = None
        self.gap = self.prizes = self.square = 0
        self.lap = 1
        self.rainbow_lap = False
        self.deck = Counter({id: card["count"] for id, card in self.kinds.items()})
        self.discard: Counter[str] = Counter()
        self.no_feeding: Counter[str] = Counter()
        self.bid: int | None = None
        self.bidder: int | None = None

    def write(self) -> dict[str, Any]:
        """Return the same data as `State.write`, but only what this class tracks."""
        piles = {"deck": self.deck, "discard": self.discard, "no_feeding": self.no_feeding}
        return {
            "square": self.square, "lap": self.lap, "rainbow_lap": self.rainbow_lap, "breakaway": self.ahead,
            "gap": self.gap, "pack": self.pack, "energy": self.energy, "hand": self.hand,
            "placed": [sorted(row) for row in self.placed], "high_bid": self.bid, "high_bidder": self.bidder,
            **{name: dict(+pile) for name, pile in piles.items()},
            **{name: [row[name] for row in self.jerseys] for name in self.jerseys[0]},
        }  # fmt: skip

    # ------------------------------------------------------------ course of the game

    def play(self) -> Play:
        for _ in range(self.n):
            self.pack.append(int((yield "lineup", None).split()[1]))
        while True:
            yield from self.turn()
            if self.options["max_laps"] and self.lap > self.options["max_laps"]:
                raise Over(None)

    def order(self) -> list[int]:
        """Return the race order: the breakaway rider, then the pack."""
        return [*([] if self.ahead is None else [self.ahead]), *self.pack]

    def turn(self) -> Play:
        while self.ahead is not None:
            text = yield "upkeep", self.ahead
            if text == "hold":
                self.energy[self.ahead] -= self.upkeep[self.gap - 1]
                break
            if text == "give up":
                self.catch()
            else:
                self.retire(self.ahead, text)
        if self.options["voluntary_retirement"] == "any":
            for seat in self.order():
                yield from self.pause(seat)
        thrower = self.order()[0]
        self.square += int((yield "white", None).split()[1])
        if self.square >= len(self.squares):
            self.square -= len(self.squares)
            yield from self.line(thrower)
        here = self.squares[self.square]
        owner = next((seat for seat in range(self.n) if self.square in self.placed[seat]), None)
        card = None
        if here["kind"] == "chance":
            if not +self.deck:
                self.deck, self.discard = self.discard, Counter()
            if +self.deck:
                card = (yield "card", None).split()[1]
                here = self.kinds[card]
                self.deck[card] -= 1
                (self.no_feeding if here["kind"] == "no_feeding" else self.discard)[card] += 1
        yield from self.effect(here, thrower, owner)
        yield from self.positions(here, thrower, owner)
        if here["kind"] == "effort" and owner is None and card is None:
            yield from self.auction()

    def pause(self, seat: int) -> Play:
        while self.energy[seat] < self.team["energy_max"] and (self.hand[seat] or self.placed[seat]):
            text = yield "pause", seat
            if text == "continue":
                return
            self.retire(seat, text)

    def line(self, thrower: int) -> Play:
        if self.rainbow_lap:
            self.rainbow_lap = False
            self.jerseys[thrower]["rainbow"] += 1
            yield from self.exchange(thrower, "exchange_lap")
        if +self.no_feeding:
            self.discard += self.no_feeding
            self.no_feeding = Counter()
        else:
            for seat in self.order():
                self.feed(seat, self.team["lap_feeding"])
        self.lap += 1
        if self.square == 0:
            self.rainbow_lap = True

    def effect(self, here: dict[str, Any], thrower: int, owner: int | None) -> Play:
        kind = here["kind"]
        if kind in ("effort", "hazard", "hazard_all"):
            for seat in [thrower] if kind == "hazard" else self.order():
                if seat != owner:
                    yield from self.pay(seat, here["value"])
            if not self.order():
                raise Over(None)
            if self.options["last_rider_wins"] and len(self.order()) == 1:
                raise Over(self.order()[0])
        elif kind == "feeding":
            self.feed(thrower, here["value"])
        elif kind in ("green", "dotted"):
            self.jerseys[thrower]["green" if kind == "green" else "double" if here["value"] == 2 else "triple"] += 1
            yield from self.exchange(thrower, "exchange_square")
        elif kind == "rainbow_lap":
            self.rainbow_lap = True
        elif kind == "retire":
            self.deck += self.discard
            self.discard = Counter()
            if self.hand[thrower] or self.placed[thrower]:
                text = yield "forced_retire", thrower
                before = self.energy[thrower]
                self.retire(thrower, text)
                if not self.options["forced_retirement_pays"]:
                    self.energy[thrower] = before

    def pay(self, seat: int, value: int) -> Play:
        while self.energy[seat] < value and (self.hand[seat] or self.placed[seat]):
            self.retire(seat, (yield "raise", seat))
        if self.energy[seat] >= value:
            self.energy[seat] -= value
            return
        self.energy[seat] = 0
        if seat == self.ahead:
            self.ahead, self.gap, self.prizes = None, 0, 0
        else:
            self.pack.remove(seat)

    def positions(self, here: dict[str, Any], thrower: int, owner: int | None) -> Play:
        if here["kind"] == "breakaway" or (owner is not None and owner == thrower):
            yield from self.attack(thrower, here)
        elif owner is not None:
            self.pack.remove(owner)
            self.pack.insert(0, owner)
            if self.ahead is None:
                yield from self.attack(owner, here)
            else:
                self.gap -= int((yield "chase", None).split()[1])
                if self.gap <= 0:
                    self.catch()
        elif self.ahead is not None:
            self.gap -= 1
            if self.gap == 0:
                self.catch()
        elif thrower in self.pack:
            self.pack.remove(thrower)
            self.pack.append(thrower)

    def attack(self, seat: int, here: dict[str, Any]) -> Play:
        while (text := (yield "attack", seat)) not in ("attack", "stay"):
            self.retire(seat, text)
        if text == "stay":
            return
        self.energy[seat] -= here.get("value", 0)
        self.gap += int((yield "yellow", None).split()[1])
        if self.ahead is None:
            self.ahead = seat
            self.pack.remove(seat)
        if self.gap > len(self.upkeep):
            raise Over(seat)
        if self.options["combativity"]:
            had = self.prizes
            for prize, arrows, points in ((1, 6, 1), (2, 12, 2)):
                if self.gap > arrows and self.prizes < prize:
                    self.prizes = prize
                    self.jerseys[seat]["points"] += points
            if self.prizes > had:
                yield from self.exchange(seat, "exchange_breakaway")

    def auction(self) -> Play:
        for seat in self.order():
            while (text := (yield "bid", seat)).startswith("retire"):
                self.retire(seat, text)
            if text != "pass":
                self.bid, self.bidder = int(text.split()[1]), seat
        bidder, self.bidder = self.bidder, None
        if bidder is not None and self.bid is not None:
            self.energy[bidder] -= self.bid
            self.bid = None
            if self.hand[bidder]:
                self.hand[bidder] -= 1
            else:
                self.placed[bidder].remove(int((yield "relocate", bidder).split()[1]))
            self.placed[bidder].append(self.square)

    # ------------------------------------------------------------ helpers

    def feed(self, seat: int, energy: int) -> None:
        self.energy[seat] = min(self.team["energy_max"], self.energy[seat] + energy)

    def retire(self, seat: int, text: str) -> None:
        where = text.split()[1]
        if where == "hand":
            self.hand[seat] -= 1
        else:
            self.placed[seat].remove(int(where))
        self.feed(seat, self.team["retire_energy"])

    def catch(self) -> None:
        """Move the breakaway rider to the back of the pack."""
        assert self.ahead is not None
        self.pack.append(self.ahead)
        self.ahead, self.gap, self.prizes = None, 0, 0

    # ------------------------------------------------------------ jerseys

    def exchange(self, seat: int, phase: str) -> Play:
        """Ask the rider `seat` for exchanges, until the rider answers "keep" or no exchange is possible.

        To ask, yield (`phase`, `seat`). If an exchange wins the race, make it without asking. As soon as the rider has
        won, raise `Over`.
        """
        own = self.jerseys[seat]
        while True:
            self.exchange_greens(own)
            if self.wins(own):
                raise Over(seat)
            swaps = self.swaps(own)
            for text in swaps:
                tried = self.after_swap(own, text)
                self.exchange_greens(tried)
                if self.wins(tried):
                    own.update(tried)
                    raise Over(seat)
            if not swaps or (text := (yield phase, seat)) == "keep":
                return
            own.update(self.after_swap(own, text))

    def exchange_greens(self, own: dict[str, int]) -> None:
        while not self.options["need_all_jerseys"] and own["green"] >= self.rates["green_per_rainbow"]:
            own["green"] -= self.rates["green_per_rainbow"]
            own["rainbow"] += 1

    def wins(self, own: dict[str, int]) -> bool:
        full = own["green"] and own["double"] + own["triple"]
        enough = own["rainbow"] >= (self.options["rainbow_to_win"] or self.rates["rainbow_to_win"])
        return bool(enough and (full or not self.options["need_all_jerseys"]))

    def swaps(self, own: dict[str, int]) -> list[str]:
        """Return the texts of the exchanges that are possible with the jerseys `own`, in the order of the vocabulary.

        The order matters, because `exchange` makes the first exchange that wins.
        """
        found = ["exchange green"] * (own["green"] >= self.rates["green_per_rainbow"])
        found += ["exchange points green", "exchange points dotted"] * (own["points"] >= 1)
        found += ["exchange points rainbow"] * (own["points"] >= 3)
        for a, b in product(range(own["double"] + 1), range(own["triple"] + 1)):
            need, worth = self.rates["dotted_per_rainbow"], 2 * a + 3 * b
            if worth >= need and not (a and worth - 2 >= need) and not (b and worth - 3 >= need):
                found.append(f"exchange {a} {b}")
        return found

    def after_swap(self, own: dict[str, int], text: str) -> dict[str, int]:
        new, words = dict(own), text.split()[1:]
        if words[0] == "points":
            new["points"] -= 3 if words[1] == "rainbow" else 1
            new["triple" if words[1] == "dotted" else words[1]] += 1
        elif words[0] == "green":
            new["green"] -= self.rates["green_per_rainbow"]
            new["rainbow"] += 1
        else:
            new["double"] -= int(words[0])
            new["triple"] -= int(words[1])
            new["rainbow"] += 1
        return new

    def best(self, own: dict[str, int]) -> tuple[int, int, int]:
        """Try all sequences of exchanges from the jerseys `own`; return the best result as (rainbow, green, dotted).

        More rainbow jerseys are better, then more green ones, then more dotted ones.
        """
        seen, todo = set(), [own]
        while todo:
            row = todo.pop()
            if tuple(row.values()) not in seen:
                seen.add(tuple(row.values()))
                todo += [self.after_swap(row, text) for text in self.swaps(row)]
        return max((row[0], row[1], 2 * row[2] + 3 * row[3]) for row in seen)


def final_jerseys(written: Any, seat: int) -> tuple[int, int, int]:
    """Return how many rainbow, green and dotted jerseys a seat has in the data of `State.write`."""
    return written["rainbow"][seat], written["green"][seat], 2 * written["double"][seat] + 3 * written["triple"][seat]


TABLES = st.fixed_dictionaries(
    {
        "rainbow_to_win": st.sampled_from([0, 0, 1, 5]),
        "need_all_jerseys": st.booleans(),
        "combativity": st.booleans(),
        "leader_must_open": st.booleans(),
        "forced_retirement_pays": st.booleans(),
        "voluntary_retirement": st.sampled_from(["windows", "any", "shortfall"]),
        "last_rider_wins": st.booleans(),
        "max_laps": st.sampled_from([0, 3, 30]),
    }
)


@settings(max_examples=150, deadline=None)
@given(st.integers(3, 6), TABLES, st.booleans(), st.integers(0, 2**32), st.sampled_from([2, 3, 5, 99]))
def test_the_engine_agrees_with_the_reference(
    seats: int, options: dict[str, Any], village: Any, seed: int, boldness: Any
) -> None:
    game = ArcEnCiel(seats, options | (VILLAGE if village else {}))
    folder = files("velodrome.games").joinpath("arcenciel")
    circuit = game.boards.get("circuit") or folder.joinpath("rainbow_loop.toml").read_text("utf-8")
    deck = game.boards.get("deck") or folder.joinpath("chance_default.toml").read_text("utf-8")
    reference = Reference(seats, dict(game.options), tomllib.loads(circuit), tomllib.loads(deck))
    run = reference.play()
    asked = next(run)
    state = game.start()
    rng = Rng(seed)
    for _ in range(1500):
        written: Any = state.write()
        assert asked == (written["phase"], written["actor"])
        assert {key: written[key] for key in reference.write()} == reference.write()
        move = state.draw(rng) if state.actor == CHANCE else state.nth(rng.below(min(state.count(), boldness)))
        state.play(move)
        try:
            asked = run.send(game.text(move))
        except Over as over:
            written = state.write()
            assert state.actor == OVER and written["winner"] == over.args[0]
            for seat in range(seats):
                expected = reference.best(reference.jerseys[seat])
                if seat == over.args[0]:
                    own = reference.jerseys[seat]
                    expected = own["rainbow"], own["green"], 2 * own["double"] + 3 * own["triple"]
                assert final_jerseys(written, seat) == expected
            return
