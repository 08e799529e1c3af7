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

from velodrome.bots.defer_signals import defer_signals
from velodrome.core.contract import Game, State
from velodrome.core.errors import VelodromeError
from velodrome.core.record import cut
from velodrome.core.rng import Rng

PROTOCOL_VERSION = 1
MAX_ANSWER_BYTES = 1 << 16  # bytes of an answer
MAX_UNREAD_ANSWERS = 16  # answers that may lie unread; then the program has to wait
MAX_STDERR_BYTES = 200  # bytes of stderr that are told, the last ones
DEFAULT_TIMEOUT = 10.0  # seconds for a decision, when nobody says
EXIT_GRACE = 0.3  # seconds to leave in peace after the game
CHUNK_BYTES = 1 << 14
EXHAUSTED_MESSAGE = "no further program can be started on this machine"
EXHAUSTED_ERRNOS = {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN}  # nothing left to start a program with
POLL_READ, POLL_WRITE = getattr(select, "POLLIN", 0), getattr(select, "POLLOUT", 0)  # Windows has none, and needs none

RUNNING_BOTS: set["ProcessBot"] = set()  # bots whose programs run
START_LOCK = RLock()  # held while one is being started, and by whoever ends them all


class BotFailed(VelodromeError):
    """A program that crashed, was late, or answered with something that is no legal move."""


class ResourcesExhausted(VelodromeError):
    """This machine has no files, threads or processes left for a program, which is no bot's fault."""


class ProcessBot:
    """A program that plays one seat of one game; it starts when it is first asked."""

    def __init__(self, game: Game, rest: str = "") -> None:
        self.game = game
        try:
            self.command = shlex.split(rest, posix=os.name != "nt")
        except ValueError as problem:
            raise BotFailed(f"exec:{cut(rest)} is no command: {problem}.") from None
        if not self.command:
            raise BotFailed('exec: names no command; expected such as "exec:python3 my_bot.py".')
        self.timeout = DEFAULT_TIMEOUT
        self.unsent_moves: list[tuple[str, str]] = []  # heard since it was last asked
        self.question_count = 0
        self.vocabulary_sent = False  # of the vocabulary: once, or whoever only asks would fill our memory
        self.program: BotProcess | None = None

    def hear(self, actor: str, text: str) -> None:
        """A move as its seat is told it; actor is a seat, or * for chance."""
        self.unsent_moves.append((actor, text))

    def __call__(self, seen: State, rng: Rng) -> int:
        """Its decision, within its patience; BotFailed says what went wrong instead."""
        deadline = monotonic() + self.timeout
        if self.program is None:
            with defer_signals(), START_LOCK:  # whoever ends us then would leave a program that nobody knows of yet
                self.program = BotProcess(self.command)
                RUNNING_BOTS.add(self)
            self.program.send(self.greeting(seen, rng))
        self.program.send(self.question(seen))
        answer = self.program.answer(deadline, self.timeout)
        if answer.get("want") == "vocabulary" and not self.vocabulary_sent:
            self.vocabulary_sent = True
            self.program.send({"vocabulary": [move.text for move in self.game.moves]})
            answer = self.program.answer(deadline, self.timeout)
        return self.read_move(seen, answer)

    def greeting(self, seen: State, rng: Rng) -> dict[str, object]:
        """The first line: the table, and a seed for whoever wants to be reproducible."""
        game = self.game
        return {
            "velodrome": PROTOCOL_VERSION,
            "game": game.name,
            "rules": game.version,
            "seats": game.seats,
            "seat": seen.viewer,
            "options": game.options,
            "boards": game.boards,
            "seed": rng.below(1 << 31),
        }

    def question(self, seen: State) -> dict[str, object]:
        """One decision: what the seat sees, may do and has heard since the last one."""
        self.question_count += 1
        heard, self.unsent_moves = self.unsent_moves, []
        legal = [self.game.text(move) for move in seen.legal()]
        seconds = self.timeout
        return {"ask": self.question_count, "state": seen.write(), "legal": legal, "heard": heard, "seconds": seconds}

    def read_move(self, seen: State, answer: dict[str, object]) -> int:
        """The legal move that an answer names."""
        text = answer.get("move")
        if not isinstance(text, str):
            raise BotFailed(f'answered {cut(json.dumps(answer))}; expected {{"move": "…"}}.')
        move = self.game.index.get(text, -1)
        if not 0 <= move < self.game.decisions or not seen.allows(move):
            raise BotFailed(f'answered with the move "{cut(text)}", which is not open.')
        return move

    def close(self) -> None:
        """The game is over for it."""
        if self.program is not None:
            self.program.end()
            self.program = None
        RUNNING_BOTS.discard(self)


def kill_all() -> None:
    """Kill every program that runs, when this process itself has to go."""
    with START_LOCK:
        for bot in list(RUNNING_BOTS):
            if bot.program is not None:
                bot.program.kill()


