"""Context manager that defers signals during a critical section."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

DEFERRED_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def defer_signals() -> Iterator[None]:
    """Delay SIGINT, SIGTERM and SIGHUP until the `with` block ends; outside the main thread, do nothing."""
    if current_thread() is not main_thread():
        yield
        return
    handlers = {number: signal.getsignal(number) for number in DEFERRED_SIGNALS}
    handlers = {number: handler for number, handler in handlers.items() if callable(handler)}
    received: list[int] = []

    def remember(number: int, frame: FrameType | None) -> None:
        received.append(number)

    try:
        for number in handlers:
            signal.signal(number, remember)
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for number in received:
            signal.raise_signal(number)
