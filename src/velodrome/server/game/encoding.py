"""Fast encoding of `protocol.Table` messages: the encoded bytes of unchanged parts are cached.

If a part of the table has not changed, a game returns the same object for it, so the cache looks up the bytes
by object identity. benchmarks/results.md shows how much time this saves. `views.PlainViews` builds the same
messages without caches; tests compare the two.
"""

from typing import Final, cast

import msgspec
from librt.strings import BytesWriter
from mypy_extensions import mypyc_attr

from velodrome.core.contract import Data, Game, Move, State
from velodrome.core.log import Entry, standing_before
from velodrome.core.narration import narrate
from velodrome.server.game.figures import final_figures
from velodrome.server.game.spec import GameSpec
from velodrome.server.protocol import Choice

encode: Final = msgspec.json.Encoder().encode
COMMA: Final = 44
CLOSING_BRACE: Final = 125
MAX_CACHED_PARTS = 2_000  # in each cache


@mypyc_attr(acyclic=True)  # there are many, and this excludes them from garbage collection
class Part:
    """A part of a message with its encoded bytes."""

    __slots__ = ("data", "encoded")

    def __init__(self, data: object, encoded: bytes) -> None:
        self.data = data
        self.encoded = encoded


@mypyc_attr(acyclic=True)
class Zone(Part):
    """A zone with its encoded bytes and the encoded bytes of its id; an unchanged zone is sent as its id only."""

    __slots__ = ("encoded_id",)

    def __init__(self, data: object, encoded: bytes, encoded_id: bytes) -> None:
        super().__init__(data, encoded)
        self.encoded_id = encoded_id


# Caches by the identity of the data. A cached part keeps its data alive, so that no other object gets that identity.
PARTS: Final[dict[int, Part]] = {}
ZONES: Final[dict[int, Zone]] = {}


def encode_part(data: object) -> bytes:
    """Encode a part that several tables share; the result is cached by object identity."""
    found = PARTS.get(id(data))
    if found is None or found.data is not data:
        if len(PARTS) >= MAX_CACHED_PARTS:
            PARTS.clear()
        found = PARTS[id(data)] = Part(data, encode(data))
    return found.encoded


def cached_zone(data: Data) -> Zone | None:
    """Return the cached zone that was encoded from this very object, not from an equal one; None if there is none."""
    found = ZONES.get(id(data))
    return found if found is not None and found.data is data else None


class SpecEncoder:
    """Encoder shared by all rooms with the same `GameSpec`; it caches the encoded bytes of moves, zones and pieces."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.pieces: bytes = b"]}"  # end of a connection's first table, which includes the pieces
        if spec.game.pieces:
            self.pieces = b'],"pieces":%b}' % encode(spec.game.pieces)
        self.zone_ids: dict[str, bytes] = {}
        self.choices: dict[int, Part] = {}  # by move: its preview, and the bytes of the choice
        self.news = news_cache(spec.game)

    def encode_choice(self, move: int, preview: Data) -> bytes:
        """Encode a legal move as `protocol.Choice`; use the cached bytes if the move had the same preview last time."""
        found = self.choices.get(move)
        if found is None or (found.data is not preview and found.data != preview):
            line = self.spec.game.moves[move]
            found = self.choices[move] = Part(preview, encode(Choice(line.text, list(line.picks), preview)))
        return found.encoded

    def encode_zone(self, data: Data) -> Zone:
        """Encode a zone and add it to the cache."""
        if len(ZONES) >= MAX_CACHED_PARTS:
            ZONES.clear()
        name = cast(str, data["id"])
        encoded_id = self.zone_ids.get(name)
        if encoded_id is None:
            encoded_id = self.zone_ids[name] = encode(name)
        found = ZONES[id(data)] = Zone(data, encode(self.spec.shorten_zone(data)), encoded_id)
        return found

    def encode_move(self, move: int) -> bytes:
        """Encode a move's text and narration as fields of `protocol.News`, without the braces."""
        found = self.news.encoded.get(move)
        if found is None:
            text = self.spec.game.text(move)
            telling = narrate(self.spec.game.name, text)
            said = {"text": text, "told": telling} if telling else {"text": text}
            found = self.news.encoded[move] = encode(said)[1:-1]
        return found


class NewsCache:
    """Cache of the encoded text and narration of each move, for one vocabulary."""

    __slots__ = ("encoded", "moves")

    def __init__(self, moves: list[Move]) -> None:
        self.moves = moves
        self.encoded: dict[int, bytes] = {}


