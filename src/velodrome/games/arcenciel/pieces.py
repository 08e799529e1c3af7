"""The circuit and its inner track, the deck of chance cards, and the counters of a team."""

import re
from typing import Any, Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.board_form import BoardField, BoardForm
from velodrome.core.boards import Board
from velodrome.core.texts import LANGUAGES

COLOURS: Final = ("red", "blue", "green", "yellow", "orange", "black")  # [seat]
TERRAINS: Final = ("flat", "wind", "cobbles", "uphill", "downhill")
DIE_FACES: Final = 6  # AC-07, AC-24: both dice
MINUTE_ARROWS: Final = 6  # arrows of ten seconds in a minute (AC-24)

# AC-03, AC-15: kinds of squares, then kinds that only cards have
KINDS: Final = (
    "start",
    "effort",
    "breakaway",
    "chance",
    "feeding",
    "hazard",
    "green",
    "dotted",
    "hazard_all",
    "rainbow_lap",
    "no_feeding",
    "retire",
)
START: Final = 0
EFFORT: Final = 1
BREAKAWAY: Final = 2
LOTTERY: Final = 3  # a chance square
FEEDING: Final = 4
HAZARD: Final = 5
GREEN_SQUARE: Final = 6
DOTTED: Final = 7
HAZARD_ALL: Final = 8
RAINBOW_CARD: Final = 9
NO_FEEDING: Final = 10
RETIREMENT: Final = 11
CIRCUIT_KINDS: Final = KINDS[:8]
CARD_KINDS: Final = ("effort", "breakaway", *KINDS[4:])
VALUED_KINDS: Final = ("effort", "feeding", "hazard", "dotted", "hazard_all")
SQUARE_COUNTS: Final = (12, 60)  # fewest and most
CARD_COUNTS: Final = (1, 200)  # fewest and most kinds of cards in a deck, and copies of a card
VALUES: Final = (1, 99)  # lowest and highest value of an effort, a feeding post or a hazard
DOTTED_VALUES: Final = (2, 3)
VALUE_FIELDS: Final = (
    BoardField("value", "number", *VALUES, kinds=("effort", "feeding", "hazard", "hazard_all"), default=3),
    BoardField("value", "number", *DOTTED_VALUES, kinds=("dotted",), default=2),
)
CIRCUIT_FORM: Final = BoardForm(
    "square",
    *SQUARE_COUNTS,
    CIRCUIT_KINDS[1:],
    (
        *VALUE_FIELDS,
        BoardField("terrain", "word", values=TERRAINS, kinds=("effort",)),
        BoardField("name", "text"),
    ),
    fixed=1,
    numbering="up",
    settings=(
        BoardField("name", "text"),
        BoardField("jerseys.rainbow_to_win", "number", 1, 20),
        BoardField("jerseys.green_per_rainbow", "number", 1, 20),
        BoardField("jerseys.dotted_per_rainbow", "number", 1, 60),
        BoardField("team.domestiques", "number", 1, 9),
        BoardField("team.energy_start", "number", 0, 99),
        BoardField("team.energy_max", "number", 1, 99),
        BoardField("team.lap_feeding", "number", 0, 99),
        BoardField("team.retire_energy", "number", 0, 99),
    ),
)
DECK_FORM: Final = BoardForm(
    "card",
    *CARD_COUNTS,
    CARD_KINDS,
    (BoardField("count", "number", *CARD_COUNTS), *VALUE_FIELDS, BoardField("title", "text")),
    has_ids=True,
    settings=(BoardField("name", "text"),),
)

# The counters of all teams are one flat array. Each counter is a column of it, with one number for each seat at
# [column + seat]. Exchanges change the last five columns.
MAX_SEATS: Final = 6
ENERGY: Final = 0
HAND: Final = 6  # domestiques not yet placed
PLACED: Final = 12  # mask of the effort squares with a domestique of the team: bit k for number k, from 1
RAINBOW: Final = 18
GREEN: Final = 24
DOUBLE: Final = 30  # number of cards worth 2 dotted jerseys
TRIPLE: Final = 36  # number of cards worth 3 dotted jerseys
POINTS: Final = 42  # combativity points (AC-38)
COLUMNS: Final = 48

POINT_RATE: Final = 3  # AC-38: points for a rainbow jersey
PRIZES: Final = vec[i64]([0, 1, 3])  # AC-38: [number of prizes of a breakaway]: points for all these prizes together


def format_gap(gap: int) -> str:
    """Format a gap as minutes and seconds.

    >>> format_gap(8)
    '1:20'
    """
    return f"{gap // MINUTE_ARROWS}:{10 * (gap % MINUTE_ARROWS):02}"


