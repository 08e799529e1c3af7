"""Positions as plain data: `write` a race, `read` it back or set up one of your own.

    {"stage": 2, "hands": [["red2", "hare25"], ["pink7"], ["blue1"]], "actor": 0, "jersey": 0, "totals": [2, 1, 0]}

What is left out: round 1, phase "attack" led by seat 0, no points, nobody has the jersey, and every card
that is not listed lies in the discard. In a duel, "pile" may list the cards that are left to draw.
"""

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import count_bits
from velodrome.core.contract import CHANCE, ONLOOKER, OVER, TRUTH, Data
from velodrome.core.errors import UnknownMove
from velodrome.core.position_reader import PositionReader
from velodrome.games.velonimo.game import NOBODY, Velonimo
from velodrome.games.velonimo.hands import NOTHING
from velodrome.games.velonimo.knowledge import GIVEN, HEAD, TAKEN, THEN, WORDS, head, room
from velodrome.games.velonimo.moves import FACE, GIVE, JERSEY, PASS, PLAY, VALUE
from velodrome.games.velonimo.phases import (
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
)
from velodrome.games.velonimo.pieces import ALL, CAMELS, CARDS, DECK, HAND, TORTOISES, mask_of, members
from velodrome.games.velonimo.rules import Race
from velodrome.games.velonimo.scoring import LAST

