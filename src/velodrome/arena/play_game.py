"""Games between bots: play one game of a match, or a block of games with the same chance moves."""

from collections.abc import Callable
from contextlib import ExitStack
from operator import index
from time import perf_counter, process_time
from typing import NotRequired, TypedDict

from velodrome.arena.duplicate_chance import DuplicateChance
from velodrome.arena.match import Match, derive_seed, open_game
from velodrome.arena.timing import ThinkingTime, add_move, new_thinking_time
from velodrome.bots import make_bot
from velodrome.bots.process_bot import ProcessBot, ResourcesExhausted, make_printable
from velodrome.core.contract import outlook_from_ranking
from velodrome.core.errors import VelodromeError
from velodrome.core.playout import Bot
from velodrome.core.record import Record, actor_name
from velodrome.core.record_driver import RecordDriver
from velodrome.core.rng import Rng

MAX_FAILURE_LENGTH = 1000  # characters of a bot's error message


class Forfeit(TypedDict):
    """The seat whose bot failed, so that its game ended early, and the reason for the failure."""

    seat: int
    why: str


class GameResult(TypedDict):
    """The result of one game. Each list has one value for each seat; `scores` is empty if a bot forfeited the game."""

    outlooks: list[float]
    places: list[int]
    scores: list[int]
    moves: int  # chance moves included
    forfeit: NotRequired[Forfeit]


class Block(TypedDict):
    """The results of one block: games with the same dice and cards, in which every bot has every seat equally often."""

    block: int  # number of the block in its match, from 0
    rooms: list[GameResult]  # one result for each game
    clocks: list[ThinkingTime]  # one for each bot; the only part that changes if a match is repeated
    records: NotRequired[list[str]]  # one for each game


class BotForfeits(Exception):
    """Raised when a bot fails or answers with an illegal move; the message gives the reason."""


class ArenaStopped(SystemExit):
    """Raised when a signal stops the arena; the bots do not forfeit their games."""


class ArenaGame(RecordDriver):
    """A game between bots, with duplicate chance moves and measured thinking times."""

    def __init__(self, match: Match, block: int, game_index: int, times: list[ThinkingTime]) -> None:
        game = open_game(match)
        super().__init__(Record(game))
        self.lineup = match.lineup(game_index)
        self.bots: list[Bot] = [make_bot(match.bots[entry], game) for entry in self.lineup]
        self.rngs = [make_rng(match, block, game_index, seat, thinker) for seat, thinker in enumerate(self.bots)]
        self.chance = DuplicateChance(f"{match.random_source()}/{block}")
        self.times = times  # one for each bot of the match; `decide` updates them

    def programs(self) -> list[ProcessBot]:
        """Return the bots that are external programs."""
        return [thinker for thinker in self.bots if isinstance(thinker, ProcessBot)]

    def draw(self) -> int:
        return self.chance.choose(self.state)

    def decide(self, seat: int) -> int:
        """Ask a bot for a move and measure its thinking time; raise BotForfeits if the bot fails."""
        state, thinker = self.state, self.bots[seat]
        seen = state.seen_by(seat)
        now = perf_counter if isinstance(thinker, ProcessBot) else process_time
        start = now()
        try:
            answer = thinker(seen, self.rngs[seat])
        except (ResourcesExhausted, ArenaStopped):
            raise
        except (Exception, SystemExit, GeneratorExit) as problem:  # the bot's code failed, not the match
            kind = "" if isinstance(problem, VelodromeError) else f"{type(problem).__name__}: "
            raise BotForfeits(kind + describe(problem, str)) from problem
        seconds = now() - start
        try:
            move = index(answer)  # also accepts integer types of other libraries
        except TypeError:
            move = -1
        if not 0 <= move < state.game.decisions or not state.allows(move):
            raise BotForfeits(f"{describe(answer, repr)} is not a legal move here")
        add_move(self.times[self.lineup[seat]], seconds)
        return move

    def play(self, move: int) -> None:
        """Pass the move to each `ProcessBot`, as the bot's seat sees the move; then add the move to the record."""
        state = self.state
        for seat, thinker in enumerate(self.bots):
            if isinstance(thinker, ProcessBot):
                thinker.hear(actor_name(state.actor), state.game.text(state.heard_as(move, seat)))
        super().play(move)


def play_block(match: Match, block: int, records: bool = False) -> Block:
    """Play all games of a block; return their results and the bots' thinking times.

    If `records` is true, the block also contains the record of each game.
    """
    times = [new_thinking_time() for _ in match.bots]
    played = [play_game(match, block, game_index, times) for game_index in range(match.block_size())]
    found: Block = {"block": block, "rooms": [result for result, _ in played], "clocks": times}
    if records:
        found["records"] = [record.write() for _, record in played]
    return found


def play_game(match: Match, block: int, game_index: int, times: list[ThinkingTime]) -> tuple[GameResult, Record]:
    """Play one game of a block with newly created bots; return its result and its record.

    If a bot fails, the game ends and the bot forfeits it. The thinking times are added to `times`, which has one
    histogram for each bot of the match.
    """
    game = ArenaGame(match, block, game_index, times)
    record = game.record
    with ExitStack() as closing:
        for program in game.programs():
            program.timeout = match.patience
            closing.callback(program.close)
        try:
            game.run()
        except BotForfeits as problem:
            seat = record.state.actor
            record.remark(f"seat {seat} forfeits: {problem}")
            return make_forfeit_result(match, game.lineup, seat, str(problem), len(record.moves)), record
    return make_result(record), record


def make_rng(match: Match, block: int, game_index: int, seat: int, thinker: Bot) -> Rng:
    """Create the random generator for a seat's bot.

    An external program receives a number from its generator. This number must reveal nothing about other
    generators, so the seed of a program's generator is derived in a different way.
    """
    label = ("program",) if isinstance(thinker, ProcessBot) else ()
    return Rng(derive_seed(*label, match.random_source(), block, game_index, seat))


def describe(thing: object, convert: Callable[[object], str]) -> str:
    """Convert `thing`, a bot's answer or error, to one printable line; if `convert` fails, return its type's name."""
    try:
        return make_printable(convert(thing)[:MAX_FAILURE_LENGTH])
    except Exception:
        return type(thing).__name__


def make_result(record: Record) -> GameResult:
    """Return the result of a finished game."""
    state = record.state
    return {
        "outlooks": [state.outlook(seat) for seat in range(state.game.seats)],
        "places": state.ranking(),
        "scores": state.scores(),
        "moves": len(record.moves),
    }


def make_forfeit_result(match: Match, lineup: list[int], seat: int, why: str, moves: int) -> GameResult:
    """Return the result of a game that the bot on `seat` forfeited.

    This bot is last on all its seats, and the other bots share first place. `lineup` has the index of the bot on each
    seat. `moves` is the number of moves played.
    """
    guilty = [entry == lineup[seat] for entry in lineup]
    last = 1 + guilty.count(False)
    places = [last if is_guilty else 1 for is_guilty in guilty]
    return {
        "outlooks": [outlook_from_ranking(places, other) for other in range(match.seats)],
        "places": places,
        "scores": [],
        "moves": moves,
        "forfeit": {"seat": seat, "why": why},
    }
