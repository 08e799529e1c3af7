"""A bot of one's own, by the name of a module and of a function in it."""

import sys
from importlib import import_module
from pathlib import Path

from velodrome.core.contract import Game
from velodrome.core.errors import VelodromeError
from velodrome.core.play import Bot


class BadPythonBot(VelodromeError):
    """A name that leads to no bot."""


def load_python_bot(game: Game, rest: str = "") -> Bot:
    """`python:my_bots:bold`: the function `bold` of `my_bots.py` in this folder, or of a module that is installed.

    It takes what its seat sees and a generator, and answers with a legal move. Whatever it remembers is its own affair.
    """
    module, _, name = rest.partition(":")
    if not module or not name:
        raise BadPythonBot(f'"python:{rest}" is no bot: expected python:MODULE:NAME, such as python:my_bots:bold.')
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    try:
        found: Bot = getattr(import_module(module), name)
    except (Exception, SystemExit) as problem:  # whatever a module does when it is read
        raise BadPythonBot(f'"python:{rest}" is no bot: {type(problem).__name__}: {problem}.') from problem
    if not callable(found):
        raise BadPythonBot(f'"python:{rest}" is no bot: {name} cannot be called.')
    return found
