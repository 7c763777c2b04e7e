"""Logs: one line per event worth knowing, as JSON or as text, and never with a secret.

Requests are not logged: a table's path is its invitation. A table is logged only as a short hash,
and no cookie, name, body or address ever is.
"""

from __future__ import annotations

import hashlib
import logging
import sys
import time
from collections.abc import Callable
from typing import Any

import structlog
import structlog.tracebacks

from qwirkle.errors import StoreError
from qwirkle.tables.notices.channels import Outcome

LOGGER = "qwirkle"
QUIET_SECONDS = 60.0
"""Seconds during which a message is not repeated; repetitions are counted."""
MAX_KEYS = 1000


def log() -> Any:
    """Return the logger."""
    return structlog.get_logger(LOGGER)


def short(table: str) -> str:
    """Return a table's id for the log: recognisable, but not an invitation."""
    return hashlib.sha256(b"log\n" + table.encode()).hexdigest()[:10]


class ThrottledLog:
    """A log that writes a message once and then counts it for a while: a disk must not fill up."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._seen: dict[str, tuple[float, int]] = {}

    def write(self, level: str, event: str, key: str, **fields: Any) -> None:
        """Log an event, unless one with the same key was logged recently."""
        now = self._now()
        at, left_out = self._seen.get(key, (-QUIET_SECONDS, 0))
        if now - at < QUIET_SECONDS:
            self._seen[key] = at, left_out + 1
            return
        if len(self._seen) >= MAX_KEYS:
            self._seen.clear()
        self._seen[key] = now, 0
        if left_out:
            fields["left_out"] = left_out
        getattr(log(), level)(event, **fields)


class Faults:
    """Unexpected errors: all are counted, and each kind is logged at most once per minute."""

    def __init__(self) -> None:
        self.on_fault: list[Callable[[], None]] = []
        self._log = ThrottledLog()

    def report(self, where: str, error: BaseException, table: str = "") -> None:
        """Count an error and log it; an unavailable store is not the fault of a table."""
        for notify in self.on_fault:
            notify()
        if isinstance(error, StoreError):
            table = ""
        name = short(table) if table else ""
        key = f"{where} {type(error).__name__} {name}"
        self._log.write("error", "fault", key, where=where, table=name, exc_info=error)

    def report_table(self, table: str, error: Exception) -> None:
        """Report an error of the service."""
        self.report("scheduler", error, table)


class NoticeLog:
    """Notices that were not sent: each kind of failure is logged at most once per minute."""

    def __init__(self) -> None:
        self._log = ThrottledLog()

    def write(self, channel: str, outcome: Outcome) -> None:
        """Log a failed attempt."""
        if outcome.how != "sent":
            key = f"{channel} {outcome.how} {outcome.why}"
            fields = {"channel": channel, "outcome": outcome.how, "why": outcome.why}
            self._log.write("warning", "notice-not-sent", key, **fields)


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
        # Never with local variables, which may contain hands and secrets.
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
    # Only warnings from libraries: the rest would contain paths, which are invitations.
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(name)s: %(message)s")
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets"):
        logging.getLogger(name).setLevel(logging.ERROR)
