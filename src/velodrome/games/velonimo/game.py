"""The game Velonimo: its options, and the values that the rules derive from the options."""

from math import sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core import texts
from velodrome.core.contract import Data, Game, State, Text, Value, normalize_text
from velodrome.core.errors import BadOption, UnknownMove
from velodrome.core.options import Option, collect_defaults, resolve_options
from velodrome.games.velonimo.moves import DECISIONS, MOVES, PASS
from velodrome.games.velonimo.pieces import CARDS, PIECES

SEATS: Final[range] = range(2, 6)
VERSION: Final = 1
FROM_EDITION: Final = "edition"  # option value: use the rule of the chosen edition
OPTIONS: Final[tuple[Option, ...]] = (
    Option("edition", "choice", "en", ("en", "fr", "bga"), group="game"),
    Option("difficulties", "numbers", (1, 2, 3, 4, 5), low=1, high=99, group="points", advanced=True),
    Option("duel_target", "number", 8, low=1, high=999, group="points", advanced=True),
    Option("first_starter", "seat", "random", group="game"),
    Option(
        "leader_steal",
        "choice",
        FROM_EDITION,
        (FROM_EDITION, "up_to", "all_or_none", "forced"),
        group="edition",
        advanced=True,
    ),
    Option(
        "starter_tie",
        "choice",
        FROM_EDITION,
        (FROM_EDITION, "last_round", "seat_order"),
        group="edition",
        advanced=True,
    ),
    Option(
        "jersey_tie",
        "choice",
        FROM_EDITION,
        (FROM_EDITION, "last_round", "last_winner_or_nobody"),
        group="edition",
        advanced=True,
    ),
)
PRESETS: Final[dict[str, dict[str, str]]] = {
    "en": {"leader_steal": "up_to", "starter_tie": "last_round", "jersey_tie": "last_round"},
    "fr": {"leader_steal": "all_or_none", "starter_tie": "last_round", "jersey_tie": "last_round"},
    "bga": {"leader_steal": "forced", "starter_tie": "seat_order", "jersey_tie": "last_winner_or_nobody"},
}
MAX_ROUNDS: Final = 30

# values of the option `leader_steal`
UP_TO: Final = 0
ALL_OR_NONE: Final = 1
FORCED: Final = 2
NOBODY: Final = -1


class Velonimo(Game):
    """A game of Velonimo with fixed options.

    >>> from velodrome import Rng
    >>> state = Velonimo(3).start()
    >>> state.settle(Rng(1))
    >>> state.actor >= 0
    True
    """

    def __init__(self, seats: int = 4, options: dict[str, Value] | None = None) -> None:
        chosen = resolve_options("velonimo", OPTIONS, options or {}, seats)
        rounds = chosen["difficulties"]
        if isinstance(rounds, tuple) and len(rounds) > MAX_ROUNDS:
            message = f"difficulties has {len(rounds)} rounds; expected at most {MAX_ROUNDS}."
            raise BadOption(message, "difficulties")
        super().__init__("velonimo", VERSION, seats, chosen, collect_defaults(OPTIONS), MOVES, DECISIONS)
        self.pieces = PIECES
        self.always_asked = frozenset([PASS])  # VN-12: an automatic pass would reveal that the hand has no play
        points: list[int] = [int(point) for point in rounds] if isinstance(rounds, tuple) else []
        first = chosen["first_starter"]
        self.points: vec[i64] = vec[i64](points)  # [round - 1]: points for each opponent still racing (VN-40)
        # [round - 1]: standard deviation of how much one seat's lead over another changes from this round on, in points
        self.point_spreads: vec[float] = vec[float](compute_spreads(points, seats))
        self.target: i64 = int(str(chosen["duel_target"]))
        self.first_starter: i64 = first if isinstance(first, int) else NOBODY
        self.steal_rule: i64 = ["up_to", "all_or_none", "forced"].index(self.rule_variant("leader_steal"))
        self.starter_by_seat: bool = self.rule_variant("starter_tie") == "seat_order"
        self.jersey_to_winner: bool = self.rule_variant("jersey_tie") == "last_winner_or_nobody"

    def rule_variant(self, name: str) -> str:
        """Return the value of a rule option; if that value is "edition", return the chosen edition's value instead."""
        value = str(self.options[name])
        return PRESETS[str(self.options["edition"])][name] if value == FROM_EDITION else value

    def parse(self, text: str) -> int:
        """Parse a move. If the text names cards that do not form a play, raise an UnknownMove that says why."""
        try:
            return super().parse(text)
        except UnknownMove:
            reason = explain_no_play(normalize_text(text).split("+"))
            if not reason:
                raise
        refusal: Text = {"key": f"refuse.{reason}"}
        why, rule = texts.fill_text("velonimo", refusal).rstrip("."), texts.rule_number("velonimo", refusal)
        raise UnknownMove(f'"{text}" is not a play: {why} ({rule}).')

    def start(self) -> State:
        from velodrome.games.velonimo.rules import make_start

        return make_start(self)

    def position(self, description: Data) -> State:
        from velodrome.games.velonimo.position import read

        return read(self, description)


def compute_spreads(points: list[int], seats: int) -> list[float]:
    """Return, for each round, how much one seat's lead over another may change from that round to the end of the game.

    The results are standard deviations, in points. `points` has, for each round, the points that a seat scores for
    every opponent that is still racing when the seat finishes (VN-40).
    """
    share = float(seats * (seats + 1)) / 6.0
    return [sqrt(share * float(sum([point * point for point in points[i:]]))) for i in range(len(points))]


def explain_no_play(parts: list[str]) -> str:
    """Return why the parts of a move do not form a play, as a text key without its prefix `refuse.`.

    Return "" if a part is neither a card nor the jersey. Call this only for parts that do not form a play, because
    the function does not check this.
    """
    cards = [part for part in parts if part != "jersey"]
    hares = [card for card in cards if card.startswith("hare")]
    if [card for card in cards if card not in CARDS]:
        return ""
    if hares and len(cards) > 1:
        return "hare"
    if hares or not cards:
        return "bare"
    if len(set(cards)) < len(cards):
        return "twice"
    return "jerseys" if parts.count("jersey") > 1 else "mixed"
