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
  velodrome serve                          play in the browser
  velodrome play                           choose a game from a list
  velodrome play velonimo                  play against two bots
  velodrome rules velonimo                 read the rules
  velodrome games velonimo                 list the options

For help on a command: velodrome play --help
"""
PLAY_HELP = """\
--seats takes names separated by commas. These names add a bot: level1 (weakest)
to level8 (strongest), or the title of a level; bot (the same as level4);
heuristic; uniform (random moves); search:2000 (2000 simulations per move).
Any other name adds a person. Several people can share the terminal: hands are
hidden between turns.

During the game, type the number of a move or the move itself. Type `help` for
the rule behind the choice, `hint` for a recommended move. The game is saved
after every move: leave with Ctrl-C, continue with --resume. Saved games are in
your data folder; set VELODROME_SAVES to use another.

examples:
  velodrome play velonimo --seats you,bot,bot,bot
  velodrome play velvet --seats you,level7            play a strong bot
  velodrome play velocity --seats Anna,Ben,bot        two people and a bot
  velodrome play velocity --option track=my_city.toml
  velodrome play velonimo --option edition=fr --option "difficulties=1 2 3"
  velodrome play velonimo --seed 7                    get the same deal again
  velodrome play --resume                             continue the latest game
  velodrome play --resume velonimo-20260105-201500.txt
"""
REPLAY_HELP = """\
On a terminal, press Enter or → to go forward, b or ← to go back, g to go to a
move, v to change the viewer, q to quit. If the output is not a terminal, every
step is printed.

examples:
  velodrome replay game.txt                show all hands if the game is over,
                                           otherwise what a spectator saw
  velodrome replay game.txt --seat 1       show what seat 1 saw
  velodrome replay game.txt --seat open    show all hands
"""
HINT_HELP = """\
Lists the best moves for the seat whose turn it is, best first. Each move comes
with the chance of winning (two seats) or the expected place (more seats), the
share of the search spent on it, and the reasons. Hints use only what that seat
sees.

examples:
  velodrome hint game.txt                  recommend the next move
  velodrome hint game.txt --ply 40         go back to the state after 40 moves
  velodrome hint game.txt --budget 2s      search for two seconds
  velodrome hint game.txt --budget 20000   search with 20,000 simulations
"""
RULES_HELP = """\
examples:
  velodrome rules velonimo                 read the whole rulebook
  velodrome rules velonimo 14              read one rule: VN-14
  velodrome rules velvet --lang fr         read it in French
"""
GAMES_HELP = """\
examples:
  velodrome games                          list all games
  velodrome games velonimo                 list the options of a game
"""
SERVE_HELP = """\
Every option can also be set by an environment variable: VELODROME_PORT,
VELODROME_BASE_URL and so on. Stop the server with Ctrl-C or SIGTERM; all games
are saved and continue when you start it again.

examples:
  velodrome serve                          serve browsers on this machine
  velodrome serve --host 0.0.0.0           serve the local network too
  velodrome serve --base-url https://play.example.org --log json
                                           serve behind an HTTPS proxy
"""
ARENA_ABOUT = "Play a match between bots and report confidence intervals."
INTERPRETED_WARNING = (
    "the rules are not compiled, so they run about 60 times slower. Install a C compiler, then: python3 dev.py build"
)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line `words`, by default the arguments of this process; return the exit code."""
    words = list(sys.argv[1:] if words is None else words)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # the parent process closed the stream
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - stays open until the program ends
    for stream in (sys.stdout, sys.stderr):  # replace characters that the terminal cannot show
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
    except OSError as problem:  # for example a full disk or a lost terminal
        where = f": {problem.filename}" if problem.filename else ""
        print(f"velodrome: {problem.strerror or problem}{where}", file=sys.stderr)
        return 2


def wrap_for_terminal(text: str) -> str:
    """Wrap a text to the width of the terminal; return it unchanged if stderr is not a terminal."""
    if not sys.stderr.isatty():
        return text
    width = shutil.get_terminal_size().columns
    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)


def run_command(arguments: argparse.Namespace, words: list[str]) -> int:
    """Import the modules that a subcommand needs, and run it; return its exit code. `words` is the command line."""
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
    """Import and return the module of the command `serve`; exit with instructions if it needs a missing package."""
    try:
        from velodrome.server import cli as server_cli
    except ImportError as problem:
        sys.exit(f"velodrome: serve needs {problem.name}, which is not installed. Run: pip install 'velodrome[server]'")
    return server_cli


