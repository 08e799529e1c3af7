"""A game played at this terminal: asks people, tells them what happened, hides hands between them."""

import re
import secrets
import shlex
from time import perf_counter, sleep

from rich.console import Group
from rich.text import Text

from velodrome.bots.thinking_time import thinking_pause
from velodrome.core import texts
from velodrome.core.contract import CHANCE, ONLOOKER
from velodrome.core.errors import VelodromeError
from velodrome.core.rng import Rng
from velodrome.terminal.choices import Choices
from velodrome.terminal.commands import NAMES, Commands, Quit
from velodrome.terminal.draw import View, sketch
from velodrome.terminal.i18n import command, say_game
from velodrome.terminal.local_game import Table
from velodrome.terminal.narration import tell_all
from velodrome.terminal.result import show_end
from velodrome.terminal.screen import Left, Screen

FRESH = 6  # sentences of news that are shown at once on 24 lines; more on a taller screen
LEAST = 4  # lines that they get however small it is
RECENT = 5  # sentences that remind of a resumed game
FEW = 4  # and that the choices get
ALL = 999
ANY = re.compile(r"any(?: (\d{1,2}))?", re.IGNORECASE)


class Sitting:
    """One sitting at a table."""

    def __init__(self, table: Table, screen: Screen, quick: bool = False) -> None:
        self.table = table
        self.screen = screen
        self.paced = screen.live and bool(table.people) and not quick
        self.shown: int | None = None  # the person who looks at the screen
        self.queue: list[str] = []  # typed ahead, separated by commas
        self.whims = 0  # decisions that are left to the dice: `any 5`
        self.told: list[str] = []  # the news of this turn
        self.welcome: list[str] = []  # said once
        self.commands = Commands(table, screen)

    def run(self) -> bool:
        """Play to the end; whether the end was reached."""
        self.opening()
        self.remind()
        try:
            while not self.table.over:
                self.step()
        except (Left, Quit):
            self.clean()
            self.table.save()
            return self.leave()
        except KeyboardInterrupt:  # in the middle of a move: the file holds all that came before it
            return self.leave()
        self.clean()
        show_end(self.table, self.screen, self.viewer(), self.take_news(self.viewer()))
        return True

    def leave(self) -> bool:
        """Say how to come back."""
        self.clean()
        self.screen.tell("play.saved", "bold", path=self.table.path)
        self.screen.tell("play.resume", command=command(), path=shlex.quote(str(self.table.path)))
        return False

    def opening(self) -> None:
        """What game this is, who plays, where it is kept: said above the first table."""
        seated = zip(self.table.names, self.table.seats, strict=True)
        kinds = [f"{name} (bot)" if seat.bot else name for name, seat in seated]
        self.welcome = [
            texts.say(self.table.game.name, {"key": "game"}, self.table.language),
            self.screen.say("play.opening", names=", ".join(kinds)),
            self.screen.say("play.file", path=self.table.path),
        ]

    def remind(self) -> None:
        """What happened last in a game that goes on."""
        for seat in self.table.people:
            heard = self.table.heard(seat) if self.table.record.moves else []
            spoken = [news for news in heard if tell_all(self.table.game.name, [news], self.table.names, "en")]
            self.table.news[seat] += spoken[-RECENT:]

    def clean(self) -> None:
        """Take one person's cards off a screen that others will look at."""
        if self.table.private:
            self.screen.wipe()

    def step(self) -> None:
        """One move of whoever acts."""
        table, stage = self.table, self.table.state.stage
        start = perf_counter()
        actor, move = table.state.actor, table.unasked()
        if move is None:
            move = self.turn(actor)
        elif actor not in (CHANCE, self.shown):
            self.drop()
            self.pace(actor, perf_counter() - start)
        table.play(move)
        if table.trouble and table.trouble not in self.welcome:
            self.welcome.append(table.trouble)
        if table.state.stage != stage and table.people:
            self.interlude()

    def pace(self, actor: int, spent: float) -> None:
        """Where people watch, a bot takes a time that tells nothing of its cards."""
        kind = self.table.seats[actor].bot
        if kind and self.paced and not self.table.forced():
            sleep(thinking_pause(kind, spent, Rng(secrets.randbits(64))))

    def drop(self) -> None:
        """Forget what was typed for a table that has changed, and say so."""
        if self.queue:
            self.welcome.append(self.screen.say("play.dropped", moves=", ".join(self.queue)))
        self.queue.clear()

    # ------------------------------------------------------------ a person's turn

    def turn(self, seat: int) -> int:
        """The move that a person chooses."""
        self.hand_over(seat)
        view = self.table.view(seat)
        choices = Choices(self.table.state.seen_by(seat), sketch(view))
        if not self.queue and not self.whims:
            self.told = self.take_news(seat)
            self.look(view, choices)
        while True:
            typed = self.next_words(seat)
            try:
                moves = self.understand(typed, view, choices)
            except VelodromeError as problem:
                self.queue.clear()
                self.whims = 0
                self.screen.warn(str(problem))
                continue
            if len(moves) == 1:
                return moves[0]
            if moves:
                choices.narrow(moves)
                self.screen.show(choices.draw(self.screen.console.width, ALL))
                self.screen.tell("choices.back", "dim")

    def understand(self, typed: str, view: View, choices: Choices) -> list[int]:
        """The move or the group that a line names; nothing if it was a command."""
        if not typed:
            choices.widen()
            self.look(view, choices)
            return []
        if any_move := ANY.fullmatch(typed):
            if any_move[1]:
                self.whims = max(0, int(any_move[1]) - 1)
            return [choices.seen.pick(self.table.rng())]
        return [] if self.commands.obey(typed, view, choices) else choices.find(typed)

    def next_words(self, seat: int) -> str:
        """What was typed ahead, `any` while the dice choose, or what is typed now."""
        if self.queue:
            return self.queue.pop(0)
        if self.whims:
            self.whims -= 1
            return "any"
        return self.listen(seat)

    def listen(self, seat: int) -> str:
        """A line of a person; what stands behind a comma waits for its turn."""
        first, *rest = self.screen.ask(f"{self.table.names[seat]} > ").split(",")
        self.queue = [part.strip() for part in rest if part.strip()]
        return first.strip()

    def hand_over(self, seat: int) -> None:
        """Where several people share the device, nobody sees the next one's hand."""
        if self.table.shared and self.shown != seat:
            self.queue.clear()
            self.whims = 0
        if self.table.private and self.shown != seat:
            self.screen.wipe()
            self.screen.tell("play.curtain", "bold", name=self.table.names[seat])
            self.pause()
            self.screen.wipe()
        self.shown = seat

    def pause(self) -> None:
        """Wait for Enter; who wants to leave may."""
        if NAMES.get(self.screen.ask(self.screen.say("play.enter")).lower()) == "quit":
            raise Quit

    def look(self, view: View, choices: Choices) -> None:
        """The news, the table, the question and the choices, on one screen if they fit."""
        screen, console = self.screen, self.screen.console
        welcome = Group(*[Text(sentence, "italic") for sentence in self.welcome])
        self.welcome = []
        below = [choices.sketch.draw(), self.question(view)]
        wanted = [welcome, *below, choices.draw(console.width, ALL)] if screen.live else []
        parts = [welcome, self.fitting_news(console.height - 1 - sum(map(screen.height, wanted))), *below]
        lines = console.height - 1 - sum(map(screen.height, parts)) if screen.live else ALL
        listed = choices.draw(console.width, max(FEW, lines))
        roomy = screen.live and lines - screen.height(listed) > len(parts)
        screen.clear()
        for part in parts:
            if screen.height(part):
                screen.show(part, *([""] if roomy else []))
        screen.show(listed)

    def question(self, view: View) -> Text:
        """What is asked, with the rule behind it."""
        prompt = view.table["prompt"]
        assert isinstance(prompt, dict)
        name = self.table.game.name
        number = texts.rule_number(name, prompt)
        asked = say_game(view.language, name, prompt, view.names)
        hint = f"  {number + ' · ' if number else ''}{self.screen.say('command.help')}"
        return Text.assemble((f"▶ {asked}", "bold yellow"), (hint, "dim"))

    # ------------------------------------------------------------ news

    def viewer(self) -> int:
        """Whose eyes the screen has when nobody is asked."""
        if len(self.table.people) == 1:
            return self.table.people[0]
        return ONLOOKER

    def take_news(self, viewer: int) -> list[str]:
        """What a seat has heard since it was last told."""
        heard = self.table.news[viewer]
        told = tell_all(self.table.game.name, heard, self.table.names, self.table.language)
        heard.clear()
        return told

    def fitting_news(self, lines: int) -> Group:
        """As much of this turn's news as fits above the table and all choices; never less than a little."""
        most = FRESH + max(0, self.screen.console.height - 24) if self.screen.live else FRESH
        lines = max(LEAST, lines) if self.screen.live else ALL
        while most > 1 and self.screen.height(self.draw_news(self.told, most)) > lines:
            most -= 1
        return self.draw_news(self.told, most)

    def draw_news(self, told: list[str], most: int) -> Group:
        """The latest of it."""
        lines = [Text(f"· {sentence}") for sentence in told[-most:]]
        if len(told) > most:
            lines.insert(0, Text(self.screen.say("play.earlier", count=len(told) - most), "dim"))
        return Group(*lines)

    def interlude(self) -> None:
        """Where a stage ended: how everyone stands, and a moment to read it."""
        viewer = self.viewer()
        shown = sketch(self.table.view(viewer)).interlude()
        if shown is None:
            return
        self.clean()
        self.screen.show(self.draw_news(self.take_news(viewer), FRESH), shown)
        self.shown = None
        self.pause()
