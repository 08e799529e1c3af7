"""Tiny game for tests of the core: hidden hands, a random first player, and a pass that is never played automatically.

Each seat is dealt some of the cards 1 to 12, hidden from the others. The seats take turns: each plays a card higher
than the last one, or passes. When all pass in a row or all hands are empty, the seat that has played the most cards
wins.
"""

from typing import Any

from velodrome.core.contract import (
    CHANCE,
    ONLOOKER,
    OVER,
    TRUTH,
    Data,
    Game,
    Move,
    State,
    Text,
    Value,
    outlook_from_ranking,
)
from velodrome.core.errors import BadPosition
from velodrome.core.heuristic import Heuristic
from velodrome.core.options import RANDOM, Option, collect_defaults, resolve_options
from velodrome.core.rng import Rng
from velodrome.games import Listing

CARDS = 12
PLAY = 1  # the move "pass" is 0, and "play 1", "play 2" … follow
FIRST = PLAY + CARDS
DEAL = FIRST + 4
COVER = DEAL + CARDS

OPTIONS = (
    Option("cards", "number", 2, low=1, high=3),
    Option("first", "seat", RANDOM),
    Option("open", "flag", False),
    Option("notes", "board", "plain", values=("plain",)),
)
MOVES = [
    Move("pass", ("pass",)),
    *[Move(f"play {card}", (f"card{card}",)) for card in range(1, CARDS + 1)],
    *[Move(f"first {seat}") for seat in range(4)],
    *[Move(f"deal {card}", cover="deal ?") for card in range(1, CARDS + 1)],
    Move("deal ?"),
]
SENTENCES = {
    "en": {
        "refuse.low": "{top} must be exceeded.",
        "refuse.other": "That is not open.",
        "outcome.top": "{top} is to be beaten.",
        "outcome.lead": "{seat:seat} leads.",
        "outcome.lead.you": "You lead.",
        "outcome.win": "{winners:seats} win {count:a card|# cards} and finish {place:ordinal}.",
        "outcome.both": "Now: {each}!",
        "why.high": "A card less.",
        "why.pass": "Cards are kept.",
    },
    "fr": {
        "refuse.low": "Il faut dépasser {top}.",
        "refuse.other": "Ce n’est pas possible.",
        "outcome.top": "Il faut battre {top}.",
        "outcome.lead": "{seat:seat} mène.",
        "outcome.lead.you": "Vous menez.",
        "outcome.win": "{winners:seats} gagnent {count:# carte|# cartes} et finissent {place:ordinal}.",
        "outcome.both": "Maintenant : {each} !",
        "why.high": "Une carte de moins.",
        "why.pass": "Les cartes restent.",
    },
}
SENTENCES["de"] = SENTENCES["en"]  # German is required too, but its words do not matter
RULES = {"refuse.low": "TY-01"}


