"""The contract: the interface between a game and everything that plays, shows or studies it.

A move is an index into the game's vocabulary. Chance is an actor: a random fact enters a state only
when somebody learns it. Rules use no clock, no network, no file and no random numbers of their own.
"""

from difflib import get_close_matches
from typing import Final, NamedTuple, TypeAlias

from mypy_extensions import i64, mypyc_attr

from velodrome.core.errors import UnknownMove
from velodrome.core.rng import Rng

CHANCE: Final = -1  # actor: dice and decks
OVER: Final = -2  # actor: the game has ended
ONLOOKER: Final = -3  # viewer without a seat
TRUTH: Final = -4  # viewer: nobody; the full state

Value: TypeAlias = bool | int | str | tuple[int, ...] | tuple[str, ...]  # of an option
Text: TypeAlias = dict[str, object]  # {"key": "beat", "beat": 24}: core.texts makes a sentence of it
Data: TypeAlias = dict[str, object]  # plain data: what JSON holds


class Move(NamedTuple):
    """An entry of a game's vocabulary. Everywhere else a move is its index there."""

    text: str  # as people and records write it: "red2+red5", "pass", "roll 4"
    picks: tuple[str, ...] = ()  # ids of pieces that a person selects, in any order; "bid:7" for a number
    cover: str = ""  # the move that viewers outside its audience hear: "deal ?"


# By game, the last list of moves with its index and covers: games that differ only in options mostly share it.
INDEX_CACHE: Final[dict[str, tuple[list[Move], dict[str, int], list[int]]]] = {}


