"""Tests of whole games with people, bots, spectators and restarts: no page receives more than its viewer may know."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.harness import Guest, House, Page, async_test, play_out
from tests.server.tables import SHORT, chooser

from velodrome.core.contract import ONLOOKER, Game, State
from velodrome.core.log import Log
from velodrome.core.narration import narrate
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.games import GAMES
from velodrome.server.game.encoding import FastViews
from velodrome.server.game.figures import final_figures
from velodrome.server.game.log import open_game, play_moves, restore_log
from velodrome.server.game.spec import load_spec
from velodrome.server.protocol import Table

TABLES = [("velonimo", 2), ("velonimo", 4), ("velocity", 3), ("arcenciel", 3), ("velvet", 2)]


def game_of(house: House, room: str) -> Game:
    (row,) = house.rows("select game, seats, options from rooms where room = ?", room)
    return load_spec(*row).game


def record_of(house: House, room: str) -> Record:
    """Return the full record of a game from the database."""
    record = Record(game_of(house, room))
    for text in house.moves(room):
        record.play(record.game.index[text])
    return record


def expected(seen: State, ply: int, viewer: int) -> dict[str, Any]:
    """Return the table message that a viewer should get; it is made from the viewer's view `seen` alone."""
    data = seen.table()
    legal = seen.legal() if seen.actor == viewer >= 0 else []
    moves = []
    for move in legal:
        line = seen.game.moves[move]
        preview = seen.preview(move)
        moves.append({"text": line.text, "picks": list(line.picks), **({"preview": preview} if preview else {})})
    found = {
        "is": "table", "ply": ply, "actor": seen.actor, "stage": seen.stage, "moves": moves,
        "scores": seen.scores(), "ranking": seen.ranking(),
        "more": {name: value for name, value in data.items() if name not in ("prompt", "seats", "zones")},
        **{name: data[name] for name in ("prompt", "seats", "zones")},
    }  # fmt: skip
    plain: dict[str, Any] = json.loads(json.dumps(found))
    return plain


def check_page(page: Page, truth: Record) -> None:
    """Check that every table message of a page, with the moves that it reports, contains only what the viewer may know.

    `truth` is the full record of the game.
    """
    viewer = ONLOOKER if page.room["me"] is None else page.room["me"]
    heard = truth.seen_by(viewer)
    states: list[State] = []
    for state in heard.states():
        states.append(state.copy())
    assert page.tables
    for table in page.tables:
        sheet, news = table.pop("sheet"), table.pop("news")
        wanted = expected(states[table["ply"]], table["ply"], viewer)
        if table["actor"] == -2:
            log = restore_log(truth.game, b"", [truth.game.text(move) for move in truth.moves])
            figures = final_figures(log.state, log.entries)
            wanted["more"] |= json.loads(json.dumps(truth.state.reveal() | figures))
        assert table == wanted
        assert len(sheet) == len({state.stage for state in states[: table["ply"] + 1]}) - (table["actor"] != -2)
        for entry in news:
            before = states[entry["ply"] - 1]
            text = truth.game.text(heard.moves[entry["ply"] - 1])
            assert entry["text"] == text
            assert entry["actor"] == before.actor
            assert entry.get("told", {}) == narrate(truth.game.name, text)
            assert entry.get("outcomes", []) == states[entry["ply"]].outcomes(before)
        table |= {"sheet": sheet, "news": news}


def check_format(page: Page) -> None:
    """Check that every table message equals, byte for byte, the encoding of `protocol.Table`."""
    for raw in page.raw:
        if raw.startswith('{"is":"table"'):
            assert msgspec.json.encode(msgspec.json.decode(raw, type=Table)).decode() == raw


def check_secrets(house: House, room: str, pages: list[Page]) -> None:
    """Check that no page receives seeds, cookies or guest ids, and that only seated guests receive the invite token."""
    ((seed, invite),) = house.rows("select seed, invite from rooms where room = ?", room)
    for page in pages:
        everything = "\n".join(page.raw)
        assert seed.hex() not in everything
        assert page.guest.cookie.split("=")[1] not in everything
        assert (invite in everything) == (page.room["me"] is not None)
        for guest, _ in house.rows("select guest, seat from seats where room = ? and guest != ''", room):
            assert guest not in everything


