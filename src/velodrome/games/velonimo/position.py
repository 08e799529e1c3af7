"""Positions as plain data: `write` a race, `read` it back or set up one of your own.

    {"stage": 2, "hands": [["red2", "hare25"], ["pink7"], ["blue1"]], "actor": 0, "jersey": 0, "totals": [2, 1, 0]}

What is left out: round 1, phase "attack" led by seat 0, no points, nobody has the jersey, and every card
that is not listed lies in the discard. In a duel, "pile" may list the cards that are left to draw.
"""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.contract import CHANCE, ONLOOKER, OVER, TRUTH, Data
from velodrome.core.errors import BadPosition, VelodromeError
from velodrome.games.velonimo.game import NOBODY, Velonimo
from velodrome.games.velonimo.hands import NOTHING
from velodrome.games.velonimo.knowledge import GIVEN, HEAD, TAKEN, THEN, WORDS, head, room
from velodrome.games.velonimo.moves import FACE, JERSEY, PASS, PLAY, VALUE
from velodrome.games.velonimo.pieces import ALL, CARDS, DECK, HAND, bits, mask_of, members
from velodrome.games.velonimo.rules import (
    ATTACK,
    CHOOSING,
    DEALING,
    DRAWING,
    GIVING,
    PHASES,
    REVEALING,
    REWARDING,
    STARTING,
    STEALING,
    TAKING,
    Race,
)
from velodrome.games.velonimo.standing import LAST

KEYS = (
    "viewer", "stage", "phase", "actor", "hands", "hidden", "discard", "played", "totals", "gained", "ahead", "top",
    "jersey", "jersey_used", "leaders", "to_take", "due", "victim", "pile", "revealed", "steals", "rewards",
)  # fmt: skip
CHANCE_PHASES = (STARTING, DEALING, DRAWING, TAKING, REVEALING)


def names(mask: int) -> list[str]:
    return [CARDS[card] for card in members(mask)]


def write(race: Race) -> Data:
    """A race as plain data."""
    data: Data = {} if race.viewer == TRUTH else {"viewer": "onlooker" if race.viewer == ONLOOKER else race.viewer}
    data |= {
        "stage": race.stage,
        "phase": "over" if race.actor == OVER else PHASES[race.phase],
        "actor": race.actor if race.actor >= 0 else None,
        "hands": [names(hand) for hand in race.hands],
    }
    if race.viewer != TRUTH:
        data["hidden"] = list(race.hidden)
    data |= {
        "discard": names(race.out),
        "played": [names(cards) for cards in race.played],
        "totals": race.scores(),
        "gained": [race.gained(seat) for seat in range(race.n)],
        "ahead": race.ahead,
        "top": race.game.text(race.top) if race.top else None,
        "jersey": race.jersey if race.jersey != NOBODY else None,
        "jersey_used": race.jersey != NOBODY and race.bonus == NOBODY and race.n > 2,
    }
    if race.phase in (STEALING, DRAWING):
        data["leaders"] = race.debt
    if race.phase in (TAKING, GIVING):
        data |= {"victim": race.victim, "to_take": race.debt, "due": race.due}
    if race.n == 2:
        data |= {"pile": race.pile, "revealed": CARDS[race.revealed] if race.revealed != NOTHING else None}
        if race.phase == DRAWING:
            data["due"] = race.due
    data["steals"] = [steal(race.tale, at) for at in range(0, race.told, WORDS)]
    return data


def steal(tale: vec[i64], at: int) -> Data:
    """One entry of a tale."""
    word = tale[at + HEAD]
    then = names(tale[at + THEN])
    if not word >> 8 & 255:
        return {"reward": names(tale[at + GIVEN])[0], "to": word & 15, "then": then}
    return {
        "thief": word & 15,
        "victim": word >> 4 & 15,
        "count": word >> 8 & 255,
        "sizes": [word >> 16 & 255, word >> 24],
        "taken": names(tale[at + TAKEN]),
        "given": names(tale[at + GIVEN]),
        "then": then,
    }


# ---------------------------------------------------------------- reading


def read(game: Velonimo, description: Data) -> Race:
    """The race that a description sets up; BadPosition if no game can reach it."""
    reader = Reader(game, description)
    race = reader.race()
    for test, problem in impossible(race):
        if test:
            raise BadPosition(f"velonimo: {problem}.")
    if race.viewer != TRUTH:
        race.recall()
    return race


