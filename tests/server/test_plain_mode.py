"""Test that the fast WebSocket code and plain mode send clients the same messages and close codes.

Each scenario runs on two real servers with the same seeds: one with the project's own WebSocket protocol, one
in plain mode, with ordinary uvicorn and Starlette. The test compares what the clients receive: decoded messages
in order, and the close code. Timing may differ, and so may the packing of messages into packets. The docstring
of `velodrome.server.ws.plain` lists the other permitted differences.
"""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Guest, House, async_test, serve
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from velodrome.server.settings import plain_mode
from velodrome.server.ws.endpoint import MAX_MESSAGE_SIZE
from velodrome.server.ws.framing import MAX_WRITE_BUFFER, FramedSocket
from velodrome.server.ws.plain import PlainSocket

PING = json.dumps({"do": "ping"})
MAX_TURNS = 400


class Seeds:
    """Deterministic replacement for the module `secrets`.

    With it, both servers use the same room names and deal the same cards.
    """

    def __init__(self) -> None:
        self.count = 0

    def token_bytes(self, size: int) -> bytes:
        self.count += 1
        return blake2b(b"%d" % self.count, digest_size=size).digest()

    def token_urlsafe(self, size: int) -> str:
        return self.token_bytes(size).hex()

    def randbits(self, size: int) -> int:
        return int.from_bytes(self.token_bytes(size // 8), "big")

    def choice(self, letters: str) -> str:
        return letters[self.token_bytes(8)[0] % len(letters)]


class Table:
    """A room on a running server, to which clients can connect."""

    def __init__(self, house: House, port: int, guest: Guest, room: str) -> None:
        self.house = house
        self.port = port
        self.guest = guest
        self.room = room

    @asynccontextmanager
    async def join(self, guest: Guest | None = None, invite: str = "") -> AsyncIterator["Client"]:
        """Context manager that connects a client for a guest, by default for the host; it yields the client."""
        query = f"?invite={invite}" if invite else ""
        cookie = (guest or self.guest).cookie
        address = f"ws://127.0.0.1:{self.port}/ws/{self.room}{query}"
        async with connect(
            address, additional_headers={"cookie": cookie} if cookie else {}, ping_interval=None, max_size=None
        ) as connection:
            yield Client(connection)


class Client:
    """Recorder of what one connection receives."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.received: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}

    async def send(self, message: object) -> None:
        await self.connection.send(json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self.connection.recv(), 20))
        self.received.append(message)
        if message["is"] == "table":
            self.table = message
        return message

    async def receive_until(self, kind: str) -> dict[str, Any]:
        while (message := await self.receive())["is"] != kind:
            pass
        return message

    async def receive_until_closed(self) -> int:
        """Receive messages until the connection is closed; return the close code."""
        try:
            while True:
                await self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    async def write_raw(self, data: bytes) -> None:
        """Write bytes directly to the connection, bypassing the WebSocket library."""
        self.connection.transport.write(data)
        await asyncio.sleep(0)


def make_frame(payload: bytes, first: int = 0x81, mask: bytes = b"\x01\x02\x03\x04") -> bytes:
    size = len(payload)
    header = bytes([first, 0x80 | size]) if size < 126 else bytes([first, 0xFE]) + size.to_bytes(2, "big")
    return header + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))


def without_presence(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the messages without those about the room.

    Room messages report arrivals and departures, and their number depends on timing.
    """
    return [message for message in messages if message["is"] != "room"]


Outcome = list[object]
Scenario = Callable[[Table], Awaitable[Outcome]]


# ---------------------------------------------------------------- scenarios


async def play_game(table: Table) -> Outcome:
    """Play a whole game against a bot, always with the first legal move."""
    async with table.join() as client:
        await client.receive_until("table")
        for _ in range(MAX_TURNS):
            if client.table["actor"] == -2:
                break
            if client.table["actor"] == 0 and client.table["moves"]:
                move = client.table["moves"][0]["text"]
                await client.send({"do": "play", "ply": client.table["ply"], "moves": [move]})
            await client.receive_until("table")
        assert client.table["actor"] == -2
        return [*client.received]


async def play_together(table: Table) -> Outcome:
    """Let two guests take turns and chat; both record everything."""
    friend = Guest(table.house, "Ben")
    await friend.get("/api/me")
    async with table.join() as host:
        invite = (await host.receive_until("room"))["invite"].rpartition("=")[2]
        async with table.join(friend, invite) as other:
            while (await other.receive_until("room"))["me"] != 1:
                pass
            while not all(seat["online"] for seat in (await host.receive_until("room"))["seats"]):
                pass
            await host.send({"do": "start"})
            for client in (host, other):
                await client.receive_until("table")
            for _ in range(6):
                client = host if host.table["actor"] == 0 else other
                move = client.table["moves"][0]["text"]
                await client.send({"do": "play", "ply": client.table["ply"], "moves": [move]})
                for each in (host, other):
                    await each.receive_until("table")
            await host.send({"do": "ping"})
            await host.receive_until("pong")
            return [without_presence(host.received), without_presence(other.received)]


async def send_mistakes(table: Table) -> Outcome:
    """Send unreadable messages, as text and as bytes, until the server closes the connection."""
    async with table.join() as client:
        await client.receive_until("table")
        for number in range(12):
            await client.connection.send("nonsense" if number % 2 else b"\x00\x01")
        code = await client.receive_until_closed()
        return [*client.received, code]


async def send_fragments(table: Table) -> Outcome:
    """Send fragmented messages, one with a ping between two fragments; then ordinary text and binary messages."""
    async with table.join() as client:
        await client.receive_until("table")
        await client.connection.send(iter(['{"do":', ' "pi', 'ng"}']))
        await client.receive_until("pong")
        parts = make_frame(b'{"do":"p', 0x01) + make_frame(b"", 0x89) + make_frame(b'ing"}', 0x80)
        await client.write_raw(parts + make_frame(b"{", 0x81) + make_frame(PING.encode(), 0x82))
        await client.receive_until("pong")
        await client.receive_until("refused")
        await client.receive_until("pong")
        return [*client.received]


async def send_pings(table: Table) -> Outcome:
    """Ping the server with control frames and with messages."""
    async with table.join() as client:
        await client.receive_until("table")
        for _ in range(5):
            await (await client.connection.ping())
            await client.send({"do": "ping"})
            await client.receive_until("pong")
        return [*client.received]


async def send_byte_by_byte(table: Table) -> Outcome:
    """Send frames split into single bytes."""
    async with table.join() as client:
        await client.receive_until("table")
        for byte in make_frame(PING.encode()) + make_frame(b"{"):
            await client.write_raw(bytes([byte]))
        await client.receive_until("pong")
        await client.receive_until("refused")
        return [*client.received]


async def send_too_large(table: Table) -> Outcome:
    """Send a message that exceeds the size limit."""
    async with table.join() as client:
        await client.receive_until("table")
        await client.connection.send("x" * (MAX_MESSAGE_SIZE + 1))
        code = await client.receive_until_closed()
        return [*client.received, code]


async def send_too_large_in_fragments(table: Table) -> Outcome:
    """Send fragments that together exceed the size limit."""
    async with table.join() as client:
        await client.receive_until("table")
        half = "x" * (MAX_MESSAGE_SIZE // 2)
        await client.connection.send(iter([half, half, half]))
        code = await client.receive_until_closed()
        return [*client.received, code]


def make_malformed(data: bytes) -> Scenario:
    async def send_malformed(table: Table) -> Outcome:
        async with table.join() as client:
            await client.receive_until("table")
            await client.write_raw(make_frame(PING.encode()) + data)
            code = await client.receive_until_closed()
            return [*client.received, code]

    return send_malformed


async def flood(table: Table) -> Outcome:
    """Send requests faster than the rate limit allows, until the server closes the connection."""
    async with table.join() as client:
        await client.receive_until("table")
        for _ in range(100):
            await client.write_raw(make_frame(PING.encode()))
        code = await client.receive_until_closed()
        return [*client.received, code]


async def close_by_client(table: Table) -> Outcome:
    """Let the client close the connection with a custom close code; the other guest sees the client go offline."""
    watcher = Guest(table.house)
    await watcher.get("/api/me")
    async with table.join() as client, table.join(watcher) as other:
        await client.receive_until("table")
        await other.receive_until("table")
        while not (await client.receive_until("room"))["spectators"]:
            pass
        await client.connection.close(4001, "bye")
        while (await other.receive_until("room"))["seats"][0]["online"]:
            pass
        return [client.connection.close_code, *without_presence([*client.received, *other.received])]


async def visit_unknown_room(table: Table) -> Outcome:
    """Connect to a room that does not exist."""
    table.room = "nothing"
    async with table.join() as client:
        code = await client.receive_until_closed()
        return [*client.received, code]


async def exceed_sockets(table: Table) -> Outcome:
    """Open more connections than one guest may have."""
    async with table.join() as first, table.join() as second:
        await first.receive_until("table")
        await second.receive_until("table")
        async with table.join() as third:
            code = await third.receive_until_closed()
            return [*third.received, code]


async def stop_server(table: Table) -> Outcome:
    """Let the server close the connection with a custom close code; messages sent after that must not arrive."""
    async with table.join() as client:
        await client.receive_until("table")
        room = table.house.services.registry.rooms[table.room]
        room.presence.connections[0].sender.send(b'{"is":"last"}')
        room.presence.connections[0].sender.close(4400)
        room.presence.connections[0].sender.send(b'{"is":"after"}')
        await client.send({"do": "ping"})
        code = await client.receive_until_closed()
        return [*client.received, code]


async def read_nothing(table: Table) -> Outcome:
    """Stop reading until the server disconnects; the messages that arrive must be the first ones, without gaps."""
    async with table.join() as client:
        await client.receive_until("table")
        while table.house.services.metrics.sockets == 0:
            await asyncio.sleep(0)
        client.connection.transport.pause_reading()
        sender = table.house.services.registry.rooms[table.room].presence.connections[0].sender
        for number in range(40 * MAX_WRITE_BUFFER // 100_000):
            sender.send(b'{"is":"large","number":%d,"text":"%b"}' % (number, b"x" * 100_000))
            await asyncio.sleep(0)
        while table.house.services.metrics.sockets:
            await asyncio.sleep(0.01)
        client.connection.transport.resume_reading()
        code = await client.receive_until_closed()
        numbers = [message["number"] for message in client.received if message["is"] == "large"]
        assert numbers == list(range(len(numbers)))
        return [code]  # how many messages the network buffered may differ


SCENARIOS: dict[str, Scenario] = {
    "a whole game": play_game,
    "unreadable messages": send_mistakes,
    "fragments": send_fragments,
    "pings": send_pings,
    "single bytes": send_byte_by_byte,
    "a large message": send_too_large,
    "large fragments": send_too_large_in_fragments,
    "an unmasked frame": make_malformed(b"\x81\x02hi"),
    "an unknown opcode": make_malformed(make_frame(b"x", 0x83)),
    "a reserved bit": make_malformed(make_frame(b"x", 0xC1)),
    "a lone continuation": make_malformed(make_frame(b"x", 0x80)),
    "a huge length": make_malformed(b"\x81\xff" + b"\x7f" * 8 + b"\0" * 4),
    "a fragmented ping": make_malformed(make_frame(b"x", 0x09)),
    "a bad close code": make_malformed(make_frame(b"\x00\x01", 0x88)),
    "a flood": flood,
    "a close by the client": close_by_client,
    "an unknown room": visit_unknown_room,
    "too many sockets": exceed_sockets,
    "a close by the server": stop_server,
    "a slow reader": read_nothing,
}


async def run_scenario(scenario: Scenario, folder: Path, bots: list[str], **settings: Any) -> Outcome:
    folder.mkdir()
    async with House(folder, **settings) as house, serve(house) as (_, port):
        guest = Guest(house, "Anna")
        options = {"difficulties": [1], "first_starter": 0}
        room = await guest.create_room("velonimo", 2, bots, options=options)
        return await scenario(Table(house, port, guest, room))


async def compare(
    scenario: Scenario, folder: Path, monkeypatch: pytest.MonkeyPatch, bots: list[str], **settings: Any
) -> None:
    """Run a scenario on both servers, and check that the clients received the same.

    `bots` are the bots of the room by seat; `settings` are settings of the servers.
    """
    outcomes: list[Outcome] = []
    for mode in ("", "1"):
        monkeypatch.setenv("VELODROME_PLAIN", mode)
        assert plain_mode() is bool(mode)
        seeds = Seeds()
        for name in ("token_bytes", "token_urlsafe", "randbits", "choice"):
            monkeypatch.setattr(secrets, name, getattr(seeds, name))
        outcomes.append(await run_scenario(scenario, folder / f"plain{mode}", bots, **settings))
    fast, plain = [without_ports(outcome) for outcome in outcomes]
    assert fast == plain


def without_ports(outcome: Outcome) -> object:
    """Return a copy of the outcome with blank invite links, because these contain the server's port."""

    def blank(message: dict[str, Any]) -> dict[str, Any]:
        return message | {"invite": ""} if "invite" in message else message

    return json.loads(json.dumps(outcome), object_hook=blank)


@pytest.mark.parametrize("name", SCENARIOS)
@async_test
async def test_clients_receive_the_same_in_plain_mode(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"limit_rate": 2} if name == "a flood" else {"limit_guest": 2}
    await compare(SCENARIOS[name], tmp_path, monkeypatch, ["", "level1"], **settings)


@async_test
async def test_two_guests_receive_the_same_in_plain_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await compare(play_together, tmp_path, monkeypatch, [])


@pytest.mark.parametrize(("mode", "kind"), [("", FramedSocket), ("0", FramedSocket), ("1", PlainSocket)])
@async_test
async def test_the_environment_chooses_the_socket(
    mode: str, kind: type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VELODROME_PLAIN", mode)
    kinds: list[type] = []

    async def note_kind(table: Table) -> Outcome:
        async with table.join() as client:
            await client.receive_until("table")
            kinds.append(type(table.house.services.registry.rooms[table.room].presence.connections[0].sender))
            return []

    await run_scenario(note_kind, tmp_path / "server", ["", "level1"])
    assert kinds == [kind]
