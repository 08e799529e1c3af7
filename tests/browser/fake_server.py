"""Proxy that sits between a page and the server, and can send made-up tables to the page."""

import json
import re
from typing import Any

from playwright.sync_api import WebSocketRoute, expect
from tests.browser.harness import Visit
from tests.browser.setup import sit_down, wait_for_turn


class FakeServer:
    """Proxy between a page and the server. It sends made-up moves to the page and controls the page's clock."""

    def __init__(self, visit: Visit, game: str = "velonimo", **how: Any) -> None:
        self.page = sit_down(visit, game, **{"reduced_motion": "no-preference", **how})
        self.room: dict[str, Any] = {}
        self.is_dropping = False  # whether messages from the page are dropped
        self.table: dict[str, Any] = {}
        self.page.route_web_socket(re.compile("/ws/"), self.carry)
        self.page.clock.install()
        self.page.reload()
        wait_for_turn(self.page)
        self.page.clock.pause_at("2100-01-01")

    def carry(self, line: WebSocketRoute) -> None:
        self.line = line
        if self.table:  # the page has reconnected, and the real server does not know the made-up moves
            self.send(self.room)
            self.send(self.table)
            return
        server = line.connect_to_server()
        line.on_message(lambda said: None if self.is_dropping else server.send(said))
        server.on_message(lambda message: self.pass_on(json.loads(message)))

    def pass_on(self, told: dict[str, Any]) -> None:
        if told["is"] == "table":
            old = {zone["id"]: zone for zone in self.table.get("zones", [])}
            zones = [old[zone] if isinstance(zone, str) else zone for zone in told["zones"]]
            self.table = {**self.table, **told, "zones": zones}
        elif told["is"] == "room":
            self.room = told
        self.send(told)

    def send(self, told: dict[str, Any]) -> None:
        self.line.send(json.dumps(told))

    def move(self, **more: Any) -> None:
        """Send the current table again as if one more move had been played. `more` replaces parts of the table."""
        self.table |= {"ply": self.table["ply"] + 1, "news": [], **more}
        self.send(self.table)

    def rounds(self, count: int) -> dict[str, Any]:
        """Return a made-up score sheet with this many rounds, as a keyword argument for `move`."""
        return {"sheet": [[n] * len(self.room["seats"]) for n in range(1, count + 1)]}

    def settle(self) -> None:
        """Wait until the page has handled all messages: send a refusal as the last one, and wait until it is shown."""
        self.send({"is": "refused", "ply": 0, "why": {"key": "refuse.busy"}, "of": "web"})
        expect(self.page.locator(".notice")).to_be_visible()

    def wait(self, milliseconds: int) -> None:
        self.page.clock.run_for(milliseconds)
