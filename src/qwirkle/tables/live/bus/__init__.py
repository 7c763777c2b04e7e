"""Buses, which announce between processes that a table has new events, but not which ones.

A message can be lost. Listeners repair that themselves: each knows the number of the last event it
has, and reads the store from there when it receives a greater one or ``LOOK``, which also comes
after a long silence.
"""

from __future__ import annotations

from qwirkle.errors import MissingExtra
from qwirkle.tables.live.bus.local import LocalBus, LocalPresenceBoard
from qwirkle.tables.storage.ports import Bus, PresenceBoard


def bus_at(address: str | None = None) -> Bus:
    """Return the bus over a Redis server, or the one inside this process; not yet opened."""
    if address is None:
        return LocalBus()
    try:
        from qwirkle.tables.live.bus.redis import RedisBus  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise MissingExtra("A bus over Redis", "host") from error
    return RedisBus(address)


def board_at(address: str | None = None) -> PresenceBoard:
    """Return the board on a Redis server, or the one for a single process."""
    if address is None:
        return LocalPresenceBoard()
    try:
        from qwirkle.tables.live.bus.redis import RedisPresenceBoard  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise MissingExtra("A board on Redis", "host") from error
    return RedisPresenceBoard(address)
