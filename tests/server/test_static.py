"""Tests of static files, texts, rules and the JSON API: headers, content, and which requests are refused."""

import gzip
import json
import re
from itertools import product
from pathlib import Path

import pytest
from tests.server.harness import HOST, Guest, House, async_test

from velodrome import server
from velodrome.core import rulebook, texts
from velodrome.games import GAMES
from velodrome.server.guests.cookies import GuestCookies
from velodrome.server.http.static import FORM_TEXTS, StaticFiles, encode_game_texts, encode_some_texts

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@async_test
async def test_every_response_has_security_headers(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house)
        for path in (
            "/",
            "/t/abc",
            "/web/app.js",
            "/texts/velvet/fr.json",
            "/api/me",
            "/nothing",
            "/health",
            "/metrics",
        ):
            headers = (await guest.get(path)).headers
            assert headers["content-security-policy"] == POLICY, path
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "server" not in headers
            assert "strict-transport-security" not in headers
    async with House(tmp_path, base_url="https://play.example.org") as house:
        answer = await Guest(house).get("/")
        assert "max-age" in answer.headers["strict-transport-security"]
        assert "; Secure" in answer.headers["set-cookie"]


@async_test
async def test_all_tables_share_one_page_and_browsers_revalidate_it(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house)
        page = await guest.get("/")
        assert page.status_code == 200
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert page.headers["content-encoding"] == "gzip"
        assert page.headers["cache-control"] == "no-cache"
        assert (await guest.get("/t/whatever")).text == page.text
        tag = page.headers["etag"]
        assert (await guest.get("/", headers={"if-none-match": f'"x", W/{tag}'})).status_code == 304
        assert (await guest.get("/web/app.js")).headers["content-type"].startswith("text/javascript")


@async_test
async def test_a_browser_gets_the_page_with_404_at_an_unknown_url(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house)
        looks = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
        answer = await guest.get("/nothing", headers=looks)
        assert (answer.status_code, answer.text) == (404, (await guest.get("/")).text)
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert (await guest.get("/nothing")).text == "404 Not Found\n"
        assert (await guest.get("/api/nothing", headers=looks)).json() == {"error": {"key": "refuse.missing"}}


@pytest.mark.parametrize(
    "path",
    ["../table.sqlite", "..%2ftable.sqlite", "%2e%2e/table.sqlite", ".hidden", "x/../../table.sqlite", "texts.toml",
     "//etc/passwd", "%00", "nothing.js", "", "app.js/", "app.js%00.html", "C:%5cwindows"],
)  # fmt: skip
@async_test
async def test_only_files_of_the_page_are_served(tmp_path: Path, path: str) -> None:
    async with House(tmp_path) as house:
        (house.file.parent / "web" / ".hidden").write_text("x")
        answer = await Guest(house).get(f"/web/{path}")
        assert answer.status_code == 404
        assert "Traceback" not in answer.text


@async_test
async def test_texts_have_the_same_keys_in_every_language(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house)
        for name in (*GAMES, "web"):
            english, french = [(await guest.get(f"/texts/{name}/{language}.json")).json() for language in ("en", "fr")]
            assert set(english) == {"say", "rule"}
            for part in english:
                assert set(english[part]) == set(french[part]), (name, part)
        assert (await guest.get("/texts/velonimo.wings/en.json")).status_code == 404
        assert (await guest.get("/texts/velonimo/xx.json")).status_code == 404
        assert (await guest.get("/texts/../en.json")).status_code == 404
        english = (await guest.get("/texts/velonimo/en.json")).json()
        assert english["say"]["tell.pass"] == "{who} passes."
        assert english["say"]["tell.pass.you"] == "You pass."
        assert english["rule"]["refuse.low"] == "VN-15"
        assert "prompt.over.you" in english["say"]


def test_the_texts_of_forms_are_loaded_separately() -> None:
    static = StaticFiles()
    for common, form in (
        (static.read_page_texts("web", "en"), static.read_page_texts("web.form", "en")),
        (encode_game_texts("velvet", "en"), encode_some_texts("velvet", "en", FORM_TEXTS)),
    ):
        keys, form_keys = set(json.loads(common)["say"]), set(json.loads(form)["say"])
        assert form_keys and all(key.startswith(FORM_TEXTS) for key in form_keys)
        assert keys and not any(key.startswith(FORM_TEXTS) for key in keys)


