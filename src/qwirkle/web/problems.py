"""Problem details (RFC 9457): every refusal and failure is one kind of answer, without internals.

``reason`` and the ``reason`` of each objection are stable codes; the sentences are for people.
Litestar's plugin for problem details is not used: sockets send the same struct.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from http import HTTPStatus
from math import ceil
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import (
    HTTPException,
    InternalServerException,
    ValidationException,
)
from litestar.openapi import ResponseSpec

from qwirkle.errors import QwirkleError, RefusalError, StoreError
from qwirkle.rules.positions import PositionReason
from qwirkle.rules.reasons import Refusal, write_refusal
from qwirkle.service.table.reasons import SENTENCES as TABLE_SENTENCES
from qwirkle.service.table.reasons import TableReason as R

MEDIA_TYPE = "application/problem+json"


class WebReason(StrEnum):
    """Why the web layer itself refuses a request: machine-readable, never renamed."""

    BAD_REQUEST = "bad-request"
    TOO_OFTEN = "too-often"
    NO_ACCOUNTS = "no-accounts"
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
    "too-often": TABLE_SENTENCES["too-often"],
    "too-often/address": "Too many requests from this address. Wait a moment.",
    "too-often/table": "Too many requests at this table. Wait a moment.",
    "too-often/opening": "Too many tables from this address. Wait before you open another one.",
    "too-often/password": "Too many passwords from this address. Wait before you try again.",
    "too-often/account": "Too many wrong passwords for this account. Wait before you try again.",
    "no-accounts": "This server has no accounts.",
    "not-signed-in": "You are not signed in.",
    "csrf": "A request that changes something needs the header X-Qwirkle.",
    "origin": "This page does not belong to this server.",
    "forbidden": "You may not do that.",
    "not-found": "There is nothing here.",
    "not-found/lesson": "There is no such lesson.",
    "not-found/notices": "This server sends no notifications.",
    "not-yet": "The puzzle of that day has not come yet.",
    "bad-method": "That is not possible here.",
    "too-large": "The request is too large.",
    "bad-media-type": "The request is not JSON.",
    "store-away": "The server cannot reach its store. Try again in a moment.",
    "unavailable": "The server is not ready. Try again in a moment.",
    "unavailable/overload": "The server is overloaded and opens no new tables. Try again soon.",
    "internal": "Something went wrong on the server. It has been logged.",
}
"""What each code says, or ``code/case``: see ``rules.reasons.SENTENCES``."""

STATUS: Mapping[str, HTTPStatus] = {
    **dict.fromkeys((R.NO_SUCH_TABLE, WebReason.NO_ACCOUNTS), HTTPStatus.NOT_FOUND),
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
        (R.NO_SUCH_SEAT, R.BAD_REACTION, R.BAD_PASSWORD), HTTPStatus.UNPROCESSABLE_ENTITY
    ),
    **dict.fromkeys(PositionReason, HTTPStatus.UNPROCESSABLE_ENTITY),
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

_BY_STATUS = {
    HTTPStatus.UNAUTHORIZED: WebReason.NOT_SIGNED_IN,
    HTTPStatus.FORBIDDEN: WebReason.FORBIDDEN,
    HTTPStatus.NOT_FOUND: WebReason.NOT_FOUND,
    HTTPStatus.METHOD_NOT_ALLOWED: WebReason.BAD_METHOD,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: WebReason.TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: WebReason.BAD_MEDIA_TYPE,
    HTTPStatus.TOO_MANY_REQUESTS: WebReason.TOO_OFTEN,
    HTTPStatus.SERVICE_UNAVAILABLE: WebReason.UNAVAILABLE,
}
"""What Litestar itself refuses."""


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused (RFC 9457). Nothing has changed."""

    title: str
    status: int
    detail: str
    reason: str
    """The code of the first objection."""
    objections: tuple[Refusal, ...] = ()
    type: str = "about:blank"


PROBLEMS = {
    status: ResponseSpec(Problem, generate_examples=False, media_type=MEDIA_TYPE, description=about)
    for status, about in (
        (400, "The request is not valid."),
        (401, "Nobody is signed in."),
        (403, "The caller may not do that."),
        (404, "There is no such thing."),
        (409, "The table or the rules refuse it."),
        (413, "The request is too large."),
        (422, "The values are not possible."),
        (429, "Too many requests."),
        (503, "Not possible at the moment."),
    )
}
"""The problems that any request may be answered with."""


class RequestRefused(RefusalError):
    """A request that the web layer itself refuses."""

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
        case ValidationException():
            return request_refused(WebReason.BAD_REQUEST, problem=_invalid_parts(error))
        case UnicodeDecodeError():  # raised where Litestar decodes a body
            return request_refused(WebReason.BAD_REQUEST, problem="it is not UTF-8")
        case RecursionError():
            return request_refused(WebReason.BAD_REQUEST, problem="it is nested too deeply")
        case HTTPException(status_code=status) if status in _BY_STATUS:
            return request_refused(_BY_STATUS[HTTPStatus(status)])
        case HTTPException(status_code=status) if status < HTTPStatus.INTERNAL_SERVER_ERROR:
            return request_refused(WebReason.BAD_REQUEST, problem="it cannot be read")
        case _:
            return request_refused(WebReason.INTERNAL)


def _invalid_parts(error: ValidationException) -> str:
    """Say which parts of a request are not valid."""
    extra: Any = error.extra if isinstance(error.extra, list) else []
    found = [
        f"{part.get('key', '')}: {part.get('message', '')}".strip(": ")[:150]
        for part in extra[:3]
        if isinstance(part, dict)
    ]
    return "; ".join(found) or "it cannot be read"


class Answering:
    """Answers requests that were refused or failed; ``report`` is called with what failed."""

    def __init__(self, report: Callable[[str, Exception], None] | None = None) -> None:
        self._report = report

    def __call__(self, request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
        """Answer a request."""
        problem = problem_of(error)
        failed = problem.status == HTTPStatus.INTERNAL_SERVER_ERROR and not _is_gone(error)
        if failed and self._report is not None:
            self._report(str(request.scope.get("route_handler_name", "")), error)
        headers = {**(getattr(error, "headers", None) or {}), **retry_header(problem, error)}
        return Response(problem, status_code=problem.status, media_type=MEDIA_TYPE, headers=headers)


def retry_header(problem: Problem, error: Exception) -> dict[str, str]:
    """Return the header that tells a client when to try again."""
    if problem.status not in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        return {}
    return {"Retry-After": str(max(1, ceil(getattr(error, "retry_after", 1.0))))}


def _is_gone(error: Exception) -> bool:
    """Whether the sender went away in the middle of a request: nobody reads the answer."""
    return isinstance(error, InternalServerException) and "disconnected" in error.detail
