"""Keyboard input: single keys from a terminal, or whole lines where single keys cannot be read."""

import os
import sys

ARROW_ACTIONS = {  # {escape sequence of a key: action}
    "\x1b[C": "next", "\x1b[D": "back", "\x1b[H": "first", "\x1b[F": "last", "\x1bOC": "next", "\x1bOD": "back",
}  # fmt: skip
KEY_ACTIONS = {  # {character: action}; "" is the end of input
    "\n": "next", "\r": "next", " ": "next", "n": "next", "b": "back", "p": "back", "\x7f": "back", "": "quit",
    "\x04": "quit", "\x03": "quit", "q": "quit", "g": "jump", "v": "view", "e": "last", "a": "first", "h": "help",
    "?": "help",
}  # fmt: skip


def read_key() -> str:
    """Wait for a key and return its action: a value of ARROW_ACTIONS or KEY_ACTIONS, or "other"."""
    try:
        import termios
        import tty
    except ImportError:  # Windows: read a line and use its first letter
        return find_action((sys.stdin.readline().strip() or "\n")[:1])
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard, termios.TCSADRAIN)  # TCSADRAIN keeps keys that were pressed before this call
        typed = os.read(keyboard, 8).decode(errors="replace")
    except KeyboardInterrupt:
        return "quit"
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
    return find_action(typed)


def find_action(typed: str) -> str:
    """Return the action of a key, or of the escape sequence of an arrow key; "other" if it has none."""
    if typed in ARROW_ACTIONS:
        return ARROW_ACTIONS[typed]
    return KEY_ACTIONS.get(typed[:1].lower(), "other")
