"""The wording in which a kit reports what is wrong."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import Any

from qwirkle.errors import ConformanceError


def new_id() -> str:
    """Return an id that nothing has yet."""
    return token_urlsafe(12)


def expect(found: Any, wanted: Any, what: str) -> None:
    """Raise a ConformanceError unless a value is the one wanted."""
    if found != wanted:
        raise ConformanceError(f"{what}: {_short(found)} instead of {_short(wanted)}")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:200]}..."
