"""The client: one device, known to the server by a secret of its own."""

from __future__ import annotations

import re
import secrets
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager
from typing import Any, Self, TypeVar
from urllib.parse import quote

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket

from qwirkle import http
from qwirkle.client.feed import AGAIN, Feed, other_version, refusal_of
from qwirkle.client.pauses import Pauses
from qwirkle.client.views import seat_view
from qwirkle.engine.position import Move
from qwirkle.errors import ArgumentError, ServerAway, ServerRefusal
from qwirkle.notation.family import read_turn
from qwirkle.protocol.shapes.turns import write_turn
from qwirkle.rules.family import AnyTurn
from qwirkle.tables.core.commands import Command, OpenTable, Play, Sit
from qwirkle.tables.core.views import TableView
from qwirkle.tables.live.tables import Done

T = TypeVar("T")
PATIENCE = 600.0
"""Seconds for which a server may be away before the client gives up."""
SECONDS = 30.0
"""How long one request may take."""
HEARTBEAT = 20.0
"""Seconds of silence after which a socket is opened again."""
COOKIES = ("qwirkle", "__Host-qwirkle", "__Secure-qwirkle")
TOKEN = re.compile(r"[A-Za-z0-9_-]{20,200}")


class _Link(msgspec.Struct, frozen=True):
    link: str


class Client:
    """A device that opens, joins, watches and plays tables; an asynchronous context manager.

    Its seats belong to its ``token``: a client with the same token has the same seats. Requests are
    repeated while the server is away, and take effect once.
    """

    def __init__(
        self, address: str, token: str | None = None, *, patience: float = PATIENCE
    ) -> None:
        self.address = address.rstrip("/")
        self.token = secrets.token_urlsafe(32) if token is None else token
        if not TOKEN.fullmatch(self.token):
            raise ArgumentError("a token has 20 to 200 letters, digits, - and _")
        self._patience = patience
        # A server behind a proxy reads the cookie under a name that only https pages can set.
        cookies = "; ".join(f"{name}={self.token}" for name in COOKIES)
        self._headers = {"X-Qwirkle": "1", "Cookie": cookies}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Do nothing: every connection ends with its own request or feed."""

    async def open(self, table: OpenTable) -> str:
        """Open a table and return its id; people named in its seats sit down on this device."""
        # This device, too, adds to the deal: the server alone does not choose it.
        asked = table if table.nonce else msgspec.structs.replace(table, nonce=_new_nonce())
        body = {"command_id": _new_id(), "table": asked}
        return (await self._ask(Done, "POST", "/api/tables", body)).table

    async def join(self, table: str, name: str, seat: int | None = None) -> TableView:
        """Sit down at a table, unless this device already has a seat there."""
        view = await self.look(table)
        if view.you.seats:
            return view
        await self.act(table, Sit(name, seat, nonce=_new_nonce()))
        return await self.look(table)

    async def recover(self, table: str, token: str) -> TableView:
        """Take the seats that a link carries, unless this device already has a seat there."""
        view = await self.look(table)
        if view.you.seats:
            return view
        body = {"command_id": _new_id(), "token": token}
        await self._ask(Done, "POST", f"{_path(table)}/recover", body)
        return await self.look(table)

    async def recovery(self, table: str) -> str:
        """Return a link that carries this device's seats to another one, once."""
        return (await self._ask(_Link, "POST", f"{_path(table)}/recovery")).link

    async def look(self, table: str) -> TableView:
        """Return the table as this device sees it now."""
        return await self._ask(TableView, "GET", _path(table))

    async def act(self, table: str, command: Command, *, seq: int | None = None) -> Done:
        """Send a command; with ``seq`` it is refused if anything has happened since that event."""
        body = {"command_id": _new_id(), "command": command, "expected_seq": seq}
        return await self._ask(Done, "POST", f"{_path(table)}/commands", body)

    async def play(
        self,
        table: str,
        turn: AnyTurn | Move | str,
        *,
        seat: int | None = None,
        seq: int | None = None,
    ) -> Done:
        """Play a turn, a listed move or its text, as ``Game.play`` does.

        A text is read against the current table. Raises NotationError, with a hint, if it cannot be
        read.
        """
        if isinstance(turn, str):
            turn = read_turn(turn, seat_view(await self.look(table), seat))
        act = turn.turn if isinstance(turn, Move) else turn
        return await self.act(table, Play(write_turn(act), seat), seq=seq)

    async def record(self, table: str) -> str:
        """Return the record: the whole of a finished game, otherwise what this device saw."""
        return (await self._answer("GET", f"{_path(table)}/record")).decode()

    def follow(self, table: str) -> AsyncGenerator[TableView, None]:
        """Yield the table now and after every event, reconnecting when the connection is lost."""

        def connect(since: int | None) -> AbstractAsyncContextManager[ClientConnection]:
            asked = "" if since is None else f"?since={since}"
            return open_socket(
                f"ws{self.address.removeprefix('http')}{_path(table)}/socket{asked}",
                additional_headers=self._headers,
                ping_interval=HEARTBEAT,
                ping_timeout=HEARTBEAT,
                open_timeout=SECONDS,
                max_size=None,
                compression=None,
                proxy=None,
            )

        return Feed(connect, self._patience).views()

    async def _ask(self, kind: type[T], method: str, path: str, body: Any = None) -> T:
        content = await self._answer(method, path, body)
        try:
            return msgspec.json.decode(content, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise other_version(error) from None

    async def _answer(self, method: str, path: str, body: Any = None) -> bytes:
        """Send a request until it is answered; repetitions have the same command id."""
        pauses = Pauses(self._patience)
        sent = None if body is None else msgspec.json.encode(body)
        headers = dict(self._headers)
        if body is not None:
            headers["Content-Type"] = "application/json"
        while True:
            try:
                answer = await http.request(
                    method, self.address + path, headers, sent or b"", seconds=SECONDS
                )
            except ValueError:
                raise ServerAway(f"{self.address} is not the address of a server") from None
            except OSError as error:
                await pauses.wait(str(error) or type(error).__name__)
                continue
            if answer.status < 300:
                return answer.body
            refusal = _refusal(answer.status, answer.body)
            if answer.status not in AGAIN:
                raise refusal
            await pauses.wait(str(refusal), _seconds(answer.headers.get("retry-after")))


def _new_nonce() -> str:
    return secrets.token_hex(16)


def _new_id() -> str:
    return secrets.token_urlsafe(12)


def _path(table: str) -> str:
    return f"/api/tables/{quote(table, safe='')}"


def _refusal(status: int, content: bytes) -> ServerRefusal:
    try:
        return refusal_of(msgspec.json.decode(content, type=dict[str, Any]))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ServerRefusal("refused", f"the server says {status}")


def _seconds(header: str | None) -> float:
    return float(header) if header is not None and header.isdecimal() else 0.0
