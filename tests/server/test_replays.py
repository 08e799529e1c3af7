"""Tests of replays: what each viewer may see, downloading and uploading records, and continuing an earlier game."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Guest, House, Page, async_test, is_settled, play_out

from velodrome.core import record, texts
from velodrome.core.contract import CHANCE, ONLOOKER, OVER, TRUTH
from velodrome.core.log import Log
from velodrome.core.rng import Rng
from velodrome.games import GAMES
from velodrome.server.game.history import moments
from velodrome.server.http import replays

TABLES = {"velonimo": 3, "velocity": 3, "arcenciel": 3, "velvet": 2}
SHORT: dict[str, Any] = {"velonimo": {"difficulties": [1]}}


def first(page: Page) -> str:
    return str(page.table["moves"][0]["text"])


def last(page: Page) -> str:
    return str(page.table["moves"][-1]["text"])


async def start_pair(house: House, game: str) -> tuple[Page, Page, str]:
    """Start a game between two people, and a bot if there is a third seat; return the pages and the room's name."""
    anna, ben = Guest(house, "Anna"), Guest(house, "Ben")
    seats = TABLES[game]
    room = await anna.create_room(game, seats, ["", "", "level1"][:seats], options=SHORT.get(game, {}))
    page = await anna.connect(room)
    other = await ben.connect(room, page.room["invite"].partition("invite=")[2])
    await page.wait_until(lambda: all(seat["name"] for seat in page.room["seats"]))
    page.send({"do": "start"})
    await page.wait_until(lambda: bool(page.table))
    await other.wait_until(lambda: bool(other.table))
    return page, other, room


async def play_whole_game(house: House, game: str) -> tuple[Page, Page, str]:
    page, other, room = await start_pair(house, game)
    await play_out([page, other], last)
    await page.wait_until(lambda: page.room["phase"] == "over")
    return page, other, room


