"""The short way of frames: whatever the network makes of them, every text arrives once and in order."""

import asyncio
import gc
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.server.harness import Guest, House, scene, serving
from websockets.asyncio.client import connect

from velodrome.server.rooms.connection import Line
from velodrome.server.rooms.room import LiveRoom
from velodrome.server.ws import uvicorn_ws
from velodrome.server.ws.framing import FULL, Channel, Post
from velodrome.server.ws.uvicorn_ws import SPARE, Wire


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

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def data_received(self, data: bytes) -> None:
        """What the network brings."""
        self.protocol.data_received(data)


class Loop:
    """A loop whose turns are made by hand."""

    def __init__(self) -> None:
        self.soon: list[Callable[[], None]] = []

    def call_soon(self, doing: Callable[[], None]) -> None:
        self.soon.append(doing)

    def turn(self) -> None:
        waiting, self.soon = self.soon, []
        for doing in waiting:
            doing()


class Page(NamedTuple):
    """A connection, from the network to the texts that are heard and to what is left to the library."""

    transport: Transport
    channel: Any
    library: Any
    loop: Loop
    heard: list[bytes]
    left: list[bytes]


def connected(monkeypatch: pytest.MonkeyPatch, listens: bool = True) -> Page:
    loop: Any = Loop()
    library: Any = object.__new__(Wire)
    page = Page(Transport(), None, library, loop, [], [])
    library.close_sent, library.transport, library.loop = False, page.transport, loop
    library.handshake_initiated = True
    monkeypatch.setattr(uvicorn_ws.WebSocketsSansIOProtocol, "data_received", lambda self, data: page.left.append(data))
    page.transport.set_protocol(library)
    channel = library.channel = Channel(library, Post(loop), 1000)
    if listens:
        channel.listen(page.heard.append, lambda: False)
    return page._replace(channel=channel)


def frame(text: bytes, first: int = 0x81, mask: bytes = b"\x01\x02\x03\x04") -> bytes:
    size = len(text)
    head = bytes([first, 0x80 | size]) if size < 126 else bytes([first, 0xFE]) + size.to_bytes(2, "big")
    return head + mask + bytes(letter ^ mask[i % 4] for i, letter in enumerate(text))


