"""Bots in any language: external programs that read a JSON line for each decision and answer with a JSON line.

docs/external_bots.md describes the protocol. The time and the size of every answer are limited. If an answer is
missing or wrong, `ProcessBot` raises BotFailed, and in the arena the bot forfeits that game.
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
MAX_UNREAD_ANSWERS = 16  # number of a program's lines that can wait here; if the program writes more, its write blocks
MAX_STDERR_BYTES = 200  # error messages quote this many bytes from the end of stderr
DEFAULT_TIMEOUT = 10.0  # seconds per decision
EXIT_GRACE = 0.3  # seconds that a program has to exit after the game; then it is killed
CHUNK_BYTES = 1 << 14
EXHAUSTED_MESSAGE = "no further program can be started on this machine"
EXHAUSTED_ERRNOS = {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN}  # no resources left
POLL_READ, POLL_WRITE = (
    getattr(select, "POLLIN", 0),
    getattr(select, "POLLOUT", 0),
)  # 0 on Windows, which has no poll()

RUNNING_BOTS: set["ProcessBot"] = set()  # bots with a running program
START_LOCK = RLock()  # held while a program is started, and by `kill_all`


class BotFailed(VelodromeError):
    """Raised when an external program cannot start, crashes, times out or does not answer with a legal move."""


class ResourcesExhausted(VelodromeError):
    """Raised when the machine has too few file handles, threads, processes or memory to start a program.

    The bot is not to blame, so it does not forfeit its game.
    """


class ProcessBot:
    """Bot that runs an external program for one seat in one game.

    The program is started when the bot has to make its first decision.
    """

    def __init__(self, game: Game, rest: str = "") -> None:
        self.game = game
        try:
            self.command = shlex.split(rest, posix=os.name != "nt")
        except ValueError as problem:
            raise BotFailed(f"exec:{shorten(rest)} is not a command: {problem}.") from None
        if not self.command:
            raise BotFailed('exec: names no command; expected one, such as "exec:python3 my_bot.py".')
        self.timeout = DEFAULT_TIMEOUT
        self.unsent_moves: list[tuple[str, str]] = []  # moves seen since the last question
        self.question_count = 0
        self.vocabulary_sent = False  # sent only once, so that a program cannot fill our memory by asking again
        self.program: BotProcess | None = None

    def hear(self, actor: str, text: str) -> None:
        """Save a move, to send it with the next question. Each question contains all moves since the previous one.

        `actor` is the seat that made the move, or "*" for chance. `text` is the move as the bot's seat saw it.
        """
        self.unsent_moves.append((actor, text))

    def __call__(self, seen: State, rng: Rng) -> int:
        """Ask the program for a move; start the program on the first call. Raise BotFailed if the program fails."""
        deadline = monotonic() + self.timeout
        if self.program is None:
            with defer_signals(), START_LOCK:  # a signal here could leave a program running that is not in RUNNING_BOTS
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
        """Return the first message to the program: the game with its options and boards, and the program's seat.

        The message also contains a random seed for programs that want reproducible moves.
        """
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
        """Return the message that asks for a decision; increase `question_count` and clear `unsent_moves`.

        The message contains the question's number, the view, the legal moves, all moves since the previous
        question, and the time limit.
        """
        self.question_count += 1
        heard, self.unsent_moves = self.unsent_moves, []
        legal = [self.game.text(move) for move in seen.legal()]
        seconds = self.timeout
        return {"ask": self.question_count, "state": seen.write(), "legal": legal, "heard": heard, "seconds": seconds}

    def read_move(self, seen: State, answer: dict[str, object]) -> int:
        """Return the legal move that an answer names; raise BotFailed if it names none."""
        text = answer.get("move")
        if not isinstance(text, str):
            raise BotFailed(f'answered {shorten(json.dumps(answer))}; expected {{"move": "…"}}.')
        move = self.game.index.get(text, -1)
        if not 0 <= move < self.game.decisions or not seen.allows(move):
            raise BotFailed(f'answered with the move "{shorten(text)}", which is not legal.')
        return move

    def close(self) -> None:
        """End the program, if it is running."""
        if self.program is not None:
            self.program.end()
            self.program = None
        RUNNING_BOTS.discard(self)


def kill_all() -> None:
    """Kill every running program; called before this process exits."""
    with START_LOCK:
        for bot in list(RUNNING_BOTS):
            if bot.program is not None:
                bot.program.kill()


class BotProcess:
    """A running program, with one thread for each stream, so that no stream can block this process."""

    def __init__(self, command: list[str]) -> None:
        self.ended = Event()
        self.outbox: Queue[bytes | None] = Queue()
        self.inbox: Queue[bytes] = Queue(MAX_UNREAD_ANSWERS)  # complete lines; an empty line marks the end of output
        self.stderr_tail: deque[int] = deque(maxlen=MAX_STDERR_BYTES)
        self.threads: list[Thread] = []
        self.wake_pipe: tuple[int, int] | None = None  # closing the second end wakes every thread
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
        """Wait for the next line and return it as a JSON object; raise BotFailed on a timeout or an invalid line.

        `deadline` is a time on the monotonic clock. `patience` is the time limit in seconds, for the error message.
        """
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
            raise BotFailed(f'answered "{show_bytes(line)}", which is not a JSON object; expected {{"move": "…"}}.')
        return found

    def describe_exit(self) -> str:
        try:
            code = self.process.wait(EXIT_GRACE)
        except subprocess.TimeoutExpired:
            return "closed its output before it answered"
        return f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code} before it answered"

    def describe_stderr(self) -> str:
        """Return the last part of the program's stderr for an error message; "" if there was no output."""
        self.threads[2].join(EXIT_GRACE)
        text = show_bytes(bytes(self.stderr_tail)[-MAX_STDERR_BYTES:])
        return f"; its stderr ends: {text}" if text else ""

    # ------------------------------------------------------------ threads, one for each stream

    def wait_ready(self, stream: IO[bytes], event: int) -> bool:
        """Wait until a stream is ready for `event`, which is POLL_READ or POLL_WRITE.

        Return False if `release` was called meanwhile, otherwise True. On Windows, return True at once.
        A blocking read or write could wait forever, because a child of the program may keep the stream open.
        """
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
        """Read lines from the program and put them into the inbox; stop after a line that is too long.

        When the program has closed its output, put an empty line into the inbox.
        """
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
        """Put a line into the inbox; wait while the inbox is full.

        Return False if the reader has to stop, because the process has ended or the line is too long.
        """
        while not self.ended.is_set():
            with suppress(Full):
                self.inbox.put(line, timeout=0.1)
                return len(line) <= MAX_ANSWER_BYTES
        return False

    def read_stderr(self, stream: IO[bytes]) -> None:
        with stream:
            while self.wait_ready(stream, POLL_READ) and (chunk := stream.read(CHUNK_BYTES)):
                self.stderr_tail.extend(chunk[-MAX_STDERR_BYTES:])

    # ------------------------------------------------------------ shutdown

    def end(self) -> None:
        """Close the program's input, wait for EXIT_GRACE, then kill its process group and close all streams."""
        self.outbox.put(None)
        try:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(EXIT_GRACE)
        finally:
            self.kill()
            self.process.wait()
            self.release()

    def release(self) -> None:
        """End the threads and close their streams. If a thread does not end within a second, leave all streams open."""
        if self.wake_pipe:
            os.close(self.wake_pipe[1])
        for thread in self.threads:
            if thread.ident is not None:  # the thread was started
                thread.join(1.0)
        if any(thread.is_alive() for thread in self.threads):
            return  # a thread could not be woken: leave the streams open
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
    """Start a command in its own process group; raise BotFailed or ResourcesExhausted if that fails."""
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
    """Format bytes that a program wrote as a short text on one line."""
    return shorten(make_printable(said.decode("utf-8", "replace")[: 4 * MAX_STDERR_BYTES]))


def make_printable(text: str) -> str:
    """Return an untrusted text as one line without control characters."""
    return " ".join("".join(c if c.isprintable() or c.isspace() else "?" for c in text).split())
