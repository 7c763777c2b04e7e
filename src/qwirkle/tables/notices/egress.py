"""Requests to other servers. None of them reaches a private address, unless the host allows it.

What is checked is the address that a connection is about to be made to, after every name has been
resolved, so no name, redirect or way of writing an address gets around it. Redirects are not
followed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Mapping
from typing import Any

import msgspec

from qwirkle.errors import QwirkleError

SECONDS = 10.0
"""How long another server may take to answer."""
NAT64 = ipaddress.ip_network("64:ff9b::/96")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class PrivateAddress(QwirkleError):
    """A server may not be asked because its address is private."""


class NotReached(QwirkleError):
    """A server did not answer, or not in time."""


class Answer(msgspec.Struct, frozen=True):
    """The answer of another server."""

    status: int
    retry_after: int | None = None
    """Seconds."""


def is_public(text: str) -> bool:
    """Return whether an address belongs to the public internet."""
    try:
        address = _unwrap(ipaddress.ip_address(text.partition("%")[0]))
    except ValueError:
        return False
    unusual = address.is_multicast or address.is_reserved or address.is_unspecified
    if isinstance(address, ipaddress.IPv6Address) and (address.is_site_local or address.teredo):
        return False
    return address.is_global and not unusual


def is_written_out(url: str) -> bool:
    """Return whether an address can be sent as it is, without any more escapes."""
    return url.isascii() and url.isprintable() and " " not in url


def _unwrap(address: Address) -> Address:
    """Return the IPv4 address inside an IPv6 address that leads to one."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in NAT64:
        return ipaddress.IPv4Address(address.packed[-4:])
    return address.ipv4_mapped or address.sixtofour or address


HOME_DOMAINS = (
    ".local",
    ".localhost",
    ".lan",
    ".home",
    ".home.arpa",
    ".internal",
    ".localdomain",
    ".fritz.box",
    ".invalid",
    ".test",
    ".onion",
)
"""Names that lead to no server on the internet."""


class Egress:
    """The way out of the server."""

    def __init__(self, *, private: bool = False, seconds: float = SECONDS) -> None:
        self.private = private
        self._seconds = seconds
        self._session: Any = None

    async def request(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes
    ) -> Answer:
        """Send a request, or raise ``PrivateAddress`` or ``NotReached``; the body is not read."""
        session = await self._open()
        import aiohttp  # noqa: PLC0415 - slow to load, and many servers never need it
        from yarl import URL  # noqa: PLC0415 - comes with it

        try:
            # As it is written: to another server another way of writing may be another address.
            there = URL(url, encoded=True)
            async with session.request(
                method, there, headers=headers, data=body, allow_redirects=False
            ) as response:
                return Answer(response.status, _seconds_of(response.headers.get("Retry-After")))
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError, PrivateAddress) as error:
            if _is_private(error):
                raise PrivateAddress("the address is private") from None
            # Not the error's own text: it may quote the address, which can be a secret.
            raise NotReached(f"no answer ({type(error).__name__})") from None

    def connect(self, host: str, port: int, timeout: float) -> socket.socket:
        """Return a connection for other protocols; blocks."""
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        for info in found:
            self._check(info[4])
        last: OSError = OSError("the name has no address")
        for info in found:
            opened = socket.socket(*info[:3])
            opened.settimeout(timeout)
            try:
                opened.connect(info[4])
            except OSError as error:
                opened.close()
                last = error
            else:
                return opened
        raise last

    def never_reaches(self, host: str) -> bool:
        """Return whether a host is surely private, by its name alone: nothing is looked up."""
        if self.private:
            return False
        try:
            # Numbers in any notation that a connection would understand.
            found = socket.getaddrinfo(host, 443, flags=socket.AI_NUMERICHOST)
        except (OSError, UnicodeError):
            name = host.rstrip(".").lower()
            return "." not in name or name.endswith(HOME_DOMAINS)
        return any(not is_public(str(info[4][0])) for info in found)

    async def close(self) -> None:
        """End all connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def _open(self) -> Any:
        aiohttp = await asyncio.to_thread(_load_aiohttp)
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(socket_factory=self._make_socket),
                timeout=aiohttp.ClientTimeout(total=self._seconds),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": "qwirkle"},
            )
        return self._session

    def _make_socket(self, info: tuple[Any, ...]) -> socket.socket:
        """Make the socket for a connection; the address is the one it will be made to."""
        self._check(info[4])
        return socket.socket(*info[:3])

    def _check(self, address: Any) -> None:
        if not self.private and not is_public(str(address[0])):
            raise PrivateAddress("the address is private")


def _load_aiohttp() -> Any:
    import aiohttp  # noqa: PLC0415 - see above

    return aiohttp


def _is_private(error: BaseException | None) -> bool:
    """Return whether an error is, or was caused by, an address that is private."""
    while error is not None:
        if isinstance(error, PrivateAddress):
            return True
        if isinstance(error, BaseExceptionGroup):
            return any(map(_is_private, error.exceptions))
        error = error.__cause__ or error.__context__
    return False


def _seconds_of(header: str | None) -> int | None:
    """Read ``Retry-After``; a date counts as nothing."""
    return int(header) if header is not None and header.isdecimal() and len(header) < 7 else None
