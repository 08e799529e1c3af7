"""Boards of one's own: what to start from, a check with a first look, and that of a table to download."""

from functools import partial
from importlib.resources import files

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from velodrome.core.contract import ONLOOKER, Game, Text
from velodrome.core.errors import BadBoard, VelodromeError
from velodrome.core.log import Log
from velodrome.games import GAMES
from velodrome.server.game.log import open_game
from velodrome.server.game.spec import Kind, asked, spec
from velodrome.server.game.views import Views
from velodrome.server.http.rooms import Refuse, body, impossible
from velodrome.server.protocol import BoardError, NewBoard
from velodrome.server.services import address_of, desk_of
from velodrome.server.workers.fair_queue import apart

SEED = bytes(32)  # of a first look: nobody plays there


async def check(request: Request) -> Response:
    """The start of a game on these boards, as an onlooker sees it; or what is wrong with them, and where."""
    wanted, desk = await body(request, NewBoard), desk_of(request)
    if not desk.limits.may_check(desk.guest(request), address_of(request)):
        raise Refuse("refuse.fast", 429)
    try:
        look = partial(looked_at, wanted.game, wanted.seats, wanted.options)
        found = b'{"ok":true,"table":%b}' % await apart(desk.whose(request), look)
    except BadBoard as problem:
        found = mistaken(problem.why, problem.line, problem.column)
    except VelodromeError as problem:
        found = mistaken([impossible(problem).text])
    return desk.known(request, Response(found, headers={"cache-control": "no-store"}, media_type="application/json"))


def looked_at(name: str, seats: int, options: dict[str, object]) -> bytes:
    """A first look at the game that a guest asks for."""
    return first_look(asked(name, seats, options))


def first_look(game: Game) -> bytes:
    """The table before the first decision, as messages carry it."""
    log = Log(game, SEED)
    log.append(open_game(log))
    return Views(Kind(game, spec(game))).table(log.state, log.entries, log.stage_scores, ONLOOKER).since(-1)


def mistaken(why: list[Text], line: int = 0, column: int = 0) -> bytes:
    return msgspec.json.encode({"ok": False, "error": BoardError(line, column, why)})


async def built_in(request: Request) -> Response:
    """The text of a board that comes with a game."""
    name, board = request.path_params["game"], request.path_params["board"]
    known = [o.values for o in GAMES[name].options if o.kind == "board"] if name in GAMES else []
    if not any(board in values for values in known):
        raise HTTPException(404)
    return file(board, files("velodrome.games").joinpath(name, f"{board}.toml").read_text("utf-8"))


async def own(request: Request) -> Response:
    """The text of a board of its own that a table has."""
    room = await desk_of(request).hall.room(request.path_params["room"])
    option = request.path_params["option"]
    if room is None or option not in room.kind.game.boards:
        raise HTTPException(404)
    return file(f"{room.name}-{option}", room.kind.game.boards[option])


def file(name: str, text: str) -> Response:
    """A file to keep: a browser never shows it as a page."""
    headers = {"content-disposition": f'attachment; filename="{name}.toml"', "cache-control": "no-store"}
    return Response(text, headers=headers, media_type="text/plain")


ROUTES = [
    Route("/api/boards", check, methods=["POST"]),
    Route("/boards/game/{game}/{board}.toml", built_in),
    Route("/boards/table/{room}/{option}.toml", own),
]
