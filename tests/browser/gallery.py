"""Save a picture of any state of any game, without a server.

    python tests/browser/gallery.py velonimo 4 --plies 20 --size phone --out a.png

Heuristic bots play `--plies` moves, and then continue until the viewer is to move. With `--until TEXT`, they
also continue until the key of the viewer's prompt contains TEXT. Then the modules of the web page draw what the
viewer sees, under the server's content security policy.
"""

import argparse
import json
import mimetypes
import shutil
from base64 import b64decode
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Page, Route, sync_playwright

from velodrome import OVER, Rng, game
from velodrome.bots import make_player
from velodrome.core import texts
from velodrome.core.contract import CHANCE, State
from velodrome.core.log import Log, Turn
from velodrome.core.record import Record
from velodrome.core.rng import Stream
from velodrome.server.game.figures import final_figures
from velodrome.server.http.page import FONT
from velodrome.server.http.static import shared_texts
from velodrome.server.rooms.names import BOT_NAMES

HERE = Path(__file__).parent
WEB = HERE.parents[1] / "src" / "velodrome" / "web"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'"
)
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
SIZES = {"phone": (360, 740), "desk": (1440, 900), "wide": (1920, 1080), "tablet": (820, 1180)}
PEOPLE = ["Anna", "Ben", "Chloé", "Dédé", "Emma", "Félix", "Gwen"]


def played(arguments: argparse.Namespace) -> Record:
    """Play a game up to the requested state; return its record."""
    options = dict(pair.split("=", 1) for pair in arguments.option)
    table = game(arguments.game, arguments.seats, **options)
    record, stream = Record(table), Stream(str(arguments.seed).encode())
    bots = [make_player(arguments.bot, table, Rng(arguments.seed + seat)) for seat in range(table.seats)]
    while record.state.actor != OVER and not wanted(record, arguments):
        state = record.state
        record.play(
            stream.choose(state.chance()) if state.actor == CHANCE else bots[state.actor](state.seen_by(state.actor))
        )
    return record


def wanted(record: Record, arguments: argparse.Namespace) -> bool:
    if arguments.ending or len(record.moves) < arguments.plies or record.state.actor == CHANCE:
        return False
    if not arguments.until:
        return bool(arguments.any or record.state.actor == arguments.me)
    prompt = cast("dict[str, object]", record.state.seen_by(arguments.me).table()["prompt"])
    return arguments.until in str(prompt["key"]) and bool(arguments.any or record.state.actor == arguments.me)


def fixture(record: Record, arguments: argparse.Namespace) -> dict[str, Any]:
    """Build the data for the gallery page: the messages that the server would have sent, texts and settings."""
    state = record.state
    seen = state.seen_by(arguments.me)
    table = seen.table() | state.reveal()
    asked = seen.actor == arguments.me
    moves = [choice(seen, move) for move in seen.legal()] if asked else []
    seats = [
        {
            "name": PEOPLE[seat] if person(seat, arguments.me) else BOT_NAMES[seat],
            "bot": "" if person(seat, arguments.me) else "level5",
            "online": True,
            "away": False,
        }
        for seat in range(state.game.seats)
    ]
    room = {
        "is": "room",
        "room": "abc",
        "game": state.game.name,
        "options": state.game.options,
        "phase": "over" if state.actor == OVER else "playing",
        "open": False,
        "seats": seats,
        "me": arguments.me if arguments.me >= 0 else None,
        "host": True,
        "spectators": 0,
        "invite": "",
        "forfeits": [],
        "rematch": "",
        "opener": None,
    }
    told = {
        "is": "table",
        "ply": len(record.moves),
        "actor": state.actor,
        "stage": state.stage,
        "prompt": table["prompt"],
        "seats": table["seats"],
        "zones": table["zones"],
        "more": {k: v for k, v in table.items() if k not in ("prompt", "seats", "zones")} | figures(record),
        "moves": moves,
        "scores": state.scores(),
        "ranking": state.ranking(),
        "sheet": record.log.stage_scores,
        "news": news(record, arguments.me),
    }
    lang = arguments.lang
    return {
        "room": room,
        "table": told,
        "lang": lang,
        "picks": arguments.pick.split(",") if arguments.pick else [],
        "ending": arguments.ending,
        "taste": dict(pair.split("=", 1) for pair in arguments.taste),
        "texts": {"web": page_texts(lang), state.game.name: game_texts(state.game.name, lang)},
    }


