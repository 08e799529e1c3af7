"""Bots in other programs: the example plays; whatever else a program does costs its game and no more."""

import json
import sys
import time
from pathlib import Path

import pytest

from velodrome.arena.match import Match, arranged
from velodrome.arena.room import Block, play_block
from velodrome.bots import external
from velodrome.bots.external import LONGEST, BotFailed, External
from velodrome.core.record import read
from velodrome.core.rng import Rng
from velodrome.games import GAMES, game
from velodrome.terminal import people
from velodrome.terminal.people import BadSeats

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "first_legal.py"

# programs that do not play as they should: what each does on its first question, and what is said of it
PLAYS = "import json, os, sys, time\nfor line in sys.stdin:\n    message = json.loads(line)\n"
ASKED = PLAYS + "    if 'ask' in message:\n        "
WRONG = {
    "ends": ("raise SystemExit(3)", "ended with exit code 3 before it answered"),
    "complains": (ASKED + "raise SystemExit('no idea ' * 9)", "ended with exit code 1.*stderr ends:.*no idea"),
    "sleeps": (ASKED + "time.sleep(60)", "no answer within 1 s"),
    "never reads": ("import time\ntime.sleep(60)", "no answer within 1 s"),
    "closes its output": (ASKED + "os.close(1); time.sleep(60)", "closed its output before it answered"),
    "garbage": (
        ASKED + "sys.stdout.buffer.write(bytes(range(128, 256)) + b'\\n'); sys.stdout.flush()",
        "no object of JSON",
    ),
    "a list": (ASKED + "print([1], flush=True)", "no object of JSON"),
    "deep": (ASKED + "print('[' * 30000, flush=True)", "no object of JSON"),
    "another object": (ASKED + "print('{\"play\": 1}', flush=True)", "expected .*move"),
    "a number": (ASKED + "print('{\"move\": 7}', flush=True)", "expected .*move"),
    "illegal": (ASKED + 'print(\'{"move": "castle"}\', flush=True)', 'the move "castle", which is not open'),
    "half a letter": (
        ASKED + 'print(\'{"move": "\\\\ud800\\\\u001b[2J\\\\nme"}\', flush=True)',
        r'the move "\?\?\[2J me", which',
    ),
    "chance's": (ASKED + 'print(\'{"move": "first 0"}\', flush=True)', "which is not open"),
    "half a line": (ASKED + "print('{\"move\": ', end='', flush=True)", "no answer within 1 s"),
    "half a line, then ends": (ASKED + "print('{\"mo', end='', flush=True); break", "ended with exit code 0"),
    "a huge line": (ASKED + "print('x' * 10**8, flush=True)", f"more than {LONGEST} bytes"),
    "a flood": (ASKED + "\n        while True: os.write(1, b'x' * 65536)", f"more than {LONGEST} bytes"),
    "floods stderr": (ASKED + "\n        while True: os.write(2, b'mad ' * 4096)", "no answer within 1 s.*mad mad"),
    "wants for ever": (
        ASKED + '\n        while True: print(\'{"want": "vocabulary"}\', flush=True)',
        "expected .*move",
    ),
    "kills itself": (ASKED + "os.kill(os.getpid(), 9)", "ended by signal 9"),
}


def named(path: Path, program: str) -> str:
    """A bot's name for a program that is written there."""
    path.write_text(program)
    return f'exec:"{sys.executable}" "{path}"'


def short(bots: list[str]) -> Match:
    return arranged("velocity", bots, 3, {"first_player": 0})._replace(patience=1.0)


@pytest.mark.parametrize(("name", "seats"), [("velonimo", 3), ("velocity", 3), ("arcenciel", 3), ("velvet", 2)])
def test_the_example_plays_every_game_to_its_end(name: str, seats: int) -> None:
    match = arranged(name, [f'exec:"{sys.executable}" "{EXAMPLE}"', "uniform"], seats)
    block = play_block(match, 0)
    assert [room.get("forfeit") for room in block["rooms"]] == [None, None]
    assert timeless(play_block(match, 0)) == timeless(block)
    assert not external.ALIVE


def timeless(block: Block) -> object:
    return block["rooms"]


