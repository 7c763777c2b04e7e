"""Logs: one line per event worth knowing, as JSON or as text, and never with a secret.

Litestar's structlog plugin logs requests with their paths, and a table's path is its invitation.
Here a table is logged only as a short hash, and no cookie, name, body or address ever is.
"""

from __future__ import annotations

import hashlib
import logging
import sys
from typing import Any

import structlog
import structlog.tracebacks

LOGGER = "qwirkle"


def log() -> Any:
    """Return the logger."""
    return structlog.get_logger(LOGGER)


def short(table: str) -> str:
    """Return a table's id for the log: recognisable, but no invitation."""
    return hashlib.sha256(b"log\n" + table.encode()).hexdigest()[:10]


def set_up(form: str, level: str) -> None:
    """Log to standard error as ``json`` or ``text``; ``auto`` is text on a terminal."""
    if form == "auto":
        form = "text" if sys.stderr.isatty() else "json"
    number = getattr(logging, level.upper())
    shared: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if form == "json":
        # Never with local variables, which may be hands and secrets.
        where = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
        shared += [structlog.processors.ExceptionRenderer(where)]
        shared += [structlog.processors.JSONRenderer()]
    else:
        plain = structlog.dev.plain_traceback
        colours = sys.stderr.isatty()
        shared += [structlog.dev.ConsoleRenderer(colors=colours, exception_formatter=plain)]
    structlog.configure(
        processors=shared,
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )
    # From libraries only warnings: the rest would hold paths, which are invitations.
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(name)s: %(message)s")
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets", "litestar"):
        logging.getLogger(name).setLevel(logging.ERROR)
