"""Load test: a real server process, and clients in this process that play as fast as the server answers.

python benchmarks/table.py                      500 rooms for two: memory, saturation, disk, 1,500 moves per second
python benchmarks/table.py --rooms 100 --seconds 5
python benchmarks/table.py --game velvet        use another game
python benchmarks/table.py --seats 5            use more clients per room

A move counts when a client has sent it, the server has committed it, and every client in the room has received it.
Chance moves are not counted.
"""

import argparse
import asyncio
import gc
import gzip
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import cast

import msgspec

OPTIONS: dict[str, dict[str, object]] = {  # options that make games long, because a finished game produces no load
    "velonimo": {"duel_target": 999, "difficulties": [1] * 30},
    "velvet": {"no_progress_limit": 1000, "max_plies": 5000},
    "velocity": {},
    "arcenciel": {},
}


class Choice(msgspec.Struct):
    """A legal move in a server message."""

    text: str


class ServerMessage(msgspec.Struct):
    """The fields that the clients of this benchmark read from a server message."""

    is_: str = msgspec.field(name="is")
    ply: int = 0
    actor: int = 0
    moves: list[Choice] = []
    invite: str = ""
    me: int | None = None
    phase: str = ""


decode = msgspec.json.Decoder(ServerMessage).decode


class WebSocketClient(asyncio.Protocol):
    """Minimal WebSocket client: sends and receives unfragmented text frames."""

    def __init__(self, path: str, cookie: str, player: "Player") -> None:
        self.path, self.cookie, self.player = path, cookie, player
        self.buffer = bytearray()
        self.is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        self.transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: table\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{cookie}"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.is_open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert buffer.startswith(b"HTTP/1.1 101"), bytes(buffer[:100])
            found = re.search(rb"[Ss]et-[Cc]ookie: ([^;]+)", buffer)
            if found:
                self.player.cookie = found[1].decode()
            del buffer[: end + 4]
            self.is_open = True
        while len(buffer) >= 2:
            size, start = buffer[1], 2
            if size == 126:
                size, start = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + size:
                return
            kind, body = buffer[0] & 15, bytes(buffer[start : start + size])
            del buffer[: start + size]
            if kind == 1:
                self.player.receive(decode(body))
            elif kind == 9:
                self.frame(10, body)
            elif kind == 8:
                self.player.closed = True

    def send(self, message: bytes) -> None:
        self.frame(1, message)

    def frame(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = bytes([128 | kind, 128 | size]) if size < 126 else bytes([128 | kind, 254]) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + body)  # masked with zeros, as the protocol allows


class Table:
    """A room and its clients."""

    def __init__(self, load: "Load", name: str) -> None:
        self.load, self.name = load, name
        self.players: list[Player] = []
        self.sent = 0.0  # time at which the pending move was sent
        self.ply = -1  # ply at which the pending move was sent
        self.waiting = 0  # number of clients that have not received the pending move yet
        self.ready: Player | None = None  # the client whose turn it is
        self.choice = ""  # the move that the client `ready` will send
        self.over = False

    def receive(self, player: "Player", message: ServerMessage) -> None:
        if self.sent and message.ply > self.ply:
            self.waiting -= 1
            if self.waiting == 0:
                self.load.took.append(time.perf_counter() - self.sent)
                self.sent = 0.0
        if message.moves:
            self.ready, self.choice = player, message.moves[self.load.random.randrange(len(message.moves))].text
            self.next = message.ply
        if message.actor == -2:
            self.over = True
        if self.ready and not self.sent and not self.over:
            self.load.is_ready(self)

    def move(self, since: float) -> None:
        """Send the chosen move; `since` is the time from which its latency is measured."""
        assert self.ready
        self.ply, self.sent, self.waiting = self.next, since, len(self.players)
        player, self.ready = self.ready, None
        player.socket.send(b'{"do":"play","ply":%d,"moves":["%b"]}' % (self.ply, self.choice.encode()))


class Player:
    """A client in a room."""

    def __init__(self, table: Table, cookie: str) -> None:
        self.table, self.cookie = table, cookie
        self.closed = False
        self.room: ServerMessage | None = None
        self.seated = asyncio.Event()
        self.socket: WebSocketClient

    def receive(self, message: ServerMessage) -> None:
        if message.is_ == "table":
            self.table.receive(self, message)
        elif message.is_ == "room":
            self.room = message
            if message.me is not None:
                self.seated.set()
        elif message.is_ == "refused":
            self.table.load.refused += 1


