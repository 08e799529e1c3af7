"""Test handover codes, with which a guest continues on another device.

Each code works only once and for a limited time, and cannot be guessed.
"""

import re
from pathlib import Path

import pytest
from tests.server.harness import Guest, House, async_test

from velodrome.server.guests.limits import HOUR
from velodrome.server.http import handover
from velodrome.server.http.errors import RequestRefused
from velodrome.server.http.handover import HandoverCodes
from velodrome.server.rooms.create import NAME_LETTERS


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def codes() -> tuple[HandoverCodes, Clock]:
    found, clock = HandoverCodes(), Clock()
    found.clock = clock
    return found, clock


async def create_code(guest: Guest, room: str = "") -> str:
    answer = await guest.post("/api/hand", {"room": room})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["code"])


@async_test
async def test_another_device_becomes_the_same_guest_at_the_same_seat(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, phone = Guest(house, "Anna"), Guest(house)
        room = await anna.create_room("velonimo", 2, ["", "level1"], options={"first_starter": 0})
        page = await anna.connect(room)
        await phone.get("/api/me")
        before = phone.cookie
        answer = (await anna.post("/api/hand", {"room": room})).json()
        assert re.fullmatch(f"[{NAME_LETTERS}]{{8}}", answer["code"])
        assert answer["link"] == f"http://table.test/hand#{answer['code']}"
        assert answer["picture"].startswith("data:image/svg+xml")
        assert answer["minutes"] == handover.CODE_MINUTES
        typed = f" {answer['code'][:4].upper()}-{answer['code'][4:]} "
        taken = await phone.post("/api/hand/take", {"code": typed})
        assert taken.json() == {"room": room}
        assert phone.cookie == anna.cookie != before
        assert "HttpOnly" in taken.headers["set-cookie"]
        other = await phone.connect(room)
        assert other.room["me"] == 0
        assert other.table["zones"] == page.table["zones"]
        move = other.table["moves"][0]["text"]
        await other.play(move)
        await page.wait_until(lambda: page.table["ply"] == other.table["ply"])
        assert [row["room"] for row in (await phone.get("/api/rooms")).json()["mine"]] == [room]


@async_test
async def test_a_code_works_once_and_a_new_one_cancels_it(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben, eve = Guest(house, "Anna"), Guest(house), Guest(house)
        first = await create_code(anna)
        second = await create_code(anna)
        refused = await ben.post("/api/hand/take", {"code": first})
        assert (refused.status_code, refused.json()) == (404, {"error": {"key": "refuse.hand"}})
        assert ben.cookie == ""
        assert (await ben.post("/api/hand/take", {"code": second})).json() == {"room": ""}
        assert ben.cookie == anna.cookie
        assert (await eve.post("/api/hand/take", {"code": second})).status_code == 404


@async_test
async def test_a_code_leads_only_to_rooms_where_its_guest_has_a_seat(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        room = await Guest(house, "Anna").create_room("velvet", 2)
        eve = Guest(house)
        await eve.get("/api/me")
        for name in (room, "nowhere234", "/evil.example"):
            assert (await Guest(house).post("/api/hand/take", {"code": await create_code(eve, name)})).json() == {
                "room": ""
            }


@async_test
async def test_codes_are_created_and_redeemed_by_our_own_pages_only(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        code = await create_code(anna)
        elsewhere = {"headers": {"origin": "https://evil.example"}}
        for path, body in (("/api/hand", {"room": ""}), ("/api/hand/take", {"code": code})):
            assert (await Guest(house).post(path, body, **elsewhere)).status_code == 403
            assert (await Guest(house).get(path)).status_code == 405  # GET changes nothing
        assert (await Guest(house).get("/hand")).status_code == 200
        assert (await Guest(house).post("/api/hand/take", {"code": code})).status_code == 200


@async_test
async def test_an_address_with_too_many_wrong_codes_is_refused_for_an_hour(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        clock = house.app.state.handover_codes.clock = Clock()
        code = await create_code(Guest(house, "Anna"))
        for number in range(handover.MAX_WRONG_CODES):  # a new guest each time
            answer = await Guest(house, address="192.0.2.7").post("/api/hand/take", {"code": f"wrong{number}"})
            assert answer.status_code == 404
        late = await Guest(house, address="192.0.2.7").post("/api/hand/take", {"code": code})
        assert (late.status_code, late.json()) == (429, {"error": {"key": "refuse.hand.tries"}})
        assert (await Guest(house, address="192.0.2.8").post("/api/hand/take", {"code": code})).status_code == 200
        clock.now += HOUR
        code = await create_code(Guest(house, "Ben"))
        assert (await Guest(house, address="192.0.2.7").post("/api/hand/take", {"code": code})).status_code == 200


def test_a_code_expires() -> None:
    found, clock = codes()
    code = found.create("anna", "")
    clock.now += 60 * handover.CODE_MINUTES
    assert found.redeem(code, "here") is None
    code = found.create("anna", "")
    clock.now += 60 * handover.CODE_MINUTES - 1
    taken = found.redeem(code, "here")
    assert taken and taken.guest == "anna"


def test_only_wrong_codes_count_even_without_an_address() -> None:
    found, _ = codes()
    for number in range(3 * handover.MAX_WRONG_CODES):
        assert found.redeem(found.create(f"guest{number}", ""), "")
    for _ in range(handover.MAX_WRONG_CODES):
        assert found.redeem("", "") is None
    with pytest.raises(RequestRefused):
        found.redeem(found.create("anna", ""), "")


def test_codes_are_limited_and_stored_as_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    found, clock = codes()
    made = [found.create("anna", "") for _ in range(handover.CODES_PER_HOUR + 1)]
    assert len(set(made)) == handover.CODES_PER_HOUR + 1 and made[-1] == ""
    assert found.redeem(made[-2], ""), "a refused request must not cancel the last code"
    clock.now += HOUR
    code = found.create("anna", "")
    assert code.encode() not in repr(found.active).encode()
    monkeypatch.setattr(handover, "MAX_ACTIVE_CODES", 2)
    assert found.create("ben", "") and not found.create("eve", "")
    clock.now += 60 * handover.CODE_MINUTES  # expired codes are dropped
    assert found.create("eve", "") and len(found.active) == 1


@pytest.mark.parametrize("typed", ["ABCD EFGH", "abcd-efgh", "\u200babcdefgh\n", "  a b c d e f g h  "])
def test_typed_codes_are_normalized(typed: str) -> None:
    assert handover.normalize_code(typed) == "abcdefgh"


@async_test
async def test_codes_are_limited_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handover, "ADDRESS_CODES_PER_HOUR", 3)
    async with House(tmp_path) as house:
        codes = []
        for address in ["192.0.2.7"] * 4 + ["192.0.2.8", "127.0.0.1"]:
            codes.append((await Guest(house, address=address).post("/api/hand", {})).status_code)
        assert codes == [200, 200, 200, 429, 200, 200]
