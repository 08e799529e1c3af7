"""The game loop: plays chance moves and forced moves automatically, and asks for every decision.

The server, the terminal and the arena each subclass `Driver` to define how a move is carried out and how chance moves
are drawn.
"""

from mypy_extensions import mypyc_attr

from velodrome.core.contract import CHANCE, OVER, State

NO_MOVE = -1  # result of `automatic_move`: a seat must decide, or the game is over


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Driver:
    """A game in progress. Subclasses implement `state`, `play`, `draw` and, if they call `run`, `decide`."""

    @property
    def state(self) -> State:
        """The current state."""
        raise NotImplementedError

    def play(self, move: int) -> None:
        """Carry out a legal move."""
        raise NotImplementedError

    def draw(self) -> int:
        """Return the next chance move; do not play it."""
        raise NotImplementedError

    def decide(self, seat: int) -> int:
        """Return the move that a seat chooses; called only by `run`."""
        raise NotImplementedError

    def automatic_move(self) -> int:
        """Return the chance move or forced move to play next, or NO_MOVE if a seat must decide or the game is over."""
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
        """Play to the end of the game; call `decide` for every decision."""
        self.settle()
        while self.state.actor != OVER:
            self.play(self.decide(self.state.actor))
            self.settle()
