"""The settings of notices, and the notifier made from them."""

from __future__ import annotations

from collections.abc import Callable
from email.utils import parseaddr
from typing import TYPE_CHECKING

import msgspec

from qwirkle.api.visitors import Payer
from qwirkle.tables.core.state import Table
from qwirkle.tables.live.presence import Presences
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.notices.channels import Channel
from qwirkle.tables.notices.egress import Egress
from qwirkle.tables.notices.mail import Mail, MailSettings, is_plain_address
from qwirkle.tables.notices.mailboxes import Mailboxes
from qwirkle.tables.notices.notifier import Notifier
from qwirkle.tables.notices.push import PushChannel
from qwirkle.tables.notices.webhook import Webhook, WebhookSettings

if TYPE_CHECKING:
    from qwirkle.tables.notices.store import NoticeStore

NO_CONTACT = "mailto:nobody@example.org"
"""Push services want some contact, and some refuse one at a host that cannot be. This one, at a
domain that is reserved for such uses, shows that there is none."""


class NoticeSettings(msgspec.Struct, frozen=True):
    """The settings of notices."""

    push: bool = True
    """Whether devices may subscribe."""
    contact: str = ""
    """Where push services reach the host; empty: the public address."""
    address: str = ""
    """The public address of the server, for links."""
    private: bool = False
    """Whether private addresses may be reached."""
    language: str = "en"
    """The language of the webhook and of mail."""
    webhook: WebhookSettings | None = None
    mail: MailSettings | None = None


def contact_of(settings: NoticeSettings) -> str:
    """Return the contact for push services: as set, the public address, or a mail address."""
    if settings.contact:
        return settings.contact
    if settings.address.startswith("https:"):
        return settings.address
    sender = "" if settings.mail is None else parseaddr(settings.mail.sender)[1]
    return f"mailto:{sender}" if is_plain_address(sender) else NO_CONTACT


def make_notifier(
    tables: Tables,
    presences: Presences,
    store: NoticeStore,
    settings: NoticeSettings,
    egress: Egress,
    *,
    interval: float,
    payer: Callable[[Table], Payer] | None = None,
    on_fault: Callable[[str, Exception], None] | None = None,
) -> Notifier:
    """Return the notifier of a process."""
    channels: dict[str, Channel] = {}
    if settings.webhook is not None:
        channels["webhook"] = Webhook(settings.webhook, egress, settings.address)
    mail = None if settings.mail is None else Mail(settings.mail, egress, settings.address)
    if mail is not None and settings.mail is not None and settings.mail.to:
        channels["mail"] = mail
    push = PushChannel(store, egress, contact_of(settings)) if settings.push else None
    return Notifier(
        tables,
        presences,
        store,
        push,
        channels,
        mailboxes=None if mail is None else Mailboxes(store, mail, settings.address, tables.now),
        mail=mail,
        language=settings.language,
        payer=payer,
        interval=interval,
        on_fault=on_fault,
    )
