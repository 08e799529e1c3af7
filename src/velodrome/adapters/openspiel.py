"""OpenSpiel adapter: import it to register every game, then pyspiel.load_game("velodrome_velonimo(players=4)").

An action is the index of one of our moves, for chance moves too. A player's return is twice the player's
outlook minus one: 1 if every opponent is ranked behind the player, -1 if no opponent is. The returns of all
players add up to 0. Needs the extra `research`.
"""

import json
from collections.abc import Callable

import numpy as np
import pyspiel

from velodrome.core import record
from velodrome.core.contract import CHANCE, OVER, Data, Game, State, Value
from velodrome.core.errors import IllegalMove
from velodrome.core.options import Option, format_value
from velodrome.core.rng import Rng
from velodrome.games import GAMES, Listing

MAX_GAME_LENGTH = 10_000  # decisions; by default, the games' own limits end them earlier
RANDOM_SEAT = -1  # value that stands for a random seat, in options whose value is a seat
SEED_RANGE = 1 << 53  # the seed of a guess is below this number
SPIEL_ACTORS = {CHANCE: int(pyspiel.PlayerId.CHANCE), OVER: int(pyspiel.PlayerId.TERMINAL)}

Parameter = bool | int | str
PlayedMoves = list[tuple[int, int]]  # (move, audience) pairs
SeatLogs = list[tuple[str, int]]  # for each seat: the text of its log, and the number of moves in this text


class HeardState:
    """A state with a log for each seat: a text that lists the moves as the seat saw them.

    A HeardState can be copied and pickled.
    """

    def __init__(self, state: State, start: State | None = None) -> None:
        self.state = state
        self.start = start  # state at which the logs start; None: the start of the game
        self.moves: PlayedMoves = []  # moves since `start`
        self.logs: SeatLogs = [("", 0)] * state.game.seats

    def play(self, move: int) -> None:
        """Play a move for the actor; raise IllegalMove if it is not legal."""
        if not self.state.allows(move):
            raise IllegalMove(record.describe_refusal(self.state, move), record.list_open_moves(self.state))
        self.moves.append((move, self.state.audience(move)))
        self.state.play(move)

    def heard(self, seat: int) -> str:
        """Return a seat's log: the lines of `start_log`, then each move as the seat saw it.

        The text is built only when this method is called, because playouts do not need it. It is then cached.
        """
        log, known = self.logs[seat]
        game = self.state.game
        log = log or start_log(seat, self.start)
        for move, audience in self.moves[known:]:
            log += f"\n{game.text(game.heard_as(move, audience, seat))}"
        self.logs[seat] = log, len(self.moves)
        return log

    def guess(self, seat: int, rng: Rng) -> "HeardState":
        """Return a random state that a seat cannot distinguish from this state.

        In the returned state, the seat keeps its log. The logs of all other seats begin at the returned state.
        """
        world = self.state.seen_by(seat).guess(rng)
        other = HeardState(world, world.copy())
        other.logs[seat] = self.heard(seat), 0
        return other

    def __deepcopy__(self, memo: object) -> "HeardState":
        copy = HeardState(self.state.copy(), self.start)
        copy.moves = self.moves[:]
        copy.logs = self.logs[:]
        return copy

    def __reduce__(self) -> tuple[Callable[..., "HeardState"], tuple[object, ...]]:
        game = self.state.game
        table = game.name, game.seats, {**game.options, **game.boards}
        start = self.start.write() if self.start else None
        return read_heard_state, (table, self.state.write(), start, self.moves, self.logs)


def read_heard_state(
    table: tuple[str, int, dict[str, Value]],
    state: Data,
    start: Data | None,
    moves: PlayedMoves,
    logs: list[tuple[str, int]],
) -> HeardState:
    """Restore a pickled `HeardState` from the values that its `__reduce__` returns.

    `table` has the name of the game, the number of seats and the options. `state` and `start` come from `State.write`;
    `start` is None if the logs begin at the start of the game. `moves` and `logs` are the attributes of `HeardState`.
    """
    name, seats, given = table
    game = GAMES[name](seats, given)
    restored = HeardState(game.position(state), game.position(start) if start else None)
    restored.moves, restored.logs = moves, logs
    return restored


def start_log(seat: int, start: State | None) -> str:
    """Return the first lines of a seat's log: the seat's number and, unless `start` is None, its view of `start`.

    `start` is the state at which the log begins; None stands for the start of the game.
    """
    seen = f"\nposition {json.dumps(start.seen_by(seat).write(), ensure_ascii=False)}" if start else ""
    return f"view {seat}{seen}"


