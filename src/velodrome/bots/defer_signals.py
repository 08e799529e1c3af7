"""Defer signals while something must not be interrupted."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

DEFERRED_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def defer_signals() -> Iterator[None]:
    """Handle SIGINT, SIGTERM and SIGHUP after the block; only the main thread receives them."""
    if current_thread() is not main_thread():
        yield
        return
    answers = {number: signal.getsignal(number) for number in DEFERRED_SIGNALS}
    answers = {number: answer for number, answer in answers.items() if callable(answer)}
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)

    try:
        for number in answers:
            signal.signal(number, note)
        yield
    finally:
        for number, answer in answers.items():
            signal.signal(number, answer)
        for number in came:
            signal.raise_signal(number)
