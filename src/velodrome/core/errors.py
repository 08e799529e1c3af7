"""What can be wrong with what a caller brings. Each message says what stands there and what would do."""


class VelodromeError(Exception):
    """Anything a user can mend; its text is meant for them."""


class UnknownGame(VelodromeError):
    """No game has this name, or it is not played by so many."""


class BadOption(VelodromeError):
    """An option that the game does not have, or a value that it does not take."""

    def __init__(self, told: str, option: str) -> None:
        super().__init__(told)
        self.option = option  # its name


class BadBoard(VelodromeError):
    """A board or deck file that cannot be used: names the file, the entry and what was expected."""

    def __init__(self, told: str, why: list[dict[str, object]], line: int = 0, column: int = 0) -> None:
        super().__init__(told)
        self.why = why  # the same as texts, sentence by sentence
        self.line = line  # the first is 1; 0 where it is the whole file
        self.column = column  # 0 where it is the whole line


class BadPosition(VelodromeError):
    """A position that no game can reach, and why."""


class UnknownMove(VelodromeError):
    """A text that is no move of the game."""


class RefusedMove(VelodromeError):
    """A move that cannot be played, and what could: the latter may show a hand, so it can be left out."""

    def __init__(self, reason: str, instead: str = "") -> None:
        super().__init__(f"{reason} {instead}".rstrip())
        self.reason = reason


class IllegalMove(RefusedMove):
    """A move of the game that is not open now."""


class NotYourTurn(RefusedMove):
    """A move by a seat that is not asked."""
