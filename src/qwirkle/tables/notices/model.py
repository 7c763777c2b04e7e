"""Notices: what waits to be sent, to whom, and what people wish about it."""

from __future__ import annotations

from typing import Literal

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
