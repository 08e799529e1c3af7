"""Commands that a person can type during a game instead of a move, such as `help`, `log` and `save`."""

import os
from pathlib import Path

from rich.console import RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from velodrome.bots.hints import find_hints
from velodrome.bots.search_bot import parse_budget
from velodrome.core import rulebook, texts
from velodrome.core.rng import Rng
from velodrome.terminal import hint, saves
from velodrome.terminal.choices import ChoiceList
from velodrome.terminal.draw import DrawingView
from velodrome.terminal.i18n import parse_number
from velodrome.terminal.local_game import LocalGame
from velodrome.terminal.narration import narrate_moves
from velodrome.terminal.saves import Save
from velodrome.terminal.screen import Screen
from velodrome.terminal.words import find_meaning

HELP_TOPICS = (  # in the order in which help shows them
    "help", "rules", "hint", "all", "any", "comma", "log", "save", "quit", "look"
)  # fmt: skip
HINT_BUDGET = parse_budget("500ms")


class QuitGame(Exception):
    """Raised when a person leaves the game."""


class TableCommands:
    """Runs the commands that a person types in a local game."""

    def __init__(self, game: LocalGame, screen: Screen) -> None:
        self.local = game
        self.screen = screen

    def run(self, typed: str, view: DrawingView, choices: ChoiceList) -> bool:
        """Run the input if it is a command, and return whether it was one; raise QuitGame on `quit`."""
        word, _, rest = typed.partition(" ")
        command = find_meaning("command", word)
        if command == "help":
            self.show_help(view, choices)
        elif command == "rules":
            self.show_rules(rest, view)
        elif command == "hint":
            self.screen.show(hint.render_hints(find_hints(choices.seen, HINT_BUDGET, Rng(1)), view))
        elif command == "log":
            self.show_log(view.seat, rest)
        elif command == "save":
            self.save_copy(rest.strip())
        elif command == "all":
            self.screen.show(choices.draw(self.screen.console.width, 999))
        elif command == "look":
            self.screen.show(choices.drawing.draw())
        elif command == "undo":
            self.screen.tell("command.undo.not")
        elif command == "quit":
            raise QuitGame
        else:
            return False
        return True

    def show_help(self, view: DrawingView, choices: ChoiceList) -> None:
        """Show the rule behind the current choice, short rules for the legal moves, and the commands."""
        prompt = view.table["prompt"]
        assert isinstance(prompt, dict)
        number = texts.rule_number(view.game.name, prompt)
        if number:
            self.screen.show(self.render_rule(number, view))
        for other in choices.list_rules():
            if other != number:
                self.screen.show(Text(rulebook.find(view.game.name, other, view.language).summarize()))
        self.screen.tell("help.type", "bold")
        grid = Table.grid(padding=(0, 2))
        for name in HELP_TOPICS:
            typed = f"command.comma.{view.game.name}" if name == "comma" else f"command.{name}"
            grid.add_row(Text(self.screen.say(typed), "bold cyan"), self.screen.say(f"command.{name}.does"))
        self.screen.show(grid)

    def show_rules(self, number: str, view: DrawingView) -> None:
        """Show the rule with this number; if `number` is blank, show the whole rulebook."""
        if number.strip():
            self.screen.show(self.render_rule(number, view))
        else:
            self.screen.page(Markdown(rulebook.book(view.game.name, view.language)))

    def render_rule(self, number: str, view: DrawingView) -> RenderableType:
        return Markdown(rulebook.find(view.game.name, number, view.language).write())

    def show_log(self, seat: int, rest: str) -> None:
        """Show the moves as a seat saw them: the last `rest` moves if `rest` is a number, otherwise all."""
        said = narrate_moves(self.local.game.name, self.local.list_heard(seat), self.local.names, self.local.language)
        last = parse_number(rest.strip()) or len(said)
        numbered = [f"{n:>4}  {sentence}" for n, sentence in enumerate(said, 1)]
        self.screen.page(Text("\n".join(numbered[-last:]) or self.screen.say("command.log.empty")))

    def save_copy(self, file: str) -> None:
        """Save a copy of the game to the named file; without a name, save to the game's own file. Show the path."""
        path = Path(os.path.expanduser(file)) if file else self.local.path
        if path != self.local.path:
            saves.check_copy(path, self.local.record)
        saves.write_save(path, Save(self.local.record, self.local.seats, self.local.seed))
        self.screen.tell("play.saved", path=path)
