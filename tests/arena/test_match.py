"""Tests of matches: seating, reproducible results, stopping and resuming, forfeits."""

import json
import os
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from velodrome.arena.match import BadMatch, Match, create_match
from velodrome.arena.play_game import Block, make_forfeit_result, play_block
from velodrome.arena.run import MatchPlan, run_match
from velodrome.arena.store import MatchStore, read_match
from velodrome.arena.summary import score_block, share_block_wins, summarize_match
from velodrome.arena.timing import add_move, merge_times, new_thinking_time, percentile
from velodrome.arena.workers import BlockStream, choose_local_workers, play_here
from velodrome.bots import UnknownBot
from velodrome.core.contract import State
from velodrome.core.errors import UnknownGame
from velodrome.core.record import read
from velodrome.core.rng import Rng
from velodrome.games import GAMES

THREE = create_match("velocity", ["uniform", "uniform", "uniform"], 3, {"first_player": 0}, seed=4)


def without_times(blocks: list[Block]) -> list[object]:
    """Return blocks without their thinking times, which differ from run to run."""
    return [(block["block"], block["rooms"]) for block in blocks]


TABLES = [
    (2, 2),
    (2, 3),
    (2, 5),
    (3, 2),
    (3, 3),
    (4, 2),
    (4, 3),
    (4, 6),
    (5, 3),
    (5, 4),
    (5, 7),
    (6, 2),
    (7, 3),
    (8, 5),
]


@pytest.mark.parametrize(("bots", "seats"), TABLES)
def test_bots_have_each_seat_and_meet_each_other_equally_often_in_a_block(bots: int, seats: int) -> None:
    match = Match("velonimo", seats, (), ("uniform",) * bots, 1)
    rooms = [match.lineup(room) for room in range(match.block_size())]
    for seat in range(seats):
        sat = Counter(room[seat] for room in rooms)
        assert set(sat.values()) == {match.block_size() / bots}
    met = Counter(frozenset((room[i], room[j])) for room in rooms for i in range(seats) for j in range(i))
    assert len({met[frozenset(pair)] for pair in combinations(range(bots), 2)}) == 1


def test_a_block_is_not_longer_than_necessary() -> None:
    """Test combinations of bots and seats for which a fair block needs only one game for each bot.

    The bots rotate by one seat after each game, so each bot has the first seat exactly once.
    """
    for bots, seats in [(2, 4), (3, 3), (4, 3), (4, 5), (5, 5)]:
        match = Match("velonimo", seats, (), ("uniform",) * bots, 1)
        assert [match.lineup(i)[0] for i in range(match.block_size())] == list(range(bots))


def test_scores_and_ratings_use_all_games_if_bots_outnumber_seats() -> None:
    match = create_match("velvet", ["heuristic", "uniform", "uniform", "uniform"])
    block = play_block(match, 0)
    assert len(block["rooms"]) == 12
    assert sum(score_block(match, block)) == pytest.approx(2.0)
    summary = summarize_match(match, [block, play_block(match, 1)])
    assert summary["games"] == 24
    assert [sum(row["places"]) for row in summary["bots"]] == [12] * 4
    assert [row["wins"] for row in summary["bots"]] == pytest.approx(
        [sum(share_block_wins(match, b)[i] for b in (block, play_block(match, 1))) / 2 for i in range(4)]
    )


def test_too_many_bots_to_meet_equally_often_are_refused() -> None:
    with pytest.raises(BadMatch, match="12 bots at 4 seats would meet equally often only in a block of 1980 games"):
        create_match("velonimo", ["uniform"] * 12, 4)


def test_scores_of_a_block_add_up_to_half_the_number_of_bots() -> None:
    for block in range(4):
        scores = score_block(THREE, play_block(THREE, block))
        assert sum(scores) == pytest.approx(1.5)


def test_one_process_and_two_give_the_same_results() -> None:
    plan = MatchPlan(6)
    one = run_match(THREE, plan, play_here)
    two = run_match(THREE, plan, choose_local_workers(2))
    assert without_times(one.counted) == without_times(two.counted)
    assert summarize_match(THREE, one.counted) == summarize_match(THREE, two.counted)
    other = run_match(THREE._replace(seed=5), plan, play_here)
    assert without_times(one.counted) != without_times(other.counted)


