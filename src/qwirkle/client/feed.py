"""A table over a socket that is opened again whenever it is lost."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from qwirkle.client.pauses import Pauses
from qwirkle.errors import ServerRefusal
from qwirkle.tables.core.views import TableView

FINAL = frozenset({1009, 4400, 4403, 4404})
"""Close codes after which reconnecting would lead to the same answer."""
AGAIN = frozenset({429, 500, 502, 503, 504})
"""Statuses of a server that may soon answer differently."""
Connect = Callable[[int | None], AbstractAsyncContextManager[ClientConnection]]


class Feed:
    """A follower of one table."""

    def __init__(self, connect: Connect, patience: float) -> None:
        self._connect = connect
        self._pauses = Pauses(patience)
        self._view: dict[str, Any] | None = None

    async def views(self) -> AsyncGenerator[TableView, None]:
        """Yield the table now and after every event, catching up on missed events."""
        while True:
            why = "the connection was lost"
            try:
                async with self._connect(self._seq) as socket:
                    async for view in self._read(socket):
                        yield view
                    _check_end(socket.close_code)
            except InvalidStatus as error:
                status = error.response.status_code
                if status not in AGAIN:
                    raise ServerRefusal("refused", f"the server says {status}") from None
                why = f"it says {status}"
            except ConnectionClosed as error:
                _check_end(None if error.rcvd is None else error.rcvd.code)
            except (WebSocketException, OSError) as error:
                why = str(error) or type(error).__name__
            await self._pauses.wait(why)

    @property
    def _seq(self) -> int | None:
        return None if self._view is None else int(self._view["now"]["seq"])

    async def _read(self, socket: ClientConnection) -> AsyncIterator[TableView]:
        async for message in socket:
            sent = msgspec.json.decode(message)
            match sent["kind"]:
                case "refused":
                    raise refusal_of(sent["problem"])
                case "view":
                    self._view = sent["view"]
                case "told":
                    if self._view is None or sent["told"]["seq"] != self._view["now"]["seq"] + 1:
                        self._view = None
                        return  # connect again for the whole table
                    merge(self._view, sent["told"])
                case _:
                    continue
            self._pauses.reset()
            yield _table_view(self._view)


def merge(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Bring a view up to date by one event, without knowing any rules."""
    view["now"], view["you"], view["at"] = event["now"], event["you"], event["at"]
    changed = event["game"]
    if changed is not None:
        view["game"] = {**(view["game"] or {}), **changed}
    if event["board"] is not None and "board" not in (changed or {}):
        gone = {tuple(cell) for cell in event["board"]["remove"]}
        kept = [placed for placed in view["game"]["board"] if tuple(placed[:2]) not in gone]
        view["game"]["board"] = sorted(kept + event["board"]["add"])


def _table_view(view: dict[str, Any]) -> TableView:
    try:
        return msgspec.convert(view, TableView)
    except msgspec.ValidationError as error:
        raise other_version(error) from None


def other_version(error: Exception) -> ServerRefusal:
    """Return the error for an answer that this client does not understand."""
    return ServerRefusal("other-version", f"this is not a server of this version: {error}")


def refusal_of(problem: dict[str, Any]) -> ServerRefusal:
    """Return a problem document as an error."""
    return ServerRefusal(str(problem.get("reason", "refused")), str(problem.get("detail", "")))


def _check_end(code: int | None) -> None:
    if code in FINAL:
        raise ServerRefusal("refused", f"the server has closed the connection ({code})")
