"""Tests of bots in external programs: the example bot plays, and a misbehaving program only loses its own game."""

import errno
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from itertools import takewhile
from pathlib import Path

import pytest
from tests.arena.programs import EXAMPLE, GUARD, PLAYER, have_ended, reset_signal_handlers, write_program

from velodrome.arena.match import Match, create_match, derive_seed
from velodrome.arena.play_game import Block, play_block
from velodrome.arena.run import MatchPlan, run_match
from velodrome.arena.store import MatchStore
from velodrome.bots import process_bot
from velodrome.bots.process_bot import MAX_ANSWER_BYTES, BotFailed, BotProcess, ProcessBot, ResourcesExhausted
from velodrome.core.record import read
from velodrome.core.rng import Rng
from velodrome.games import GAMES, game
from velodrome.terminal.seats import BadSeats, parse_seats

# Misbehaving programs: what each does when it is first asked for a move, and the error that is reported.
PLAYS = "import json, os, sys, time\nfor line in sys.stdin:\n    message = json.loads(line)\n"
ASKED = PLAYS + "    if 'ask' in message:\n        "
WRONG = {
    "ends": ("raise SystemExit(3)", "ended with exit code 3 before it answered"),
    "complains": (ASKED + "raise SystemExit('no idea ' * 9)", "ended with exit code 1.*stderr ends:.*no idea"),
    "sleeps": (ASKED + "time.sleep(60)", "no answer within 0.2 s"),
    "never reads": ("import time\ntime.sleep(60)", "no answer within 0.2 s"),
    "closes its output": (ASKED + "os.close(1); time.sleep(60)", "closed its output before it answered"),
    "garbage": (
        ASKED + "sys.stdout.buffer.write(bytes(range(128, 256)) + b'\\n'); sys.stdout.flush()",
        "not a JSON object",
    ),
    "a list": (ASKED + "print([1], flush=True)", "not a JSON object"),
    "deep": (ASKED + "print('[' * 30000, flush=True)", "not a JSON object"),
    "another object": (ASKED + "print('{\"play\": 1}', flush=True)", "expected .*move"),
    "a number": (ASKED + "print('{\"move\": 7}', flush=True)", "expected .*move"),
    "illegal": (ASKED + 'print(\'{"move": "castle"}\', flush=True)', 'the move "castle", which is not legal'),
    "half a letter": (
        ASKED + 'print(\'{"move": "\\\\ud800\\\\u001b[2J\\\\nme"}\', flush=True)',
        r'the move "\?\?\[2J me", which',
    ),
    "chance's": (ASKED + 'print(\'{"move": "first 0"}\', flush=True)', "which is not legal"),
    "half a line": (ASKED + "print('{\"move\": ', end='', flush=True)", "no answer within 0.2 s"),
    "half a line, then ends": (ASKED + "print('{\"mo', end='', flush=True); break", "ended with exit code 0"),
    "a huge line": (ASKED + "print('x' * 10**8, flush=True)", f"more than {MAX_ANSWER_BYTES} bytes"),
    "a flood": (ASKED + "\n        while True: os.write(1, b'x' * 65536)", f"more than {MAX_ANSWER_BYTES} bytes"),
    "floods stderr": (ASKED + "\n        while True: os.write(2, b'mad ' * 4096)", "no answer within 0.2 s"),
    "ends with a long complaint": (
        ASKED + "\n        for _ in range(99): os.write(2, b'mad ' * 4096)\n        os._exit(4)",
        "exit code 4.*mad mad",
    ),
    "wants for ever": (
        ASKED + '\n        while True: print(\'{"want": "vocabulary"}\', flush=True)',
        "expected .*move",
    ),
    "kills itself": (ASKED + "os.kill(os.getpid(), 9)", "ended by signal 9"),
}


LATE = {"sleeps", "never reads", "half a line", "floods stderr"}  # these run into the timeout; the others answer or end


def short(bots: list[str], patience: float = GUARD) -> Match:
    return create_match("velocity", bots, 3, {"first_player": 0})._replace(patience=patience)