TEXTS = [b"{}", b"", b"x" * 125, b"y" * 126, b"z" * 900, '"é"'.encode()]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100, 5000])
def test_texts_arrive_whole_whatever_the_packets(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    page = connected(monkeypatch)
    stream = b"".join(frame(text) for text in TEXTS)
    for start in range(0, len(stream), size):
        page.transport.data_received(stream[start : start + size])
    assert page.heard == TEXTS
    assert page.left == []


def test_pings_go_to_the_library_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    page = connected(monkeypatch)
    ping = frame(b"p", 0x89)
    page.transport.data_received(frame(b"1") + ping * 2 + frame(b"2"))
    assert (page.heard, page.left) == ([b"1", b"2"], [ping, ping])


@pytest.mark.parametrize("size", [1, 7, 5000])
def test_a_message_in_parts_is_heard_in_its_turn(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    page = connected(monkeypatch)
    ping = frame(b"p", 0x89)
    parts = frame(b"a", 0x01) + ping + frame(b"b", 0x00) + frame(b"", 0x00) + frame(b"c", 0x80)
    others = frame(b"d", 0x02) + frame(b"e", 0x80) + frame(b"f", 0x82)  # as bytes, in parts and whole
    stream = frame(b"1") + parts + frame(b"2") + others + frame(b"3")
    for start in range(0, len(stream), size):
        page.transport.data_received(stream[start : start + size])
    assert page.heard == [b"1", b"abc", b"2", b"de", b"f", b"3"]
    assert page.left == [ping]


@pytest.mark.parametrize("odd", [0x00, 0x80, 0x83, 0x03, 0xC1, 0x41])
def test_what_is_no_part_of_anything_goes_to_the_library(odd: int, monkeypatch: pytest.MonkeyPatch) -> None:
    page = connected(monkeypatch)
    page.transport.data_received(frame(b"x", odd))
    assert (page.heard, page.left) == ([], [frame(b"x", odd)])


def test_parts_are_counted_and_make_no_message_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    page = connected(monkeypatch, listens=False)
    counted, closed = iter([False, True, False, *[False] * 3]), list[int]()
    monkeypatch.setattr(Wire, "close", lambda self, code: closed.append(code))
    page.channel.listen(page.heard.append, lambda: next(counted))
    page.transport.data_received(frame(b"a", 0x01) + frame(b"b", 0x00) + frame(b"c", 0x80))
    assert page.heard == [], "a message that lacks a part is none"
    page.transport.data_received(frame(b"x" * 600, 0x01) + frame(b"x" * 400, 0x00) + frame(b"x", 0x80) + frame(b"1"))
    assert (page.heard, closed) == ([], [1009])


def test_pings_are_counted_and_their_answers_must_be_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    page = connected(monkeypatch, listens=False)
    ping, counted = frame(b"p", 0x89), iter([False, True, False])
    page.channel.listen(page.heard.append, lambda: next(counted))
    page.transport.data_received(ping * 2 + frame(b"1") + ping)
    assert (page.heard, page.left) == ([b"1"], [ping, ping])
    page.transport.waiting = FULL + 1
    page.transport.data_received(ping)
    assert page.transport.aborted
    assert page.left == [ping, ping]


@pytest.mark.parametrize(
    "odd", [frame(b"x" * 1001), b"\x81\xff" + b"\0" * 12, b"\x81\x02hi"], ids=["large", "huge", "bare"]
)
def test_what_is_odd_goes_to_the_library_with_all_that_follows(odd: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    page = connected(monkeypatch)
    page.transport.data_received(frame(b"1") + odd)
    page.transport.data_received(frame(b"2"))
    assert page.heard == [b"1"]
    assert b"".join(page.left) == odd + frame(b"2")


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
@pytest.mark.parametrize("split", [1, 3, 5, 8])
def test_a_room_may_listen_in_the_middle_of_a_frame(size: int, split: int, monkeypatch: pytest.MonkeyPatch) -> None:
    page = connected(monkeypatch, listens=False)
    before, stream = frame(b"early"), b"".join(frame(text) for text in TEXTS)
    page.transport.data_received(before + stream[:split])
    page.channel.listen(page.heard.append, lambda: False)
    for start in range(split, len(stream), size):
        page.transport.data_received(stream[start : start + size])
    whole = split == len(frame(TEXTS[0]))  # it was the library's before anybody listened
    assert page.heard == TEXTS[whole:]
    assert b"".join(page.left) == before + stream[: split * whole]


def test_who_begins_with_something_odd_stays_with_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    page = connected(monkeypatch, listens=False)
    odd = b"\x81\xff" + b"\0" * 7 + frame(b"x")[1:]
    page.transport.data_received(odd[:4])
    page.transport.data_received(odd[4:])
    page.channel.listen(page.heard.append, lambda: False)
    page.transport.data_received(frame(b"1"))
    assert page.transport.protocol is page.library
    assert (b"".join(page.left), page.heard) == (odd + frame(b"1"), [])


PINGS = frame(b"", 0x89) * 20_000


@pytest.mark.parametrize("when", ["before a room listens", "after the end", "after something odd"])
def test_what_nobody_counts_has_a_bound(when: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = connected(monkeypatch, listens=not when.startswith("before"))
    monkeypatch.setattr(Wire, "close", lambda self, code: None)
    if when == "after the end":
        page.channel.close(4429)
    elif when == "after something odd":
        page.transport.data_received(b"\x81\xff" + b"\0" * 7 + frame(b"x")[1:])  # a long way to write a short text
    assert not page.transport.aborted
    page.transport.data_received(PINGS)
    assert page.transport.aborted
    assert SPARE - len(frame(b"", 0x89)) < len(b"".join(page.left)) <= SPARE
    assert page.heard == []


def test_nothing_is_heard_or_told_after_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    page = connected(monkeypatch, listens=False)
    closed: list[int] = []
    monkeypatch.setattr(Wire, "close", lambda self, code: closed.append(code))
    page.channel.listen(page.heard.append, lambda: page.channel.close(4429) or True)
    page.channel.send(b"before")
    page.transport.data_received(PINGS + frame(b"1"))
    page.channel.send(b"after")
    page.channel.close(1011)
    page.channel.listen(page.heard.append, lambda: False)
    page.loop.turn()
    assert (page.heard, page.left, closed) == ([], [], [4429])
    assert page.transport.written == [b"\x81\x06before"]
    assert page.transport.protocol is page.library


def test_a_page_that_closes_is_heard_and_told_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    page = connected(monkeypatch)
    monkeypatch.setattr(Wire, "take", lambda self, data: self.transport.abort())  # the library closes the transport
    page.transport.data_received(frame(b"\x03\xe8", 0x88) + frame(b"1"))
    page.channel.send(b"x")
    page.loop.turn()
    assert (page.heard, page.transport.written) == ([], [])


def test_a_page_that_is_lost_before_the_room_listens_is_not_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    page = connected(monkeypatch, listens=False)
    page.transport.abort()
    page.channel.listen(page.heard.append, lambda: False)
    assert page.transport.protocol is page.library


def test_one_broken_connection_keeps_no_text_from_the_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, other = connected(monkeypatch), connected(monkeypatch)
    other.channel.post = broken.channel.post
    monkeypatch.setattr(broken.transport, "write", None)
    broken.channel.send(b"1")
    other.channel.send(b"2")
    broken.loop.turn()
    assert broken.transport.aborted
    assert other.transport.written == [b"\x81\x012"]
    assert caplog.messages == ["channel.broken"]


def test_what_is_told_in_one_turn_is_sent_at_its_end_and_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    page, other = connected(monkeypatch), connected(monkeypatch)
    other.channel.post = page.channel.post
    for channel, text in [(page.channel, b"1"), (other.channel, b"2"), (page.channel, b"3")]:
        channel.send(text)
    assert page.transport.written == other.transport.written == []
    assert len(page.loop.soon) == 1
    page.loop.turn()
    assert page.transport.written == [b"\x81\x011", b"\x81\x013"]
    assert other.transport.written == [b"\x81\x012"]
    page.channel.send(b"4")
    page.loop.turn()
    assert page.transport.written[2:] == [b"\x81\x014"]


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536])
def test_a_message_is_framed_by_its_length(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    page = connected(monkeypatch)
    page.channel.send(b"x" * size)
    page.loop.turn()
    (sent,) = page.transport.written
    head = {0: b"\x81\x00", 125: b"\x81\x7d", 126: b"\x81\x7e\x00\x7e", 65535: b"\x81\x7e\xff\xff"}
    assert sent == head.get(size, b"\x81\x7f" + (65536).to_bytes(8, "big")) + b"x" * size


def test_a_page_that_takes_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    page = connected(monkeypatch)
    page.transport.waiting = FULL + 1
    page.channel.send(b"x")
    page.loop.turn()
    assert page.transport.aborted
    page.channel.send(b"y")
    page.loop.turn()
    assert page.transport.written == []


def alive() -> list[str]:
    """The rooms and connections in memory, those that nobody can reach too."""
    return [type(found).__name__ for found in gc.get_objects() if type(found) in (LiveRoom, Line, Wire, Channel)]


@scene
async def test_what_has_ended_is_not_left_to_be_looked_for(tmp_path: Path) -> None:
    gc.collect()
    gc.disable()
    try:
        before = alive()
        async with House(tmp_path, limit_kept=1) as house:
            guest = Guest(house, "Anna")
            rooms = [await guest.opens("velvet", 2, ["", "level1"]) for _ in range(3)]
            async with serving(house) as (server, port):
                address = f"ws://127.0.0.1:{port}/ws/"
                for room, is_lost in [*product(rooms, [True, False]), ("nothing", False)]:
                    async with connect(address + room, additional_headers={"cookie": guest.cookie}) as page:
                        await page.recv()
                        if room != "nothing":
                            await page.send('{"do": "ping"}')
                            while "pong" not in str(await page.recv()):
                                pass
                        if is_lost:
                            page.transport.abort()
                    while server.server_state.connections or server.server_state.tasks:
                        await asyncio.sleep(0)
                assert alive() == [*before, "LiveRoom"]  # the one that may stay
    finally:
        gc.enable()
