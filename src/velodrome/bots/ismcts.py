"""Monte Carlo tree search over what a seat may hear, for any game.

Each simulation guesses a world that fits what the seat sees, walks down one tree of what the seat would hear,
and plays on from there. Every seat seeks its own expected place (max^n). What chance brings is a branch of the tree;
what other seats do unseen is not: it is played by the playout's policy, and heard by its cover.
"""

from collections.abc import Callable
from math import log, sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.bots.timer import now
from velodrome.bots.tree import AVAILABLE, CHILD, MOVE, MOVER, NO_NODE, PRIOR, REWARD, SIBLING, VISITS, Tree
from velodrome.core.contract import CHANCE, Game, State
from velodrome.core.heuristic import Heuristic, softmax
from velodrome.core.play import finish_stage
from velodrome.core.rng import Rng

CLOCK_INTERVAL: Final = (
    4  # simulations between two looks at the clock; careful ones take so long that each has its look
)
INTERRUPT_INTERVAL: Final = 64  # the same where no time is set, and a look serves Ctrl-C alone
SIMULATIONS_PER_LOOKUP: Final = 12  # a look at the old tree costs about as much as so many simulations
MIN_SPREAD_SAMPLES: Final = 16.0  # gains tell nothing of their spread
LOOKUPS_PER_SECOND: Final = 2000.0  # at the old tree, for each second there is
MAX_REUSE_DEPTH: Final = 40  # moves between two decisions of a seat that a tree is searched for
MAX_REJECTED_WORLDS: Final = 8  # worlds that are turned down at most for one that is taken
RULED_OUT_PENALTY: Final = 1.0e6  # a move that rules of thumb rule out is tried if this world allows no other
MAX_PATH_LENGTH: Final = 2000  # moves of a simulation inside the tree
MAX_NODES: Final = 3000000  # nodes, some 200 MB: a search that has grown so many ends
LOG_TABLE: Final = vec[float]([0.0] + [log(n) for n in range(1, 4096)])  # a look is faster than a logarithm


RANDOM_PLAYOUTS: Final = 0  # playouts: any move
QUICK_PLAYOUTS: Final = 1  # what rules of thumb pick at a glance
CAREFUL_PLAYOUTS: Final = 2  # what they choose when they weigh in full


@final
class SearchStyle:
    """How a search goes about it."""

    def __init__(
        self,
        explore: float = 0.7,
        prior: float = 0.0,
        playouts: int = RANDOM_PLAYOUTS,
        depth: int = -1,
        sure: float = 0.0,
    ) -> None:
        self.explore: float = explore  # without a prior: what the little tried is worth, in spreads of what is at stake
        self.prior: float = prior  # the same for what rules of thumb like; 0 for no rules of thumb in the tree
        self.playouts: i64 = playouts  # by whom: RANDOM, QUICK or CAREFUL
        self.depth: i64 = depth  # a playout's decisions before its value is estimated; -1: to the end of the stage
        self.sure: float = sure  # deviations by which a move must be better than the rules of thumb's; 0: most tried