@pytest.mark.parametrize(("name", "seats"), [("velonimo", 3), ("velocity", 3), ("arcenciel", 3), ("velvet", 2)])
def test_the_example_plays_every_game_to_its_end(name: str, seats: int) -> None:
    match = create_match(name, [PLAYER, "uniform"], seats)._replace(patience=GUARD)
    block = play_block(match, 0)
    assert [room.get("forfeit") for room in block["rooms"]] == [None, None]
    assert without_times(play_block(match, 0)) == without_times(block)
    assert not process_bot.RUNNING_BOTS


def without_times(block: Block) -> object:
    return block["rooms"]


@pytest.mark.parametrize("kind", WRONG)
def test_a_misbehaving_program_only_loses_its_game(tmp_path: Path, kind: str) -> None:
    program, told = WRONG[kind]
    block = play_block(
        short([write_program(tmp_path / "bot.py", program), "uniform"], 0.2 if kind in LATE else GUARD), 0
    )
    for room, seat in zip(block["rooms"], (0, 1), strict=True):
        forfeit = room["forfeit"]
        assert forfeit["seat"] == seat
        assert len(forfeit["why"]) < 700
        assert forfeit["why"].isprintable()
        with pytest.raises(AssertionError, match=told):
            raise AssertionError(forfeit["why"])
    assert not process_bot.RUNNING_BOTS


def test_a_program_that_cannot_be_started_forfeits() -> None:
    block = play_block(short(["exec:/no/such/program", "uniform"]), 0)
    assert "could not be started" in block["rooms"][0]["forfeit"]["why"]


@pytest.mark.parametrize("name", ["exec:", "exec:  ", 'exec:"open'])
def test_an_invalid_command_is_refused_before_the_match(name: str) -> None:
    with pytest.raises(BotFailed, match="exec:"):
        create_match("velvet", [name, "uniform"])


def test_programs_cannot_play_at_the_terminal() -> None:
    with pytest.raises(BadSeats, match="velodrome arena"):
        parse_seats("Anna,exec:x")


def test_no_program_keeps_running_after_the_game(tmp_path: Path) -> None:
    """Test with a program that ignores SIGTERM and never exits. Its child process does the same."""
    stubborn = f"""
import json, os, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if len(sys.argv) == 1:
    child = subprocess.Popen([sys.executable, __file__, "child"])
    open({str(tmp_path / "ids")!r}, "a").write(f"{{os.getpid()}} {{child.pid}} ")
    line = sys.stdin.readline()
    print(json.dumps({{"move": json.loads(sys.stdin.readline())["legal"][0]}}), flush=True)
    sys.stdin.readline()
    print("and no further", flush=True)
time.sleep(600)
"""
    play_block(short([write_program(tmp_path / "bot.py", stubborn), "uniform"]), 0)
    ids = [int(word) for word in (tmp_path / "ids").read_text().split()]
    assert len(ids) >= 4
    assert have_ended(ids)


def test_a_program_gets_the_table_its_view_and_the_moves_it_saw(tmp_path: Path) -> None:
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
    match = create_match("velonimo", [write_program(tmp_path / "bot.py", listener), "uniform"], 3)._replace(
        seed=3, patience=GUARD
    )
    block = play_block(match, 0, records=True)
    assert all("forfeit" not in room for room in block["rooms"])
    record = read(block["records"][1], GAMES)  # the game in which the program has only seat 1
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


def test_a_program_that_writes_too_much_is_blocked(tmp_path: Path) -> None:
    table = game("velvet")
    said = tmp_path / "said"
    chatter = f"""
while True:
    print('{{"move": "ok"}}' + ' ' * 60000, flush=True)
    open({str(said)!r}, "a").write("x")
"""
    thinker = ProcessBot(table, "chatter")
    thinker.command = [sys.executable, "-c", chatter]
    thinker.timeout = GUARD
    state = table.start()
    state.settle(Rng(1))
    with pytest.raises(BotFailed, match="not legal"):
        thinker(state.seen_by(state.actor), Rng(1))
    assert thinker.program is not None
    deadline = time.monotonic() + GUARD
    while thinker.program.inbox.qsize() < process_bot.MAX_UNREAD_ANSWERS and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.3)  # enough time to write a thousand more lines
    assert said.stat().st_size <= process_bot.MAX_UNREAD_ANSWERS + 10, "what fits a pipe, and the line being read"
    thinker.close()


