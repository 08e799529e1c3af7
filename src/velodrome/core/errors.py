"""Errors that a user can fix. Each message says what was found and what was expected."""


class VelodromeError(Exception):
    """An error that a user can fix; its message is meant for them."""


class UnknownGame(VelodromeError):
    """No game has this name, or it is not played by this number of seats."""


class BadOption(VelodromeError):
    """An option that the game does not have, or a value that it does not accept."""

    def __init__(self, message: str, option: str) -> None:
        super().__init__(message)
        self.option = option  # its name


class BadBoard(VelodromeError):
    """A board or deck file that cannot be used: names the file, the entry and what was expected."""

    def __init__(self, message: str, why: list[dict[str, object]], line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.why = why  # the message as texts, one per sentence
        self.line = line  # from 1; 0 for the whole file
        self.column = column  # 0 for the whole line


class BadPosition(VelodromeError):
    """A position that no game can reach."""


class UnknownMove(VelodromeError):
    """A text that is no move of the game."""


class RefusedMove(VelodromeError):
    """A move that cannot be played. `instead` lists legal moves; it may reveal a hand, so it can be left out."""

    def __init__(self, reason: str, instead: str = "") -> None:
        super().__init__(f"{reason} {instead}".rstrip())
        self.reason = reason


class IllegalMove(RefusedMove):
    """A move of the game that is not legal now."""


class NotYourTurn(RefusedMove):
    """A move by a seat whose turn it is not."""
