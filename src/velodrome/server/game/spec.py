"""Game specs: a game with its seats and options, cached and shared by all rooms with that game."""

from typing import Final

import msgspec

from velodrome.core.contract import Data, Game, Move, State, Value
from velodrome.core.errors import BadOption, UnknownGame
from velodrome.core.options import format_value
from velodrome.games import GAMES

MAX_SPECS = 200  # specs in memory: one for each combination of game, seats and options


class PickIndex:
    """Lookup table from selected pieces to moves; `GameSpec` fills it."""

    __slots__ = ("moves", "moves_by_picks", "picks_by_piece")

    def __init__(self, moves: list[Move]) -> None:
        self.moves = moves
        self.moves_by_picks: dict[frozenset[str], list[int]] = {}
        self.picks_by_piece: dict[str, list[frozenset[str]]] = {}


SPECS: Final[dict[tuple[str, int, str], "GameSpec"]] = {}  # by game, seats and stored options
# Cache by game, for the latest list of moves only. Guests may request many combinations of options, but most of these
# share one list of moves.
PICK_INDEXES: Final[dict[str, PickIndex]] = {}


class GameSpec:
    """A game with its seats and options, and data that is derived from it. It never changes, so rooms share it."""

    def __init__(self, game: Game, options_json: str) -> None:
        self.game = game
        self.options_json = options_json  # as stored; `load_spec` reads it
        self.has_previews = type(game.start()).preview is not State.preview
        self.piece_ids: dict[str, object] = {str(piece["id"]): piece["id"] for piece in game.pieces}

    @property
    def options(self) -> dict[str, object]:
        """Return every option with its value; the value "own" stands for a user's board."""
        return {name: "own" if name in self.game.boards else value for name, value in self.game.options.items()}

    @property
    def changed_options(self) -> list[str]:
        """Return the names of the options whose values are not the defaults."""
        return [name for name, value in self.game.options.items() if value != self.game.defaults[name]]

    @property
    def moves_by_picks(self) -> dict[frozenset[str], list[int]]:
        """Return a lookup table from each set of picked pieces to the moves that it selects; built on first use.

        The table contains only moves that a seat can make, not chance moves.
        """
        index = self._pick_index()
        if not index.moves_by_picks:
            for move in range(self.game.decisions):
                index.moves_by_picks.setdefault(frozenset(self.game.moves[move].picks), []).append(move)
        return index.moves_by_picks

    def picks_with(self, piece: str) -> list[frozenset[str]]:
        """Return every set of picks that contains a piece and selects a move, in the order of the moves."""
        index = self._pick_index()
        if not index.picks_by_piece:
            for picks in self.moves_by_picks:
                for each in picks:
                    index.picks_by_piece.setdefault(each, []).append(picks)
        return index.picks_by_piece.get(piece, [])

    def _pick_index(self) -> PickIndex:
        found = PICK_INDEXES.get(self.game.name)
        if found is None or found.moves is not self.game.moves:
            found = PICK_INDEXES[self.game.name] = PickIndex(self.game.moves)
        return found

    def shorten_zone(self, zone: Data) -> Data:
        """Return a zone in the form that messages use: pieces that never change are replaced by their ids."""
        pieces, ids = zone["pieces"], self.piece_ids
        assert isinstance(pieces, list)
        if not pieces or pieces[0]["id"] not in ids:
            return zone
        return zone | {"pieces": [ids.get(piece["id"], piece) for piece in pieces]}


def options_json(game: Game) -> str:
    """Return the options whose values are not the defaults, as JSON; `load_spec` decodes it.

    For a user's own board, the JSON contains the full text of the board.
    """
    given = {name: format_value(value) for name, value in game.options.items() if value != game.defaults[name]}
    return msgspec.json.encode(given | game.boards, order="deterministic").decode()


def load_spec(name: str, seats: int, options_json: str) -> GameSpec:
    """Return the shared spec for a game with stored options; add it to the cache if it is new.

    Raise VelodromeError if the game does not allow this number of seats or these options.
    """
    found = SPECS.get((name, seats, options_json))
    if found is not None:
        return found
    given: dict[str, Value] = msgspec.json.decode(options_json)
    return add_spec(GameSpec(GAMES[name](seats, given), options_json))


def spec_of(game: Game) -> GameSpec:
    """Return the shared spec for a game; add it to the cache if it is new."""
    stored = options_json(game)
    found = SPECS.get((game.name, game.seats, stored))
    return found if found is not None else add_spec(GameSpec(game, stored))


def add_spec(spec: GameSpec) -> GameSpec:
    """Add a spec to the cache and return it; clear the cache first if it is full."""
    if len(SPECS) >= MAX_SPECS:
        SPECS.clear()
    SPECS[spec.game.name, spec.game.seats, spec.options_json] = spec
    return spec


def request_spec(name: str, seats: int, options: dict[str, object]) -> GameSpec:
    """Return the shared spec for the game that a guest requests; raise an error as `request_game` does."""
    return spec_of(request_game(name, seats, options))


def request_game(name: str, seats: int, options: dict[str, object]) -> Game:
    """Create the game that a guest requests; raise UnknownGame, BadOption or BadBoard if the request is wrong.

    A board may be given by the name of a built-in board or as its text, but never as a file on the server.
    """
    if name not in GAMES:
        raise UnknownGame(f"no game is called {name}. There are: {', '.join(GAMES)}.")
    given: dict[str, Value] = {}
    for option in GAMES[name].options:
        value = options.get(option.name)
        if value is None:
            continue
        if option.kind == "board" and (
            not isinstance(value, str) or ("\n" not in value and value not in option.values)
        ):
            raise BadOption(f"{option.name} takes {', '.join(option.values)} or the text of a board.", option.name)
        given[option.name] = option_value(option.name, value)
    unknown = [word for word in options if word not in {option.name for option in GAMES[name].options}]
    if unknown:
        raise BadOption(f"{name} has no option {unknown[0][:40]}.", unknown[0][:40])
    return GAMES[name](seats, given)


def option_value(name: str, value: object) -> Value:
    """Convert a JSON value to a type that options accept; raise BadOption if this is not possible."""
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, list) and all(isinstance(item, int) and not isinstance(item, bool) for item in value):
        return tuple(value)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise BadOption(f"{name} takes a word, a number, true or false, or a list of them.", name)
