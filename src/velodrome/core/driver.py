"""The one loop that plays games: chance moves and forced moves by itself, decisions by asking for them.

The server, the terminal and the arena each subclass `Driver`: they say how a move is carried out and where chance
comes from.
"""

from mypy_extensions import mypyc_attr

from velodrome.core.contract import CHANCE, OVER, State

NO_MOVE = -1  # a seat must decide, or the game is over


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Driver:
    """A game in progress."""

    @property
    def state(self) -> State:
        """The state now."""
        raise NotImplementedError

    def play(self, move: int) -> None:
        """Carry out a legal move."""
        raise NotImplementedError

    def draw(self) -> int:
        """Draw the next chance move."""
        raise NotImplementedError

    def decide(self, seat: int) -> int:
        """Ask a seat for its move; only `run` calls it."""
        raise NotImplementedError

    def automatic_move(self) -> int:
        """Return the move that nobody has to choose (chance's or a forced one), or NO_MOVE."""
        state = self.state
        if state.actor == CHANCE:
            return self.draw()
        return state.nth(0) if state.is_forced() else NO_MOVE

    def settle(self) -> None:
        """Play chance moves and forced moves until a seat must decide or the game is over."""
        move = self.automatic_move()
        while move != NO_MOVE:
            self.play(move)
            move = self.automatic_move()

    def run(self) -> None:
        """Play to the end of the game, asking for every decision."""
        self.settle()
        while self.state.actor != OVER:
            self.play(self.decide(self.state.actor))
            self.settle()
