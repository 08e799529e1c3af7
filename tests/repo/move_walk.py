"""Script that plays one move over a real socket, and prints all calls of server functions during that move as JSON.

python tests/repo/move_walk.py SOURCE      SOURCE is the folder of plain Python sources: compiled code cannot be traced
"""

import asyncio
import json
import sys
import tempfile
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import websockets

ROOT = Path(__file__).resolve().parents[2]


class Tracer:
    """Recorder of calls between functions of the server, in all threads; it records only while `is_on` is true."""

    def __init__(self, source: Path) -> None:
        self.server = str(source / "velodrome" / "server") + "/"
        self.is_on = False
        self.calls: list[tuple[str, str]] = []

    def profile(self, frame: FrameType, event: str, argument: Any) -> None:
        if not self.is_on or event != "call" or not self.is_function(frame):
            return
        caller = frame.f_back
        while caller and not self.is_function(caller):
            caller = caller.f_back
        self.calls.append((self.name(caller) if caller else "", self.name(frame)))

    def is_function(self, frame: FrameType) -> bool:
        """Return whether a frame belongs to a function of the server.

        Comprehensions have frames of their own, but do not count as functions.
        """
        code = frame.f_code
        return code.co_filename.startswith(self.server) and code.co_name not in ("<listcomp>", "<genexpr>", "<setcomp>")

    def name(self, frame: FrameType) -> str:
        return f"{frame.f_code.co_filename.removeprefix(self.server)} {frame.f_code.co_qualname}"


async def play_one_move(tracer: Tracer, folder: Path) -> None:
    """Start a game of Velonimo between two people and trace its first move."""
    from tests.server.harness import Guest, House, serve

    async with House(folder) as house, serve(house) as (_, port):
        anna, ben = Guest(house, "Anna"), Guest(house, "Ben")
        room = await anna.create_room("velonimo", 2, options={"first_starter": 0})
        url = f"ws://127.0.0.1:{port}/ws/{room}"
        async with websockets.connect(url, additional_headers={"cookie": anna.cookie}) as mine:
            invite = (await receive(mine, "room"))["invite"].rpartition("?")[2]
            async with websockets.connect(f"{url}?{invite}") as other:
                while (await receive(other, "room"))["me"] is None:
                    pass  # wait until Ben has a seat
                await mine.send('{"do":"start"}')
                table = await receive(mine, "table")
                await receive(other, "table")
                await asyncio.sleep(0.2)  # wait until all messages about arrivals have been sent
                move = {"do": "play", "ply": table["ply"], "moves": [table["moves"][0]["text"]]}
                tracer.is_on = True
                await mine.send(json.dumps(move))
                await asyncio.gather(receive(mine, "table"), receive(other, "table"))
                tracer.is_on = False
    del ben


async def receive(socket: websockets.ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message of this type; drop all others."""
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["is"] == kind:
            return message


def main() -> None:
    source = Path(sys.argv[1]).resolve()
    sys.path[:0] = [str(source), str(ROOT)]
    tracer = Tracer(source)
    threading.setprofile(tracer.profile)
    sys.setprofile(tracer.profile)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play_one_move(tracer, Path(folder)))
    sys.setprofile(None)
    print(json.dumps(tracer.calls))


if __name__ == "__main__":
    main()