def find_best_exchange(held: list[int], green_rate: int, pairs: list[tuple[int, int]]) -> list[int]:
    """Return what a seat holds after the final exchanges that rank it highest (AC-43).

    `held` and the result each list five numbers: rainbow jerseys, green jerseys, cards worth 2 dotted jerseys, cards
    worth 3, and combativity points. A rainbow jersey costs `green_rate` green jerseys or one of the payments in
    `pairs`, see `find_best_dotted`.
    """
    rainbow, green, double, triple, points = held
    best = (-1, 0, 0, 0, 0, 0)
    memo: dict[tuple[int, int], tuple[int, int, int, int]] = {}
    for to_green in range(points + 1):
        for to_dotted in range(points - to_green + 1):
            won, left = divmod(points - to_green - to_dotted, POINT_RATE)
            swapped, greens = divmod(green + to_green, green_rate)
            swaps, worth, doubles, triples = find_best_dotted(double, triple + to_dotted, pairs, memo)
            best = max(best, (rainbow + won + swapped + swaps, greens, worth, doubles, triples, left))
    return [best[0], best[1], best[3], best[4], best[5]]


def find_best_dotted(
    double: int, triple: int, pairs: list[tuple[int, int]], memo: dict[tuple[int, int], tuple[int, int, int, int]]
) -> tuple[int, int, int, int]:
    """Find the best exchanges of dotted cards for rainbow jerseys; return the number of exchanges and what is left.

    `double` and `triple` are the numbers of cards worth 2 and worth 3 dotted jerseys. Each pair (a, b) in `pairs` is an
    allowed payment for one rainbow jersey: a cards worth 2 and b cards worth 3. The result has four numbers: exchanges
    made, dotted jerseys left, cards worth 2 left, cards worth 3 left. `memo` caches results.
    """
    known = memo.get((double, triple))
    if known is not None:
        return known
    best = (0, 2 * double + 3 * triple, double, triple)
    for a, b in pairs:
        if a <= double and b <= triple:
            swaps, worth, doubles, triples = find_best_dotted(double - a, triple - b, pairs, memo)
            best = max(best, (swaps + 1, worth, doubles, triples))
    memo[(double, triple)] = best
    return best


class Square(NamedTuple):
    """One square of the circuit."""

    kind: str
    value: int  # energy, or how many dotted jerseys a dotted square brings; 0 for kinds without a value
    terrain: str
    name: str
    names: dict[str, str]  # translations in the file, by language code
    text_key: str  # key of the text with the translations of `name`
    source: str


class Card(NamedTuple):
    """One kind of chance card, with its number of copies."""

    id: str
    kind: str
    value: int
    copies: int
    title: str
    names: dict[str, str]  # translations in the file, by language code
    text_key: str  # key of the text with the translations of `title`
    source: str


class Circuit:
    """Circuit, read from its board file and validated.

    A circuit has the squares, the inner track, the teams' energy and domestiques, and the exchange rates of jerseys.
    """

    def __init__(self, board: Board) -> None:
        data = board.data
        board.check_keys(
            data, ("format", "game", "id", "name", *LANGUAGES, "source", "square", "inner_track", "team", "jerseys")
        )
        self.id: str = board.read_id(data)
        self.name: str = board.read_word(data, "name")
        self.squares: list[Square] = read_squares(board)
        self.upkeep: list[int] = read_upkeep(board)  # energy for each arrow; the first is arrow 1
        team = read_subtable(board, "team")
        board.check_keys(
            team, ("domestiques", "energy_start", "energy_max", "lap_feeding", "retire_energy", "source"), "team."
        )
        self.domestiques: int = board.read_number(team, "domestiques", 1, 9, "team.")
        self.energy_max: int = board.read_number(team, "energy_max", 1, 99, "team.")
        self.energy_start: int = board.read_number(team, "energy_start", 0, self.energy_max, "team.")
        self.lap_feeding: int = board.read_number(team, "lap_feeding", 0, 99, "team.")
        self.retire_energy: int = board.read_number(team, "retire_energy", 0, 99, "team.")
        jerseys = read_subtable(board, "jerseys")
        board.check_keys(jerseys, ("green_per_rainbow", "dotted_per_rainbow", "rainbow_to_win", "source"), "jerseys.")
        self.green_per_rainbow: int = board.read_number(jerseys, "green_per_rainbow", 1, 20, "jerseys.")
        self.dotted_per_rainbow: int = board.read_number(jerseys, "dotted_per_rainbow", 1, 60, "jerseys.")
        self.rainbow_to_win: int = board.read_number(jerseys, "rainbow_to_win", 1, 20, "jerseys.")
        self.efforts: list[int] = [n for n, square in enumerate(self.squares) if square.kind == "effort"]

    def list_exact_swaps(self) -> list[tuple[int, int]]:
        """List the payments for a rainbow jersey in dotted cards (AC-36).

        Each payment is a pair (a, b): a cards worth 2 dotted jerseys and b cards worth 3. No payment has an unneeded
        card: if any of its cards is left out, it is too low. The payment with the fewest cards worth 2 comes first.
        """
        need = self.dotted_per_rainbow
        pairs = [(a, b) for a in range(need + 1) for b in range(need + 1) if 2 * a + 3 * b >= need]
        return [
            (a, b) for a, b in pairs if not ((a and 2 * a - 2 + 3 * b >= need) or (b and 2 * a + 3 * b - 3 >= need))
        ]


