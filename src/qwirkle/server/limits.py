"""Rate limits: token buckets in memory, per process.

They count requests, socket messages, commands per table and open sockets. Several processes count
separately, which is sufficient against floods.
"""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from functools import lru_cache

from qwirkle.api.problems import WebReason, request_refused
from qwirkle.server.logs import ThrottledLog
from qwirkle.server.settings import ServerSettings
from qwirkle.tables.core.names import alike

MAX_USUAL = 20_000
"""The most addresses that are remembered for a sign-in, each with its account."""
MAX_BUCKETS = 20_000
"""The most buckets in memory; full ones are dropped first, because they limit nothing."""


class Buckets:
    """A bucket for each key, with ``rate`` tokens per second and at most ``burst`` tokens."""

    def __init__(
        self, rate: float, burst: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._known: dict[str, tuple[float, float]] = {}

    def take(self, key: str, count: int = 1) -> float:
        """Take tokens; return 0, or the seconds until there are enough. A rate of 0 means no limit.

        A request for more tokens than a bucket can hold succeeds when the bucket is full.
        """
        wait = self.wait(key, count)
        if not wait:
            self.spend(key, count)
        return wait

    def spend(self, key: str, count: float) -> None:
        """Take tokens whether they are there or not: they have been used."""
        if self._rate > 0:
            now = self._now()
            if len(self._known) >= MAX_BUCKETS and key not in self._known:
                self._drop(now)
            self._known[key] = (self._tokens(key, now) - count, now)

    def wait(self, key: str, count: int = 1) -> float:
        """Return the seconds until there are that many tokens, without taking them."""
        if self._rate <= 0:
            return 0.0
        wanted = min(count, self._burst)
        return max(0.0, (wanted - self._tokens(key, self._now())) / self._rate)

    def _tokens(self, key: str, now: float) -> float:
        tokens, at = self._known.get(key, (self._burst, now))
        return min(self._burst, tokens + (now - at) * self._rate)

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
        self._opening = _hourly(settings.opening_rate)
        self._password = _hourly(settings.password_rate)
        self._account = _hourly(settings.account_rate)
        self._device = _hourly(settings.password_rate)
        self._usual: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._max_connections = settings.max_connections
        self._requests: Counter[str] = Counter()
        self._max_sockets = settings.max_sockets
        self._sockets: dict[str, int] = {}
        self._log = ThrottledLog()

    def request(self, address: str) -> None:
        """Count a request or a socket message."""
        self._check(self._address.take(address), "address")

    def command(self, table: str, device: str) -> None:
        """Count a command or a question of a device at a table, separately for each device."""
        self._check(self._table.take(f"{table} {device}"), "table")

    def question(self, address: str) -> None:
        """Count a question that concerns no table."""
        self._check(self._table.take(f"address {address}"), "address")

    def count_opening(self, address: str, count: int = 1) -> None:
        """Count tables that are opened."""
        self._check(self._opening.take(address, count), "opening")

    def password(self, address: str) -> None:
        """Count a password."""
        self._check(self._password.take(address), "password")

    def sign_in(self, name: str, address: str, device: str | None) -> None:
        """Count a password for an account, or refuse it.

        A ``device`` that has signed in to the account before has a separate limit, which nobody
        else can use up. All others share the limits of their address and of the account, except
        that attempts from elsewhere do not limit an address from which the account was used.
        """
        if device is not None:
            self._check(self._device.take(device), "password")
            return
        self.password(address)
        if (alike(name), address) not in self._usual:
            self._check(self._account.wait(alike(name)), "account")

    def wrong_password(self, name: str, device: str | None) -> None:
        """Count a wrong password for an account, unless the device has a separate limit."""
        if device is None:
            self._account.take(alike(name))

    def right_password(self, name: str, address: str) -> None:
        """Remember an address from which an account is used."""
        usual = alike(name), address
        self._usual[usual] = None
        self._usual.move_to_end(usual)
        if len(self._usual) > MAX_USUAL:
            self._usual.popitem(last=False)

    def begin_request(self, address: str) -> None:
        """Count a request until it ends; refuse too many at a time.

        The connections of a trusted proxy are not counted, but what comes through them is.
        """
        count = self._requests[address]
        if 0 < self._max_connections <= count:
            self._check(1.0, "address")
        self._requests[address] = count + 1

    def end_request(self, address: str) -> None:
        """Stop counting a request."""
        self._requests[address] -= 1
        if self._requests[address] <= 0:
            del self._requests[address]

    def open_socket(self, address: str) -> bool:
        """Return whether another socket is allowed; if so, count it until it closes."""
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

    def _check(self, wait: float, case: str) -> None:
        if wait:
            self._log.write("warning", "refused", case, reason="too-often", case=case)
            raise request_refused(WebReason.TOO_OFTEN, case=case, retry_after=wait)


def _hourly(rate: float) -> Buckets:
    return Buckets(rate / 3600, max(1.0, rate))


@lru_cache(MAX_BUCKETS)
def limit_key(address: str) -> str:
    """Return the key of an address: in IPv6 its whole /64 network, as one home has."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False).network_address)
    return address
