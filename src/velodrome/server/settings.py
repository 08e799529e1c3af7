"""What a server can be told: by arguments of `velodrome serve`, or by VELODROME_… in the environment."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from velodrome.core.errors import VelodromeError

PORT = 8765


class BadSetting(VelodromeError):
    """A setting that the server cannot run with."""


class Settings(NamedTuple):
    """Every setting with its value."""

    host: str = "127.0.0.1"
    port: int = PORT
    database: str = ""  # a file, or an address such as sqlite+aiosqlite:///…
    base_url: str = ""  # as guests reach the server; "" is whatever address they used
    proxies: str = "127.0.0.1,::1"  # whose X-Forwarded-For and X-Forwarded-Proto are believed
    bots: int = 1  # processes in which bots think
    limit_sockets: int = 5000  # open at once
    limit_guest: int = 20  # of one guest
    limit_rooms: int = 30  # that one guest may open in an hour
    limit_address: int = 500  # sockets of one address: a school may be behind it
    limit_address_rooms: int = 300  # that one address may open in an hour
    limit_rate: int = 20  # requests a second on one socket, and as many pings, after a burst of three times as many
    limit_kept: int = 500  # rooms without anybody that stay in memory
    limit_lobby: int = 7  # days that a room may take to begin
    log: str = "text"  # text or json

    @property
    def secure(self) -> bool:
        """Whether guests come by HTTPS."""
        return self.base_url.startswith("https://")


ABOUT = {  # setting: what it says
    "host": "the address to listen at; 0.0.0.0 for every one of this machine",
    "port": "the port to listen at",
    "database": "the file that keeps rooms and moves; by default in the folder for your data",
    "base_url": "how guests reach the server, if not by the address that it listens at: https://example.org",
    "proxies": "addresses or networks of proxies, which say from where a guest comes",
    "bots": "processes in which bots think",
    "limit_sockets": "pages that may be at tables at once",
    "limit_guest": "pages that one guest may have at tables at once",
    "limit_rooms": "tables that one guest may open in an hour",
    "limit_address": "pages that one address may have at tables at once",
    "limit_address_rooms": "tables that one address may open in an hour",
    "limit_rate": "requests a second that one page may send, and as many pings",
    "limit_kept": "tables without anybody that stay in memory",
    "limit_lobby": "days after which a table that never began is cleared away",
    "log": "how events are logged: text or json",
}


def add_arguments(parser: ArgumentParser) -> None:
    """An argument for each setting."""
    for name, default in Settings()._asdict().items():
        kind = int if isinstance(default, int) else str
        choices = ("text", "json") if name == "log" else None
        word = "FILE" if name == "database" else "URL" if name == "base_url" else "N" if kind is int else name.upper()
        shown = f" ({default})" if default != "" else ""
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            type=kind,
            choices=choices,
            metavar=None if choices else word,
            help=ABOUT[name] + shown,
        )


def settle(arguments: Namespace, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings that arguments, then the environment, then defaults give; BadSetting if one cannot be."""
    found: dict[str, object] = {}
    for name, default in Settings()._asdict().items():
        value = getattr(arguments, name, None)
        variable = f"VELODROME_{name.upper()}"
        if value is None and environment.get(variable):
            value = read(variable, environment[variable], default)
        if value is not None:
            found[name] = value
    return checked(Settings(**found))  # type: ignore[arg-type]  # each is of its default's type


def read(variable: str, text: str, default: object) -> object:
    """The value of a variable of the environment."""
    if not isinstance(default, int):
        return text
    if not text.isdecimal():
        raise BadSetting(f"{variable} is {text}; expected a whole number.")
    return int(text)


def checked(settings: Settings) -> Settings:
    if not 0 <= settings.port < 65536:
        raise BadSetting(f"port is {settings.port}; expected 0 to 65535.")
    for name, default in Settings()._asdict().items():
        if isinstance(default, int) and name != "port" and getattr(settings, name) < 1:
            raise BadSetting(f"{name.replace('_', '-')} is {getattr(settings, name)}; expected 1 or more.")
    if settings.log not in ("text", "json"):
        raise BadSetting(f"log is {settings.log}; expected text or json.")
    for word in settings.proxies.split(",") if settings.proxies else []:
        try:
            ip_network(word.strip())
        except ValueError:
            raise BadSetting(f"proxies has {word.strip()!r}; expected addresses or networks: 10.0.0.0/8,::1.") from None
    parts = urlsplit(settings.base_url)
    if settings.base_url and (parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/")):
        raise BadSetting(f"base-url is {settings.base_url}; expected an origin such as https://example.org.")
    return settings._replace(base_url=settings.base_url.rstrip("/"))


def address(database: str, folder: Path) -> str:
    """The address of a database for SQLAlchemy: of a file, which need not exist yet, or as it was given."""
    if "://" in database:
        return database
    path = Path(database).expanduser() if database else folder / "table.sqlite"
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise BadSetting(f"{path.parent}: cannot be made ({problem.strerror}); name another with --database.") from None
    return f"sqlite+aiosqlite:///{path.resolve()}"
