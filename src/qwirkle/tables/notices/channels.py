"""Shared parts of the channels of notices: the outcome, and how an answer is read."""

from __future__ import annotations

from typing import Literal, Protocol

import msgspec

from qwirkle.tables.notices.egress import Answer
from qwirkle.tables.notices.wording import Notice


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of an attempt to send a notice."""

    how: Literal["sent", "gone", "refused", "failed"]
    """``gone``: the recipient no longer exists; ``refused``: trying again would not help."""
    retry_after: int | None = None
    """Seconds that the receiver wants us to wait."""
    why: str = ""
    """For the log: never with an address in it."""


class Channel(Protocol):
    """A way to the host of the server."""

    async def send(self, notice: Notice) -> Outcome:
        """Send a notice; return a failure as an outcome instead of raising an error."""


def outcome_of(answer: Answer) -> Outcome:
    """Return the outcome for a notice that follows from the status of an answer."""
    match answer.status:
        case status if 200 <= status < 300:
            return Outcome("sent")
        case 404 | 410:
            return Outcome("gone", why=f"status {answer.status}")
        case 408 | 425 | 429:
            return Outcome("failed", answer.retry_after, f"status {answer.status}")
        case status if status >= 500:
            return Outcome("failed", answer.retry_after, f"status {status}")
    return Outcome("refused", why=f"status {answer.status}")
