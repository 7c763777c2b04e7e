"""Problem details (RFC 9457): every refusal and failure is one kind of answer, without internals.

``reason`` and the ``reason`` of each objection are stable codes; the sentences are for people.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from http import HTTPStatus

import msgspec

from qwirkle.analysis.photos.reading import PhotoReason
from qwirkle.errors import QwirkleError, RefusalError, StoreError
from qwirkle.rules.positions import PositionReason
from qwirkle.rules.reasons import Refusal, write_refusal
from qwirkle.tables.core.reasons import SENTENCES as TABLE_SENTENCES
from qwirkle.tables.core.reasons import TableReason as R

MEDIA_TYPE = "application/problem+json"


class WebReason(StrEnum):
    """Why a transport itself refuses a request: machine-readable, never renamed."""

    BAD_REQUEST = "bad-request"
    TOO_OFTEN = "too-often"
    NO_ACCOUNTS = "no-accounts"
    NO_PHOTOS = "no-photos"
    NOT_SIGNED_IN = "not-signed-in"
    CSRF = "csrf"
    ORIGIN = "origin"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not-found"
    NOT_YET = "not-yet"
    BAD_METHOD = "bad-method"
    TOO_LARGE = "too-large"
    BAD_MEDIA_TYPE = "bad-media-type"
    STORE_AWAY = "store-away"
    UNAVAILABLE = "unavailable"
    INTERNAL = "internal"


SENTENCES: Mapping[str, str] = {
    "bad-request": TABLE_SENTENCES["bad-request"],
    "bad-request/mail": "Mail can’t be sent to this address. Enter one such as ann@example.org.",
    "too-often": TABLE_SENTENCES["too-often"],
    "too-often/address": "Too many requests from this address. Wait a moment.",
    "too-often/table": "Too many requests at this table. Wait a moment.",
    "too-often/opening": "Too many tables from this address. Wait before you open another one.",
    "too-often/password": "Too many passwords from this address. Wait before you try again.",
    "too-often/account": "Too many wrong passwords for this account. Wait before you try again.",
    "no-accounts": "This server has no accounts.",
    "no-photos": "This server does not read photos.",
    "not-signed-in": "You are not signed in.",
    "csrf": "A request that changes something needs the header X-Qwirkle.",
    "origin": "This page does not belong to this server.",
    "forbidden": "You may not do that.",
    "not-found": "There is nothing here.",
    "not-found/lesson": "There is no such lesson.",
    "not-found/network": "This computer is not connected to a network.",
    "not-found/notices": "This server sends no notifications.",
    "not-yet": "The puzzle of that day has not come yet.",
    "bad-method": "That is not possible here.",
    "too-large": "The request is too large.",
    "too-large/photo": "A photo can have at most {most} MB.",
    "bad-media-type": "The request is not JSON.",
    "bad-media-type/photo": "A photo is a picture in JPEG, PNG or WebP.",
    "store-away": "The server cannot reach its store. Try again in a moment.",
    "unavailable": "The server is not ready. Try again in a moment.",
    "unavailable/overload": "The server is overloaded and opens no new tables. Try again soon.",
    "internal": "Something went wrong on the server. It has been logged.",
}
"""The sentence of each code, or ``code/case``: see ``rules.reasons.SENTENCES``."""

STATUS: Mapping[str, HTTPStatus] = {
    **dict.fromkeys(
        (R.NO_SUCH_TABLE, WebReason.NO_ACCOUNTS, WebReason.NO_PHOTOS), HTTPStatus.NOT_FOUND
    ),
    **dict.fromkeys((R.NOT_SEATED, R.NOT_YOUR_SEAT, R.NOT_THE_HOST), HTTPStatus.FORBIDDEN),
    **dict.fromkeys((R.NO_SPECTATORS, R.NO_HINTS, R.BAD_RECOVERY), HTTPStatus.FORBIDDEN),
    **dict.fromkeys(
        (R.WRONG_PASSWORD, R.BANNED, WebReason.CSRF, WebReason.ORIGIN, WebReason.FORBIDDEN),
        HTTPStatus.FORBIDDEN,
    ),
    **dict.fromkeys((R.BUSY, WebReason.STORE_AWAY), HTTPStatus.SERVICE_UNAVAILABLE),
    **dict.fromkeys(
        (R.BAD_EDITION, R.BAD_SEATS, R.BAD_CLOCK, R.BAD_BOT, R.NEEDS_A_PERSON, R.BAD_NAME),
        HTTPStatus.UNPROCESSABLE_ENTITY,
    ),
    **dict.fromkeys(
        (R.NO_SUCH_SEAT, R.BAD_REACTION, R.BAD_PASSWORD, R.BAD_SAVED_GAME),
        HTTPStatus.UNPROCESSABLE_ENTITY,
    ),
    **dict.fromkeys(PositionReason, HTTPStatus.UNPROCESSABLE_ENTITY),
    PhotoReason.NOT_A_PICTURE: HTTPStatus.UNPROCESSABLE_ENTITY,
    PhotoReason.PICTURE_TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    WebReason.BAD_REQUEST: HTTPStatus.BAD_REQUEST,
    WebReason.NOT_SIGNED_IN: HTTPStatus.UNAUTHORIZED,
    WebReason.NOT_FOUND: HTTPStatus.NOT_FOUND,
    WebReason.NOT_YET: HTTPStatus.NOT_FOUND,
    WebReason.BAD_METHOD: HTTPStatus.METHOD_NOT_ALLOWED,
    WebReason.TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    WebReason.BAD_MEDIA_TYPE: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    WebReason.TOO_OFTEN: HTTPStatus.TOO_MANY_REQUESTS,
    WebReason.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    WebReason.INTERNAL: HTTPStatus.INTERNAL_SERVER_ERROR,
}
"""Any other reason is a conflict with the state of the table: 409."""


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused (RFC 9457). Nothing has changed."""

    title: str
    status: int
    detail: str
    reason: str
    """The code of the first objection."""
    objections: tuple[Refusal, ...] = ()
    type: str = "about:blank"


class RequestRefused(RefusalError):
    """A request that a transport itself refuses."""

    retry_after = 1.0
    """Seconds until it may be tried again, if that is only a matter of time."""


def request_refused(
    reason: WebReason, *, case: str = "", retry_after: float = 1.0, **params: str | int
) -> RequestRefused:
    """Return the error to raise, with one refusal."""
    refused = RequestRefused([write_refusal(SENTENCES, reason, (), case=case, **params)])
    refused.retry_after = retry_after
    return refused


def problem_of(error: Exception) -> Problem:
    """Return what a client learns about an error; of an unexpected one, only that it happened."""
    if not isinstance(error, RefusalError):
        error = _as_refusal(error)
    first = str(error.refusals[0].reason)
    status = STATUS.get(first, HTTPStatus.CONFLICT)
    return Problem(status.phrase, status, str(error), first, error.refusals)


def _as_refusal(error: Exception) -> RefusalError:
    match error:
        case StoreError():
            return request_refused(WebReason.STORE_AWAY)
        case QwirkleError():
            return request_refused(WebReason.BAD_REQUEST, problem=str(error)[:300].rstrip("."))
        case UnicodeDecodeError():
            return request_refused(WebReason.BAD_REQUEST, problem="it is not UTF-8")
        case RecursionError():
            return request_refused(WebReason.BAD_REQUEST, problem="it is nested too deeply")
        case _:
            return request_refused(WebReason.INTERNAL)
