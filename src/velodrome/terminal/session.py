"""Play a local game in the terminal: ask people for moves, report what was played, hide hands between turns.

In this module, "news" means the moves since a person last decided. `LocalGame.news` has these moves for each viewer,
and `TerminalSession.news` has the sentences about them.
"""

import secrets
import shlex
from time import perf_counter, sleep

from rich.console import Group
from rich.text import Text

from velodrome.bots.thinking_time import thinking_pause
from velodrome.core import texts
from velodrome.core.contract import CHANCE, ONLOOKER, State
from velodrome.core.driver import Driver
from velodrome.core.errors import VelodromeError
from velodrome.core.rng import Rng
from velodrome.terminal.choices import ChoiceList
from velodrome.terminal.commands import QuitGame, TableCommands
from velodrome.terminal.draw import DrawingView, make_drawing
from velodrome.terminal.i18n import find_command, parse_number, say_game
from velodrome.terminal.local_game import LocalGame
from velodrome.terminal.narration import narrate_moves
from velodrome.terminal.result import show_result
from velodrome.terminal.screen import InputEnded, Screen
from velodrome.terminal.words import find_meaning

NEWS_LINES = 6  # number of sentences of news on a screen of 24 lines; a taller screen shows more
MIN_NEWS_LINES = 4
REMINDER_LINES = 5  # number of earlier moves that are reported when a game is resumed
MIN_CHOICE_LINES = 4
UNLIMITED_LINES = 999
MAX_RANDOM_MOVES = 99


