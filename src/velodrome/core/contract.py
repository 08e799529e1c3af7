"""The contract between a game and all that plays, shows or studies it.

A move is an index into the game's vocabulary. Chance is an actor: a random fact enters a state only
when somebody learns it. Rules know no clock, no network, no file and no random numbers of their own.
"""

from difflib import get_close_matches
from typing import Final, NamedTuple, TypeAlias

from mypy_extensions import i64, mypyc_attr

from velodrome.core.errors import UnknownMove
from velodrome.core.rng import Rng

CHANCE: Final = -1  # actor: the dice, the deck
OVER: Final = -2  # actor: nobody; the ranking is final
ONLOOKER: Final = -3  # viewer: somebody without a seat
TRUTH: Final = -4  # viewer: nobody; the state holds all that is true

Value: TypeAlias = bool | int | str | tuple[int, ...] | tuple[str, ...]  # of an option
Text: TypeAlias = dict[str, object]  # {"key": "beat", "beat": 24}: said in any language by core.texts
Data: TypeAlias = dict[str, object]  # plain data: what JSON holds


class Move(NamedTuple):
    """One line of a game's vocabulary. Its index there is the move everywhere else."""

    text: str  # read, typed, recorded: "red2+red5", "pass", "roll 4"
    picks: tuple[str, ...] = ()  # what a person clicks, in any order: ids of pieces, "bid:7" for a number
    cover: str = ""  # what seats outside its audience are told: "deal ?"


# By game, the last list of moves with its index and covers: games that differ in options alone mostly share them.
INDEX_CACHE: Final[dict[str, tuple[list[Move], dict[str, int], list[int]]]] = {}