# Cache by game, for the latest list of moves only. Guests may request many combinations of options, but most of these
# share one list of moves.
NEWS_CACHES: Final[dict[str, NewsCache]] = {}
ENCODERS: Final[dict[int, SpecEncoder]] = {}  # by id() of the spec, which its encoder keeps alive


def news_cache(game: Game) -> NewsCache:
    """Return the `NewsCache` for the moves of a game; create it if the game's list of moves is new."""
    found = NEWS_CACHES.get(game.name)
    if found is None or found.moves is not game.moves:
        found = NEWS_CACHES[game.name] = NewsCache(game.moves)
    return found


def encoder_of(spec: GameSpec) -> SpecEncoder:
    """Return the encoder that is shared by all rooms with this spec."""
    found = ENCODERS.get(id(spec))
    if found is None or found.spec is not spec:
        if len(ENCODERS) >= MAX_CACHED_PARTS:
            ENCODERS.clear()
        found = ENCODERS[id(spec)] = SpecEncoder(spec)
    return found


class LastTable:
    """Ply and zones of a viewer's last table; in the next one, zones that are still the same are sent as ids only."""

    __slots__ = ("ply", "zones")

    def __init__(self) -> None:
        self.ply = -1
        self.zones: list[Zone] = []


class FastViews:
    """Builder of one room's tables; it reuses encoded parts. `views.PlainViews` builds the same messages."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.is_forfeited = False
        self.encoder = encoder_of(spec)
        self.last: dict[int, LastTable] = {}  # by viewer
        self.parts: dict[str, Part] = {}  # by field of the message: its last value
        self.zones: dict[str, Zone] = {}  # by id: the zone last encoded; most zones are the same for all viewers
        self.scored_ply = -1  # the ply of `scored`
        self.scored = b""

    def view(self, state: State, entries: list[Entry], stage_scores: list[list[int]], viewer: int) -> "FastView":
        seen = state.seen_by(viewer)
        more = seen.table() | (state.secrets() if self.is_forfeited else state.reveal())
        prompt, seats, zones = more["prompt"], more["seats"], cast("list[Data]", more["zones"])
        del more["prompt"], more["seats"], more["zones"]
        more.update(final_figures(state, entries))
        actor: int = seen.actor
        stage: int = seen.stage
        begin = b'{"is":"table","ply":%d,"actor":%d,"stage":%d,"prompt":%b,"seats":%b,"zones":[' % (
            len(entries),
            actor,
            stage,
            encode_part(prompt),
            self.encode_seats(cast("list[Data]", seats)),
        )
        middle = b'],"more":%b,"moves":[%b],%b,"news":[' % (
            self.encode_changed("more", more),
            self.encode_choices(seen, viewer),
            self.encode_scores(state, stage_scores, len(entries)),
        )
        last = self.last.get(viewer)
        if last is None:
            last = self.last[viewer] = LastTable()
        found = self.find_zones(zones, last.zones)
        view = FastView(self, begin, middle, entries, viewer, found, last.zones, last.ply)
        last.ply, last.zones = len(entries), view.zones
        return view

    def encode_changed(self, name: str, data: object) -> bytes:
        """Return the bytes of a part of the message; encode it only if it differs from the last part with this name."""
        old = self.parts.get(name)
        if old is None or old.data != data:
            old = self.parts[name] = Part(data, encode(data))
        return old.encoded

    def encode_seats(self, seats: list[Data]) -> bytes:
        """Return the bytes of all seats' public counters (`Table.seats`); encode them only if they have changed."""
        old = self.parts.get("seats")
        if old is None or old.data != seats:
            encoded = b"[%b]" % b",".join([encode_part(seat) for seat in seats])
            old = self.parts["seats"] = Part(seats, encoded)
        return old.encoded

    def encode_scores(self, state: State, stage_scores: list[list[int]], ply: int) -> bytes:
        """Encode scores, ranking and score sheet, once for each ply: in every game, all viewers see the same."""
        if self.scored_ply != ply:
            self.scored_ply = ply
            self.scored = b'"scores":%b,"ranking":%b,"sheet":%b' % (
                self.encode_changed("scores", state.scores()),
                self.encode_changed("ranking", state.ranking()),
                self.encode_changed("sheet", stage_scores.copy()),  # a copy, because the list itself grows
            )
        return self.scored

    def find_zones(self, zones: list[Data], last: list[Zone]) -> list[Zone]:
        """Return the encoded form of `zones`, which a viewer sees now.

        `last` holds the encoded zones of the viewer's last table. Zones that have not changed are taken from there.
        """
        found: list[Zone] = []
        known = len(last)
        for at, data in enumerate(zones):
            old = last[at] if at < known else None
            found.append(old if old is not None and old.data is data else self.find_zone(data, old))
        return found

    def find_zone(self, data: Data, old: Zone | None) -> Zone:
        """Return the encoded zone for this data.

        Try `old` (the zone with the same index in the viewer's last table), then the cache, then the room's last zone
        with this id. If none of them has this data, encode it.
        """
        found = cached_zone(data)
        if found is old and found is not None:
            return found
        if old is not None and old.data == data:  # so that only the id of an equal zone is sent
            return old
        if found is not None:
            return found
        name = cast(str, data["id"])
        found = self.zones.get(name)
        if found is None or found is old or found.data != data:
            found = self.zones[name] = self.encoder.encode_zone(data)
        return found

    def encode_choices(self, seen: State, viewer: int) -> bytes:
        """Encode the legal moves if the viewer is the actor; return no bytes for other viewers."""
        if seen.actor != viewer or viewer < 0:
            return b""
        encoder = self.encoder
        if self.spec.has_previews:
            return b",".join([encoder.encode_choice(move, seen.preview(move)) for move in seen.legal()])
        return b",".join([encoder.encode_choice(move, {}) for move in seen.legal()])

    def write_news(self, out: BytesWriter, entries: list[Entry], viewer: int, since: int, until: int) -> None:
        """Write entries[since:until] of the log, as a viewer may see them, in the form of `protocol.News`."""
        encoder, game = self.encoder, self.spec.game
        for index in range(since, until):
            entry = entries[index]
            if index > since:
                out.append(COMMA)
            out.write(b'{"ply":%d,"actor":%d,' % (index + 1, entry.actor))
            if entry.move < 0:
                undone = [at + 1 for at in standing_before(entries, index, -entry.move)]
                out.write(b'"text":"%b","undone":%b' % (entry.text(game).encode(), encode(undone)))
            else:
                out.write(encoder.encode_move(game.heard_as(entry.move, entry.audience, viewer)))
            if entry.outcomes:
                out.write(b',"outcomes":')
                out.write(encode(entry.outcomes))
            out.append(CLOSING_BRACE)


