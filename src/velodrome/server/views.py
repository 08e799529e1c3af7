"""What each viewer is told of a game: tables, encoded once for all who see the same, and what was heard."""

from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Raw

from velodrome.core.contract import ONLOOKER, Data, State
from velodrome.server.kinds import Kind
from velodrome.server.messages import Table

Zone: TypeAlias = tuple[Data, Raw, Raw]  # as it was last shown; encoded; its id, sent instead while nothing changes
encode = msgspec.json.Encoder().encode
OWN = ("prompt", "seats", "zones")  # parts of State.table that have a place of their own in the message


class Heard(NamedTuple):
    """A move as the log has it."""

    actor: int
    move: int
    audience: int  # bit mask of the seats that saw its face; bit `seats` is the onlooker
    forced: bool  # there was no choice: told to the actor alone, as it tells of a hand


class Seen:
    """The last table that a viewer was shown: what has not changed since need not be sent again."""

    __slots__ = ("ply", "zones")

    def __init__(self) -> None:
        self.ply = -1
        self.zones: dict[str, Zone] = {}


class Views:
    """The tables of one room, by viewer."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.last: dict[int, Seen] = {}

    def table(self, state: State, log: list[Heard], sheet: list[list[int]], viewer: int) -> "Page":
        """The table of a viewer now, ready for any of its sockets."""
        seen = state.seen_by(viewer)
        data: Any = seen.table()
        last = self.last.get(viewer) or self.last.setdefault(viewer, Seen())
        zones, changed = renewed(data["zones"], last.zones)
        message = Table(
            ply=len(log),
            actor=seen.actor,
            stage=seen.stage,
            prompt=data["prompt"],
            seats=data["seats"],
            zones=[],
            more={name: value for name, value in data.items() if name not in OWN} if len(data) > len(OWN) else {},
            moves=self.choices(seen, viewer),
            scores=seen.scores(),
            ranking=seen.ranking(),
            sheet=sheet,
            news=[],
        )
        page = Page(self, message, log, viewer, list(zones.values()), changed, last.ply)
        last.ply, last.zones = len(log), zones
        return page

    def choices(self, seen: State, viewer: int) -> Any:
        """The moves that are open to a viewer, encoded."""
        if seen.actor != viewer or viewer < 0:
            return []
        kind = self.kind
        if kind.has_previews:
            return [kind.choice(move, seen.preview(move)) for move in seen.legal()]
        return [kind.choice(move, {}) for move in seen.legal()]

    def news(self, log: list[Heard], viewer: int, since: int) -> Any:
        """What a viewer heard after so many moves, encoded."""
        kind, covers = self.kind, self.kind.game.covers
        bit = kind.game.seats if viewer == ONLOOKER else viewer
        found: list[Raw] = []
        for ply in range(since, len(log)):
            actor, move, audience, forced = log[ply]
            said = kind.news(move if audience >> bit & 1 else covers[move])
            end = b',"forced":true}' if forced and actor == viewer else b"}"
            found.append(Raw(b'{"ply":%d,"actor":%d,%b%b' % (ply + 1, actor, said, end)))
        return found


class Page:
    """A table of one viewer, to be sent to each of its sockets with what that socket has not heard yet."""

    def __init__(
        self,
        views: Views,
        message: Table,
        log: list[Heard],
        viewer: int,
        zones: list[Zone],
        changed: list[Raw],
        base: int,
    ) -> None:
        self.views = views
        self.message = message
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
            zones: Any = [encoded for _, encoded, _ in self.zones] if whole else self.changed
            self.message.zones = zones
            self.message.news = self.views.news(self.log, self.viewer, max(0, ply))
            found = self.encoded[ply, whole] = encode(self.message)
        return found


def renewed(zones: list[Any], last: dict[str, Zone]) -> tuple[dict[str, Zone], list[Raw]]:
    """Zones by their ids, encoded anew where they changed; and what is sent to who has seen the last ones."""
    found: dict[str, Zone] = {}
    changed: list[Raw] = []
    for data in zones:
        name = data["id"]
        old = last.get(name)
        if old is not None and old[0] == data:
            found[name] = old
            changed.append(old[2])
        else:
            encoded = Raw(encode(data))
            found[name] = data, encoded, old[2] if old else Raw(encode(name))
            changed.append(encoded)
    return found, changed
