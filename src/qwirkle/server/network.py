"""The reach of a server: this machine alone or its network too, and its address there."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.types import Scope

from qwirkle.server.logs import log
from qwirkle.server.settings import ServerSettings

ELSEWHERE = "192.0.2.1"
"""An address reserved for documentation; the system knows which route it would take there."""
LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104 - compared, not bound
FORWARDED = (b"x-forwarded-for", b"x-forwarded-host", b"forwarded", b"x-real-ip", b"via")
"""Headers that proxies add; with one of them, the real sender is unknown."""

Listen = Callable[[str], Awaitable[int]]
"""A function that starts to listen on another address of this machine, and returns the port."""


class Network:
    """The reach of one server. It can grow while the server runs, and never shrinks."""

    def __init__(
        self, settings: ServerSettings, port: int = 0, listen: Listen | None = None
    ) -> None:
        self.address: str | None = None
        """The address for others in the network; None if they cannot reach this server."""
        self._settings = settings
        self._listen = listen if settings.url is None and is_local_name(settings.host) else None
        if settings.url is None and settings.host in EVERYWHERE and port:
            self._announce(port)

    def may_open(self, scope: Scope) -> bool:
        """Return whether the sender may let others in.

        That is a browser on this very machine at our own page. A page of another site that made its
        name resolve to this machine is recognised by its ``Host``, and a proxy by its headers.
        """
        headers = dict(scope["headers"])
        client = scope.get("client")
        return (
            self._listen is not None
            and self.address is None
            and not self._settings.trust_proxy
            and client is not None
            and _is_loopback(client[0])
            and is_local_name(name_in(headers))
            and headers.get(b"sec-fetch-site", b"same-origin") == b"same-origin"
            and not any(name in headers for name in FORWARDED)
        )

    async def open(self) -> str | None:
        """Listen on this machine's address in its network; None if it has none."""
        host = network_host()
        if host is None or self._listen is None:
            return None
        port = await self._listen(host)
        self.address = f"http://{host}:{port}"
        log().warning("opened-to-network", detail=f"others can reach this server at {self.address}")
        return self.address

    def for_others(self, address: str) -> str:
        """Return an address that others can use, in place of one that only this machine has."""
        local = is_local_name(urlsplit(address).hostname or "")
        return self.address if local and self.address is not None else address

    def _announce(self, port: int) -> None:
        host = network_host()
        if host is not None:
            self.address = f"http://{host}:{port}"


def network_host() -> str | None:
    """Return this machine's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect((ELSEWHERE, 9))
        found: str = probe.getsockname()[0]
        if not _is_loopback(found) and found != "0.0.0.0":  # noqa: S104 - compared, not bound
            return found
    with suppress(OSError):
        for *_, (host, *_rest) in socket.getaddrinfo(
            socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM
        ):
            if not _is_loopback(str(host)):
                return str(host)
    return None


def is_local_name(host: str) -> bool:
    """Return whether a host always means this machine and nothing else."""
    return host in LOCAL_NAMES


def _is_loopback(host: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return False


def name_in(headers: Mapping[bytes, bytes]) -> str:
    """Return the name of the host that a request is for."""
    return _name_of(headers.get(b"host", b""))


@lru_cache(64)
def _name_of(host: bytes) -> str:
    with suppress(ValueError):
        return urlsplit(f"//{host.decode('latin-1')}").hostname or ""
    return ""