@mypyc_attr(acyclic=True)
class FastView:
    """The table for one viewer at one ply.

    Each connection gets the table together with the log entries that were added since the connection's last table.
    """

    def __init__(
        self,
        views: FastViews,
        begin: bytes,
        middle: bytes,
        entries: list[Entry],
        viewer: int,
        zones: list[Zone],
        last_zones: list[Zone],
        last_ply: int,
    ) -> None:
        self.views = views
        self.begin = begin  # everything before the zones
        self.middle = middle  # everything between zones and news
        self.entries = entries
        self.ply = len(entries)  # stored now, because the list grows
        self.viewer = viewer
        self.zones = zones
        self.last_zones = last_zones  # zones of the table before this one
        self.last_ply = last_ply
        self.message = b""  # cache of the last message: most connections of a viewer need the same
        self.message_ply = -2  # argument `ply` of that message
        self.message_whole = False  # whether that message has all zones

    def since(self, ply: int, whole: bool = False) -> bytes:
        whole = whole or ply != self.last_ply
        if self.message_ply != ply or self.message_whole != whole:
            out = BytesWriter()
            out.write(self.begin)
            self.write_zones(out, 0 if whole else len(self.last_zones))
            out.write(self.middle)
            self.views.write_news(out, self.entries, self.viewer, max(0, ply), self.ply)
            out.write(self.views.encoder.pieces if ply < 0 else b"]}")
            self.message = out.getvalue()
            self.message_ply, self.message_whole = ply, whole
        return self.message

    def write_zones(self, out: BytesWriter, known: int) -> None:
        """Write the zones: those that the receiver already has as their ids only, all others in full.

        The receiver already has the first `known` zones of the viewer's previous table, `last_zones`.
        """
        last = self.last_zones
        for at, zone in enumerate(self.zones):
            if at:
                out.append(COMMA)
            out.write(zone.encoded_id if at < known and last[at] is zone else zone.encoded)
