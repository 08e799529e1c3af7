"""Blocks: who sits where, the same result however it is played, stop and resume, forfeits."""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from velodrome.arena.clock import added, new_clock, percentile, tick
from velodrome.arena.contest import Plan, contest
from velodrome.arena.match import BadMatch, Match, arranged
from velodrome.arena.room import Block, forfeited, play_block
from velodrome.arena.store import Store
from velodrome.arena.summary import block_scores, summed_up
from velodrome.arena.workers import Blocks, here, local
from velodrome.bots import UnknownBot
from velodrome.core.contract import State
from velodrome.core.errors import UnknownGame
from velodrome.core.record import read
from velodrome.core.rng import Rng
from velodrome.games import GAMES

THREE = arranged("velocity", ["uniform", "uniform", "uniform"], 3, {"first_player": 0}, seed=4)


def timeless(blocks: list[Block]) -> list[object]:
    """Blocks without what may differ when they are played again."""
    return [(block["block"], block["rooms"]) for block in blocks]


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (2, 3), (2, 5), (3, 3), (4, 3), (5, 4)])
def test_every_bot_has_every_seat_once_in_a_block(bots: int, seats: int) -> None:
    match = Match("velonimo", seats, (), ("uniform",) * bots, 1)
    rooms = [match.lineup(room) for room in range(bots)]
    for seat in range(seats):
        assert sorted(room[seat] for room in rooms) == list(range(bots))


def test_a_block_shares_out_the_outlooks() -> None:
    for block in range(4):
        scores = block_scores(THREE, play_block(THREE, block))
        assert sum(scores) == pytest.approx(1.5)


def test_the_same_match_is_played_the_same_in_one_process_and_in_two() -> None:
    plan = Plan(6)
    one = contest(THREE, plan, here)
    two = contest(THREE, plan, local(2))
    assert timeless(one.counted) == timeless(two.counted)
    assert summed_up(THREE, one.counted) == summed_up(THREE, two.counted)
    other = contest(THREE._replace(seed=5), plan, here)
    assert timeless(one.counted) != timeless(other.counted)


def test_a_stopped_match_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = contest(THREE, Plan(7))
    store = Store(tmp_path, THREE)
    contest(THREE, Plan(3), here, store)
    store.close()
    with store.path.open("ab") as file:
        file.write(b'{"block": 3, "rooms": [{"outl')  # the power went out
    again = Store(tmp_path, THREE)
    assert sorted(again.blocks) == [0, 1, 2]
    played: list[int] = []

    def watched(match: Match, blocks: Iterable[int], records: bool) -> Blocks:
        played.extend(blocks)
        return here(match, blocks, records)

    resumed = contest(THREE, Plan(7), watched, again)
    again.close()
    assert played == [3, 4, 5, 6]
    assert timeless(resumed.counted) == timeless(whole.counted)
    last = Store(tmp_path, THREE)
    last.close()
    assert len(last.blocks) == 7


@pytest.mark.parametrize("change", [{"seed": 9}, {"bots": ("uniform", "heuristic")}, {"seats": 4}, {"patience": 3.0}])
def test_another_match_is_not_resumed(tmp_path: Path, change: dict[str, object]) -> None:
    Store(tmp_path, THREE).close()
    with pytest.raises(BadMatch, match=f"holds another match: its {next(iter(change))} is"):
        Store(tmp_path, THREE._replace(**change))


@pytest.mark.parametrize("content", ["no json\n", "[]\n", "{}\n", '{"format": 1}\n[3]\n'])
def test_a_file_that_is_no_match_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "match.jsonl").write_text(content)
    with pytest.raises(BadMatch, match=r"no match that can be resumed|holds another match"):
        Store(tmp_path, THREE)


def test_other_code_does_not_go_on_with_a_match(tmp_path: Path) -> None:
    Store(tmp_path, THREE).close()
    path = tmp_path / "match.jsonl"
    path.write_text(json.dumps({**json.loads(path.read_text()), "code": "abc"}) + "\n")
    with pytest.raises(BadMatch, match='its code is "abc"'):
        Store(tmp_path, THREE)