async def get_summary(guest: Guest, room: str, eyes: str = "") -> dict[str, Any]:
    answer = await guest.get(f"/api/rooms/{room}/past?eyes={eyes}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def get_all_tables(guest: Guest, room: str, eyes: str) -> list[dict[str, Any]]:
    """Return a replay's table at every ply, with all zones and pieces in full.

    `eyes` is the viewer of the replay: "onlooker" or the number of a seat.
    """
    about = await get_summary(guest, room, eyes)
    pieces = {piece["id"]: piece for piece in about["pieces"]}
    found: list[dict[str, Any]] = []
    for start in range(0, about["plies"] + 1, 40):
        end = min(start + 39, about["plies"])
        answer = await guest.get(f"/api/rooms/{room}/past?eyes={eyes}&first={start}&last={end}")
        found += expand_zones(answer.json()["tables"])
    for table in found:
        for zone in table["zones"]:
            zone["pieces"] = [pieces[p] if isinstance(p, str) else p for p in zone["pieces"]]
    return found


def expand_zones(tables: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Replace each id in the tables' lists of zones with the zone itself; change `tables` and return it.

    An id stands for a zone that has not changed since the previous table.
    """
    zones: dict[str, Any] = {}
    for table in tables:
        table["zones"] = [zones[zone] if isinstance(zone, str) else zone for zone in table["zones"]]
        zones = {zone["id"]: zone for zone in table["zones"]}
    return tables


@pytest.mark.parametrize("game", TABLES)
@async_test
async def test_every_ply_of_a_replay_looks_as_it_did_live(game: str, tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        page, other, room = await play_whole_game(house, game)
        for viewer in (page, other):
            past = await get_all_tables(page.guest, room, str(viewer.room["me"]))
            assert [table["ply"] for table in past] == list(range(len(house.moves(room)) + 1))
            for live in viewer.tables:
                then = past[live["ply"]]
                for part in ("actor", "stage", "prompt", "seats", "zones", "more", "scores", "ranking", "sheet"):
                    assert then[part] == live[part], (part, live["ply"])
                assert then["moves"] == []
            heard = [news for table in past for news in table["news"]]
            assert heard == [news for live in viewer.tables for news in live["news"]]
            assert heard == (await get_summary(page.guest, room, str(viewer.room["me"])))["news"]


@pytest.mark.parametrize("game", TABLES)
@async_test
async def test_a_running_game_can_be_replayed_only_from_the_guests_own_seat(game: str, tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        page, other, room = await start_pair(house, game)
        await play_out([page, other], first, 12)
        await page.wait_until(lambda: is_settled([page, other]))
        stranger = Guest(house)
        eyes = ["open", "onlooker", *[str(seat) for seat in range(TABLES[game])], "7", "-4", "TRUTH"]
        for guest, own in ((page.guest, "0"), (other.guest, "1"), (stranger, "onlooker")):
            assert (await get_summary(guest, room))["eyes"] == [own]
            plies = (await get_summary(guest, room))["plies"]
            for word in eyes:
                if word == own:
                    continue
                assert (await guest.get(f"/api/rooms/{room}/past?eyes={word}")).status_code == 403
                for ply in range(plies + 1):
                    answer = await guest.get(f"/api/rooms/{room}/past?eyes={word}&first={ply}&last={ply}")
                    assert (answer.status_code, answer.json()) == (403, {"error": {"key": "replay.eyes"}})
            body = {"room": room, "ply": 3, "seat": 0, "bot": "level1"}
            assert (await guest.post("/api/replays/on", body)).json()["error"]["key"] == "replay.running"


@pytest.mark.parametrize("game", TABLES)
@async_test
async def test_a_replay_shows_exactly_what_its_viewer_sees(game: str, tmp_path: Path) -> None:
    """Test that a replay's tables equal those made from `seen_by` alone, so they cannot depend on hidden cards."""
    async with House(tmp_path) as house:
        page, other, room = await start_pair(house, game)
        await play_out([page, other], first, 12)
        await page.wait_until(lambda: is_settled([page, other]))
        live = house.services.registry.rooms[room]
        for guest, viewer in ((page.guest, 0), (other.guest, 1), (Guest(house), ONLOOKER)):
            tables = await get_all_tables(guest, room, "onlooker" if viewer < 0 else str(viewer))
            state = live.spec.game.start()
            for table, heard in zip(tables, [*live.log.entries, None], strict=True):
                seen = state.seen_by(viewer).table()
                assert table["zones"] == json.loads(json.dumps(seen["zones"]))
                if heard:
                    state.play(heard.move)
            told = " ".join(news["text"] for news in (await get_summary(guest, room))["news"])
            own = record.read((await guest.get(f"/api/rooms/{room}/record")).text, GAMES)
            assert own.start.viewer == viewer
            assert told == " ".join(own.game.text(move) for move in own.moves)


@pytest.mark.parametrize("game", TABLES)
@async_test
async def test_a_downloaded_record_can_be_uploaded_again(game: str, tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        page, _, room = await play_whole_game(house, game)
        answer = await page.guest.get(f"/api/rooms/{room}/record")
        assert answer.headers["content-disposition"] == f'attachment; filename="{game}-{room}.txt"'
        found = record.read(answer.text, GAMES)
        assert [found.game.text(move) for move in found.moves] == house.moves(room)
        assert found.state.actor == OVER and found.start.viewer == TRUTH
        stranger = Guest(house)
        loaded = (await stranger.post("/api/replays", {"record": answer.text, "eyes": "1"})).json()
        kept = await get_summary(page.guest, room, "1")
        for part in ("game", "options", "over", "eyes", "looking", "plies", "rounds", "news", "pieces", "may_go_on"):
            assert loaded[part] == kept[part], part
        assert [seat["name"] for seat in loaded["seats"]] == [seat["name"] for seat in page.room["seats"]]
        asked = {"record": answer.text, "eyes": "open", "first": 5, "last": 30}
        there = await page.guest.get(f"/api/rooms/{room}/past?eyes=open&first=5&last=30")
        here = await stranger.post("/api/replays", asked)
        assert expand_zones(here.json()["tables"]) == expand_zones(there.json()["tables"])


@pytest.mark.parametrize("game", TABLES)
@async_test
async def test_a_room_can_continue_from_any_ply(game: str, tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        page, _, room = await play_whole_game(house, game)
        moves = house.moves(room)
        carla = Guest(house, "Carla")
        for ply in (0, len(moves) // 2, len(moves) - 1):
            body = {"room": room, "ply": ply, "seat": 1, "bot": "level1"}
            answer = await carla.post("/api/replays/on", body)
            assert answer.status_code == 201, answer.text
            new = answer.json()["room"]
            assert house.moves(new)[:ply] == moves[:ply]
            assert house.rows("select seed from rooms where room = ?", new) != house.rows(
                "select seed from rooms where room = ?", room
            )
            there = await carla.connect(new)
            assert there.room["me"] == 1 and [seat["bot"] for seat in there.room["seats"]].count("") == 1
            await play_out([there], first, 4 if ply < len(moves) - 1 else 10_000)
        assert there.table["actor"] == OVER
        assert (await get_summary(page.guest, room))["may_go_on"]
    async with House(tmp_path) as house:  # after a restart the stored moves are replayed
        again = await house.services.registry.open(new)
        assert again and again.info.phase == "over"


@async_test
async def test_a_game_continued_from_a_seats_own_record_starts_from_a_position_that_fits_it(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        page, other, room = await start_pair(house, "velonimo")
        await play_out([page, other], first, 3)
        await page.wait_until(lambda: is_settled([page, other]))
        text = (await page.guest.get(f"/api/rooms/{room}/record")).text
        about = (await page.guest.post("/api/replays", {"record": text})).json()
        assert about["eyes"] == ["0"] and about["looking"] == "0" and about["may_go_on"]
        body = {"record": text, "ply": about["plies"], "seat": 0, "bot": "level1"}
        new = (await page.guest.post("/api/replays/on", body)).json()["room"]
        there = await page.guest.connect(new)
        hand = {zone["id"]: zone["pieces"] for zone in page.table["zones"]}["hand0"]
        assert {zone["id"]: zone["pieces"] for zone in there.table["zones"]}["hand0"] == hand
        mine = (await page.guest.get(f"/api/rooms/{new}/record")).text
        assert "\nposition {" in mine
        assert (await page.guest.post("/api/replays", {"record": mine})).json()["eyes"] == ["0"]
        await play_out([there], first)
        whole = (await page.guest.get(f"/api/rooms/{new}/record")).text
        assert record.read(whole, GAMES).state.actor == OVER
    async with House(tmp_path) as house:
        again = await house.services.registry.open(new)
        assert again and again.info.phase == "over" and again.log.start is not None


@async_test
async def test_impossible_continuations_are_refused(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        page, _, room = await play_whole_game(house, "velvet")
        plies = len(house.moves(room))
        for change, key in (
            ({"ply": plies}, "replay.ended"),
            ({"ply": plies + 1}, "refuse.unknown"),
            ({"ply": -1}, "refuse.unknown"),
            ({"seat": 2}, "refuse.unknown"),
            ({"bot": "level9"}, "refuse.unknown"),
            ({"room": "nowhere"}, "refuse.missing"),
            ({"room": ""}, "refuse.missing"),
        ):
            body = {"room": room, "ply": 1, "seat": 0, "bot": "level1", **change}
            assert (await page.guest.post("/api/replays/on", body)).json()["error"]["key"] == key, change


@async_test
async def test_a_mistake_in_a_record_is_reported_with_its_line(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house)
        head = "game velocity\nrules velocity 1\nseats 3\n"

        async def wrong(text: str) -> dict[str, Any]:
            answer = await guest.post("/api/replays", {"record": text})
            assert answer.status_code in (400, 413)
            found: dict[str, Any] = answer.json()["error"]
            return found

        problem = await wrong(head + "\n* first 0\n0 fly\n")
        assert (problem["key"], problem["line"], problem["found"]) == ("replay.bad", 6, "0 fly")
        assert problem["why"] == [{"key": "record.move"}]
        begun = head + "\n* first 0\n"
        for text, line, why in (
            ("once upon a time", 1, {"key": "record.header"}),
            (head.replace("game velocity", "game chess"), 1, {"key": "record.game", "games": ", ".join(GAMES)}),
            (head.replace("rules velocity 1\n", ""), 3, {"key": "record.missing", "first": "rules"}),
            (head.replace("velocity 1", "velocity 99"), 2, {"key": "record.rules", "rules": "velocity 1"}),
            (head.replace("seats 3", "seats some"), 3, {"key": "record.seats"}),
            (head.replace("seats 3", "seats 99"), 3, {"key": "record.seats"}),
            (head + "option wings 2\n", 4, {"key": "record.option"}),
            (head + "option colours red blue green\noption wings 2\n", 5, {"key": "record.option"}),
            (head + "option track mine\n", 4, {"key": "record.own"}),
            (head + "board track\n| format = 2\n", 5, {"key": "record.board"}),
            (head + "board track\n| format = 1\n| what\n", 6, {"key": "record.board"}),
            (head + "view 7\n", 4, {"key": "record.view"}),
            (head + "position {}x\n", 4, {"key": "record.position"}),
            (begun + "1 solo\n", 6, {"key": "record.turn", "who": "0"}),
            (begun + "0 group 7\n", 6, {"key": "record.closed"}),
            (begun + "undo 9\n", 6, {"key": "record.undo"}),
            (begun + "undo#x\n", 6, {"key": "record.undo"}),
            (begun + "= cans 9\n", 6, {"key": "record.claim"}),
        ):
            problem = await wrong(text)
            assert (problem["line"], problem["why"]) == (line, [why]), text
            assert all(texts.fill(texts.load("web", lang)[str(why["key"])], why) for lang in ("en", "fr"))
        assert (await wrong(head + "\n" + "# x\n" * 7000))["key"] == "refuse.large"
        for undo in ("undo 1", "  undo 1"):
            assert (await wrong(head + "\n* first 0\n" + f"{undo}\n* first 0\n" * 201))["key"] == "refuse.large"
        assert (await wrong(head + "option track /etc/passwd\n"))["key"] == "replay.bad"
        assert (await wrong(head + "position " + "[" * 5000 + "\n"))["key"] == "replay.bad"


@async_test
async def test_responses_have_a_limited_number_of_tables_and_lobbies_have_no_replay(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        page, _, room = await play_whole_game(house, "velonimo")
        for query in ("first=0&last=60", "first=3&last=2", "first=0&last=100000", "first=x", "first=5"):
            answer = await page.guest.get(f"/api/rooms/{room}/past?{query}")
            assert answer.json()["error"]["key"] == "refuse.unknown", query
        lobby = await page.guest.create_room("velvet", 2)
        assert (await page.guest.get(f"/api/rooms/{lobby}/past")).json()["error"]["key"] == "refuse.lobby"
        assert (await page.guest.get("/api/rooms/nowhere/past")).status_code == 404


@async_test
async def test_rounds_are_listed_with_their_first_ply(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.create_room("velonimo", 2, ["", "level1"], options={"difficulties": [1, 2, 3]})
        page = await anna.connect(room)
        await play_out([page], last)
        rounds = (await get_summary(anna, room))["rounds"]
        assert [number for number, _ in rounds] == [1, 2, 3]
        tables = await get_all_tables(anna, room, "open")
        for number, ply in rounds:
            assert tables[ply]["stage"] == number and (not ply or tables[ply - 1]["stage"] == number - 1)


@pytest.mark.parametrize("game", ["velocity", "arcenciel", "velvet"])
def test_games_with_one_stage_have_rounds_or_laps(game: str) -> None:
    log = Log(GAMES[game](TABLES[game], {}), b"rounds")
    rng = Rng(1)
    while log.state.actor != OVER:
        log.play(log.state.draw(rng) if log.state.actor == CHANCE else log.state.pick(rng))
    rounds = replays.find_rounds(log)
    states = [moment.state for moment in moments(log)]
    assert [number for number, _ in rounds] == list(range(1, len(rounds) + 1)) and len(rounds) > 1
    for number, ply in rounds:
        assert states[ply].round_number() == number
        assert not ply or states[ply - 1].round_number() == number - 1


@async_test
async def test_undone_moves_keep_their_plies(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.create_room("velonimo", 2, ["", "level1"], options={"difficulties": [1]})
        page = await anna.connect(room)
        for _ in range(3):
            await page.wait_until(lambda: page.is_to_move)
            await page.play(first(page))
            await page.wait_until(lambda: page.is_to_move)
            ply = page.table["ply"]
            await page.send_and_wait({"do": "back", "ply": ply})
            await page.wait_for_ply(ply + 1)
        await play_out([page], last)
        past = await get_all_tables(anna, room, "0")
        for live in page.tables:
            for part in ("actor", "stage", "prompt", "seats", "zones", "scores", "ranking", "sheet"):
                assert past[live["ply"]][part] == live[part], (part, live["ply"])
        back = next(ply for ply, text in enumerate(house.moves(room), 1) if text.startswith("@"))
        body = {"room": room, "ply": back, "seat": 0, "bot": "level1"}
        new = (await anna.post("/api/replays/on", body)).json()["room"]
        assert not any(text.startswith("@") for text in house.moves(new))
        state = (await anna.connect(new)).table
        assert state["zones"] == past[back]["zones"]
        text = (await anna.get(f"/api/rooms/{room}/record")).text
        assert text.count("\nundo ") == 3
        assert record.read(text, GAMES).state.scores() == past[-1]["scores"]


@async_test
async def test_replays_are_made_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: dict[str, set[threading.Thread]] = {}

    def note(name: str) -> None:
        """Replace a function of `replays` by one that also records the thread in which it runs."""
        done = getattr(replays, name)

        def noted(*given: Any) -> Any:
            threads.setdefault(name, set()).add(threading.current_thread())
            return done(*given)

        monkeypatch.setattr(replays, name, noted)

    slow = {"respond", "make_record", "parse_record", "state_at", "continue_from", "plan_room"}
    for name in slow:
        note(name)
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.create_room("velvet", 2, here=["Anna", "Ben"])
        assert (await anna.get(f"/api/rooms/{room}/past")).status_code == 200
        text = (await anna.get(f"/api/rooms/{room}/record")).text
        assert (await anna.post("/api/replays", {"record": text})).status_code == 200
        body = {"record": text, "ply": 1, "seat": 0, "bot": "level1"}
        assert (await anna.post("/api/replays/on", body)).status_code == 201
        live = house.services.registry.rooms[room]
        assert replays.replay_room(live, "").log.entries is not live.log.entries, "the room's list may grow meanwhile"
    assert threads.keys() == slow
    assert not any(threading.main_thread() in found for found in threads.values())


# A readable but contradictory view: no distribution of the hidden cards fits the recorded steals.
ODD = (
    '{"viewer": 3, "stage": 1, "phase": "attack", "actor": 3, "hands": [[], [], [], ["blue3", "blue5", "brown7", '
    '"green5", "pink3", "red3"], []], "hidden": [7, 6, 7, 0, 7], "discard": ["blue4", "blue6", "brown2", "gray1", '
    '"gray3", "gray6", "green1", "green4", "green6", "green7", "pink1", "red1", "red4", "red6", "yellow1", '
    '"yellow3", "yellow4", "hare30", "hare35", "hare40", "hare45", "hare50"], "played": [["gray3", "gray6", '
    '"green4", "green7"], ["blue6", "green1", "green6", "hare30", "hare50"], ["blue4", "red4", "yellow3", '
    '"yellow4"], ["brown2", "gray1", "pink1", "yellow1", "hare45"], ["red1", "red6", "hare35", "hare40"]], '
    '"totals": [0, 0, 0, 0, 0], "gained": [0, 0, 0, 0, 0], "ahead": 1, "top": "hare30", "jersey": null, '
    '"jersey_used": false, "steals": [{"thief": 1, "victim": 2, "count": 1, "sizes": [7, 8], "taken": [], '
    '"given": [], "then": ["blue4", "blue6", "green1", "green4", "green6", "green7", "red4", "yellow4", "hare35", '
    '"hare50"]}, {"thief": 3, "victim": 2, "count": 1, "sizes": [8, 7], "taken": ["red3"], "given": ["blue4"], '
    '"then": ["blue4", "blue6", "gray1", "green1", "green4", "green6", "green7", "pink1", "red4", "yellow1", '
    '"yellow3", "yellow4", "hare35", "hare50"]}, {"thief": 4, "victim": 2, "count": 1, "sizes": [7, 7], "taken": '
    '[], "given": [], "then": ["blue4", "blue6", "brown2", "gray1", "green1", "green4", "green6", "green7", '
    '"pink1", "red1", "red4", "red6", "yellow1", "yellow3", "yellow4", "hare35", "hare40", "hare45", "hare50"]}]}'
)  # fmt: skip


@async_test
async def test_no_room_is_created_that_could_not_be_loaded_again(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        record = f"game velonimo\nrules velonimo 1\nseats 5\nview 3\nposition {ODD}\n\n"
        body = {"record": record, "ply": 0, "seat": 3, "bot": "level1"}
        for _ in range(4):
            answer = await anna.post("/api/replays/on", body)
            assert answer.json().get("error", {}).get("key") == "replay.no_way" or (
                (await anna.connect(answer.json()["room"])).code is None
            )