class Toy(Game):
    """The toy game with its options."""

    def __init__(self, seats: int, options: dict[str, Value] | None = None) -> None:
        chosen = resolve_options("toy", OPTIONS, options or {}, seats)
        super().__init__("toy", 1, seats, chosen, collect_defaults(OPTIONS), MOVES, FIRST)
        self.always_asked = frozenset([0])
        if "\n" in str(chosen["notes"]):
            self.boards = {"notes": str(chosen["notes"])}

    def start(self) -> "ToyState":
        state = ToyState(self)
        if self.options["first"] != RANDOM:
            state.turn = int(str(self.options["first"]))
        return state

    def position(self, description: Data) -> "ToyState":
        try:
            given: dict[str, Any] = description
            return self.set_up(**given)
        except (TypeError, ValueError, IndexError, AttributeError, OverflowError) as problem:
            raise BadPosition(f"no such position: {problem}.") from None

    def set_up(
        self,
        hands: Any,
        sizes: Any = (),
        played: Any = (),
        top: int = 0,
        turn: int = 0,
        passes: int = 0,
        gone: Any = (),
        actor: int | None = None,
        viewer: int = TRUTH,
    ) -> "ToyState":
        state = ToyState(self)
        state.hands = [sum(1 << card for card in set(hand) & set(range(1, CARDS + 1))) for hand in hands]
        state.sizes = [int(size) for size in sizes or [len(hand) for hand in hands]]
        state.played = [int(number) for number in played or [0] * self.seats]
        state.top, state.turn, state.passes = int(top), int(turn), int(passes)
        state.gone = sum(1 << card for card in set(gone) & set(range(1, CARDS + 1)))
        state.actor, state.viewer = turn if actor is None else actor, viewer
        if not len(state.hands) == len(state.sizes) == len(state.played) == self.seats or turn not in range(
            -1, self.seats
        ):
            raise BadPosition("lists go by seat.")
        if turn not in range(-1, self.seats) or state.actor not in (CHANCE, OVER, turn):
            raise BadPosition("nobody acts so.")
        if viewer not in (TRUTH, ONLOOKER, *range(self.seats)):
            raise BadPosition("nobody looks so.")
        if any(size not in range(CARDS + 1) for size in (*state.sizes, *state.played)):
            raise BadPosition("there are twelve cards.")
        return state