class Load:
    """All rooms and clients of the load test; the clients run in this process."""

    def __init__(self, port: int, game: str, seats: int = 2) -> None:
        self.port, self.game, self.seats = port, game, seats
        self.random = Random(1)
        self.tables: list[Table] = []
        self.took: list[float] = []  # latencies in seconds, from sending a move until the last client has received it
        self.idle: list[Table] = []  # rooms whose next move may be sent
        self.full = False  # True: send the next move of a room at once; False: add the room to `idle`
        self.refused = 0
        self.moves = 0  # moves finished during `saturate`

    async def post(self, path: str, body: object) -> tuple[dict[str, str], str]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        content = msgspec.json.encode(body)
        head = f"POST {path} HTTP/1.1\r\nHost: table\r\nContent-Type: application/json\r\nConnection: close\r\n"
        writer.write(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
        answer = await reader.read()
        writer.close()
        headers, _, text = answer.partition(b"\r\n\r\n")
        cookie = re.search(rb"set-cookie: ([^;]+)", headers)
        return msgspec.json.decode(text), cookie[1].decode() if cookie else ""

    async def connect(self, table: Table, cookie: str, query: str = "") -> Player:
        player = Player(table, cookie)
        path = f"/ws/{table.name}{query}"
        loop = asyncio.get_running_loop()
        _, player.socket = await loop.create_connection(
            lambda: WebSocketClient(path, cookie, player), "127.0.0.1", self.port
        )
        table.players.append(player)
        await asyncio.wait_for(player.seated.wait(), 30)
        return player

    async def open(self, rooms: int) -> None:
        """Create rooms, fill them with clients and start the games."""
        body = {"game": self.game, "seats": self.seats, "options": OPTIONS[self.game]}
        for _ in range(rooms):
            made, cookie = await self.post("/api/rooms", body)
            table = Table(self, made["room"])
            self.tables.append(table)
            first = await self.connect(table, cookie)
            assert first.room
            for _ in range(1, self.seats):
                await self.connect(table, "", "?" + first.room.invite.partition("?")[2])
            first.socket.send(b'{"do":"start"}')
        while any(not table.ready for table in self.tables):
            await asyncio.sleep(0.05)

    def is_ready(self, table: Table) -> None:
        """Handle a room whose next move may be sent: if `full`, send it at once, otherwise add the room to `idle`."""
        if self.full:
            table.move(time.perf_counter())
        else:
            self.idle.append(table)

    async def saturate(self, seconds: float) -> tuple[float, list[float]]:
        """Play in every room as fast as possible; return the moves per second, and the latency of each move."""
        self.full = True
        for table in self.tables:
            if table.ready and not table.sent:
                table.move(time.perf_counter())
        await asyncio.sleep(min(3.0, seconds / 2))
        self.moves += len(self.took)
        self.idle, self.took = [], []
        started = time.perf_counter()
        await asyncio.sleep(seconds)
        took, spent = self.took, time.perf_counter() - started
        self.moves += len(took)
        self.full, self.took = False, []
        await asyncio.sleep(1)
        self.moves += len(self.took)
        return len(took) / spent, took

    async def steady(self, rate: int, seconds: float) -> list[float]:
        """Send `rate` moves per second; return the latency of each move.

        The latency is measured from the time at which the move was due, even if it was sent later.
        """
        self.idle = [table for table in self.tables if table.ready and not table.sent and not table.over]
        self.took = []
        started, sent = time.perf_counter(), 0
        while sent < rate * seconds:
            if all(table.over for table in self.tables):
                sys.exit("table.py: every game is over; measure for fewer seconds, or use more rooms.")
            due = started + sent / rate
            now = time.perf_counter()
            if now < due or not self.idle:
                await asyncio.sleep(0)  # busy-wait, because timers are too coarse
                continue
            self.idle.pop(0).move(due)
            sent += 1
        await asyncio.sleep(1)
        return self.took


def serve(folder: str, python: str = sys.executable) -> tuple[subprocess.Popen[str], int]:
    """Start a server whose limits are too high for the benchmark to reach; return its process and port."""
    command = [python, "-m", "velodrome", "serve", "--port", "0", "--database", f"{folder}/table.sqlite"]
    command += ["--limit-rate", "1000000", "--limit-sockets", "100000", "--limit-rooms", "100000"]
    log = Path(folder) / "log"  # for the server's error output, which has a line for each room
    with log.open("w") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, cwd=folder)
    assert process.stdout
    found = re.search(r":(\d+)/", process.stdout.readline())
    if not found:
        sys.exit(f"table.py: the server did not start.\n{log.read_text()}")
    return process, int(found[1])


