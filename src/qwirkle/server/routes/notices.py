"""Notices: a device subscribes to be notified when it is its turn. Nobody needs an account."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar import Response, delete, get, post

from qwirkle.api.problems import WebReason, request_refused
from qwirkle.server.context import AppContext
from qwirkle.server.devices import AnyRequest, address_of, caller_of, guest_of
from qwirkle.server.problems import PROBLEMS
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.notices.model import PushSubscription, QuietHours
from qwirkle.tables.notices.plan import MINUTES_A_DAY, zones
from qwirkle.tables.notices.push import Subscriptions

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
    """A browser's address for notices, and its reader's wishes."""

    endpoint: Text
    keys: SubscriptionKeys
    language: Literal["en", "de", "es", "fr", "it"] = "en"
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


@get("/api/notices", summary="Whether notices are on", responses=PROBLEMS)
async def notice_state(request: AnyRequest, context: AppContext) -> NoticeState:
    """Return whether this device receives notices, and what it needs to subscribe."""
    return await _state(context, await caller_of(request, context.service.accounts))


@post("/api/notices", summary="Turn notices on", status_code=200, responses=PROBLEMS)
async def subscribe(
    request: AnyRequest, data: SubscriptionRequest, context: AppContext
) -> Response[NoticeState]:
    """Send notices to this device from now on, in this way instead of any earlier one."""
    context.limits.question(address_of(request))
    subscriptions = _subscriptions(context)
    if subscriptions is None:
        raise request_refused(WebReason.NOT_FOUND, case="notices")
    if data.zone not in zones():
        raise request_refused(WebReason.BAD_REQUEST, problem="zone: no time zone")
    guest = await guest_of(request, context.service.accounts)
    await subscriptions.begin(
        PushSubscription(
            device=guest.caller.actor().key,
            endpoint=data.endpoint,
            p256dh=data.keys.p256dh,
            auth=data.keys.auth,
            language=data.language,
            zone=data.zone,
            quiet=None if data.quiet is None else QuietHours(data.quiet.begin, data.quiet.end),
        )
    )
    return Response(await _state(context, guest.caller), cookies=guest.cookies)


@delete("/api/notices", summary="Turn notices off", status_code=200, responses=PROBLEMS)
async def unsubscribe(request: AnyRequest, context: AppContext) -> NoticeState:
    """Send no more notices to this device, and forget where they went."""
    caller = await caller_of(request, context.service.accounts)
    subscriptions = _subscriptions(context)
    if subscriptions is not None and caller.key is not None:
        await subscriptions.end(caller.key)
    return await _state(context, caller)


HANDLERS = [notice_state, subscribe, unsubscribe]


def _subscriptions(context: AppContext) -> Subscriptions | None:
    notifier = context.service.notifier
    return None if notifier is None else notifier.subscriptions


async def _state(context: AppContext, caller: Caller) -> NoticeState:
    subscriptions = _subscriptions(context)
    if subscriptions is None:
        return NoticeState(None, None, None, 0)
    key = await subscriptions.public_key()
    found = None if caller.key is None else await subscriptions.of(caller.key)
    if found is None:
        return NoticeState(key, None, None, 0)
    quiet = None if found.quiet is None else QuietTime(found.quiet.begin, found.quiet.end)
    waiting = await subscriptions.tables_waiting(found.device)
    return NoticeState(key, found.endpoint, quiet, waiting)
