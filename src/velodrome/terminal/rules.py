"""`velodrome rules` and `velodrome games`: print rules, games and options."""

from rich.markdown import Markdown
from rich.text import Text

from velodrome.core import rulebook
from velodrome.terminal import game_list
from velodrome.terminal.screen import Screen


def show_rules(game: str, number: str | None, screen: Screen) -> int:
    """Show the whole rulebook, or one rule; return the exit code."""
    game_list.find_listing(game)
    if number:
        screen.show(Markdown(rulebook.find(game, number, screen.language).write()))
    else:
        screen.page(Markdown(rulebook.book(game, screen.language)))
    return 0


def show_games(game: str | None, screen: Screen) -> int:
    """Show all games, or one game with its options; return the exit code."""
    if game:
        screen.page(game_list.render_game(game, screen.language))
    else:
        screen.show(game_list.render_games(screen.language), Text(screen.say("games.more"), "dim"))
    return 0
