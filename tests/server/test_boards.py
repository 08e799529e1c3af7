"""Tests of custom boards on the server: errors name the faulty line; a valid board is stored with its room."""

import json
import threading
import tomllib
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Guest, House, async_test, play_out

from velodrome.core.toml_lines import find_line
from velodrome.server.game.spec import request_game, request_spec
from velodrome.server.http import boards, rooms

BOARDS = {
    "track": ("velocity", "city_default"),
    "circuit": ("arcenciel", "rainbow_loop"),
    "deck": ("arcenciel", "chance_default"),
}


def board_text(option: str) -> str:
    game, name = BOARDS[option]
    return files("velodrome.games").joinpath(game, f"{name}.toml").read_text("utf-8")


async def check_board(guest: Guest, option: str, text: str, seats: int = 3) -> dict[str, Any]:
    answer = await guest.post("/api/boards", {"game": BOARDS[option][0], "seats": seats, "options": {option: text}})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize("option", BOARDS)
@async_test
async def test_a_valid_board_is_previewed_as_an_onlooker_sees_it(tmp_path: Path, option: str) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house)
        game, name = BOARDS[option]
        text = (await guest.get(f"/boards/game/{game}/{name}.toml")).text
        assert text == board_text(option)
        told = await check_board(guest, option, text)
        assert told["ok"] and told["table"]["is"] == "table" and told["table"]["moves"] == []
        assert told["boards"] == {option: tomllib.loads(text)}
        assert house.rows("select * from rooms") == []


