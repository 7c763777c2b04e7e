"""The errors that this package raises on purpose.

They form one tree, so ``except QwirkleError`` catches all of them and nothing else:

.. code-block:: text

    QwirkleError
    ├── ArgumentError      a value that a function cannot take (also TypeError and ValueError)
    ├── NotationError      text that is not a tile, turn, position or record
    ├── EditionError       an unknown game or option, or a faulty house rule
    ├── BotError           an unknown bot, or a bot that broke its contract
    ├── RefusalError       something refused, with stable reason codes; nothing has changed
    │   ├── IllegalTurn    a turn that the rules refuse
    │   ├── BadPosition    a position that cannot occur
    │   └── Refused        a command that a table refuses
    ├── MissingExtra       a feature whose libraries are not installed
    ├── LabError           a match or ladder that cannot be played, or unreadable results
    ├── TrainingError      a training run that cannot start or continue
    ├── ConformanceError   a bot, store or bus that fails its conformance kit (also AssertionError)
    ├── StoreError         a store that cannot be opened or reached, or is damaged
    ├── BusError           a bus between processes that cannot be reached
    ├── ServerAway         a server that a client cannot reach
    └── ServerRefusal      a request that a server refused, with its reason code

An error that only one package raises is declared there, such as ``TableTooWide`` in
``qwirkle.engine``, and is a part of the tree, too.

``str(error)`` is a sentence for people. Programs compare the ``reasons`` of a ``RefusalError`` and
the ``reason`` of a ``ServerRefusal``: these codes do not change between versions. The codes of the
rules and their sentences are in ``rules.refusals``. Nothing here knows about terminals or sockets:
the outer layers turn an error into a line, an exit status or an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qwirkle.rules.refusals.reasons import Refusal


class QwirkleError(Exception):
    """The root of the tree: catching it catches everything this package raises on purpose."""


class ArgumentError(QwirkleError, TypeError, ValueError):
    """A value that a function of the library cannot take: of the wrong type, or out of range."""


class NotationError(QwirkleError):
    """Text that is not a tile, a turn, a position or a record. ``line`` counts from 1."""

    def __init__(self, message: str, *, line: int | None = None) -> None:
        self.line = line
        super().__init__(message if line is None else f"line {line}: {message}")


class EditionError(QwirkleError):
    """An unknown game, or a faulty file or option: the message names the file and the key."""


class BotError(QwirkleError):
    """A spec that names no bot, or a bot that broke its contract."""


class TrainingError(QwirkleError):
    """A training run that cannot start, or cannot continue from what its folder holds."""


class ConformanceError(QwirkleError, AssertionError):
    """A bot, store or bus that fails its conformance kit."""


class LabError(QwirkleError):
    """A match or ladder that cannot be played as asked, or stored results that cannot be read."""


class StoreError(QwirkleError):
    """A store of tables that cannot be opened or reached, or is damaged."""


class BusError(QwirkleError):
    """A bus between processes that cannot be reached."""


class ServerAway(QwirkleError):
    """A server that a client cannot reach, or could not reach for too long."""


class ServerRefusal(QwirkleError):
    """A request that a server refused. ``reason`` is a stable code."""

    def __init__(self, reason: str, message: str) -> None:
        self.reason = reason
        super().__init__(message or reason)


class MissingExtra(QwirkleError):
    """A feature whose libraries are not installed. ``extra`` names what to install."""

    def __init__(self, what: str, extra: str) -> None:
        self.extra = extra
        super().__init__(f'{what} needs an extra: pip install "qwirkle[{extra}]"')


class RefusalError(QwirkleError):
    """Something that was refused and has changed nothing. ``refusals`` holds every reason."""

    retry_after = 1.0
    """Seconds until a retry may succeed, if that is only a matter of time."""

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
    """A turn that the rules refuse."""


class BadPosition(RefusalError):
    """A position that cannot occur under the rules of its game."""


class Refused(RefusalError):
    """A command that a table refuses."""
