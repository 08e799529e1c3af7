"""Search tree whose edges are moves as one seat sees them, with visits and rewards.

A search creates hundreds of thousands of nodes and drops them all at once. So a node is only a number n: its values are
the items 4n to 4n + 3 of two flat arrays, `Tree.links` and `Tree.sums`.
"""

from typing import Final, NamedTuple, final

from librt.vecs import extend, vec
from mypy_extensions import i64

NO_NODE: Final = -1

# positions of a node's values in `Tree.links`, counted from 4n
MOVE: Final = 0  # the move that leads to the node, as the searching seat sees it: the move itself or its cover
MOVER: Final = 1  # who made this move: a seat or CHANCE
CHILD: Final = 2  # the node's child that was added last
SIBLING: Final = 3  # the child of the same parent that was added before this node
# positions of a node's values in `Tree.sums`, counted from 4n
VISITS: Final = 0
AVAILABLE: Final = 1  # number of visits to the parent in which the move was legal
REWARD: Final = 2  # sum of the mover's rewards over all visits
PRIOR: Final = 3  # probability that the heuristic gives to the move


class RootMove(NamedTuple):
    """A move at the root with its visits and mean reward."""

    move: int
    visits: float
    mean: float


@final
class Tree:
    """A search tree with its nodes in two flat arrays."""

    def __init__(self) -> None:
        self.links: vec[i64] = vec[i64]([0] * 4096)
        self.sums: vec[float] = vec[float]([0.0] * 4096)
        self.size: i64 = 0
        self.root: i64 = 0
        self.clear()

    def clear(self) -> None:
        """Reset the tree to an empty root."""
        self.size = 0
        self.root = NO_NODE
        self.root = self.add(NO_NODE, -1, -1, 1.0)

    def add(self, parent: i64, move: i64, mover: i64, prior: float) -> i64:
        """Add a node as a child of `parent`, without visits; return the node."""
        node: i64 = self.size
        row = 4 * node
        if row == len(self.links):
            self.links = extend(self.links, self.links)
            self.sums = extend(self.sums, self.sums)
        self.size = node + 1
        links = self.links
        links[row + MOVE] = move
        links[row + MOVER] = mover
        links[row + CHILD] = NO_NODE
        links[row + SIBLING] = NO_NODE
        if parent != NO_NODE:
            links[row + SIBLING] = links[4 * parent + CHILD]
            links[4 * parent + CHILD] = node
        sums = self.sums
        sums[row + VISITS] = 0.0
        sums[row + AVAILABLE] = 1.0
        sums[row + REWARD] = 0.0
        sums[row + PRIOR] = prior
        return node

    def child_for(self, parent: i64, move: i64, mover: i64) -> i64:
        """Return the child of `parent` for a move; add the child if there is none yet.

        `move` is the move as the searching seat sees it: the move itself or its cover. `mover` is who made it.
        """
        links = self.links
        child: i64 = links[4 * parent + CHILD]
        while child != NO_NODE:
            if links[4 * child + MOVE] == move and links[4 * child + MOVER] == mover:
                return child
            child = links[4 * child + SIBLING]
        return self.add(parent, move, mover, 1.0)

    def visits(self, node: i64) -> float:
        return self.sums[4 * node + VISITS]

    def sorted_children(self, parent: i64) -> list[int]:
        """Return the children sorted by visits, then by mean reward, highest first."""
        found: list[tuple[float, float, int]] = []
        child: i64 = self.links[4 * parent + CHILD]
        while child != NO_NODE:
            visits = self.visits(child)
            mean = self.sums[4 * child + REWARD] / visits if visits else 0.0
            found.append((-visits, -mean, child))
            child = self.links[4 * child + SIBLING]
        found.sort()
        return [node for _, _, node in found]

    def root_moves(self) -> list[RootMove]:
        """Return the visited moves at the root, most visited first."""
        found: list[RootMove] = []
        for node in self.sorted_children(self.root):
            row: i64 = 4 * node
            visits = self.sums[row + VISITS]
            if visits:
                found.append(RootMove(self.links[row + MOVE], visits, self.sums[row + REWARD] / visits))
        return found
