"""Errors that a user can fix. Each message says what was found and what was expected instead."""


class VelodromeError(Exception):
    """An error that a user can fix; its message is written for the user."""


class UnknownGame(VelodromeError):
    """An unknown game, or a number of seats that the game does not allow."""


class BadOption(VelodromeError):
    """An option that the game does not have, or a value that it does not accept."""

    def __init__(self, message: str, option: str) -> None:
        super().__init__(message)
        self.option = option  # name of the option


class BadBoard(VelodromeError):
    """A board or deck file that cannot be used; the message names the file, the entry and what was expected."""

    def __init__(self, message: str, why: list[dict[str, object]], line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.why = why  # the message as texts, one per sentence
        self.line = line  # from 1; 0 for the whole file
        self.column = column  # 0 for the whole line


class BadPosition(VelodromeError):
    """A position that is malformed or cannot occur in the game."""


class UnknownMove(VelodromeError):
    """A text that is not a move in the game."""


class RefusedMove(VelodromeError):
    """A move that cannot be played. `instead` lists legal moves; it is not in the message, as it may reveal a hand."""

    def __init__(self, reason: str, instead: str = "") -> None:
        super().__init__(f"{reason} {instead}".rstrip())
        self.reason = reason


class IllegalMove(RefusedMove):
    """A move that exists in the game but is not legal now."""


class NotYourTurn(RefusedMove):
    """A move by a seat whose turn it is not."""