class SpielState(pyspiel.State):
    """An OpenSpiel state that wraps one of our states."""

    def __init__(self, game: "SpielGame", heard_state: HeardState | None = None) -> None:
        super().__init__(game)
        self.heard_state = heard_state or HeardState(game.table.start())

    def current_player(self) -> int:
        actor = self.heard_state.state.actor
        return actor if actor >= 0 else SPIEL_ACTORS[actor]

    def is_terminal(self) -> bool:
        return self.heard_state.state.actor == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self.heard_state.state.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weighted = self.heard_state.state.chance()
        total = sum([weight for _, weight in weighted])
        return [(move, weight / total) for move, weight in weighted]

    def _apply_action(self, action: int) -> None:
        self.heard_state.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.heard_state.state.game.text(action)

    def returns(self) -> list[float]:
        state = self.heard_state.state
        seats = range(state.game.seats)
        return [2.0 * state.outlook(seat) - 1.0 if state.actor == OVER else 0.0 for seat in seats]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Return a random state that the player cannot distinguish from this state. OpenSpiel's search calls this.

        `sampler` returns random numbers of at least 0 and less than 1. The returned state has no history, because the
        real history would reveal what the player cannot see.
        """
        return SpielState(self.get_game(), self.heard_state.guess(player, Rng(int(sampler() * SEED_RANGE))))

    def __str__(self) -> str:
        return json.dumps(self.heard_state.state.write(), ensure_ascii=False)


class SpielGame(pyspiel.Game):
    """An OpenSpiel game that wraps one of ours; its parameters are `players` and the game's options."""

    listing: Listing
    kind: pyspiel.GameType

    def __init__(self, given: dict[str, Parameter] | None = None) -> None:
        known = list_parameters(self.listing)
        changed = {name: value for name, value in (given or {}).items() if name == "players" or value != known[name]}
        options: dict[str, Value] = {name: value for name, value in changed.items() if name != "players"}
        self.table: Game = self.listing(int(changed.get("players", known["players"])), options)
        super().__init__(self.kind, make_info(self.table), changed)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def at(self, seen: State, rng: Rng) -> SpielState:
        """Guess a full state that fits the view `seen`; return it as a state that OpenSpiel's bots can search."""
        world = seen.guess(rng)
        return SpielState(self, HeardState(world, world.copy()))

    def make_py_observer(self, kind: pyspiel.IIGObservationType | None = None, params: object = None) -> "Observer":
        return Observer(self.table, bool(kind and kind.perfect_recall))


class Observer:
    """OpenSpiel observer: describes what a player sees, as a text and as a tensor.

    The text is the seat's view or, with perfect recall, the seat's log. The tensor has a 1 for the player's
    seat and, if it is the player's turn, for each legal move; all other values are 0.
    """

    def __init__(self, table: Game, recall: bool) -> None:
        self.recall = recall
        self.tensor: np.ndarray = np.zeros(table.seats + table.decisions, np.float32)
        self.dict = {"player": self.tensor[: table.seats], "legal": self.tensor[table.seats :]}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if state.heard_state.state.actor == player:
            self.dict["legal"][state.heard_state.state.legal()] = 1

    def string_from(self, state: SpielState, player: int) -> str:
        return state.heard_state.heard(player) if self.recall else start_log(player, state.heard_state.state)


def list_parameters(listing: Listing) -> dict[str, Parameter]:
    """Return {name: default} for all parameters of a game."""
    return {"players": listing.seats[0], **{option.name: default_parameter(option) for option in listing.options}}


def default_parameter(option: Option) -> Parameter:
    """Return an option's default as a type that OpenSpiel accepts; RANDOM_SEAT stands for a random seat."""
    if isinstance(option.default, bool | int):
        return option.default
    return RANDOM_SEAT if option.kind == "seat" else format_value(option.default)


def make_info(table: Game) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=table.decisions,
        max_chance_outcomes=len(table.moves),  # chance moves are indices into the same vocabulary
        num_players=table.seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=MAX_GAME_LENGTH,
    )


def register_game(listing: Listing) -> None:
    """Register a game with OpenSpiel, under a name such as "velodrome_velonimo"."""
    table = listing(listing.seats[0], {})
    hidden = any(move.cover for move in table.moves)
    secrecy = pyspiel.GameType.Information
    kind = pyspiel.GameType(
        short_name=f"velodrome_{listing.name}",
        long_name=f"{listing.name} of Velodrome",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=secrecy.IMPERFECT_INFORMATION if hidden else secrecy.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=listing.seats[0],
        max_num_players=listing.seats[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=list_parameters(listing),
    )
    # register a class, not an instance: OpenSpiel lives longer than the interpreter and must not own Python objects
    pyspiel.register_game(kind, type(listing.name, (SpielGame,), {"listing": listing, "kind": kind}))


for _listing in GAMES.values():
    register_game(_listing)