@async_test
async def test_the_entries_of_a_board_with_a_mistake_are_sent_unless_its_text_cannot_be_read(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        text = board_text("track")
        for wrong, is_read in (
            (text.replace("podium = 8", "podium = 99"), True),
            (text.replace("podium = 8", "podium 8"), False),
            (text.replace("podium = 8", f"podium = {'9' * 40}"), True),
            (text.replace('game = "velocity"', 'game = "velvet"'), False),
        ):
            told = await check_board(Guest(house), "track", wrong)
            assert not told["ok"] and told["error"]
            assert list(told["boards"]) == (["track"] if is_read else [])


@pytest.mark.parametrize("option", BOARDS)
@async_test
async def test_the_form_of_a_board_names_entries_that_the_board_has(tmp_path: Path, option: str) -> None:
    async with House(tmp_path) as house:
        game, _ = BOARDS[option]
        form = (await Guest(house).get(f"/boards/form/{game}/{option}.json")).json()
        board = tomllib.loads(board_text(option))
        rows = board[form["rows"]]
        assert form["low"] <= len(rows) <= form["high"]
        assert {row["kind"] for row in rows[form["fixed"] :]} <= set(form["kinds"])
        for row in rows[form["fixed"] :]:
            fields = [field["name"] for field in form["fields"] if row["kind"] in (field["kinds"] or form["kinds"])]
            assert set(fields) <= set(row) and set(row) <= {*fields, "n", "id", "kind", "source"}
        for field in form["settings"]:
            table, _, name = field["name"].rpartition(".")
            assert name in (board[table] if table else board)
        for row in board.get(form["seats"], []):
            assert {field["name"] for field in form["seat_settings"]} <= set(row)


@async_test
async def test_there_is_no_form_for_other_options(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        for path in ("velocity/colours", "velocity/wings", "chess/track"):
            assert (await Guest(house).get(f"/boards/form/{path}.json")).status_code == 404


def line_with(text: str, words: str) -> int:
    return next(place for place, line in enumerate(text.split("\n"), 1) if words in line)


@pytest.mark.parametrize(
    ("option", "old", "new", "keys", "at"),
    [
        ("track", 'n = 30, kind = "can"', 'n = 30, kind = "pond"', ["board.is", "board.want.among"], "pond"),
        ("track", "podium = 8", "podium = 99", ["board.is", "board.want.number"], "podium = 99"),
        ("track", "podium = 8", "podium 8", ["board.syntax.equals"], "podium 8"),
        ("track", 'kind = "can"', "kind = can", ["board.syntax.value"], "kind = can"),
        ("track", "podium = 8", "podium = 8 9", ["board.syntax.rest"], "podium = 8 9"),
        ("track", "podium = 8", "podium = 8\n'podium' = 8", ["board.syntax.twice"], "'podium'"),
        ("track", "podium = 8", "podium = 8\n% odd", ["board.syntax.statement"], "% odd"),
        ("circuit", "[team]", "[team", ["board.syntax.unclosed"], "[team"),
        ("circuit", ' name = "Round', ' name = "Round\n', ["board.syntax.quotes"], ' name = "Round'),
        ("track", "players = 4", "players = 3", ["board.is", "board.want.once"], "players = 3"),
        ("circuit", '{ n = 7, ', '{ n = 8, ', ["board.is", "board.want.exactly"], "Roundabout"),
        ("circuit", ' value = 2, name = "Round', ' name = "Round', ["board.missing", "board.want.number"], "Round"),
        ("circuit", "[team]", "[team]\nwings = 2", ["board.is", "board.want.only"], "wings = 2"),
        ("deck", "count = 1", "count = 200", ["board.has", "board.want.size"], "card = ["),
        ("deck", 'id = "bottle"', 'id = "Bottle"', ["board.is", "board.want.id"], '"Bottle"'),
    ],
)  # fmt: skip
@async_test
async def test_a_mistake_is_reported_with_its_line(
    tmp_path: Path, option: str, old: str, new: str, keys: list[str], at: str
) -> None:
    async with House(tmp_path) as house:
        text = board_text(option)
        assert old in text
        text = text.replace(old, new, 1)
        told = await check_board(Guest(house), option, text)
        assert not told["ok"]
        assert [each["key"] for each in told["error"]["why"]] == keys
        expected = line_with(text, at)
        if keys[-1] == "board.want.once":
            expected = [place for place, line in enumerate(text.split("\n"), 1) if at in line][1]
        assert told["error"]["line"] == expected


@async_test
async def test_an_impossible_room_is_refused_with_its_mistake(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        for game, seats, options, why in (
            ("velonimo", 3, {"difficulties": [-1]}, {"key": "refuse.option", "option": "difficulties"}),
            ("velonimo", 3, {"wings": 2}, {"key": "refuse.option", "option": "wings"}),
            ("velonimo", 99, {}, {"key": "refuse.options"}),
            ("chess", 2, {}, {"key": "refuse.options"}),
            ("velocity", 3, {"track": "format = 2\n"}, {"key": "refuse.board", "line": 1}),
        ):
            answer = await Guest(house).post("/api/rooms", {"game": game, "seats": seats, "options": options})
            assert (answer.status_code, answer.json()) == (400, {"error": why})


def test_the_line_of_an_entry_is_found_in_every_toml_notation() -> None:
    text = "\n".join(
        [
            "a = 1 # a = [",
            'b.c = "x ] \\" #"',
            "d = [",
            "  { e = 1, f = [1, 2,",
            "    3] }, # {",
            '  { "e" = 2 },',
            "]",
            "[[g]]",
            'h = """',
            "[[g]]",
            '"""',
            "[[g]]",
            "h = 2",
            "[k.l]",
            "m = 1",
        ]
    )
    found = {
        "a": 1, "b.c": 2, "d": 3, "d[0].e": 4, "d[0].f": 4, "d[0].f[2]": 5, "d[1].e": 6, "d[1].missing": 6,
        "g[0].h": 9, "g[1].h": 13, "g[1].missing": 12, "k.l.m": 15, "k.l.missing": 14, "nowhere": 1,
    }  # fmt: skip
    assert {entry: find_line(text, entry) for entry in found} == found


@async_test
async def test_board_names_cannot_read_other_files(tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text(board_text("track"), "utf-8")
    async with House(tmp_path) as house:
        guest = Guest(house)
        for asked in (str(secret), f"{secret}\n", "../velocity/city_default", "/etc/passwd"):
            told = await check_board(guest, "track", asked)
            assert not told["ok"] and "root:" not in json.dumps(told)
        for path in ("velocity/texts", "velocity/..%2fvelocity%2fcity_default", "nogame/x", "arcenciel/city_default"):
            assert (await guest.get(f"/boards/game/{path}.toml")).status_code == 404


@async_test
async def test_board_checks_are_limited_in_size_and_rate(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house)
        body = {"game": "velocity", "seats": 3, "options": {"track": "x" * 70_000}}
        assert (await guest.post("/api/boards", body)).status_code == 413
        assert (await check_board(guest, "track", "# long\n" + "x" * 41_000))["error"]["why"][0]["key"] == "board.long"
        now = 0.0
        house.services.limits.clock = lambda: now
        house.services.limits.board_checks.clear()
        body["options"] = {"track": "format = 1\n"}
        codes = [(await guest.post("/api/boards", body)).status_code for _ in range(12)]
        assert codes == [200] * 9 + [429] * 3
        now = 1.0
        assert (await guest.post("/api/boards", body)).status_code == 200


@async_test
async def test_other_origins_are_refused(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        body = {"game": "velocity", "seats": 3, "options": {}}
        answer = await Guest(house).post("/api/boards", body, headers={"origin": "http://elsewhere.test"})
        assert answer.status_code == 403


@async_test
async def test_a_board_is_stored_with_its_room_and_its_rematch(tmp_path: Path) -> None:
    text = board_text("track").replace('n = 30, kind = "can"', 'n = 30, kind = "road"')
    async with House(tmp_path) as house:
        guest, onlooker = Guest(house, "Zoé"), Guest(house)
        options = {"track": text, "max_rounds": 1}
        room = await guest.create_room("velocity", 3, ["", "level1", "level1"], options=options)
        page = await guest.connect(room)
        assert page.room["options"]["track"] == "own"
        answer = await onlooker.get(f"/boards/table/{room}/track.toml")
        assert answer.text == text and "attachment" in answer.headers["content-disposition"]
        assert (await onlooker.get(f"/boards/table/{room}/max_rounds.toml")).status_code == 404
        await play_out([page], lambda page: str(page.table["moves"][0]["text"]))
        page.send({"do": "rematch"})
        await page.wait_until(lambda: bool(page.room["rematch"]))
        again = page.room["rematch"]
        assert (await onlooker.get(f"/boards/table/{again}/track.toml")).text == text
    async with House(tmp_path) as house:  # after a restart
        assert (await Guest(house).get(f"/boards/table/{again}/track.toml")).text == text


@async_test
async def test_boards_are_read_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readers: list[threading.Thread] = []

    def noted(read: Any) -> Any:
        def reading(*given: Any) -> Any:
            readers.append(threading.current_thread())
            return read(*given)

        return reading

    monkeypatch.setattr(boards, "request_game", noted(request_game))
    monkeypatch.setattr(rooms, "request_spec", noted(request_spec))
    async with House(tmp_path) as house:
        guest = Guest(house)
        await check_board(guest, "track", board_text("track"))
        await guest.create_room("velocity", 3, options={"track": board_text("track")})
    assert len(readers) == 2 and threading.main_thread() not in readers


@async_test
async def test_bad_boards_count_as_checks_when_creating_a_room(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        house.services.limits.clock = lambda: 0.0
        codes: list[int] = []
        for _ in range(12):
            guest = Guest(house, address="192.0.2.7")  # a new guest each time
            body = {"game": "velocity", "seats": 3, "options": {"track": "format = 2\n"}}
            codes.append((await guest.post("/api/rooms", body)).status_code)
        assert codes == [400] * 9 + [429] * 3
        other = Guest(house, address="192.0.2.8")
        assert await other.create_room("velocity", 3, options={"track": board_text("track")})


@pytest.mark.parametrize(("opens", "closes"), [("[", "]"), ("{a=", "}")])
@async_test
async def test_deeply_nested_boards_are_refused(tmp_path: Path, opens: str, closes: str) -> None:
    async with House(tmp_path) as house:
        house.services.limits.clock = count(0, 10).__next__  # 10 seconds pass between calls, so no limit is reached
        for depth in range(150, 500, 3):
            text = f'format = 2\ngame = "velocity"\na = {opens * depth}{"1" * (opens != "[")}{closes * depth}\n'
            told = await check_board(Guest(house), "track", text)
            assert not told["ok"]
