"""Workers that play blocks: in this process, in several processes on this machine, or on a Ray cluster."""

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

QUEUED_PER_WORKER = 2  # number of blocks that are submitted in advance for each worker

BlockStream: TypeAlias = Generator[Block, None, None]  # blocks in any order; close it to stop the workers
Workers: TypeAlias = Callable[[Match, Iterable[int], bool], BlockStream]  # (match, block numbers, save records?)


class WorkerLost(VelodromeError):
    """Raised when a worker process has died."""


@contextmanager
def end_programs_on_exit() -> Iterator[None]:
    """Context manager that kills all external programs at the end of its `with` block, even after SIGTERM or SIGHUP."""
    names = ("SIGTERM", "SIGHUP") if current_thread() is main_thread() else ()
    signals = [getattr(signal, name) for name in names if hasattr(signal, name)]
    handled = [
        number for number in signals if signal.getsignal(number) == signal.SIG_DFL
    ]  # a signal that is ignored, for example under nohup, stays ignored
    for number in handled:
        signal.signal(number, raise_stopped)
    try:
        yield
    finally:
        process_bot.kill_all()
        for number in handled:
            signal.signal(number, signal.SIG_DFL)


def raise_stopped(number: int, frame: FrameType | None) -> None:
    """Handle a signal: raise ArenaStopped, so that every `finally` block runs."""
    raise ArenaStopped(128 + number)


def choose_local_workers(jobs: int) -> Workers:
    """Return workers that use `jobs` processes on this machine; with one job, this process plays."""
    if jobs == 1:
        return play_here
    return lambda match, blocks, records: play_in_processes(match, blocks, records, jobs)


def play_here(match: Match, blocks: Iterable[int], records: bool) -> BlockStream:
    """Play blocks in this process; yield each finished block."""
    for block in blocks:
        yield play_block(match, block, records)


# ---------------------------------------------------------------- processes on this machine


def play_in_processes(match: Match, blocks: Iterable[int], records: bool, jobs: int) -> BlockStream:
    """Play blocks in `jobs` worker processes; yield each finished block. Closing the iterator kills the workers."""
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
        raise WorkerLost("a worker process died. With --out FOLDER, the same command resumes the match.") from None
    finally:
        if pending:
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()
        pool.shutdown(cancel_futures=True)  # wait for the pool's thread, which must end before Python exits


def init_worker() -> None:
    """Set up a worker process: ignore Ctrl-C; exit on SIGTERM or when the parent process ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, exit_worker)
    Thread(target=exit_with_parent, daemon=True).start()


def exit_with_parent() -> None:
    """Wait for the parent process to end, then exit."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        exit_worker()


def exit_worker(number: int = 0, frame: FrameType | None = None) -> None:
    """Kill all external programs and exit at once."""
    with process_bot.START_LOCK:  # held until the process exits, so that no further program starts
        process_bot.kill_all()
        os._exit(1)


# ---------------------------------------------------------------- Ray cluster


def connect_ray(address: str, jobs: int) -> Workers:
    """Return workers on the Ray cluster at `address`; its machines must have this version of velodrome installed.

    The address "local" starts a cluster on this machine, with `jobs` processors; for other addresses, `jobs` has no
    effect.
    """
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
            limit = QUEUED_PER_WORKER * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while True:
                pending += [task.remote(match, block, records) for block in islice(todo, limit - len(pending))]
                if not pending:
                    return
                done, pending = ray.wait(pending)
                yield from ray.get(done)
        finally:
            ray.shutdown()

    return play
