"""Anything at all, sent to every route and over the socket: refused properly, and no fault logged.

Every body is first made so that it fits the schema, and then broken in one or two places, so that
it gets past the first check. The requests come from somebody who has a seat at a running table.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx
import pytest
import schemathesis
import schemathesis.generation.jsonschema.strategy  # not first deep inside a test: gh-106905
import schemathesis.specs.openapi.schemas
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from hostile import TEXTS, as_json, bodies, texts
from qwirkle.server.settings import ServerSettings

from .players import seated, turn_of
from .served import Served, served

STATUSES = frozenset({200, 201, 202, 204, 304, 400, 401, 403, 404, 405, 409, 410, 413, 415, 422})
"""What may be answered, besides 429 and 503: never 500."""
BUSY = frozenset({429, 503})


class Target(NamedTuple):
    """A running table, and the cookie and the view of somebody who sits there."""

    server: Served
    table: str
    cookie: str
    view: dict[str, Any]


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    async def scene(server: Served) -> Target:
        table, (ann, ben) = await seated(server)
        who = ann if ann.view["now"]["turn"] in ann.view["you"]["seats"] else ben
        found = Target(server, table, who.cookie, who.view)
        for client in (ann, ben):
            await client.leave()
        return found

    folder = tmp_path_factory.mktemp("server")
    with served(folder, QWIRKLE_MAX_CONNECTIONS="0") as server:
        yield asyncio.run(scene(server))
        assert "Traceback" not in server.log
        assert '"fault"' not in server.log


def send_to_every_route(target: Target, examples: int) -> None:
    address = target.server.address
    api: Any = schemathesis.openapi.from_url(f"{address}/api/schema/openapi.json")
    operations = [found.ok() for found in api.get_all_operations()]
    assert len(operations) > 30
    headers = {"X-Qwirkle": "1", "Cookie": target.cookie, "Content-Type": "application/json"}
    with httpx.Client(base_url=address, headers=headers, timeout=60) as http:
        for operation in operations:
            _send(http, operation, target, examples)


def _send(http: httpx.Client, operation: Any, target: Target, examples: int) -> None:
    places = st.sampled_from([quote(text.encode(errors="replace"), safe="") for text in TEXTS])

    @settings(max_examples=examples, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(), data=st.data())
    def answered(case: Any, data: st.DataObject) -> None:
        path = operation.path
        for name in case.path_parameters or {}:
            value = target.table if data.draw(st.booleans()) else data.draw(places)
            path = path.replace(f"{{{name}}}", value or "%20")
        query = {
            name: data.draw(texts).encode(errors="replace") if data.draw(st.booleans()) else value
            for name, value in (case.query or {}).items()
        }
        has_body = operation.method.upper() not in ("GET", "DELETE")
        content = data.draw(bodies(_plain(case.body))) if has_body else None
        check_answer(http.request(operation.method, path, params=query, content=content))

    answered()


def _plain(body: Any) -> Any:
    """A body as JSON has it; requests without one get an object."""
    return body if isinstance(body, dict | list | str | int | float) else {}


def check_answer(answer: httpx.Response) -> None:
    assert answer.status_code in STATUSES | BUSY, (answer.request.url, answer.request.content)
    if answer.is_error:
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["reason"] not in ("", "internal")
        assert "Traceback" not in answer.text


def test_any_body_to_every_route_is_answered_properly(target: Target) -> None:
    send_to_every_route(target, 6)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_thousands_of_bodies_to_every_route_are_answered_properly(target: Target) -> None:
    send_to_every_route(target, 300)


def messages(target: Target) -> list[Any]:
    """One good message of every kind."""
    commands: list[dict[str, Any]] = [
        {"do": "sit", "name": "Eve", "seat": 1, "face": "cat"},
        {"do": "stand", "seat": 0},
        {"do": "plan-seat", "seat": 1, "kind": "bot", "bot": "level:3"},
        {"do": "start"},
        {"do": "close"},
        {"do": "play", "turn": turn_of(target.view), "seat": 0},
        {"do": "play", "turn": {"take": [0, 0], "place": [[0, 1, "Ro"]]}},
        {"do": "play", "turn": {"after": [["Ro", "Rs", "Rd"]]}},
        {"do": "call-vote", "about": "end"},
        {"do": "take-back"},
        {"do": "vote", "agree": False},
        {"do": "react", "what": "hello", "seat": 0},
        {"do": "rematch"},
        {"do": "sign-others-out"},
    ]
    does = [{"kind": "do", "id": "1", "command": asked, "expected_seq": 3} for asked in commands]
    return [*does, {"kind": "ping", "n": 1}, {"kind": "look"}]


class Flood(list[bytes | str]):
    """Messages, of which reports show the beginnings."""

    def __repr__(self) -> str:
        return f"[{', '.join(repr(message[:200]) for message in self)}]"


@st.composite
def floods(draw: st.DrawFn, target: Target) -> Flood:
    """Messages nearly like good ones, as text or as bytes."""
    good = messages(target)
    sent = Flood()
    for _ in range(draw(st.integers(1, 10))):
        body = draw(bodies(draw(st.sampled_from(good))))
        if draw(st.booleans()):
            sent.append(body)
        else:
            sent.append(body.decode("utf-8", errors="replace"))
    return sent


async def send_over_a_socket(target: Target, sent: Flood) -> None:
    address = target.server.address.replace("http", "ws")
    url = f"{address}/api/tables/{target.table}/socket"
    headers = {"Cookie": target.cookie}
    async with connect(url, additional_headers=headers, max_size=None) as socket:
        with suppress(ConnectionClosed):
            for message in sent:
                await socket.send(message)
            await socket.send('{"kind":"ping","n":77}')
            await _until_pong(socket)
    # Of a message that is too large the rest is still under way when the server hangs up.
    too_large = any(len(message) > ServerSettings().max_message for message in sent)
    assert socket.close_code in (1000, 1007, 1009, 4400, *((1006,) if too_large else ()))


async def _until_pong(socket: ClientConnection) -> None:
    while True:
        async with asyncio.timeout(60):
            said = json.loads(await socket.recv())
        if said == {"kind": "pong", "n": 77}:
            return
        if said["kind"] == "refused":
            assert said["problem"]["reason"] not in ("", "internal"), said


def flood(target: Target, examples: int) -> None:
    @settings(max_examples=examples, suppress_health_check=list(HealthCheck))
    @given(floods(target))
    def answered(sent: Flood) -> None:
        asyncio.run(send_over_a_socket(target, sent))

    answered()


def test_any_message_over_the_socket_is_answered_properly(target: Target) -> None:
    flood(target, 40)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_thousands_of_messages_over_the_socket_are_answered_properly(target: Target) -> None:
    flood(target, 2000)


@pytest.mark.parametrize("since", ["", "-1", "9" * 30, "x", "%00", "1.5", "٣", "1&since=2"])
def test_any_since_is_answered_properly(target: Target, since: str) -> None:
    async def scene() -> None:
        address = target.server.address.replace("http", "ws")
        url = f"{address}/api/tables/{target.table}/socket?since={quote(since, safe='&=%')}"
        async with connect(url, additional_headers={"Cookie": target.cookie}) as socket:
            assert json.loads(await socket.recv())["kind"] in ("view", "told", "present")

    asyncio.run(scene())


def test_what_is_sent_is_what_was_meant() -> None:
    assert json.loads(as_json({"a": "\ud800"})) == {"a": "\ud800"}
