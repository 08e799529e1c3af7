"""Log output: one line for each event, as text or JSON. Events never contain tokens, seeds or cards."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

STANDARD_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
LEVELS = {"velodrome": logging.INFO, "uvicorn": logging.WARNING, "asyncio": logging.WARNING}


def event_fields(record: logging.LogRecord) -> dict[str, Any]:
    """Return an event's own fields: those that its logging call passed as `extra`."""
    return {name: value for name, value in vars(record).items() if name not in STANDARD_FIELDS}


class JsonFormatter(logging.Formatter):
    """Formatter that writes an event as JSON: {"time": …, "level": "info", "event": "room.made", "room": …}."""

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        event: dict[str, Any] = {"time": time, "level": record.levelname.lower(), "event": record.getMessage()}
        if record.exc_info:
            event["trace"] = self.formatException(record.exc_info)
        return json.dumps(event | event_fields(record), default=str)


class TextFormatter(logging.Formatter):
    """Formatter that writes an event as text: 20:15:00 room.made room=…"""

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        fields = "".join(f" {name}={value}" for name, value in event_fields(record).items())
        trace = f"\n{self.formatException(record.exc_info)}" if record.exc_info else ""
        return f"{time} {record.getMessage()}{fields}{trace}"


def configure_logging(log_format: str) -> None:
    """Set up logging to standard error, as text or JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if log_format == "json" else TextFormatter())
    for name, level in LEVELS.items():
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
