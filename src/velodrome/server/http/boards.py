"""Users' own boards: download a built-in board as a template, check and preview a board, download a room's board."""

from contextlib import suppress
from functools import cache, partial
from importlib.resources import files

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from velodrome.core.board_form import BoardForm
from velodrome.core.boards import parse_board
from velodrome.core.contract import ONLOOKER, Game, Text
from velodrome.core.errors import BadBoard, VelodromeError
from velodrome.core.log import Log
from velodrome.games import GAMES
from velodrome.server.game.log import open_game
from velodrome.server.game.spec import GameSpec, options_json, request_game
from velodrome.server.game.views import PlainViews
from velodrome.server.guests.limits import client_address
from velodrome.server.http.errors import RequestRefused, refuse_game
from velodrome.server.http.requests import NO_STORE, encoded_response, read_body
from velodrome.server.http.static import cacheable_json
from velodrome.server.protocol import BoardError, NewBoard
from velodrome.server.services import get_services
from velodrome.server.workers.fair_queue import run_in_thread

PREVIEW_SEED = bytes(32)  # a fixed seed is safe, because nobody plays in a preview


async def check_board(request: Request) -> Response:
    """Check a user's own boards: respond with a preview of the game on these boards, or with the first mistake."""
    wanted, services = await read_body(request, NewBoard), get_services(request)
    if not services.limits.allow_board_check(services.guest_of(request), client_address(request)):
        raise RequestRefused("refuse.fast", 429)
    client = services.client_key(request)
    boards = await run_in_thread(client, partial(encode_boards, wanted.game, wanted.options))
    try:
        work = partial(preview_wanted, wanted.game, wanted.seats, wanted.options)
        content = b'{"ok":true,"table":%b,"boards":%b}' % (await run_in_thread(client, work), boards)
    except BadBoard as problem:
        content = encode_mistake(boards, problem.why, problem.line, problem.column)
    except VelodromeError as problem:
        content = encode_mistake(boards, [refuse_game(problem).text])
    return services.set_cookie(request, encoded_response(content))


def preview_wanted(name: str, seats: int, options: dict[str, object]) -> bytes:
    """Create the game that a guest requests, and return its encoded preview."""
    return preview_game(request_game(name, seats, options))


def preview_game(game: Game) -> bytes:
    """Encode the table before the first decision, as an onlooker sees it."""
    log = Log(game, PREVIEW_SEED)
    log.append(open_game(log))
    return (
        PlainViews(GameSpec(game, options_json(game)))
        .view(log.state, log.entries, log.stage_scores, ONLOOKER)
        .since(-1)
    )


def encode_boards(game: str, options: dict[str, object]) -> bytes:
    """Parse each option that is a board the user wrote; return {option: parsed board} as JSON.

    Boards that are not valid TOML are left out.
    """
    texts = {name: text for name, text in options.items() if isinstance(text, str) and "\n" in text}
    found: dict[str, object] = {}
    for name, text in texts.items():
        with suppress(BadBoard, RecursionError):  # RecursionError: nested too deeply for JSON
            found[name] = msgspec.Raw(msgspec.json.encode(parse_board(name, text.removeprefix("\ufeff"), game)))
    return msgspec.json.encode(found)


def encode_mistake(boards: bytes, why: list[Text], line: int = 0, column: int = 0) -> bytes:
    """Encode the response for a board with a mistake.

    `why`, `line` and `column` are the fields of `BoardError`; `boards` is the result of `encode_boards`.
    """
    return b'{"ok":false,"error":%b,"boards":%b}' % (msgspec.json.encode(BoardError(line, column, why)), boards)


async def describe_form(request: Request) -> Response:
    """Respond with the form for editing a board: every field that a person can edit, with its type."""
    name, option = request.path_params["game"], request.path_params["option"]
    found = [o.form for o in GAMES[name].options if o.name == option and o.form] if name in GAMES else []
    if not found:
        raise HTTPException(404)
    return cacheable_json(request, encode_form(found[0]))


@cache
def encode_form(form: BoardForm) -> bytes:
    """Encode a form as JSON. Convert its fields first: they are named tuples, which msgspec would encode as lists."""
    lists = ("fields", "settings", "seat_settings")
    rows = {name: [field._asdict() for field in getattr(form, name)] for name in lists}
    return msgspec.json.encode(form._asdict() | rows)


async def download_template(request: Request) -> Response:
    """Respond with the text of a built-in board, as a template."""
    name, board = request.path_params["game"], request.path_params["board"]
    boards = [o.values for o in GAMES[name].options if o.kind == "board"] if name in GAMES else []
    if not any(board in values for values in boards):
        raise HTTPException(404)
    return download(board, files("velodrome.games").joinpath(name, f"{board}.toml").read_text("utf-8"))


async def download_board(request: Request) -> Response:
    """Respond with the text of the user's board that a room uses."""
    room = await get_services(request).registry.open(request.path_params["room"])
    option = request.path_params["option"]
    if room is None or option not in room.spec.game.boards:
        raise HTTPException(404)
    return download(f"{room.name}-{option}", room.spec.game.boards[option])


def download(name: str, text: str) -> Response:
    """Respond with a file that browsers save to disk: they must not show a user's text as a page."""
    headers = NO_STORE | {"content-disposition": f'attachment; filename="{name}.toml"'}
    return Response(text, headers=headers, media_type="text/plain")


ROUTES = [
    Route("/api/boards", check_board, methods=["POST"]),
    Route("/boards/game/{game}/{board}.toml", download_template),
    Route("/boards/form/{game}/{option}.json", describe_form),
    Route("/boards/table/{room}/{option}.toml", download_board),
]