@final
class Search:
    """What one seat at one table has found out; a tree is kept from one decision to the next."""

    def __init__(self, game: Game, style: SearchStyle, thumb: Heuristic | None) -> None:
        self.game: Game = game
        self.style: SearchStyle = style
        self.heuristic: Heuristic | None = thumb
        self.covers: vec[i64] = vec[i64](game.covers)
        self.has_hidden_moves: bool = any([cover != move for move, cover in enumerate(game.covers)])
        self.tried_on_walk: vec[i64] = vec[i64](
            [0] * (1 + len(game.moves))
        )  # by move + 1: the walk that found it tried
        self.clock: Callable[[], float] = now
        self.seat: i64 = 0
        self.stage: i64 = 0
        self.tree: Tree = Tree()
        self.root_view: State | None = None  # what was seen at the root
        self.path: vec[i64] = vec[i64]([0] * MAX_PATH_LENGTH)  # nodes of this simulation
        self.path_length: i64 = 0  # how many of them
        self.gains: vec[float] = vec[float]([0.0] * game.seats)  # of each seat in this simulation
        self.simulations: i64 = 0  # in the last search
        self.reused: float = 0.0  # visits that the last search found done
        self.lookups_left: i64 = 0  # left of those that the old tree is worth
        self.gain_count: float = 0.0  # of the seat's own gains, their sum, and that of their squares
        self.gain_sum: float = 0.0
        self.gain_squares: float = 0.0
        self.gain_scale: float = 1.0  # their spread as this simulation began

    # ------------------------------------------------------------ what is asked of it

    def think(self, seen: State, simulations: i64, seconds: float, rng: Rng) -> i64:
        """The move to play, after so many simulations or, where that is more than 0, so much time."""
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
        """The move tried most; or the rules of thumb's own, unless another is surely better."""
        found = self.tree.root_moves()
        if not found:
            return seen.nth(0)
        thumb = self.heuristic
        if thumb is None or self.style.sure <= 0.0:
            return found[0].move
        weights = thumb.weigh(seen)
        home = seen.nth(weights.index(max(weights)))
        tried = [line for line in found if line.move == home]
        if not tried:
            return found[0].move
        noise = self.style.sure * 0.5 * self.gain_spread()
        best, lead = home, 0.0
        for line in found:
            doubt = noise * sqrt(1.0 / line.visits + 1.0 / tried[0].visits)
            if line.move != home and line.mean - tried[0].mean - doubt > lead:
                best, lead = line.move, line.mean - tried[0].mean - doubt
        return best

    def guess_world(self, seen: State, rng: Rng) -> State:
        """A world that fits; of those that rules of thumb think unlikely, fewer."""
        world = seen.guess(rng)
        thumb = self.heuristic
        if thumb is None or not self.has_hidden_moves:
            return world
        for _ in range(MAX_REJECTED_WORLDS):
            likelihood = thumb.likelihood(world, self.seat)
            if likelihood >= 1.0 or rng.random() < likelihood:
                break
            world = seen.guess(rng)
        return world

    # ------------------------------------------------------------ the tree from one decision to the next

    def reuse_tree(self, seen: State, simulations: i64, seconds: float) -> None:
        """Take up the thread where what is seen now was thought of before, else start anew."""
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
        """The node below this one at which the seat sees what is wanted."""
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
        """Whether a move without choice is no branch of the tree: the seat knows that it must come."""
        return state.actor >= 0 and (not self.has_hidden_moves or state.actor == self.seat)

    # ------------------------------------------------------------ one simulation

    def simulate(self, world: State, rng: Rng) -> None:
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
        """What each seat has of where the simulation came to."""
        gains = self.gains
        ended = world.actor < CHANCE or world.stage != self.stage
        thumb = self.heuristic
        seat: i64
        for seat in range(self.game.seats):
            gains[seat] = world.outlook(seat) if ended or thumb is None else thumb.evaluate(world, seat)

    def append_node(self, node: i64) -> None:
        if self.path_length < MAX_PATH_LENGTH:
            self.path[self.path_length] = node
            self.path_length += 1

    def descend(self, world: State, rng: Rng) -> None:
        """Down the tree to the first move that was never tried, and play it."""
        tree = self.tree
        node = tree.root
        stage = self.stage
        while world.stage == stage and self.path_length < MAX_PATH_LENGTH:
            mover = world.actor
            if mover < CHANCE:
                return
            size = world.count()  # 0 for chance
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
        """Whether another seat decides, and the seat does not see what."""
        if not self.has_hidden_moves or world.actor == self.seat:
            return False
        known = self.tree.links[4 * node + CHILD]
        if known != NO_NODE:
            return self.tree.links[4 * known + MOVE] >= self.game.decisions
        move = world.nth(0)
        return self.heard_move(world, move) != move

    def heard_move(self, world: State, move: i64) -> i64:
        """What the seat hears of a move: itself, or its cover."""
        cover = self.covers[move]
        if cover == move or world.audience(move) >> self.seat & 1:
            return move
        return cover

    def select(self, world: State, node: i64, size: i64, rng: Rng) -> i64:
        """The child to go to, where there are so many moves."""
        if self.style.prior > 0.0:
            return self.select_by_prior(world, node, size)
        return self.select_plain(world, node, size, rng)

    def select_plain(self, world: State, node: i64, size: i64, rng: Rng) -> i64:
        """A move never tried, by lot; else the one that promises most."""
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
        """The child that promises most, by what it brought so far and by what rules of thumb expect of it."""
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
        hope = reward / tries if tries else 0.5  # of a move never tried: what the tried ones brought
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
                if sums[row + PRIOR] == 0.0:  # ruled out, in the world that first came here
                    score -= RULED_OUT_PENALTY
                if score > best_score:
                    best_score = score
                    best = child
            child = links[row + SIBLING]
        return best

    def expand(self, world: State, node: i64) -> None:
        """Give a place in the tree to every move of this world, as likely as rules of thumb think it."""
        mover = world.actor
        thumb = self.heuristic
        assert thumb is not None
        chances = softmax(thumb.weigh(world))
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
        """How far the seat's gains lie apart so far: twice their deviation, 1 for a game won or lost."""
        if self.gain_count < MIN_SPREAD_SAMPLES:
            return 1.0
        mean = self.gain_sum / self.gain_count
        variance = self.gain_squares / self.gain_count - mean * mean
        return 2.0 * sqrt(variance) if variance > 0.0 else 0.0

    # ------------------------------------------------------------ beyond the tree

    def pick_playout_move(self, world: State, rng: Rng) -> i64:
        """The move of a playout."""
        thumb = self.heuristic
        playouts = self.style.playouts
        if thumb is None or playouts == RANDOM_PLAYOUTS:
            return world.pick(rng)
        return thumb.pick(world, rng) if playouts == QUICK_PLAYOUTS else thumb.choose(world, rng)

    def play_out(self, world: State, rng: Rng) -> None:
        """On to the end of the stage, or as deep as the style says."""
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
    """The logarithm of a whole number from 1 on."""
    n: i64 = int(times)
    return LOG_TABLE[n] if n < len(LOG_TABLE) else log(times)
