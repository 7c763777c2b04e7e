"""Problem details (RFC 9457): every refusal and failure is one kind of answer, without internals.

``reason`` and the ``reason`` of each objection are stable codes; the sentences are for people. The
codes of rules and tables are with them; this module knows the status of each.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from http import HTTPStatus
from math import ceil

import msgspec

from qwirkle.errors import QwirkleError, RefusalError, StoreError
from qwirkle.rules.refusals.positions import PositionReason
from qwirkle.rules.refusals.reasons import Refusal, write_refusal
from qwirkle.rules.refusals.sentences import ForPrograms, Sentences

MEDIA_TYPE = "application/problem+json"


class WebReason(StrEnum):
    """The stable codes of a transport's own refusals; never renamed."""

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


SENTENCES: Sentences = {
    "bad-request": ForPrograms("This is not a valid request: {problem}."),
    "bad-request/mail": "Mail can’t be sent to this address. Enter one such as ann@example.org.",
    "too-often": "Too many attempts. Wait a moment.",
    "too-often/address": "Too many requests from here. Wait a moment.",
    "too-often/table": "Too many requests at this table. Wait a moment.",
    "too-often/opening": "Too many tables were opened from here. Wait a while.",
    "too-often/password": "Too many passwords were tried from here. Wait a while.",
    "too-often/account": "Too many wrong passwords for this account. Wait a while.",
    "no-accounts": "This server doesn’t offer accounts.",
    "no-photos": "This server doesn’t read photos.",
    "not-signed-in": "You’re not signed in.",
    "csrf": ForPrograms("A request that changes something needs the header X-Qwirkle."),
    "origin": ForPrograms("This page does not belong to this server."),
    "forbidden": "That’s not allowed.",
    "not-found": "There’s nothing here.",
    "not-found/lesson": "There is no such lesson.",
    "not-found/network": "This computer isn’t connected to a network.",
    "not-found/notices": "This server sends no notifications.",
    "not-yet": "The puzzle of that day hasn’t come yet.",
    "bad-method": ForPrograms("That is not possible here."),
    "too-large": "That’s too much at once.",
    "too-large/photo": "A photo can have at most {most} MB.",
    "bad-media-type": ForPrograms("The request is not JSON."),
    "bad-media-type/photo": "A photo is a picture in JPEG, PNG or WebP.",
    "store-away": "The server can’t reach its database. Try again in a moment.",
    "unavailable": "The server isn’t ready. Try again in a moment.",
    "unavailable/overload": "The server is overloaded. Try again soon.",
    "internal": "Something went wrong on the server. Try again in a moment.",
}
"""The sentence of each code; those of tables are in ``tables.core.reasons``."""

_CODES: Mapping[HTTPStatus, tuple[str, ...]] = {
    HTTPStatus.BAD_REQUEST: (WebReason.BAD_REQUEST,),
    HTTPStatus.UNAUTHORIZED: (WebReason.NOT_SIGNED_IN,),
    HTTPStatus.FORBIDDEN: (
        *("not-seated", "not-your-seat", "not-the-host", "no-spectators", "no-hints"),
        *("bad-recovery", "wrong-password", "banned"),
        *(WebReason.CSRF, WebReason.ORIGIN, WebReason.FORBIDDEN),
    ),
    HTTPStatus.NOT_FOUND: (
        *("no-such-table", WebReason.NO_ACCOUNTS, WebReason.NO_PHOTOS),
        *(WebReason.NOT_FOUND, WebReason.NOT_YET),
    ),
    HTTPStatus.METHOD_NOT_ALLOWED: (WebReason.BAD_METHOD,),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: (WebReason.TOO_LARGE, "picture-too-large"),
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: (WebReason.BAD_MEDIA_TYPE,),
    HTTPStatus.UNPROCESSABLE_ENTITY: (
        *("bad-edition", "bad-seats", "bad-clock", "bad-bot", "needs-a-person", "bad-name"),
        *("no-such-seat", "bad-reaction", "bad-password", "bad-saved-game", "not-a-picture"),
        *PositionReason,
    ),
    HTTPStatus.TOO_MANY_REQUESTS: (WebReason.TOO_OFTEN,),
    HTTPStatus.INTERNAL_SERVER_ERROR: (WebReason.INTERNAL,),
    HTTPStatus.SERVICE_UNAVAILABLE: ("busy", WebReason.STORE_AWAY, WebReason.UNAVAILABLE),
}
STATUS: Mapping[str, HTTPStatus] = {
    str(code): status for status, codes in _CODES.items() for code in codes
}
"""Any other reason is a conflict with the state of the table: 409."""


class Problem(msgspec.Struct, frozen=True):
    """The reason why a request was refused (RFC 9457). Nothing has changed."""

    title: str
    status: int
    detail: str
    reason: str
    """The code of the first objection."""
    objections: tuple[Refusal, ...] = ()
    type: str = "about:blank"


class RequestRefused(RefusalError):
    """A request that a transport itself refuses."""


def request_refused(
    reason: WebReason, *, case: str = "", retry_after: float = 1.0, **params: str | int
) -> RequestRefused:
    """Return the error to raise, with one refusal."""
    refused = RequestRefused([write_refusal(SENTENCES, reason, (), case=case, **params)])
    refused.retry_after = retry_after
    return refused


def problem_of(error: Exception) -> Problem:
    """Return the problem that a client sees for an error; an unexpected one has no details."""
    if not isinstance(error, RefusalError):
        error = _as_refusal(error)
    first = str(error.refusals[0].reason)
    status = STATUS.get(first, HTTPStatus.CONFLICT)
    return Problem(status.phrase, status, str(error), first, error.refusals)


def retry_header(problem: Problem, error: Exception) -> dict[str, str]:
    """Return the header that tells a client when to try again."""
    if problem.status not in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        return {}
    return {"Retry-After": str(max(1, ceil(getattr(error, "retry_after", 1.0))))}


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
