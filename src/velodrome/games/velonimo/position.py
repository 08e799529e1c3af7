"""Positions as plain data: `write` turns a race into data, and `read` turns data into a race.

    {"stage": 2, "hands": [["red2", "hare25"], ["pink7"], ["blue1"]], "actor": 0, "jersey": 0, "totals": [2, 1, 0]}

Defaults: round 1, phase "attack", seat 0 leads, no points, nobody has the jersey, and every card that is not
listed lies in the discard. In a duel, "pile" may list the cards that are left to draw.
"""

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import count_bits
from velodrome.core.contract import CHANCE, ONLOOKER, OVER, TRUTH, Data
from velodrome.core.errors import UnknownMove
from velodrome.core.position_reader import PositionReader
from velodrome.games.velonimo.game import NOBODY, Velonimo
from velodrome.games.velonimo.hands import NO_CARD
from velodrome.games.velonimo.knowledge import (
    DISCARD_WORD,
    ENTRY_WORDS,
    GIVEN_WORD,
    HEAD_WORD,
    TAKEN_WORD,
    make_steal_log,
    pack_head,
)
from velodrome.games.velonimo.moves import FACE, GIVE, JERSEY, PASS, PLAY, VALUE_SHIFT
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
from velodrome.games.velonimo.pieces import (
    ALL_CARDS,
    CAMELS,
    CARDS,
    DECK_SIZE,
    HAND_SIZE,
    TORTOISES,
    list_cards,
    make_mask,
)
from velodrome.games.velonimo.rules import VelonimoState
from velodrome.games.velonimo.scoring import MERIT_UNIT

POSITION_KEYS = (
    "viewer", "stage", "phase", "actor", "hands", "hidden", "discard", "played", "totals", "gained", "ahead", "top",
    "jersey", "jersey_used", "leaders", "to_take", "due", "victim", "pile", "revealed", "steals",
)  # fmt: skip
CHANCE_PHASES = (STARTING, DEALING, DRAWING, TAKING, REVEALING)


def card_names(mask: int) -> list[str]:
    return [CARDS[card] for card in list_cards(mask)]


def write(race: VelonimoState) -> Data:
    """Write a race as plain data."""
    data: Data = {} if race.viewer == TRUTH else {"viewer": "onlooker" if race.viewer == ONLOOKER else race.viewer}
    data |= {
        "stage": race.stage,
        "phase": "over" if race.actor == OVER else PHASES[race.phase],
        "actor": race.actor if race.actor >= 0 else None,
        "hands": [card_names(hand) for hand in race.hands],
    }
    if race.viewer != TRUTH:
        data["hidden"] = list(race.hidden)
    data |= {
        "discard": card_names(race.discard),
        "played": [card_names(cards) for cards in race.played],
        "totals": race.scores(),
        "gained": [race.last_round_points(seat) for seat in range(race.n)],
        "ahead": race.ahead,
        "top": race.game.text(race.top) if race.top else None,
        "jersey": race.jersey if race.jersey != NOBODY else None,
        "jersey_used": race.jersey != NOBODY and race.bonus == NOBODY and race.n > 2,
    }
    if race.phase in (STEALING, DRAWING):
        data["leaders"] = race.to_take
    if race.phase in (TAKING, GIVING):
        data |= {"victim": race.victim, "to_take": race.to_take, "due": race.to_give}
    if race.n == 2:
        data |= {"pile": race.pile, "revealed": CARDS[race.revealed] if race.revealed != NO_CARD else None}
        if race.phase == DRAWING:
            data["due"] = race.to_give
    data["steals"] = [write_steal(race.steal_log, at) for at in range(0, race.steal_log_size, ENTRY_WORDS)]
    return data


def write_steal(log: vec[i64], at: int) -> Data:
    """Write one entry of a steal log as plain data: a steal or a reward. The entry starts at index `at`."""
    word = log[at + HEAD_WORD]
    then = card_names(log[at + DISCARD_WORD])
    if not word >> 8 & 255:
        return {"reward": card_names(log[at + GIVEN_WORD])[0], "to": word & 15, "then": then}
    return {
        "thief": word & 15,
        "victim": word >> 4 & 15,
        "count": word >> 8 & 255,
        "sizes": [word >> 16 & 255, word >> 24],
        "taken": card_names(log[at + TAKEN_WORD]),
        "given": card_names(log[at + GIVEN_WORD]),
        "then": then,
    }


# ---------------------------------------------------------------- reading


