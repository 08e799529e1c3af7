"""What a person may type at the table besides moves."""

import os
from pathlib import Path

from rich.console import RenderableType
from rich.markdown import Markdown
from rich.table import Table as Grid
from rich.text import Text

from velodrome.bots.hints import find_hints
from velodrome.bots.search_bot import parse_budget
from velodrome.core import rulebook, texts
from velodrome.core.rng import Rng
from velodrome.terminal import hint, saves
from velodrome.terminal.choices import Choices
from velodrome.terminal.draw import View
from velodrome.terminal.i18n import number
from velodrome.terminal.local_game import Table
from velodrome.terminal.narration import tell_all
from velodrome.terminal.saves import Save
from velodrome.terminal.screen import Screen

NAMES = {  # what may be typed: the command
    "help": "help", "?": "help", "h": "help", "aide": "help",
    "rules": "rules", "rule": "rules", "règles": "rules", "règle": "rules", "regles": "rules", "regle": "rules",
    "hint": "hint", "hints": "hint", "conseil": "hint", "indice": "hint",
    "log": "log", "journal": "log",
    "save": "save", "sauver": "save",
    "quit": "quit", "q": "quit", "exit": "quit", "quitter": "quit",
    "all": "all", "list": "all", "moves": "all", "tout": "all",
    "look": "look", "table": "look",
    "undo": "undo",
}  # fmt: skip
SHOWN = (
    "help",
    "rules",
    "hint",
    "all",
    "any",
    "comma",
    "log",
    "save",
    "quit",
    "look",
)  # as help lists them


THOUGHT = parse_budget("500ms")  # that a hint takes


class Quit(Exception):
    """Somebody leaves the table."""


class Commands:
    """The commands of one table."""

    def __init__(self, table: Table, screen: Screen) -> None:
        self.table = table
        self.screen = screen

    def obey(self, typed: str, view: View, choices: Choices) -> bool:
        """Do it if it is a command."""
        word, _, rest = typed.partition(" ")
        command = NAMES.get(word.lower(), "")
        if command == "help":
            self.help(view, choices)
        elif command == "rules":
            self.rules(rest, view)
        elif command == "hint":
            self.screen.show(hint.draw(find_hints(choices.seen, THOUGHT, Rng(1)), view))
        elif command == "log":
            self.log(view.seat, rest)
        elif command == "save":
            self.save(rest.strip())
        elif command == "all":
            self.screen.show(choices.draw(self.screen.console.width, 999))
        elif command == "look":
            self.screen.show(choices.sketch.draw())
        elif command == "undo":
            self.screen.tell("command.undo.not")
        elif command == "quit":
            raise Quit
        return bool(command)

    def help(self, view: View, choices: Choices) -> None:
        """The rule behind the choice, those of the moves that are open in short, then the commands."""
        prompt = view.table["prompt"]
        assert isinstance(prompt, dict)
        number = texts.rule_number(view.game.name, prompt)
        if number:
            self.screen.show(self.rule(number, view))
        for other in choices.rules():
            if other != number:
                self.screen.show(Text(rulebook.find(view.game.name, other, view.language).summarize()))
        self.screen.tell("help.type", "bold")
        grid = Grid.grid(padding=(0, 2))
        for name in SHOWN:
            typed = f"command.comma.{view.game.name}" if name == "comma" else f"command.{name}"
            grid.add_row(Text(self.screen.say(typed), "bold cyan"), self.screen.say(f"command.{name}.does"))
        self.screen.show(grid)

    def rules(self, number: str, view: View) -> None:
        """One rule, or the whole book."""
        if number.strip():
            self.screen.show(self.rule(number, view))
        else:
            self.screen.page(Markdown(rulebook.book(view.game.name, view.language)))

    def rule(self, number: str, view: View) -> RenderableType:
        return Markdown(rulebook.find(view.game.name, number, view.language).write())

    def log(self, seat: int, rest: str) -> None:
        """What this seat has heard, all of it or the last so many."""
        said = tell_all(self.table.game.name, self.table.heard(seat), self.table.names, self.table.language)
        last = number(rest.strip()) or len(said)
        numbered = [f"{n:>4}  {sentence}" for n, sentence in enumerate(said, 1)]
        self.screen.page(Text("\n".join(numbered[-last:]) or self.screen.say("command.log.empty")))

    def save(self, file: str) -> None:
        """Write a copy where the person says, or tell where the game is kept anyway."""
        path = Path(os.path.expanduser(file)) if file else self.table.path
        if path != self.table.path:
            saves.check_copy(path, self.table.record)
        saves.write(path, Save(self.table.record, self.table.seats, self.table.seed))
        self.screen.tell("play.saved", path=path)
