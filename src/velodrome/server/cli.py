"""`velodrome serve`: the table in the browser, until it is told to stop."""

import asyncio
import gc
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from contextlib import suppress

import uvicorn

from velodrome.core.errors import VelodromeError
from velodrome.paths import data_folder
from velodrome.server import logs, settings
from velodrome.server.app import create
from velodrome.server.settings import Settings, address, settle
from velodrome.server.store.store import Store
from velodrome.server.ws.endpoint import LARGEST
from velodrome.server.ws.uvicorn_http import Door
from velodrome.server.ws.uvicorn_ws import Wire

GRACE = 3  # seconds that open requests get at the end
BACKLOG = 1024
SPARE = 200  # files for the database, bots and plain requests
HERE = "127.0.0.1"
NEAR = 20  # ports that are tried where none was named


class NoPort(VelodromeError):
    """A place that the server cannot listen at."""


def add_arguments(parser: ArgumentParser) -> None:
    """Every setting, and what helps at home."""
    settings.add_arguments(parser)
    parser.add_argument("--lan", action="store_true", help="serve the local network, with its address in invite links")
    parser.add_argument("--browser", action=BooleanOptionalAction, default=False, help="open the page when it is there")


def run(arguments: Namespace) -> int:
    """Serve until a signal comes; the exit code."""
    chosen = settle(arguments)
    if arguments.lan:
        chosen = chosen._replace(host="0.0.0.0")
    listener = listen_near(chosen) if is_any_port(arguments) else listen(chosen.host, chosen.port)
    if arguments.lan and not chosen.base_url:
        chosen = chosen._replace(base_url=f"http://{lan_address()}:{listener.getsockname()[1]}")
        if lan_address() == HERE:
            print("Velodrome: this machine is on no network, so no phone can join.", file=sys.stderr)
    logs.set_up(chosen.log)
    chosen = within(chosen, most_files())
    url = address(chosen.database, data_folder())
    asyncio.run(check(url))
    page = chosen.base_url or shown(listener)
    server = uvicorn.Server(config(chosen, url))
    print(f"Velodrome: {page}  (Ctrl-C ends it)", flush=True)
    if arguments.browser:
        threading.Thread(target=show, args=[server, page], daemon=True).start()
    spare_garbage()
    signal.signal(signal.SIGTERM, end)  # uvicorn stops, then raises the signal again
    server.run([listener])
    return 0 if server.started else 1


def most_files() -> int:
    """How many files and sockets the system lets this process have, raised as far as it goes; 0 if it does not say."""
    try:
        import resource
    except ImportError:
        return 0
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 0 if soft == resource.RLIM_INFINITY else soft


def within(chosen: Settings, files: int) -> Settings:
    """Settings that the system has files for; says so if that is fewer sockets than were asked for."""
    most = max(1, files - SPARE)
    if not files or chosen.limit_sockets <= most:
        return chosen
    print(f"Velodrome: the system grants {files} open files, so {most} pages at once (ulimit -n).", file=sys.stderr)
    return chosen._replace(limit_sockets=most)


def end(number: int, frame: object) -> None:
    """Leave as after Ctrl-C: with everything put away."""
    raise SystemExit(0)


def spare_garbage() -> None:
    """Look for garbage in cycles among new things alone, seldom among old ones, never among the first.

    Each look holds up all tables, the longer the more it looks through: all is better looked at while nobody plays
    (see `tending`). And it begins with more than moves on their way to the disk are made of: they are no garbage.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 100)


async def check(url: str) -> None:
    """BadStore, before anything begins, if the database cannot be used."""
    store = Store(url, lambda seconds, moves: None)
    await store.open()
    await store.close()


def show(server: uvicorn.Server, page: str) -> None:
    """Open a browser, if there is one, once the server answers."""
    while not server.started and not server.should_exit:
        time.sleep(0.05)
    with suppress(webbrowser.Error):
        webbrowser.open(page)


def config(chosen: Settings, url: str) -> uvicorn.Config:
    """How uvicorn is to run the server."""
    return uvicorn.Config(
        create(chosen, url),
        log_config=None,
        access_log=False,  # addresses hold invite tokens
        forwarded_allow_ips=chosen.proxies,
        http=Door,  # which reads headers of any length no further than a few kB
        ws=Wire,
        ws_per_message_deflate=False,  # messages are small, and memory for each guest is not
        ws_max_size=LARGEST,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; NoPort if it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as problem:
        why = os.strerror(problem.errno) if problem.errno else str(problem)
        raise NoPort(f"cannot listen at {host}, port {port}: {why}; choose another with --port.") from None


def is_any_port(arguments: Namespace) -> bool:
    """Whether nobody named a port: then the next one does as well."""
    return arguments.port is None and not os.environ.get("VELODROME_PORT")


def listen_near(chosen: Settings) -> socket.socket:
    """A socket at the usual port, or at one of the next if it is taken."""
    for port in range(chosen.port, chosen.port + NEAR):
        with suppress(NoPort):
            return listen(chosen.host, port)
    return listen(chosen.host, chosen.port)


def lan_address() -> str:
    """The address by which the local network reaches this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # nothing is sent: it only asks which way a packet would go
        return str(probe.getsockname()[0])
    return HERE


def shown(listener: socket.socket) -> str:
    """The address that a browser on this machine opens."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = HERE
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