def read(game: Velonimo, description: Data) -> VelonimoState:
    """Create the race that `description` describes; raise BadPosition if no game can reach it."""
    reader = VelonimoPositionReader(game, description)
    race = reader.read_race()
    for wrong, problem in [*list_card_errors(race), *list_turn_errors(race), *list_score_errors(race)]:
        reader.require(not wrong, problem)
    viewers = [ONLOOKER, *range(race.n)] if race.viewer == TRUTH else [race.viewer]
    for viewer in viewers:
        memory = race.recollect_cards(viewer)
        consistent = memory.fits(list(race.hands)) if race.viewer == TRUTH else bool(memory.layouts)
        reader.require(consistent, "the steals do not lead to these hands")
    if race.viewer != TRUTH:
        known = list(race.hands)
        race.update_memory()
        reader.require(
            all(hand & ~more == 0 for hand, more in zip(known, race.hands, strict=True)),
            f"seat {race.viewer} knows only cards in other hands that the steals show or that can be nowhere else",
        )
    return race


def list_card_errors(race: VelonimoState) -> list[tuple[bool, str]]:
    """Check the cards; return the result of each check as a pair (has failed, message)."""
    n, hands, out = race.n, list(race.hands), race.discard
    sizes = [race.hand_size(seat) for seat in range(n)]
    held = union(race.hands)
    shown = 0 if race.revealed == NO_CARD else 1 << race.revealed
    rest = DECK_SIZE - sum(sizes) - count_bits(out) - count_bits(shown)
    dealt = race.phase not in (STARTING, DEALING)
    in_order = [min(HAND_SIZE, max(0, race.dealt - HAND_SIZE * seat)) for seat in range(n)]
    return [
        (sum(count_bits(hand) for hand in hands) > count_bits(held), "a card lies in two hands"),
        (bool(held & out), f"{', '.join(card_names(held & out))} lies in a hand and in the discard"),
        (bool(shown & (held | out)), "the revealed card lies elsewhere too"),
        (rest < 0, "there are more cards than the deck has"),
        (n > 2 and max(sizes) > HAND_SIZE, f"nobody holds more than {HAND_SIZE} cards"),
        (race.viewer >= 0 and race.hidden[race.viewer] > 0, "a viewer knows its own hand"),
        (n == 5 and dealt and rest > 0, "with five seats every card is in a hand or played"),
        (n == 2 and dealt and race.pile != rest, "the pile is not what is left"),
        (n > 2 and (race.pile > 0 or shown > 0), "only a duel has a pile and a revealed card"),
        (not dealt and out > 0, "nothing is discarded before the cards are dealt"),
        (race.phase == STARTING and race.dealt > 0, "nobody has cards before the first seat is named"),
        (race.phase == DEALING and sizes != in_order, "a deal gives eleven cards to seat 0, then to seat 1, and so on"),
        (race.phase == DEALING and race.dealt == HAND_SIZE * n, "every card of the deal is given already"),
        (bool(FACE[race.top] & ALL_CARDS & ~out), "the play to beat must lie in the discard"),
        (any(cards & ~out for cards in race.played), "what was played lies in the discard"),
        (
            sum(count_bits(cards) for cards in race.played) > count_bits(union(race.played)),
            "two seats have played the same card",
        ),
        (race.steal_log_size > 0 and union(race.played) != out, "a position with steals must list who played what"),
        (
            any(race.steal_log[at + DISCARD_WORD] & ~out for at in range(0, race.steal_log_size, ENTRY_WORDS)),
            "then may list only cards that were played",
        ),
    ]


