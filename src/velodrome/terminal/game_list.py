"""Lists of all games, and of one game's options."""

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from velodrome.core import texts
from velodrome.core.errors import UnknownGame
from velodrome.core.options import Option, format_value
from velodrome.games import GAMES, Listing
from velodrome.terminal.i18n import say


def find_listing(name: str) -> Listing:
    """Return a registered game by its name; raise UnknownGame if there is none."""
    if name not in GAMES:
        raise UnknownGame(f"no game is called {name}. There are: {', '.join(GAMES)}.")
    return GAMES[name]


def render_games(language: str) -> Table:
    """Render a table with one row for each game."""
    grid = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in ("number", "game", "seats", "about"):
        grid.add_column(say(language, f"column.{column}"))
    for number, (name, game) in enumerate(GAMES.items(), 1):
        about = texts.say(name, {"key": "game"}, language)
        grid.add_row(str(number), Text(name, "bold cyan"), format_seat_counts(game), about)
    return grid


def render_game(name: str, language: str) -> RenderableType:
    """Render a game with its options."""
    game = find_listing(name)
    head = Text.assemble((name, "bold cyan"), f"  {say(language, 'games.seats', seats=format_seat_counts(game))}\n")
    head.append(texts.say(name, {"key": "game"}, language))
    options = [item for option in game.options for item in render_option(name, option, game, language)]
    how = Text(say(language, "games.option", game=name, example=game.options[0].name), "dim")
    return Group(head, Text(""), *options, how)


def format_seat_counts(game: Listing) -> str:
    """Return the allowed numbers of players as text, such as "3–7"."""
    low, high = game.seats[0], game.seats[-1]
    return str(low) if low == high else f"{low}–{high}"


def render_option(name: str, option: Option, game: Listing, language: str) -> list[RenderableType]:
    """Render an option: its name and default, its description, and the values that it accepts."""
    default = say(language, "games.default", value=format_value(option.default))
    known = texts.sentences(name, language)
    said = [key for key in (f"option.{option.name}", f"help.{option.name}") if key in known]
    inside = [Text(texts.say(name, {"key": key}, language)) for key in said]
    inside.append(Text(describe_values(option, game, language), "dim"))
    for value in option.values:
        key = f"option.{option.name}.{value}"
        if key in known:
            inside.append(Text.assemble((f"{value}: ", "bold"), texts.say(name, {"key": key}, language)))
    head = Text.assemble((option.name, "bold cyan"), (f"  {default}", "dim"))
    return [head, *[Padding(line, (0, 0, 0, 4)) for line in inside]]


def describe_values(option: Option, game: Listing, language: str) -> str:
    """Describe the values that an option takes."""
    high = game.seats[-1] - 1 if option.kind == "seat" else option.high
    return say(language, f"option.{option.kind}", values=", ".join(option.values), low=option.low, high=high)
