"""`velodrome serve`: run the server until a signal stops it."""

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
from typing import Any

import uvicorn

from velodrome.core.errors import VelodromeError
from velodrome.paths import data_folder
from velodrome.server import settings
from velodrome.server.app import create_app
from velodrome.server.logs import configure_logging
from velodrome.server.settings import Settings, database_url, load_settings, plain_mode
from velodrome.server.store.store import Store
from velodrome.server.ws.endpoint import MAX_MESSAGE_SIZE
from velodrome.server.ws.uvicorn_http import TimeoutH11Protocol
from velodrome.server.ws.uvicorn_ws import FastWebSocketProtocol

SHUTDOWN_TIMEOUT = 3  # seconds to wait for open requests
LISTEN_BACKLOG = 1024
RESERVED_FILES = 200  # open files reserved for the database, bots and HTTP requests
LOOPBACK = "127.0.0.1"
MAX_PORTS_TRIED = 20  # ports to try if none was given
STARTUP_POLL_INTERVAL = 0.05  # seconds


class PortUnavailable(VelodromeError):
    """Raised when the server cannot listen on the chosen address and port."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add an argument for each setting, and the options --lan and --browser."""
    settings.add_arguments(parser)
    parser.add_argument("--lan", action="store_true", help="let phones and computers in the local network join")
    parser.add_argument(
        "--browser", action=BooleanOptionalAction, default=False, help="open the page in a browser (default: no)"
    )


def run(arguments: Namespace) -> int:
    """Run the server until a signal stops it; return the exit code."""
    chosen = load_settings(arguments)
    if arguments.lan:
        chosen = chosen._replace(host="0.0.0.0")
    listener = listen_nearby(chosen) if is_default_port(arguments) else listen(chosen.host, chosen.port)
    if arguments.lan and not chosen.base_url:
        chosen = chosen._replace(base_url=f"http://{find_lan_address()}:{listener.getsockname()[1]}")
        if find_lan_address() == LOOPBACK:
            print("Velodrome: this machine is not on a network, so phones cannot join.", file=sys.stderr)
    configure_logging(chosen.log)
    chosen = limit_sockets_to_files(chosen, raise_file_limit())
    url = database_url(chosen.database, data_folder())
    asyncio.run(check_database(url))
    page = chosen.base_url or local_url(listener)
    server = uvicorn.Server(make_config(chosen, url))
    print(f"Velodrome: {page}  (press Ctrl-C to stop)", flush=True)
    if arguments.browser:
        threading.Thread(target=open_browser, args=[server, page], daemon=True).start()
    tune_garbage_collector()
    signal.signal(signal.SIGTERM, exit_normally)  # uvicorn shuts down first, then raises the signal again
    server.run([listener])
    return 0 if server.started else 1


def raise_file_limit() -> int:
    """Raise this process's limit on open files as far as possible; return the new limit, 0 if infinite or unknown."""
    try:
        import resource
    except ImportError:
        return 0
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 0 if soft == resource.RLIM_INFINITY else soft


def limit_sockets_to_files(chosen: Settings, files: int) -> Settings:
    """Return `chosen`; lower its `limit_sockets` and print a warning if this process may not open that many sockets.

    `files` is the process's limit on open files; 0 if the limit is infinite or unknown.
    """
    available = max(1, files - RESERVED_FILES)
    if not files or chosen.limit_sockets <= available:
        return chosen
    print(
        f"Velodrome: the system allows {files} open files, so at most {available} connections at once (see ulimit -n).",
        file=sys.stderr,
    )
    return chosen._replace(limit_sockets=available)


def exit_normally(number: int, frame: object) -> None:
    """Handle SIGTERM: exit with code 0, so that the signal ends the server like Ctrl-C."""
    raise SystemExit(0)


def tune_garbage_collector() -> None:
    """Make garbage collections rare, and let them ignore all objects that exist at start-up.

    A collection pauses all rooms, and takes longer the more objects it visits. `rooms/housekeeping.py` runs full
    collections while nobody plays. The threshold is higher than the usual number of objects that wait for a commit,
    so that these objects alone do not start a collection.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 100)


async def check_database(url: str) -> None:
    """Create or upgrade the database before the server starts, and close it; raise BadStore if it cannot be used."""
    store = Store(url, lambda seconds, moves: None)
    await store.open()
    await store.close()


def open_browser(server: uvicorn.Server, page: str) -> None:
    """Wait until the server has started, then open the page in a browser if there is one."""
    while not server.started and not server.should_exit:
        time.sleep(STARTUP_POLL_INTERVAL)
    if not server.started:
        return
    with suppress(webbrowser.Error):
        webbrowser.open(page)


def make_config(chosen: Settings, url: str) -> uvicorn.Config:
    """Return uvicorn's configuration; `url` names the database."""
    return uvicorn.Config(
        create_app(chosen, url),
        log_config=None,
        access_log=False,  # URLs contain invite tokens
        forwarded_allow_ips=chosen.proxies,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
        **protocol_options(),
    )


def protocol_options() -> dict[str, Any]:
    """Return uvicorn's options for the HTTP and WebSocket protocols.

    They select our protocol classes or, in plain mode (see `settings.plain_mode`), uvicorn's own classes.
    """
    return {
        "http": "h11" if plain_mode() else TimeoutH11Protocol,  # h11 limits the size of the request headers
        "ws": "websockets-sansio" if plain_mode() else FastWebSocketProtocol,
        "ws_per_message_deflate": False,  # messages are small, and compression costs memory per client
        "ws_max_size": MAX_MESSAGE_SIZE,
    }


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket; raise PortUnavailable if that fails."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=LISTEN_BACKLOG)
    except OSError as problem:
        why = os.strerror(problem.errno) if problem.errno else str(problem)
        raise PortUnavailable(f"cannot listen on {host}, port {port}: {why}; choose another with --port.") from None


def is_default_port(arguments: Namespace) -> bool:
    """Return whether neither the arguments nor VELODROME_PORT give a port.

    If so, the server may use another port when the default one is taken.
    """
    return arguments.port is None and not os.environ.get("VELODROME_PORT")


def listen_nearby(chosen: Settings) -> socket.socket:
    """Return a socket that listens on the default port or, if that port is taken, on the next free one.

    Try MAX_PORTS_TRIED ports; raise PortUnavailable if none of them is free.
    """
    for port in range(chosen.port, chosen.port + MAX_PORTS_TRIED):
        with suppress(PortUnavailable):
            return listen(chosen.host, port)
    return listen(chosen.host, chosen.port)


def find_lan_address() -> str:
    """Return this machine's address in the local network; the loopback address if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # connecting a UDP socket sends nothing; it only chooses a route
        return str(probe.getsockname()[0])
    return LOOPBACK


def local_url(listener: socket.socket) -> str:
    """Return the URL at which a browser on this machine reaches the server; `listener` is the server's socket."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = LOOPBACK
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
