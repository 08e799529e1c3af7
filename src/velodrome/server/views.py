"""What each viewer is told of a game: tables, encoded once for all who see the same, and what was heard.

The bytes are those of `messages.Table`, put together from parts that are kept while they stay the same: a test reads
every table back and writes it again.
"""

from typing import NamedTuple, cast

import msgspec

from velodrome.core.contract import ONLOOKER, Data, State, Text
from velodrome.server.kinds import Kind

encode = msgspec.json.Encoder().encode
OWN = ("prompt", "seats", "zones")  # parts of State.table that have a place of their own in the message


class Heard(NamedTuple):
    """A move as the log has it."""

    actor: int
    move: int
    audience: int  # bit mask of the seats that saw its face; bit `seats` is the onlooker
    forced: bool  # there was no choice: told to the actor alone, as it tells of a hand
    outcomes: list[Text]  # what everybody learned by it besides


class Part:
    """Something on the table, and its bytes."""

    __slots__ = ("data", "encoded")

    def __init__(self, data: object, encoded: bytes) -> None:
        self.data = data
        self.encoded = encoded


class Seen:
    """The last table that a viewer was shown: what has not changed since need not be sent again."""

    __slots__ = ("ply", "zones")

    def __init__(self) -> None:
        self.ply = -1
        self.zones: dict[str, Part] = {}


class Views:
    """The tables of one room, by viewer."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.last: dict[int, Seen] = {}
        self.parts: dict[str, Part] = {}  # what any viewer was last shown, by its name in the message
        self.zones: dict[str, Part] = {}  # and zones by their ids: most are the same for all

    def table(self, state: State, log: list[Heard], sheet: list[list[int]], viewer: int) -> "Page":
        """The table of a viewer now, ready for any of its sockets."""
        seen = state.seen_by(viewer)
        data = seen.table()
        last = self.last.get(viewer)
        if last is None:
            last = self.last[viewer] = Seen()
        zones: dict[str, Part] = {}
        changed = self.renew(cast("list[Data]", data["zones"]), last.zones, zones)
        ply = len(log)
        begin = b'{"is":"table","ply":%d,"actor":%d,"stage":%d,"prompt":%b,"seats":%b,"zones":[' % (
            ply,
            seen.actor,
            seen.stage,
            encode(data["prompt"]),
            self.part("seats", data["seats"]),
        )
        more = {name: value for name, value in data.items() if name not in OWN} if len(data) > len(OWN) else {}
        middle = b'],"more":%b,"moves":[%b],"scores":%b,"ranking":%b,"sheet":%b,"news":[' % (
            self.part("more", more),
            self.choices(seen, viewer),
            self.part("scores", seen.scores()),
            self.part("ranking", seen.ranking()),
            self.part("sheet", sheet),
        )
        page = Page(self, begin, middle, log, viewer, zones, changed, last.ply)
        last.ply, last.zones = ply, zones
        return page

    def part(self, name: str, data: object) -> bytes:
        """A part of the message, encoded anew if it changed."""
        old = self.parts.get(name)
        if old is not None and old.data == data:
            return old.encoded
        encoded: bytes = encode(data)
        self.parts[name] = Part(data, encoded)
        return encoded

    def renew(self, zones: list[Data], last: dict[str, Part], found: dict[str, Part]) -> list[bytes]:
        """Find zones by their ids, encoded anew where they changed; what is sent to who has seen the last ones."""
        changed: list[bytes] = []
        names = self.kind.names
        for data in zones:
            name = cast(str, data["id"])
            old = last.get(name)
            if old is not None and (old.data is data or old.data == data):
                found[name] = old
                changed.append(names[name])
                continue
            part = self.zones.get(name)
            if part is None or not (part.data is data or part.data == data):
                part = self.zones[name] = Part(data, encode(data))
                if name not in names:
                    names[name] = encode(name)
            found[name] = part
            changed.append(part.encoded)
        return changed

    def choices(self, seen: State, viewer: int) -> bytes:
        """The moves that are open to a viewer, encoded."""
        if seen.actor != viewer or viewer < 0:
            return b""
        kind = self.kind
        if kind.has_previews:
            return b",".join([kind.choice(move, seen.preview(move)) for move in seen.legal()])
        return b",".join([kind.choice(move, {}) for move in seen.legal()])

    def news(self, log: list[Heard], viewer: int, since: int) -> bytes:
        """What a viewer heard after so many moves, encoded."""
        kind, covers = self.kind, self.kind.game.covers
        bit = kind.game.seats if viewer == ONLOOKER else viewer
        found: list[bytes] = []
        for ply in range(since, len(log)):
            heard = log[ply]
            said = kind.news(heard.move if heard.audience >> bit & 1 else covers[heard.move])
            end = b',"forced":true' if heard.forced and heard.actor == viewer else b""
            if heard.outcomes:
                end += b',"outcomes":%b' % encode(heard.outcomes)
            found.append(b'{"ply":%d,"actor":%d,%b%b}' % (ply + 1, heard.actor, said, end))
        return b",".join(found)


class Page:
    """A table of one viewer, to be sent to each of its sockets with what that socket has not heard yet."""

    def __init__(
        self,
        views: Views,
        begin: bytes,
        middle: bytes,
        log: list[Heard],
        viewer: int,
        zones: dict[str, Part],
        changed: list[bytes],
        base: int,
    ) -> None:
        self.views = views
        self.begin = begin  # what comes before the zones
        self.middle = middle  # and between them and the news
        self.log = log
        self.viewer = viewer
        self.zones = zones
        self.changed = changed
        self.base = base  # the ply of the table that `changed` builds upon
        self.encoded: dict[tuple[int, bool], bytes] = {}  # by the ply of the socket's last table

    def since(self, ply: int, whole: bool = False) -> bytes:
        """The message for a socket whose last table had this ply (-1 for none): whole if that table is not the base."""
        whole = whole or ply != self.base
        found = self.encoded.get((ply, whole))
        if found is None:
            zones = [part.encoded for part in self.zones.values()] if whole else self.changed
            news = self.views.news(self.log, self.viewer, max(0, ply))
            found = b"".join([self.begin, b",".join(zones), self.middle, news, b"]}"])
            self.encoded[ply, whole] = found
        return found
