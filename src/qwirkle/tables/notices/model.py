"""Notices: the pending ones, their recipients, and people's settings for them."""

from __future__ import annotations

from typing import Literal

import msgspec

NoticeKind = Literal["turn", "reminder", "invitation"]
BEFORE_GAME = -1
"""The turn of notices about a game that has not begun."""


class NoticeKey(msgspec.Struct, frozen=True, order=True):
    """The key of a notice: at most one of each kind for a table, a turn and a recipient."""

    game: str
    turn: int
    """The number of turns played before it; ``BEFORE_GAME`` for an invitation."""
    kind: NoticeKind
    target: str
    """``push:DEVICE``, ``webhook`` or ``mail``."""


class PlannedNotice(msgspec.Struct, frozen=True):
    """A notice to be sent, or one that is not needed because the person has seen the turn."""

    kind: NoticeKind
    target: str
    seen: bool = False
    wait: int = 0
    """How long it may wait for others to the same recipient, in milliseconds."""


class NoticePlan(msgspec.Struct, frozen=True):
    """The notices of the current turn of a table."""

    game: str
    seq: int
    """The last event of the table that the plan is based on."""
    turn: int
    notices: tuple[PlannedNotice, ...]
    again_at: int | None
    """When to plan again, if nothing happens before."""


class ClaimedNotice(msgspec.Struct, frozen=True):
    """A notice that the caller alone may send until the claim expires."""

    key: NoticeKey
    attempt: int
    """1 for the first one."""


class TriedNotice(msgspec.Struct, frozen=True):
    """A notice that was claimed at least once, and so may have been sent."""

    key: NoticeKey
    at: int
    """When it was planned."""


class QuietHours(msgspec.Struct, frozen=True):
    """Hours without notices, in minutes after midnight; they may pass midnight."""

    begin: int
    end: int


class PushSubscription(msgspec.Struct, frozen=True):
    """A device's address for notices, and its settings."""

    device: str
    """The hash of its secret."""
    endpoint: str
    p256dh: str
    auth: str
    language: str
    zone: str
    """The name of a time zone in the IANA database, such as ``Europe/Berlin``."""
    quiet: QuietHours | None = None


class Mailbox(msgspec.Struct, frozen=True):
    """The mail address of an account for notices of its turn."""

    account: str
    address: str
    language: str
    asked_at: int
    """When the account gave the address."""
    token: str | None
    """The hash of the token that confirms the address; None once that has happened."""


class ExportedNotices(msgspec.Struct, frozen=True):
    """The settings of an account for notices, as its owner downloads them."""

    mail: str | None
    """Its mail address, confirmed or not."""
    muted: list[str]
    """The tables whose notices it has muted."""