def union(masks: vec[i64]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def find_current_steal(race: VelonimoState) -> tuple[int, int]:
    """Return the thief and the victim of the current steal, which is the last entry of the steal log.

    Return (NOBODY, NOBODY) if the numbers of cards still to be taken and given back do not fit that entry.
    """
    word = race.steal_log[race.steal_log_size - ENTRY_WORDS + HEAD_WORD]
    return (word & 15, word >> 4 & 15) if race.to_take <= race.to_give <= word >> 8 & 255 else (NOBODY, NOBODY)


def list_turn_errors(race: VelonimoState) -> list[tuple[bool, str]]:
    """Check phase, actor and play to beat; return the result of each check as a pair (has failed, message)."""
    phase, actor, ahead = race.phase, race.actor, race.ahead
    acts, racing = actor >= 0, count_bits(race.racing)
    races = acts and bool(race.racing >> actor & 1)
    return [
        (phase in (DRAWING, REVEALING, REWARDING) and race.n > 2, f"only a duel has the phase {PHASES[phase]}"),
        (acts and racing < 2, "fewer than two seats hold cards"),
        (phase == CHOOSING and races, "a seat that still races does not choose who leads"),
        (acts and phase != CHOOSING and not races, f"seat {actor} holds no card"),
        (phase == ATTACK and race.top != PASS and ahead == actor, "a seat is not asked to beat its own play"),
        (acts and (phase != ATTACK or race.top == PASS) and ahead != actor, "the seat that leads or steals is ahead"),
        (phase in (TAKING, GIVING) and race.victim == ahead, "a seat cannot steal from itself"),
        (
            phase == TAKING and race.hand_size(race.victim) < race.to_take,
            "the victim holds fewer cards than are to be taken",
        ),
        (
            phase in (TAKING, GIVING) and find_current_steal(race) != (ahead, race.victim),
            "steals must end with the one under way",
        ),
        (
            phase in (TAKING, GIVING) and race.hand_size(ahead) + race.to_take <= race.to_give,
            "the thief would give the last card",
        ),
        (phase == DRAWING and race.pile < race.to_give, "the pile holds fewer cards than are due"),
        (phase == REVEALING and not race.pile, "the pile is empty"),
        (phase == REVEALING and race.revealed != NO_CARD, "a card is revealed already"),
        (phase in (CHOOSING, REWARDING) and race.top != PASS, "an attack that is over has no play to beat"),
        (
            phase == STEALING and race.to_take != count_bits(FACE[race.top] & TORTOISES),
            "leaders counts the tortoises on top",
        ),
        (phase == DRAWING and race.to_give > count_bits(FACE[race.top] & CAMELS), "only the camels on top draw"),
        (phase == REWARDING and race.revealed == NO_CARD, "no card is revealed"),
    ]


def list_score_errors(race: VelonimoState) -> list[tuple[bool, str]]:
    """Check points and jersey; return the result of each check as a pair (has failed, message)."""
    n, over, totals = race.n, race.actor == OVER, race.scores()
    last = race.stage == len(race.rules.points)
    most = sum(race.rules.points[stage] for stage in range(race.stage)) * n * (n - 1) // 2
    return [
        (
            any(race.last_round_points(seat) > totals[seat] for seat in range(n)),
            "nobody has gained more than the total",
        ),
        (sum(totals) > most, f"{race.stage} rounds bring no more than {most} points"),
        (race.stage == 1 and race.jersey != NOBODY and not over, "nobody has the jersey in the first round"),
        (n > 2 and race.top >= JERSEY and race.bonus != NOBODY, "the jersey on top has been used"),
        (race.top >= JERSEY and race.jersey != race.ahead, "only its owner plays the jersey"),
        (n == 2 and not over and race.has_reached_target(), "the duel is won"),
        (over and not last and not (n == 2 and race.has_reached_target()), "there are rounds to come"),
        (over and count_bits(race.racing) > 1, "several seats are still racing"),
    ]


class VelonimoPositionReader(PositionReader):
    """Reader of a position that is given as plain data; it fills in the defaults."""

    def __init__(self, game: Velonimo, data: Data) -> None:
        super().__init__("velonimo", game.seats, data, POSITION_KEYS)
        self.game = game

    def read_race(self) -> VelonimoState:
        merits = zip(self.read_by_seat("totals", MERIT_UNIT), self.read_by_seat("gained", MERIT_UNIT - 1), strict=True)
        race = VelonimoState(
            self.game,
            self.seats,
            self.read_hands("hands"),
            vec[i64](self.read_by_seat("hidden", DECK_SIZE)),
            self.read_hands("played"),
            make_steal_log(self.seats),
            vec[i64]([total * MERIT_UNIT + gained for total, gained in merits]),
        )
        race.stage = self.read_number("stage", 1, 1, len(self.game.points))
        phase = self.read_word("phase", "attack", [*PHASES, "over"])
        over = phase == len(PHASES)
        race.phase = ATTACK if over else phase
        race.viewer = self.read_viewer()
        self.require(race.viewer != TRUTH or not sum(race.hidden), "only a position with a viewer has hidden cards")
        self.set_cards(race)
        self.set_turn(race, over)
        self.set_steals(race)
        return race

    def read_cards(self, what: str, found: object) -> int:
        """Return a list of card names as a bit mask; raise BadPosition if a card is unknown or named twice."""
        listed = self.check_list(what, found)
        if not all(card in CARDS for card in listed) or len(set(listed)) < len(listed):
            raise self.error(what, found, "different cards such as red4, hare25")
        return make_mask([CARDS.index(str(card)) for card in listed])

    def read_hands(self, key: str) -> vec[i64]:
        """Read the lists of cards under `key`, one for each seat; return a bit mask for each."""
        return vec[i64]([self.read_cards(f"{key}[{seat}]", row) for seat, row in enumerate(self.read_lists(key))])

    def set_cards(self, race: VelonimoState) -> None:
        """Set the discard, the pile and the revealed card."""
        revealed = self.get("revealed")
        race.revealed = NO_CARD if revealed is None else self.check_word("revealed", revealed, CARDS)
        held = union(race.hands) | (0 if revealed is None else 1 << race.revealed)
        pile = self.get("pile", 0)
        listed = self.read_cards("pile", pile) if isinstance(pile, list) else 0
        race.pile = count_bits(listed) if isinstance(pile, list) else self.read_number("pile", 0, 0, DECK_SIZE)
        before = race.phase in (STARTING, DEALING)
        elsewhere = 0 if before else ALL_CARDS & ~held & ~listed
        race.discard = self.read_cards("discard", self.get("discard")) if "discard" in self else elsewhere
        race.dealt = sum(race.hand_size(seat) for seat in range(self.seats)) if before else HAND_SIZE * self.seats

    def set_turn(self, race: VelonimoState, over: bool) -> None:
        """Set the actor, the play to beat and who played it, the jersey, and the seats still racing.

        `over` says whether the game is over.
        """
        race.top = self.read_play("top") if self.get("top") is not None else PASS
        race.beat = FACE[race.top] >> VALUE_SHIFT
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
                race.racing |= (race.hand_size(seat) > 0) << seat

    def read_play(self, key: str) -> int:
        """Read a play from its text."""
        try:
            move = self.game.parse(str(self.get(key)))
        except UnknownMove:
            move = PASS
        if not PLAY <= move < GIVE:
            raise self.error(key, self.get(key), "a play such as red2+red5")
        return move

    def set_steals(self, race: VelonimoState) -> None:
        """Set the steal log of the round, and the steal or draw in progress."""
        entries = self.check_list("steals", self.get("steals", []))
        self.require(
            len(entries) * ENTRY_WORDS <= len(race.steal_log), "a round has no more steals than tortoises and rewards"
        )
        for entry in entries:
            for word in self.read_steal(entry):
                race.steal_log[race.steal_log_size] = word
                race.steal_log_size += 1
        if race.phase in (STEALING, DRAWING):
            race.to_take = self.read_number("leaders", count_bits(FACE[race.top] & TORTOISES), 0, 7)
        if race.phase == DRAWING:
            race.to_give = self.read_number("due", 1, 1, 7)
            race.racing |= 1 << race.ahead  # VN-52: a seat without cards is still racing until its camels have drawn
        if race.phase in (TAKING, GIVING):
            self.require(race.steal_log_size > 0, "steals must end with the one under way")
            race.victim = self.read_number("victim", -1, 0, self.seats - 1)
            race.to_take = (
                self.read_number("to_take", 1, 1, 7) if race.phase == TAKING else self.read_number("to_take", 0, 0, 0)
            )
            race.to_give = self.read_number("due", 1, 1, 7)
            race.racing |= 1 << race.victim  # VN-26: a victim without cards is still racing; it gets cards back

    def read_steal(self, entry: object) -> list[int]:
        """Read one entry of the steal log, in the form that `write_steal` returns; return its four words."""
        if not isinstance(entry, dict):
            raise self.error("an entry of steals", entry, "a table")
        last = self.seats - 1
        then = self.read_cards("then", entry.get("then"))
        if "reward" in entry:
            seat = self.check_number("to", entry.get("to"), 0, last)
            return [pack_head(seat, seat, 0, 0, 0), 0, self.read_cards("reward", [entry["reward"]]), then]
        thief, victim = (
            self.check_number("thief", entry.get("thief"), 0, last),
            self.check_number("victim", entry.get("victim"), 0, last),
        )
        self.require(thief != victim, "a seat cannot steal from itself")
        sizes = [
            self.check_number("sizes", size, 1, DECK_SIZE) for size in self.check_list("sizes", entry.get("sizes"), 2)
        ]
        word = pack_head(thief, victim, self.check_number("count", entry.get("count"), 1, 7), sizes[0], sizes[1])
        return [word, self.read_cards("taken", entry.get("taken")), self.read_cards("given", entry.get("given")), then]
