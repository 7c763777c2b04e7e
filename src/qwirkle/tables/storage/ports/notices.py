"""The port of notices: what waits to be sent, and to whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

NoticeKind = Literal["turn", "reminder"]


class NoticeKey(msgspec.Struct, frozen=True, order=True):
    """One notice: of a table, a turn and a recipient there is at most one of each kind."""

    game: str
    turn: int
    """The number of turns played before it."""
    kind: NoticeKind
    target: str
    """``push:DEVICE``, ``webhook`` or ``mail``."""


class PlannedNotice(msgspec.Struct, frozen=True):
    """A notice to be sent, or one that is not needed because the person has seen the turn."""

    kind: NoticeKind
    target: str
    seen: bool = False


class NoticePlan(msgspec.Struct, frozen=True):
    """The notices of the current turn of a table."""

    game: str
    seq: int
    """The last event of the table that was looked at."""
    turn: int
    notices: tuple[PlannedNotice, ...]
    again_at: int | None
    """When to plan again, if nothing happens before."""


class ClaimedNotice(msgspec.Struct, frozen=True):
    """A notice that the caller alone may send until the claim expires."""

    key: NoticeKey
    attempt: int
    """1 for the first one."""


class QuietHours(msgspec.Struct, frozen=True):
    """Hours without notices, in minutes after midnight; they may pass midnight."""

    begin: int
    end: int


class PushSubscription(msgspec.Struct, frozen=True):
    """A device's address for notices, and its wishes about them."""

    device: str
    """The hash of its secret."""
    endpoint: str
    p256dh: str
    auth: str
    language: str
    zone: str
    """Of the IANA database, such as ``Europe/Berlin``."""
    quiet: QuietHours | None = None


class Mailbox(msgspec.Struct, frozen=True):
    """The mail address of an account for notices of its turn."""

    account: str
    address: str
    language: str
    asked_at: int
    """When the account gave the address."""
    token: str | None
    """The hash of what confirms the address; None once that has happened."""


class NoticeStore(Protocol):
    """Notices that wait to be sent, the devices that want them, and the server's own keys."""

    async def keep_secret(self, name: str, value: str) -> str:
        """Keep a secret of the server, unless there is one of this name; the one that is kept."""

    async def subscribe(self, subscription: PushSubscription) -> None:
        """Replace the subscription of a device. An endpoint belongs to the last that named it."""

    async def unsubscribe(self, device: str, endpoint: str | None = None) -> None:
        """Remove the subscription of a device; with ``endpoint`` only if it is still that one."""

    async def subscriptions(self, devices: Sequence[str]) -> list[PushSubscription]:
        """The subscriptions of those devices that have one, in the order of the devices' hashes."""

    async def keep_mailbox(self, mailbox: Mailbox) -> None:
        """Keep the mailbox of an account instead of its earlier one; none if it is gone."""

    async def mailboxes(self, accounts: Sequence[str]) -> list[Mailbox]:
        """The mailboxes of those accounts that have one, in the order of the accounts."""

    async def confirm_mailbox(self, token: str) -> bool:
        """Note that the address with this token is confirmed; False if there is none."""

    async def remove_mailbox(self, account: str) -> None:
        """Forget the mailbox of an account; only when it asked for one is kept."""

    async def mail_asked_at(self, account: str) -> int | None:
        """When an account last asked for mail, even if its mailbox was removed since."""

    async def to_plan(self, before: int, limit: int) -> list[str]:
        """Tables whose notices are to be planned by ``before``, the longest due first."""

    async def plan_notices(self, plans: Sequence[NoticePlan], at: int) -> list[str]:
        """Add the notices of tables, and note when to plan them again; all or nothing.

        A table that has had events since is left as it is, and returned. A notice that is known
        stays as it is. Notices of the table's other turns are removed.
        """

    async def claim_notices(self, now: int, until: int, limit: int) -> list[ClaimedNotice]:
        """Claim notices that are due, the longest due first; nobody else gets them until then."""

    async def finish_notice(self, key: NoticeKey) -> None:
        """Note that a notice was sent, or is not needed any more."""

    async def postpone_notice(self, claimed: ClaimedNotice, until: int) -> None:
        """Postpone a notice, unless it was finished or claimed again meanwhile."""

    async def notices_to(self, target: str) -> list[NoticeKey]:
        """All notices to a recipient at tables that are not finished, sent or not, in order."""

    async def forget_notices(self, before: int) -> int:
        """Remove notices that were planned before then, and return how many there were."""
