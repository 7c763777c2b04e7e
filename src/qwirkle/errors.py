"""Every error this package raises on purpose, in one tree.

Nothing here knows about terminals or sockets: the outer layers turn an error into a sentence,
an exit status or a protocol answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qwirkle.rules.reasons import Refusal


class QwirkleError(Exception):
    """The root: catching it catches everything this package raises on purpose."""


class ArgumentError(QwirkleError, TypeError, ValueError):
    """A value that a function of the library cannot take: of a wrong type, or out of range."""


class NotationError(QwirkleError):
    """Text that is not a tile, a turn, a position or a record. ``line`` counts from 1."""

    def __init__(self, message: str, *, line: int | None = None) -> None:
        self.line = line
        super().__init__(message if line is None else f"line {line}: {message}")


class EditionError(QwirkleError):
    """An edition file or an option that does not fit: names the file and the key."""


class BotError(QwirkleError):
    """A bot spec that names no bot, or a bot that did not keep to its side of the bargain."""


class TrainingError(QwirkleError):
    """A training that cannot be begun, or cannot go on with what it finds."""


class ConformanceError(QwirkleError, AssertionError):
    """A bot, store or bus under test that does not do what its users rely on."""


class LabError(QwirkleError):
    """A match, a ladder or stored results that cannot be had as asked."""


class StoreError(QwirkleError):
    """A store of tables that cannot be opened or reached, or does not hold what it should."""


class BusError(QwirkleError):
    """A bus between processes that cannot be had as asked."""


class ServerAway(QwirkleError):
    """A server that a client cannot reach, or has not reached for too long."""


class ServerRefusal(QwirkleError):
    """Something that a server has refused to a client; ``reason`` is a stable code."""

    def __init__(self, reason: str, message: str) -> None:
        self.reason = reason
        super().__init__(message or reason)


class MissingExtra(QwirkleError):
    """Something that needs a part of the package that was not installed."""

    def __init__(self, what: str, extra: str) -> None:
        self.extra = extra
        super().__init__(f'{what} needs an extra: pip install "qwirkle[{extra}]"')


class RefusalError(QwirkleError):
    """Something that was refused and has changed nothing. ``refusals`` holds every reason."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        self.refusals = tuple(refusals)
        super().__init__(" ".join(dict.fromkeys(refusal.message for refusal in self.refusals)))

    def __reduce__(self) -> tuple[type[RefusalError], tuple[tuple[Refusal, ...]]]:
        return type(self), (self.refusals,)

    @property
    def reasons(self) -> tuple[str, ...]:
        """The stable codes, each once, in the order of the refusals."""
        return tuple(dict.fromkeys(str(refusal.reason) for refusal in self.refusals))


class IllegalTurn(RefusalError):
    """A turn the rules refuse."""


class BadPosition(RefusalError):
    """A position that cannot be, by the rules of its game."""


class Refused(RefusalError):
    """A command that a table does not accept."""