def warn_if_interpreted(command: str) -> None:
    """Print a warning if the rules are not compiled and the command depends on their speed."""
    if command in ("serve", "play", "hint", "bench", "arena") and str(contract.__file__).endswith(".py"):
        print(f"velodrome: {INTERPRETED_WARNING}", file=sys.stderr)


def build_parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Build the parser for the command line.

    Arguments that need slow imports are added only for the command in `words`.
    """
    whole = make_parser(
        argparse.ArgumentParser, "Four table games on one fast rules engine.", MAIN_EXAMPLES, prog="velodrome"
    )
    whole.add_argument("--version", action="version", version=f"velodrome {__version__}")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True)

    serve = make_parser(commands.add_parser, "Start the server for playing in the browser.", SERVE_HELP, name="serve")
    if "serve" in words:
        import_server().add_arguments(serve)

    play = make_parser(commands.add_parser, "Play at this terminal, against bots or together.", PLAY_HELP, name="play")
    play.add_argument("game", nargs="?", metavar="GAME", help="the game to play (default: choose from a list)")
    play.add_argument(
        "--seats",
        metavar="NAMES",
        help="name the players, such as Ben,bot,Anna, or give a number to play against bots (default: 3 if allowed)",
    )
    play.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help="set an option of the game; repeatable"
    )
    play.add_argument("--seed", type=int, metavar="N", help="make chance and bots repeatable (default: random)")
    play.add_argument(
        "--resume", nargs="?", const="", metavar="FILE", help="continue a saved game (default: the latest unfinished)"
    )
    play.add_argument("--quick", action="store_true", help="let bots move at once; their speed may reveal their cards")
    play.add_argument(
        "--file", metavar="FILE", help="save the game in this file (default: a new one in the data folder)"
    )
    add_language_option(play)

    replay = make_parser(commands.add_parser, "Look at a recorded game, move by move.", REPLAY_HELP, name="replay")
    replay.add_argument("file", metavar="FILE", help="the record of the game")
    replay.add_argument(
        "--seat",
        default="",
        metavar="N|onlooker|open",
        help="show what seat N sees, what a spectator sees, or everything (default: everything if the game is over)",
    )
    replay.add_argument("--moves", action="store_true", help="print only the moves and the final table")
    add_language_option(replay)

    hint = make_parser(
        commands.add_parser, "Recommend moves for a position of a recorded game.", HINT_HELP, name="hint"
    )
    hint.add_argument("file", metavar="FILE", help="the record of the game")
    hint.add_argument("--seat", metavar="N", help="fail unless it is seat N's turn")
    hint.add_argument("--ply", metavar="N", help="use the position after N moves, chance included (default: the last)")
    hint.add_argument(
        "--budget",
        default="",
        metavar="N|TIME",
        help="limit the search by simulations or time: 5000, 2s (default: 2000)",
    )
    hint.add_argument("--json", action="store_true", help="print all moves that the search tried, as JSON")
    add_language_option(hint)

    rules = make_parser(commands.add_parser, "Read the rules of a game.", RULES_HELP, name="rules")
    rules.add_argument("game", metavar="GAME", help="the game to read about")
    rules.add_argument("number", nargs="?", metavar="NUMBER", help="show only this rule (default: the whole rulebook)")
    add_language_option(rules)

    games = make_parser(commands.add_parser, "List the games and their options.", GAMES_HELP, name="games")
    games.add_argument(
        "game", nargs="?", metavar="GAME", help="list the options of this game (default: list all games)"
    )
    add_language_option(games)

    bench = make_parser(commands.add_parser, "Measure the speed of the engine on this machine.", "", name="bench")
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
    """Call `make` to create a parser, and return the parser. `more` has further arguments for `make`.

    The parser's help shows `about`, then `epilog` with its line breaks. If `more` has the "name" of a subcommand,
    `about` is also this subcommand's line in the main help.
    """
    if "name" in more:
        more["help"] = about
    return make(description=about, epilog=epilog, formatter_class=argparse.RawDescriptionHelpFormatter, **more)


def add_language_option(command: argparse.ArgumentParser) -> None:
    """Add the option --lang to a command."""
    command.add_argument("--lang", choices=LANGUAGES, help="set the language (default: from the environment)")
