"""`velodrome play`: opens a table, new or from its file, and plays until nobody wants another game."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from velodrome.core.contract import OVER, TRUTH, Game
from velodrome.core.errors import VelodromeError
from velodrome.core.options import parse_pairs
from velodrome.core.record import BadRecord, Record
from velodrome.games import GAMES
from velodrome.paths import folder
from velodrome.terminal import game_list, saves
from velodrome.terminal import seats as people
from velodrome.terminal.i18n import number
from velodrome.terminal.local_game import Table
from velodrome.terminal.saves import BadFile, Save
from velodrome.terminal.screen import Left, Screen
from velodrome.terminal.seats import BadSeats, Seat
from velodrome.terminal.session import Sitting

USUAL = 3  # seats of a table when nobody says, if the game allows


class NoGame(VelodromeError):
    """Nothing to play was named, and nobody is there to ask."""


def play(arguments: Namespace, screen: Screen) -> int:
    """A table until everybody has enough. The exit code."""
    if arguments.resume is not None:
        path = saved(arguments.resume, arguments.game or "")
        save = resumed(path, arguments, screen.language)
    else:
        if arguments.file:
            saves.check_free(Path(arguments.file))
        save = opened(arguments, screen)
        path = Path(arguments.file) if arguments.file else saves.new_path(save.record.game.name)
    while Sitting(Table(save, path, screen.language), screen, arguments.quick).run() and again(save, screen):
        game = save.record.game.rematch(save.record.state)
        save = Save(Record(game), save.seats, None if save.seed is None else save.seed + 1)
        path = saves.new_path(game.name)
    return 0


def again(save: Save, screen: Screen) -> bool:
    """Whether the people at the table want a rematch."""
    if all(seat.bot for seat in save.seats):
        return False
    try:
        return screen.ask(screen.say("play.again")).lower()[:1] in ("y", "o")
    except Left:
        return False


# ---------------------------------------------------------------- a new table


def opened(arguments: Namespace, screen: Screen) -> Save:
    """A table as the command line describes it; on a terminal, what is missing is asked."""
    name, seats_text = arguments.game, arguments.seats
    if name is None:
        if not screen.live:
            raise NoGame(f"which game? Say `velodrome play GAME`, GAME one of {', '.join(GAMES)}.")
        name, seats_text = menu(screen, seats_text)
    listing = game_list.listing(name)
    seats = seated(seats_text or str(usual(listing.seats)), listing.seats, screen.language)
    game: Game = GAMES[name](len(seats), parse_pairs(arguments.option))
    return Save(Record(game), seats, arguments.seed)


def usual(seats: Sequence[int]) -> int:
    """How many sit at a table when nobody says."""
    return max(seats[0], min(USUAL, seats[-1]))


def seated(text: str, seats: Sequence[int], language: str) -> list[Seat]:
    """Seats from names, or from how many, as many as the game allows."""
    low, high = seats[0], seats[-1]
    allowed = f"{low}" if low == high else f"{low} to {high}"
    many = number(text)
    if many is not None:
        if many not in seats:
            raise BadSeats(f"{text} is no number of seats here: expected {allowed}, or names separated by commas.")
        return people.parse(people.usual(many, language))
    found = people.parse(text)
    if len(found) not in seats:
        raise BadSeats(f"{len(found)} seats were named: expected {allowed}, such as {people.usual(low, language)}.")
    return found


def menu(screen: Screen, seats_text: str | None) -> tuple[str, str]:
    """Which game, and with whom."""
    screen.tell("menu.title", "bold")
    screen.show(game_list.all_games(screen.language))
    names = list(GAMES)
    while True:
        typed = screen.ask(screen.say("menu.which", last=len(names))).lower()
        near = [name for name in names if typed and name.startswith(typed)]
        if (wanted := number(typed)) and wanted <= len(names):
            near = [names[wanted - 1]]
        if len(near) == 1:
            return near[0], seats_text or how_many(near[0], screen)
        screen.warn(screen.say("menu.again", last=len(names)))


def how_many(name: str, screen: Screen) -> str:
    """The seats that somebody wants; Enter for the usual table."""
    seats = GAMES[name].seats
    if len(seats) == 1:
        return str(seats[0])
    low, high, most = seats[0], seats[-1], usual(seats)
    while True:
        typed = screen.ask(screen.say("menu.seats", low=low, high=high, usual=most)) or str(most)
        try:
            seated(typed, seats, screen.language)
        except BadSeats as problem:
            example = people.usual(low, screen.language)
            screen.warn(f"{problem} {screen.say('menu.seats.again', low=low, high=high, example=example)}")
        else:
            return typed


# ---------------------------------------------------------------- a table from its file


def saved(name: str, game: str) -> Path:
    """A file by its path or by its name among the saved games; the latest not over, of this game if one is named."""
    if name:
        kept = folder() / name
        return kept if is_file(kept) and not is_file(Path(name)) else Path(name)
    files = [path for path in folder().glob("*.txt") if path.name.startswith(game) and is_file(path)]
    found = sorted(files, key=lambda path: path.stat().st_mtime, reverse=True)
    of = f" of {game}" if game else ""
    if not found:
        raise BadFile(f"{folder()}: holds no saved game{of} yet.")
    for path in found:
        if not finished(path):
            return path
    raise BadFile(f"{folder()}: every saved game{of} is over; start another, or name one.")


def is_file(path: Path) -> bool:
    """Whether a file stands there; a name that no file can have is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def finished(path: Path) -> bool:
    """Whether a file holds a whole game; one that cannot be read is for `resumed` to explain."""
    try:
        return saves.read(path).record.state.actor == OVER
    except VelodromeError:
        return False


def resumed(path: Path, arguments: Namespace, language: str) -> Save:
    """The table of a file, with the seats it names unless others are given."""
    try:
        save = saves.read(path)
    except BadRecord as problem:
        hint = " `velodrome replay` shows what is good of it." if problem.good else ""
        raise BadFile(f"{path}, {problem.discreet}{hint}") from None
    if save.record.start.viewer != TRUTH:
        raise BadFile(f"{path}: is one seat's own record; only a full one can be played on.")
    seats = save.seats
    if arguments.seats or not seats:
        many = save.record.game.seats
        seats = seated(arguments.seats or str(many), [many], language)
    return Save(save.record, seats, save.seed if arguments.seed is None else arguments.seed)
