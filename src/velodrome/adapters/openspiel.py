"""Every game as one of OpenSpiel's: import this module, then pyspiel.load_game("velodrome_velonimo(players=4)").

A move's index is the action, of chance too. A return is twice the outlook less one: 1 with every opponent behind,
-1 with none, and all returns add up to 0. Needs the extra `research`.
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

LONGEST = 10_000  # decisions of a game whose safety stop is on
ANY_SEAT = -1  # where an option may name a seat: random
SEEDS = 1 << 53  # so many different generators can be drawn
ACTORS = {CHANCE: int(pyspiel.PlayerId.CHANCE), OVER: int(pyspiel.PlayerId.TERMINAL)}

Parameter = bool | int | str
Told = list[tuple[int, int]]  # moves, each with its audience


class Course:
    """A state, and what each seat has heard on the way to it; copied and pickled as one."""

    def __init__(self, state: State, start: State | None = None) -> None:
        self.state = state
        self.start = start  # where the logs begin, if not before the first move
        self.told: Told = []  # since then
        self.logs: list[tuple[str, int]] = [("", 0)] * state.game.seats  # by seat: its log, and how many it holds

    def play(self, move: int) -> None:
        """One more move by whoever acts; IllegalMove if it is not open."""
        if not self.state.allows(move):
            raise IllegalMove(record.refused(self.state, move), record.listed(self.state))
        self.told.append((move, self.state.audience(move)))
        self.state.play(move)

    def heard(self, seat: int) -> str:
        """What a seat knows: its own record, a line for each move; written when it is asked for, as playouts do not."""
        log, known = self.logs[seat]
        game = self.state.game
        log = log or opening(seat, self.start)
        for move, audience in self.told[known:]:
            log += f"\n{game.moves[move if audience >> seat & 1 else game.covers[move]].text}"
        self.logs[seat] = log, len(self.told)
        return log

    def guess(self, seat: int, rng: Rng) -> "Course":
        """Another course that this seat cannot tell from this one; the others begin with what they see in it."""
        world = self.state.seen_by(seat).guess(rng)
        other = Course(world, world.copy())
        other.logs[seat] = self.heard(seat), 0
        return other

    def __deepcopy__(self, memo: object) -> "Course":
        copy = Course(self.state.copy(), self.start)
        copy.told = self.told[:]
        copy.logs = self.logs[:]
        return copy

    def __reduce__(self) -> tuple[Callable[..., "Course"], tuple[object, ...]]:
        game = self.state.game
        table = game.name, game.seats, {**game.options, **game.boards}
        start = self.start.write() if self.start else None
        return read_course, (table, self.state.write(), start, self.told, self.logs)


def read_course(
    table: tuple[str, int, dict[str, Value]], state: Data, start: Data | None, told: Told, logs: list[tuple[str, int]]
) -> Course:
    """A course from what was pickled."""
    name, seats, given = table
    game = GAMES[name](seats, given)
    course = Course(game.position(state), game.position(start) if start else None)
    course.told, course.logs = told, logs
    return course


def opening(seat: int, start: State | None) -> str:
    """The head of a seat's log: whose it is, and what it saw where the log begins."""
    seen = f"\nposition {json.dumps(start.seen_by(seat).write(), ensure_ascii=False)}" if start else ""
    return f"view {seat}{seen}"


class SpielState(pyspiel.State):
    """A state as OpenSpiel asks for it; all of it is in `course`."""

    def __init__(self, game: "SpielGame", course: Course | None = None) -> None:
        super().__init__(game)
        self.course = course or Course(game.table.start())

    def current_player(self) -> int:
        actor = self.course.state.actor
        return actor if actor >= 0 else ACTORS[actor]

    def is_terminal(self) -> bool:
        return self.course.state.actor == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self.course.state.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weighted = self.course.state.chance()
        total = sum([weight for _, weight in weighted])
        return [(move, weight / total) for move, weight in weighted]

    def _apply_action(self, action: int) -> None:
        self.course.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.course.state.game.text(action)

    def returns(self) -> list[float]:
        state = self.course.state
        seats = range(state.game.seats)
        return [2.0 * state.outlook(seat) - 1.0 if state.actor == OVER else 0.0 for seat in seats]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A state that the player cannot tell from this one. It has no history: that would tell what is hidden."""
        return SpielState(self.get_game(), self.course.guess(player, Rng(int(sampler() * SEEDS))))

    def __str__(self) -> str:
        return json.dumps(self.course.state.write(), ensure_ascii=False)


class SpielGame(pyspiel.Game):
    """A table of ours: its parameters are `players` and the game's options."""

    listing: Listing
    kind: pyspiel.GameType

    def __init__(self, given: dict[str, Parameter] | None = None) -> None:
        known = parameters(self.listing)
        told = {name: value for name, value in (given or {}).items() if name == "players" or value != known[name]}
        options: dict[str, Value] = {name: value for name, value in told.items() if name != "players"}
        self.table: Game = self.listing(int(told.get("players", known["players"])), options)
        super().__init__(self.kind, info(self.table), told)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def at(self, seen: State, rng: Rng) -> SpielState:
        """A state that the viewer of a seen one cannot tell from the truth: what its bot is asked about."""
        world = seen.guess(rng)
        return SpielState(self, Course(world, world.copy()))

    def make_py_observer(self, kind: pyspiel.IIGObservationType | None = None, params: object = None) -> "Observer":
        return Observer(self.table, bool(kind and kind.perfect_recall))


class Observer:
    """What a seat sees, or with perfect recall all that it has heard; as numbers, who looks and what it may do."""

    def __init__(self, table: Game, recall: bool) -> None:
        self.recall = recall
        self.tensor: np.ndarray = np.zeros(table.seats + table.decisions, np.float32)
        self.dict = {"player": self.tensor[: table.seats], "legal": self.tensor[table.seats :]}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if state.course.state.actor == player:
            self.dict["legal"][state.course.state.legal()] = 1

    def string_from(self, state: SpielState, player: int) -> str:
        return state.course.heard(player) if self.recall else opening(player, state.course.state)


def parameters(listing: Listing) -> dict[str, Parameter]:
    """What may stand in a game's brackets, with what stands there if nothing is said."""
    return {"players": listing.seats[0], **{option.name: usual(option) for option in listing.options}}


def usual(option: Option) -> Parameter:
    """An option's default in OpenSpiel's types, where a parameter is either a number or a text."""
    if isinstance(option.default, bool | int):
        return option.default
    return ANY_SEAT if option.kind == "seat" else format_value(option.default)


def info(table: Game) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=table.decisions,
        max_chance_outcomes=len(table.moves),  # chance's actions are indices of the same vocabulary
        num_players=table.seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=LONGEST,
    )


def register(listing: Listing) -> None:
    """Make a game known to OpenSpiel."""
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
        parameter_specification=parameters(listing),
    )
    # a class, as OpenSpiel outlives the interpreter and may not be the last to hold what it is given
    pyspiel.register_game(kind, type(listing.name, (SpielGame,), {"listing": listing, "kind": kind}))


for _listing in GAMES.values():
    register(_listing)