def test_a_stopped_match_is_resumed_where_it_stopped(tmp_path: Path) -> None:
    whole = run_match(THREE, MatchPlan(7))
    store = MatchStore(tmp_path, THREE)
    run_match(THREE, MatchPlan(3), play_here, store)
    store.close()
    with store.path.open("ab") as file:
        file.write(b'{"block": 3, "rooms": [{"outl')  # an incomplete line, as after a power failure
    again = MatchStore(tmp_path, THREE)
    assert sorted(again.blocks) == [0, 1, 2]
    played: list[int] = []

    def watched(match: Match, blocks: Iterable[int], records: bool) -> BlockStream:
        played.extend(blocks)
        return play_here(match, blocks, records)

    resumed = run_match(THREE, MatchPlan(7), watched, again)
    again.close()
    assert played == [3, 4, 5, 6]
    assert without_times(resumed.counted) == without_times(whole.counted)
    last = MatchStore(tmp_path, THREE)
    last.close()
    assert len(last.blocks) == 7


@pytest.mark.parametrize("change", [{"seed": 9}, {"bots": ("uniform", "heuristic")}, {"seats": 4}, {"patience": 3.0}])
def test_a_different_match_is_not_resumed(tmp_path: Path, change: dict[str, Any]) -> None:
    MatchStore(tmp_path, THREE).close()
    with pytest.raises(BadMatch, match=f"holds another match: its {next(iter(change))} is"):
        MatchStore(tmp_path, THREE._replace(**change))


@pytest.mark.parametrize(
    "content",
    ["no json\n", "[]\n", "{}\n", '{"format": 1}\n[3]\n', "my notes, without an end of line", '{"format": 1, "ga'],
)
def test_a_file_that_is_not_a_match_is_refused_and_not_changed(tmp_path: Path, content: str) -> None:
    (tmp_path / "match.jsonl").write_text(content)
    with pytest.raises(BadMatch, match="not a match that can be resumed"):
        MatchStore(tmp_path, THREE)
    assert (tmp_path / "match.jsonl").read_text() == content


def test_a_match_can_be_started_in_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "match.jsonl").touch()
    MatchStore(tmp_path, THREE).close()
    assert read_match(tmp_path / "match.jsonl").match == THREE


ROOM = '{"outlooks": [1, 0.5, 0], "places": [1, 2, 3]}'
CLOCK = '{"count": 0, "total": 0, "worst": 0, "classes": {}}'


@pytest.mark.parametrize(
    "line",
    [
        '{"block": 0}',
        "[3]",
        "nonsense",
        f'{{"block": 0, "rooms": [{ROOM}, {ROOM}], "clocks": [{CLOCK}, {CLOCK}, {CLOCK}]}}',
        f'{{"block": 0, "rooms": [{ROOM}, {ROOM}, {{"outlooks": [1]}}], "clocks": [{CLOCK}, {CLOCK}, {CLOCK}]}}',
        f'{{"block": 0, "rooms": [{ROOM}, {ROOM}, {ROOM}], "clocks": [{CLOCK}, {CLOCK}]}}',
        f'{{"block": -1, "rooms": [{ROOM}, {ROOM}, {ROOM}], "clocks": [{CLOCK}, {CLOCK}, {CLOCK}]}}',
    ],
)
def test_a_bad_line_in_a_match_file_is_named(tmp_path: Path, line: str) -> None:
    MatchStore(tmp_path, THREE).close()
    whole = f'{{"block": 0, "rooms": [{ROOM}, {ROOM}, {ROOM}], "clocks": [{CLOCK}, {CLOCK}, {CLOCK}]}}'
    with (tmp_path / "match.jsonl").open("a") as file:
        file.write(f"{whole}\n")
    MatchStore(tmp_path, THREE).close()
    with (tmp_path / "match.jsonl").open("a") as file:
        file.write(f"{line}\n")
    with pytest.raises(BadMatch, match="line 3: not a block of this match"):
        MatchStore(tmp_path, THREE)


def test_two_arenas_cannot_use_the_same_folder(tmp_path: Path) -> None:
    first = MatchStore(tmp_path, THREE)
    with pytest.raises(BadMatch, match=f"another arena .process {os.getpid()}. uses "):
        MatchStore(tmp_path, THREE)
    first.close()
    MatchStore(tmp_path, THREE).close()


