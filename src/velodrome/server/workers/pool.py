"""Bots, in processes of their own: they get what their seat sees, and answer with a move."""

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any

from velodrome.bots import make_bot
from velodrome.bots.hints import find_hints
from velodrome.bots.search_bot import Budget
from velodrome.core.contract import Data, State, Text
from velodrome.core.narration import narrate
from velodrome.core.rng import Rng
from velodrome.server.game.spec import Kind, kind
from velodrome.server.metrics import Metrics
from velodrome.server.protocol import Advice
from velodrome.server.workers.fair_queue import Slots

TRIES = 3  # processes that may die of one decision
THOUGHT = Budget(2000, 3.0)  # that a hint takes at most: whatever ends first
FEW = 3  # moves of a hint
UNPROVEN: list[Text] = [{"key": "hint.unproven"}]  # said first where others fared better so far, but not surely
TRIED = 0.03  # of all simulations: what was tried less often is not spoken of, as its chances are hardly known
REASONS = 2  # and what is said for each
LOG = logging.getLogger("velodrome")


class Thinkers:
    """A few processes that think for every room."""

    def __init__(self, processes: int, metrics: Metrics) -> None:
        self.processes = processes
        self.metrics = metrics
        self.slots = Slots(processes + 1)  # one waits at the processes, so that none is ever idle
        self.pool: ProcessPoolExecutor | None = None

    def started(self) -> ProcessPoolExecutor:
        """The processes; new ones where they died."""
        if self.pool is None:
            context = multiprocessing.get_context("spawn")  # a fork would copy the sockets of every guest
            self.pool = ProcessPoolExecutor(self.processes, context, be_quiet)
        return self.pool

    async def decide(self, kind: Kind, seen: State, name: str) -> str:
        """A move of the bot of this name, which knows what its seat sees; any if it cannot answer."""
        game, seed = kind.game, secrets.randbits(64)
        try:
            found: str = await self.think(decision, game.name, game.seats, kind.spec, seen.write(), name, seed)
            if not seen.allows(game.index[found]):
                raise ValueError
            return found
        except Exception as problem:  # its words may hold a card, and so may a trace
            LOG.error("bot.failed", extra={"bot": name, "game": game.name, "why": type(problem).__name__})
        return game.text(seen.pick(Rng(seed)))

    async def advise(self, kind: Kind, seen: State) -> list[Advice]:
        """The best moves of the seat that decides, by what it sees; none if there is no answer."""
        game, seed = kind.game, secrets.randbits(64)
        try:
            found: list[Advice] = await self.think(advice, game.name, game.seats, kind.spec, seen.write(), seed)
            return found
        except Exception as problem:
            LOG.error("hint.failed", extra={"game": game.name, "why": type(problem).__name__})
            return []

    async def think(self, work: Callable[..., Any], *given: object) -> Any:
        """Work done in a process; in another one where it dies."""
        for _ in range(TRIES):
            pool = self.started()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work, *given)
            except BrokenProcessPool:
                self.metrics.died += 1
                LOG.warning("bot.died", extra={"game": given[0]})
                if self.pool is pool:
                    self.pool = None
                    pool.shutdown(wait=False)
        raise BrokenProcessPool(f"{TRIES} processes died of it.")

    def close(self) -> None:
        """End the processes, whatever they think about."""
        if self.pool:
            workers = list((self.pool._processes or {}).values())
            self.pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()
            for worker in workers:
                worker.join(2)
            self.pool = None


def decision(name: str, seats: int, spec: str, seen: Data, bot_name: str, seed: int) -> str:
    """Think, in a process of its own."""
    game = kind(name, seats, spec).game
    state = game.position(seen)
    return game.text(make_bot(bot_name, game)(state, Rng(seed)))


def advice(name: str, seats: int, spec: str, seen: Data, seed: int) -> list[Advice]:
    """Think about the best moves, in a process of its own."""
    game = kind(name, seats, spec).game
    found = find_hints(game.position(seen), THOUGHT, Rng(seed))
    least = TRIED * sum([each.visits for each in found])
    return [
        Advice(
            game.text(each.move),
            list(game.moves[each.move].picks),
            each.outlook,
            [*UNPROVEN[: each.unproven], *each.reasons[:REASONS]],
            narrate(name, game.text(each.move)) or {},
        )
        for each in [found[0], *[each for each in found[1:] if each.visits >= least]][:FEW]
    ]


def be_quiet() -> None:
    """Leave Ctrl-C to the server, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(5)  # whoever plays is answered first
    parent = multiprocessing.parent_process()
    if parent:
        threading.Thread(target=end_with, args=[parent], daemon=True).start()


def end_with(parent: object) -> None:
    parent.join()  # type: ignore[attr-defined]  # a process without a public type
    os._exit(0)
