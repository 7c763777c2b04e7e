"""Notices: a device subscribes to be notified when it is its turn, and an account gets mail.

A device needs no account. The address of a mailbox is confirmed by a link, and each mail contains
links that end mail, about one table or all of it. A player can mute the notices of a table.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from qwirkle.api.problems import WebReason, request_refused
from qwirkle.api.requests import Acknowledged, Requests
from qwirkle.locale import Language
from qwirkle.tables.core.commands import Actor, TableId
from qwirkle.tables.live.callers import Caller, Visitor
from qwirkle.tables.notices.mailboxes import BadAddress, Mailboxes
from qwirkle.tables.notices.model import PushSubscription, QuietHours
from qwirkle.tables.notices.notifier import Notifier
from qwirkle.tables.notices.plan import MINUTES_A_DAY, zones

REQUESTS = Requests()
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
Minute = Annotated[int, msgspec.Meta(ge=0, lt=MINUTES_A_DAY)]


class SubscriptionKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys that encrypt notices to a browser."""

    p256dh: Text
    auth: Text


class QuietTime(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hours without notices, in minutes after midnight; they may pass midnight."""

    begin: Minute
    end: Minute


class SubscriptionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's address for notices, and its reader's settings."""

    endpoint: Text
    keys: SubscriptionKeys
    language: Language = "en"
    zone: Text = "UTC"
    """The time zone of the device, such as ``Europe/Berlin``."""
    quiet: QuietTime | None = None


class NoticeState(msgspec.Struct, frozen=True):
    """The state of notices on this device."""

    key: str | None
    """The server's public key, to subscribe with; None if it sends no notices to devices."""
    endpoint: str | None
    """Where notices go; None if they are off."""
    quiet: QuietTime | None
    waiting: int
    """The number of tables with other people at which it is this device's turn."""


class TableNoticeState(msgspec.Struct, frozen=True):
    """The state of notices of one table."""

    on: bool
    """Whether any device of the seat, or its account, gets notices at all."""
    muted: bool
    """Whether those of this table are not sent."""


class MailRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mail address that an account wants."""

    address: Annotated[str, msgspec.Meta(min_length=3, max_length=300)]
    language: Language = "en"


class MailToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token in a link that was mailed."""

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class MailState(msgspec.Struct, frozen=True):
    """The state of mail to the account."""

    offered: bool
    """Whether this server sends mail at all."""
    address: str | None = None
    confirmed: bool = False


@REQUESTS.get("/api/notices", "Whether notices are on")
async def notice_state(visitor: Visitor, notifier: Notifier) -> NoticeState:
    """Return whether this device receives notices, and what it needs to subscribe."""
    return await _notice_state(notifier, await visitor.caller())


@REQUESTS.post("/api/notices", "Turn notices on", counts="question")
async def subscribe(visitor: Visitor, notifier: Notifier, data: SubscriptionRequest) -> NoticeState:
    """Send notices to this device from now on, replacing any earlier subscription."""
    if notifier.subscriptions is None:
        raise request_refused(WebReason.NOT_FOUND, case="notices")
    if data.zone not in zones():
        raise request_refused(WebReason.BAD_REQUEST, problem="zone: no time zone")
    guest = await visitor.guest()
    await notifier.subscriptions.begin(
        PushSubscription(
            device=guest.actor().key,
            endpoint=data.endpoint,
            p256dh=data.keys.p256dh,
            auth=data.keys.auth,
            language=data.language,
            zone=data.zone,
            quiet=None if data.quiet is None else QuietHours(data.quiet.begin, data.quiet.end),
        )
    )
    return await _notice_state(notifier, guest)


@REQUESTS.delete("/api/notices", "Turn notices off")
async def unsubscribe(visitor: Visitor, notifier: Notifier) -> NoticeState:
    """Send no more notices to this device, and forget its subscription."""
    caller = await visitor.caller()
    if notifier.subscriptions is not None and caller.key is not None:
        await notifier.subscriptions.end(caller.key)
    return await _notice_state(notifier, caller)


@REQUESTS.get("/api/tables/{table}/mute", "Whether a table is muted")
async def table_notices(visitor: Visitor, notifier: Notifier, table: TableId) -> TableNoticeState:
    """Return whether this device's seat at a table gets notices."""
    return await _table_notices(notifier, (await visitor.caller()).actor(), table)


@REQUESTS.post("/api/tables/{table}/mute", "Mute a table", counts="place")
async def mute(visitor: Visitor, notifier: Notifier, table: TableId) -> TableNoticeState:
    """Send no more notices of a table to this device's seat: to no device of it, and no mail."""
    actor = (await visitor.caller()).actor()
    await notifier.mutes.mute(table, actor)
    return await _table_notices(notifier, actor, table)


@REQUESTS.delete("/api/tables/{table}/mute", "Unmute a table")
async def unmute(visitor: Visitor, notifier: Notifier, table: TableId) -> TableNoticeState:
    """Send notices of a table to this device's seat again, from the next one on."""
    actor = (await visitor.caller()).actor()
    await notifier.mutes.unmute(table, actor)
    return await _table_notices(notifier, actor, table)


@REQUESTS.get("/api/account/mail", "Whether mail is on")
async def mail_state(visitor: Visitor, notifier: Notifier) -> MailState:
    """Return the mail address at which the signed-in account is notified of its turn."""
    account = await visitor.account()
    return await _mail_state(notifier.mailboxes, account.id)


@REQUESTS.post("/api/account/mail", "Ask for mail", counts="password")
async def ask_for_mail(visitor: Visitor, notifier: Notifier, data: MailRequest) -> MailState:
    """Send a link to an address; mail is on once it is opened."""
    account = await visitor.account()
    mailboxes = _mailboxes(notifier)
    try:
        await mailboxes.ask(account.id, data.address, data.language)
    except BadAddress:
        raise request_refused(WebReason.BAD_REQUEST, case="mail") from None
    return await _mail_state(mailboxes, account.id)


@REQUESTS.delete("/api/account/mail", "Turn mail off")
async def end_mail(visitor: Visitor, notifier: Notifier) -> MailState:
    """Send no more mail to the account, and forget the address."""
    account = await visitor.account()
    if notifier.mailboxes is not None:
        await notifier.mailboxes.remove(account.id)
    return await _mail_state(notifier.mailboxes, account.id)


@REQUESTS.post("/api/mail/confirm", "Confirm an address", counts="password")
async def confirm_mail(notifier: Notifier, data: MailToken) -> Acknowledged:
    """Turn mail on with the link that was sent, once. Nobody needs to be signed in."""
    await _mailboxes(notifier).confirm(data.token)
    return Acknowledged()


@REQUESTS.post("/api/mail/off", "Turn mail off by a link", counts="password")
async def end_mail_by_link(notifier: Notifier, data: MailToken) -> Acknowledged:
    """Send no more mail, with the link that is in each. Nobody needs to be signed in."""
    await _mailboxes(notifier).turn_off(data.token)
    return Acknowledged()


@REQUESTS.post("/api/mail/mute", "Mute a table by a link", counts="password")
async def mute_by_link(notifier: Notifier, data: MailToken) -> Acknowledged:
    """Mute a table with the link that is in its mails. Nobody needs to be signed in."""
    await notifier.mutes.mute_account(*await _mailboxes(notifier).table_to_mute(data.token))
    return Acknowledged()


def _mailboxes(notifier: Notifier) -> Mailboxes:
    if notifier.mailboxes is None:
        raise request_refused(WebReason.NOT_FOUND, case="notices")
    return notifier.mailboxes


async def _mail_state(mailboxes: Mailboxes | None, account: str) -> MailState:
    if mailboxes is None:
        return MailState(offered=False)
    box = await mailboxes.of(account)
    if box is None:
        return MailState(offered=True)
    return MailState(offered=True, address=box.address, confirmed=box.token is None)


async def _table_notices(notifier: Notifier, actor: Actor, table: str) -> TableNoticeState:
    muted = await notifier.mutes.is_muted(table, actor)
    return TableNoticeState(await notifier.reaches(table, actor), muted)


async def _notice_state(notifier: Notifier, caller: Caller) -> NoticeState:
    subscriptions = notifier.subscriptions
    if subscriptions is None:
        return NoticeState(None, None, None, 0)
    key = await subscriptions.public_key()
    found = None if caller.key is None else await subscriptions.of(caller.key)
    if found is None:
        return NoticeState(key, None, None, 0)
    quiet = None if found.quiet is None else QuietTime(found.quiet.begin, found.quiet.end)
    waiting = await subscriptions.tables_waiting(found.device)
    return NoticeState(key, found.endpoint, quiet, waiting)
