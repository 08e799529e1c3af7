"""One line an event: readable, or JSON for programs. Never a token, a seed or a card."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


def extras(record: logging.LogRecord) -> dict[str, Any]:
    """What an event says of itself."""
    return {name: value for name, value in vars(record).items() if name not in PLAIN}


class Json(logging.Formatter):
    """{"time": …, "level": "info", "event": "room.made", "room": …}"""

    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        said: dict[str, Any] = {"time": when, "level": record.levelname.lower(), "event": record.getMessage()}
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return json.dumps(said | extras(record), default=str)


class Plain(logging.Formatter):
    """20:15:00 room.made room=…"""

    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        rest = "".join(f" {name}={value}" for name, value in extras(record).items())
        trace = f"\n{self.formatException(record.exc_info)}" if record.exc_info else ""
        return f"{when} {record.getMessage()}{rest}{trace}"


def set_up(kind: str) -> None:
    """Send every event to the terminal."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if kind == "json" else Plain())
    for name, level in (("velodrome", logging.INFO), ("uvicorn", logging.WARNING), ("asyncio", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
