"""Monte Carlo tree search for any game, with the knowledge of one seat (information set MCTS).

Each simulation guesses a world (a full state that fits the seat's view), descends the tree and finishes with a
playout. The edges of the tree are the moves as the searching seat sees them, so all worlds can share one tree. Every
seat maximises its own outlook (max^n). Chance moves are edges too. If another seat makes a move that the searching
seat cannot see, the playout policy chooses the move, and the edge is the cover of the move: what the searching seat
sees instead.
"""

from collections.abc import Callable
from math import log, sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.bots.timer import now
from velodrome.bots.tree import (
    AVAILABLE,
    CHILD,
    MOVE,
    MOVER,
    NO_NODE,
    PRIOR,
    REWARD,
    SIBLING,
    VISITS,
    RootMove,
    Tree,
)
from velodrome.core.contract import CHANCE, Game, State
from velodrome.core.heuristic import Heuristic, softmax
from velodrome.core.playout import finish_stage
from velodrome.core.rng import Rng

CLOCK_INTERVAL: Final = 4  # simulations between two checks of the time; 1 with careful playouts
INTERRUPT_INTERVAL: Final = 64  # the interval without a time limit; each call of the clock lets Python handle Ctrl-C
SIMULATIONS_PER_LOOKUP: Final = 12  # simulations for each allowed lookup, if the search has no time limit
MIN_SPREAD_SAMPLES: Final = 16.0  # number of results needed to estimate their spread
LOOKUPS_PER_SECOND: Final = 2000.0  # number of lookups allowed for each second, if the search has a time limit
MAX_REUSE_DEPTH: Final = 40  # a lookup follows at most this many moves after the old root
MAX_REJECTED_WORLDS: Final = 8  # after this many rejections, the next guess is accepted
RULED_OUT_PENALTY: Final = 1.0e6  # a ruled-out move is tried only if no other move is legal
MAX_PATH_LENGTH: Final = 2000  # maximum number of moves of one simulation inside the tree
MAX_NODES: Final = 3000000  # about 200 MB; a search stops when the tree is this large
LOG_TABLE: Final = vec[float]([0.0] + [log(n) for n in range(1, 4096)])  # logarithms of 1 to 4095; faster than math.log


RANDOM_PLAYOUTS: Final = 0  # uniformly random legal moves
QUICK_PLAYOUTS: Final = 1  # Heuristic.pick
CAREFUL_PLAYOUTS: Final = 2  # Heuristic.choose


@final
class SearchStyle:
    """Settings of a search. In this module, a gain is the result of a simulation for a seat, from 0 to 1."""

    def __init__(
        self,
        explore: float = 0.7,
        prior: float = 0.0,
        playouts: int = RANDOM_PLAYOUTS,
        depth: int = -1,
        sure: float = 0.0,
    ) -> None:
        self.explore: float = explore  # UCB exploration constant, in units of the gains' spread; used if `prior` is 0
        self.prior: float = prior  # exploration constant with the heuristic as prior; 0: no prior
        self.playouts: i64 = playouts  # policy: RANDOM_, QUICK_ or CAREFUL_PLAYOUTS
        self.depth: i64 = depth  # a playout ends after this many decisions and is evaluated; -1: it ends with the stage
        self.sure: float = sure  # standard errors by which a move must beat the heuristic's one; 0: most visited move


