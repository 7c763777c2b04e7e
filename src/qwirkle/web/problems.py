"""Problem details (RFC 9457): every refusal and failure as one kind of answer, without internals.

``reason`` and the ``reason`` of each objection are stable codes; sentences are for people.
"""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec

from qwirkle.errors import QwirkleError, Refused, StoreError
from qwirkle.rules.reasons import Refusal
from qwirkle.service.table.reasons import TableReason as R
from qwirkle.web.logs import log

MEDIA_TYPE = "application/problem+json"

STATUS = {
    R.BAD_REQUEST: HTTPStatus.BAD_REQUEST,
    R.STALE: HTTPStatus.CONFLICT,
    R.NO_SUCH_TABLE: HTTPStatus.NOT_FOUND,
    R.NOT_SEATED: HTTPStatus.FORBIDDEN,
    R.NOT_YOUR_SEAT: HTTPStatus.FORBIDDEN,
    R.NOT_THE_HOST: HTTPStatus.FORBIDDEN,
    R.NO_SPECTATORS: HTTPStatus.FORBIDDEN,
    R.NO_HINTS: HTTPStatus.FORBIDDEN,
    R.BAD_RECOVERY: HTTPStatus.FORBIDDEN,
    R.WRONG_PASSWORD: HTTPStatus.FORBIDDEN,
    R.BUSY: HTTPStatus.SERVICE_UNAVAILABLE,
    R.TOO_OFTEN: HTTPStatus.TOO_MANY_REQUESTS,
    **dict.fromkeys(
        (R.BAD_EDITION, R.BAD_SEATS, R.BAD_CLOCK, R.BAD_BOT, R.NEEDS_A_PERSON, R.BAD_NAME),
        HTTPStatus.UNPROCESSABLE_ENTITY,
    ),
    **dict.fromkeys(
        (R.NO_SUCH_SEAT, R.BAD_REACTION, R.BAD_PASSWORD), HTTPStatus.UNPROCESSABLE_ENTITY
    ),
}
"""What a table refuses for another reason conflicts with how the table is: 409."""

_BY_CODE: dict[str, HTTPStatus] = {reason.value: status for reason, status in STATUS.items()}
_BY_STATUS = {
    400: "bad-request",
    401: "not-signed-in",
    403: "forbidden",
    404: "not-found",
    405: "bad-method",
    413: "too-large",
    415: "bad-media-type",
    429: "too-often",
    503: "unavailable",
}


class ObjectionSeen(msgspec.Struct, frozen=True):
    """One reason against a command."""

    reason: str
    message: str
    cells: list[tuple[int, int]] = []
    params: dict[str, str | int] = {}
    """What the sentence speaks of, by name; tiles are codes with spaces between them."""


class Problem(msgspec.Struct, frozen=True):
    """Why something was not done (RFC 9457). Nothing has changed."""

    title: str
    status: int
    detail: str
    reason: str
    """The first reason as a stable code."""
    objections: list[ObjectionSeen] = []
    type: str = "about:blank"


PROBLEMS = {
    status: ResponseSpec(Problem, generate_examples=False, media_type=MEDIA_TYPE, description=said)
    for status, said in (
        (400, "The request does not fit."),
        (401, "Nobody is signed in."),
        (403, "Who asks may not do that."),
        (404, "There is no such thing."),
        (409, "The table or the rules object."),
        (413, "The request is too large."),
        (422, "What was asked for cannot be had."),
        (429, "Too often; wait."),
        (503, "Not at the moment; try again."),
    )
}
"""What any request may be answered with."""


class Fault(Exception):
    """Something the web layer itself refuses."""

    def __init__(self, status: HTTPStatus, reason: str, detail: str) -> None:
        self.problem = problem(status, reason, detail)
        self.headers: dict[str, str] = {}
        super().__init__(detail)


def objections_seen(refusals: Iterable[Refusal]) -> list[ObjectionSeen]:
    """Refusals as they are sent."""
    return [
        ObjectionSeen(
            str(refusal.reason),
            refusal.message,
            [(cell.x, cell.y) for cell in refusal.cells],
            refusal.params,
        )
        for refusal in refusals
    ]


def problem(status: int, reason: str, detail: str) -> Problem:
    """A problem with one reason."""
    return Problem(HTTPStatus(status).phrase, status, detail, reason)


def problem_of(error: Exception) -> Problem:
    """What a client is told about an error; of one that nobody foresaw, only that there was one."""
    match error:
        case Fault(problem=found):
            return found
        case Refused(refusals=refusals):
            first = str(refusals[0].reason)
            status = _BY_CODE.get(first, HTTPStatus.CONFLICT)
            return Problem(status.phrase, status, str(error), first, objections_seen(refusals))
        case StoreError():
            return problem(
                503, "store-away", "The store cannot be reached at the moment; try again."
            )
        case QwirkleError():
            return problem(400, "bad-request", str(error)[:300])
        case ValidationException():
            return problem(400, "bad-request", _said(error))
        case HTTPException(status_code=status):
            known = status if status in _BY_STATUS else (400 if status < 500 else 500)
            if known == 500:
                return _unforeseen()
            return problem(known, _BY_STATUS[known], f"{HTTPStatus(known).phrase}.")
        case _:
            return _unforeseen()


def _said(error: ValidationException) -> str:
    """Which part of a request does not fit."""
    extra: Any = error.extra if isinstance(error.extra, list) else []
    found = [
        f"{one.get('key', '')}: {one.get('message', '')}".strip(": ")[:150]
        for one in extra[:3]
        if isinstance(one, dict)
    ]
    return f"This request does not fit. {'; '.join(found)}".strip()


def _unforeseen() -> Problem:
    return problem(500, "internal", "Something went wrong here; it has been noted.")


def answer_with(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """The answer to a request that was refused or failed."""
    found = problem_of(error)
    if found.status == HTTPStatus.INTERNAL_SERVER_ERROR:
        log().error("fault", where=request.scope.get("route_handler_name", ""), exc_info=error)
    headers = dict(getattr(error, "headers", None) or {})
    return Response(found, status_code=found.status, media_type=MEDIA_TYPE, headers=headers)
