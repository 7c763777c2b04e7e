"""Logs: one line per thing worth knowing, as JSON or for people, and never with a secret.

A table's id is its invitation, so it is logged only as a short hash. No cookie, no name, no body
and no address of a person is ever given to a logger.
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
    """The logger."""
    return structlog.get_logger(LOGGER)


def short(table: str) -> str:
    """A table in a log: recognisable, and no invitation."""
    return hashlib.sha256(b"log\n" + table.encode()).hexdigest()[:10]


def set_up(form: str, level: str) -> None:
    """Log to standard error: ``json``, or ``text`` for people; ``auto`` by who reads it."""
    if form == "auto":
        form = "text" if sys.stderr.isatty() else "json"
    number = getattr(logging, level.upper())
    shared: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if form == "json":
        # Where, and never with which values: they may be hands and secrets.
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
    # Libraries speak only of trouble; paths, which are invitations, would be in the rest.
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(name)s: %(message)s")
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets", "litestar"):
        logging.getLogger(name).setLevel(logging.ERROR)