def impossible(race: Race) -> list[tuple[bool, str]]:
    """What cannot be, and whether it is so here."""
    n, phase, actor = race.n, race.phase, race.actor
    hands = list(race.hands)
    held = sum(bits(hand) for hand in hands) + sum(race.hidden)
    dealt = race.dealt == HAND * n
    in_hands = 0
    for hand in hands:
        in_hands |= hand
    racing = bits(race.racing)
    shown = 0 if race.revealed == NOTHING else 1 << race.revealed
    acts = actor >= 0
    sizes = [race.size(seat) for seat in range(n)]
    in_order = [min(HAND, max(0, race.dealt - HAND * seat)) for seat in range(n)]
    return [
        (phase == DEALING and sizes != in_order, "a deal gives eleven cards to seat 0, then to seat 1, and so on"),
        (phase == STARTING and race.dealt > 0, "nobody has cards before the first seat is named"),
        (sum(bits(h) for h in hands) > bits(in_hands), "a card lies in two hands"),
        (bool(in_hands & race.out), f"{', '.join(names(in_hands & race.out))} lies in a hand and in the discard"),
        (bool(shown & (in_hands | race.out)), "the revealed card lies elsewhere too"),
        (held + bits(race.out) + bits(shown) > DECK, "there are more cards than the deck has"),
        (n == 5 and dealt and held + bits(race.out) != DECK, "with five seats every card is in a hand or played"),
        (n == 2 and dealt and race.pile != DECK - held - bits(race.out | shown), "the pile is not what is left"),
        (n > 2 and (race.pile > 0 or shown != 0), "only a duel has a pile and a revealed card"),
        (acts and phase != REWARDING and phase != CHOOSING and racing < 2, "fewer than two seats hold cards"),
        (phase == CHOOSING and bool(race.racing >> actor & 1), "a seat that still races leads by itself"),
        (phase == CHOOSING and racing < 2, "with one racer left the round is over"),
        (acts and phase not in (CHOOSING,) and not race.racing >> actor & 1, f"seat {actor} holds no card"),
        (phase == STEALING and not 1 <= race.debt <= 7, "leaders must be 1 to 7"),
        (phase == ATTACK and race.top != PASS and race.ahead == actor, "nobody is asked to beat an own play"),
        (phase == ATTACK and race.top == PASS and acts and race.ahead != actor, "who leads is ahead"),
        (bool(FACE[race.top] & ALL & ~race.out), "the play to beat must lie in the discard"),
        (n == 2 and race.bonus != NOBODY, "in a duel the jersey gives no bonus"),
        (any(bits(p & ~race.out) > 0 for p in race.played), "what was played lies in the discard"),
    ]