def index_moves(moves: list[Move]) -> tuple[list[Move], dict[str, int], list[int]]:
    index = {move.text: i for i, move in enumerate(moves)}
    return moves, index, [index[move.cover] if move.cover else i for i, move in enumerate(moves)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A game with its seats and options fixed: everything that never changes during play."""

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
        self.version: int = version  # of the rules; written into records
        self.seats: int = seats
        self.options: dict[str, Value] = options  # all of them, with their values
        self.defaults: dict[str, Value] = defaults  # values that records leave out
        self.boards: dict[str, str] = {}  # by option, the text of a user's board or deck
        self.moves: list[Move] = moves
        self.decisions: int = decisions  # moves[:decisions] are the seats'; then chance; then covers
        known = INDEX_CACHE.get(name)
        if known is None or known[0] is not moves:
            known = INDEX_CACHE[name] = index_moves(moves)
        self.index: dict[str, int] = known[1]
        self.covers: list[int] = known[2]
        self.pieces: list[Data] = []  # shared by all tables
        self.always_asked: frozenset[int] = (
            frozenset()
        )  # moves that are asked for even when forced: playing them at once would reveal something
        self._normalized: dict[str, int] = {}  # normalised text: move; filled on first use

    def start(self) -> "State":
        """Return the state before the first move, chance included."""
        raise NotImplementedError

    def position(self, description: Data) -> "State":
        """Read a position that play can reach, or a view of one: the inverse of `State.write`.

        Missing entries have the defaults that the game's `position` module lists. Raises BadPosition.
        """
        raise NotImplementedError

    def rematch(self, state: "State", lost: int = -1) -> "Game":
        """Return the game for a rematch, with the seating that the rules ask for.

        `lost` is the seat that lost on time, -1 if none did.
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
        """Parse a move; case, spaces and the order of cards in a play do not matter. Raises UnknownMove."""
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
    """Normalise case, spaces and the order of parts of a move's text."""
    return "+".join(sorted([" ".join(part.split()) for part in text.lower().split("+")]))


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """The state of a game: what is true now and what each seat knows of it.

    One class serves the full state and every view: `seen_by` blanks what a seat does not know and sets `viewer`.
    Where that hides the actor's moves, `count` is 0 and `legal` is empty; `allows` then says whether a move is
    possible as far as the viewer can tell. Covers can be played on views only.
    """

    def __init__(self, game: Game) -> None:
        self.game: Game = game
        self.actor: i64 = CHANCE  # the seat that decides, or CHANCE, or OVER
        self.stage: i64 = 1  # round of Velonimo, 1 in other games; search may stop at its end
        self.viewer: i64 = TRUTH  # whose view this is: a seat, ONLOOKER, or TRUTH

    # legal moves: count and nth define them; the other methods may be overridden for speed

    def count(self) -> i64:
        """Count the actor's legal moves: 0 exactly when no seat decides."""
        raise NotImplementedError

    def nth(self, i: i64) -> i64:
        """Return the i-th legal move, ascending."""
        raise NotImplementedError

    def legal(self) -> list[int]:
        """List the legal moves, ascending; never empty when a seat decides."""
        return [self.nth(i) for i in range(self.count())]

    def allows(self, move: i64) -> bool:
        """Whether this move of a seat or of chance may be played now."""
        raise NotImplementedError

    def is_forced(self) -> bool:
        """Whether a seat has exactly one move, and playing it at once gives nothing away."""
        if self.actor < 0 or self.count() != 1:
            return False
        only: int = self.nth(0)
        return only not in self.game.always_asked

    def pick(self, rng: Rng) -> i64:
        """Pick a legal move, all equally likely."""
        return self.nth(rng.below(self.count()))

    def refusal(self, move: int) -> Text:
        """Explain why a move of a seat is not legal now, with the number of the rule under "rule".

        The key shows the kind: `refuse.now.…` if another kind of move is asked for, `refuse.there.…` if another piece
        lies where the move needs one, any other key for more specific reasons.
        """
        raise NotImplementedError

    def picks_refusal(self, picks: list[str]) -> Text:
        """Explain why these picks make no move, or none that this table allows; {} if unknown."""
        return {}

    def preview(self, move: int) -> Data:
        """Describe what a legal move would bring, with nothing that its seat does not know before playing it.

        Do not change the result: tables share it.
        """
        return {}

    def plans(self, seat: i64) -> dict[int, Data]:
        """List moves that a waiting seat may want to prepare, each with a preview.

        They could be legal at its next decision; nothing promises that they will be. They reveal nothing that the seat
        does not know; {} if the seat decides, the game is over, or nothing useful can be said.
        """
        return {}

    # chance

    def chance(self) -> list[tuple[int, int]]:
        """List every (move, whole weight) of chance, ascending; empty unless chance acts."""
        raise NotImplementedError

    def draw(self, rng: Rng) -> i64:
        """Draw a move of chance with the right odds."""
        raise NotImplementedError

    def settle(self, rng: Rng) -> None:
        """Play chance moves until a seat decides or the game is over; a game may override it for speed."""
        while self.actor == CHANCE:
            self.play(self.draw(rng))

    def chance_stream(self) -> str:
        """Name the random stream of the next chance move; duplicate games share streams by name.

        The n-th draw of a name is the same in every game of a block, as far as the rules allow, whatever was
        chosen before; so a name should contain only what must differ.
        """
        return f"{self.stage} {self.game.text(self.chance()[0][0]).split()[0]}"

    # playing

    def play(self, move: i64) -> None:
        """Play a move that `allows` permits; this is not checked."""
        raise NotImplementedError

    def copy(self) -> "State":
        raise NotImplementedError

    def outcomes(self, before: "State") -> list[Text]:
        """List what everybody learned by the last move beside the move itself; `before` is the state before it.

        Full states and views give the same result. At the end of a game it explains tie-breaks (`outcome.tie.…`) and
        then who has won. A list among the arguments of a text holds texts.
        """
        return []

    # who knows what

    def audience(self, move: i64) -> i64:
        """Return a bit mask of the seats that see this move's face if it is played now; bit `seats`: the onlooker."""
        raise NotImplementedError

    def heard_as(self, move: int, viewer: int) -> int:
        """The move as a viewer would hear it if it were played now: its face or its cover."""
        return self.game.heard_as(move, self.audience(move), viewer)

    def seen_by(self, seat: i64) -> "State":
        """Return a copy with only what a seat or the ONLOOKER knows; bots and browsers get nothing else.

        A view returns a copy of itself to its own viewer and raises ValueError for any other: what somebody
        else knows is not in it.
        """
        raise NotImplementedError

    def is_view_of(self, seat: i64) -> bool:
        """Whether this is already the view of a seat or the ONLOOKER; ValueError if it is that of another viewer."""
        if self.viewer == TRUTH:
            return False
        if self.viewer != seat:
            raise ValueError(f"this is what viewer {self.viewer} sees; it cannot be seen by {seat}.")
        return True

    def guess(self, rng: Rng) -> "State":
        """Draw a full state that fits a view; of a full state, return a copy."""
        raise NotImplementedError

    # how it stands

    def outlook(self, seat: i64) -> float:
        """Return the share of opponents behind a seat, 0 to 1, ties half; at the end of a stage, the expected one."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Return the score of each seat."""
        raise NotImplementedError

    def ranking(self) -> list[int]:
        """Return the current place of each seat, 1 first; tied seats share a place."""
        raise NotImplementedError

    def key(self) -> tuple[int, ...]:
        """Return a key that is equal exactly when two states of one game are."""
        raise NotImplementedError

    def write(self) -> Data:
        """Write the state as plain data in the rulebook's words; `Game.position` reads it back."""
        raise NotImplementedError

    def table(self) -> Data:
        """Describe what lies on the table, for a screen; called on a view.

        {"prompt": Text, "seats": [{public counters}], "zones": [zone, …]}, where a zone is
        {"id": "hand0", "kind": "hand", "owner": 0 or None, "size": 11, "pieces": [{"id": "red2", …}, …]}.

        Each pick of a legal move is the id of a piece, or "id:number" for a piece with "number": [low, high].
        Pass buttons and numbers are pieces of the zone "controls".

        Do not change the parts: other tables may share them. The outer dict is a new one.
        """
        raise NotImplementedError


def outlook_from_ranking(ranking: list[int], seat: int) -> float:
    """Return the share of opponents behind a seat, ties half."""
    mine = ranking[seat]
    behind = 0.0
    for other, place in enumerate(ranking):
        if other != seat:
            behind += 1.0 if place > mine else 0.5 if place == mine else 0.0
    return behind / (len(ranking) - 1)
