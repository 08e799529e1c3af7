"""One game of a match, and the block of such games that share their luck."""

from collections.abc import Callable
from contextlib import ExitStack
from operator import index
from time import perf_counter, process_time
from typing import NotRequired, TypedDict

from velodrome.arena.duplicate_chance import Luck
from velodrome.arena.match import Match, opened, seed_of
from velodrome.arena.timing import Clock, new_clock, tick
from velodrome.bots import make_bot
from velodrome.bots.process_bot import ProcessBot, ResourcesExhausted, make_printable
from velodrome.core.contract import CHANCE, OVER, State, outlook_from_ranking
from velodrome.core.errors import VelodromeError
from velodrome.core.play import Bot
from velodrome.core.record import Record
from velodrome.core.record import name as name_of
from velodrome.core.rng import Rng

MESSAGE = 1000  # letters of what a bot's failure may say


class Forfeit(TypedDict):
    """A game that a bot gave away."""

    seat: int
    why: str


class Room(TypedDict):
    """How one game ended, by seat."""

    outlooks: list[float]
    places: list[int]
    scores: list[int]
    moves: int  # chance's included
    forfeit: NotRequired[Forfeit]


class Block(TypedDict):
    """The games of one luck, every bot equally often on every seat."""

    block: int
    rooms: list[Room]
    clocks: list[Clock]  # by bot; the only part that differs when a match is played again
    records: NotRequired[list[str]]


class Forfeited(Exception):
    """A bot cannot go on; its text says why."""


class Ended(SystemExit):
    """A signal ends the arena: no bot is to blame."""


def play_block(match: Match, block: int, records: bool = False) -> Block:
    """Every room of a block."""
    clocks = [new_clock() for _ in match.bots]
    played = [play_room(match, block, room, clocks) for room in range(match.rooms())]
    found: Block = {"block": block, "rooms": [room for room, _ in played], "clocks": clocks}
    if records:
        found["records"] = [record.write() for _, record in played]
    return found


def play_room(match: Match, block: int, room: int, clocks: list[Clock]) -> tuple[Room, Record]:
    """One game: chance of the block, fresh bots, each with a generator of its own."""
    game = opened(match)
    lineup = match.lineup(room)
    bots = [make_bot(match.bots[entry], game) for entry in lineup]
    rngs = [generator(match, block, room, seat, thinker) for seat, thinker in enumerate(bots)]
    luck = Luck(f"{match.source()}/{block}")
    record = Record(game)
    with ExitStack() as programs:
        for thinker in bots:
            if isinstance(thinker, ProcessBot):
                thinker.timeout = match.patience
                programs.callback(thinker.close)
        while record.state.actor != OVER:
            seat = record.state.actor
            try:
                move = (
                    luck.choose(record.state) if seat == CHANCE else decision(record.state, bots, rngs, lineup, clocks)
                )
            except Forfeited as problem:
                record.remark(f"seat {seat} forfeits: {problem}")
                return forfeited(match, lineup, seat, str(problem), len(record.moves)), record
            tell(record.state, move, bots)
            record.play(move)
    return ended(record), record


def generator(match: Match, block: int, room: int, seat: int, thinker: Bot) -> Rng:
    """A seat's own; a program, which may look at its numbers, has one that is kin to no other."""
    label = ("program",) if isinstance(thinker, ProcessBot) else ()
    return Rng(seed_of(*label, match.source(), block, room, seat))


def decision(state: State, bots: list[Bot], rngs: list[Rng], lineup: list[int], clocks: list[Clock]) -> int:
    """What the actor answers, timed; forced moves are not asked."""
    seat = state.actor
    if state.count() == 1:
        only = state.nth(0)
        if only not in state.game.always_asked:
            return only
    thinker = bots[seat]
    seen = state.seen_by(seat)
    now = perf_counter if isinstance(thinker, ProcessBot) else process_time
    begun = now()
    try:
        answer = thinker(seen, rngs[seat])
    except (ResourcesExhausted, Ended):
        raise
    except (Exception, SystemExit, GeneratorExit) as problem:  # the fault of a bot's code, not of the match
        kind = "" if isinstance(problem, VelodromeError) else f"{type(problem).__name__}: "
        raise Forfeited(kind + told(problem, str)) from problem
    spent = now() - begun
    try:
        move = index(answer)  # whole numbers of other libraries, too
    except TypeError:
        move = -1
    if not 0 <= move < state.game.decisions or not state.allows(move):
        raise Forfeited(f"{told(answer, repr)} is no move that was open")
    tick(clocks[lineup[seat]], spent)
    return move


def told(thing: object, by: Callable[[object], str]) -> str:
    """What a bot brought up, in a line that can be shown, whatever it is."""
    try:
        return make_printable(by(thing)[:MESSAGE])
    except Exception:  # it cannot even say what it is
        return type(thing).__name__


def tell(state: State, move: int, bots: list[Bot]) -> None:
    """Let every bot that listens hear the move, or its cover."""
    audience = -1
    for seat, thinker in enumerate(bots):
        if isinstance(thinker, ProcessBot):
            if audience < 0:
                audience = state.audience(move)
            shown = move if audience >> seat & 1 else state.game.covers[move]
            thinker.hear(name_of(state.actor), state.game.text(shown))


def ended(record: Record) -> Room:
    """How a game ended that was played out."""
    state = record.state
    return {
        "outlooks": [state.outlook(seat) for seat in range(state.game.seats)],
        "places": state.ranking(),
        "scores": state.scores(),
        "moves": len(record.moves),
    }


def forfeited(match: Match, lineup: list[int], seat: int, why: str, moves: int) -> Room:
    """The bot has the last places, on all its seats; the others share the places before."""
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