def resident(pid: int) -> int:
    """Return the resident memory of a process in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def disk(folder: str, seconds: float) -> list[float]:
    """For `seconds`, repeatedly write 16 kB to disk and sync; return how many seconds each write with its sync took.

    The server cannot commit a move faster than this.
    """
    took: list[float] = []
    with open(f"{folder}/disk", "wb") as file:
        file.write(bytes(16_000_000))  # reserve the space first; SQLite, too, reuses the space of its write-ahead file
        os.fsync(file.fileno())
        end = time.perf_counter() + seconds
        while (begun := time.perf_counter()) < end:
            file.seek(16_384 * (len(took) % 900))
            file.write(os.urandom(16_384))
            file.flush()
            os.fsync(file.fileno())
            took.append(time.perf_counter() - begun)
            time.sleep(0.0005)
    return took


def busy(pid: int) -> float:
    """Return the processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def first_load(port: int) -> int:
    """Return the compressed size, in bytes, of everything that the home page loads in one language."""
    games = [game["name"] for game in msgspec.json.decode(fetched(port, "/api/games")[1])["games"]]
    covers = [f"/web/games/{game}/{file}" for game in games for file in ("cover.js", "style.css")]
    waiting = ["/", "/api/games", "/api/me", "/api/rooms", "/web/icon.svg", *covers]
    waiting += [f"/texts/{name}/en.json" for name in ("web", *games)]
    sizes: dict[str, int] = {}
    while waiting:
        path = waiting.pop()
        if path not in sizes:
            sizes[path], text = fetched(port, path)
            # Follow only static imports; modules in `import()` are loaded later.
            names = re.findall(
                r"""^(?:import|export) [^;'"]*?['"](\.[^'"]+)['"]|(?:src|href)="(/web/[^"]+)\"""", text, re.M
            )
            waiting += [os.path.normpath(f"{path.rpartition('/')[0]}/{near}") if near else far for near, far in names]
    return sum(sizes.values())


def fetched(port: int, path: str) -> tuple[int, str]:
    """Request a path from the server; return the size of the gzip-compressed response in bytes, and its text."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"accept-encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        content = answer.read()
        packed = answer.headers.get("content-encoding") == "gzip"
    return len(content), (gzip.decompress(content) if packed else content).decode()


def share(times: list[float], part: float) -> float:
    """Return a percentile of `times`, converted from seconds to milliseconds. For the median, `part` is 0.5."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")


def shares(times: list[float]) -> str:
    return f"p50 {share(times, 0.5):.1f} ms, p99 {share(times, 0.99):.1f} ms"


async def measure(arguments: argparse.Namespace, pid: int, port: int, folder: str) -> None:
    load = Load(port, arguments.game, arguments.seats)
    await load.open(2)
    before = resident(pid)
    print(f"first load       {first_load(port) / 1000:8.1f} kB packed")
    await load.open(arguments.rooms - 2)
    await asyncio.sleep(0.5)
    sockets = arguments.seats * (arguments.rooms - 2)
    print(f"memory           {(resident(pid) - before) / sockets / 1000:8.1f} kB a connection, {sockets} of them")
    used = busy(pid)
    rate, took = await load.saturate(arguments.seconds)
    cost = (busy(pid) - used) / load.moves
    print(f"saturation       {rate:8.0f} durable moves/s, {shares(took)}")
    print(f"processor        {1e6 * cost:8.0f} microseconds a move: {1 / cost:.0f} moves/s on a core of its own")
    print(f"disk alone                {shares(disk(folder, arguments.seconds / 3))}")
    took = await load.steady(arguments.rate, arguments.seconds)
    print(f"{arguments.rate:5d} moves/s    {len(took):8d} of them, {shares(took)}")
    print(f"refused          {load.refused:8d}; tables that ended: {sum(table.over for table in load.tables)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=500)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rate", type=int, default=1500)
    parser.add_argument("--game", default="velonimo", choices=list(OPTIONS))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process, port = serve(folder)
        try:
            with suppress(ImportError):
                import uvloop

                asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
            gc.disable()  # no garbage-collection pauses in the clients
            asyncio.run(measure(arguments, process.pid, port, folder))
        finally:
            process.terminate()
            process.wait(20)


if __name__ == "__main__":
    main()
