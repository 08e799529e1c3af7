"""Bots in any language: a program that reads a line of JSON for each decision and answers with one.

docs/external_bots.md describes the lines. Whatever the program does, it costs neither memory nor time beyond
its bounds; what it cannot or will not answer is a BotFailed, which forfeits its game in the arena.
"""

import errno
import json
import os
import select
import shlex
import signal
import subprocess
from collections import deque
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Event, RLock, Thread
from time import monotonic
from typing import IO

from velodrome.bots.defer_signals import held_back
from velodrome.core.contract import Game, State
from velodrome.core.errors import VelodromeError
from velodrome.core.record import shorten
from velodrome.core.rng import Rng

PROTOCOL = 1
LONGEST = 1 << 16  # bytes of an answer
WAITING = 16  # answers that may lie unread; then the program has to wait
TOLD = 200  # bytes of stderr that are told, the last ones
PATIENCE = 10.0  # seconds for a decision, when nobody says
FAREWELL = 0.3  # seconds to leave in peace after the game
CHUNK = 1 << 14
NO_MORE = "no further program can be started on this machine"
SPENT = {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN}  # nothing left to start a program with
READ, WRITE = getattr(select, "POLLIN", 0), getattr(select, "POLLOUT", 0)  # Windows has none, and needs none

ALIVE: set["External"] = set()  # bots whose programs run
STARTING = RLock()  # held while one is being started, and by whoever ends them all


class BotFailed(VelodromeError):
    """A program that crashed, was late, or answered with something that is no legal move."""


class Exhausted(VelodromeError):
    """This machine has no files, threads or processes left for a program, which is no bot's fault."""


class External:
    """A program that plays one seat of one game; it starts when it is first asked."""

    def __init__(self, game: Game, rest: str = "") -> None:
        self.game = game
        try:
            self.command = shlex.split(rest, posix=os.name != "nt")
        except ValueError as problem:
            raise BotFailed(f"exec:{shorten(rest)} is no command: {problem}.") from None
        if not self.command:
            raise BotFailed('exec: names no command; expected such as "exec:python3 my_bot.py".')
        self.patience = PATIENCE
        self.news: list[tuple[str, str]] = []  # heard since it was last asked
        self.asked = 0
        self.informed = False  # of the vocabulary: once, or whoever only asks would fill our memory
        self.program: Program | None = None

    def hear(self, actor: str, text: str) -> None:
        """A move as its seat is told it; actor is a seat, or * for chance."""
        self.news.append((actor, text))

    def __call__(self, seen: State, rng: Rng) -> int:
        """Its decision, within its patience; BotFailed says what went wrong instead."""
        deadline = monotonic() + self.patience
        if self.program is None:
            with held_back(), STARTING:  # whoever ends us then would leave a program that nobody knows of yet
                self.program = Program(self.command)
                ALIVE.add(self)
            self.program.send(self.hello(seen, rng))
        self.program.send(self.question(seen))
        answer = self.program.answer(deadline, self.patience)
        if answer.get("want") == "vocabulary" and not self.informed:
            self.informed = True
            self.program.send({"vocabulary": [move.text for move in self.game.moves]})
            answer = self.program.answer(deadline, self.patience)
        return self.move(seen, answer)

    def hello(self, seen: State, rng: Rng) -> dict[str, object]:
        """The first line: the table, and a seed for whoever wants to be reproducible."""
        game = self.game
        return {
            "velodrome": PROTOCOL, "game": game.name, "rules": game.version, "seats": game.seats, "seat": seen.viewer,
            "options": game.options, "boards": game.boards, "seed": rng.below(1 << 31),
        }  # fmt: skip

    def question(self, seen: State) -> dict[str, object]:
        """One decision: what the seat sees, may do and has heard since the last one."""
        self.asked += 1
        heard, self.news = self.news, []
        legal = [self.game.text(move) for move in seen.legal()]
        seconds = self.patience
        return {"ask": self.asked, "state": seen.write(), "legal": legal, "heard": heard, "seconds": seconds}

    def move(self, seen: State, answer: dict[str, object]) -> int:
        """The legal move that an answer names."""
        text = answer.get("move")
        if not isinstance(text, str):
            raise BotFailed(f'answered {shorten(json.dumps(answer))}; expected {{"move": "…"}}.')
        move = self.game.index.get(text, -1)
        if not 0 <= move < self.game.decisions or not seen.allows(move):
            raise BotFailed(f'answered with the move "{shorten(text)}", which is not open.')
        return move

    def close(self) -> None:
        """The game is over for it."""
        if self.program is not None:
            self.program.end()
            self.program = None
        ALIVE.discard(self)


def end_all() -> None:
    """Kill every program that runs, when this process itself has to go."""
    with STARTING:
        for bot in list(ALIVE):
            if bot.program is not None:
                bot.program.kill()


