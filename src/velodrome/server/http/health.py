"""Health check and Prometheus metrics."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from velodrome.server.http.requests import json_response
from velodrome.server.services import get_services


async def get_health(request: Request) -> Response:
    """Respond 200 if the database can be read and written, otherwise 503."""
    is_healthy = await get_services(request).store.is_healthy()
    return json_response({"well": is_healthy}, 200 if is_healthy else 503)


async def get_metrics(request: Request) -> Response:
    """Respond with all metrics in Prometheus text format."""
    services = get_services(request)
    return Response(services.metrics.render(len(services.registry.rooms)), media_type="text/plain; version=0.0.4")


ROUTES = [
    Route("/health", get_health),
    Route("/metrics", get_metrics),
]
