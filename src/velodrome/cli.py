"""The command `velodrome` and its subcommands."""

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

ParserFactory = Callable[..., argparse.ArgumentParser]

MAIN_EXAMPLES = """\
examples:
  velodrome serve                          the table in the browser
  velodrome play                           choose a game from a list
  velodrome play velonimo                  you against two bots
  velodrome rules velonimo                 how it is played
  velodrome games velonimo                 its options

Every command explains itself: velodrome play --help
"""
PLAY_HELP = """\
Seats are names separated by commas. The name of a bot is a bot: level1 to
level8, from gentle to formidable, or their titles; bot (which is level4),
heuristic, uniform (any legal move), search:2000 and the like. Any other word
is a person. Several people share the terminal, and hands are hidden between
turns.

During the game, type the number of a move or the move itself; `help` shows the
rule behind the choice, `hint` what a bot would do. The game is saved after
every move: leave with Ctrl-C, and continue with --resume. Saved games are in
your data folder, or in the folder that VELODROME_SAVES names.

examples:
  velodrome play velonimo --seats you,bot,bot,bot
  velodrome play velvet --seats you,level7            against a champion
  velodrome play velocity --seats Anna,Ben,bot        two people, one terminal
  velodrome play velocity --option track=my_city.toml
  velodrome play velonimo --option edition=fr --option "difficulties=1 2 3"
  velodrome play velonimo --seed 7                    the same deal every time
  velodrome play --resume                             continue the latest game
  velodrome play --resume velonimo-20260105-201500.txt
"""
REPLAY_HELP = """\
On a terminal: Enter or → forward, b or ← back, g goes to a move, v changes the
viewer, q quits. Otherwise every step is printed.

examples:
  velodrome replay game.txt                a finished game with every hand open,
                                           another as an onlooker saw it
  velodrome replay game.txt --seat 1       as seat 1 saw it
  velodrome replay game.txt --seat open    with every hand open
"""
HINT_HELP = """\
The best moves for the seat to move at the end of the record, best first: the
chance to win (two seats) or the expected place (more), the share of the search,
and the reasons. Hints use only what that seat sees.

examples:
  velodrome hint game.txt                  the move to come
  velodrome hint game.txt --ply 40         after 40 moves, including chance
  velodrome hint game.txt --budget 2s      think for two seconds
  velodrome hint game.txt --budget 20000   or for 20,000 simulations
"""
RULES_HELP = """\
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
SERVE_HELP = """\
Every setting can also be set in the environment: VELODROME_PORT,
VELODROME_BASE_URL and so on. Ctrl-C or SIGTERM stops the server; all games are
saved and continue when it is started again.

examples:
  velodrome serve                          for browsers on this machine
  velodrome serve --host 0.0.0.0           for the local network too
  velodrome serve --base-url https://play.example.org --log json
                                           behind an HTTPS proxy
"""
ARENA_ABOUT = "Play a match between bots, with confidence intervals."
INTERPRETED_WARNING = (
    "the rules run interpreted, some 60 times slower; install a C compiler, then python3 dev.py build."
)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    words = list(sys.argv[1:] if words is None else words)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the parent process
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - for as long as the program runs
    for stream in (sys.stdout, sys.stderr):  # replace letters that the terminal cannot show
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    arguments = build_parser(words).parse_args(words)
    warn_if_interpreted(arguments.command)
    try:
        code = run_command(arguments, words)
        sys.stdout.flush()
        return code
    except VelodromeError as problem:
        from velodrome.terminal.i18n import make_printable

        print(wrap_for_terminal(f"velodrome: {make_printable(str(problem))}"), file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader closed the pipe
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 130
    except OSError as problem:  # a full disk, a lost terminal
        where = f": {problem.filename}" if problem.filename else ""
        print(f"velodrome: {problem.strerror or problem}{where}", file=sys.stderr)
        return 2


def wrap_for_terminal(text: str) -> str:
    """Wrap a text to the width of the terminal; leave it unchanged if stderr is none."""
    if not sys.stderr.isatty():
        return text
    width = shutil.get_terminal_size().columns
    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)


def run_command(arguments: argparse.Namespace, words: list[str]) -> int:
    """Run a subcommand; import only its modules."""
    if arguments.command == "bench":
        from velodrome import bench

        return bench.run(arguments)
    if arguments.command == "serve":
        return int(import_server().run(arguments))
    if arguments.command == "arena":
        from velodrome.arena import cli as arena_cli

        return arena_cli.run(arguments, words)
    from velodrome.terminal.i18n import detect_language
    from velodrome.terminal.screen import Screen

    screen = Screen(arguments.lang or detect_language())
    if arguments.command == "play":
        from velodrome.terminal.play import play

        return play(arguments, screen)
    if arguments.command == "replay":
        from velodrome.terminal.replay import show_replay

        return show_replay(Path(arguments.file), arguments.seat, arguments.moves, screen)
    if arguments.command == "hint":
        from velodrome.terminal.hint import show_hints

        return show_hints(arguments, screen)
    from velodrome.terminal.rules import show_games, show_rules

    if arguments.command == "rules":
        return show_rules(arguments.game, arguments.number, screen)
    return show_games(arguments.game, screen)


def import_server() -> ModuleType:
    """Import the server's command; its libraries are an extra."""
    try:
        from velodrome.server import cli as server_cli
    except ImportError as problem:
        sys.exit(f"velodrome: serve needs {problem.name}, which is not installed. Run: pip install 'velodrome[server]'")
    return server_cli


