"""A game in the terminal, without its input and output: seats, chance, bots, saving, and what each seat saw."""

import os
import secrets
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from velodrome.bots import make_bot
from velodrome.core.contract import CHANCE, ONLOOKER, OVER, Game, State
from velodrome.core.playout import Bot
from velodrome.core.rng import Rng, Stream
from velodrome.terminal import saves, seats
from velodrome.terminal.draw import DrawingView, make_drawing
from velodrome.terminal.narration import HeardMove
from velodrome.terminal.saves import Save


def skip_sync(file: int) -> None:
    """Do nothing; used instead of os.fsync after moves of bots and chance.

    The save after a person's next move syncs the whole file, including these moves.
    """


class LocalGame:
    """A game between people and bots at this terminal; if a person plays, every move is saved before it is shown."""

    def __init__(self, save: Save, path: Path, language: str) -> None:
        self.record = save.record
        self.seats = save.seats
        self.seed = save.seed
        self.path = path
        self.language = language
        self.people = [i for i, seat in enumerate(save.seats) if not seat.bot]
        self.names = seats.display_names(save.seats, self.people[0] if self.people else ONLOOKER, language)
        # {viewer: moves to report to this viewer before a person decides next}
        self.news: dict[int, list[HeardMove]] = {viewer: [] for viewer in [*range(self.game.seats), ONLOOKER]}
        self.stream = Stream(secrets.token_bytes(32) if self.seed is None else sha256(f"{self.seed}".encode()).digest())
        self.bots: dict[int, Bot] = {}  # {seat: bot}; a bot is created once, because it may reuse its search tree
        self.save_error = ""  # why the last save failed; "" if it succeeded
        self.advance_stream()

    @property
    def game(self) -> Game:
        return self.record.game

    @property
    def state(self) -> State:
        return self.record.state

    @property
    def is_over(self) -> bool:
        return self.state.actor == OVER

    @property
    def is_shared(self) -> bool:
        """Return whether several people share this screen."""
        return len(self.people) > 1

    @property
    def has_secrets(self) -> bool:
        """Return whether people share this screen and some moves of the game are hidden from other players."""
        return self.is_shared and any(cover != move for move, cover in enumerate(self.game.covers))

    def advance_stream(self) -> None:
        """If the game has a seed, repeat the random draws of the recorded moves.

        A resumed game then continues with the same draws as if it had not been interrupted.
        """
        if self.seed is None:
            return
        state = self.record.start.copy()
        for move in self.record.moves:
            if state.actor == CHANCE:
                self.stream.choose(state.chance())
            state.play(move)

    def view(self, seat: int) -> DrawingView:
        """Return the table as a seat sees it."""
        return DrawingView.of(self.state.seen_by(seat), self.names, self.language)

    # ------------------------------------------------------------ moves of chance and bots

    def draw(self) -> int:
        """Draw and return the next chance move, without playing it."""
        return self.stream.choose(self.state.chance())

    def ask_bot(self, seat: int) -> int:
        """Ask the bot of a seat for its move."""
        return self.bot_of(seat)(self.state.seen_by(seat), self.make_rng())

    def bot_of(self, seat: int) -> Bot:
        """Return the bot that plays for a seat.

        With a seed, a new bot is created for each move, so that a resumed game has the same moves.
        """
        if self.seed is not None:
            return make_bot(self.seats[seat].bot, self.game)
        if seat not in self.bots:
            self.bots[seat] = make_bot(self.seats[seat].bot, self.game)
        return self.bots[seat]

    def make_rng(self) -> Rng:
        """Create a random generator for a bot's next move, or for a random move (the command `any`).

        With a seed, the generator depends only on the seed and on the number of standing moves.
        """
        if self.seed is None:
            return Rng(secrets.randbits(64))
        return Rng(int.from_bytes(sha256(f"{self.seed} {self.record.log.standing}".encode()).digest()[:8]))

    # ------------------------------------------------------------ play and save

    def play(self, move: int) -> None:
        """Record a move and save the game. Then add the move to the `news` of each viewer, as that viewer saw it."""
        state = self.state
        actor, forced = state.actor, state.is_forced()
        heard = {viewer: state.heard_as(move, viewer) for viewer in self.news}
        remarks = {viewer: self.describe_played(viewer, move) for viewer in self.news}
        before = state.copy()
        self.record.play(move)
        outcomes = self.state.outcomes(before)
        if self.people or self.is_over:  # an unfinished game between bots need not be saved
            self.try_save(os.fsync if actor in self.people or self.is_over else skip_sync)
        for viewer, news in self.news.items():
            remark = remarks[viewer] if heard[viewer] == move else ""
            news.append(HeardMove(actor, self.game.text(heard[viewer]), forced and actor == viewer, remark, outcomes))

    def try_save(self, sync: Callable[[int], None]) -> None:
        """Save the game. On failure, set `save_error` instead of raising: the next move saves again.

        A successful save clears `save_error`. `sync` is as in `saves.write_save`.
        """
        try:
            self.save(sync)
            self.save_error = ""
        except saves.BadFile as problem:
            self.save_error = str(problem)

    def save(self, sync: Callable[[int], None] = os.fsync) -> None:
        """Write the game to its file; raise BadFile if that fails."""
        saves.write_save(self.path, Save(self.record, self.seats, self.seed), sync)

    def list_heard(self, seat: int) -> list[HeardMove]:
        """Return all moves of the game as a seat saw them."""
        own = self.record.seen_by(seat)
        found, state = [], own.start.copy()
        for move in own.moves:
            text = self.game.text(move)
            remark = make_drawing(DrawingView.of(state, self.names, self.language)).describe_played(text)
            before = state.copy()
            state.play(move)
            found.append(HeardMove(before.actor, text, remark=remark, outcomes=state.outcomes(before)))
        return found

    def describe_played(self, viewer: int, move: int) -> str:
        """Return what the drawing adds to the sentence about a move, such as the value of a play.

        Return "" if a bot plays on the viewer's seat, because nobody reads that seat's sentences.
        """
        if viewer not in (*self.people, ONLOOKER):
            return ""
        return make_drawing(self.view(viewer)).describe_played(self.game.text(move))
