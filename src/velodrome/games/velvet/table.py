"""placeholder"""

from velodrome.core.contract import Data, Text
from velodrome.games.velvet.rules import Raid


def table(state: Raid) -> Data:
    return {}


def refusal(state: Raid, move: int) -> Text:
    return {}