class TerminalSession(Driver):
    """Driver that plays a local game in the terminal, until the game ends or a person quits."""

    def __init__(self, game: LocalGame, screen: Screen, quick: bool = False) -> None:
        self.local = game
        self.screen = screen
        # True if bots pause before their moves
        self.paced = screen.live and bool(game.people) and not quick
        self.shown_seat: int | None = None  # the seat whose cards are on the screen
        self.queue: list[str] = []  # moves typed ahead, separated by commas
        self.random_moves = 0  # number of coming decisions to play at random, after `any 5`
        self.news: list[str] = []  # sentences about the moves since the last decision
        self.notices: list[str] = []  # shown once, above the table
        self.commands = TableCommands(game, screen)

    def play_game(self) -> bool:
        """Play until the game ends or a person quits; return whether it ended."""
        self.prepare_notices()
        self.add_reminder()
        try:
            self.run()
        except (InputEnded, QuitGame):
            self.hide_cards()
            self.local.save()
            return self.say_how_to_resume()
        except KeyboardInterrupt:  # everything before this move is saved
            return self.say_how_to_resume()
        self.hide_cards()
        show_result(self.local, self.screen, self.screen_viewer(), self.take_news(self.screen_viewer()))
        return True

    def say_how_to_resume(self) -> bool:
        """Clear the screen if it may show secrets, and print how to resume the game.

        Return False, because `play_game` returns False for an unfinished game.
        """
        self.hide_cards()
        self.screen.tell("play.saved", "bold", path=self.local.path)
        self.screen.tell("play.resume", command=find_command(), path=shlex.quote(str(self.local.path)))
        return False

    def prepare_notices(self) -> None:
        """Prepare the notices shown once, above the first table: the game, the players and the save file."""
        seated = zip(self.local.names, self.local.seats, strict=True)
        kinds = [self.screen.say("play.bot", name=name) if seat.bot else name for name, seat in seated]
        self.notices = [
            texts.say(self.local.game.name, {"key": "game"}, self.local.language),
            self.screen.say("play.opening", names=", ".join(kinds)),
            self.screen.say("play.file", path=self.local.path),
        ]

    def add_reminder(self) -> None:
        """If the game is resumed, add its last few moves to the news of each person (`LocalGame.news`)."""
        for seat in self.local.people:
            heard = self.local.list_heard(seat) if self.local.record.moves else []
            spoken = [news for news in heard if narrate_moves(self.local.game.name, [news], self.local.names, "en")]
            self.local.news[seat] += spoken[-REMINDER_LINES:]

    def hide_cards(self) -> None:
        """Clear the screen if several people share it and the game has hidden cards or moves."""
        if self.local.has_secrets:
            self.screen.wipe()

    # ------------------------------------------------------------ methods of `Driver`

    @property
    def state(self) -> State:
        return self.local.state

    def draw(self) -> int:
        return self.local.draw()

    def decide(self, seat: int) -> int:
        """Return the move that the person or the bot on a seat chooses.

        If the game is paced, also wait before the move of a bot, so that its thinking time reveals nothing.
        """
        if not self.local.seats[seat].bot:
            return self.ask_move(seat)
        start = perf_counter()
        move = self.local.ask_bot(seat)
        if self.paced:  # so that a bot's thinking time reveals nothing
            sleep(thinking_pause(self.local.seats[seat].bot, perf_counter() - start, Rng(secrets.randbits(64))))
        return move

    def play(self, move: int) -> None:
        """Play a move; warn if it could not be saved, and show the scores at the end of a stage.

        Discard the moves typed ahead if a seat other than `shown_seat` moves.
        """
        game, stage = self.local, self.state.stage
        if self.state.actor not in (CHANCE, self.shown_seat):
            self.drop_queue()
        game.play(move)
        if game.save_error and game.save_error not in self.notices:
            self.notices.append(game.save_error)
        if self.state.stage != stage and game.people:
            self.show_interlude()

    def drop_queue(self) -> None:
        """Discard the moves typed ahead and say so, because the situation has changed."""
        if self.queue:
            self.notices.append(self.screen.say("play.dropped", moves=", ".join(self.queue)))
        self.queue.clear()

    # ------------------------------------------------------------ a person's turn

    def ask_move(self, seat: int) -> int:
        """Ask the person on a seat for a move, until the input is a legal move; run the commands typed before it."""
        self.pass_screen(seat)
        view = self.local.view(seat)
        choices = ChoiceList(self.local.state.seen_by(seat), make_drawing(view))
        if not self.queue and not self.random_moves:
            self.news = self.take_news(seat)
            self.show_table(view, choices)
        while True:
            typed = self.next_input(seat)
            try:
                moves = self.interpret(typed, view, choices)
            except VelodromeError as problem:
                self.queue.clear()
                self.random_moves = 0
                self.screen.warn(str(problem))
                continue
            if len(moves) == 1:
                return moves[0]
            if moves:
                choices.narrow(moves)
                self.screen.show(choices.draw(self.screen.console.width, UNLIMITED_LINES))
                self.screen.tell("choices.back", "dim")

    def interpret(self, typed: str, view: DrawingView, choices: ChoiceList) -> list[int]:
        """Return the moves that the input line `typed` names. If the line is a command, run it and return [].

        For an empty line, show the table again and return []. For `any`, return a random move.
        """
        if not typed:
            choices.widen()
            self.show_table(view, choices)
            return []
        if count := parse_any(typed):
            self.random_moves += count - 1
            return [choices.seen.pick(self.local.make_rng())]
        return [] if self.commands.run(typed, view, choices) else choices.find(typed)

    def next_input(self, seat: int) -> str:
        """Return the next input: a move typed ahead, `any` during random moves, or a line that the player types."""
        if self.queue:
            return self.queue.pop(0)
        if self.random_moves:
            self.random_moves -= 1
            return "any"
        return self.read_input(seat)

    def read_input(self, seat: int) -> str:
        """Read a line and return the part before the first comma; queue the other parts as moves typed ahead."""
        first, *rest = self.screen.ask(f"{self.local.names[seat]} > ").split(",")
        self.queue = [part.strip() for part in rest if part.strip()]
        return first.strip()

    def pass_screen(self, seat: int) -> None:
        """Hand the screen over to the person at a seat.

        If somebody else had the screen before, discard the moves typed ahead. If the game also has hidden cards or
        moves, clear the screen and wait for Enter.
        """
        if self.local.is_shared and self.shown_seat != seat:
            self.queue.clear()
            self.random_moves = 0
        if self.local.has_secrets and self.shown_seat != seat:
            self.screen.wipe()
            self.screen.tell("play.curtain", "bold", name=self.local.names[seat])
            self.wait_for_enter()
            self.screen.wipe()
        self.shown_seat = seat

    def wait_for_enter(self) -> None:
        """Wait for Enter; raise QuitGame on a quit command."""
        if find_meaning("command", self.screen.ask(self.screen.say("play.enter"))) == "quit":
            raise QuitGame

    def show_table(self, view: DrawingView, choices: ChoiceList) -> None:
        """Show notices, news, table, prompt and choices, on one screen if they fit; then clear the notices."""
        screen, console = self.screen, self.screen.console
        notices = Group(*[Text(sentence, "italic") for sentence in self.notices])
        self.notices = []
        below = [choices.drawing.draw(), self.render_question(view)]
        wanted = [notices, *below, choices.draw(console.width, UNLIMITED_LINES)] if screen.live else []
        parts = [notices, self.render_fitting_news(console.height - 1 - sum(map(screen.height, wanted))), *below]
        lines = console.height - 1 - sum(map(screen.height, parts)) if screen.live else UNLIMITED_LINES
        listed = choices.draw(console.width, max(MIN_CHOICE_LINES, lines))
        roomy = screen.live and lines - screen.height(listed) > len(parts)
        screen.clear()
        for part in parts:
            if screen.height(part):
                screen.show(part, *([""] if roomy else []))
        screen.show(listed)

    def render_question(self, view: DrawingView) -> Text:
        """Render the prompt, followed by the number of its rule and a reminder of the help command."""
        prompt = view.table["prompt"]
        assert isinstance(prompt, dict)
        name = self.local.game.name
        number = texts.rule_number(name, prompt)
        asked = say_game(view.language, name, prompt, view.names)
        hint = f"  {number + ' · ' if number else ''}{self.screen.say('command.help')}"
        return Text.assemble((f"▶ {asked}", "bold yellow"), (hint, "dim"))

    # ------------------------------------------------------------ news

    def screen_viewer(self) -> int:
        """Return the viewer for whom to draw the table while nobody is asked for a move.

        If exactly one person plays, it is that person's seat, otherwise the onlooker.
        """
        if len(self.local.people) == 1:
            return self.local.people[0]
        return ONLOOKER

    def take_news(self, viewer: int) -> list[str]:
        """Empty a viewer's list of unreported moves (`LocalGame.news`); return sentences about these moves."""
        heard = self.local.news[viewer]
        sentences = narrate_moves(self.local.game.name, heard, self.local.names, self.local.language)
        heard.clear()
        return sentences

    def render_fitting_news(self, lines: int) -> Group:
        """Render the latest sentences of the news: as many as fit into this number of lines, at least one."""
        count = NEWS_LINES + max(0, self.screen.console.height - 24) if self.screen.live else NEWS_LINES
        lines = max(MIN_NEWS_LINES, lines) if self.screen.live else UNLIMITED_LINES
        while count > 1 and self.screen.height(self.render_news(self.news, count)) > lines:
            count -= 1
        return self.render_news(self.news, count)

    def render_news(self, sentences: list[str], count: int) -> Group:
        """Render the last `count` sentences, with a note if older ones were left out."""
        lines = [Text(f"· {sentence}") for sentence in sentences[-count:]]
        if len(sentences) > count:
            lines.insert(0, Text(self.screen.say("play.earlier", count=len(sentences) - count), "dim"))
        return Group(*lines)

    def show_interlude(self) -> None:
        """Show the scores between two stages and wait for Enter."""
        viewer = self.screen_viewer()
        shown = make_drawing(self.local.view(viewer)).draw_interlude()
        if shown is None:
            return
        self.hide_cards()
        self.screen.show(self.render_news(self.take_news(viewer), NEWS_LINES), shown)
        self.shown_seat = None
        self.wait_for_enter()


def parse_any(typed: str) -> int:
    """Return how many random moves a line asks for: 1 for `any`, 5 for `any 5`.

    Return 0 for any other line, and also if the number is invalid or above MAX_RANDOM_MOVES.
    """
    word, _, rest = typed.partition(" ")
    if find_meaning("command", word) != "any":
        return 0
    count = parse_number(rest) if rest else 1
    return count if count and count <= MAX_RANDOM_MOVES else 0
