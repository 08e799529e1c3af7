"""A game with its seats and options, shared by all that play it, and what is said of its moves again and again."""

from functools import lru_cache
from typing import Final, cast

import msgspec
from mypy_extensions import mypyc_attr

from velodrome.core.contract import Data, Game, Move, State, Value
from velodrome.core.errors import BadOption, UnknownGame
from velodrome.core.narration import narrate
from velodrome.core.options import format_value
from velodrome.games import GAMES
from velodrome.server.protocol import Choice

encode: Final = msgspec.json.Encoder().encode
SHARED = 2_000  # parts of tables whose bytes stay in memory, of each sort
KINDS = 200  # that stay in memory: as many as differ in seats or options


@mypyc_attr(acyclic=True)  # there are many: whoever looks for garbage need not look here
class Part:
    """Something on the table, and its bytes."""

    __slots__ = ("data", "encoded")

    def __init__(self, data: object, encoded: bytes) -> None:
        self.data = data
        self.encoded = encoded


@mypyc_attr(acyclic=True)
class Zone(Part):
    """A zone, and what is sent instead of it while it stays the same."""

    __slots__ = ("name",)

    def __init__(self, data: object, encoded: bytes, name: bytes) -> None:
        super().__init__(data, encoded)
        self.name = name


# By the identity of what they say, which games share between tables, and which these keep from being anything else.
PARTS: Final[dict[int, Part]] = {}
ZONES: Final[dict[int, Zone]] = {}


def shared(data: object) -> bytes:
    """Something on a table, encoded once as long as games give the same thing for it again."""
    found = PARTS.get(id(data))
    if found is None or found.data is not data:
        if len(PARTS) >= SHARED:
            PARTS.clear()
        found = PARTS[id(data)] = Part(data, encode(data))
    return found.encoded


def known(data: Data) -> Zone | None:
    """A zone that was made of this very thing, not of its like."""
    found = ZONES.get(id(data))
    return found if found is not None and found.data is data else None


class Moves:
    """What is said of the moves of a game, and how they are picked."""

    __slots__ = ("listed", "news", "picks", "picks_with")

    def __init__(self, listed: list[Move]) -> None:
        self.listed = listed
        self.news: dict[int, bytes] = {}
        self.picks: dict[frozenset[str], list[int]] = {}
        self.picks_with: dict[str, list[frozenset[str]]] = {}


# By game, for the last list of its moves: strangers may open tables with ever other options, but mostly share that.
MOVES: Final[dict[str, Moves]] = {}


def moves_of(game: Game) -> Moves:
    found = MOVES.get(game.name)
    if found is None or found.listed is not game.moves:
        found = MOVES[game.name] = Moves(game.moves)
    return found


class Kind:
    """A game that rooms share: it never changes."""

    def __init__(self, game: Game, spec: str) -> None:
        self.game = game
        self.spec = spec  # its options as JSON, for `kind`
        self.has_previews = type(game.start()).preview is not State.preview
        self.pieces: bytes = b'],"pieces":%b}' % encode(game.pieces) if game.pieces else b"]}"  # how first tables end
        self._ids: dict[str, object] = {str(piece["id"]): piece["id"] for piece in game.pieces}
        self._names: dict[str, bytes] = {}
        self._choices: dict[int, Part] = {}  # by move, with what it was last said to bring
        self._moves = moves_of(game)

    def choice(self, move: int, preview: Data) -> bytes:
        """A move that is open, as messages carry it (`messages.Choice`)."""
        found = self._choices.get(move)
        if found is None or (found.data is not preview and found.data != preview):
            line = self.game.moves[move]
            found = self._choices[move] = Part(preview, encode(Choice(line.text, list(line.picks), preview)))
        return found.encoded

    def zone(self, data: Data) -> Zone:
        """A zone with its bytes."""
        if len(ZONES) >= SHARED:
            ZONES.clear()
        found = ZONES[id(data)] = Zone(data, self.written(data), self.name(cast(str, data["id"])))
        return found

    def written(self, zone: Data) -> bytes:
        """A zone as messages carry it: pieces that never change are their ids alone."""
        pieces, ids = cast("list[Data]", zone["pieces"]), self._ids
        if not pieces or cast(str, pieces[0]["id"]) not in ids:
            return encode(zone)
        return encode(zone | {"pieces": [ids.get(cast(str, piece["id"]), piece) for piece in pieces]})

    def name(self, name: str) -> bytes:
        """The id of a zone as messages carry it."""
        found = self._names.get(name)
        if found is None:
            found = self._names[name] = encode(name)
        return found

    def news(self, move: int) -> bytes:
        """What is said of a move that was heard: its text and its telling, as the inside of an object."""
        found = self._moves.news.get(move)
        if found is None:
            text = self.game.text(move)
            telling = narrate(self.game.name, text)
            said = {"text": text, "told": telling} if telling else {"text": text}
            found = self._moves.news[move] = encode(said)[1:-1]
        return found

    @property
    def options(self) -> dict[str, object]:
        """Every option with its value; a board of one's own is "own"."""
        return {name: "own" if name in self.game.boards else value for name, value in self.game.options.items()}

    @property
    def picks(self) -> dict[frozenset[str], list[int]]:
        """The moves of seats by what a person selects for them; made once (compiled, a cached_property is not)."""
        found = self._moves.picks
        if not found:
            for move in range(self.game.decisions):
                found.setdefault(frozenset(self.game.moves[move].picks), []).append(move)
        return found

    def picks_with(self, pick: str) -> list[frozenset[str]]:
        """What a person selects for moves that need this piece, in the order of the moves."""
        found = self._moves.picks_with
        if not found:
            for picks in self.picks:
                for each in picks:
                    found.setdefault(each, []).append(picks)
        return found.get(pick, [])


def spec(game: Game) -> str:
    """The options that differ from the defaults, as JSON; boards in full. `kind` reads it back."""
    given = {name: format_value(value) for name, value in game.options.items() if value != game.defaults[name]}
    return msgspec.json.encode(given | game.boards, order="deterministic").decode()


@lru_cache(KINDS)
def kind(name: str, seats: int, spec: str) -> Kind:
    """The game that a spec describes; what cannot be is refused with a VelodromeError."""
    given: dict[str, Value] = msgspec.json.decode(spec)
    return Kind(GAMES[name](seats, given), spec)


def kind_of(game: Game) -> Kind:
    """The kind of a game that was just made."""
    return kind(game.name, game.seats, spec(game))


def asked_for(name: str, seats: int, options: dict[str, object]) -> Kind:
    """The kind that a guest asks for."""
    return kind_of(asked(name, seats, options))


def asked(name: str, seats: int, options: dict[str, object]) -> Game:
    """The game that a guest asks for; a board is one of the game's, or a text: never a file of this machine."""
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
        given[option.name] = plain(option.name, value)
    unknown = [word for word in options if word not in {option.name for option in GAMES[name].options}]
    if unknown:
        raise BadOption(f"{name} has no option {unknown[0][:40]}.", unknown[0][:40])
    return GAMES[name](seats, given)


def plain(name: str, value: object) -> Value:
    """A value as JSON gives it, in a type that options take."""
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, list) and all(isinstance(item, int) and not isinstance(item, bool) for item in value):
        return tuple(value)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise BadOption(f"{name} takes a word, a number, true or false, or a list of them.", name)
