"""Who plays the blocks: this process, others on this machine, or a Ray cluster. The results are the same."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from threading import Thread, current_thread, main_thread
from types import FrameType
from typing import TypeAlias

from velodrome.arena.match import BadMatch, Match
from velodrome.arena.play_game import Block, Ended, play_block
from velodrome.bots import process_bot
from velodrome.core.errors import VelodromeError

AHEAD = 2  # blocks that wait for each worker

Blocks: TypeAlias = Generator[Block, None, None]  # as they are done, in any order; closed early, it stops at once
Workers: TypeAlias = Callable[[Match, Iterable[int], bool], Blocks]


class LostWorker(VelodromeError):
    """A process that played blocks is gone."""


@contextmanager
def ending_programs() -> Iterator[None]:
    """Whatever ends this process meanwhile, SIGTERM and SIGHUP included, ends the programs of bots, too."""
    names = ("SIGTERM", "SIGHUP") if current_thread() is main_thread() else ()
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    taken = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]  # nohup stays nohup
    for number in taken:
        signal.signal(number, leave)
    try:
        yield
    finally:
        process_bot.kill_all()
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def leave(number: int, frame: FrameType | None) -> None:
    """Leave as the signal asks, by way of everything that has to be closed."""
    raise Ended(128 + number)


def local(jobs: int) -> Workers:
    """So many processes on this machine; with one, this process itself."""
    if jobs == 1:
        return here
    return lambda match, blocks, records: in_processes(match, blocks, records, jobs)


def here(match: Match, blocks: Iterable[int], records: bool) -> Blocks:
    for block in blocks:
        yield play_block(match, block, records)


# ---------------------------------------------------------------- processes of this machine


def in_processes(match: Match, blocks: Iterable[int], records: bool, jobs: int) -> Blocks:
    """Whoever closes this iterator early ends the processes at once."""
    todo = iter(blocks)
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), at_work)
    pending: set[Future[Block]] = set()
    try:
        while True:
            for block in islice(todo, AHEAD * jobs - len(pending)):
                pending.add(pool.submit(play_block, match, block, records))
            if not pending:
                break
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise LostWorker("a process that played blocks ended by itself; what was done is kept.") from None
    finally:
        if pending:
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()
        pool.shutdown(cancel_futures=True)  # waits for its thread, which must not meet the end of Python half done


def at_work() -> None:
    """In a worker: Ctrl-C is for the process that started it; with that one gone, it ends too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, end)
    Thread(target=outlived, daemon=True).start()


def outlived() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        end()


def end(number: int = 0, frame: FrameType | None = None) -> None:
    """Leave at once, and no program of a bot behind."""
    with process_bot.START_LOCK:  # for good: none is started any more
        process_bot.kill_all()
        os._exit(1)


# ---------------------------------------------------------------- a cluster


def on_ray(address: str, jobs: int) -> Workers:
    """A Ray cluster, each of whose machines has this version of velodrome; "local" starts one here."""
    try:
        import ray
    except ImportError:
        raise BadMatch('--ray needs Ray: pip install "velodrome[cluster]".') from None

    def play(match: Match, blocks: Iterable[int], records: bool) -> Blocks:
        local = {"num_cpus": jobs, "include_dashboard": False} if address == "local" else {}
        ray.init(address=address, logging_level="ERROR", log_to_driver=False, **local)
        try:
            task = ray.remote(play_block)
            todo = iter(blocks)
            pending: list[object] = []
            many = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while True:
                pending += [task.remote(match, block, records) for block in islice(todo, many - len(pending))]
                if not pending:
                    return
                done, pending = ray.wait(pending)
                yield from ray.get(done)
        finally:
            ray.shutdown()

    return play
