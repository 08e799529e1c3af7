"""Drivers that play a game into a record: with players written in Python, or subclassed by the arena."""

from collections.abc import Sequence

from velodrome.core.contract import State
from velodrome.core.driver import Driver
from velodrome.core.playout import Player
from velodrome.core.record import Record
from velodrome.core.rng import Stream


class RecordDriver(Driver):
    """A game whose moves go into a record; subclasses supply chance and decisions."""

    def __init__(self, record: Record) -> None:
        self.record = record

    @property
    def state(self) -> State:
        return self.record.state

    def play(self, move: int) -> None:
        self.record.play(move)


class PlayerDriver(RecordDriver):
    """A game in which functions play the seats; each gets what its seat sees."""

    def __init__(self, record: Record, players: Sequence[Player], stream: Stream) -> None:
        super().__init__(record)
        self.players = players
        self.stream = stream

    def draw(self) -> int:
        return self.stream.choose(self.state.chance())

    def decide(self, seat: int) -> int:
        return self.players[seat](self.state.seen_by(seat))


def drive(record: Record, players: Sequence[Player], stream: Stream) -> State:
    """Play a record's game to its end with these players; return the last state."""
    PlayerDriver(record, players, stream).run()
    return record.state
