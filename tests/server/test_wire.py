"""The short way of frames: whatever the network makes of them, every text arrives once and in order."""

import asyncio
import gc
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from tests.server.house import Guest, House, scene
from uvicorn.lifespan.off import LifespanOff
from websockets.asyncio.client import connect

from velodrome.server import serve, wire
from velodrome.server.lines import Line
from velodrome.server.rooms import LiveRoom
from velodrome.server.wire import FULL, SPARE, Wire


class Transport:
    """A connection that remembers."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.waiting = 0
        self.aborted = False

    def is_closing(self) -> bool:
        return self.aborted

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def abort(self) -> None:
        self.aborted = True


class Config:
    ws_max_size = 1000


def line(monkeypatch: pytest.MonkeyPatch) -> tuple[Any, list[bytes], list[bytes]]:
    """A wire, the texts that it hears, and what it leaves to the library."""
    found: Any = object.__new__(Wire)
    heard: list[bytes] = []
    left: list[bytes] = []
    found.close_sent, found.transport, found.config, found.hear = False, Transport(), Config(), heard.append
    monkeypatch.setattr(wire.WebSocketsSansIOProtocol, "data_received", lambda self, data: left.append(data))
    return found, heard, left


def frame(text: bytes, first: int = 0x81, mask: bytes = b"\x01\x02\x03\x04") -> bytes:
    size = len(text)
    head = bytes([first, 0x80 | size]) if size < 126 else bytes([first, 0xFE]) + size.to_bytes(2, "big")
    return head + mask + bytes(letter ^ mask[i % 4] for i, letter in enumerate(text))


TEXTS = [b"{}", b"", b"x" * 125, b"y" * 126, b"z" * 900, '"é"'.encode()]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100, 5000])
def test_texts_arrive_whole_whatever_the_packets(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found, heard, left = line(monkeypatch)
    stream = b"".join(frame(text) for text in TEXTS)
    for start in range(0, len(stream), size):
        found.data_received(stream[start : start + size])
    assert heard == TEXTS
    assert left == []


def test_pings_and_fragments_go_to_the_library_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    found, heard, left = line(monkeypatch)
    ping, part, rest = frame(b"p", 0x89), frame(b"a", 0x01), frame(b"b", 0x80)
    found.data_received(frame(b"1") + ping + part + rest + frame(b"2"))
    assert heard == [b"1", b"2"]
    assert left == [ping, part, rest]


def test_pings_are_counted_and_their_answers_must_be_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    found, heard, left = line(monkeypatch)
    ping, counted = frame(b"p", 0x89), iter([False, True, False])
    found.is_fast = lambda: next(counted)
    found.data_received(ping * 2 + frame(b"1") + ping)
    assert (heard, left) == ([b"1"], [ping, ping])
    found.transport.waiting = FULL + 1
    found.data_received(ping)
    assert found.transport.aborted
    assert left == [ping, ping]


@pytest.mark.parametrize(
    "odd", [frame(b"x" * 1001), b"\x81\xff" + b"\0" * 12, b"\x81\x02hi"], ids=["large", "huge", "bare"]
)
def test_what_is_odd_goes_to_the_library_with_all_that_follows(odd: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    found, heard, left = line(monkeypatch)
    found.data_received(frame(b"1") + odd)
    found.data_received(frame(b"2"))
    assert heard == [b"1"]
    assert b"".join(left) == odd + frame(b"2")


PINGS = frame(b"", 0x89) * 20_000


def test_what_nobody_counts_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = b"\x81\xff" + b"\0" * 7 + frame(b"x")[1:]  # a long way to write that a text is short
    for close_sent, hears, before in [(False, False, b""), (True, True, b""), (False, True, odd)]:
        found, heard, left = line(monkeypatch)
        found.close_sent = close_sent
        if not hears:
            found.hear = None  # no room yet
        found.data_received(before)
        assert not found.transport.aborted
        found.data_received(PINGS)
        assert found.transport.aborted
        assert len(b"".join(left)) == SPARE
        assert heard == []


def test_nothing_is_heard_after_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    found, heard, left = line(monkeypatch)
    monkeypatch.setattr(Wire, "send", lambda self, message: asyncio.sleep(0))

    async def scene() -> None:
        found.loop, found.tasks = asyncio.get_running_loop(), set()
        found.is_fast = lambda: found.end(4429) or True
        found.data_received(PINGS + frame(b"1"))
        await asyncio.gather(*found.tasks)

    asyncio.run(scene())
    assert (heard, left) == ([], [])


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536])
def test_a_message_is_framed_by_its_length(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found, _, _ = line(monkeypatch)
    found.tell(b"x" * size)
    (sent,) = found.transport.written
    head = {0: b"\x81\x00", 125: b"\x81\x7d", 126: b"\x81\x7e\x00\x7e", 65535: b"\x81\x7e\xff\xff"}
    assert sent == head.get(size, b"\x81\x7f" + (65536).to_bytes(8, "big")) + b"x" * size


def test_a_page_that_takes_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    found, _, _ = line(monkeypatch)
    found.transport.waiting = FULL + 1
    found.tell(b"x")
    assert found.transport.aborted
    assert found.transport.written == []
    found.tell(b"y")
    found.transport.aborted, found.close_sent, found.transport.waiting = False, True, 0
    found.tell(b"z")
    assert found.transport.written == []


def alive() -> list[str]:
    """The rooms and connections in memory, those that nobody can reach too."""
    return [type(found).__name__ for found in gc.get_objects() if type(found) in (LiveRoom, Line, Wire)]


@scene
async def test_what_has_ended_is_not_left_to_be_looked_for(tmp_path: Path) -> None:
    gc.collect()
    gc.disable()
    try:
        before = alive()
        async with House(tmp_path, limit_kept=1) as house:
            guest = Guest(house, "Anna")
            rooms = [await guest.opens("velvet", 2, ["", "level1"]) for _ in range(3)]
            config = uvicorn.Config(house.app, ws=Wire, lifespan="off", log_config=None)
            config.load()
            server = uvicorn.Server(config)
            with serve.listen("127.0.0.1", 0) as listener:
                server.lifespan = LifespanOff(config)
                await server.startup([listener])
                address = f"ws://127.0.0.1:{listener.getsockname()[1]}/ws/"
                for room in [*rooms, "nothing"]:
                    async with connect(address + room, additional_headers={"cookie": guest.cookie}) as page:
                        await page.recv()
                        if room != "nothing":
                            await page.send('{"do": "ping"}')
                    while server.server_state.connections or server.server_state.tasks:
                        await asyncio.sleep(0)
                assert alive() == [*before, "LiveRoom"]  # the one that may stay
                await server.shutdown([listener])
    finally:
        gc.enable()
