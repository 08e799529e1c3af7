"""`velodrome play`: opens a table, new or from its file, and plays until nobody wants another game."""

from argparse import Namespace
from pathlib import Path

from velodrome.core.contract import TRUTH, Game, Value
from velodrome.core.errors import BadOption, VelodromeError
from velodrome.core.record import BadRecord, Record
from velodrome.games import GAMES
from velodrome.games import game as open_game
from velodrome.terminal import people, saves, shelf
from velodrome.terminal.people import BadSeats, Seat
from velodrome.terminal.saves import BadFile, Save
from velodrome.terminal.screen import Left, Screen
from velodrome.terminal.session import Session
from velodrome.terminal.table import Table
from velodrome.terminal.words import number

MOST = 7  # seats of any game
USUAL = 3  # seats of a table when nobody says, if the game allows


class NoGame(VelodromeError):
    """Nothing to play was named, and nobody is there to ask."""


def play(arguments: Namespace, screen: Screen) -> int:
    """A table until everybody has enough. The exit code."""
    if arguments.resume is not None:
        path = saved(arguments.resume, arguments.game or "")
        save = resumed(path, arguments, screen.language)
    else:
        save = opened(arguments, screen)
        path = Path(arguments.file) if arguments.file else saves.new_path(save.record.game.name)
    while Session(Table(save, path, screen.language), screen).run() and again(save, screen):
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
    listing = shelf.listing(name)
    seats = seated(seats_text or str(max(listing.seats[0], min(USUAL, listing.seats[-1]))), screen.language)
    game: Game = open_game(name, len(seats), **options(arguments.option))
    return Save(Record(game), seats, arguments.seed)


def seated(text: str, language: str) -> list[Seat]:
    """Seats from names, or from how many."""
    many = number(text)
    if many is not None:
        if not 2 <= many <= MOST:
            raise BadSeats(f"{text} is no number of seats: expected names separated by commas, or 2 to {MOST}.")
        text = people.usual(many, language)
    return people.parse(text)


def options(given: list[str]) -> dict[str, Value]:
    """`name=value` each."""
    found: dict[str, Value] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise BadOption(f'--option {text}: expected name=value, such as --option "difficulties=1 2 3".')
        found[name.strip().replace("-", "_")] = value.strip()
    return found


def menu(screen: Screen, seats_text: str | None) -> tuple[str, str]:
    """Which game, and with whom."""
    screen.tell("menu.title", "bold")
    screen.show(shelf.all_games(screen.language))
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
    usual = max(seats[0], min(USUAL, seats[-1]))
    while True:
        typed = screen.ask(screen.say("menu.seats", low=seats[0], high=seats[-1], usual=usual)) or str(usual)
        if number(typed) in (None, *seats):
            return typed
        screen.warn(screen.say("menu.seats.again", low=seats[0], high=seats[-1]))


# ---------------------------------------------------------------- a table from its file


def saved(name: str, game: str) -> Path:
    """A file by its path or by its name among the saved games; the latest, of this game if one is named."""
    if name:
        kept = saves.folder() / name
        return kept if kept.exists() and not Path(name).exists() else Path(name)
    found = sorted(saves.folder().glob(f"{game}*.txt"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise BadFile(f"{saves.folder()}: holds no saved game{' of ' + game if game else ''} yet.")
    return found[-1]


def resumed(path: Path, arguments: Namespace, language: str) -> Save:
    """The table of a file, with the seats it names unless others are given."""
    try:
        save = saves.read(path)
    except BadRecord as problem:
        raise BadFile(f"{path}, {problem} `velodrome replay` shows what is good of it.") from None
    if save.record.start.viewer != TRUTH:
        raise BadFile(f"{path}: is one seat's own record; only a full one can be played on.")
    seats = save.seats
    if arguments.seats or not seats:
        seats = seated(arguments.seats or str(save.record.game.seats), language)
    if len(seats) != save.record.game.seats:
        raise BadSeats(f"{len(seats)} seats were named for a table of {save.record.game.seats}.")
    return Save(save.record, seats, save.seed if arguments.seed is None else arguments.seed)
