"""The end of a game: the final table, the ranking and the scores."""

from rich import box
from rich.table import Table
from rich.text import Text

from velodrome.terminal.draw import DrawingView, make_drawing
from velodrome.terminal.i18n import find_command, say_game
from velodrome.terminal.local_game import LocalGame
from velodrome.terminal.screen import Screen


def show_result(game: LocalGame, screen: Screen, viewer: int, news: list[str]) -> None:
    """Show sentences about the last moves (`news`), the final table with all cards face up, and the ranking.

    The table is drawn from the side of `viewer`.
    """
    view = DrawingView.of(game.state, game.names, game.language)._replace(seat=viewer)  # at the end, nothing is hidden
    prompt = view.table["prompt"]
    assert isinstance(prompt, dict)
    sentence = say_game(view.language, view.game.name, prompt, view.names)
    screen.show(*[Text(f"· {line}") for line in news if line != sentence], make_drawing(view).draw())
    places, scores = game.state.ranking(), game.state.scores()
    screen.show(Text(f"▶ {sentence}", "bold yellow"), render_ranking(view, places, scores))
    screen.tell("play.over.file", "dim", command=find_command(), path=game.path)


def render_ranking(view: DrawingView, places: list[int], scores: list[int]) -> Table:
    """Render the seats in order of their places, with their scores."""
    grid = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in ("place", "player", "score"):
        grid.add_column(view.say(f"column.{column}"), justify="left" if column == "player" else "right")
    for seat in sorted(range(len(places)), key=lambda seat: places[seat]):
        style = "bold green" if places[seat] == 1 else ""
        grid.add_row(str(places[seat]), Text(view.names[seat]), str(scores[seat]), style=style)
    return grid
