"""Single keys from a terminal; whole lines where a platform has no way to read a key."""

import os
import sys

ARROWS = {"\x1b[C": "next", "\x1b[D": "back", "\x1b[H": "first", "\x1b[F": "last", "\x1bOC": "next", "\x1bOD": "back"}
KEYS = {"\n": "next", "\r": "next", " ": "next", "n": "next", "b": "back", "p": "back", "\x7f": "back", "": "quit",
        "\x04": "quit", "\x03": "quit", "q": "quit", "g": "jump", "v": "view", "e": "last", "a": "first", "h": "help",
        "?": "help"}  # fmt: skip


def read_key() -> str:
    """What the next key asks for: one of the words above, a digit, or "other"."""
    try:
        import termios
        import tty
    except ImportError:  # no such thing on Windows: a line and its first letter
        return meaning((sys.stdin.readline().strip() or "\n")[:1])
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard, termios.TCSADRAIN)  # keys pressed a moment too early still count
        typed = os.read(keyboard, 8).decode(errors="replace")
    except KeyboardInterrupt:
        return "quit"
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
    return meaning(typed)


def meaning(typed: str) -> str:
    if typed in ARROWS:
        return ARROWS[typed]
    return KEYS.get(typed[:1].lower(), "other")
