"""The contract: the interface between a game and all code that plays, shows or studies it.

Code refers to a move by its index in the game's vocabulary, the list of all moves of the game. Chance makes moves like
a player. A card is drawn, or a die rolled, only when somebody learns the result. Rules use no clock, no network and no
files, and get every random number from the caller.
"""

from difflib import get_close_matches
from typing import Final, NamedTuple, TypeAlias

from mypy_extensions import i64, mypyc_attr

from velodrome.core.errors import UnknownMove
from velodrome.core.rng import Rng

CHANCE: Final = -1  # actor: the next move is random (dice, decks)
OVER: Final = -2  # actor: the game has ended
ONLOOKER: Final = -3  # viewer without a seat, such as a spectator
TRUTH: Final = -4  # viewer of the full state, which hides nothing

Value: TypeAlias = bool | int | str | tuple[int, ...] | tuple[str, ...]  # value of an option
Text: TypeAlias = dict[str, object]  # key of a sentence, with its arguments: {"key": "refuse.low", "value": 2}
Data: TypeAlias = dict[str, object]  # plain data that can be written as JSON


class Move(NamedTuple):
    """A move in a game's vocabulary, which is the list of all moves of the game.

    Other code refers to a move by its index in this list.
    """

    text: str  # as people and records write it: "red2+red5", "pass", "roll 4"
    picks: tuple[str, ...] = ()  # ids of the pieces to select, in any order; "bid:7": enter 7 at the piece "bid"
    cover: str = ""  # text of the move that viewers get instead if they may not see this one: "deal ?"


# {name of a game: result of `index_moves` for the vocabulary used last}; few options change the vocabulary
INDEX_CACHE: Final[dict[str, tuple[list[Move], dict[str, int], list[int]]]] = {}