@final
class Search:
    """Tree search for one seat in one game; each decision reuses the tree of the previous decision."""

    def __init__(self, game: Game, style: SearchStyle, heuristic: Heuristic | None) -> None:
        self.game: Game = game
        self.style: SearchStyle = style
        self.heuristic: Heuristic | None = heuristic
        self.covers: vec[i64] = vec[i64](game.covers)
        self.has_hidden_moves: bool = any([cover != move for move, cover in enumerate(game.covers)])
        self.tried_on_walk: vec[i64] = vec[i64](
            [0] * (1 + len(game.moves))
        )  # for `select_plain` and `expand`: [0] counts calls; [move + 1]: the last call in which the move had a child
        self.clock: Callable[[], float] = now
        self.seat: i64 = 0
        self.stage: i64 = 0
        self.tree: Tree = Tree()
        self.root_view: State | None = None  # the seat's view at the root of the tree
        self.path: vec[i64] = vec[i64]([0] * MAX_PATH_LENGTH)  # nodes visited by the current simulation
        self.path_length: i64 = 0  # number of nodes in `path`
        self.gains: vec[float] = vec[float]([0.0] * game.seats)  # result of the current simulation for each seat
        self.simulations: i64 = 0  # simulations done in the last search
        self.reused: float = 0.0  # visits that the last search reused from the tree of the search before it
        self.lookups_left: i64 = 0  # remaining budget of lookups in the old tree
        self.gain_count: float = 0.0  # number, sum and sum of squares of the searching seat's gains
        self.gain_sum: float = 0.0
        self.gain_squares: float = 0.0
        self.gain_scale: float = 1.0  # spread of the gains before the current simulation

    # ------------------------------------------------------------ choosing a move

    def think(self, seen: State, simulations: i64, seconds: float, rng: Rng) -> i64:
        """Run `simulations` simulations, or fewer if `seconds` is above 0 and time runs out; return the best move."""
        start = self.clock()
        self.reuse_tree(seen, simulations, seconds)
        pause: i64 = INTERRUPT_INTERVAL
        if seconds > 0.0:
            pause = 1 if self.style.playouts == CAREFUL_PLAYOUTS else CLOCK_INTERVAL
        done: i64 = 0
        while done < simulations and self.tree.size < MAX_NODES:
            self.simulate(self.guess_world(seen, rng), rng)
            done += 1
            if done % pause == 0:
                spent = self.clock() - start
                if seconds > 0.0 and spent > seconds:
                    break
        self.simulations = done
        return self.best_move(seen)

    def best_move(self, seen: State) -> i64:
        """Return the move to play: the first of `rank_moves`."""
        ranked = self.rank_moves(seen)
        return ranked[0].move if ranked else seen.nth(0)

    def rank_moves(self, seen: State) -> list[RootMove]:
        """Return the tried moves, best first.

        If `style.sure` is 0, the most visited move comes first. Otherwise, the move that the heuristic rates highest
        comes first, unless search finds another move clearly better: if another move has a higher mean reward than
        the heuristic's move, that mean is lowered by `style.sure` standard errors of the difference, but not below
        the mean reward of the heuristic's move. The moves are sorted, and returned, with these lowered means.
        """
        found = self.tree.root_moves()
        heuristic = self.heuristic
        if not found or heuristic is None or self.style.sure <= 0.0:
            return found
        weights = heuristic.weigh(seen)
        home = seen.nth(weights.index(max(weights)))
        tried = [line for line in found if line.move == home]
        if not tried:
            return found
        base, noise = tried[0].mean, self.style.sure * 0.5 * self.gain_spread()
        rated: list[tuple[float, bool, float, int]] = []
        for line in found:
            lead = line.mean - base
            if lead > 0.0 and line.move != home:
                lead = max(0.0, lead - noise * sqrt(1.0 / line.visits + 1.0 / tried[0].visits))
            rated.append((-base - lead, line.move != home, -line.visits, line.move))
        rated.sort()
        return [RootMove(move, -visits, -mean) for mean, _, visits, move in rated]

    def guess_world(self, seen: State, rng: Rng) -> State:
        """Return a random world that fits the view.

        If the heuristic finds a world unlikely, it may be rejected; then another world is guessed.
        """
        world = seen.guess(rng)
        heuristic = self.heuristic
        if heuristic is None or not self.has_hidden_moves:
            return world
        for _ in range(MAX_REJECTED_WORLDS):
            likelihood = heuristic.likelihood(world, self.seat)
            if likelihood >= 1.0 or rng.random() < likelihood:
                break
            world = seen.guess(rng)
        return world

    # ------------------------------------------------------------ reuse of the tree

    def reuse_tree(self, seen: State, simulations: i64, seconds: float) -> None:
        """Make the node of the current view the new root if the old tree contains it; otherwise clear the tree.

        The number of lookups is limited: in proportion to `seconds` if that is above 0, otherwise to `simulations`.
        """
        self.seat = seen.actor
        self.stage = seen.stage
        self.lookups_left = (
            simulations // SIMULATIONS_PER_LOOKUP if seconds <= 0.0 else int(LOOKUPS_PER_SECOND * seconds)
        )
        known: i64 = NO_NODE
        old = self.root_view
        if old is not None and old.stage == seen.stage and self.tree.size < MAX_NODES:
            known = self.find_node(self.tree.root, old, seen.key(), 0)
        self.root_view = seen
        if known != NO_NODE:
            self.tree.root = known
        else:
            self.tree.clear()
            self.gain_count = 0.0
            self.gain_sum = 0.0
            self.gain_squares = 0.0
        self.reused = self.tree.visits(self.tree.root)

    def find_node(self, node: i64, seen: State, wanted: tuple[int, ...], depth: i64) -> i64:
        """Return the descendant of `node` at which the seat's view has the key `wanted`; NO_NODE if none is found.

        `seen` is the view at `node`, and `depth` is the number of moves from the old root to `node`. The number of
        lookups and the depth are limited.
        """
        tree = self.tree
        for child in tree.sorted_children(node):
            if tree.visits(child) == 0.0 or self.lookups_left <= 0 or depth == MAX_REUSE_DEPTH:
                return NO_NODE
            heard = tree.links[4 * child + MOVE]
            if not seen.allows(heard):
                continue
            self.lookups_left -= 1
            after = seen.copy()
            after.play(heard)
            while self.is_silent(after) and after.count() == 1:
                after.play(after.nth(0))
            if after.stage != self.stage:
                continue
            if after.actor != self.seat:
                found = self.find_node(child, after, wanted, depth + 1)
                if found != NO_NODE:
                    return found
            elif after.key() == wanted:
                return child
        return NO_NODE

    def is_silent(self, state: State) -> bool:
        """Return whether a forced move in this state is played without an edge in the tree.

        This is so if the searching seat can predict the move: the seat makes the move itself, or the game has no
        hidden moves.
        """
        return state.actor >= 0 and (not self.has_hidden_moves or state.actor == self.seat)

    # ------------------------------------------------------------ one simulation

    def simulate(self, world: State, rng: Rng) -> None:
        """Play one simulation in `world`; update the visits and rewards of the nodes on its path in the tree."""
        self.path_length = 0
        self.gain_scale = self.gain_spread()
        self.descend(world, rng)
        self.play_out(world, rng)
        self.collect_gains(world)
        gains = self.gains
        mine = gains[self.seat]
        self.gain_count += 1.0
        self.gain_sum += mine
        self.gain_squares += mine * mine
        links = self.tree.links
        sums = self.tree.sums
        sums[4 * self.tree.root + VISITS] += 1.0
        path = self.path
        i: i64
        for i in range(self.path_length):
            row = 4 * path[i]
            sums[row + VISITS] += 1.0
            mover = links[row + MOVER]
            if mover >= 0:
                sums[row + REWARD] += gains[mover]

    def collect_gains(self, world: State) -> None:
        """Store the result of the simulation for each seat in `gains`.

        The result is the seat's outlook if the stage has ended; otherwise it is the heuristic's estimate of the
        outlook.
        """
        gains = self.gains
        ended = world.actor < CHANCE or world.stage != self.stage
        heuristic = self.heuristic
        seat: i64
        for seat in range(self.game.seats):
            gains[seat] = world.outlook(seat) if ended or heuristic is None else heuristic.evaluate(world, seat)

    def append_node(self, node: i64) -> None:
        if self.path_length < MAX_PATH_LENGTH:
            self.path[self.path_length] = node
            self.path_length += 1

    def descend(self, world: State, rng: Rng) -> None:
        """Walk down the tree from its root and play the moves of its edges in `world`.

        The walk ends after the first move without visits, at the end of the stage or game, or after MAX_PATH_LENGTH
        moves.
        """
        tree = self.tree
        node = tree.root
        stage = self.stage
        while world.stage == stage and self.path_length < MAX_PATH_LENGTH:
            mover = world.actor
            if mover < CHANCE:
                return
            size = world.count()  # 0 if chance acts
            if mover == CHANCE:
                move = world.draw(rng)
            elif size == 1:
                move = world.nth(0)
                if mover == self.seat or not self.has_hidden_moves:
                    world.play(move)
                    continue
            elif self.is_unseen(world, node):
                move = self.pick_playout_move(world, rng)
            else:
                node = self.select(world, node, size, rng)
                self.append_node(node)
                world.play(tree.links[4 * node + MOVE])
                if tree.visits(node) == 0.0:
                    return
                continue
            node = tree.child_for(node, self.heard_move(world, move), mover)
            tree.sums[4 * node + AVAILABLE] += 1.0
            self.append_node(node)
            world.play(move)

    def is_unseen(self, world: State, node: i64) -> bool:
        """Return whether another seat decides next and the searching seat will not see the move."""
        if not self.has_hidden_moves or world.actor == self.seat:
            return False
        known = self.tree.links[4 * node + CHILD]
        if known != NO_NODE:
            return self.tree.links[4 * known + MOVE] >= self.game.decisions
        move = world.nth(0)
        return self.heard_move(world, move) != move

    def heard_move(self, world: State, move: i64) -> i64:
        """Return a move as the searching seat sees it: the move itself or its cover."""
        cover = self.covers[move]
        if cover == move or world.audience(move) >> self.seat & 1:
            return move
        return cover

    def select(self, world: State, node: i64, size: i64, rng: Rng) -> i64:
        """Choose a child of `node` to descend to, and return it; add the child if it is missing.

        `size` is the number of legal moves.
        """
        if self.style.prior > 0.0:
            return self.select_by_prior(world, node, size)
        return self.select_plain(world, node, size, rng)

    def select_plain(self, world: State, node: i64, size: i64, rng: Rng) -> i64:
        """Add a child for a random untried move and return it; if all moves were tried, return the best child.

        The best child has the highest UCB score: its mean reward plus a bonus for few visits.
        """
        mover = world.actor
        links = self.tree.links
        sums = self.tree.sums
        tried_at = self.tried_on_walk
        tried_at[0] += 1
        walk = tried_at[0]
        tried: i64 = 0
        best: i64 = NO_NODE
        best_score = -1.0e9
        scale = self.style.explore * self.gain_scale
        child: i64 = links[4 * node + CHILD]
        while child != NO_NODE:
            row = 4 * child
            move = links[row + MOVE]
            if links[row + MOVER] == mover and world.allows(move):
                tried += 1
                tried_at[1 + move] = walk
                available = sums[row + AVAILABLE] + 1.0
                sums[row + AVAILABLE] = available
                visits = sums[row + VISITS]
                score = sums[row + REWARD] / visits + scale * sqrt(fast_log(available) / visits)
                if score > best_score:
                    best_score = score
                    best = child
            child = links[row + SIBLING]
        if best != NO_NODE and tried >= size:
            return best
        i = rng.below(size)
        move = world.nth(i)
        while tried_at[1 + move] == walk:
            i += 1
            if i == size:
                i = 0
            move = world.nth(i)
        return self.tree.add(node, move, mover, 1.0)

    def select_by_prior(self, world: State, node: i64, size: i64) -> i64:
        """Return the child with the best sum of mean reward and prior bonus (PUCT).

        If a legal move has no child yet, first add the missing children.
        """
        mover = world.actor
        known: i64 = 0
        tries = 0.0
        reward = 0.0
        links = self.tree.links
        sums = self.tree.sums
        child: i64 = links[4 * node + CHILD]
        while child != NO_NODE:
            row = 4 * child
            if links[row + MOVER] == mover and world.allows(links[row + MOVE]):
                known += 1
                tries += sums[row + VISITS]
                reward += sums[row + REWARD]
            child = links[row + SIBLING]
        if known < size:
            self.expand(world, node)
            links = self.tree.links
            sums = self.tree.sums
        hope = reward / tries if tries else 0.5  # estimate for an untried move: the mean of the tried ones
        scale = self.style.prior * self.gain_scale * sqrt(tries + 1.0)
        best: i64 = NO_NODE
        best_score = -1.0e9
        child = links[4 * node + CHILD]
        while child != NO_NODE:
            row = 4 * child
            if links[row + MOVER] == mover and world.allows(links[row + MOVE]):
                visits = sums[row + VISITS]
                score = sums[row + REWARD] / visits if visits else hope
                score += scale * sums[row + PRIOR] / (1.0 + visits)
                if sums[row + PRIOR] == 0.0:  # the heuristic ruled the move out when it was added
                    score -= RULED_OUT_PENALTY
                if score > best_score:
                    best_score = score
                    best = child
            child = links[row + SIBLING]
        return best

    def expand(self, world: State, node: i64) -> None:
        """Add a child of `node` for each move that is legal in this world and has no child yet.

        The prior of a new child is the probability that the heuristic gives to its move.
        """
        mover = world.actor
        heuristic = self.heuristic
        assert heuristic is not None
        chances = softmax(heuristic.weigh(world))
        tree = self.tree
        self.tried_on_walk[0] += 1
        walk = self.tried_on_walk[0]
        child: i64 = tree.links[4 * node + CHILD]
        while child != NO_NODE:
            if tree.links[4 * child + MOVER] == mover:
                self.tried_on_walk[1 + tree.links[4 * child + MOVE]] = walk
            child = tree.links[4 * child + SIBLING]
        i: i64
        for i in range(len(chances)):
            move = world.nth(i)
            if self.tried_on_walk[1 + move] != walk:
                tree.add(node, move, mover, chances[i])

    def gain_spread(self) -> float:
        """Return twice the standard deviation of the searching seat's results in all simulations so far.

        Return 1 while there are too few simulations for an estimate.
        """
        if self.gain_count < MIN_SPREAD_SAMPLES:
            return 1.0
        mean = self.gain_sum / self.gain_count
        variance = self.gain_squares / self.gain_count - mean * mean
        return 2.0 * sqrt(variance) if variance > 0.0 else 0.0

    # ------------------------------------------------------------ playouts

    def pick_playout_move(self, world: State, rng: Rng) -> i64:
        """Return the next move of a playout, picked by the playout policy of the search style."""
        heuristic = self.heuristic
        playouts = self.style.playouts
        if heuristic is None or playouts == RANDOM_PLAYOUTS:
            return world.pick(rng)
        return heuristic.pick(world, rng) if playouts == QUICK_PLAYOUTS else heuristic.choose(world, rng)

    def play_out(self, world: State, rng: Rng) -> None:
        """Finish a simulation: play moves by the playout policy to the end of the stage.

        If the style has a depth, stop after this number of decisions.
        """
        if self.style.depth < 0 and self.style.playouts == RANDOM_PLAYOUTS:
            if world.stage == self.stage:
                finish_stage(world, rng)
            return
        left = self.style.depth
        stage = self.stage
        while world.stage == stage:
            if world.actor >= 0:
                if left == 0:
                    return
                left -= 1
                world.play(self.pick_playout_move(world, rng))
            elif world.actor == CHANCE:
                world.settle(rng)
            else:
                return


def fast_log(times: float) -> float:
    """Return the natural logarithm of a whole number of at least 1."""
    n: i64 = int(times)
    return LOG_TABLE[n] if n < len(LOG_TABLE) else log(times)
