"""Mail to accounts: an address, confirmed by a link, and a link that ends it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar import delete, get, post

from qwirkle.api.problems import WebReason, request_refused
from qwirkle.server.context import AppContext
from qwirkle.server.devices import AnyRequest, address_of
from qwirkle.server.problems import PROBLEMS
from qwirkle.server.routes.accounts import Acknowledged, signed_in_account
from qwirkle.tables.notices.mailboxes import BadAddress, Mailboxes


class MailRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mail address that an account wants."""

    address: Annotated[str, msgspec.Meta(min_length=3, max_length=300)]
    language: Literal["en", "de", "es", "fr", "it"] = "en"


class MailToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token in a link that was mailed."""

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class MailState(msgspec.Struct, frozen=True):
    """The state of mail to the account."""

    offered: bool
    """Whether this server sends mail at all."""
    address: str | None = None
    confirmed: bool = False


@get("/api/account/mail", summary="Whether mail is on", responses=PROBLEMS)
async def mail_state(request: AnyRequest, context: AppContext) -> MailState:
    """Return where the account that is signed in gets mail when it is its turn."""
    account = await signed_in_account(request, context)
    return await _state(context, account.id)


@post("/api/account/mail", summary="Ask for mail", status_code=200, responses=PROBLEMS)
async def ask_for_mail(request: AnyRequest, data: MailRequest, context: AppContext) -> MailState:
    """Send a link to an address; mail is on once it is opened."""
    context.limits.password(address_of(request))
    account = await signed_in_account(request, context)
    mailboxes = _mailboxes(context)
    if mailboxes is None:
        raise request_refused(WebReason.NOT_FOUND, case="notices")
    try:
        await mailboxes.ask(account.id, data.address, data.language)
    except BadAddress:
        raise request_refused(WebReason.BAD_REQUEST, case="mail") from None
    return await _state(context, account.id)


@delete("/api/account/mail", summary="Turn mail off", status_code=200, responses=PROBLEMS)
async def end_mail(request: AnyRequest, context: AppContext) -> MailState:
    """Send no more mail to the account, and forget the address."""
    account = await signed_in_account(request, context)
    mailboxes = _mailboxes(context)
    if mailboxes is not None:
        await mailboxes.remove(account.id)
    return await _state(context, account.id)


@post("/api/mail/confirm", summary="Confirm an address", status_code=200, responses=PROBLEMS)
async def confirm_mail(request: AnyRequest, data: MailToken, context: AppContext) -> Acknowledged:
    """Turn mail on with the link that was sent, once. Nobody needs to be signed in."""
    await _by_link(request, context).confirm(data.token)
    return Acknowledged()


@post("/api/mail/off", summary="Turn mail off by a link", status_code=200, responses=PROBLEMS)
async def end_mail_by_link(
    request: AnyRequest, data: MailToken, context: AppContext
) -> Acknowledged:
    """Send no more mail, with the link that is in each. Nobody needs to be signed in."""
    await _by_link(request, context).turn_off(data.token)
    return Acknowledged()


HANDLERS = [mail_state, ask_for_mail, end_mail, confirm_mail, end_mail_by_link]


def _mailboxes(context: AppContext) -> Mailboxes | None:
    notifier = context.service.notifier
    return None if notifier is None else notifier.mailboxes


def _by_link(request: AnyRequest, context: AppContext) -> Mailboxes:
    context.limits.password(address_of(request))
    mailboxes = _mailboxes(context)
    if mailboxes is None:
        raise request_refused(WebReason.NOT_FOUND, case="notices")
    return mailboxes


async def _state(context: AppContext, account: str) -> MailState:
    mailboxes = _mailboxes(context)
    if mailboxes is None:
        return MailState(offered=False)
    box = await mailboxes.of(account)
    if box is None:
        return MailState(offered=True)
    return MailState(offered=True, address=box.address, confirmed=box.token is None)
