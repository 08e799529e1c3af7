"""Test the server's own WebSocket framing: every message arrives once and in order, however the network splits it."""

import asyncio
import gc
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.server.harness import Guest, House, async_test, serve
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import connect

from velodrome.server.rooms.connection import Connection
from velodrome.server.rooms.room import Room
from velodrome.server.ws.framing import MAX_WRITE_BUFFER, FramedSocket, SendBatch
from velodrome.server.ws.uvicorn_ws import MAX_UNCOUNTED_BYTES, FastWebSocketProtocol


class Transport:
    """Fake transport that records what is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.buffer_size = 0
        self.aborted = False

    def is_closing(self) -> bool:
        return self.aborted

    def get_write_buffer_size(self) -> int:
        return self.buffer_size

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def abort(self) -> None:
        self.aborted = True

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def data_received(self, data: bytes) -> None:
        """Deliver bytes from the network."""
        self.protocol.data_received(data)


class Loop:
    """Fake event loop; nothing runs until the test calls `run_once`, which runs one iteration."""

    def __init__(self) -> None:
        self.callbacks: list[Callable[[], None]] = []

    def call_soon(self, callback: Callable[[], None]) -> None:
        self.callbacks.append(callback)

    def run_once(self) -> None:
        callbacks, self.callbacks = self.callbacks, []
        for callback in callbacks:
            callback()


class Client(NamedTuple):
    """A fake client's connection to the server.

    `received` lists the messages that the server received; `delegated` lists the bytes that the fast code passed on
    to uvicorn.
    """

    transport: Transport
    socket: Any
    fallback: Any
    loop: Loop
    received: list[bytes]
    delegated: list[bytes]


def connect_client(monkeypatch: pytest.MonkeyPatch, attached: bool = True) -> Client:
    loop: Any = Loop()
    fallback: Any = object.__new__(FastWebSocketProtocol)
    client = Client(Transport(), None, fallback, loop, [], [])
    fallback.close_sent, fallback.transport, fallback.loop = False, client.transport, loop
    fallback.handshake_initiated = True
    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", lambda self, data: client.delegated.append(data))
    client.transport.set_protocol(fallback)
    socket = fallback.framed_socket = FramedSocket(fallback, SendBatch(loop), 1000)
    if attached:
        socket.attach(client.received.append, lambda: False)
    return client._replace(socket=socket)


def frame(text: bytes, first: int = 0x81, mask: bytes = b"\x01\x02\x03\x04") -> bytes:
    size = len(text)
    head = bytes([first, 0x80 | size]) if size < 126 else bytes([first, 0xFE]) + size.to_bytes(2, "big")
    return head + mask + bytes(letter ^ mask[i % 4] for i, letter in enumerate(text))


MESSAGES = [b"{}", b"", b"x" * 125, b"y" * 126, b"z" * 900, '"é"'.encode()]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100, 5000])
def test_messages_arrive_whole_however_the_stream_is_split(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    client = connect_client(monkeypatch)
    stream = b"".join(frame(text) for text in MESSAGES)
    for start in range(0, len(stream), size):
        client.transport.data_received(stream[start : start + size])
    assert client.received == MESSAGES
    assert client.delegated == []


def test_pings_are_passed_to_the_fallback_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    client = connect_client(monkeypatch)
    ping = frame(b"p", 0x89)
    client.transport.data_received(frame(b"1") + ping * 2 + frame(b"2"))
    assert (client.received, client.delegated) == ([b"1", b"2"], [ping, ping])


@pytest.mark.parametrize("size", [1, 7, 5000])
def test_a_fragmented_message_arrives_in_order(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    client = connect_client(monkeypatch)
    ping = frame(b"p", 0x89)
    parts = frame(b"a", 0x01) + ping + frame(b"b", 0x00) + frame(b"", 0x00) + frame(b"c", 0x80)
    others = frame(b"d", 0x02) + frame(b"e", 0x80) + frame(b"f", 0x82)  # binary messages, fragmented and whole
    stream = frame(b"1") + parts + frame(b"2") + others + frame(b"3")
    for start in range(0, len(stream), size):
        client.transport.data_received(stream[start : start + size])
    assert client.received == [b"1", b"abc", b"2", b"de", b"f", b"3"]
    assert client.delegated == [ping]


@pytest.mark.parametrize("odd", [0x00, 0x80, 0x83, 0x03, 0xC1, 0x41])
def test_unexpected_fragments_and_opcodes_are_passed_to_the_fallback(odd: int, monkeypatch: pytest.MonkeyPatch) -> None:
    client = connect_client(monkeypatch)
    client.transport.data_received(frame(b"x", odd))
    assert (client.received, client.delegated) == ([], [frame(b"x", odd)])


def test_fragments_are_rate_limited_and_limited_in_total_size(monkeypatch: pytest.MonkeyPatch) -> None:
    client = connect_client(monkeypatch, attached=False)
    counted, closed = iter([False, True, False, *[False] * 3]), list[int]()
    monkeypatch.setattr(FastWebSocketProtocol, "start_close", lambda self, code: closed.append(code))
    client.socket.attach(client.received.append, lambda: next(counted))
    client.transport.data_received(frame(b"a", 0x01) + frame(b"b", 0x00) + frame(b"c", 0x80))
    assert client.received == [], "a message without one of its fragments is dropped"
    client.transport.data_received(frame(b"x" * 600, 0x01) + frame(b"x" * 400, 0x00) + frame(b"x", 0x80) + frame(b"1"))
    assert (client.received, closed) == ([], [1009])


def test_pings_are_rate_limited_and_a_client_that_reads_no_pongs_is_aborted(monkeypatch: pytest.MonkeyPatch) -> None:
    client = connect_client(monkeypatch, attached=False)
    ping, counted = frame(b"p", 0x89), iter([False, True, False])
    client.socket.attach(client.received.append, lambda: next(counted))
    client.transport.data_received(ping * 2 + frame(b"1") + ping)
    assert (client.received, client.delegated) == ([b"1"], [ping, ping])
    client.transport.buffer_size = MAX_WRITE_BUFFER + 1
    client.transport.data_received(ping)
    assert client.transport.aborted
    assert client.delegated == [ping, ping]


@pytest.mark.parametrize(
    "odd", [frame(b"x" * 1001), b"\x81\xff" + b"\0" * 12, b"\x81\x02hi"], ids=["large", "huge", "bare"]
)
def test_an_unusual_frame_and_all_that_follows_go_to_the_fallback(odd: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    client = connect_client(monkeypatch)
    client.transport.data_received(frame(b"1") + odd)
    client.transport.data_received(frame(b"2"))
    assert client.received == [b"1"]
    assert b"".join(client.delegated) == odd + frame(b"2")


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
@pytest.mark.parametrize("split", [1, 3, 5, 8])
def test_a_room_can_attach_in_the_middle_of_a_frame(size: int, split: int, monkeypatch: pytest.MonkeyPatch) -> None:
    client = connect_client(monkeypatch, attached=False)
    before, stream = frame(b"early"), b"".join(frame(text) for text in MESSAGES)
    client.transport.data_received(before + stream[:split])
    client.socket.attach(client.received.append, lambda: False)
    for start in range(split, len(stream), size):
        client.transport.data_received(stream[start : start + size])
    whole = split == len(frame(MESSAGES[0]))  # True: the fallback received the first message
    assert client.received == MESSAGES[whole:]
    assert b"".join(client.delegated) == before + stream[: split * whole]


def test_a_client_that_starts_with_an_unusual_frame_stays_with_the_fallback(monkeypatch: pytest.MonkeyPatch) -> None:
    client = connect_client(monkeypatch, attached=False)
    odd = b"\x81\xff" + b"\0" * 7 + frame(b"x")[1:]
    client.transport.data_received(odd[:4])
    client.transport.data_received(odd[4:])
    client.socket.attach(client.received.append, lambda: False)
    client.transport.data_received(frame(b"1"))
    assert client.transport.protocol is client.fallback
    assert (b"".join(client.delegated), client.received) == (odd + frame(b"1"), [])


PINGS = frame(b"", 0x89) * 20_000


@pytest.mark.parametrize("when", ["before a room is attached", "after closing", "after an unusual frame"])
def test_bytes_that_no_rate_limit_counts_are_limited(when: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client = connect_client(monkeypatch, attached=not when.startswith("before"))
    monkeypatch.setattr(FastWebSocketProtocol, "start_close", lambda self, code: None)
    if when == "after closing":
        client.socket.close(4429)
    elif when == "after an unusual frame":
        client.transport.data_received(b"\x81\xff" + b"\0" * 7 + frame(b"x")[1:])  # one byte, but with a 64-bit length
    assert not client.transport.aborted
    client.transport.data_received(PINGS)
    assert client.transport.aborted
    assert MAX_UNCOUNTED_BYTES - len(frame(b"", 0x89)) < len(b"".join(client.delegated)) <= MAX_UNCOUNTED_BYTES
    assert client.received == []


def test_nothing_is_received_or_sent_after_close(monkeypatch: pytest.MonkeyPatch) -> None:
    client = connect_client(monkeypatch, attached=False)
    closed: list[int] = []
    monkeypatch.setattr(FastWebSocketProtocol, "start_close", lambda self, code: closed.append(code))
    client.socket.attach(client.received.append, lambda: client.socket.close(4429) or True)
    client.socket.send(b"before")
    client.transport.data_received(PINGS + frame(b"1"))
    client.socket.send(b"after")
    client.socket.close(1011)
    client.socket.attach(client.received.append, lambda: False)
    client.loop.run_once()
    assert (client.received, client.delegated, closed) == ([], [], [4429])
    assert client.transport.written == [b"\x81\x06before"]
    assert client.transport.protocol is client.fallback


def test_nothing_is_received_or_sent_after_the_client_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    client = connect_client(monkeypatch)
    monkeypatch.setattr(FastWebSocketProtocol, "process_frames", lambda self, data: self.transport.abort())
    client.transport.data_received(frame(b"\x03\xe8", 0x88) + frame(b"1"))
    client.socket.send(b"x")
    client.loop.run_once()
    assert (client.received, client.transport.written) == ([], [])


def test_a_connection_lost_before_attaching_is_not_attached(monkeypatch: pytest.MonkeyPatch) -> None:
    client = connect_client(monkeypatch, attached=False)
    client.transport.abort()
    client.socket.attach(client.received.append, lambda: False)
    assert client.transport.protocol is client.fallback


def test_a_broken_connection_does_not_stop_messages_to_the_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, other = connect_client(monkeypatch), connect_client(monkeypatch)
    other.socket.batch = broken.socket.batch
    monkeypatch.setattr(broken.transport, "write", None)
    broken.socket.send(b"1")
    other.socket.send(b"2")
    broken.loop.run_once()
    assert broken.transport.aborted
    assert other.transport.written == [b"\x81\x012"]
    assert caplog.messages == ["channel.broken"]


def test_messages_of_one_loop_iteration_are_sent_at_its_end_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    client, other = connect_client(monkeypatch), connect_client(monkeypatch)
    other.socket.batch = client.socket.batch
    for socket, text in [(client.socket, b"1"), (other.socket, b"2"), (client.socket, b"3")]:
        socket.send(text)
    assert client.transport.written == other.transport.written == []
    assert len(client.loop.callbacks) == 1
    client.loop.run_once()
    assert client.transport.written == [b"\x81\x011", b"\x81\x013"]
    assert other.transport.written == [b"\x81\x012"]
    client.socket.send(b"4")
    client.loop.run_once()
    assert client.transport.written[2:] == [b"\x81\x014"]


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536])
def test_the_frame_header_depends_on_the_message_length(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    client = connect_client(monkeypatch)
    client.socket.send(b"x" * size)
    client.loop.run_once()
    (sent,) = client.transport.written
    head = {0: b"\x81\x00", 125: b"\x81\x7d", 126: b"\x81\x7e\x00\x7e", 65535: b"\x81\x7e\xff\xff"}
    assert sent == head.get(size, b"\x81\x7f" + (65536).to_bytes(8, "big")) + b"x" * size


def test_a_client_that_reads_nothing_is_aborted(monkeypatch: pytest.MonkeyPatch) -> None:
    client = connect_client(monkeypatch)
    client.transport.buffer_size = MAX_WRITE_BUFFER + 1
    client.socket.send(b"x")
    client.loop.run_once()
    assert client.transport.aborted
    client.socket.send(b"y")
    client.loop.run_once()
    assert client.transport.written == []


def list_living() -> list[str]:
    """Return the class names of all rooms and connections in memory.

    The list includes objects that are unreachable but not yet garbage-collected.
    """
    kinds = (Room, Connection, FastWebSocketProtocol, FramedSocket)
    return [type(thing).__name__ for thing in gc.get_objects() if type(thing) in kinds]


@async_test
async def test_closed_connections_and_rooms_leave_no_reference_cycles(tmp_path: Path) -> None:
    gc.collect()
    gc.disable()
    try:
        before = list_living()
        async with House(tmp_path, limit_kept=1) as house:
            guest = Guest(house, "Anna")
            rooms = [await guest.create_room("velvet", 2, ["", "level1"]) for _ in range(3)]
            async with serve(house) as (server, port):
                address = f"ws://127.0.0.1:{port}/ws/"
                for room, is_aborted in [*product(rooms, [True, False]), ("nothing", False)]:
                    async with connect(address + room, additional_headers={"cookie": guest.cookie}) as client:
                        await client.recv()
                        if room != "nothing":
                            await client.send('{"do": "ping"}')
                            while "pong" not in str(await client.recv()):
                                pass
                        if is_aborted:
                            client.transport.abort()
                    while server.server_state.connections or server.server_state.tasks:
                        await asyncio.sleep(0)
                assert list_living() == [*before, "Room"]  # the room stays cached
    finally:
        gc.enable()