class BotProcess:
    """A process with a thread for each of its streams, so that none of them can hold us up."""

    def __init__(self, command: list[str]) -> None:
        self.ended = Event()
        self.outbox: Queue[bytes | None] = Queue()
        self.inbox: Queue[bytes] = Queue(MAX_UNREAD_ANSWERS)  # whole lines; an empty one is the end
        self.stderr_tail: deque[int] = deque(maxlen=MAX_STDERR_BYTES)
        self.threads: list[Thread] = []
        self.wake_pipe: tuple[int, int] | None = None  # a pipe; once its second end is closed, no thread waits any more
        self.process = start_process(command)
        try:
            assert self.process.stdin and self.process.stdout and self.process.stderr
            self.threads = [
                Thread(target=self.write, args=(self.process.stdin,), daemon=True),
                Thread(target=self.read, args=(self.process.stdout,), daemon=True),
                Thread(target=self.read_stderr, args=(self.process.stderr,), daemon=True),
            ]
            if os.name != "nt":
                os.set_blocking(self.process.stdin.fileno(), False)
                self.wake_pipe = os.pipe()
            for thread in self.threads:
                thread.start()
        except (OSError, RuntimeError) as problem:
            self.end()
            raise ResourcesExhausted(f"{EXHAUSTED_MESSAGE}: {problem}.") from None

    def send(self, message: dict[str, object]) -> None:
        self.outbox.put(json.dumps(message, ensure_ascii=False).encode() + b"\n")

    def answer(self, deadline: float, patience: float) -> dict[str, object]:
        """The next line as an object."""
        try:
            line = self.inbox.get(timeout=max(0.0, deadline - monotonic()))
        except Empty:
            raise BotFailed(f"gave no answer within {patience:g} s{self.describe_stderr()}.") from None
        if not line:
            raise BotFailed(f"{self.describe_exit()}{self.describe_stderr()}.")
        if len(line) > MAX_ANSWER_BYTES:
            raise BotFailed(f"answered with a line of more than {MAX_ANSWER_BYTES} bytes.")
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise BotFailed(f'answered "{show_bytes(line)}", which is no object of JSON; expected {{"move": "…"}}.')
        return found

    def describe_exit(self) -> str:
        try:
            code = self.process.wait(EXIT_GRACE)
        except subprocess.TimeoutExpired:
            return "closed its output before it answered"
        return f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code} before it answered"

    def describe_stderr(self) -> str:
        """The last of what it wrote to stderr."""
        self.threads[2].join(EXIT_GRACE)
        text = show_bytes(bytes(self.stderr_tail)[-MAX_STDERR_BYTES:])
        return f"; its stderr ends: {text}" if text else ""

    # ------------------------------------------------------------ threads, each with a stream of its own

    def wait_ready(self, stream: IO[bytes], event: int) -> bool:
        """Wait for a stream; False once the game is over, though a child of the program may keep the stream open."""
        if self.wake_pipe is None:
            return True
        watch = select.poll()
        watch.register(stream, event)
        watch.register(self.wake_pipe[0], POLL_READ)
        return self.wake_pipe[0] not in dict(watch.poll())

    def write(self, stream: IO[bytes]) -> None:
        with suppress(OSError), stream:  # a program that does not read is told nothing
            while (message := self.outbox.get()) is not None:
                left = memoryview(message)
                while left:
                    if not self.wait_ready(stream, POLL_WRITE):
                        return
                    left = left[stream.write(left) or 0 :]

    def read(self, stream: IO[bytes]) -> None:
        """Whole lines into the inbox; one that is too long is the last."""
        held = b""
        with stream:
            while self.wait_ready(stream, POLL_READ) and (chunk := stream.read(CHUNK_BYTES)):
                *lines, held = (held + chunk).split(b"\n")
                if not all([self.put_line(line) for line in lines if line.strip()]):
                    return
                if len(held) > MAX_ANSWER_BYTES:
                    self.put_line(held)
                    return
        self.put_line(b"")

    def put_line(self, line: bytes) -> bool:
        """Wait until there is room; False when nobody wants it any more, or if it is too long."""
        while not self.ended.is_set():
            with suppress(Full):
                self.inbox.put(line, timeout=0.1)
                return len(line) <= MAX_ANSWER_BYTES
        return False

    def read_stderr(self, stream: IO[bytes]) -> None:
        with stream:
            while self.wait_ready(stream, POLL_READ) and (chunk := stream.read(CHUNK_BYTES)):
                self.stderr_tail.extend(chunk[-MAX_STDERR_BYTES:])

    # ------------------------------------------------------------ the end

    def end(self) -> None:
        """Close its input, wait a moment, then kill it and its process group, and let go of every stream."""
        self.outbox.put(None)
        try:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(EXIT_GRACE)
        finally:
            self.kill()
            self.process.wait()
            self.release()

    def release(self) -> None:
        """End the threads and close what they used, whoever still holds the other ends."""
        if self.wake_pipe:
            os.close(self.wake_pipe[1])
        for thread in self.threads:
            if thread.ident is not None:  # it was started
                thread.join(1.0)
        if any(thread.is_alive() for thread in self.threads):
            return  # only where a thread cannot be woken; what it waits on stays open
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                stream.close()
        if self.wake_pipe:
            os.close(self.wake_pipe[0])

    def kill(self) -> None:
        self.ended.set()
        if os.name == "nt":
            self.process.kill()
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)


def start_process(command: list[str]) -> "subprocess.Popen[bytes]":
    """The process of a command, in a group of its own."""
    try:
        return subprocess.Popen(
            command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=os.name != "nt",
        )  # fmt: skip
    except (OSError, ValueError) as problem:
        if isinstance(problem, OSError) and problem.errno in EXHAUSTED_ERRNOS:
            raise ResourcesExhausted(f"{EXHAUSTED_MESSAGE}: {problem.strerror}.") from None
        raise BotFailed(f"{cut(command[0])} could not be started: {problem}.") from None


def show_bytes(said: bytes) -> str:
    """Bytes of a program as a short text on one line."""
    return cut(make_printable(said.decode("utf-8", "replace")[: 4 * MAX_STDERR_BYTES]))


def make_printable(text: str) -> str:
    """A text from elsewhere on one line, without what would confuse a terminal or a file."""
    return " ".join("".join(c if c.isprintable() or c.isspace() else "?" for c in text).split())