def warn_if_interpreted(command: str) -> None:
    """Warn that the engine is not compiled, for commands that depend on its speed."""
    if command in ("serve", "play", "hint", "bench", "arena") and str(contract.__file__).endswith(".py"):
        print(f"velodrome: {INTERPRETED_WARNING}", file=sys.stderr)


def build_parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Build the parser; arguments that need imports are added only for the command that is run."""
    whole = make_parser(
        argparse.ArgumentParser, "Four table games on one fast rules engine.", MAIN_EXAMPLES, prog="velodrome"
    )
    whole.add_argument("--version", action="version", version=f"velodrome {__version__}")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True)

    serve = make_parser(commands.add_parser, "Open the table in the browser.", SERVE_HELP, name="serve")
    if "serve" in words:
        import_server().add_arguments(serve)

    play = make_parser(commands.add_parser, "Play at this terminal.", PLAY_HELP, name="play")
    play.add_argument("game", nargs="?", metavar="GAME", help="which game; without it, a terminal shows a list")
    play.add_argument("--seats", metavar="NAMES", help="such as Ben,bot,Anna; or a number: you against bots")
    play.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help="option of the game; repeatable"
    )
    play.add_argument("--seed", type=int, metavar="N", help="repeatable chance and bots; random without it")
    play.add_argument("--resume", nargs="?", const="", metavar="FILE", help="continue a saved game, or the latest")
    play.add_argument("--quick", action="store_true", help="bots answer at once, which may reveal their cards")
    play.add_argument("--file", metavar="FILE", help="where to save this game")
    add_language_option(play)

    replay = make_parser(commands.add_parser, "Look at a recorded game again.", REPLAY_HELP, name="replay")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--seat", default="", metavar="N|onlooker|open", help="the viewer")
    replay.add_argument("--moves", action="store_true", help="print only the moves and the last table")
    add_language_option(replay)

    hint = make_parser(commands.add_parser, "Ask what to play in a recorded game.", HINT_HELP, name="hint")
    hint.add_argument("file", metavar="FILE")
    hint.add_argument("--seat", metavar="N", help="fail unless this seat is to move")
    hint.add_argument("--ply", metavar="N", help="after N moves; otherwise at the end")
    hint.add_argument("--budget", default="", metavar="N|TIME", help="simulations (2000), or a time: 500ms")
    hint.add_argument("--json", action="store_true", help="print every move that was tried as JSON")
    add_language_option(hint)

    rules = make_parser(commands.add_parser, "Read the rules of a game.", RULES_HELP, name="rules")
    rules.add_argument("game", metavar="GAME")
    rules.add_argument("number", nargs="?", metavar="NUMBER", help="number of a rule")
    add_language_option(rules)

    games = make_parser(commands.add_parser, "List the games and their options.", GAMES_HELP, name="games")
    games.add_argument("game", nargs="?", metavar="GAME")
    add_language_option(games)

    bench = make_parser(commands.add_parser, "Measure the engine on this machine.", "", name="bench")
    if "bench" in words:
        from velodrome.bench import add_arguments

        add_arguments(bench)
    arena = make_parser(commands.add_parser, ARENA_ABOUT, "", name="arena")
    if "arena" in words:
        from velodrome.arena import cli as arena_cli

        arena_cli.add_arguments(arena)
        arena.epilog = arena_cli.ARENA_EXAMPLES
    return whole


def make_parser(make: ParserFactory, about: str, epilog: str, **more: str) -> argparse.ArgumentParser:
    """Create a parser that does not rewrap its epilog; a subcommand is listed with its description."""
    if "name" in more:
        more["help"] = about
    return make(description=about, epilog=epilog, formatter_class=argparse.RawDescriptionHelpFormatter, **more)


def add_language_option(command: argparse.ArgumentParser) -> None:
    """Add --lang to a command."""
    command.add_argument("--lang", choices=LANGUAGES, help="language; by default, that of the environment")
