"""Tests of timeouts and size limits for HTTP requests and WebSocket handshakes."""

import asyncio
from pathlib import Path

import pytest
from tests.server.harness import Guest, House, async_test, serve
from websockets.asyncio.client import connect

from velodrome.server.ws import uvicorn_http, uvicorn_ws

UPGRADE = (
    b"GET /ws/nowhere HTTP/1.1\r\nHost: table\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)

BODY = b"POST /api/rooms HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"


async def read_until_closed(reader: asyncio.StreamReader) -> bytes:
    """Return everything received until the server closes the connection."""
    try:
        return await asyncio.wait_for(reader.read(), 20)
    except ConnectionResetError:
        return b""


@async_test
@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: t", BODY])
async def test_an_incomplete_request_times_out(tmp_path: Path, said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_http, "REQUEST_TIMEOUT", 0.2)
    async with House(tmp_path) as house, serve(house) as (_, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(said)
        assert await read_until_closed(reader) == b""
        writer.close()


@async_test
async def test_a_websocket_does_not_time_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_http, "REQUEST_TIMEOUT", 0.1)
    async with House(tmp_path) as house, serve(house) as (_, port):
        guest = Guest(house, "Anna")
        room = await guest.create_room("velvet", 2, ["", "level1"])
        async with connect(f"ws://127.0.0.1:{port}/ws/{room}", additional_headers={"cookie": guest.cookie}) as page:
            await asyncio.sleep(0.3)
            await page.send('{"do": "ping"}')
            while "pong" not in str(await page.recv()):
                pass


@async_test
@pytest.mark.parametrize("head", [b"GET / HTTP/1.1\r\nHost: t\r\nX: ", b"GET /"], ids=["header", "address"])
async def test_endless_headers_are_rejected(tmp_path: Path, head: bytes) -> None:
    async with House(tmp_path) as house, serve(house) as (_, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head + b"x" * 200_000)
        assert (await read_until_closed(reader))[:12] in (b"", b"HTTP/1.1 400")
        writer.close()


@async_test
async def test_an_invalid_handshake_is_aborted(tmp_path: Path) -> None:
    async with House(tmp_path) as house, serve(house) as (_, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(UPGRADE + b"".join(b"x-%d: 1\r\n" % i for i in range(200)) + b"\r\n")
        assert await read_until_closed(reader) == b""
        writer.close()


@async_test
@pytest.mark.parametrize("closes", ["the server", "the page"])
async def test_a_closing_connection_is_aborted_if_the_client_reads_nothing(
    tmp_path: Path, closes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uvicorn_ws, "CLOSE_TIMEOUT", 0.1)
    async with House(tmp_path) as house, serve(house) as (server, port):
        room = await Guest(house, "Anna").create_room("velvet", 2, ["", "level1"])
        _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(UPGRADE.replace(b"nowhere", room.encode()) + b"\r\n")
        while room not in house.services.registry.rooms or not (
            lines := house.services.registry.rooms[room].presence.connections
        ):
            await asyncio.sleep(0.01)
        for _ in range(80):  # more than the kernel buffers, but less than the limit for slow clients
            lines[0].sender.send(b'"%b"' % (b"x" * 60_000))
            await asyncio.sleep(0)
        if closes == "the server":
            lines[0].sender.close(1011)
        else:
            writer.write(b"\x88\x82\0\0\0\0\x03\xe8")
        while server.server_state.connections:
            await asyncio.sleep(0.01)
        writer.close()


@async_test
@pytest.mark.parametrize("letters", [255, 300])
async def test_overlong_hosts_are_rejected(tmp_path: Path, letters: int) -> None:
    async with House(tmp_path) as house:
        answer = await Guest(house).get("/api/me", headers={"host": "x" * letters})
        assert answer.status_code == (200 if letters == 255 else 400)
        page = Guest(house)
        room = await page.create_room("velvet", 2, ["", "level1"])
        assert (await page.get(f"/qr/{room}.svg", headers={"host": "x" * letters})).status_code == answer.status_code
