"""Worker processes for bots and hints: each job gets the view of one seat, and returns a move or hints."""

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

from velodrome.bots import hints, make_bot
from velodrome.bots.search_bot import Budget
from velodrome.core.contract import Data, State, Text
from velodrome.core.narration import narrate
from velodrome.core.rng import Rng
from velodrome.server.game.spec import GameSpec, load_spec
from velodrome.server.metrics import Metrics
from velodrome.server.protocol import Advice
from velodrome.server.workers.fair_queue import FairQueue

MAX_ATTEMPTS = 3  # attempts to run one job, each in a new process after the last one died
HINT_BUDGET = Budget(2000, 3.0)  # simulations and seconds: the search stops at whichever comes first
MAX_HINTS = 3
UNPROVEN: list[Text] = [{"key": "hint.unproven"}]  # other moves scored better, but not significantly
MIN_VISIT_SHARE = 0.03  # of all simulations: moves tried less often have no reliable estimate and are left out
MAX_REASONS = 2  # of one hint
LOG = logging.getLogger("velodrome")


class BotPool:
    """Pool of worker processes for the bots and hints in all rooms."""

    def __init__(self, processes: int, metrics: Metrics) -> None:
        self.processes = processes
        self.metrics = metrics
        self.queue = FairQueue(processes + 1)  # one job more than processes, so that the next one can start at once
        self.executor: ProcessPoolExecutor | None = None

    def start(self) -> ProcessPoolExecutor:
        """Return the running executor; start a new one if there is none."""
        if self.executor is None:
            context = multiprocessing.get_context("spawn")  # a fork would copy the sockets of every guest
            self.executor = ProcessPoolExecutor(self.processes, context, init_worker)
        return self.executor

    async def decide(self, spec: GameSpec, seen: State, name: str) -> str:
        """Ask a bot for its move and return it; if the bot fails, return a random legal move.

        `seen` is the view of the bot's seat, and `name` the bot's level.
        """
        game, seed = spec.game, secrets.randbits(64)
        try:
            found: str = await self.run(choose_move, game.name, game.seats, spec.options_json, seen.write(), name, seed)
            if not seen.allows(game.index[found]):
                raise ValueError
            return found
        except Exception as problem:  # log no message or traceback: they may name a hidden card
            LOG.error("bot.failed", extra={"bot": name, "game": game.name, "why": type(problem).__name__})
        return game.text(seen.pick(Rng(seed)))

    async def advise(self, spec: GameSpec, seen: State) -> list[Advice]:
        """Return hints for the seat that is to move; return an empty list if the search fails.

        `seen` is the view of that seat.
        """
        game, seed = spec.game, secrets.randbits(64)
        try:
            found: list[Advice] = await self.run(
                find_hints, game.name, game.seats, spec.options_json, seen.write(), seed
            )
            return found
        except Exception as problem:
            LOG.error("hint.failed", extra={"game": game.name, "why": type(problem).__name__})
            return []

    async def run(self, work: Callable[..., Any], *arguments: object) -> Any:
        """Run a function in a worker process; if the process dies, retry in a new one.

        Raise BrokenProcessPool after MAX_ATTEMPTS.
        """
        for _ in range(MAX_ATTEMPTS):
            executor = self.start()
            try:
                return await asyncio.get_running_loop().run_in_executor(executor, work, *arguments)
            except BrokenProcessPool:
                self.metrics.died += 1
                LOG.warning("bot.died", extra={"game": arguments[0]})
                if self.executor is executor:
                    self.executor = None
                    executor.shutdown(wait=False)
        raise BrokenProcessPool(f"{MAX_ATTEMPTS} worker processes died while running one job.")

    def close(self) -> None:
        """Terminate the worker processes, even during a job."""
        if self.executor:
            workers = list((self.executor._processes or {}).values())
            self.executor.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()
            for worker in workers:
                worker.join(2)
            self.executor = None


def choose_move(name: str, seats: int, options_json: str, seen: Data, bot_name: str, seed: int) -> str:
    """Return the move that a bot chooses in the view `seen`. This function runs in a worker process.

    `name`, `seats` and `options_json` say which game it is, and `bot_name` is the bot's level.
    """
    game = load_spec(name, seats, options_json).game
    state = game.position(seen)
    return game.text(make_bot(bot_name, game)(state, Rng(seed)))


def find_hints(name: str, seats: int, options_json: str, seen: Data, seed: int) -> list[Advice]:
    """Return the best moves in the view `seen`, with their reasons. This function runs in a worker process.

    `name`, `seats` and `options_json` say which game it is.
    """
    game = load_spec(name, seats, options_json).game
    found = hints.find_hints(game.position(seen), HINT_BUDGET, Rng(seed))
    min_visits = MIN_VISIT_SHARE * sum([each.visits for each in found])
    return [
        Advice(
            game.text(each.move),
            list(game.moves[each.move].picks),
            each.outlook,
            [*UNPROVEN[: each.unproven], *each.reasons[:MAX_REASONS]],
            narrate(name, game.text(each.move)) or {},
        )
        for each in [found[0], *[each for each in found[1:] if each.visits >= min_visits]][:MAX_HINTS]
    ]


def init_worker() -> None:
    """Set up a worker process: ignore Ctrl-C, lower the priority, and exit together with the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(5)  # the server process answers people first
    parent = multiprocessing.parent_process()
    if parent:
        threading.Thread(target=exit_with_parent, args=[parent], daemon=True).start()


def exit_with_parent(parent: object) -> None:
    """Wait until the parent process has ended, then exit."""
    parent.join()  # type: ignore[attr-defined]  # a process without a public type
    os._exit(0)
