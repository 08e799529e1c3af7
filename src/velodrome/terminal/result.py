"""How a game ended: the last table, the ranking, the scores."""

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from velodrome.terminal.draw import View, sketch
from velodrome.terminal.i18n import command, say_game
from velodrome.terminal.local_game import Table
from velodrome.terminal.screen import Screen


def show_end(table: Table, screen: Screen, viewer: int, told: list[str]) -> None:
    """The last news, the table with all cards open from the viewer's side, and who won."""
    view = View.of(table.state, table.names, table.language)._replace(seat=viewer)  # now all is open
    prompt = view.table["prompt"]
    assert isinstance(prompt, dict)
    sentence = say_game(view.language, view.game.name, prompt, view.names)
    screen.show(*[Text(f"· {news}") for news in told if news != sentence], sketch(view).draw())
    places, scores = table.state.ranking(), table.state.scores()
    screen.show(Text(f"▶ {sentence}", "bold yellow"), ranking(view, places, scores))
    screen.tell("play.over.file", "dim", command=command(), path=table.path)


def ranking(view: View, places: list[int], scores: list[int]) -> Grid:
    """Who came where, with how much."""
    grid = Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in ("place", "player", "score"):
        grid.add_column(view.say(f"column.{column}"), justify="left" if column == "player" else "right")
    for seat in sorted(range(len(places)), key=lambda seat: places[seat]):
        style = "bold green" if places[seat] == 1 else ""
        grid.add_row(str(places[seat]), Text(view.names[seat]), str(scores[seat]), style=style)
    return grid