def test_the_page_has_a_text_for_every_refusal() -> None:
    known = texts.load("web", "en")
    sources = "".join(path.read_text("utf-8") for path in Path(server.__file__).parent.rglob("*.py"))
    said = set(re.findall(r'"((?:refuse|why)\.[a-z]+)"', sources)) | {"refuse.begun", "refuse.lobby"}
    assert len(said) > 25
    assert {key for key in said - {"refuse.low"} if key not in known} == set()


@async_test
async def test_rules_are_listed_by_number(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        for name in GAMES:
            for language in ("en", "fr"):
                found = (await Guest(house).get(f"/rules/{name}/{language}.json")).json()["rules"]
                assert list(found) == list(rulebook.rules(name, language))
                assert all(rule["title"] and rule["text"] for rule in found.values())


def test_compressed_texts_are_small() -> None:
    for name, language in product(GAMES, ("en", "fr")):
        assert len(gzip.compress(encode_game_texts(name, language))) < 12_000


@async_test
async def test_games_are_listed_with_every_option(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        found = (await Guest(house).get("/api/games")).json()
        assert [game["name"] for game in found["games"]] == list(GAMES)
        velonimo = found["games"][0]
        assert (velonimo["low"], velonimo["high"]) == (2, 5)
        assert velonimo["options"][0] == {
            "name": "edition", "kind": "choice", "default": "en", "values": ["en", "fr", "bga"], "low": 0, "high": 0,
            "group": "game", "advanced": False,
        }  # fmt: skip


@async_test
async def test_a_room_is_created_with_options_and_starts_if_no_seat_is_free(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house, "Anna")
        options = {"edition": "fr", "difficulties": [3, 4], "first_starter": 1}
        room = await guest.create_room("velonimo", 3, ["level2", "", "level3"], seat=1, options=options)
        page = await guest.connect(room)
        assert page.room["me"] == 1
        assert page.room["phase"] == "playing"
        assert page.room["options"]["difficulties"] == [3, 4]
        assert page.room["options"]["first_starter"] == 1
        assert [seat["bot"] for seat in page.room["seats"]] == ["level2", "", "level3"]
        assert page.is_to_move


BAD: list[dict[str, object]] = [
    {"game": "chess", "seats": 2},
    {"game": "velonimo", "seats": 9},
    {"game": "velonimo", "seats": 0},
    {"game": "velonimo", "seats": 2, "seat": 2},
    {"game": "velonimo", "seats": 2, "bots": ["", "grandmaster"]},
    {"game": "velonimo", "seats": 2, "bots": ["", "exec:/bin/sh"]},
    {"game": "velonimo", "seats": 2, "bots": ["", "", ""]},
    {"game": "velonimo", "seats": 2, "options": {"edition": "de"}},
    {"game": "velonimo", "seats": 2, "options": {"nothing": 1}},
    {"game": "velonimo", "seats": 2, "options": {"difficulties": [[1]]}},
    {"game": "velonimo", "seats": 2, "options": {"difficulties": {"a": 1}}},
    {"game": "velocity", "seats": 3, "options": {"track": "/etc/passwd"}},
    {"game": "velocity", "seats": 3, "options": {"track": "../city_default"}},
    {"game": "velocity", "seats": 3, "options": {"track": ["/etc/passwd", "\n"]}},
    {"game": "velocity", "seats": 3, "options": {"track": "format = 1\n"}},
    {"game": "velonimo"},
    {"seats": 2},
    {"game": "velonimo", "seats": 2, "more": 1},
]


@pytest.mark.parametrize("body", BAD, ids=str)
@async_test
async def test_an_impossible_room_is_refused_with_a_text(tmp_path: Path, body: dict[str, object]) -> None:
    async with House(tmp_path) as house:
        answer = await Guest(house).post("/api/rooms", body)
        assert 400 <= answer.status_code < 500
        assert answer.json()["error"]["key"].startswith("refuse.")
        assert "root:" not in answer.text
        assert house.rows("select count(*) from rooms") == [(0,)]


@async_test
async def test_a_users_own_board_is_played_and_survives_a_restart(tmp_path: Path) -> None:
    from importlib.resources import files

    text = files("velodrome.games").joinpath("velocity", "city_default.toml").read_text("utf-8")
    async with House(tmp_path) as house:
        guest = Guest(house, "Anna")
        room = await guest.create_room("velocity", 3, ["", "level1", "level1"], options={"track": text})
        assert (await guest.connect(room)).room["options"]["track"] == "own"
    async with House(tmp_path) as house:
        guest.house = house
        assert (await guest.connect(room)).table["zones"]


@async_test
async def test_requests_from_other_origins_are_refused(tmp_path: Path) -> None:
    async with House(tmp_path, base_url="https://play.example.org") as house:
        guest = Guest(house, "Anna")
        body = {"game": "velvet", "seats": 2}
        for origin, status in (
            ("https://evil.example", 403), ("null", 403), (f"http://{HOST}.evil.example", 403),
            (f"https://{HOST}", 403), ("http://[", 403),
            (f"http://{HOST}", 201), ("https://play.example.org", 201),
        ):  # fmt: skip
            answer = await guest.post("/api/rooms", body, headers={"origin": origin})
            assert answer.status_code == status, origin
        room = answer.json()["room"]
        page = await guest.connect(room, origin="https://evil.example")
        assert not page.accepted
        assert page.code is not None
        assert (await guest.connect(room, origin="https://play.example.org")).accepted
        plain = await guest.request("POST", "/api/rooms", content="{}", headers={"content-type": "text/plain"})
        assert plain.status_code == 415


@async_test
async def test_large_and_malformed_bodies_are_refused(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house)
        kind = {"content-type": "application/json"}
        assert (await guest.request("POST", "/api/me", content="x" * 200_000, headers=kind)).status_code == 413
        for text in ("", "{", "[]", "[" * 20_000, '{"name": 7}', "\x00", b'{"name": "\xff"}'):
            answer = await guest.request("POST", "/api/me", content=text, headers=kind)
            assert answer.status_code == 400
            assert answer.json() == {"error": {"key": "refuse.message"}}
        assert (await guest.request("DELETE", "/api/me")).status_code == 405
        assert (await guest.get("/api/nothing")).json() == {"error": {"key": "refuse.missing"}}
        assert (await guest.get("/web/" + "x" * 300 + ".js")).status_code == 404
        for blank in ("\u3164", "\u2800 \u2800", "A\u115f"):
            assert (await guest.post("/api/me", {"name": blank})).status_code == 400


@async_test
async def test_a_server_error_reveals_no_details(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with House(tmp_path) as house:
        monkeypatch.setattr(house.services.store, "load_guest_name", None)
        answer = await Guest(house).get("/api/me")
        assert answer.status_code == 500
        assert answer.json() == {"error": {"key": "refuse.broken"}}
        assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_a_cookie_with_another_servers_signature_is_ignored() -> None:
    ours, other = GuestCookies(b"a" * 32, False), GuestCookies(b"b" * 32, False)
    guest = ours.new_guest()
    header = ours.set_cookie_header(guest)
    value = header.split(";")[0].partition("=")[2]
    assert "HttpOnly" in header
    assert "SameSite=Lax" in header
    assert ours.read_guest({"velodrome": value}) == guest
    assert other.read_guest({"velodrome": value}) == ""
    assert ours.read_guest({"velodrome": guest}) == ""
    assert ours.read_guest({"velodrome": "x" + value}) == ""
    assert ours.read_guest({}) == ""


@async_test
async def test_a_cookie_stays_valid_after_a_restart(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house)
        await guest.post("/api/me", {"name": "Anna"})
        cookie = guest.cookie
    async with House(tmp_path) as house:
        guest.house = house
        assert (await guest.get("/api/me")).json()["name"] == "Anna"
        assert guest.cookie == cookie


@async_test
async def test_the_qr_code_is_only_for_guests_with_a_seat(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house)
        room = await guest.create_room("velvet", 2)
        picture = await guest.get(f"/qr/{room}.svg")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert "style" not in picture.text
        assert (await Guest(house).get(f"/qr/{room}.svg")).status_code == 404
        assert (await guest.get("/qr/nothing.svg")).status_code == 404


@async_test
async def test_health_and_metrics_report_the_servers_state(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house)
        assert (await guest.get("/health")).json() == {"well": True}
        page = await guest.connect(await guest.create_room("velonimo", 2, ["", "level1"]))
        await page.refusal("nonsense")
        lines = (await guest.get("/metrics")).text.splitlines()
        values = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        assert values["velodrome_sockets"] == "1"
        assert values["velodrome_rooms_made_total"] == "1"
        assert values["velodrome_refusals_total"] == "1"
        assert int(values['velodrome_commit_seconds_bucket{le="+Inf"}']) == int(
            values["velodrome_commit_seconds_count"]
        )
