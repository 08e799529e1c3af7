"""The guest's name: read and change it."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from velodrome.server.guests.limits import client_address
from velodrome.server.http.errors import RequestRefused
from velodrome.server.http.requests import json_response, read_body
from velodrome.server.protocol import Me, NewName
from velodrome.server.rooms.names import clean_name, default_name
from velodrome.server.services import Services, get_services
from velodrome.server.store.batch import Write
from velodrome.server.store.statements import save_guest_name


async def get_profile(request: Request) -> Response:
    """Respond with the guest's name."""
    services = get_services(request)
    name = await find_name(services, services.guest_of(request))
    return services.set_cookie(request, json_response(Me(name)))


async def rename_guest(request: Request) -> Response:
    """Change the guest's name."""
    name = clean_name((await read_body(request, NewName)).name)
    if not name:
        raise RequestRefused("refuse.name")
    services = get_services(request)
    guest = services.guest_of(request)
    if not services.limits.allow_rename(guest, client_address(request)):
        raise RequestRefused("refuse.names", 429)
    if not await services.store.commit(Write(statements=[save_guest_name(guest, name)])):
        raise RequestRefused("refuse.store", 503)
    return services.set_cookie(request, json_response(Me(name)))


async def find_name(services: Services, guest: str) -> str:
    """Return the name that the guest chose, or the default name."""
    return await services.store.load_guest_name(guest) or default_name(guest)


ROUTES = [
    Route("/api/me", get_profile),
    Route("/api/me", rename_guest, methods=["POST"]),
]