@pytest.mark.parametrize(("name", "seats"), TABLES)
@async_test
async def test_people_and_bots_play_whole_games_and_no_secrets_are_sent(tmp_path: Path, name: str, seats: int) -> None:
    async with House(tmp_path) as house:
        anna, ben, eve = Guest(house, "Anna"), Guest(house, "Ben"), Guest(house, "Eve")
        bots = ["", ""] + ["level1"] * (seats - 2)
        room = await anna.create_room(name, seats, bots, options=SHORT[name])
        first = await anna.connect(room)
        assert first.room["phase"] == "lobby"
        second = await ben.connect(room, first.room["invite"].rpartition("=")[2])
        await second.wait_until(lambda: second.room["me"] == 1)
        first.send({"do": "start"})
        await first.wait_until(lambda: bool(first.table))
        watcher = await eve.connect(room)
        await play_out([first, second, watcher], chooser(seats))
        await watcher.wait_until(lambda: watcher.room["phase"] == "over")
        truth = record_of(house, room)
        assert truth.state.actor == -2
        for page in (first, second, watcher):
            assert page.table["ply"] == len(truth.moves)
            assert page.table["ranking"] == truth.state.ranking()
            assert [news["ply"] for table in page.tables for news in table["news"]] == [*range(1, len(truth.moves) + 1)]
            check_page(page, truth)
            check_format(page)
        check_secrets(house, room, [first, second, watcher])


@pytest.mark.parametrize("name", GAMES)
@async_test
async def test_a_restarted_server_sends_the_same_tables_and_plays_on(tmp_path: Path, name: str) -> None:
    seats = GAMES[name].seats[0]
    bots = ["", *["level2"] * (seats - 1)]
    async with House(tmp_path) as house:
        anna, eve = Guest(house, "Anna"), Guest(house, "Eve")
        room = await anna.create_room(name, seats, bots, options=SHORT[name])
        page, watcher = await anna.connect(room), await eve.connect(room)
        await play_out([page, watcher], chooser(1), 4)
        await page.wait_until(lambda: page.table["ply"] == watcher.table["ply"] and page.is_to_move)
        old, seen = page.table, watcher.table
    async with House(tmp_path) as house:
        anna.house = eve.house = house
        page, watcher = await anna.connect(room), await eve.connect(room)
        first, watched = page.tables[0], watcher.tables[0]
        assert [news["ply"] for news in first["news"]] == [*range(1, first["ply"] + 1)]
        for table in (old, seen, first, watched):
            table.pop("news")
        assert (first, watched) == (old, seen)
        assert page.room["seats"][0] == {"name": "Anna", "bot": "", "online": True, "away": False}
        await play_out([page, watcher], chooser(2))
        truth = record_of(house, room)
        assert truth.state.actor == -2
        page.tables, watcher.tables = page.tables[1:], watcher.tables[1:]
        check_page(page, truth)
        check_page(watcher, truth)


@async_test
async def test_after_a_restart_a_bot_plays_once_somebody_connects(tmp_path: Path) -> None:
    thinking = asyncio.Event()

    class Forever(House): ...

    def never(name: str, spent: float, rng: Rng, again: bool) -> float:
        thinking.set()
        return 3600.0

    async with Forever(tmp_path, pause=never) as house:
        anna = Guest(house, "Anna")
        room = await anna.create_room("velocity", 3, ["", "level1", "level1"], options={"first_player": 1})
        page = await anna.connect(room)
        await thinking.wait()
        ply = page.table["ply"]
        await page.close()
    async with House(tmp_path) as house:
        anna.house = house
        page = await anna.connect(room)
        await page.wait_until(lambda: page.table["ply"] > ply)


@async_test
async def test_a_restart_does_not_change_the_chance_moves_to_come(tmp_path: Path) -> None:
    game = load_spec("velocity", 3, "{}").game
    whole = Log(game, b"s" * 32)
    whole.append(open_game(whole))
    for _ in range(30):
        turn, refusal = play_moves(whole, whole.state.actor, [game.text(whole.state.nth(0))])
        assert refusal is None
        whole.append(turn)
    part = restore_log(game, whole.seed, [game.text(heard.move) for heard in whole.entries[:20]])
    part.append(open_game(part))
    assert [heard.move for heard in part.entries] == [heard.move for heard in whole.entries[: len(part.entries)]]
    rolls = [heard.move for heard in whole.entries if heard.actor == -1]
    assert len(set(rolls)) > 3


def test_placing_the_last_cards_of_a_kingdom_is_never_a_forced_move() -> None:
    game = load_spec("velvet", 2, "{}").game
    assert {move for move in range(game.decisions) if game.text(move).startswith("place ")} <= game.always_asked


def test_the_size_of_a_view_does_not_grow_with_the_log() -> None:
    made = load_spec("velonimo", 2, "{}")
    log = Log(made.game, bytes(32))
    log.append(open_game(log))
    view = FastViews(made).view(log.state, log.entries, log.stage_scores, ONLOOKER)
    ply = len(log.entries)
    log.append(play_moves(log, log.state.actor, [made.game.text(log.state.nth(0))])[0])
    assert len(log.entries) > ply
    told = msgspec.json.decode(view.since(-1))
    assert (told["ply"], len(told["news"])) == (ply, ply)