KEYS = (
    "viewer", "stage", "phase", "actor", "hands", "hidden", "discard", "played", "totals", "gained", "ahead", "top",
    "jersey", "jersey_used", "leaders", "to_take", "due", "victim", "pile", "revealed", "steals",
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
    for wrong, problem in [*impossible_cards(race), *impossible_turn(race), *impossible_score(race)]:
        reader.require(not wrong, problem)
    viewers = [ONLOOKER, *range(race.n)] if race.viewer == TRUTH else [race.viewer]
    for viewer in viewers:
        memory = race.memory(viewer)
        told = memory.fits(list(race.hands)) if race.viewer == TRUTH else bool(memory.layouts)
        reader.require(told, "the steals do not lead to these hands")
    if race.viewer != TRUTH:
        named = list(race.hands)
        race.recall()
        reader.require(
            named == list(race.hands), f"seat {race.viewer} cannot be sure of other cards than the steals tell"
        )
    return race


def impossible_cards(race: Race) -> list[tuple[bool, str]]:
    """What cannot be true of the cards, and whether it is so here."""
    n, hands, out = race.n, list(race.hands), race.out
    sizes = [race.size(seat) for seat in range(n)]
    held = union(race.hands)
    shown = 0 if race.revealed == NOTHING else 1 << race.revealed
    rest = DECK - sum(sizes) - count_bits(out) - count_bits(shown)
    dealt = race.phase not in (STARTING, DEALING)
    in_order = [min(HAND, max(0, race.dealt - HAND * seat)) for seat in range(n)]
    return [
        (sum(count_bits(hand) for hand in hands) > count_bits(held), "a card lies in two hands"),
        (bool(held & out), f"{', '.join(names(held & out))} lies in a hand and in the discard"),
        (bool(shown & (held | out)), "the revealed card lies elsewhere too"),
        (rest < 0, "there are more cards than the deck has"),
        (n > 2 and max(sizes) > HAND, f"nobody holds more than {HAND} cards"),
        (race.viewer >= 0 and race.hidden[race.viewer] > 0, "a viewer knows the own hand"),
        (n == 5 and dealt and rest > 0, "with five seats every card is in a hand or played"),
        (n == 2 and dealt and race.pile != rest, "the pile is not what is left"),
        (n > 2 and (race.pile > 0 or shown > 0), "only a duel has a pile and a revealed card"),
        (not dealt and out > 0, "nothing is discarded before the cards are dealt"),
        (race.phase == STARTING and race.dealt > 0, "nobody has cards before the first seat is named"),
        (race.phase == DEALING and sizes != in_order, "a deal gives eleven cards to seat 0, then to seat 1, and so on"),
        (race.phase == DEALING and race.dealt == HAND * n, "every card of the deal is given already"),
        (bool(FACE[race.top] & ALL & ~out), "the play to beat must lie in the discard"),
        (any(cards & ~out for cards in race.played), "what was played lies in the discard"),
        (
            sum(count_bits(cards) for cards in race.played) > count_bits(union(race.played)),
            "two seats have played the same card",
        ),
        (race.told > 0 and union(race.played) != out, "with steals to tell, it must be said who played what"),
        (any(race.tale[at + THEN] & ~out for at in range(0, race.told, WORDS)), "then lists cards that were played"),
    ]


def union(masks: vec[i64]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def under_way(race: Race) -> tuple[int, int]:
    """Thief and victim of the last steal; nobody's if more is still to move than was announced."""
    word = race.tale[race.told - WORDS + HEAD]
    return (word & 15, word >> 4 & 15) if race.debt <= race.due <= word >> 8 & 255 else (NOBODY, NOBODY)


def impossible_turn(race: Race) -> list[tuple[bool, str]]:
    """What cannot be true of whose turn it is, and whether it is so here."""
    phase, actor, ahead = race.phase, race.actor, race.ahead
    acts, racing = actor >= 0, count_bits(race.racing)
    races = acts and bool(race.racing >> actor & 1)
    return [
        (phase in (DRAWING, REVEALING, REWARDING) and race.n > 2, f"only a duel knows the phase {PHASES[phase]}"),
        (acts and racing < 2, "fewer than two seats hold cards"),
        (phase == CHOOSING and races, "a seat that still races leads by itself"),
        (acts and phase != CHOOSING and not races, f"seat {actor} holds no card"),
        (phase == ATTACK and race.top != PASS and ahead == actor, "nobody is asked to beat an own play"),
        (acts and (phase != ATTACK or race.top == PASS) and ahead != actor, "who leads or steals is ahead"),
        (phase in (TAKING, GIVING) and race.victim == ahead, "nobody robs an own hand"),
        (phase == TAKING and race.size(race.victim) < race.debt, "the victim holds fewer cards than are to be taken"),
        (
            phase in (TAKING, GIVING) and under_way(race) != (ahead, race.victim),
            "steals must end with the one under way",
        ),
        (phase in (TAKING, GIVING) and race.size(ahead) + race.debt <= race.due, "the thief would give the last card"),
        (phase == DRAWING and race.pile < race.due, "the pile holds fewer cards than are due"),
        (phase == REVEALING and not race.pile, "the pile is empty"),
        (phase == REVEALING and race.revealed != NOTHING, "a card is revealed already"),
        (phase in (CHOOSING, REWARDING) and race.top != PASS, "an attack that is over has no play to beat"),
        (
            phase == STEALING and race.debt != count_bits(FACE[race.top] & TORTOISES),
            "leaders counts the tortoises on top",
        ),
        (phase == DRAWING and race.due > count_bits(FACE[race.top] & CAMELS), "only the camels on top draw"),
        (phase == REWARDING and race.revealed == NOTHING, "no card is revealed"),
    ]


def impossible_score(race: Race) -> list[tuple[bool, str]]:
    """What cannot be true of points and jersey, and whether it is so here."""
    n, over, totals = race.n, race.actor == OVER, race.scores()
    last = race.stage == len(race.options.points)
    most = sum(race.options.points[stage] for stage in range(race.stage)) * n * (n - 1) // 2
    return [
        (any(race.gained(seat) > totals[seat] for seat in range(n)), "nobody has gained more than the total"),
        (sum(totals) > most, f"{race.stage} rounds bring no more than {most} points"),
        (race.stage == 1 and race.jersey != NOBODY and not over, "nobody has the jersey in the first round"),
        (n > 2 and race.top >= JERSEY and race.bonus != NOBODY, "the jersey on top has been used"),
        (race.top >= JERSEY and race.jersey != race.ahead, "only its owner plays the jersey"),
        (n == 2 and not over and race.reached(), "the duel is won"),
        (over and not last and not (n == 2 and race.reached()), "there are rounds to come"),
        (over and count_bits(race.racing) > 1, "several seats still race"),
    ]


class Reader(PositionReader):
    """Takes a description apart, with the defaults that fit."""

    def __init__(self, game: Velonimo, data: Data) -> None:
        super().__init__("velonimo", game.seats, data, KEYS)
        self.game = game

    def race(self) -> Race:
        merits = zip(self.read_by_seat("totals", LAST), self.read_by_seat("gained", LAST - 1), strict=True)
        race = Race(
            self.game, self.seats, self.hands("hands"), vec[i64](self.read_by_seat("hidden", DECK)),
            self.hands("played"), room(self.seats), vec[i64]([total * LAST + gained for total, gained in merits]),
        )  # fmt: skip
        race.stage = self.read_number("stage", 1, 1, len(self.game.points))
        phase = self.read_word("phase", "attack", [*PHASES, "over"])
        over = phase == len(PHASES)
        race.phase = ATTACK if over else phase
        race.viewer = self.read_viewer()
        self.require(race.viewer != TRUTH or not sum(race.hidden), "only a seen position hides cards")
        self.set_cards(race)
        self.set_turn(race, over)
        self.set_steals(race)
        return race

    def cards(self, what: str, found: object) -> int:
        """The mask of a list of cards, each known and named once."""
        listed = self.check_list(what, found)
        if not all(card in CARDS for card in listed) or len(set(listed)) < len(listed):
            raise self.error(what, found, "different cards such as red4, hare25")
        return mask_of([CARDS.index(str(card)) for card in listed])

    def hands(self, key: str) -> vec[i64]:
        """A list of cards for each seat."""
        return vec[i64]([self.cards(f"{key}[{seat}]", row) for seat, row in enumerate(self.read_lists(key))])

    def set_cards(self, race: Race) -> None:
        """Discard, pile and revealed card."""
        revealed = self.get("revealed")
        race.revealed = NOTHING if revealed is None else self.check_word("revealed", revealed, CARDS)
        held = union(race.hands) | (0 if revealed is None else 1 << race.revealed)
        pile = self.get("pile", 0)
        listed = self.cards("pile", pile) if isinstance(pile, list) else 0
        race.pile = count_bits(listed) if isinstance(pile, list) else self.read_number("pile", 0, 0, DECK)
        before = race.phase in (STARTING, DEALING)
        elsewhere = 0 if before else ALL & ~held & ~listed
        race.out = self.cards("discard", self.get("discard")) if "discard" in self else elsewhere
        race.dealt = sum(race.size(seat) for seat in range(self.seats)) if before else HAND * self.seats

    def set_turn(self, race: Race, over: bool) -> None:
        """Who acts, who is ahead, what is asked, whose the jersey is."""
        race.top = self.play("top") if self.get("top") is not None else PASS
        race.beat = FACE[race.top] >> VALUE
        race.ahead = self.read_seat("ahead", None, NOBODY)
        actor = self.read_seat("actor", race.ahead if race.ahead != NOBODY else 0, CHANCE)
        if race.ahead == NOBODY:
            race.ahead = max(actor, 0)
        chance = race.phase in CHANCE_PHASES
        self.require(not (chance and "actor" in self and actor != CHANCE), f"chance acts in phase {PHASES[race.phase]}")
        self.require(chance or over or actor != CHANCE, "a seat must act")
        race.actor = OVER if over else CHANCE if chance else actor
        race.jersey = self.read_seat("jersey", None, NOBODY)
        used = self.read_flag("jersey_used")
        self.require(not used or race.jersey != NOBODY, "a jersey that nobody has cannot have been used")
        race.bonus = NOBODY if used or self.seats == 2 else race.jersey
        if race.phase not in (STARTING, DEALING):
            for seat in range(self.seats):
                race.racing |= (race.size(seat) > 0) << seat

    def play(self, key: str) -> int:
        """A play by its text."""
        try:
            move = self.game.parse(str(self.get(key)))
        except UnknownMove:
            move = PASS
        if not PLAY <= move < GIVE:
            raise self.error(key, self.get(key), "a play such as red2+red5")
        return move

    def set_steals(self, race: Race) -> None:
        """The tale of the round, and the steal or the draw under way."""
        entries = self.check_list("steals", self.get("steals", []))
        self.require(len(entries) * WORDS <= len(race.tale), "a round has no more steals than leaders and rewards")
        for entry in entries:
            for word in self.entry(entry):
                race.tale[race.told] = word
                race.told += 1
        if race.phase in (STEALING, DRAWING):
            race.debt = self.read_number("leaders", count_bits(FACE[race.top] & TORTOISES), 0, 7)
        if race.phase == DRAWING:
            race.due = self.read_number("due", 1, 1, 7)
            race.racing |= 1 << race.ahead  # who has played the last card is not out before the draw (VN-52)
        if race.phase in (TAKING, GIVING):
            self.require(race.told > 0, "steals must end with the one under way")
            race.victim = self.read_number("victim", -1, 0, self.seats - 1)
            race.debt = (
                self.read_number("to_take", 1, 1, 7) if race.phase == TAKING else self.read_number("to_take", 0, 0, 0)
            )
            race.due = self.read_number("due", 1, 1, 7)
            race.racing |= 1 << race.victim  # nor is who has just lost the last card (VN-26)

    def entry(self, entry: object) -> list[int]:
        """The four words of one entry of the tale, as `write` gives it."""
        if not isinstance(entry, dict):
            raise self.error("an entry of steals", entry, "a table")
        last = self.seats - 1
        then = self.cards("then", entry.get("then"))
        if "reward" in entry:
            seat = self.check_number("to", entry.get("to"), 0, last)
            return [head(seat, seat, 0, 0, 0), 0, self.cards("reward", [entry["reward"]]), then]
        thief, victim = (
            self.check_number("thief", entry.get("thief"), 0, last),
            self.check_number("victim", entry.get("victim"), 0, last),
        )
        self.require(thief != victim, "nobody robs an own hand")
        sizes = [self.check_number("sizes", size, 1, DECK) for size in self.check_list("sizes", entry.get("sizes"), 2)]
        word = head(thief, victim, self.check_number("count", entry.get("count"), 1, 7), sizes[0], sizes[1])
        return [word, self.cards("taken", entry.get("taken")), self.cards("given", entry.get("given")), then]
