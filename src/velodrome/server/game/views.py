"""What each viewer is told of a game: tables, encoded once for all who see the same, and what was heard.

The bytes are those of `messages.Table`, put together from parts that are kept while they stay the same: a test reads
every table back and writes it again.
"""

from typing import Final, cast

import msgspec
from librt.strings import BytesWriter
from mypy_extensions import mypyc_attr

from velodrome.core.contract import ONLOOKER, TRUTH, Data, State, Text
from velodrome.server.game.spec import Kind, Part, Zone, known, shared

encode: Final = msgspec.json.Encoder().encode
UNDO: Final = "@undo "
COMMA: Final = 44
END: Final = 125  # of an object: }


@mypyc_attr(acyclic=True)  # logs are long: whoever looks for garbage need not look here
class Heard:
    """A move as the log has it."""

    __slots__ = ("actor", "audience", "move", "outcomes")

    def __init__(self, actor: int, move: int, audience: int, outcomes: list[Text]) -> None:
        self.actor = actor
        self.move = move  # below 0: so many moves were taken back
        self.audience = audience  # bit mask of the seats that saw its face; bit `seats` is the onlooker
        self.outcomes = outcomes  # what everybody learned by it besides


def undo(count: int) -> str:
    """The line of a log by which so many moves are taken back; no move of a game begins like that."""
    return f"{UNDO}{count}"


def undone_plies(log: list[Heard], at: int) -> list[int]:
    """Return the plies of the moves that the undo line at index `at` took back, ascending."""
    count = -log[at].move
    plies: list[int] = []
    gone = 0  # moves before this index that an earlier undo line took back
    for before in range(at - 1, -1, -1):
        if len(plies) == count:
            break
        move = log[before].move
        if move < 0:
            gone -= move
        elif gone:
            gone -= 1
        else:
            plies.append(before + 1)
    plies.reverse()
    return plies


class Seen:
    """The last table that a viewer was shown: what has not changed since need not be sent again."""

    __slots__ = ("ply", "zones")

    def __init__(self) -> None:
        self.ply = -1
        self.zones: list[Zone] = []


