"""Bots in any language: a program that reads a line of JSON for each decision and answers with one.

docs/external_bots.md describes the lines. Memory and time of a program are bounded; a missing or wrong answer raises
BotFailed, which forfeits its game in the arena.
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
from velodrome.core.record import shorten
from velodrome.core.rng import Rng

PROTOCOL_VERSION = 1
MAX_ANSWER_BYTES = 1 << 16
MAX_UNREAD_ANSWERS = 16  # then the program has to wait
MAX_STDERR_BYTES = 200  # shown in errors, the last ones
DEFAULT_TIMEOUT = 10.0  # seconds for a decision
EXIT_GRACE = 0.3  # seconds to exit after the game before it is killed
CHUNK_BYTES = 1 << 14
EXHAUSTED_MESSAGE = "no further program can be started on this machine"
EXHAUSTED_ERRNOS = {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN}  # no resources left to start a program
POLL_READ, POLL_WRITE = (
    getattr(select, "POLLIN", 0),
    getattr(select, "POLLOUT", 0),
)  # not on Windows, which does not need them

RUNNING_BOTS: set["ProcessBot"] = set()  # bots with a running program
START_LOCK = RLock()  # held while a program is started, and by `kill_all`


class BotFailed(VelodromeError):
    """A program crashed, timed out, or did not answer with a legal move."""


class ResourcesExhausted(VelodromeError):
    """The machine has no files, threads or processes left for a program; not the fault of a bot."""


class ProcessBot:
    """A program that plays one seat of one game; started at its first decision."""

    def __init__(self, game: Game, rest: str = "") -> None:
        self.game = game
        try:
            self.command = shlex.split(rest, posix=os.name != "nt")
        except ValueError as problem:
            raise BotFailed(f"exec:{shorten(rest)} is no command: {problem}.") from None
        if not self.command:
            raise BotFailed('exec: names no command; expected such as "exec:python3 my_bot.py".')
        self.timeout = DEFAULT_TIMEOUT
        self.unsent_moves: list[tuple[str, str]] = []  # heard since the last question
        self.question_count = 0
        self.vocabulary_sent = False  # once only, so that a program cannot fill our memory
        self.program: BotProcess | None = None

    def hear(self, actor: str, text: str) -> None:
        """Queue a move as the seat heard it; actor is a seat, or * for chance."""
        self.unsent_moves.append((actor, text))

    def __call__(self, seen: State, rng: Rng) -> int:
        """Ask the program for its decision; raise BotFailed if it fails."""
        deadline = monotonic() + self.timeout
        if self.program is None:
            with defer_signals(), START_LOCK:  # a signal now would leave an unknown program running
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
        """Return the first line: the table, and a seed for reproducible programs."""
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
        """Return the question for one decision: the view, the legal moves and the moves heard since the last one."""
        self.question_count += 1
        heard, self.unsent_moves = self.unsent_moves, []
        legal = [self.game.text(move) for move in seen.legal()]
        seconds = self.timeout
        return {"ask": self.question_count, "state": seen.write(), "legal": legal, "heard": heard, "seconds": seconds}

    def read_move(self, seen: State, answer: dict[str, object]) -> int:
        """Return the legal move that an answer names; raise BotFailed if there is none."""
        text = answer.get("move")
        if not isinstance(text, str):
            raise BotFailed(f'answered {shorten(json.dumps(answer))}; expected {{"move": "…"}}.')
        move = self.game.index.get(text, -1)
        if not 0 <= move < self.game.decisions or not seen.allows(move):
            raise BotFailed(f'answered with the move "{shorten(text)}", which is not open.')
        return move

    def close(self) -> None:
        """End the program."""
        if self.program is not None:
            self.program.end()
            self.program = None
        RUNNING_BOTS.discard(self)


def kill_all() -> None:
    """Kill every running program, when this process is about to exit."""
    with START_LOCK:
        for bot in list(RUNNING_BOTS):
            if bot.program is not None:
                bot.program.kill()


class BotProcess:
    """A process with a thread for each of its streams, so that none of them can block us."""

    def __init__(self, command: list[str]) -> None:
        self.ended = Event()
        self.outbox: Queue[bytes | None] = Queue()
        self.inbox: Queue[bytes] = Queue(MAX_UNREAD_ANSWERS)  # whole lines; an empty one marks the end
        self.stderr_tail: deque[int] = deque(maxlen=MAX_STDERR_BYTES)
        self.threads: list[Thread] = []
        self.wake_pipe: tuple[int, int] | None = None  # closing its second end wakes every thread
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
        """Wait for the next line and parse it as a JSON object."""
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
        """Return the end of its stderr for an error, or ""."""
        self.threads[2].join(EXIT_GRACE)
        text = show_bytes(bytes(self.stderr_tail)[-MAX_STDERR_BYTES:])
        return f"; its stderr ends: {text}" if text else ""

    # ------------------------------------------------------------ threads, one for each stream

    def wait_ready(self, stream: IO[bytes], event: int) -> bool:
        """Wait for a stream; False once the game is over, even if a child process keeps the stream open."""
        if self.wake_pipe is None:
            return True
        watch = select.poll()
        watch.register(stream, event)
        watch.register(self.wake_pipe[0], POLL_READ)
        return self.wake_pipe[0] not in dict(watch.poll())

    def write(self, stream: IO[bytes]) -> None:
        with suppress(OSError), stream:  # the program may have stopped reading
            while (message := self.outbox.get()) is not None:
                left = memoryview(message)
                while left:
                    if not self.wait_ready(stream, POLL_WRITE):
                        return
                    left = left[stream.write(left) or 0 :]

    def read(self, stream: IO[bytes]) -> None:
        """Put whole lines into the inbox; stop after one that is too long."""
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
        """Put a line into the inbox; False once the process has ended, or if the line is too long."""
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
        """Close its input, wait a moment, then kill its process group and close every stream."""
        self.outbox.put(None)
        try:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(EXIT_GRACE)
        finally:
            self.kill()
            self.process.wait()
            self.release()

    def release(self) -> None:
        """End the threads and close their streams."""
        if self.wake_pipe:
            os.close(self.wake_pipe[1])
        for thread in self.threads:
            if thread.ident is not None:  # it was started
                thread.join(1.0)
        if any(thread.is_alive() for thread in self.threads):
            return  # a thread could not be woken; its stream stays open
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
    """Start a command in its own process group."""
    try:
        return subprocess.Popen(
            command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=os.name != "nt",
        )  # fmt: skip
    except (OSError, ValueError) as problem:
        if isinstance(problem, OSError) and problem.errno in EXHAUSTED_ERRNOS:
            raise ResourcesExhausted(f"{EXHAUSTED_MESSAGE}: {problem.strerror}.") from None
        raise BotFailed(f"{shorten(command[0])} could not be started: {problem}.") from None


def show_bytes(said: bytes) -> str:
    """Show bytes of a program as a short text on one line."""
    return shorten(make_printable(said.decode("utf-8", "replace")[: 4 * MAX_STDERR_BYTES]))


def make_printable(text: str) -> str:
    """Put a foreign text on one line, without control characters."""
    return " ".join("".join(c if c.isprintable() or c.isspace() else "?" for c in text).split())