class Program:
    """A process with a thread for each of its streams, so that none of them can hold us up."""

    def __init__(self, command: list[str]) -> None:
        self.ended = Event()
        self.outbox: Queue[bytes | None] = Queue()
        self.inbox: Queue[bytes] = Queue(WAITING)  # whole lines; an empty one is the end
        self.complaint: deque[int] = deque(maxlen=TOLD)
        self.threads: list[Thread] = []
        self.bell: tuple[int, int] | None = None  # a pipe; once its second end is closed, no thread waits any more
        self.process = started(command)
        try:
            assert self.process.stdin and self.process.stdout and self.process.stderr
            self.threads = [
                Thread(target=self.write, args=(self.process.stdin,), daemon=True),
                Thread(target=self.read, args=(self.process.stdout,), daemon=True),
                Thread(target=self.overhear, args=(self.process.stderr,), daemon=True),
            ]
            if os.name != "nt":
                os.set_blocking(self.process.stdin.fileno(), False)
                self.bell = os.pipe()
            for thread in self.threads:
                thread.start()
        except (OSError, RuntimeError) as problem:
            self.end()
            raise Exhausted(f"{NO_MORE}: {problem}.") from None

    def send(self, message: dict[str, object]) -> None:
        self.outbox.put(json.dumps(message, ensure_ascii=False).encode() + b"\n")

    def answer(self, deadline: float, patience: float) -> dict[str, object]:
        """The next line as an object."""
        try:
            line = self.inbox.get(timeout=max(0.0, deadline - monotonic()))
        except Empty:
            raise BotFailed(f"gave no answer within {patience:g} s{self.said()}.") from None
        if not line:
            raise BotFailed(f"{self.how_it_ended()}{self.said()}.")
        if len(line) > LONGEST:
            raise BotFailed(f"answered with a line of more than {LONGEST} bytes.")
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise BotFailed(f'answered "{shown(line)}", which is no object of JSON; expected {{"move": "…"}}.')
        return found

    def how_it_ended(self) -> str:
        try:
            code = self.process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return "closed its output before it answered"
        return f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code} before it answered"

    def said(self) -> str:
        """The last of what it wrote to stderr."""
        self.threads[2].join(FAREWELL)
        text = shown(bytes(self.complaint)[-TOLD:])
        return f"; its stderr ends: {text}" if text else ""

    # ------------------------------------------------------------ threads, each with a stream of its own

    def ready(self, stream: IO[bytes], event: int) -> bool:
        """Wait for a stream; False once the game is over, though a child of the program may keep the stream open."""
        if self.bell is None:
            return True
        watch = select.poll()
        watch.register(stream, event)
        watch.register(self.bell[0], READ)
        return self.bell[0] not in dict(watch.poll())

    def write(self, stream: IO[bytes]) -> None:
        with suppress(OSError), stream:  # a program that does not read is told nothing
            while (message := self.outbox.get()) is not None:
                left = memoryview(message)
                while left:
                    if not self.ready(stream, WRITE):
                        return
                    left = left[stream.write(left) or 0 :]

    def read(self, stream: IO[bytes]) -> None:
        """Whole lines into the inbox; one that is too long is the last."""
        held = b""
        with stream:
            while self.ready(stream, READ) and (chunk := stream.read(CHUNK)):
                *lines, held = (held + chunk).split(b"\n")
                if not all([self.deliver(line) for line in lines if line.strip()]):
                    return
                if len(held) > LONGEST:
                    self.deliver(held)
                    return
        self.deliver(b"")

    def deliver(self, line: bytes) -> bool:
        """Wait until there is room; False when nobody wants it any more, or if it is too long."""
        while not self.ended.is_set():
            with suppress(Full):
                self.inbox.put(line, timeout=0.1)
                return len(line) <= LONGEST
        return False

    def overhear(self, stream: IO[bytes]) -> None:
        with stream:
            while self.ready(stream, READ) and (chunk := stream.read(CHUNK)):
                self.complaint.extend(chunk[-TOLD:])

    # ------------------------------------------------------------ the end

    def end(self) -> None:
        """Close its input, wait a moment, then kill it and its process group, and let go of every stream."""
        self.outbox.put(None)
        try:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(FAREWELL)
        finally:
            self.kill()
            self.process.wait()
            self.let_go()

    def let_go(self) -> None:
        """End the threads and close what they used, whoever still holds the other ends."""
        if self.bell:
            os.close(self.bell[1])
        for thread in self.threads:
            if thread.ident is not None:  # it was started
                thread.join(1.0)
        if any(thread.is_alive() for thread in self.threads):
            return  # only where a thread cannot be woken; what it waits on stays open
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                stream.close()
        if self.bell:
            os.close(self.bell[0])

    def kill(self) -> None:
        self.ended.set()
        if os.name == "nt":
            self.process.kill()
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)


def started(command: list[str]) -> "subprocess.Popen[bytes]":
    """The process of a command, in a group of its own."""
    try:
        return subprocess.Popen(
            command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=os.name != "nt",
        )  # fmt: skip
    except (OSError, ValueError) as problem:
        if isinstance(problem, OSError) and problem.errno in SPENT:
            raise Exhausted(f"{NO_MORE}: {problem.strerror}.") from None
        raise BotFailed(f"{shorten(command[0])} could not be started: {problem}.") from None


def shown(said: bytes) -> str:
    """Bytes of a program as a short text on one line."""
    return shorten(legible(said.decode("utf-8", "replace")[: 4 * TOLD]))


def legible(text: str) -> str:
    """A text from elsewhere on one line, without what would confuse a terminal or a file."""
    return " ".join("".join(c if c.isprintable() or c.isspace() else "?" for c in text).split())
