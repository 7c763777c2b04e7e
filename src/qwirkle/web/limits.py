"""How often something may be done: token buckets in memory, per process.

With several processes behind one address each has its own count; that is documented and enough, as
these limits are against floods and not a way to share fairly.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from http import HTTPStatus

from qwirkle.web.problems import Fault
from qwirkle.web.settings import ServerSettings

MOST_KNOWN = 20_000
"""Buckets that are remembered; the fullest are forgotten first, as they mean nothing."""


class Buckets:
    """A bucket for each key: ``rate`` tokens a second, and ``burst`` at the most."""

    def __init__(
        self, rate: float, burst: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._known: dict[str, tuple[float, float]] = {}

    def take(self, key: str) -> bool:
        """Take a token; whether there was one. A rate of 0 is no limit."""
        if self._rate <= 0:
            return True
        now = self._now()
        tokens, at = self._known.get(key, (self._burst, now))
        tokens = min(self._burst, tokens + (now - at) * self._rate)
        if tokens < 1:
            self._known[key] = (tokens, now)
            return False
        if len(self._known) >= MOST_KNOWN and key not in self._known:
            self._forget(now)
        self._known[key] = (tokens - 1, now)
        return True

    def _forget(self, now: float) -> None:
        """Forget those that are full again; if none is, those that were used longest ago."""
        full = [
            key
            for key, (tokens, at) in self._known.items()
            if tokens + (now - at) * self._rate >= self._burst
        ]
        oldest = sorted(self._known, key=lambda key: self._known[key][1])
        for key in full or oldest[: MOST_KNOWN // 10]:
            del self._known[key]


class Limits:
    """All limits of a server."""

    def __init__(self, settings: ServerSettings) -> None:
        self._address = Buckets(settings.address_rate, settings.address_rate * 4)
        self._table = Buckets(settings.table_rate, settings.table_rate * 4)
        self._opening = Buckets(settings.opening_rate / 3600, max(1.0, settings.opening_rate))
        self._password = Buckets(settings.password_rate / 3600, max(1.0, settings.password_rate))
        self._max_sockets = settings.max_sockets
        self._sockets: dict[str, int] = {}

    def request(self, address: str) -> None:
        """A request, or a message over a socket."""
        self._check(self._address, address, "from this address")

    def command(self, table: str) -> None:
        """A command to a table."""
        self._check(self._table, table, "at this table")

    def opening(self, address: str) -> None:
        """A table is opened."""
        self._check(self._opening, address, "from this address: wait before opening more tables")

    def password(self, address: str) -> None:
        """A password is given."""
        self._check(self._password, address, "from this address: wait before the next password")

    def socket_opens(self, address: str) -> bool:
        """Whether one more socket is allowed; if so it is counted until it closes."""
        count = self._sockets.get(address, 0)
        if 0 < self._max_sockets <= count:
            return False
        self._sockets[address] = count + 1
        return True

    def socket_closes(self, address: str) -> None:
        """A socket that was counted has gone."""
        left = self._sockets.get(address, 1) - 1
        if left > 0:
            self._sockets[address] = left
        else:
            self._sockets.pop(address, None)

    @staticmethod
    def _check(buckets: Buckets, key: str, where: str) -> None:
        if not buckets.take(key):
            fault = Fault(HTTPStatus.TOO_MANY_REQUESTS, "too-often", f"Too much {where}.")
            fault.headers["Retry-After"] = "1"
            raise fault


def counted_as(address: str) -> str:
    """What counts as one address: in IPv6 a whole network, as one home has that many."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False).network_address)
    return address
