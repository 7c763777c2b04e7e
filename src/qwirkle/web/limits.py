"""Rate limits: token buckets in memory, per process.

Litestar's own middleware counts requests per client in fixed windows; these limits also count
socket messages, commands per table and open sockets. Several processes count each for itself,
which is enough against floods.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable

from qwirkle.web.problems import WebReason, request_refused
from qwirkle.web.settings import ServerSettings

MAX_BUCKETS = 20_000
"""Buckets kept in memory; full ones are dropped first, as they limit nothing."""


class Buckets:
    """A bucket for each key, with ``rate`` tokens a second and at most ``burst`` tokens."""

    def __init__(
        self, rate: float, burst: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._known: dict[str, tuple[float, float]] = {}

    def take(self, key: str) -> bool:
        """Take a token and return whether there was one. A rate of 0 means no limit."""
        if self._rate <= 0:
            return True
        now = self._now()
        tokens, at = self._known.get(key, (self._burst, now))
        tokens = min(self._burst, tokens + (now - at) * self._rate)
        if tokens < 1:
            self._known[key] = (tokens, now)
            return False
        if len(self._known) >= MAX_BUCKETS and key not in self._known:
            self._drop(now)
        self._known[key] = (tokens - 1, now)
        return True

    def _drop(self, now: float) -> None:
        """Drop buckets that are full again; if there are none, the least recently used."""
        full = [
            key
            for key, (tokens, at) in self._known.items()
            if tokens + (now - at) * self._rate >= self._burst
        ]
        oldest = sorted(self._known, key=lambda key: self._known[key][1])
        for key in full or oldest[: MAX_BUCKETS // 10]:
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
        """Count a request or a socket message."""
        self._check(self._address, address, "address")

    def command(self, table: str) -> None:
        """Count a command or a question at a table."""
        self._check(self._table, table, "table")

    def question(self, address: str) -> None:
        """Count a question that belongs to no table."""
        self._check(self._table, f"address {address}", "address")

    def opening(self, address: str) -> None:
        """Count an opened table."""
        self._check(self._opening, address, "opening")

    def password(self, address: str) -> None:
        """Count a password."""
        self._check(self._password, address, "password")

    def open_socket(self, address: str) -> bool:
        """Return whether one more socket is allowed; if so, count it until it closes."""
        count = self._sockets.get(address, 0)
        if 0 < self._max_sockets <= count:
            return False
        self._sockets[address] = count + 1
        return True

    def close_socket(self, address: str) -> None:
        """Stop counting a socket."""
        left = self._sockets.get(address, 1) - 1
        if left > 0:
            self._sockets[address] = left
        else:
            self._sockets.pop(address, None)

    @staticmethod
    def _check(buckets: Buckets, key: str, case: str) -> None:
        if not buckets.take(key):
            raise request_refused(WebReason.TOO_OFTEN, case=case)


def limit_key(address: str) -> str:
    """Return what counts as one address: in IPv6 a whole /64 network, as a home has one."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False).network_address)
    return address
