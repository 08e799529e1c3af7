"""Errors that a user can fix. Each message says what was found and what was expected instead."""


class VelodromeError(Exception):
    """Base class of errors that a user can fix; the message is written for the user."""


class UnknownGame(VelodromeError):
    """Raised for an unknown game, or for a number of seats that the game does not allow."""


class BadOption(VelodromeError):
    """Raised for an option that the game does not have, or for a value that the option does not accept."""

    def __init__(self, message: str, option: str) -> None:
        super().__init__(message)
        self.option = option  # name of the option


class BadBoard(VelodromeError):
    """Raised when a board or deck file cannot be used; the message names the file, the entry and what was expected."""

    def __init__(self, message: str, why: list[dict[str, object]], line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.why = why  # the message as texts, one per sentence
        self.line = line  # counted from 1; 0 if the error is not on one line
        self.column = column  # counted from 1; 0 if unknown


class BadPosition(VelodromeError):
    """Raised for a position that is malformed or cannot occur in the game."""


class UnknownMove(VelodromeError):
    """Raised for a text that is not a move in the game."""


class RefusedMove(VelodromeError):
    """Base class of errors for a move that cannot be played.

    The message is `reason` followed by `instead`, a sentence that lists legal moves. The legal moves may reveal a
    hand: show only `reason` to people who must not see that hand.
    """

    def __init__(self, reason: str, instead: str = "") -> None:
        super().__init__(f"{reason} {instead}".rstrip())
        self.reason = reason


class IllegalMove(RefusedMove):
    """Raised when a move is not legal now, an undo is not possible, or an assertion in a record is wrong."""


class NotYourTurn(RefusedMove):
    """Raised when a seat tries to move during another seat's turn."""
