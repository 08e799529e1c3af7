"""`velodrome rules` and `velodrome games`: what can be read without playing."""

from rich.markdown import Markdown
from rich.text import Text

from velodrome.core import rulebook
from velodrome.terminal import game_list
from velodrome.terminal.screen import Screen


def rules(game: str, number: str | None, screen: Screen) -> int:
    """The whole book, or one rule."""
    game_list.listing(game)
    if number:
        screen.show(Markdown(rulebook.find(game, number, screen.language).write()))
    else:
        screen.page(Markdown(rulebook.book(game, screen.language)))
    return 0


def games(game: str | None, screen: Screen) -> int:
    """All games, or one with its options."""
    if game:
        screen.page(game_list.one_game(game, screen.language))
    else:
        screen.show(game_list.all_games(screen.language), Text(screen.say("games.more"), "dim"))
    return 0