class Deck:
    """Deck of chance cards, read from its board file and validated."""

    def __init__(self, board: Board) -> None:
        data = board.data
        board.check_keys(data, ("format", "game", "id", "name", *LANGUAGES, "source", "card"))
        self.id: str = board.read_id(data)
        self.cards: list[Card] = read_cards(board)
        self.size: int = sum([card.copies for card in self.cards])
        if self.size > 200:
            raise board.error("card", f"a deck of {self.size} cards", "at most 200 cards", "size", has=self.size)


def read_subtable(board: Board, key: str) -> dict[str, Any]:
    """Return a TOML table of the board file; raise BadBoard if it is missing."""
    found = board.data.get(key)
    if not isinstance(found, dict):
        raise board.error(key, found, "a table", "table")
    return found


def read_optional(board: Board, row: dict[str, Any], key: str, where: str, among: tuple[str, ...] = ()) -> str:
    """Read an optional string; return "" if it is missing.

    If `among` is not empty, the string must be one of its words. `where` names the row in errors.
    """
    return board.read_word(row, key, among, where) if key in row else ""


def read_names(board: Board, row: dict[str, Any], where: str) -> dict[str, str]:
    """Read the translations given next to a name, such as `fr = "Rond-point"`."""
    return {language: board.read_word(row, language, (), where) for language in LANGUAGES if language in row}


def make_text_key(kind: str, name: str) -> str:
    """Return the text key under which a name is translated.

    >>> make_text_key("square", "First pass, last ramp")
    'square.first_pass_last_ramp'
    """
    return f"{kind}.{re.sub('[^a-z0-9]+', '_', name.lower()).strip('_')}"


def read_value(board: Board, row: dict[str, Any], kind: str, where: str) -> int:
    """Read the value of a square or card; return 0 for kinds that have no value."""
    if kind not in VALUED_KINDS:
        if "value" in row:
            raise board.error(where + "value", row["value"], f"no value for the kind {kind}", "bare", kind=kind)
        return 0
    return (
        board.read_number(row, "value", *DOTTED_VALUES, where)
        if kind == "dotted"
        else board.read_number(row, "value", *VALUES, where)
    )


def read_squares(board: Board) -> list[Square]:
    squares: list[Square] = []
    for n, row in enumerate(board.read_rows("square", *SQUARE_COUNTS)):
        where = f"square[{n}]."
        board.check_keys(row, ("n", "kind", "value", "terrain", "name", *LANGUAGES, "source"), where)
        board.read_number(row, "n", n, n, where)
        kind = board.read_word(row, "kind", CIRCUIT_KINDS, where)
        if (kind == "start") != (n == 0):
            raise board.error(where + "kind", kind, "the one start on square 0", "start")
        terrain = read_optional(board, row, "terrain", where, TERRAINS)
        name = board.read_word(row, "name", (), where)
        names = read_names(board, row, where)
        source = read_optional(board, row, "source", where)
        value = read_value(board, row, kind, where)
        squares.append(Square(kind, value, terrain, name, names, make_text_key("square", name), source))
    return squares


def read_upkeep(board: Board) -> list[int]:
    track = read_subtable(board, "inner_track")
    board.check_keys(track, ("upkeep", "source"), "inner_track.")
    upkeep = track.get("upkeep")
    if not isinstance(upkeep, list) or not 1 <= len(upkeep) <= 30:
        raise board.error("inner_track.upkeep", upkeep, "a list of 1 to 30 numbers, one an arrow", "arrows")
    return [board.read_number({str(i): cost}, str(i), 0, 99, "inner_track.upkeep.") for i, cost in enumerate(upkeep)]


def read_cards(board: Board) -> list[Card]:
    cards: list[Card] = []
    for i, row in enumerate(board.read_rows("card", *CARD_COUNTS)):
        where = f"card[{i}]."
        board.check_keys(row, ("id", "kind", "value", "count", "title", *LANGUAGES, "source"), where)
        id = board.read_id(row, where)
        if id in [card.id for card in cards]:
            raise board.error(where + "id", id, "an id that no other card has", "once")
        kind = board.read_word(row, "kind", CARD_KINDS, where)
        value = read_value(board, row, kind, where)
        count = board.read_number(row, "count", *CARD_COUNTS, where)
        title = board.read_word(row, "title", (), where)
        names = read_names(board, row, where)
        source = read_optional(board, row, "source", where)
        cards.append(Card(id, kind, value, count, title, names, f"card.{id}", source))
    return cards