def test_changed_code_cannot_resume_a_match(tmp_path: Path) -> None:
    MatchStore(tmp_path, THREE).close()
    path = tmp_path / "match.jsonl"
    path.write_text(json.dumps({**json.loads(path.read_text()), "code": "abc"}) + "\n")
    with pytest.raises(BadMatch, match='its code is "abc"'):
        MatchStore(tmp_path, THREE)


def test_records_are_saved_on_request_and_can_be_replayed(tmp_path: Path) -> None:
    store = MatchStore(tmp_path, THREE)
    standing = run_match(THREE, MatchPlan(2, records=True), play_here, store)
    store.close()
    for block in standing.counted:
        for room in range(3):
            record = read(store.record_path(block["block"], room).read_text("utf-8"), GAMES)
            assert record.state.ranking() == block["rooms"][room]["places"]


def test_the_sequential_test_does_not_depend_on_which_block_finishes_first() -> None:
    plan = MatchPlan(40, sprt=(0.2, 0.8))

    def backwards(match: Match, blocks: Iterable[int], records: bool) -> BlockStream:
        return (play_block(match, block) for block in reversed(list(blocks)))

    straight, turned = run_match(THREE, plan), run_match(THREE, plan, backwards)
    assert straight.test and straight.test.verdict and len(straight.counted) < 40
    assert without_times(straight.counted) == without_times(turned.counted)


# ---------------------------------------------------------------- bots that fail


class Wrong:
    """Bot that fails on its third decision: it raises `failure`, or returns `failure` if that is no exception."""

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
def test_a_failing_bot_forfeits_its_game_and_the_match_continues(
    monkeypatch: pytest.MonkeyPatch, failure: object
) -> None:
    monkeypatch.setitem(__import__("velodrome.bots").bots.BOTS, "wrong", lambda game, rest: Wrong(failure))
    match = create_match("velocity", ["wrong", "uniform"], 3)
    standing = run_match(match, MatchPlan(2))
    summary = summarize_match(match, standing.counted)
    assert len(summary["forfeits"]) == 4
    assert {row["bot"] for row in summary["forfeits"]} == {"wrong"}
    assert summary["bots"][0]["outlook"].mean == pytest.approx((2 * 0.25 + 0.0) / 3)
    assert summary["pairs"][0]["ahead"].mean == 0.0


def test_a_forfeiting_bot_is_last_with_all_its_seats() -> None:
    match = Match("velonimo", 5, (), ("uniform",) * 2, 1)
    room = make_forfeit_result(match, match.lineup(0), 2, "late", 10)
    assert room["places"] == [3, 1, 3, 1, 3]
    assert room["outlooks"] == [0.25, 0.875, 0.25, 0.875, 0.25]
    alone = make_forfeit_result(match, [0, 1, 2, 3, 4], 2, "late", 10)
    assert alone["places"] == [1, 1, 5, 1, 1]
    assert alone["outlooks"] == [0.625, 0.625, 0.0, 0.625, 0.625]


# ---------------------------------------------------------------- impossible matches, thinking times


def test_an_impossible_match_is_refused() -> None:
    with pytest.raises(UnknownGame, match="no game is called go"):
        create_match("go", ["uniform", "uniform"])
    with pytest.raises(UnknownBot, match="no bot is called alphago"):
        create_match("velvet", ["uniform", "alphago"])
    with pytest.raises(UnknownBot, match="level3 takes no settings: expected level3, not level3:2"):
        create_match("velvet", ["uniform", "level3:2"])
    with pytest.raises(BadMatch, match="two bots or more"):
        create_match("velvet", ["uniform"])
    with pytest.raises(UnknownGame, match="played by"):
        create_match("velvet", ["uniform", "uniform"], 3)


def test_thinking_times_are_merged() -> None:
    clocks = []
    for start in range(2):
        clock = new_thinking_time()
        for i in range(start, 100, 2):
            add_move(clock, (i + 1) / 1000)
        clocks.append(clock)
    total = merge_times(clocks)
    assert total["count"] == 100
    assert total["total"] == pytest.approx(5.05)
    assert total["worst"] == pytest.approx(0.1)
    assert percentile(total, 0.95) == pytest.approx(0.095, rel=0.1)
    assert percentile(new_thinking_time(), 0.95) == 0.0
