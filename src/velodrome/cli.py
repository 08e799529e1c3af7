"""The command `velodrome`: serve, play, replay, ask for hints, read rules, list games, match bots, measure."""

import argparse
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from pathlib import Path
from types import ModuleType

from velodrome import __version__
from velodrome.core import contract
from velodrome.core.errors import VelodromeError
from velodrome.core.texts import LANGUAGES

Maker = Callable[..., argparse.ArgumentParser]

EPILOG = """\
examples:
  velodrome serve                          the table in the browser
  velodrome play                           choose a game from a list
  velodrome play velonimo                  you against two bots
  velodrome rules velonimo                 how it is played
  velodrome games velonimo                 its options

Every command explains itself: velodrome play --help
"""
PLAY = """\
Seats are names separated by commas. The name of a bot is a bot: level1 to
level8, from gentle to formidable, or their titles; bot (which is level4),
heuristic, uniform (any legal move), search:2000 and the like. Any other word
is a person. Several people share the terminal, and hands are hidden between
turns.

At the table, type the number of a move or the move itself; `help` shows the
rule behind the choice, `hint` what a bot would do. The game is saved after
every move: Ctrl-C, and come back with --resume. Saved games stand in the folder
for your data on this system, or in the one that VELODROME_SAVES names.

examples:
  velodrome play velonimo --seats you,bot,bot,bot
  velodrome play velvet --seats you,level7            against a champion
  velodrome play velocity --seats Anna,Ben,bot        two people, one terminal
  velodrome play velocity --option track=my_city.toml
  velodrome play velonimo --option edition=fr --option "difficulties=1 2 3"
  velodrome play velonimo --seed 7                    the same deal every time
  velodrome play --resume                             go on with the latest
  velodrome play --resume velonimo-20260105-201500.txt
"""
REPLAY = """\
On a terminal: Enter or → forward, b or ← back, g to a move, v changes whose
eyes, q ends. Elsewhere every step is printed.

examples:
  velodrome replay game.txt                everything, if the game is over;
                                           else what an onlooker saw
  velodrome replay game.txt --seat 1       as seat 1 saw it
  velodrome replay game.txt --seat open    with every hand open
"""
HINT = """\
The best moves of the seat that decides where the record ends, the one that
search would play first: the chance to win (two seats) or the place to expect
(more), how much of the search went into it, and what speaks for it. It knows
what that seat sees.

examples:
  velodrome hint game.txt                  the move to come
  velodrome hint game.txt --ply 40         after 40 moves, chance's included
  velodrome hint game.txt --budget 2s      think for two seconds
  velodrome hint game.txt --budget 20000   or for so many simulations
"""
RULES = """\
examples:
  velodrome rules velonimo                 the whole book
  velodrome rules velonimo 14              one rule: VN-14
  velodrome rules velvet --lang fr         en français
"""
GAMES_HELP = """\
examples:
  velodrome games                          all of them, a line each
  velodrome games velonimo                 one, with every option
"""
SERVE = """\
Every setting can also be given in the environment: VELODROME_PORT,
VELODROME_BASE_URL and so on. Ctrl-C or SIGTERM ends it; whatever was played is
kept, and goes on when it is started again.

examples:
  velodrome serve                          for browsers on this machine
  velodrome serve --host 0.0.0.0           for the local network too
  velodrome serve --base-url https://play.example.org --log json
                                           behind a proxy that does HTTPS
"""
ARENA = "Play a match between bots and say how sure the result is."
INTERPRETED = "the rules run interpreted, some 60 times slower; install a C compiler, then python3 dev.py build."


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; its exit code."""
    words = list(sys.argv[1:] if words is None else words)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started us: nothing to read, nobody to tell
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - for as long as the program runs
    for stream in (sys.stdout, sys.stderr):  # a terminal that lacks a letter shows another instead
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    arguments = parser(words).parse_args(words)
    note_interpreted(arguments.command)
    try:
        code = run(arguments, words)
        sys.stdout.flush()
        return code
    except VelodromeError as problem:
        from velodrome.terminal.i18n import printable

        print(wrapped(f"velodrome: {printable(str(problem))}"), file=sys.stderr)
        return 2
    except BrokenPipeError:  # whoever read the output has seen enough
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 130
    except OSError as problem:  # a disk that is full, a terminal that is gone
        where = f": {problem.filename}" if problem.filename else ""
        print(f"velodrome: {problem.strerror or problem}{where}", file=sys.stderr)
        return 2


def wrapped(text: str) -> str:
    """A text in lines that break between words, on a terminal; elsewhere as it is."""
    if not sys.stderr.isatty():
        return text
    width = shutil.get_terminal_size().columns
    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)


def run(arguments: argparse.Namespace, words: list[str]) -> int:
    """One command, its modules loaded when it is asked for."""
    if arguments.command == "bench":
        from velodrome import bench

        return bench.run(arguments)
    if arguments.command == "serve":
        return int(serving().run(arguments))
    if arguments.command == "arena":
        from velodrome.arena import cli as command

        return command.run(arguments, words)
    from velodrome.terminal.i18n import default_language
    from velodrome.terminal.screen import Screen

    screen = Screen(arguments.lang or default_language())
    if arguments.command == "play":
        from velodrome.terminal.play import play

        return play(arguments, screen)
    if arguments.command == "replay":
        from velodrome.terminal.replay import replay

        return replay(Path(arguments.file), arguments.seat, arguments.moves, screen)
    if arguments.command == "hint":
        from velodrome.terminal.hint import hint

        return hint(arguments, screen)
    from velodrome.terminal import rules as reading

    if arguments.command == "rules":
        return reading.rules(arguments.game, arguments.number, screen)
    return reading.games(arguments.game, screen)


def serving() -> ModuleType:
    """Import the server, whose libraries are an extra."""
    try:
        from velodrome.server import cli as serve
    except ImportError as problem:
        sys.exit(f"velodrome: serve needs {problem.name}, which is not installed. Run: pip install 'velodrome[server]'")
    return serve


def note_interpreted(command: str) -> None:
    """Say so where the engine was not compiled: nothing is wrong, but it is slow."""
    if command in ("serve", "play", "hint", "bench", "arena") and str(contract.__file__).endswith(".py"):
        print(f"velodrome: {INTERPRETED}", file=sys.stderr)


def parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Every command with its arguments; those that load the engine only if they are asked for."""
    whole = made(argparse.ArgumentParser, "Four table games on one fast rules engine.", EPILOG, prog="velodrome")
    whole.add_argument("--version", action="version", version=f"velodrome {__version__}")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True)

    serve = made(commands.add_parser, "Open the table in the browser.", SERVE, name="serve")
    if "serve" in words:
        serving().add_arguments(serve)

    play = made(commands.add_parser, "Play at this terminal.", PLAY, name="play")
    play.add_argument("game", nargs="?", metavar="GAME", help="which game; on a terminal a list is shown without it")
    play.add_argument("--seats", metavar="NAMES", help="Ben,bot,Anna …; or how many, you against bots")
    play.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help="of the game; repeatable")
    play.add_argument("--seed", type=int, metavar="N", help="repeatable chance and bots; otherwise nobody can tell")
    play.add_argument("--resume", nargs="?", const="", metavar="FILE", help="go on with a saved game, or the latest")
    play.add_argument("--quick", action="store_true", help="bots answer at once: how fast may tell what they hold")
    play.add_argument("--file", metavar="FILE", help="where to keep this game")
    language(play)

    replay = made(commands.add_parser, "Look at a recorded game again.", REPLAY, name="replay")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--seat", default="", metavar="N|onlooker|open", help="whose eyes")
    replay.add_argument("--moves", action="store_true", help="printed: the moves alone, and the last table")
    language(replay)

    hint = made(commands.add_parser, "Ask what to play in a recorded game.", HINT, name="hint")
    hint.add_argument("file", metavar="FILE")
    hint.add_argument("--seat", metavar="N", help="refuse unless this seat decides")
    hint.add_argument("--ply", metavar="N", help="after so many moves; otherwise at the end")
    hint.add_argument("--budget", default="", metavar="N|TIME", help="simulations (2000), or a time: 500ms")
    hint.add_argument("--json", action="store_true", help="every move that was tried, for programs")
    language(hint)

    rules = made(commands.add_parser, "Read the rules of a game.", RULES, name="rules")
    rules.add_argument("game", metavar="GAME")
    rules.add_argument("number", nargs="?", metavar="NUMBER", help="of one rule")
    language(rules)

    games = made(commands.add_parser, "List the games and their options.", GAMES_HELP, name="games")
    games.add_argument("game", nargs="?", metavar="GAME")
    language(games)

    bench = made(commands.add_parser, "Measure the engine on this machine.", "", name="bench")
    if "bench" in words:
        from velodrome import bench as benchmarks

        benchmarks.add_arguments(bench)
    arena = made(commands.add_parser, ARENA, "", name="arena")
    if "arena" in words:
        from velodrome.arena import cli as command

        command.add_arguments(arena)
        arena.epilog = command.EPILOG
    return whole


def made(make: Maker, about: str, epilog: str, **more: str) -> argparse.ArgumentParser:
    """A parser that keeps the lines of its examples; that of a command is listed with what it is about."""
    if "name" in more:
        more["help"] = about
    return make(description=about, epilog=epilog, formatter_class=argparse.RawDescriptionHelpFormatter, **more)


def language(command: argparse.ArgumentParser) -> None:
    command.add_argument("--lang", choices=LANGUAGES, help="the language; otherwise that of the environment")
