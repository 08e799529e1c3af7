"""A guest's own games: list them with their results, and remove them from the list."""

import time

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from velodrome.core.contract import OVER
from velodrome.server.http.errors import RequestRefused
from velodrome.server.http.requests import json_response, read_body
from velodrome.server.protocol import (
    PlayedGame,
    PlayedGames,
    PlayedPage,
    RemovedGames,
    RemoveGames,
    RestoreGames,
    Tally,
)
from velodrome.server.rooms.names import default_name
from velodrome.server.rooms.registry import RoomRegistry
from velodrome.server.rooms.state import RoomSeat
from velodrome.server.services import Services, get_services
from velodrome.server.store.batch import Write
from velodrome.server.store.rows import PlayedRow, TallyRow
from velodrome.server.store.statements import Statement, remove_finished_games, remove_game, restore_games

PAGE_SIZE = 20  # games
MAX_PAGE = 100_000


# ---------------------------------------------------------------- list


async def list_played_games(request: Request) -> Response:
    """Respond with one page of the guest's running games, one page of the finished games, and the guest's wins."""
    services = get_services(request)
    guest = services.guest_of(request)
    by_game, by_opponent = await services.store.count_wins(guest)
    played = PlayedGames(
        await list_page(services, guest, "playing", page_number(request, "running")),
        await list_page(services, guest, "over", page_number(request, "finished")),
        [Tally(row.name, "", row.games, row.wins) for row in by_game],
        [Tally(opponent_name(row), row.bot, row.games, row.wins) for row in by_opponent],
    )
    return services.set_cookie(request, json_response(played))


def page_number(request: Request, name: str) -> int:
    """Return the page number in the query parameter `name`; 1 if it is missing or not valid."""
    given = request.query_params.get(name, "")
    number = int(given) if given.isascii() and given.isdecimal() and len(given) < len(str(MAX_PAGE)) else 1
    return max(1, number)


def opponent_name(row: TallyRow) -> str:
    """Return the name that the list shows for an opponent; "" for bots, which the list shows by their level."""
    return row.name or (default_name(row.guest) if row.guest else "")


async def list_page(services: Services, guest: str, phase: str, page: int) -> PlayedPage:
    """Return one page of a guest's games in this phase; page numbers above the last page give an empty page."""
    rows, total = await services.store.list_played(guest, phase, (page - 1) * PAGE_SIZE, PAGE_SIZE)
    games = [await played_game(services.registry, row, guest) for row in rows]
    return PlayedPage(games, page, max(1, -(-total // PAGE_SIZE)), total)


async def played_game(registry: RoomRegistry, row: PlayedRow, guest: str) -> PlayedGame:
    """Convert a stored game to the form in which the guest's list shows it."""
    seats = [RoomSeat.from_row(seat_row) for seat_row in row.seats]
    places = [seat_row.place or 0 for seat_row in row.seats]
    is_known = all(places)
    actor = await registry.actor_of(row.room) if row.phase == "playing" else OVER
    is_timed = row.started_at is not None and row.ended_at is not None
    return PlayedGame(
        room=row.room,
        game=row.game,
        phase=row.phase,
        seats=[room_seat.message(seat, False) for seat, room_seat in enumerate(seats)],
        mine=[seat for seat, room_seat in enumerate(seats) if room_seat.guest == guest],
        places=places if is_known else [],
        scores=[seat_row.score or 0 for seat_row in row.seats] if is_known else [],
        at=row.ended_at or row.started_at or row.created_at,
        seconds=int((row.ended_at or 0) - (row.started_at or 0)) if is_timed else None,
        moves=row.decisions or None,
        turn=actor >= 0 and seats[actor].guest == guest and not seats[actor].bot,
    )


# ---------------------------------------------------------------- remove


async def remove_games(request: Request) -> Response:
    """Remove one game, or all finished games, from the guest's list."""
    wanted, services = await read_body(request, RemoveGames), get_services(request)
    guest, now = services.guest_of(request), time.time()
    remove = remove_game(guest, wanted.room, now) if wanted.room else remove_finished_games(guest, now)
    await save(services, remove)
    return services.set_cookie(request, json_response(RemovedGames(now)))


async def restore_removed_games(request: Request) -> Response:
    """Restore the games that one earlier request removed from the guest's list."""
    wanted, services = await read_body(request, RestoreGames), get_services(request)
    await save(services, restore_games(services.guest_of(request), wanted.at))
    return services.set_cookie(request, json_response({}))


async def save(services: Services, statement: Statement) -> None:
    """Execute a statement that changes the guest's list of games; raise RequestRefused if that fails."""
    if not await services.store.commit(Write(statements=[statement])):
        raise RequestRefused("refuse.store", 503)


ROUTES = [
    Route("/api/history", list_played_games),
    Route("/api/history/remove", remove_games, methods=["POST"]),
    Route("/api/history/restore", restore_removed_games, methods=["POST"]),
]
