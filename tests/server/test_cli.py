"""Tests of the command `velodrome serve`: settings, a real server on loopback, signals, output and log."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from argparse import ArgumentParser, Namespace
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from velodrome.server import cli
from velodrome.server.settings import BadSetting, Settings, database_url, load_settings


def arguments(*words: str) -> Namespace:
    parser = ArgumentParser()
    cli.add_arguments(parser)
    return parser.parse_args(words)


def test_settings_come_from_arguments_then_the_environment_then_defaults() -> None:
    environment = {"VELODROME_PORT": "99", "VELODROME_BASE_URL": "https://a.example/", "VELODROME_BOTS": "3"}
    found = load_settings(arguments("--port", "7"), environment)
    assert (found.port, found.base_url, found.bots, found.host) == (7, "https://a.example", 3, "127.0.0.1")
    assert found.secure
    assert load_settings(arguments(), {}) == Settings()


@pytest.mark.parametrize(
    ("words", "environment", "said"),
    [
        (["--port", "70000"], {}, "port is 70000; expected 0 to 65535"),
        (["--bots", "0"], {}, "bots is 0; expected 1 or more"),
        (["--base-url", "example.org"], {}, "base-url is example.org; expected an origin"),
        (["--base-url", "https://example.org/velo"], {}, "expected an origin"),
        (["--proxies", "*"], {}, "proxies has '*'; expected addresses or networks"),
        (["--proxies", "10.0.0.1/8"], {}, "proxies has '10.0.0.1/8'; expected addresses or networks"),
        ([], {"VELODROME_PORT": "http"}, "VELODROME_PORT is http; expected a whole number"),
        ([], {"VELODROME_LOG": "xml"}, "log is xml; expected text or json"),
    ],
)
def test_an_invalid_setting_is_explained(words: list[str], environment: dict[str, str], said: str) -> None:
    with pytest.raises(BadSetting, match=re.escape(said)):
        load_settings(arguments(*words), environment)


def test_the_database_is_a_file_or_a_url(tmp_path: Path) -> None:
    assert database_url("", tmp_path) == f"sqlite+aiosqlite:///{tmp_path}/table.sqlite"
    assert database_url("postgresql+asyncpg://x/y", tmp_path) == "postgresql+asyncpg://x/y"
    (tmp_path / "file").touch()
    with pytest.raises(BadSetting, match="cannot create this folder"):
        database_url(str(tmp_path / "file" / "sub" / "x.sqlite"), tmp_path)


def test_a_taken_port_is_an_error_only_if_it_was_chosen() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        message = f"port {port}: Address already in use; choose another with --port"
        with pytest.raises(cli.PortUnavailable, match=message):
            cli.listen("127.0.0.1", port)
        with cli.listen_nearby(Settings(port=port)) as near:
            assert port < near.getsockname()[1] < port + cli.MAX_PORTS_TRIED


def test_the_local_url_is_reachable_from_this_machine() -> None:
    with cli.listen("0.0.0.0", 0) as listener:
        assert cli.local_url(listener) == f"http://127.0.0.1:{listener.getsockname()[1]}/"
    assert re.fullmatch(r"[\d.]+", cli.find_lan_address())


def start_server(folder: Path, *words: str) -> tuple[subprocess.Popen[str], str]:
    """Start a real server; return the process and its URL."""
    command = [sys.executable, "-m", "velodrome", "serve", "--port", "0", "--log", "json", *words]
    environment = {**os.environ, "VELODROME_SAVES": str(folder)}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, cwd=folder
    )
    assert process.stdout
    line = process.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+", line)
    assert found, line
    return process, found[0]


def post(url: str, body: object, cookie: str = "") -> tuple[dict[str, str], str]:
    headers = {"content-type": "application/json", **({"cookie": cookie} if cookie else {})}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer), str(answer.headers["set-cookie"] or cookie).split(";")[0]


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_a_real_server_plays_logs_and_stops(tmp_path: Path, stop: signal.Signals) -> None:
    process, url = start_server(tmp_path)
    stopped = False
    try:
        body = {"game": "velonimo", "seats": 2, "bots": ["", "level1"], "options": {"first_starter": 0}}
        answer, cookie = post(f"{url}/api/rooms", body)
        address = f"{url.replace('http', 'ws')}/ws/{answer['room']}"
        with connect(address, additional_headers={"cookie": cookie}) as line:
            told = [json.loads(line.recv(20)) for _ in range(3)]
            assert [message["is"] for message in told] == ["room", "table", "prepared"]
            line.send(json.dumps({"do": "play", "ply": told[1]["ply"], "moves": [told[1]["moves"][0]["text"]]}))
            assert json.loads(line.recv(20))["ply"] > told[1]["ply"]
            line.send(json.dumps({"do": "why", "ply": 1, "picks": ["x" * 20_000]}))
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    line.recv(20)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009  # too large
        with connect(address, additional_headers={"cookie": cookie}) as line:
            line.recv(20)
            process.send_signal(stop)
            stopped = True
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    line.recv(20)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
    finally:
        if not stopped:
            process.send_signal(stop)
        _, errors = process.communicate(timeout=20)
    assert "Traceback" not in errors
    events = [json.loads(row) for row in errors.splitlines() if row.startswith("{")]
    assert (events[0]["event"], events[-1]["event"]) == ("server.started", "server.stopped")
    assert cookie.split("=")[1] not in errors
    assert "invite" not in errors


def test_a_taken_port_ends_the_command(tmp_path: Path) -> None:
    process, url = start_server(tmp_path)
    try:
        port = url.rpartition(":")[2]
        command = [sys.executable, "-m", "velodrome", "serve", "--port", port]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 2
        assert "Address already in use; choose another with --port" in done.stderr
        assert "Traceback" not in done.stderr
    finally:
        process.terminate()
        process.communicate(timeout=20)


def test_an_unusable_database_ends_the_command(tmp_path: Path) -> None:
    (tmp_path / "table.sqlite").write_text("no database at all" * 100)
    command = [sys.executable, "-m", "velodrome", "serve", "--port", "0"]
    environment = {**os.environ, "VELODROME_SAVES": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=environment)
    assert done.returncode == 2
    assert "table.sqlite: file is not a database" in done.stderr
    assert "Traceback" not in done.stderr


def test_sockets_are_limited_to_the_open_files(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = Settings(limit_sockets=5000)
    assert cli.limit_sockets_to_files(chosen, 0) == cli.limit_sockets_to_files(chosen, 100_000) == chosen
    assert capsys.readouterr().err == ""
    assert cli.limit_sockets_to_files(chosen, 1024).limit_sockets == 1024 - cli.RESERVED_FILES
    assert "allows 1024 open files, so at most 824 connections at once" in capsys.readouterr().err


def test_the_file_limit_is_raised_to_its_maximum() -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))
    try:
        assert cli.raise_file_limit() == (0 if hard == resource.RLIM_INFINITY else hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
