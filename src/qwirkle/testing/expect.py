"""The words in which a kit says what is wrong."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import Any

from qwirkle.errors import ConformanceError


def new_id() -> str:
    """An id that nothing has yet."""
    return token_urlsafe(12)


def expect(found: Any, wanted: Any, what: str) -> None:
    """Complain unless something is what it should be."""
    if found != wanted:
        raise ConformanceError(f"{what}: {_short(found)} instead of {_short(wanted)}")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:200]}..."
