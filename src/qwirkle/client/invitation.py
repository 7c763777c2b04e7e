"""Links to tables: the server, the table, and perhaps a token for a seat."""

from __future__ import annotations

from typing import Self
from urllib.parse import parse_qs, urlsplit

import msgspec

from qwirkle.errors import ArgumentError


class Invitation(msgspec.Struct, frozen=True):
    """A link to a table in its parts.

    >>> Invitation.read("https://play.example/t/4PJhCJzD0ZBAXlM6MiRX").table
    '4PJhCJzD0ZBAXlM6MiRX'
    """

    address: str
    """The address of the server."""
    table: str
    token: str | None = None
    """The token of a seat, from a link that ends in ``#recover=TOKEN``."""

    @classmethod
    def read(cls, link: str) -> Self:
        """Read a link, or raise ``ArgumentError``."""
        try:
            parts = urlsplit(link.strip())
            known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:
            known = None
        path, _, table = parts.path.rpartition("/") if known else ("", "", "")
        if not table or not path.endswith("/t"):
            raise ArgumentError("a link to a table looks like http://127.0.0.1:8000/t/ID")
        token = parse_qs(parts.fragment).get("recover", [None])[0]
        address = f"{parts.scheme}://{parts.netloc}{path.removesuffix('/t')}"
        return cls(address, table, token)