class ToyState(State):
    """State of the toy game. A hand is a bit mask of its cards.

    In a view, a hand that the viewer may not see is 0; `sizes` still says how many cards it has.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.hands = [0] * game.seats
        self.sizes = [0] * game.seats
        self.played = [0] * game.seats
        self.top = 0  # the card to beat
        self.turn = -1  # seat to move; -1 before the first player is drawn
        self.passes = 0  # consecutive passes
        self.gone = 0  # bit mask of all cards played so far

    def dealing(self) -> int:
        """Return the seat that gets the next card; -1 if all cards have been dealt."""
        wanted = int(str(self.game.options["cards"]))
        return next((seat for seat, size in enumerate(self.sizes) if size + self.played[seat] < wanted), -1)

    def count(self) -> int:
        return len(self.legal())

    def nth(self, i: int) -> int:
        return self.legal()[i]

    def legal(self) -> list[int]:
        if self.actor < 0 or self.viewer not in (TRUTH, self.actor):
            return []
        hand = self.hands[self.actor]
        return [0, *[card for card in range(self.top + 1, CARDS + 1) if hand >> card & 1]]

    def allows(self, move: int) -> bool:
        if self.actor == CHANCE:
            return move in [known for known, _ in self.chance()] or (move == COVER and self.covered())
        if self.viewer in (TRUTH, self.actor):
            return move in self.legal()
        return self.actor >= 0 and (move == 0 or (self.top < move < FIRST and bool(self.unseen() >> move & 1)))

    def covered(self) -> bool:
        """Return whether the next card to be dealt is hidden from the viewer."""
        return self.viewer not in (TRUTH, self.dealing()) and self.turn >= 0

    def refusal(self, move: int) -> Text:
        if 0 < move <= self.top:
            return {"key": "refuse.low", "top": self.top}
        return {"key": "refuse.other"}

    def outcomes(self, before: State) -> list[Text]:
        assert isinstance(before, ToyState)
        return [{"key": "outcome.top", "top": self.top}] if self.top != before.top else []

    def unseen(self) -> int:
        """Return a bit mask of the cards that nobody has played and that are in no hand known to the viewer."""
        return ((1 << CARDS + 1) - 2) & ~self.gone & ~sum(self.hands)

    def chance(self) -> list[tuple[int, int]]:
        if self.actor != CHANCE:
            return []
        if self.turn < 0:
            return [(FIRST + seat, 1) for seat in range(self.game.seats)]
        if self.covered():
            return []
        return [(DEAL + card - 1, 1) for card in range(1, CARDS + 1) if self.unseen() >> card & 1]

    def draw(self, rng: Rng) -> int:
        possible = self.chance()
        return possible[rng.below(len(possible))][0]

    def play(self, move: int) -> None:
        if move == 0:
            self.passes += 1
        elif move < FIRST:
            self.hands[self.actor] &= ~(1 << move)
            self.sizes[self.actor] -= 1
            self.played[self.actor] += 1
            self.gone |= 1 << move
            self.top, self.passes = move, 0
        elif move < DEAL:
            self.turn = move - FIRST
        else:
            seat = self.dealing()
            self.sizes[seat] += 1
            if move != COVER:
                self.hands[seat] |= 1 << move - DEAL + 1
        self.go_on(move)

    def go_on(self, move: int) -> None:
        """Set the next actor after `move` was played: chance, a seat, or OVER."""
        if move < FIRST:
            self.turn = (self.turn + 1) % self.game.seats
        over = self.passes == self.game.seats or sum(self.sizes) == 0
        dealt = self.dealing() < 0
        self.actor = CHANCE if not dealt else OVER if over else self.turn

    def copy(self) -> "ToyState":
        other = ToyState(self.game)
        other.actor, other.viewer = self.actor, self.viewer
        other.hands, other.sizes, other.played = self.hands[:], self.sizes[:], self.played[:]
        other.top, other.turn, other.passes, other.gone = self.top, self.turn, self.passes, self.gone
        return other

    def audience(self, move: int) -> int:
        everybody = (1 << self.game.seats + 1) - 1
        return everybody if move < DEAL else 1 << self.dealing()

    def seen_by(self, seat: int) -> "ToyState":
        view = self.copy()
        if self.is_view_of(seat):
            return view
        view.viewer = seat
        view.hands = [hand if owner == seat else 0 for owner, hand in enumerate(self.hands)]
        return view

    def guess(self, rng: Rng) -> "ToyState":
        full = self.copy()
        full.viewer = TRUTH
        for seat, size in enumerate(self.sizes):
            while full.hands[seat].bit_count() < size:
                unseen = [card for card in range(1, CARDS + 1) if full.unseen() >> card & 1]
                full.hands[seat] |= 1 << unseen[rng.below(len(unseen))]
        return full

    def outlook(self, seat: int) -> float:
        return outlook_from_ranking(self.ranking(), seat)

    def scores(self) -> list[int]:
        return self.played[:]

    def ranking(self) -> list[int]:
        return [1 + sum(other > mine for other in self.played) for mine in self.played]

    def key(self) -> tuple[int, ...]:
        counters = (self.actor, self.viewer, self.turn, self.passes, self.top, self.gone)
        return (*counters, *self.hands, *self.sizes, *self.played)

    def write(self) -> Data:
        *hands, gone = [[card for card in range(1, CARDS + 1) if mask >> card & 1] for mask in (*self.hands, self.gone)]
        told: Data = {"hands": hands, "sizes": self.sizes[:], "played": self.played[:], "top": self.top, "gone": gone}
        return told | {"turn": self.turn, "passes": self.passes, "actor": self.actor, "viewer": self.viewer}

    def table(self) -> Data:
        zones = [{"id": "controls", "kind": "controls", "owner": None, "size": 1, "pieces": [{"id": "pass"}]}]
        for seat, hand in enumerate(self.hands):
            pieces = [{"id": f"card{card}"} for card in range(1, CARDS + 1) if hand >> card & 1]
            zones.append(
                {"id": f"hand{seat}", "kind": "hand", "owner": seat, "size": self.sizes[seat], "pieces": pieces}
            )
        return {"prompt": {"key": "prompt.play", "top": self.top}, "seats": [{}] * self.game.seats, "zones": zones}


class ToyHeuristic(Heuristic):
    """Heuristic that prefers higher cards."""

    def weigh(self, state: State) -> list[float]:
        return [float(move) for move in state.legal()]

    def evaluate(self, state: State, seat: int) -> float:
        return state.outlook(seat)

    def explain(self, seen: State, move: int) -> list[Text]:
        return [{"key": "why.high" if move else "why.pass"}]


TOYS = {"toy": Listing("toy", Toy, range(2, 5), OPTIONS, ToyHeuristic)}
