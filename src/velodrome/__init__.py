"""Velodrome: four table games on one fast rules engine."""

from velodrome.core.contract import CHANCE, ONLOOKER, OVER, TRUTH, Game, Move, State
from velodrome.core.record import Record
from velodrome.core.rng import Rng, Stream
from velodrome.games import GAMES, game

__version__ = "0.1.0"
__all__ = ["CHANCE", "GAMES", "ONLOOKER", "OVER", "TRUTH", "Game", "Move", "Record", "Rng", "State", "Stream", "game"]
