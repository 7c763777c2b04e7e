"""Problems as Litestar answers with them.

Litestar's plugin for problem details is not used: sockets send the same struct.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from math import ceil
from typing import Any

from litestar import Request, Response
from litestar.exceptions import (
    HTTPException,
    InternalServerException,
    ValidationException,
)
from litestar.openapi import ResponseSpec

from qwirkle.api.problems import MEDIA_TYPE, Problem, WebReason, problem_of, request_refused

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
"""The refusals of Litestar itself."""


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


def _as_refusal(error: Exception) -> Exception:
    """Return what an error of Litestar means; any other error as it is."""
    match error:
        case ValidationException():
            return request_refused(WebReason.BAD_REQUEST, problem=_invalid_parts(error))
        case HTTPException(status_code=status) if status in _BY_STATUS:
            return request_refused(_BY_STATUS[HTTPStatus(status)])
        case HTTPException(status_code=status) if status < HTTPStatus.INTERNAL_SERVER_ERROR:
            return request_refused(WebReason.BAD_REQUEST, problem="it cannot be read")
    return error


def _invalid_parts(error: ValidationException) -> str:
    """Name the invalid parts of a request."""
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
        problem = problem_of(_as_refusal(error))
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
    """Return whether the sender went away in the middle of a request: nobody reads the answer."""
    return isinstance(error, InternalServerException) and "disconnected" in error.detail
