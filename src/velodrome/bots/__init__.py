"""Bots: functions that get their seat's view and a random generator, and return a legal move.

    uniform, heuristic_bot, search_bot      random moves, the game's heuristic, tree search
    python_bot, process_bot                 a user's Python function, a program in any language
    ismcts, tree, timer                     the tree search of `search_bot`, the same for all games
    levels, thinking_time                   eight levels built from these bots, and the pauses before their moves
    hints                                   recommended moves for a person

Each game's heuristic is in its own folder (`bot/heuristic.py`).
"""

from collections.abc import Callable

from velodrome.bots.heuristic_bot import make_heuristic_bot
from velodrome.bots.levels import NUMBER_OF_LEVELS, make_level_bot
from velodrome.bots.process_bot import ProcessBot
from velodrome.bots.python_bot import load_python_bot
from velodrome.bots.search_bot import make_plain_bot, make_search_bot
from velodrome.bots.uniform import make_uniform_bot
from velodrome.core.contract import Game, State
from velodrome.core.errors import VelodromeError
from velodrome.core.playout import Bot, Player
from velodrome.core.record import shorten
from velodrome.core.rng import Rng

# {first word of a bot's name: function that creates the bot}; the function gets the game and the part of the name
# after the colon, such as "200ms" in search:200ms
BOTS: dict[str, Callable[[Game, str], Bot]] = {
    "uniform": make_uniform_bot,
    "heuristic": make_heuristic_bot,
    "search": make_search_bot,
    "plain": make_plain_bot,
    "python": load_python_bot,
    "exec": ProcessBot,
}
LEVELS = {f"level{number}": number for number in range(1, 1 + NUMBER_OF_LEVELS)}


class UnknownBot(VelodromeError):
    """Raised for a bot name that does not exist."""


def is_bot_name(name: str) -> bool:
    return name in LEVELS or name.partition(":")[0] in BOTS


def make_bot(name: str, game: Game) -> Bot:
    """Create a bot by its name, for one seat in one game; raise UnknownBot if there is no such bot.

    A bot may reuse its search tree from move to move, so create a separate bot for each seat and each game.

    >>> from velodrome import game
    >>> table = game("velonimo", 4)
    >>> thinker = make_bot("uniform", table)
    """
    if name in LEVELS:
        return make_level_bot(game, LEVELS[name])
    kind, _, rest = name.partition(":")
    if kind in LEVELS:
        raise UnknownBot(f"{kind} takes no settings: expected {kind}, not {shorten(name)}.")
    if kind not in BOTS:
        raise UnknownBot(f"no bot is called {kind}. There are: {', '.join([*BOTS, *LEVELS])}.")
    return BOTS[kind](game, rest)


def make_player(name: str, game: Game, rng: Rng) -> Player:
    """Create a player function for `drive`: it gets a view and returns the move that the bot `name` chooses.

    The bot gets its random numbers from `rng`.
    """
    thinker = make_bot(name, game)

    def answer(seen: State) -> int:
        return thinker(seen, rng)

    return answer