def index_moves(moves: list[Move]) -> tuple[list[Move], dict[str, int], list[int]]:
    """Return three things: `moves`, {text: index of the move}, and a list with the index of each move's cover.

    For a move without a cover, the list has the index of the move itself.
    """
    index = {move.text: i for i, move in enumerate(moves)}
    return moves, index, [index[move.cover] if move.cover else i for i, move in enumerate(moves)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """The rules for a fixed number of seats and fixed options: everything that never changes during play."""

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
        self.version: int = version  # version of the rules; written into records
        self.seats: int = seats
        self.options: dict[str, Value] = options  # value of every option
        self.defaults: dict[str, Value] = defaults  # default of every option; records leave these values out
        self.boards: dict[str, str] = {}  # {option: TOML text of a user's board or deck}
        self.moves: list[Move] = moves
        self.decisions: int = decisions  # number of decisions in `moves`; they come first
        known = INDEX_CACHE.get(name)
        if known is None or known[0] is not moves:
            known = INDEX_CACHE[name] = index_moves(moves)
        self.index: dict[str, int] = known[1]  # {text: move}
        self.covers: list[int] = known[2]  # for each move, its cover, or the move itself if it has none
        self.pieces: list[Data] = []  # pieces that look the same on every table of this game
        self.always_asked: frozenset[int] = (
            frozenset()
        )  # moves that are not played automatically even if forced, because that would reveal the seat's hand
        self._normalized: dict[str, int] = {}  # {normalised text: move}; filled by `parse` when it is first needed

    def start(self) -> "State":
        """Return the state at the start of the game, before all moves, including chance moves such as the deal."""
        raise NotImplementedError

    def position(self, description: Data) -> "State":
        """Return the state that a description from `State.write` describes: a full state or a view.

        Missing keys get the defaults that the game's `position` module lists. Raises BadPosition if the description
        is malformed or the position cannot occur in play.
        """
        raise NotImplementedError

    def rematch(self, state: "State", lost: int = -1) -> "Game":
        """Return the game for a rematch: this game, or a game with other options if the rules change who starts.

        `state` is the last state of this game. `lost` is the seat that lost on time, or -1 if none did.
        """
        return self

    def text(self, move: int) -> str:
        return self.moves[move].text

    def heard_as(self, move: int, audience: int, viewer: int) -> int:
        """Return the move as a viewer sees it: the move itself, or its cover if the viewer is not in the audience.

        `audience` is a bit mask, as in `State.audience`.
        """
        if viewer == TRUTH or audience >> (self.seats if viewer == ONLOOKER else viewer) & 1:
            return move
        return self.covers[move]

    def parse(self, text: str) -> int:
        """Return the move with this text; raise UnknownMove if there is none.

        Upper and lower case, extra spaces and the order of parts joined by "+" do not matter.
        """
        if text in self.index:
            return self.index[text]
        if not self._normalized:
            self._normalized = {normalize_text(move.text): i for i, move in enumerate(self.moves)}
        move = self._normalized.get(normalize_text(text))
        if move is None:
            near = get_close_matches(text.lower()[:80], self.index, 3, 0.5)
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            raise UnknownMove(f'"{text[:80]}" is not a move of {self.name}.{hint}')
        return move


def normalize_text(text: str) -> str:
    """Return a move's text in lower case, with single spaces, and with the parts between "+" in sorted order."""
    return "+".join(sorted([" ".join(part.split()) for part in text.lower().split("+")]))


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """The state of a game, or a seat's view of it.

    The same class holds the full state and every view of it: `seen_by` removes what a seat does not know and sets
    `viewer`. In a view, the actor's legal moves may be unknown: then `count` is 0, `legal` is empty, and `allows`
    says whether a move is possible as far as the viewer can tell. A hidden move is played on a view as its cover
    (see `Move`); covers cannot be played on a full state.
    """

    def __init__(self, game: Game) -> None:
        self.game: Game = game
        self.actor: i64 = CHANCE  # the seat that decides, or CHANCE, or OVER
        self.stage: i64 = 1  # the round in Velonimo, 1 in other games; a search may stop at the end of a stage
        self.viewer: i64 = TRUTH  # the viewer: a seat, ONLOOKER, or TRUTH for the full state

    # legal moves: `count` and `nth` define them; a game may override the other methods for speed

    def count(self) -> i64:
        """Return the number of the actor's legal moves. In a full state, 0 means that no seat has to decide."""
        raise NotImplementedError

    def nth(self, i: i64) -> i64:
        """Return the i-th legal move in ascending order; the first has i = 0."""
        raise NotImplementedError

    def legal(self) -> list[int]:
        """Return the legal moves in ascending order.

        In a full state, the list is empty only if no seat has to decide.
        """
        return [self.nth(i) for i in range(self.count())]

    def allows(self, move: i64) -> bool:
        """Return whether this move, by a seat or by chance, may be played now."""
        raise NotImplementedError

    def is_forced(self) -> bool:
        """Return whether the actor is a seat with one legal move, and playing it automatically reveals nothing."""
        if self.actor < 0 or self.count() != 1:
            return False
        only: int = self.nth(0)
        return only not in self.game.always_asked

    def pick(self, rng: Rng) -> i64:
        """Return a random legal move; all are equally likely."""
        return self.nth(rng.below(self.count()))

    def refusal(self, move: int) -> Text:
        """Return a text that says why a seat's move is not legal now; "rule" in the text is the number of the rule.

        The text's key shows the kind of reason. It starts with `refuse.now.` if another kind of move is due, and with
        `refuse.there.` if a piece that the move needs is missing. Any other key stands for a more specific reason.
        """
        raise NotImplementedError

    def picks_refusal(self, picks: list[str]) -> Text:
        """Return a text that says why the selected pieces do not form a legal move; {} if no reason is known.

        `picks` has the ids of the pieces, as in `Move.picks`.
        """
        return {}

    def preview(self, move: int) -> Data:
        """Return the effect that a legal move would have, as plain data. Use only what the actor knows before the move.

        The result may be cached and shared, so callers must not modify it.
        """
        return {}

    def plans(self, seat: i64) -> dict[int, Data]:
        """Return {move: preview} for the moves that a waiting seat may want to prepare for its next turn.

        The moves are based only on what the seat knows, so they may be illegal at the seat's next decision. Returns {}
        if it is the seat's turn, the game is over, or nothing useful can be offered.
        """
        return {}

    # chance moves

    def chance(self) -> list[tuple[int, int]]:
        """Return (move, integer weight) for each possible chance move, sorted by move; [] if chance does not act."""
        raise NotImplementedError

    def draw(self, rng: Rng) -> i64:
        """Return a random chance move, drawn by weight; do not play it."""
        raise NotImplementedError

    def settle(self, rng: Rng) -> None:
        """Play chance moves until a seat must decide or the game is over; games may override this for speed."""
        while self.actor == CHANCE:
            self.play(self.draw(rng))

    def chance_stream(self) -> str:
        """Return the name of the random stream from which the next chance move is drawn.

        The games of a block share streams by name. Whatever the players chose before, the n-th draw from the stream
        with this name gives the same result in each of these games, as far as the rules allow. By default, the name
        is the stage and the first word of the first possible move, such as "1 first". If draws in different rounds,
        for example, must be independent, a game may add the round to the name.
        """
        return f"{self.stage} {self.game.text(self.chance()[0][0]).split()[0]}"

    # play moves

    def play(self, move: i64) -> None:
        """Play a legal move; legality is not checked."""
        raise NotImplementedError

    def copy(self) -> "State":
        raise NotImplementedError

    def outcomes(self, before: "State") -> list[Text]:
        """Return texts that say what everybody learned from the last move; `before` is the state before this move.

        Full states and views give the same result. At the end of a game, the last texts explain tie-breaks
        (`outcome.tie.…`) and then name the winner. If an argument of a text is a list, it is a list of texts.
        """
        return []

    def round_number(self) -> i64:
        """Return the number of the current round or lap, as players count it; by default, the stage."""
        return self.stage

    # what each viewer knows

    def audience(self, move: i64) -> i64:
        """Return a bit mask of the viewers who would see this move instead of its cover.

        There is one bit for each seat, then one for the onlooker.
        """
        raise NotImplementedError

    def heard_as(self, move: int, viewer: int) -> int:
        """Return the move as a viewer would see it if it were played now: the move itself or its cover."""
        return self.game.heard_as(move, self.audience(move), viewer)

    def seen_by(self, seat: i64) -> "State":
        """Return the view of a seat or the ONLOOKER: a copy with only what this viewer knows.

        Bots and browsers get views, never the full state. Called on a view, this method returns a copy for the same
        viewer and raises ValueError for any other, because a view does not contain what other viewers know.
        """
        raise NotImplementedError

    def is_view_of(self, seat: i64) -> bool:
        """Return True for the view of `seat`, False for the full state; raise ValueError for another viewer's view."""
        if self.viewer == TRUTH:
            return False
        if self.viewer != seat:
            raise ValueError(f"this is the view of viewer {self.viewer}; it cannot be converted to that of {seat}.")
        return True

    def guess(self, rng: Rng) -> "State":
        """Return a random full state that is consistent with this view; for a full state, return a copy."""
        raise NotImplementedError

    # results

    def outlook(self, seat: i64) -> float:
        """Return the share of opponents ranked behind a seat, from 0 to 1; ties count half.

        At the end of a stage that is not the last, return the expected share at the end of the game.
        """
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Return the score of each seat."""
        raise NotImplementedError

    def ranking(self) -> list[int]:
        """Return the current place of each seat, starting at 1; tied seats share a place."""
        raise NotImplementedError

    def key(self) -> tuple[int, ...]:
        """Return a tuple that identifies the state: states of a game are equal exactly if their tuples are equal."""
        raise NotImplementedError

    def write(self) -> Data:
        """Return the state as plain data in the rulebook's words; `Game.position` reads this data."""
        raise NotImplementedError

    def table(self) -> Data:
        """Describe the table for a screen. Call it on a view, because a full state contains everything hidden.

        Return {"prompt": Text, "seats": [{public counters}], "zones": [zone, …]}, where a zone is
        {"id": "hand0", "kind": "hand", "owner": 0 or None, "size": 11, "pieces": [{"id": "red2", …}, …]}.

        Each pick of a legal move is the id of a piece, or "id:7" for a piece at which a number can be entered
        ("number": [low, high]). These number fields, and buttons such as "pass", are in the zone "controls".

        The outer dict is new; its parts may be shared with other tables, so callers must not modify them.
        """
        raise NotImplementedError

    def reveal(self) -> Data:
        """Return what to add to the result of `table` after the end of the game, such as hidden cards.

        Return {} before the end, or if the game has nothing to add.
        """
        return self.secrets() if self.actor == OVER else {}

    def secrets(self) -> Data:
        """Return what `reveal` returns at the end of the game, but in any state.

        Show this data only if the game has ended. A loss on time also ends a game, but the actor of its last state is
        then not OVER, so `reveal` returns {}.
        """
        return {}


def outlook_from_ranking(ranking: list[int], seat: int) -> float:
    """Return the share of opponents ranked behind a seat, given the place of each seat; ties count half."""
    mine = ranking[seat]
    behind = 0.0
    for other, place in enumerate(ranking):
        if other != seat:
            behind += 1.0 if place > mine else 0.5 if place == mine else 0.0
    return behind / (len(ranking) - 1)
