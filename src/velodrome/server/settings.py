"""Settings of the server, given as arguments of `velodrome serve` or as VELODROME_… environment variables."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from velodrome.core.errors import VelodromeError

DEFAULT_PORT = 8765
LOG_FORMATS = ("text", "json")


class BadSetting(VelodromeError):
    """Raised if a setting has a value that the server cannot use."""


class Settings(NamedTuple):
    """Every setting with its default."""

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    database: str = ""  # a file, or a URL such as sqlite+aiosqlite:///…
    base_url: str = ""  # URL at which guests reach the server; "": the URL of each request
    proxies: str = "127.0.0.1,::1"  # addresses that may set X-Forwarded-For and X-Forwarded-Proto
    bots: int = 1  # worker processes
    limit_sockets: int = 5000  # open at once
    limit_guest: int = 20  # sockets of one guest
    limit_rooms: int = 30  # created by one guest in an hour
    limit_address: int = 500  # sockets of one address: a whole school may share it
    limit_address_rooms: int = 300  # created from one address in an hour
    limit_rate: int = 20  # requests per second on one socket (bursts: three times as many); the same again for pings
    limit_kept: int = 500  # rooms without connections that stay in memory
    limit_lobby: int = 7  # days after which a room that has not started is deleted
    log: str = "text"  # text or json

    @property
    def secure(self) -> bool:
        """Return whether guests use HTTPS."""
        return self.base_url.startswith("https://")


DESCRIPTIONS = {
    "host": "address to listen on; 0.0.0.0 stands for all addresses of this machine",
    "port": "port to listen on",
    "database": "database file; the default is table.sqlite in your data folder",
    "base_url": "URL that guests open if a proxy is in front of the server, such as https://example.org",
    "proxies": "addresses or networks of proxies that may set X-Forwarded-For",
    "bots": "number of bot processes",
    "limit_sockets": "maximum number of open connections",
    "limit_guest": "maximum number of open connections for one guest",
    "limit_rooms": "maximum number of new tables per hour for one guest",
    "limit_address": "maximum number of open connections from one address",
    "limit_address_rooms": "maximum number of new tables per hour from one address",
    "limit_rate": "maximum number of requests per second on one connection; pings are counted separately",
    "limit_kept": "maximum number of tables without connections that stay in memory; others are loaded when needed",
    "limit_lobby": "days after which a table is deleted if its game has not started",
    "log": "log format: text or json",
}


def plain_mode() -> bool:
    """Return whether VELODROME_PLAIN is set (to anything but 0).

    The server then uses ordinary uvicorn, Starlette and msgspec instead of our faster code.
    """
    return os.environ.get("VELODROME_PLAIN", "") not in ("", "0")


def add_arguments(parser: ArgumentParser) -> None:
    """Add an argument for each setting."""
    for name, default in Settings()._asdict().items():
        kind = int if isinstance(default, int) else str
        choices = LOG_FORMATS if name == "log" else None
        metavar = {"database": "FILE", "base_url": "URL"}.get(name, "N" if kind is int else name.upper())
        suffix = f" (default: {default})" if default != "" else ""
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            type=kind,
            choices=choices,
            metavar=None if choices else metavar,
            help=DESCRIPTIONS[name] + suffix,
        )


def load_settings(arguments: Namespace, environment: Mapping[str, str] = os.environ) -> Settings:
    """Take each setting from the arguments, else the environment, else its default; raise BadSetting for bad values."""
    values: dict[str, object] = {}
    for name, default in Settings()._asdict().items():
        value = getattr(arguments, name, None)
        variable = f"VELODROME_{name.upper()}"
        if value is None and environment.get(variable):
            value = parse_variable(variable, environment[variable], default)
        if value is not None:
            values[name] = value
    return validate_settings(Settings(**values))  # type: ignore[arg-type]  # each value has the type of its default


def parse_variable(variable: str, text: str, default: object) -> object:
    """Convert `text`, an environment variable's value, to the type of the default; raise BadSetting if it is bad."""
    if not isinstance(default, int):
        return text
    if not text.isdecimal():
        raise BadSetting(f"{variable} is {text}; expected a whole number.")
    return int(text)


def validate_settings(settings: Settings) -> Settings:
    """Return the settings with a normalized base URL; raise BadSetting if a value is not valid."""
    if not 0 <= settings.port < 65536:
        raise BadSetting(f"port is {settings.port}; expected 0 to 65535.")
    for name, default in Settings()._asdict().items():
        if isinstance(default, int) and name != "port" and getattr(settings, name) < 1:
            raise BadSetting(f"{name.replace('_', '-')} is {getattr(settings, name)}; expected 1 or more.")
    if settings.log not in LOG_FORMATS:
        raise BadSetting(f"log is {settings.log}; expected text or json.")
    for network in settings.proxies.split(",") if settings.proxies else []:
        try:
            ip_network(network.strip())
        except ValueError:
            raise BadSetting(
                f"proxies has {network.strip()!r}; expected addresses or networks: 10.0.0.0/8,::1."
            ) from None
    parts = urlsplit(settings.base_url)
    if settings.base_url and (parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/")):
        raise BadSetting(f"base-url is {settings.base_url}; expected an origin such as https://example.org.")
    return settings._replace(base_url=settings.base_url.rstrip("/"))


def database_url(database: str, folder: Path) -> str:
    """Return the SQLAlchemy URL for `database`: a URL, a file, or "" for the file table.sqlite in `folder`.

    Create the folder of the file; raise BadSetting if that fails.
    """
    if "://" in database:
        return database
    path = Path(database).expanduser() if database else folder / "table.sqlite"
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise BadSetting(
            f"{path.parent}: cannot create this folder ({problem.strerror}); choose another with --database."
        ) from None
    return f"sqlite+aiosqlite:///{path.resolve()}"