def test_records_are_kept_on_request_and_replay(tmp_path: Path) -> None:
    store = Store(tmp_path, THREE)
    course = contest(THREE, Plan(2, records=True), here, store)
    store.close()
    for block in course.counted:
        for room in range(3):
            record = read(store.record_path(block["block"], room).read_text("utf-8"), GAMES)
            assert record.state.ranking() == block["rooms"][room]["places"]


def test_the_sequential_test_stops_at_the_same_block_whoever_is_done_first() -> None:
    plan = Plan(40, sprt=(0.2, 0.8))

    def backwards(match: Match, blocks: Iterable[int], records: bool) -> Blocks:
        return (play_block(match, block) for block in reversed(list(blocks)))

    straight, turned = contest(THREE, plan), contest(THREE, plan, backwards)
    assert straight.test and straight.test.verdict and len(straight.counted) < 40
    assert timeless(straight.counted) == timeless(turned.counted)


# ---------------------------------------------------------------- bots that fail


class Wrong:
    """A bot that plays until it is asked for the third time."""

    def __init__(self, failure: object) -> None:
        self.failure, self.left = failure, 2

    def __call__(self, seen: State, rng: Rng) -> int:
        self.left -= 1
        if self.left < 0:
            if isinstance(self.failure, Exception):
                raise self.failure
            return self.failure  # type: ignore[return-value]
        return seen.pick(rng)


@pytest.mark.parametrize("failure", [-1, 10**9, None, "pass", ZeroDivisionError("no reason"), KeyError()])
def test_a_bot_that_fails_forfeits_its_game_and_the_match_goes_on(
    monkeypatch: pytest.MonkeyPatch, failure: object
) -> None:
    monkeypatch.setitem(__import__("velodrome.bots").bots.BOTS, "wrong", lambda game, rest: Wrong(failure))
    match = arranged("velocity", ["wrong", "uniform"], 3)
    course = contest(match, Plan(2))
    summary = summed_up(match, course.counted)
    assert len(summary["forfeits"]) == 4
    assert {row["bot"] for row in summary["forfeits"]} == {"wrong"}
    assert summary["bots"][0]["outlook"].mean == pytest.approx((2 * 0.25 + 0.0) / 3)
    assert summary["pairs"][0]["ahead"].mean == 0.0


def test_who_forfeits_is_last_on_all_its_seats_and_the_others_share_the_places_before() -> None:
    match = Match("velonimo", 5, (), ("uniform",) * 2, 1)
    room = forfeited(match, match.lineup(0), 2, "late", 10)
    assert room["places"] == [3, 1, 3, 1, 3]
    assert room["outlooks"] == [0.25, 0.875, 0.25, 0.875, 0.25]
    alone = forfeited(match, [0, 1, 2, 3, 4], 2, "late", 10)
    assert alone["places"] == [1, 1, 5, 1, 1]
    assert alone["outlooks"] == [0.625, 0.625, 0.0, 0.625, 0.625]


# ---------------------------------------------------------------- what is asked for


def test_a_match_that_cannot_be_is_refused() -> None:
    with pytest.raises(UnknownGame, match="no game is called go"):
        arranged("go", ["uniform", "uniform"])
    with pytest.raises(UnknownBot, match="no bot is called alphago"):
        arranged("velvet", ["uniform", "alphago"])
    with pytest.raises(BadMatch, match="two bots or more"):
        arranged("velvet", ["uniform"])
    with pytest.raises(UnknownGame, match="played by"):
        arranged("velvet", ["uniform", "uniform"], 3)


def test_times_add_up() -> None:
    clocks = []
    for start in range(2):
        clock = new_clock()
        for i in range(start, 100, 2):
            tick(clock, (i + 1) / 1000)
        clocks.append(clock)
    total = added(clocks)
    assert total["count"] == 100
    assert total["total"] == pytest.approx(5.05)
    assert total["worst"] == pytest.approx(0.1)
    assert percentile(total, 0.95) == pytest.approx(0.095, rel=0.1)
    assert percentile(new_clock(), 0.95) == 0.0
