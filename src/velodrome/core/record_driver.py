"""Drivers that add each move to a record: a base class that the arena also uses, and a driver for Python players."""

from collections.abc import Sequence

from velodrome.core.contract import State
from velodrome.core.driver import Driver
from velodrome.core.playout import Player
from velodrome.core.record import Record
from velodrome.core.rng import Stream


class RecordDriver(Driver):
    """A driver that adds every move to a record; subclasses supply chance moves and decisions."""

    def __init__(self, record: Record) -> None:
        self.record = record

    @property
    def state(self) -> State:
        return self.record.state

    def play(self, move: int) -> None:
        self.record.play(move)


class PlayerDriver(RecordDriver):
    """Driver of a game in which each seat is played by a function that gets the seat's view."""

    def __init__(self, record: Record, players: Sequence[Player], stream: Stream) -> None:
        super().__init__(record)
        self.players = players
        self.stream = stream

    def draw(self) -> int:
        return self.stream.choose(self.state.chance())

    def decide(self, seat: int) -> int:
        return self.players[seat](self.state.seen_by(seat))


def drive(record: Record, players: Sequence[Player], stream: Stream) -> State:
    """Play a record's game to the end and add the moves to the record; return the final state.

    `players` has one player for each seat. `stream` supplies the random numbers for chance moves.
    """
    PlayerDriver(record, players, stream).run()
    return record.state
