"""A request is described once: what is read, counted, refused and sent, without any transport."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Any, Literal

import msgspec
import pytest

from qwirkle.api.dispatch import Asked, Dispatcher, Reply, WholeBody
from qwirkle.api.problems import STATUS, WebReason
from qwirkle.api.requests import Content, Request, Requests, SenderGone, Upload
from qwirkle.rules.refusals.positions import PositionReason
from qwirkle.server.requests import all_requests
from qwirkle.tables.core.reasons import TableReason
from qwirkle.tables.requests import OF_A_DEVICE

MAX_BODY = 100
Number = Annotated[int, msgspec.Meta(ge=0, le=9, description="A number.")]


class Clock:
    """A service."""

    now = 5


class Diary:
    """A service that is not there."""


class Note(msgspec.Struct, forbid_unknown_fields=True):
    text: str
    copies: list[int] = []


class Visit:
    """A visitor who is counted."""

    def __init__(self) -> None:
        self.counted: list[tuple[str, str]] = []

    def check_budget(self) -> None: ...

    async def count(self, what: str, place: str = "") -> None:
        self.counted.append((what, place))


REQUESTS = Requests()
ended: list[str] = []


@REQUESTS.get("/notes", "All")
async def every(clock: Clock, diary: Diary | None, sort: Literal["up", "down"] = "up") -> list[str]:
    return [sort, str(clock.now), str(diary)]


@REQUESTS.post("/notes", "One more", status=201, counts="question")
async def add(data: Note) -> Note:
    return data


@REQUESTS.delete("/notes", "None")
async def clear(visitor: Visit, sure: bool = False) -> bool:
    return sure


@REQUESTS.get("/notes/{book}", "Those of a book", counts="place")
async def of_book(book: Annotated[str, msgspec.Meta(max_length=5)], page: Number) -> list[Any]:
    return [book, page]


@REQUESTS.get("/notes/last", "The last one")
async def last() -> str:
    return "last"


@REQUESTS.get("/notes/{book}/{page}", "A page", filename="page.json")
async def of_page(book: str, page: Number) -> list[Any]:
    return [book, page]


@REQUESTS.get("/parts", "In parts", sends=Note)
async def parts() -> Content:
    def pieces() -> Iterator[bytes]:
        yield b"a"

    return Content(pieces(), "text/plain", 203)


@REQUESTS.post("/picture", "A picture", uploads=("image/png",))
async def picture(upload: Upload) -> list[Any]:
    return [upload.media_type, len(await upload.read(5))]


@REQUESTS.get("/diary", "For those who have one")
async def diary(diary: Diary) -> str:
    return "mine"


@REQUESTS.get("/fault", "Fails")
async def fault() -> str:
    raise KeyError("secret")


def ask(
    method: str, path: str, body: bytes = b"", visitor: Visit | None = None, **query: str
) -> Reply:
    services: dict[type, object] = {Clock: Clock()}
    dispatcher = Dispatcher(
        REQUESTS, services, max_body=MAX_BODY, report=lambda where, _: ended.append(where)
    )
    asked = Asked(method, path, query, WholeBody(body, "image/png"))
    return asyncio.run(dispatcher.answer(visitor or Visit(), asked))  # type: ignore[arg-type]


def sent(reply: Reply) -> Any:
    assert isinstance(reply.body, bytes)
    return json.loads(reply.body)


def test_services_are_given_by_their_class_and_may_be_missing() -> None:
    assert sent(ask("GET", "/notes")) == ["up", "5", "None"]
    assert sent(ask("GET", "/diary"))["reason"] == "not-found"


def test_parameters_are_read_as_their_types_say() -> None:
    assert sent(ask("GET", "/notes/blue", page="7")) == ["blue", 7]
    assert sent(ask("DELETE", "/notes", sure="true")) is True
    assert sent(ask("GET", "/notes/blue/7")) == ["blue", 7]


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        (("GET", "/notes/blue"), "page: it is missing"),
        (("GET", "/notes/bluish"), "book: Expected `str` of length <= 5; page: it is missing"),
        (("GET", "/notes/blue/12"), "page: Expected `int` <= 9"),
        (("POST", "/notes"), "data: it is missing"),
        (("POST", "/notes", b"{"), "it cannot be read"),
        (("POST", "/notes", b"[]"), "data: Expected `object`, got `array`"),
        (("POST", "/notes", b'{"text": 1}'), "text: Expected `str`, got `int`"),
        (
            ("POST", "/notes", b'{"text": "", "copies": [1, "2"]}'),
            "copies[1]: Expected `int`, got `str`",
        ),
        (("POST", "/notes", b'{"text": "\xff"}'), "it is not UTF-8"),
    ],
)
def test_a_refusal_names_every_part_that_is_wrong(asked: tuple[Any, ...], problem: str) -> None:
    reply = ask(*asked)
    assert (reply.status, reply.media_type) == (400, "application/problem+json")
    assert sent(reply)["objections"][0]["params"] == {"problem": problem}


def test_only_what_can_be_read_is_counted() -> None:
    visitor = Visit()
    ask("POST", "/notes", b"{", visitor)
    ask("GET", "/notes/blue", visitor=visitor)
    assert visitor.counted == []
    ask("POST", "/notes", b'{"text": "a"}', visitor)
    ask("GET", "/notes/blue", visitor=visitor, page="1")
    assert visitor.counted == [("question", ""), ("place", "blue")]


def test_a_path_is_found_however_its_slashes_are_written() -> None:
    for path in ("/notes/", "//notes", "/notes//"):
        assert sent(ask("GET", path))[0] == "up"
    assert sent(ask("GET", "/notes/blue//7/")) == ["blue", 7]
    # A fixed path comes before one with parameters, whichever was described first.
    assert sent(ask("GET", "/notes/last")) == "last"
    for path in ("/", "/note", "/notes/blue/7/8", "/notes/blue/seven"):
        assert ask("GET", path).status == 404


def test_another_method_is_refused_with_those_that_are_possible() -> None:
    refused = ask("PUT", "/notes")
    assert (refused.status, sent(refused)["reason"]) == (405, "bad-method")
    assert refused.headers["Allow"] == "GET, POST, DELETE, OPTIONS"
    options = ask("OPTIONS", "/notes/blue")
    assert (options.status, options.body, options.headers["Allow"]) == (204, b"", "GET, OPTIONS")


def test_an_answer_may_be_written_already_and_have_a_name() -> None:
    assert ask("GET", "/notes/blue/7").headers == {
        "Content-Disposition": 'attachment; filename="page.json"'
    }
    reply = ask("GET", "/parts")
    assert (reply.status, reply.media_type, reply.long) == (203, "text/plain", True)
    assert isinstance(reply.body, Iterator)
    assert not isinstance(reply.body, AsyncIterator)


def test_an_upload_is_read_by_the_function_within_its_own_limit() -> None:
    assert sent(ask("POST", "/picture", b"12345")) == ["image/png", 5]
    assert ask("POST", "/picture", b"123456").status == 413
    assert ask("POST", "/notes", b"x" * (MAX_BODY + 1)).status == 413


def test_a_failure_is_reported_and_says_nothing() -> None:
    ended.clear()
    reply = ask("GET", "/fault")
    assert (reply.status, sent(reply)["reason"]) == (500, "internal")
    assert b"secret" not in bytes(reply.body)  # type: ignore[arg-type]
    assert ended == ["fault"]


def test_nobody_answers_a_sender_who_is_gone() -> None:
    class Broken(WholeBody):
        async def read(self, most: int) -> bytes:
            raise SenderGone(most)

    ended.clear()
    dispatcher = Dispatcher(REQUESTS, {}, max_body=1, report=lambda where, _: ended.append(where))
    with pytest.raises(SenderGone):
        asyncio.run(dispatcher.answer(Visit(), Asked("POST", "/notes", {}, Broken(b""))))  # type: ignore[arg-type]
    assert ended == []


def test_every_code_that_has_a_status_is_one() -> None:
    known = {*TableReason, *WebReason, *PositionReason, "not-a-picture", "picture-too-large"}
    assert set(STATUS) <= {str(code) for code in known}


def test_a_device_answers_a_part_of_what_a_server_answers() -> None:
    assert set(map(key, OF_A_DEVICE)) < set(map(key, all_requests()))


def key(request: Request) -> tuple[str, str]:
    return request.method, request.path