# ---------------------------------------------------------------- files, threads and processes left behind


DAEMON = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
open({path!r}, "a").write(f"{{child.pid}} ")
"""


def kill(path: Path) -> None:
    for word in path.read_text().split():
        os.kill(int(word), signal.SIGKILL)


def count_files_and_threads() -> tuple[int, int]:
    """Return (number of open files, number of threads) of this process."""
    return len(os.listdir("/proc/self/fd")), threading.active_count()


ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@ON_LINUX
@pytest.mark.parametrize("rest", [EXAMPLE.read_text("utf-8"), "print('nonsense')"], ids=["plays", "forfeits"])
def test_a_daemon_child_does_not_keep_our_files_open(tmp_path: Path, rest: str) -> None:
    name = write_program(tmp_path / "bot.py", DAEMON.format(path=str(tmp_path / "ids")) + rest)
    before = count_files_and_threads()
    block = play_block(short([name, "uniform"]), 0)
    assert ["forfeit" in room for room in block["rooms"]] == ["nonsense" in rest] * 2
    assert count_files_and_threads() == before
    kill(tmp_path / "ids")


@ON_LINUX
def test_a_daemon_child_that_reads_nothing_does_not_block_our_writes(tmp_path: Path) -> None:
    before = count_files_and_threads()
    program = BotProcess([sys.executable, "-c", DAEMON.format(path=str(tmp_path / "ids"))])
    program.send({"long": "x" * 10**7})
    program.process.wait()
    program.end()
    assert not any(thread.is_alive() for thread in program.threads)
    assert count_files_and_threads() == before
    kill(tmp_path / "ids")


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN])
def test_exhausted_resources_are_not_a_forfeit(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def full(*words: object, **settings: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(subprocess, "Popen", full)
    with pytest.raises(
        ResourcesExhausted, match=f"no further program can be started on this machine: {os.strerror(number)}"
    ):
        play_block(short([PLAYER, "uniform"]), 0)
    assert not process_bot.RUNNING_BOTS


# Script that is ended by a signal after it has started a program, but before it has registered that program.
CUT_SHORT = """
import signal, sys, threading
from contextlib import nullcontext
from velodrome.arena import workers
from velodrome.bots import process_bot
from velodrome.arena.match import create_match
from velodrome.arena.play_game import play_block

begin = process_bot.start_process

def started(command):
    process = begin(command)
    print(process.pid, flush=True)
    {signal}
    return process

process_bot.start_process = started
with {guard}:
    play_block(create_match("velvet", ["exec:" + sys.argv[1], "uniform"]), 0)
