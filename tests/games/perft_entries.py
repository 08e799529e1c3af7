"""Reader for perft.txt files, which list positions and how many sequences of 1, 2, 3 … moves start from each one."""

import json
from pathlib import Path
from typing import Any, NamedTuple


class Entry(NamedTuple):
    """A position in a perft.txt file, with the expected number of move sequences of each length."""

    game: str
    name: str
    seats: int
    options: dict[str, Any]
    position: dict[str, Any]
    counts: list[int]  # sequences of 1, 2, 3 … moves


def entries() -> list[Entry]:
    """Read the perft.txt files of all games; return all positions in them."""
    found = []
    for path in sorted(Path(__file__).parent.glob("*/perft.txt")):
        for block in path.read_text("utf-8").split("\n\n"):
            fields = dict(line.split(" ", 1) for line in block.splitlines() if line and not line.startswith("#"))
            if fields:
                options, position = json.loads(fields["options"]), json.loads(fields["position"])
                counts = [int(count) for count in fields["counts"].split()]
                found.append(Entry(path.parent.name, fields["name"], int(fields["seats"]), options, position, counts))
    return found
