"""A table without a screen: seats, chance, bots, the record on disk, and what each seat has heard."""

import os
import secrets
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from velodrome.bots import make_bot
from velodrome.core.contract import CHANCE, ONLOOKER, OVER, State
from velodrome.core.play import Bot
from velodrome.core.rng import Rng, Stream
from velodrome.terminal import saves, seats
from velodrome.terminal.draw import View, sketch
from velodrome.terminal.narration import News
from velodrome.terminal.saves import Save


def later(file: int) -> None:
    """The disk may take its time: a person's next move will wait for it."""


class Table:
    """A game that people and bots play here; every move is in the file before anybody is told."""

    def __init__(self, save: Save, path: Path, language: str) -> None:
        self.record = save.record
        self.game = save.record.game
        self.seats = save.seats
        self.seed = save.seed
        self.path = path
        self.language = language
        self.people = [i for i, seat in enumerate(save.seats) if not seat.bot]
        self.names = seats.shown(save.seats, self.people[0] if self.people else ONLOOKER, language)
        self.shared = len(self.people) > 1  # several people look at this screen
        self.private = self.shared and any(cover != move for move, cover in enumerate(self.game.covers))
        self.news: dict[int, list[News]] = {viewer: [] for viewer in [*range(self.game.seats), ONLOOKER]}
        self.stream = Stream(secrets.token_bytes(32) if self.seed is None else sha256(f"{self.seed}".encode()).digest())
        self.bots: dict[int, Bot] = {}  # by seat: they may remember what they thought
        self.trouble = ""  # why the last move is not in the file
        self.catch_up()

    @property
    def state(self) -> State:
        return self.record.state

    def catch_up(self) -> None:
        """Bring a seeded stream to where the record stands, so that a game goes on as it would have."""
        if self.seed is None:
            return
        state = self.record.start.copy()
        for move in self.record.moves:
            if state.actor == CHANCE:
                self.stream.choose(state.chance())
            state.play(move)

    def view(self, seat: int) -> View:
        return View.of(self.state.seen_by(seat), self.names, self.language)

    # ------------------------------------------------------------ moves that nobody is asked for

    def unasked(self) -> int | None:
        """The move of chance, of a bot, or of a person who has no other; None if a person must choose."""
        state = self.state
        if state.actor == CHANCE:
            return self.stream.choose(state.chance())
        if self.forced():
            return state.nth(0)
        kind = self.seats[state.actor].bot
        if not kind:
            return None
        return self.thinker(state.actor)(state.seen_by(state.actor), self.rng())

    def thinker(self, seat: int) -> Bot:
        """The bot of a seat; with a seed a new one each time, so that a game goes on as it would have."""
        if self.seed is not None:
            return make_bot(self.seats[seat].bot, self.game)
        if seat not in self.bots:
            self.bots[seat] = make_bot(self.seats[seat].bot, self.game)
        return self.bots[seat]

    def forced(self) -> bool:
        """Whether the seat has one move, and playing it at once tells nothing."""
        return self.state.actor >= 0 and self.state.count() == 1 and self.state.nth(0) not in self.game.always_asked

    def rng(self) -> Rng:
        """The generator of a bot's next move; the same again for the same seed and place in the record."""
        if self.seed is None:
            return Rng(secrets.randbits(64))
        return Rng(int.from_bytes(sha256(f"{self.seed} {len(self.record.moves)}".encode()).digest()[:8]))

    # ------------------------------------------------------------ moves

    def play(self, move: int) -> None:
        """One move: on record, in the file, heard by every seat as far as it may."""
        state, forced = self.state, self.forced()
        actor, audience = state.actor, state.audience(move)
        remarks = {viewer: self.remark(viewer, move) for viewer in self.news}
        before = state.copy()
        self.record.play(move)
        outcomes = self.state.outcomes(before)
        if self.people or self.over:  # bots alone can play it all again
            self.keep(os.fsync if actor in self.people or self.over else later)
        for viewer, heard in self.news.items():
            bit = self.game.seats if viewer == ONLOOKER else viewer
            told = move if audience >> bit & 1 else self.game.covers[move]
            remark = remarks[viewer] if told == move else ""
            heard.append(News(actor, self.game.text(told), forced and actor == viewer, remark, outcomes))

    def keep(self, sync: Callable[[int], None]) -> None:
        """Save, or remember what was in the way: a full disk must not end a game, and the next move tries again."""
        try:
            self.save(sync)
            self.trouble = ""
        except saves.BadFile as problem:
            self.trouble = str(problem)

    def heard(self, seat: int) -> list[News]:
        """All that a seat has heard, from the record."""
        own = self.record.seen_by(seat)
        found, state = [], own.start.copy()
        for move in own.moves:
            text = self.game.text(move)
            remark = sketch(View.of(state, self.names, self.language)).aside(text)
            before = state.copy()
            state.play(move)
            found.append(News(before.actor, text, remark=remark, outcomes=state.outcomes(before)))
        return found

    def remark(self, viewer: int, move: int) -> str:
        """What the viewer's drawing says beside a public move, such as its value."""
        if viewer not in (*self.people, ONLOOKER):
            return ""
        return sketch(self.view(viewer)).aside(self.game.text(move))

    def save(self, sync: Callable[[int], None] = os.fsync) -> None:
        saves.write(self.path, Save(self.record, self.seats, self.seed), sync)

    @property
    def over(self) -> bool:
        return self.state.actor == OVER