"""
RAISED = "signal.raise_signal(signal.{name})"
ORPHANED = "threading.Thread(target=workers.exit_worker).start()"


@ON_LINUX
@pytest.mark.parametrize(
    ("what", "guard", "code"),
    [
        (RAISED.format(name="SIGTERM"), "workers.end_programs_on_exit()", 128 + signal.SIGTERM),
        (RAISED.format(name="SIGHUP"), "workers.end_programs_on_exit()", 128 + signal.SIGHUP),
        (RAISED.format(name="SIGINT"), "workers.end_programs_on_exit()", -signal.SIGINT),
        (RAISED.format(name="SIGTERM"), "nullcontext(workers.init_worker())", 1),
        (ORPHANED, "nullcontext(workers.init_worker())", 1),
    ],
)
def test_a_signal_during_the_start_of_a_program_leaves_none_running(what: str, guard: str, code: int) -> None:
    sleeper = f'"{sys.executable}" -c "import time; time.sleep(600)"'
    script = CUT_SHORT.format(signal=what, guard=guard)
    done = subprocess.run(
        [sys.executable, "-c", script, sleeper],
        capture_output=True,
        text=True,
        timeout=GUARD,
        preexec_fn=reset_signal_handlers,
    )
    assert done.returncode == code, done.stderr
    assert have_ended([int(done.stdout)])


@ON_LINUX
def test_a_thread_that_cannot_start_is_not_a_forfeit_and_leaves_nothing_open(monkeypatch: pytest.MonkeyPatch) -> None:
    before, begin = count_files_and_threads(), threading.Thread.start

    def start(thread: threading.Thread) -> None:
        if thread.name.endswith("(read_stderr)"):
            raise RuntimeError("can't start new thread")
        begin(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(ResourcesExhausted, match="can't start new thread"):
        play_block(short([PLAYER, "uniform"]), 0)
    assert count_files_and_threads() == before


def test_exhausted_resources_can_be_pickled_for_another_process() -> None:
    problem = ResourcesExhausted("no further program can be started on this machine: Too many open files.")
    assert str(pickle.loads(pickle.dumps(problem))) == str(problem)


# ---------------------------------------------------------------- what programs must not learn


def test_programs_cannot_predict_chance_from_the_seed() -> None:
    """Check that two matches with the same seed are equal, unless a program plays in them.

    If a program plays, each match also has a random key, which changes the dice and cards.
    """
    plain = [create_match("velonimo", ["uniform", "uniform"], 2, seed=1) for _ in range(2)]
    assert plain[0] == plain[1]
    assert plain[0].key == ""
    matches = [create_match("velonimo", [PLAYER, "uniform"], 2, seed=1)._replace(patience=GUARD) for _ in range(2)]
    assert matches[0].key != matches[1].key
    assert len(matches[0].key) == 32
    deals = [list_first_draws(match) for match in [*matches, matches[0]]]
    assert deals[0] == deals[2], "the key makes a match repeatable"
    assert len(deals[0]) > 20
    assert deals[0] != deals[1]


def list_first_draws(match: Match) -> list[str]:
    """Play a match's first block; return the chance moves before the first decision of the block's first game."""
    record = read(play_block(match, 0, records=True)["records"][0], GAMES)
    return [line.text for line in takewhile(lambda line: line.who == "*", record.lines)]


def test_programs_get_neither_the_key_nor_a_seed_related_to_chance(tmp_path: Path) -> None:
    log = tmp_path / "log"
    listener = f"import sys\nlog = open({str(log)!r}, 'a')\n" + EXAMPLE.read_text("utf-8").replace(
        "message = json.loads(line)", "log.write(line); log.flush(); message = json.loads(line)"
    )
    match = short([write_program(tmp_path / "bot.py", listener), "uniform"])
    play_block(match, 0)
    told = log.read_text()
    hellos = [json.loads(line) for line in told.splitlines() if "velodrome" in json.loads(line)]
    assert len(hellos) == 3, "a new process for every seat of every game"
    assert match.key not in told
    rooms = [(room, seat) for room in range(2) for seat, entry in enumerate(match.lineup(room)) if entry == 0]
    kin = {
        Rng(derive_seed(source, 0, *place)).below(1 << 31) for source in (1, match.random_source()) for place in rooms
    }
    assert not kin & {hello["seed"] for hello in hellos}
    assert len({hello["seed"] for hello in hellos}) == 3


def test_a_resumed_match_keeps_its_key(tmp_path: Path) -> None:
    first = MatchStore(tmp_path, short([PLAYER, "uniform"]))
    first.close()
    again = MatchStore(tmp_path, short([PLAYER, "uniform"]))
    again.close()
    assert again.match == first.match
    assert first.match.key in first.path.read_text()
    alone = run_match(first.match, MatchPlan(1))
    third = MatchStore(tmp_path, short([PLAYER, "uniform"]))
    kept = run_match(short([PLAYER, "uniform"]), MatchPlan(1), store=third)
    third.close()
    assert without_times(kept.counted[0]) == without_times(alone.counted[0])