def figures(record: Record) -> dict[str, Any]:
    """Return the figures that the page shows at the end of the game.

    The moves are played again, because figures need the outcomes of moves, which a record does not store.
    """
    log = Log(record.game)
    turn = Turn(log)
    for move in record.moves:
        turn.play(move)
    log.append(turn)
    return final_figures(log.state, log.entries)


def person(seat: int, me: int) -> bool:
    return seat % 2 == 0 or seat == me


def choice(seen: State, move: int) -> dict[str, Any]:
    found = seen.game.moves[move]
    return {"text": found.text, "picks": found.picks, "preview": seen.preview(move)}


def news(record: Record, viewer: int) -> list[dict[str, Any]]:
    try:
        from velodrome.core.narration import narrate
    except ImportError:
        return []
    heard = record.seen_by(viewer)
    state, found = heard.start.copy(), []
    for ply, move in enumerate(heard.moves, 1):
        text, before = heard.game.text(move), state.copy()
        state.play(move)
        line = {"ply": ply, "actor": before.actor, "text": text, "told": narrate(heard.game.name, text) or None}
        found.append(line | {"outcomes": state.outcomes(before) or None})
    return found


def page_texts(lang: str) -> dict[str, Any]:
    return {"say": shared_texts(lang) | texts.load("web", lang), "rule": {}}


def game_texts(name: str, lang: str) -> dict[str, Any]:
    return {"say": texts.sentences(name, lang), "rule": texts.rule_numbers(name)}


def serve(page: Page, data: dict[str, Any]) -> list[str]:
    """Serve `data` and the project's files for all requests from the page; return a list that collects later errors."""
    problems: list[str] = []

    def answer(route: Route) -> None:
        path = route.request.url.split("//", 1)[1].split("/", 1)[1].split("?")[0]
        if path == "fixture.json":
            route.fulfill(body=json.dumps(data), content_type="application/json")
            return
        file = HERE / "gallery.html" if not path else HERE / path[8:] if path.startswith("gallery/") else WEB / path[4:]
        if not file.is_file():
            if path not in ("favicon.ico", f"web/{FONT}"):
                problems.append(f"missing: {path}")
            route.fulfill(status=404)
            return
        kind = mimetypes.guess_type(file.name)[0] or "text/plain"
        route.fulfill(
            body=file.read_bytes(), content_type=f"{kind}; charset=utf-8", headers={"Content-Security-Policy": POLICY}
        )

    page.route("**/*", answer)
    page.on("console", lambda message: problems.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    return problems


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("seats", type=int)
    parser.add_argument("--plies", type=int, default=0)
    parser.add_argument("--until", default="", help="part of the key of a prompt")
    parser.add_argument("--any", action="store_true", help="also when the viewer is not asked")
    parser.add_argument("--me", type=int, default=0, help="the viewer's seat; -3 is the onlooker")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", default="heuristic")
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--taste", action="append", default=[])
    parser.add_argument("--pick", default="", help="what is selected: red2,red5")
    parser.add_argument("--size", default="desk", help=f"{', '.join(SIZES)} or WxH")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--ending", action="store_true", help="play to the end and open the result")
    parser.add_argument("--poster", default="", help="also save the poster of the result as this file")
    parser.add_argument("--full", action="store_true", help="the whole page, not only what the window shows")
    parser.add_argument("--out", default="gallery.png")
    arguments = parser.parse_args()
    record = played(arguments)
    width, height = SIZES.get(arguments.size) or map(int, arguments.size.split("x"))
    with sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, BROWSERS)))
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(
            viewport={"width": width, "height": height},
            color_scheme="dark" if arguments.dark else "light",
            device_scale_factor=1.5 if width < 500 else 1,
        )
        problems = serve(page, fixture(record, arguments))
        page.goto("http://table.test/")
        page.wait_for_selector("html[data-drawn]", timeout=10_000) if not problems else None
        page.wait_for_timeout(3000 if arguments.ending else 600)
        if arguments.poster:
            Path(arguments.poster).write_bytes(b64decode(page.evaluate("drawPoster()")))
        page.screenshot(path=arguments.out, full_page=arguments.full)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        print(f"ply {len(record.moves)}, actor {record.state.actor}; wider than the window by {max(0, wide)} px")
        print(*problems, sep="\n")
        browser.close()


if __name__ == "__main__":
    main()
