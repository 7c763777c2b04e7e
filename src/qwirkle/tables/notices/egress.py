"""Requests to other servers. None of them reaches a private address, unless the host allows it.

The address that is checked is the one that a connection is about to be made to, after every name
has been resolved, so no name, redirect or notation of an address gets around it. Redirects are not
followed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping, Sequence

import msgspec

from qwirkle.errors import QwirkleError

SECONDS = 10.0
"""How long another server may take to answer."""
NAT64 = ipaddress.ip_network("64:ff9b::/96")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class PrivateAddress(QwirkleError):
    """The request was refused because the server's address is private."""


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

    async def request(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes
    ) -> Answer:
        """Send a request, or raise ``PrivateAddress`` or ``NotReached``; the body is not read."""
        # Slow to load, missing in a browser, and many servers never need it.
        from qwirkle import http  # noqa: PLC0415

        try:
            # As it is written: to another server another way of writing may be another address.
            response = await http.request(
                method,
                url,
                headers,
                body,
                seconds=self._seconds,
                connect=self._open,
                read_body=False,
            )
        except (OSError, ValueError) as error:  # the former includes a timeout
            # Not the error's own text: it may quote the address, which can be a secret.
            raise NotReached(f"no answer ({type(error).__name__})") from None
        return Answer(response.status, _seconds_of(response.headers.get("retry-after")))

    async def _open(
        self, host: str, port: int, security: ssl.SSLContext | None
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection to an address that was resolved once, and checked."""
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        for info in found:
            self._check(info[4])
        last: OSError = OSError("the name has no address")
        for info in found:
            opened = socket.socket(*info[:3])
            opened.setblocking(False)
            try:
                async with asyncio.timeout(self._seconds / len(found)):
                    await loop.sock_connect(opened, info[4])
                named = None if security is None else host
                return await asyncio.open_connection(
                    sock=opened, ssl=security, server_hostname=named
                )
            except OSError as error:
                opened.close()
                last = error
            except BaseException:
                opened.close()
                raise
        raise last

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
        """Return whether a host is certainly private, by its name alone: nothing is resolved."""
        if self.private:
            return False
        try:
            # Numbers in any notation that a connection would understand.
            found = socket.getaddrinfo(host, 443, flags=socket.AI_NUMERICHOST)
        except (OSError, UnicodeError):
            name = host.rstrip(".").lower()
            return "." not in name or name.endswith(HOME_DOMAINS)
        return any(not is_public(str(info[4][0])) for info in found)

    def _check(self, address: Sequence[object]) -> None:
        if not self.private and not is_public(str(address[0])):
            raise PrivateAddress("the address is private")


def _seconds_of(header: str | None) -> int | None:
    """Parse ``Retry-After``; a date counts as nothing."""
    return int(header) if header is not None and header.isdecimal() and len(header) < 7 else None
