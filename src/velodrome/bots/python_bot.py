"""Bots from a user's Python module: `python:MODULE:FUNCTION`."""

import sys
from importlib import import_module
from pathlib import Path

from velodrome.core.contract import Game
from velodrome.core.errors import VelodromeError
from velodrome.core.playout import Bot


class BadPythonBot(VelodromeError):
    """Raised when the module or the function in a bot's name cannot be loaded."""


def load_python_bot(game: Game, rest: str = "") -> Bot:
    """Load the bot `python:MODULE:FUNCTION`; `rest` is the part after `python:`. Raise BadPythonBot if this fails.

    The module must be installed or in the current folder; this call adds the folder to `sys.path`. The user's function
    takes its seat's view and a random generator, and returns a legal move.
    """
    module, _, name = rest.partition(":")
    if not module or not name:
        raise BadPythonBot(f'"python:{rest}" is not a bot: expected python:MODULE:NAME, such as python:my_bots:bold.')
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    try:
        found: Bot = getattr(import_module(module), name)
    except (Exception, SystemExit) as problem:  # a module may raise anything when it is imported
        raise BadPythonBot(f'"python:{rest}" is not a bot: {type(problem).__name__}: {problem}.') from problem
    if not callable(found):
        raise BadPythonBot(f'"python:{rest}" is not a bot: {name} cannot be called.')
    return found
