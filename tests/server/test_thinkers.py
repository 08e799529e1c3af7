"""Bots in processes of their own: they answer, die, are replaced, and end with the server."""

import os
import signal
from pathlib import Path

from tests.server.house import Guest, House, scene

from velodrome.bots import LEVELS
from velodrome.core.contract import State
from velodrome.core.rng import Rng
from velodrome.games import game
from velodrome.server.kinds import kind_of
from velodrome.server.metrics import Metrics
from velodrome.server.thinkers import Thinkers, decision


def opening() -> State:
    state = game("velonimo", 3).start()
    state.settle(Rng(1))
    return state.seen_by(state.actor)


@scene
async def test_processes_think_are_replaced_when_they_die_and_end_with_the_server() -> None:
    metrics = Metrics()
    thinkers = Thinkers(1, metrics)
    seen = opening()
    kind = kind_of(seen.game)
    assert seen.allows(kind.game.index[await thinkers.decide(kind, seen, "level8")])
    (pid,) = thinkers.started()._processes
    os.kill(pid, signal.SIGKILL)
    assert seen.allows(kind.game.index[await thinkers.decide(kind, seen, "level1")])
    assert metrics.died == 1
    (pid,) = thinkers.started()._processes
    thinkers.close()
    assert not Path(f"/proc/{pid}").exists() or "Z" in Path(f"/proc/{pid}/stat").read_text().split()[2]
    assert metrics.decisions == 2


@scene
async def test_a_bot_that_fails_plays_any_move() -> None:
    thinkers = Thinkers(1, Metrics())
    seen = opening()
    kind = kind_of(seen.game)
    assert seen.allows(kind.game.index[await thinkers.decide(kind, seen, "no such bot")])
    thinkers.close()


def test_every_level_answers_from_plain_data() -> None:
    seen = opening()
    kind = kind_of(seen.game)
    for name in LEVELS:
        text = decision("velonimo", 3, kind.spec, seen.write(), name, 1)
        assert seen.allows(kind.game.index[text])


@scene
async def test_bots_play_in_their_own_time_and_only_while_somebody_is_there(tmp_path: Path) -> None:
    waits: list[str] = []

    def pause(name: str, spent: float, rng: Rng, again: bool) -> float:
        waits.append(name)
        return 0.0

    async with House(tmp_path, pause=pause) as house:
        guest = Guest(house, "Anna")
        room = await guest.opens("velocity", 3, ["", "level1", "level2"], options={"first_player": 0})
        page = await guest.at(room)
        assert page.mine
        page.say({"do": "leave"})
        await page.until(lambda: {"level1", "level2", "level4"} <= set(waits))
        await page.close()
        live = house.desk.hall.rooms[room]
        assert not live.is_bot_due
        played = len(house.moves(room))
        page = await guest.at(room)
        await page.until(lambda: page.table["ply"] > played)
