"""`velodrome play`: open a new or saved game, play it, and offer a rematch."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from velodrome.core.contract import OVER, TRUTH, Game
from velodrome.core.errors import VelodromeError
from velodrome.core.options import parse_pairs
from velodrome.core.record import BadRecord, Record
from velodrome.games import GAMES
from velodrome.paths import data_folder
from velodrome.terminal import game_list, saves
from velodrome.terminal.i18n import parse_number
from velodrome.terminal.local_game import LocalGame
from velodrome.terminal.saves import BadFile, Save
from velodrome.terminal.screen import InputEnded, Screen
from velodrome.terminal.seats import BadSeats, LocalSeat, default_seats, parse_seats
from velodrome.terminal.session import TerminalSession
from velodrome.terminal.words import find_meaning

DEFAULT_SEAT_COUNT = 3  # used if the game allows it


class NoGameNamed(VelodromeError):
    """Raised if the command names no game, and the program cannot ask for one because it runs without a terminal."""


def play(arguments: Namespace, screen: Screen) -> int:
    """Run `velodrome play` and its rematches; return the exit code."""
    if arguments.resume is not None:
        path = find_save(arguments.resume, arguments.game or "")
        save = open_saved(path, arguments, screen.language)
    else:
        if arguments.file:
            saves.check_free(Path(arguments.file))
        save = open_new(arguments, screen)
        path = Path(arguments.file) if arguments.file else saves.new_path(save.record.game.name)
    while True:
        session = TerminalSession(LocalGame(save, path, screen.language), screen, arguments.quick)
        if not session.play_game() or not wants_rematch(save, screen):
            return 0
        game = save.record.game.rematch(save.record.state)
        save = Save(Record(game), save.seats, None if save.seed is None else save.seed + 1)
        path = saves.new_path(game.name)


def wants_rematch(save: Save, screen: Screen) -> bool:
    """Ask the people in the game for a rematch; return whether they want one."""
    if all(seat.bot for seat in save.seats):
        return False
    try:
        return find_meaning("answer", screen.ask(screen.say("play.again"))) == "yes"
    except InputEnded:
        return False


# ---------------------------------------------------------------- new games


def open_new(arguments: Namespace, screen: Screen) -> Save:
    """Create the game that the command line describes.

    If the command line names no game, ask which game to play. If it does not name the seats either, ask for them too.
    Without a terminal, raise NoGameNamed instead of asking.
    """
    name, seats_text = arguments.game, arguments.seats
    if name is None:
        if not screen.live:
            raise NoGameNamed(f"which game? Say `velodrome play GAME`, GAME one of {', '.join(GAMES)}.")
        name, seats_text = ask_game(screen, seats_text)
    listing = game_list.find_listing(name)
    seats = choose_seats(seats_text or str(default_seat_count(listing.seats)), listing.seats, screen.language)
    game: Game = GAMES[name](len(seats), parse_pairs(arguments.option))
    return Save(Record(game), seats, arguments.seed)


def default_seat_count(seats: Sequence[int]) -> int:
    """Return the number of seats to use if the person gives none; `seats` has the allowed numbers."""
    return max(seats[0], min(DEFAULT_SEAT_COUNT, seats[-1]))


def choose_seats(text: str, seats: Sequence[int], language: str) -> list[LocalSeat]:
    """Return the seats that a text describes: names, or only a number of seats (for one person against bots).

    `seats` has the numbers of seats that the game allows. Raise BadSeats for any other number.
    """
    low, high = seats[0], seats[-1]
    allowed = f"{low}" if low == high else f"{low} to {high}"
    count = parse_number(text)
    if count is not None:
        if count not in seats:
            raise BadSeats(f"{text} seats are not possible: expected {allowed}, or names separated by commas.")
        return parse_seats(default_seats(count, language))
    found = parse_seats(text)
    if len(found) not in seats:
        raise BadSeats(f"{len(found)} seats were named: expected {allowed}, such as {default_seats(low, language)}.")
    return found


def ask_game(screen: Screen, seats_text: str | None) -> tuple[str, str]:
    """Ask which game to play, and for the seats unless `seats_text` is given; return the game's name and the seats."""
    screen.tell("menu.title", "bold")
    screen.show(game_list.render_games(screen.language))
    names = list(GAMES)
    while True:
        typed = screen.ask(screen.say("menu.which", last=len(names))).lower()
        near = [name for name in names if typed and name.startswith(typed)]
        if (wanted := parse_number(typed)) and wanted <= len(names):
            near = [names[wanted - 1]]
        if len(near) == 1:
            return near[0], seats_text or ask_seats(near[0], screen)
        screen.warn(screen.say("menu.again", last=len(names)))


def ask_seats(name: str, screen: Screen) -> str:
    """Ask for the seats; Enter alone selects the default number."""
    seats = GAMES[name].seats
    if len(seats) == 1:
        return str(seats[0])
    low, high, default = seats[0], seats[-1], default_seat_count(seats)
    while True:
        typed = screen.ask(screen.say("menu.seats", low=low, high=high, usual=default)) or str(default)
        try:
            choose_seats(typed, seats, screen.language)
        except BadSeats as problem:
            example = default_seats(low, screen.language)
            again = screen.say("menu.seats.again", low=low, high=high, example=example)
            screen.warn(again if parse_number(typed) else f"{problem} {again}")
        else:
            return typed


# ---------------------------------------------------------------- saved games


def find_save(name: str, game: str) -> Path:
    """Return the path of a saved game, given its path or its name in the data folder.

    If `name` is empty, return the path of the latest unfinished game in the data folder, or raise BadFile if there is
    none. In this case, `game` limits the choice to one game; "" means any game.
    """
    if name:
        saved = data_folder() / name
        return saved if is_file(saved) and not is_file(Path(name)) else Path(name)
    files = [path for path in data_folder().glob("*.txt") if path.name.startswith(game) and is_file(path)]
    found = sorted(files, key=lambda path: path.stat().st_mtime, reverse=True)
    of = f" of {game}" if game else ""
    if not found:
        raise BadFile(f"{data_folder()}: holds no saved game{of} yet; start one with `velodrome play`.")
    for path in found:
        if not is_finished(path):
            return path
    raise BadFile(f"{data_folder()}: every saved game{of} is over; start a new one, or name a file.")


def is_file(path: Path) -> bool:
    """Return whether a file exists; False for a name that no file can have."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_finished(path: Path) -> bool:
    """Return whether a file holds a finished game; False for an unreadable file, which `open_saved` reports."""
    try:
        return saves.read_save(path).record.state.actor == OVER
    except VelodromeError:
        return False


def open_saved(path: Path, arguments: Namespace, language: str) -> Save:
    """Open a saved game. The seats and the seed are those in its file, unless the command line gives others."""
    try:
        save = saves.read_save(path)
    except BadRecord as problem:
        hint = " `velodrome replay` shows the moves before that line." if problem.good else ""
        raise BadFile(f"{path}, {problem.discreet}{hint}") from None
    if save.record.start.viewer != TRUTH:
        raise BadFile(f"{path}: holds only what one viewer saw; expected a full record.")
    seats = save.seats
    if arguments.seats or not seats:
        count = save.record.game.seats
        seats = choose_seats(arguments.seats or str(count), [count], language)
    return Save(save.record, seats, save.seed if arguments.seed is None else arguments.seed)
