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
from velodrome.arena.play_game import ArenaStopped, Block, play_block
from velodrome.bots import process_bot
from velodrome.core.errors import VelodromeError

QUEUED_PER_WORKER = 2  # blocks that wait for each worker

BlockStream: TypeAlias = Generator[Block, None, None]  # as they are done, in any order; closed early, it stops at once
Workers: TypeAlias = Callable[[Match, Iterable[int], bool], BlockStream]


class WorkerLost(VelodromeError):
    """A process that played blocks is gone."""


@contextmanager
def end_programs_on_exit() -> Iterator[None]:
    """Whatever ends this process meanwhile, SIGTERM and SIGHUP included, ends the programs of bots, too."""
    names = ("SIGTERM", "SIGHUP") if current_thread() is main_thread() else ()
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    taken = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]  # nohup stays nohup
    for number in taken:
        signal.signal(number, raise_stopped)
    try:
        yield
    finally:
        process_bot.end_all()
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def raise_stopped(number: int, frame: FrameType | None) -> None:
    """Leave as the signal asks, by way of everything that has to be closed."""
    raise ArenaStopped(128 + number)


def choose_local_workers(jobs: int) -> Workers:
    """So many processes on this machine; with one, this process itself."""
    if jobs == 1:
        return play_here
    return lambda match, blocks, records: play_in_processes(match, blocks, records, jobs)


def play_here(match: Match, blocks: Iterable[int], records: bool) -> BlockStream:
    for block in blocks:
        yield play_block(match, block, records)


# ---------------------------------------------------------------- processes of this machine


def play_in_processes(match: Match, blocks: Iterable[int], records: bool, jobs: int) -> BlockStream:
    """Whoever closes this iterator early ends the processes at once."""
    todo = iter(blocks)
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), init_worker)
    pending: set[Future[Block]] = set()
    try:
        while True:
            for block in islice(todo, QUEUED_PER_WORKER * jobs - len(pending)):
                pending.add(pool.submit(play_block, match, block, records))
            if not pending:
                break
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise WorkerLost("a process that played blocks ended by itself; what was done is kept.") from None
    finally:
        if pending:
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()
        pool.shutdown(cancel_futures=True)  # waits for its thread, which must not meet the end of Python half done


def init_worker() -> None:
    """In a worker: Ctrl-C is for the process that started it; with that one gone, it ends too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, exit_worker)
    Thread(target=exit_with_parent, daemon=True).start()


def exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        exit_worker()


def exit_worker(number: int = 0, frame: FrameType | None = None) -> None:
    """Leave at once, and no program of a bot behind."""
    with process_bot.STARTING:  # for good: none is started any more
        process_bot.end_all()
        os._exit(1)


# ---------------------------------------------------------------- a cluster


def connect_ray(address: str, jobs: int) -> Workers:
    """A Ray cluster, each of whose machines has this version of velodrome; "local" starts one here."""
    try:
        import ray
    except ImportError:
        raise BadMatch('--ray needs Ray: pip install "velodrome[cluster]".') from None

    def play(match: Match, blocks: Iterable[int], records: bool) -> BlockStream:
        local = {"num_cpus": jobs, "include_dashboard": False} if address == "local" else {}
        ray.init(address=address, logging_level="ERROR", log_to_driver=False, **local)
        try:
            task = ray.remote(play_block)
            todo = iter(blocks)
            pending: list[object] = []
            many = QUEUED_PER_WORKER * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while True:
                pending += [task.remote(match, block, records) for block in islice(todo, many - len(pending))]
                if not pending:
                    return
                done, pending = ray.wait(pending)
                yield from ray.get(done)
        finally:
            ray.shutdown()

    return play
