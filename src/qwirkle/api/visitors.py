"""Visitors: the senders of requests, with what their transport knows about them.

``Who_co`` is the type by which the functions know a caller.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol, TypeVar

from qwirkle.api.requests import Counted

Who_co = TypeVar("Who_co", covariant=True)


class SignedInAccount(NamedTuple):
    """The account that is signed in on the device of a visitor."""

    id: str
    name: str


class Visitor(Protocol[Who_co]):
    """The sender of a request."""

    @property
    def address(self) -> str:
        """The address by which requests without a caller are counted."""

    @property
    def query(self) -> Mapping[str, str]:
        """Everything in the query, for a request that takes any names."""

    @property
    def site(self) -> str:
        """The public address of the server, without a trailing slash."""

    @property
    def lists_tables(self) -> bool:
        """Whether new tables are listed on this server, unless their host objects."""

    @property
    def reads_photos(self) -> bool:
        """Whether photographs can be read."""

    async def caller(self) -> Who_co:
        """Return the caller, who can only look without a secret."""

    async def guest(self) -> Who_co:
        """Return the caller, with a new secret if they have none; the transport stores it."""

    async def account(self) -> SignedInAccount:
        """Return the account that is signed in; refuse the request if there is none."""

    async def check_not_banned(self) -> None:
        """Refuse an account that was banned after its device connected."""

    async def count(self, what: Counted, place: str = "") -> None:
        """Count a request, or refuse it; ``place`` is its table or tournament."""

    def count_openings(self, count: int = 1) -> None:
        """Count tables that are opened during a request, or refuse them."""

    def count_export(self, who: str) -> None:
        """Count an export of all data about a person, or refuse it."""


class Signing(Protocol):
    """The account tokens of a device, and the limits on passwords."""

    @property
    def session(self) -> str | None:
        """The token of the open session, if any."""

    @property
    def known(self) -> list[str]:
        """The tokens of the accounts that the device has signed in to, the latest one first."""

    def check(self, name: str, device: str | None) -> None:
        """Count a password for an account, or refuse it; ``device`` is the device's token there."""

    def failed(self, name: str, device: str | None) -> None:
        """Count a wrong password for an account."""

    def succeeded(self, name: str, session: str, device: str) -> None:
        """Store the session of an account, and the token that identifies the device there."""

    def end(self) -> None:
        """Forget the session."""


class SigningVisitor(Visitor[Who_co], Protocol[Who_co]):
    """A visitor of a server that has accounts."""

    @property
    def signing(self) -> Signing:
        """Their signing in and out."""
