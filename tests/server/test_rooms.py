"""Whole games at the table: people and bots, spectators, restarts; nobody is sent more than they may know."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.harness import Guest, House, Page, play_out, scene
from tests.server.tables import SHORT, chooser

from velodrome.core.contract import ONLOOKER, Game, State
from velodrome.core.log import Log
from velodrome.core.narration import narrate
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.games import GAMES
from velodrome.server.game.encoding import FastViews
from velodrome.server.game.log import open_game, play_moves, restore_log
from velodrome.server.game.spec import load_spec
from velodrome.server.protocol import Table

TABLES = [("velonimo", 2), ("velonimo", 4), ("velocity", 3), ("arcenciel", 3), ("velvet", 2)]


def game_of(house: House, room: str) -> Game:
    (row,) = house.rows("select game, seats, options from rooms where room = ?", room)
    return load_spec(*row).game


def record_of(house: House, room: str) -> Record:
    """The truth, from the database."""
    record = Record(game_of(house, room))
    for text in house.moves(room):
        record.play(record.game.index[text])
    return record


def expected(seen: State, ply: int, viewer: int) -> dict[str, Any]:
    """A table, made from nothing but a seen state."""
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
    """Every table and every piece of news follows from what the viewer heard alone."""
    viewer = ONLOOKER if page.room["me"] is None else page.room["me"]
    heard = truth.seen_by(viewer)
    states: list[State] = []
    for state in heard.states():
        states.append(state.copy())
    assert page.tables
    for table in page.tables:
        sheet, news = table.pop("sheet"), table.pop("news")
        assert table == expected(states[table["ply"]], table["ply"], viewer)
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
    """Every table is, byte for byte, what `messages.Table` would write."""
    for raw in page.raw:
        if raw.startswith('{"is":"table"'):
            assert msgspec.json.encode(msgspec.json.decode(raw, type=Table)).decode() == raw


def check_secrets(house: House, room: str, pages: list[Page]) -> None:
    """Neither seeds nor tokens nor cookies come to anybody who should not have them."""
    ((seed, invite),) = house.rows("select seed, invite from rooms where room = ?", room)
    for page in pages:
        everything = "\n".join(page.raw)
        assert seed.hex() not in everything
        assert page.guest.cookie.split("=")[1] not in everything
        assert (invite in everything) == (page.room["me"] is not None)
        for guest, _ in house.rows("select guest, seat from seats where room = ? and guest != ''", room):
            assert guest not in everything


@pytest.mark.parametrize(("name", "seats"), TABLES)
@scene
async def test_people_and_bots_play_to_the_end_and_nobody_is_sent_what_they_may_not_know(
    tmp_path: Path, name: str, seats: int
) -> None:
    async with House(tmp_path) as house:
        anna, ben, eve = Guest(house, "Anna"), Guest(house, "Ben"), Guest(house, "Eve")
        bots = ["", ""] + ["level1"] * (seats - 2)
        room = await anna.opens(name, seats, bots, options=SHORT[name])
        first = await anna.at(room)
        assert first.room["phase"] == "lobby"
        second = await ben.at(room, first.room["invite"].rpartition("=")[2])
        await second.until(lambda: second.room["me"] == 1)
        first.say({"do": "start"})
        await first.until(lambda: bool(first.table))
        watcher = await eve.at(room)
        await play_out([first, second, watcher], chooser(seats))
        await watcher.until(lambda: watcher.room["phase"] == "over")
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
@scene
async def test_a_server_that_starts_again_shows_the_same_tables_and_goes_on(tmp_path: Path, name: str) -> None:
    seats = GAMES[name].seats[0]
    bots = ["", *["level2"] * (seats - 1)]
    async with House(tmp_path) as house:
        anna, eve = Guest(house, "Anna"), Guest(house, "Eve")
        room = await anna.opens(name, seats, bots, options=SHORT[name])
        page, watcher = await anna.at(room), await eve.at(room)
        await play_out([page, watcher], chooser(1), 4)
        await page.until(lambda: page.table["ply"] == watcher.table["ply"] and page.mine)
        old, seen = page.table, watcher.table
    async with House(tmp_path) as house:
        anna.house = eve.house = house
        page, watcher = await anna.at(room), await eve.at(room)
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


@scene
async def test_a_bot_that_was_due_goes_on_when_somebody_comes_after_a_restart(tmp_path: Path) -> None:
    thinking = asyncio.Event()

    class Forever(House): ...

    def never(name: str, spent: float, rng: Rng, again: bool) -> float:
        thinking.set()
        return 3600.0

    async with Forever(tmp_path, pause=never) as house:
        anna = Guest(house, "Anna")
        room = await anna.opens("velocity", 3, ["", "level1", "level1"], options={"first_player": 1})
        page = await anna.at(room)
        await thinking.wait()
        ply = page.table["ply"]
        await page.close()
    async with House(tmp_path) as house:
        anna.house = house
        page = await anna.at(room)
        await page.until(lambda: page.table["ply"] > ply)


@scene
async def test_chance_goes_on_after_a_restart_as_it_would_have(tmp_path: Path) -> None:
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


def test_the_last_cards_of_a_kingdom_are_asked_for_like_the_first() -> None:
    game = load_spec("velvet", 2, "{}").game
    assert {move for move in range(game.decisions) if game.text(move).startswith("place ")} <= game.always_asked


def test_a_view_ends_where_its_log_did() -> None:
    made = load_spec("velonimo", 2, "{}")
    log = Log(made.game, bytes(32))
    log.append(open_game(log))
    view = FastViews(made).view(log.state, log.entries, log.stage_scores, ONLOOKER)
    ply = len(log.entries)
    log.append(play_moves(log, log.state.actor, [made.game.text(log.state.nth(0))])[0])
    assert len(log.entries) > ply
    told = msgspec.json.decode(view.since(-1))
    assert (told["ply"], len(told["news"])) == (ply, ply)