@pytest.mark.parametrize("kind", WRONG)
def test_whatever_a_program_does_it_only_loses_its_game(tmp_path: Path, kind: str) -> None:
    program, told = WRONG[kind]
    begun = time.monotonic()
    block = play_block(short([named(tmp_path / "bot.py", program), "uniform"]), 0)
    assert time.monotonic() - begun < 30
    for room, seat in zip(block["rooms"], (0, 1), strict=True):
        forfeit = room["forfeit"]
        assert forfeit["seat"] == seat
        assert len(forfeit["why"]) < 700
        assert forfeit["why"].isprintable()
        with pytest.raises(AssertionError, match=told):
            raise AssertionError(forfeit["why"])
    assert not external.ALIVE


def test_a_program_that_cannot_be_started_forfeits() -> None:
    block = play_block(short(["exec:/no/such/program", "uniform"]), 0)
    assert "could not be started" in block["rooms"][0]["forfeit"]["why"]


@pytest.mark.parametrize("name", ["exec:", "exec:  ", 'exec:"open'])
def test_a_command_that_is_none_is_refused_before_the_match(name: str) -> None:
    with pytest.raises(BotFailed, match="exec:"):
        arranged("velvet", [name, "uniform"])


def test_programs_do_not_sit_at_the_terminal() -> None:
    with pytest.raises(BadSeats, match="velodrome arena"):
        people.parse("Anna,exec:x")


def test_no_program_is_left_when_the_game_is_over(tmp_path: Path) -> None:
    """One that neither listens nor leaves, with a child of the same kind."""
    stubborn = f"""
import json, os, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if len(sys.argv) == 1:
    child = subprocess.Popen([sys.executable, __file__, "child"])
    open({str(tmp_path / "ids")!r}, "a").write(f"{{os.getpid()}} {{child.pid}} ")
    line = sys.stdin.readline()
    print(json.dumps({{"move": json.loads(sys.stdin.readline())["legal"][0]}}), flush=True)
time.sleep(60)
"""
    play_block(short([named(tmp_path / "bot.py", stubborn), "uniform"]), 0)
    ids = [int(word) for word in (tmp_path / "ids").read_text().split()]
    assert len(ids) >= 4
    deadline = time.monotonic() + 5
    while any(map(alive, ids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(alive, ids))


def alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_a_program_is_told_the_table_what_it_sees_and_what_it_has_heard(tmp_path: Path) -> None:
    log = tmp_path / "log"
    listener = f"""
import json, sys
log = open({str(log)!r}, "a")
for line in sys.stdin:
    log.write(line)
    log.flush()
    message = json.loads(line)
    if "vocabulary" in message:
        print(json.dumps({{"move": legal}}), flush=True)
    elif message.get("ask") == 1:
        legal = message["legal"][-1]
        print('{{"want": "vocabulary"}}', flush=True)
    elif "ask" in message:
        print(json.dumps({{"move": message["legal"][-1]}}), flush=True)
"""
    match = arranged("velonimo", [named(tmp_path / "bot.py", listener), "uniform"], 3)._replace(seed=3)
    block = play_block(match, 0, records=True)
    assert all("forfeit" not in room for room in block["rooms"])
    record = read(block["records"][1], GAMES)  # where it has one seat: 1
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    hello = [line for line in lines if "velodrome" in line][-1]
    own = lines[lines.index(hello) :]
    assert (hello["game"], hello["seat"]) == ("velonimo", 1)
    assert (hello["seats"], hello["options"]["edition"]) == (3, record.game.options["edition"])
    assert own[2]["vocabulary"] == [move.text for move in record.game.moves]
    heard = [tuple(pair) for line in own if "ask" in line for pair in line["heard"]]
    told = [(line.who, line.text) for line in record.seen_by(1).lines if line.who != "="]
    assert heard == told[: len(heard)]
    assert ("*", "deal ?") in heard
    assert len(heard) > 0.8 * len(told)
    asks = [line for line in own if "ask" in line]
    assert [line["ask"] for line in asks] == list(range(1, len(asks) + 1))
    state = record.game.position(asks[-1]["state"])
    assert [record.game.text(move) for move in state.legal()] == asks[-1]["legal"]


def test_memory_stays_bounded_when_lines_come_that_nobody_reads() -> None:
    table = game("velvet")
    chatter = "import sys\nwhile True: print('{\"move\": \"ok\"}' + ' ' * 60000, flush=True)"
    thinker = External(table, "chatter")
    thinker.command = [sys.executable, "-c", chatter]
    state = table.start()
    state.settle(Rng(1))
    with pytest.raises(BotFailed, match="not open"):
        thinker(state.seen_by(state.actor), Rng(1))
    time.sleep(0.5)
    assert thinker.program is not None
    assert thinker.program.inbox.qsize() <= external.WAITING
    thinker.close()