class Views:
    """The tables of one room, by viewer."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.last: dict[int, Seen] = {}
        self.parts: dict[str, Part] = {}  # what any viewer was last shown, by its name in the message
        self.zones: dict[str, Zone] = {}  # and zones by their ids: most are the same for all
        self.stood = -1  # the ply of `stands`
        self.stands = b""

    def table(self, state: State, log: list[Heard], sheet: list[list[int]], viewer: int) -> "View":
        """The table of a viewer now, ready for any of its sockets."""
        seen, more = self.lay(state, viewer)
        prompt, seats, zones = more["prompt"], more["seats"], cast("list[Data]", more["zones"])
        del more["prompt"], more["seats"], more["zones"]
        actor: int = seen.actor
        stage: int = seen.stage
        begin = b'{"is":"table","ply":%d,"actor":%d,"stage":%d,"prompt":%b,"seats":%b,"zones":[' % (
            len(log),
            actor,
            stage,
            shared(prompt),
            self.seats(cast("list[Data]", seats)),
        )
        middle = b'],"more":%b,"moves":[%b],%b,"news":[' % (
            self.part("more", more),
            self.choices(seen, viewer),
            self.standing(state, sheet, len(log)),
        )
        last = self.last.get(viewer)
        if last is None:
            last = self.last[viewer] = Seen()
        view = View(self, begin, middle, log, viewer, self.renew(zones, last.zones), last.zones, last.ply)
        last.ply, last.zones = len(log), view.zones
        return view

    def lay(self, state: State, viewer: int) -> tuple[State, Data]:
        """What a viewer sees of a state, and what lies on its table."""
        seen = state.seen_by(viewer)
        return seen, seen.table()

    def part(self, name: str, data: object) -> bytes:
        """A part of the message, encoded anew if it changed."""
        old = self.parts.get(name)
        if old is None or old.data != data:
            old = self.parts[name] = Part(data, encode(data))
        return old.encoded

    def seats(self, lines: list[Data]) -> bytes:
        """What is said of the seats, encoded anew if it changed."""
        old = self.parts.get("seats")
        if old is None or old.data != lines:
            encoded = b"[%b]" % b",".join([shared(line) for line in lines])
            old = self.parts["seats"] = Part(lines, encoded)
        return old.encoded

    def standing(self, state: State, sheet: list[list[int]], ply: int) -> bytes:
        """Scores, places and the sheet: the same for all, as the laws say."""
        if self.stood != ply:
            self.stood = ply
            self.stands = b'"scores":%b,"ranking":%b,"sheet":%b' % (
                self.part("scores", state.scores()),
                self.part("ranking", state.ranking()),
                self.part("sheet", sheet.copy()),  # it grows
            )
        return self.stands

    def renew(self, zones: list[Data], last: list[Zone]) -> list[Zone]:
        """The zones of a viewer: those of the last table as far as they stayed the same."""
        found: list[Zone] = []
        known = len(last)
        for at, data in enumerate(zones):
            old = last[at] if at < known else None
            found.append(old if old is not None and old.data is data else self.zone(data, old))
        return found

    def zone(self, data: Data, old: Zone | None) -> Zone:
        """A zone that may be new to a viewer, encoded unless another was just shown the same."""
        found = known(data)
        if found is not None:
            return found
        if old is not None and old.data == data:
            return old
        name = cast(str, data["id"])
        found = self.zones.get(name)
        if found is None or found is old or found.data != data:
            found = self.zones[name] = self.kind.zone(data)
        return found

    def choices(self, seen: State, viewer: int) -> bytes:
        """The moves that are open to a viewer, encoded."""
        if seen.actor != viewer or viewer < 0:
            return b""
        kind = self.kind
        if kind.has_previews:
            return b",".join([kind.choice(move, seen.preview(move)) for move in seen.legal()])
        return b",".join([kind.choice(move, {}) for move in seen.legal()])

    def write_news(self, said: BytesWriter, log: list[Heard], viewer: int, since: int, until: int) -> None:
        """What a viewer heard after so many moves, up to as many."""
        kind, covers = self.kind, self.kind.game.covers
        bit = kind.game.seats if viewer == ONLOOKER else max(0, viewer)
        for ply in range(since, until):
            heard = log[ply]
            if ply > since:
                said.append(COMMA)
            said.write(b'{"ply":%d,"actor":%d,' % (ply + 1, heard.actor))
            if heard.move < 0:
                said.write(b'"text":"%b"' % undo(-heard.move).encode())
            else:
                is_seen = viewer == TRUTH or heard.audience >> bit & 1
                said.write(kind.news(heard.move if is_seen else covers[heard.move]))
            if heard.outcomes:
                said.write(b',"outcomes":')
                said.write(encode(heard.outcomes))
            if heard.move < 0:
                said.write(b',"undone":%b' % encode(undone_plies(log, ply)))
            said.append(END)


class PastViews(Views):
    """Tables as they were: nothing is open any more. The viewer TRUTH is shown everything."""

    def lay(self, state: State, viewer: int) -> tuple[State, Data]:
        if viewer != TRUTH:
            return super().lay(state, viewer)
        whole = state.copy()
        more = whole.table()
        more["prompt"] = state.seen_by(ONLOOKER).table()["prompt"]  # said of whoever acts, not to them
        return whole, more

    def choices(self, seen: State, viewer: int) -> bytes:
        return b""


@mypyc_attr(acyclic=True)
class View:
    """A table of one viewer, to be sent to each of its sockets with what that socket has not heard yet."""

    def __init__(
        self,
        views: Views,
        begin: bytes,
        middle: bytes,
        log: list[Heard],
        viewer: int,
        zones: list[Zone],
        last: list[Zone],
        base: int,
    ) -> None:
        self.views = views
        self.begin = begin  # what comes before the zones
        self.middle = middle  # and between them and the news
        self.log = log
        self.ply = len(log)  # of this table: the log grows
        self.viewer = viewer
        self.zones = zones
        self.last = last  # the zones of the table before
        self.base = base  # and its ply
        self.message = b""  # the last that was put together: sockets of one viewer mostly have the same last table
        self.said_ply = -2  # for which ply
        self.said_whole = False  # and whether with all zones

    def since(self, ply: int, whole: bool = False) -> bytes:
        """The message for a socket whose last table had this ply (-1 for none): whole if that table is not the base."""
        whole = whole or ply != self.base
        if self.said_ply != ply or self.said_whole != whole:
            said = BytesWriter()
            said.write(self.begin)
            self.write_zones(said, 0 if whole else len(self.last))
            said.write(self.middle)
            self.views.write_news(said, self.log, self.viewer, max(0, ply), self.ply)
            said.write(self.views.kind.pieces if ply < 0 else b"]}")
            self.message = said.getvalue()
            self.said_ply, self.said_whole = ply, whole
        return self.message

    def write_zones(self, said: BytesWriter, before: int) -> None:
        """The zones, for who has seen so many of the table before: of those that stayed the same, the names."""
        last = self.last
        for at, zone in enumerate(self.zones):
            if at:
                said.append(COMMA)
            said.write(zone.name if at < before and last[at] is zone else zone.encoded)
