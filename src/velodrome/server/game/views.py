"""Builders of the `protocol.Table` messages for each viewer of a game; unchanged zones are sent as their ids only.

`PlainViews` builds every message from scratch. `encoding.FastViews` builds the same messages from cached bytes.
Tests compare the two.
"""

from typing import Protocol, cast

import msgspec

from velodrome.core.contract import Data, State
from velodrome.core.log import Entry, standing_before
from velodrome.core.narration import narrate
from velodrome.server.game.figures import final_figures
from velodrome.server.game.spec import GameSpec
from velodrome.server.protocol import Choice, News, Table


class View(Protocol):
    """Interface of the table for one viewer at one ply; all connections of that viewer share it."""

    def since(self, ply: int, whole: bool = False) -> bytes:
        """Encode the message for a connection whose last table was at `ply`; -1 means that it has had no table.

        Unchanged zones are sent as their ids only; if `whole` is true, all zones are sent in full.
        """
        ...


class Views(Protocol):
    """Interface of a builder that makes the tables of one game for all its viewers."""

    is_forfeited: bool  # a seat lost on time, and this ended the game

    def view(self, state: State, entries: list[Entry], stage_scores: list[list[int]], viewer: int) -> View:
        """Return the table that a viewer sees after these log entries, and store its zones for the next comparison.

        `stage_scores` are the scores at the end of each finished stage.
        """
        ...


class PlainViews:
    """Builder of tables that encodes every message from scratch."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.is_forfeited = False
        self.last: dict[int, tuple[int, list[Data]]] = {}  # by viewer: ply and zones of the last table

    def view(self, state: State, entries: list[Entry], stage_scores: list[list[int]], viewer: int) -> "PlainView":
        seen, data = self.see(state, viewer)
        zones = cast("list[Data]", data.pop("zones"))
        table = Table(
            ply=len(entries),
            actor=seen.actor,
            stage=seen.stage,
            prompt=cast(Data, data.pop("prompt")),
            seats=cast("list[Data]", data.pop("seats")),
            zones=[],
            more=data | final_figures(state, entries),
            moves=self.choices(seen, viewer),
            scores=state.scores(),
            ranking=state.ranking(),
            sheet=stage_scores.copy(),
            news=[],
        )
        last_ply, last_zones = self.last.get(viewer, (-1, []))
        self.last[viewer] = (len(entries), zones)
        return PlainView(self.spec, table, entries, viewer, zones, last_zones, last_ply)

    def see(self, state: State, viewer: int) -> tuple[State, Data]:
        """Return the state as a viewer sees it, and the viewer's table.

        After the end of the game, the table also shows what the game then reveals to everybody.
        """
        seen = state.seen_by(viewer)
        return seen, seen.table() | (state.secrets() if self.is_forfeited else state.reveal())

    def choices(self, seen: State, viewer: int) -> list[Choice]:
        """Return the legal moves if the viewer is the actor; none for other viewers."""
        if seen.actor != viewer or viewer < 0:
            return []
        moves = self.spec.game.moves
        return [Choice(moves[move].text, list(moves[move].picks), seen.preview(move)) for move in seen.legal()]


class PlainView:
    """The table for one viewer at one ply."""

    def __init__(
        self,
        spec: GameSpec,
        table: Table,
        entries: list[Entry],
        viewer: int,
        zones: list[Data],
        last_zones: list[Data],
        last_ply: int,
    ) -> None:
        self.spec = spec
        self.table = table
        self.entries = entries
        self.viewer = viewer
        self.zones = zones
        self.last_zones = last_zones
        self.last_ply = last_ply

    def since(self, ply: int, whole: bool = False) -> bytes:
        is_next = ply == self.last_ply and not whole
        known = self.last_zones if is_next else []
        zones = [
            cast(str, zone["id"]) if at < len(known) and known[at] == zone else self.spec.shorten_zone(zone)
            for at, zone in enumerate(self.zones)
        ]
        news = [news_of(self.spec, self.entries, at, self.viewer) for at in range(max(0, ply), self.table.ply)]
        pieces = self.spec.game.pieces if ply < 0 else []
        return msgspec.json.encode(msgspec.structs.replace(self.table, zones=zones, news=news, pieces=pieces))


def news_of(spec: GameSpec, entries: list[Entry], index: int, viewer: int) -> News:
    """Return one log entry as a viewer may see it, in the form of `protocol.News`."""
    game, entry = spec.game, entries[index]
    if entry.is_undo:
        undone = [at + 1 for at in standing_before(entries, index, -entry.move)]
        return News(index + 1, entry.actor, entry.text(game), undone=undone)
    text = game.text(game.heard_as(entry.move, entry.audience, viewer))
    return News(index + 1, entry.actor, text, narrate(game.name, text), entry.outcomes)