class Reader:
    """Takes a description apart, with the defaults and complaints that fit."""

    def __init__(self, game: Velonimo, description: Data) -> None:
        if not isinstance(description, dict):
            raise BadPosition(f"velonimo: a position is a table of names and values, not {description!r}.")
        for key in description:
            if key not in KEYS:
                raise BadPosition(f'velonimo: "{key}" is nothing of a position; there is {", ".join(KEYS)}.')
        self.game = game
        self.data: dict[str, Any] = description
        self.n = game.seats

    def bad(self, key: str, expected: str) -> BadPosition:
        return BadPosition(f"velonimo: {key} is {self.data.get(key)!r}; expected {expected}.")

    def number(self, key: str, default: int, low: int, high: int) -> int:
        value = self.data.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.bad(key, f"a whole number from {low} to {high}")
        return value

    def seat(self, key: str, default: int, nobody: int) -> int:
        value = self.data.get(key, default)
        if value is None:
            return nobody
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < self.n:
            raise self.bad(key, f"a seat from 0 to {self.n - 1}")
        return value

    def numbers(self, key: str) -> vec[i64]:
        value = self.data.get(key, [0] * self.n)
        if not isinstance(value, list) or len(value) != self.n or not all(type(v) is int and v >= 0 for v in value):
            raise self.bad(key, f"{self.n} whole numbers")
        return vec[i64](value)

    def merits(self) -> vec[i64]:
        gained = self.numbers("gained")
        if any(points >= LAST for points in gained):
            raise self.bad("gained", f"points below {LAST}")
        return vec[i64]([total * LAST + points for total, points in zip(self.numbers("totals"), gained, strict=True)])

    def cards(self, key: str, value: object) -> int:
        """The mask of a list of cards, each known and named once."""
        if not isinstance(value, list) or not all(card in CARDS for card in value) or len(set(value)) < len(value):
            raise BadPosition(f"velonimo: {key} has {value!r}; expected different cards such as red4, hare25.")
        return mask_of([CARDS.index(card) for card in value])

    def card_lists(self, key: str) -> vec[i64]:
        value = self.data.get(key, [[]] * self.n)
        if not isinstance(value, list) or len(value) != self.n:
            raise self.bad(key, f"{self.n} lists of cards")
        return vec[i64]([self.cards(f"{key} of seat {seat}", row) for seat, row in enumerate(value)])

    def race(self) -> Race:
        phase_name = self.data.get("phase", "attack")
        if phase_name not in [*PHASES, "over"]:
            raise self.bad("phase", "one of " + ", ".join([*PHASES, "over"]))
        race = Race(
            self.game, self.n, self.card_lists("hands"), self.numbers("hidden"), self.card_lists("played"),
            room(self.n), self.merits(),
        )  # fmt: skip
        self.tell(race)
        race.stage = self.number("stage", 1, 1, len(self.game.points))
        race.phase = ATTACK if phase_name == "over" else PHASES.index(phase_name)
        self.set_cards(race)
        self.set_people(race, phase_name == "over")
        self.set_viewer(race)
        return race

    def set_cards(self, race: Race) -> None:
        """Discard, pile and revealed card."""
        revealed = self.data.get("revealed")
        if revealed is not None and revealed not in CARDS:
            raise self.bad("revealed", "a card such as red4")
        race.revealed = NOTHING if revealed is None else CARDS.index(revealed)
        held = 0 if revealed is None else 1 << race.revealed
        for hand in race.hands:
            held |= hand
        before_round = race.phase in (STARTING, DEALING)
        pile = self.data.get("pile", 0)
        listed = self.cards("pile", pile) if isinstance(pile, list) else 0
        if "discard" in self.data:
            race.out = self.cards("discard", self.data["discard"])
        else:
            race.out = 0 if before_round else ALL & ~held & ~listed
        race.pile = bits(listed) if isinstance(pile, list) else self.number("pile", 0, 0, DECK)
        size = sum(bits(hand) for hand in race.hands) + sum(race.hidden)
        race.dealt = size if before_round else HAND * self.n

    def set_people(self, race: Race, over: bool) -> None:
        """Who acts, who is ahead, what is asked."""
        for seat in range(self.n):
            if race.size(seat):
                race.racing |= 1 << seat
        top = self.data.get("top")
        race.top = PASS if top is None else self.move("top")
        race.beat = FACE[race.top] >> VALUE
        by_chance = race.phase in CHANCE_PHASES
        default = self.data.get("ahead", 0)
        actor = self.seat("actor", default, CHANCE)
        if by_chance and actor != CHANCE and "actor" in self.data:
            raise self.bad("actor", f"none: chance acts in phase {PHASES[race.phase]}")
        if not by_chance and not over and actor == CHANCE:
            raise self.bad("actor", "a seat")
        race.actor = OVER if over else CHANCE if by_chance else actor
        race.ahead = self.seat("ahead", actor if actor >= 0 else 0, NOBODY)
        race.jersey = self.seat("jersey", None, NOBODY)  # type: ignore[arg-type]  # None stands for nobody
        used = self.data.get("jersey_used", self.n == 2)
        if not isinstance(used, bool):
            raise self.bad("jersey_used", "true or false")
        race.bonus = NOBODY if used or self.n == 2 else race.jersey
        self.set_steal(race)
        if race.phase in (STARTING, DEALING):
            race.racing = 0

    def set_steal(self, race: Race) -> None:
        """The steal or the draw under way."""
        if race.phase in (STEALING, DRAWING):
            race.debt = self.number("leaders", 1 if race.phase == STEALING else 0, 0, 7)
        if race.phase == DRAWING:
            race.due = self.number("due", 1, 1, 7)
            race.racing |= 1 << race.ahead  # who has played the last card is not out before the draw (VN-52)
        if race.phase in (TAKING, GIVING):
            race.victim = self.seat("victim", -1, -1)
            race.debt = self.number("to_take", 0 if race.phase == GIVING else 1, 0, 7)
            race.due = self.number("due", 1, 1, 7)
            race.racing |= 1 << race.victim
            if not race.told:
                raise self.bad("steals", "the steal under way as its last entry")

    def move(self, key: str) -> int:
        """A play by its text."""
        text = self.data[key]
        try:
            move = self.game.parse(text) if isinstance(text, str) else PASS
        except VelodromeError:
            move = PASS
        if not PLAY <= move < JERSEY + (JERSEY - PLAY):
            raise self.bad(key, "a play such as red2+red5")
        return move

    def set_viewer(self, race: Race) -> None:
        viewer = self.data.get("viewer")
        if viewer == "onlooker":
            race.viewer = ONLOOKER
        elif viewer is not None:
            race.viewer = self.seat("viewer", 0, TRUTH)
        elif sum(race.hidden):
            raise self.bad("hidden", "none: only a seen position hides cards")

    def tell(self, race: Race) -> None:
        """The steals and rewards of the round."""
        entries = self.data.get("steals", [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise self.bad("steals", "a list of tables")
        if len(entries) * WORDS > len(race.tale):
            raise self.bad("steals", "no more than a round has leaders and rewards")
        for entry in entries:
            for word in self.entry(entry):
                race.tale[race.told] = word
                race.told += 1

    def entry(self, entry: dict[str, Any]) -> list[int]:
        """The four words of one."""
        try:
            then = self.cards("then", entry["then"])
            if "reward" in entry:
                return [head(entry["to"], entry["to"], 0, 0, 0), 0, self.cards("reward", [entry["reward"]]), then]
            thief_hand, victim_hand = entry["sizes"]
            word = head(entry["thief"], entry["victim"], entry["count"], thief_hand, victim_hand)
            return [word, self.cards("taken", entry["taken"]), self.cards("given", entry["given"]), then]
        except (KeyError, TypeError, ValueError):
            raise BadPosition(f"velonimo: steals has {entry!r}; expected an entry as `write` gives it.") from None