def index_moves(moves: list[Move]) -> tuple[list[Move], dict[str, int], list[int]]:
    index = {move.text: i for i, move in enumerate(moves)}
    return moves, index, [index[move.cover] if move.cover else i for i, move in enumerate(moves)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A game with its seats and options fixed: all that never changes during play."""

    def __init__(
        self,
        name: str,
        version: int,
        seats: int,
        options: dict[str, Value],
        defaults: dict[str, Value],
        moves: list[Move],
        decisions: int,
    ) -> None:
        self.name: str = name
        self.version: int = version  # of the rules; records name it
        self.seats: int = seats
        self.options: dict[str, Value] = options  # every one, with its value
        self.defaults: dict[str, Value] = defaults  # what records need not say
        self.boards: dict[str, str] = {}  # option: the text of a user's own board or deck
        self.moves: list[Move] = moves
        self.decisions: int = decisions  # moves[:decisions] are the seats'; then chance; then covers
        known = INDEX_CACHE.get(name)
        if known is None or known[0] is not moves:
            known = INDEX_CACHE[name] = index_moves(moves)
        self.index: dict[str, int] = known[1]
        self.covers: list[int] = known[2]
        self.pieces: list[Data] = []  # the same wherever they lie: tables hold these very ones
        self.always_asked: frozenset[int] = frozenset()  # asked even when forced: an instant answer would tell
        self._normalized: dict[str, int] = {}  # loose(text): move

    def start(self) -> "State":
        """The state before the first move, chance's included."""
        raise NotImplementedError

    def position(self, description: Data) -> "State":
        """Any position that play can reach, seen ones too: the inverse of `State.write`.

        What is left out has the value that the game's `position` module states. Raises BadPosition.
        """
        raise NotImplementedError

    def rematch(self, state: "State", lost: int = -1) -> "Game":
        """The same table again after a game that ended so, with the seating that the rules ask for.

        `lost` is the seat that lost before the end of the game, by its time.
        """
        return self

    def text(self, move: int) -> str:
        return self.moves[move].text

    def heard_as(self, move: int, audience: int, viewer: int) -> int:
        """The move as a viewer hears it: its face, or its cover for a viewer outside the audience."""
        if viewer == TRUTH or audience >> (self.seats if viewer == ONLOOKER else viewer) & 1:
            return move
        return self.covers[move]

    def parse(self, text: str) -> int:
        """The move that a text names; case, spaces and the order of cards in a play are forgiven."""
        if text in self.index:
            return self.index[text]
        if not self._normalized:
            self._normalized = {normalize_text(move.text): i for i, move in enumerate(self.moves)}
        move = self._normalized.get(normalize_text(text))
        if move is None:
            near = get_close_matches(text.lower()[:80], self.index, 3, 0.5)
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            raise UnknownMove(f'"{text[:80]}" is no move of {self.name}.{hint}')
        return move


def normalize_text(text: str) -> str:
    """A move's text without what a reader forgives."""
    return "+".join(sorted([" ".join(part.split()) for part in text.lower().split("+")]))


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """What is true now and, for each seat, what it knows of it.

    One class serves truth and view: `seen_by` blanks what a seat does not know and sets `viewer`. Where that
    hides what the actor may do, count is 0 and legal is empty; `allows` always answers: whether the move is
    possible as far as the viewer can tell. Covers are playable on seen states alone.
    """

    def __init__(self, game: Game) -> None:
        self.game: Game = game
        self.actor: i64 = CHANCE  # the seat that decides, or CHANCE, or OVER
        self.stage: i64 = 1  # Velonimo's round; 1 throughout elsewhere; search may stop where it ends
        self.viewer: i64 = TRUTH  # whose view this is: a seat, ONLOOKER, or TRUTH

    # what may be done: count and nth are the truth, the rest follows and may be overridden for speed

    def count(self) -> i64:
        """How many moves the actor has: 0 exactly when no seat decides."""
        raise NotImplementedError

    def nth(self, i: i64) -> i64:
        """Its i-th move, ascending."""
        raise NotImplementedError

    def legal(self) -> list[int]:
        """Its moves, ascending; never empty when a seat decides."""
        return [self.nth(i) for i in range(self.count())]

    def allows(self, move: i64) -> bool:
        """Whether this move, of a seat or of chance, may be played now."""
        raise NotImplementedError

    def is_forced(self) -> bool:
        """Whether a seat has exactly one move, and playing it at once gives nothing away."""
        if self.actor < 0 or self.count() != 1:
            return False
        only: int = self.nth(0)
        return only not in self.game.always_asked

    def pick(self, rng: Rng) -> i64:
        """One legal move, all equally likely."""
        return self.nth(rng.below(self.count()))

    def refusal(self, move: int) -> Text:
        """Why a move of a seat is not open now, with the number of the rule under "rule".

        Keys tell the kind: `refuse.now.…` if it is the moment for something else, `refuse.there.…` if another piece
        lies where the move would need one, anything else for the reasons that say more.
        """
        raise NotImplementedError

    def picks_refusal(self, picks: list[str]) -> Text:
        """Why pieces that no move picks together, or that none of this table can reach, are no move; {} if unknown."""
        return {}

    def preview(self, move: int) -> Data:
        """What an open move would bring, for a screen: nothing that its seat does not know before playing it.

        Read it, do not change it: tables share it.
        """
        return {}

    def plans(self, seat: i64) -> dict[int, Data]:
        """Moves that a seat may want to prepare while others decide, each with what is known of what it would bring.

        They could be open at its next decision: nothing promises that they will be. It says nothing that the seat does
        not know; {} if the seat decides, the game is over, or nothing sensible can be said.
        """
        return {}

    # chance

    def chance(self) -> list[tuple[int, int]]:
        """Every (move, whole weight) that chance may bring now, ascending; empty unless chance acts."""
        raise NotImplementedError

    def draw(self, rng: Rng) -> i64:
        """One of them, with the right odds."""
        raise NotImplementedError

    def settle(self, rng: Rng) -> None:
        """Let chance act until a seat decides or all is over; a game may do the same faster."""
        while self.actor == CHANCE:
            self.play(self.draw(rng))

    def chance_stream(self) -> str:
        """Whose luck the coming chance is and of what kind: in duplicate play equal names draw from one stream.

        A name says no more than must differ: the n-th draw of a name is then the same in every room, as far as
        the rules allow, whatever was chosen before.
        """
        return f"{self.stage} {self.game.text(self.chance()[0][0]).split()[0]}"

    # doing it

    def play(self, move: i64) -> None:
        """A move that `allows` permits; trusted."""
        raise NotImplementedError

    def copy(self) -> "State":
        raise NotImplementedError

    def outcomes(self, before: "State") -> list[Text]:
        """What everybody learned by the last move beside the move itself; `before` is the state before it.

        It is the same for two full states and for what anybody sees of them. At the end of a game it says why equal
        scores rank apart (`outcome.tie.…`), and then who has won. A list among the arguments of a text holds texts.
        """
        return []

    # who knows what

    def audience(self, move: i64) -> i64:
        """Bit mask of the seats that see this move's face if it is played now; bit `seats` is the onlooker."""
        raise NotImplementedError

    def heard_as(self, move: int, viewer: int) -> int:
        """The move as a viewer would hear it if it were played now: its face or its cover."""
        return self.game.heard_as(move, self.audience(move), viewer)

    def seen_by(self, seat: i64) -> "State":
        """A copy stripped to what a seat or the ONLOOKER knows: the only door to bots and browsers.

        A seen state gives a copy of itself to its own viewer and refuses every other with ValueError: what
        somebody else knows is not in it.
        """
        raise NotImplementedError

    def is_view_of(self, seat: i64) -> bool:
        """Whether this is already the view of a seat or the ONLOOKER; ValueError if it is another's."""
        if self.viewer == TRUTH:
            return False
        if self.viewer != seat:
            raise ValueError(f"this is what viewer {self.viewer} sees; it cannot be seen by {seat}.")
        return True

    def guess(self, rng: Rng) -> "State":
        """A full state that fits a seen one; a copy of a full one."""
        raise NotImplementedError

    # how it stands

    def outlook(self, seat: i64) -> float:
        """0 to 1: the share of opponents behind, ties half, when OVER; where a stage ends, the expected one."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """What the table counts, by seat."""
        raise NotImplementedError

    def ranking(self) -> list[int]:
        """The place of each seat as things stand, 1 first; equal places for ties."""
        raise NotImplementedError

    def key(self) -> tuple[int, ...]:
        """Equal exactly when two states of one game are."""
        raise NotImplementedError

    def write(self) -> Data:
        """The state as plain data with the rulebook's words; `Game.position` reads it back."""
        raise NotImplementedError

    def table(self) -> Data:
        """What lies on the table, for a screen; called on a seen state.

        {"prompt": Text, "seats": [{public counters}], "zones": [zone, …]}, where a zone is
        {"id": "hand0", "kind": "hand", "owner": 0 or None, "size": 11, "pieces": [{"id": "red2", …}, …]}.

        Each pick of a legal move is the id of a piece, or "id:number" for a piece with "number": [low, high].
        What is not a piece of the game (pass, a number) is a piece of the zone "controls".

        Read it, do not change it: its parts may be shared with other tables. The outer dict is the caller's own.
        """
        raise NotImplementedError


def outlook_from_ranking(ranking: list[int], seat: int) -> float:
    """The share of opponents behind a seat, ties half."""
    mine = ranking[seat]
    behind = 0.0
    for other, place in enumerate(ranking):
        if other != seat:
            behind += 1.0 if place > mine else 0.5 if place == mine else 0.0
    return behind / (len(ranking) - 1)
