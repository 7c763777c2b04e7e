"""The class of the server's WebSockets: the quick one, if this version of uvicorn allows it.

``frames.py`` depends on private parts of uvicorn. Without them everything still works, a little
slower.
"""

from __future__ import annotations

import inspect
from types import FunctionType
from typing import Any, Literal

from qwirkle.server.logs import log

EXTENSION = "qwirkle.frames"
"""The name of the quick sockets among the extensions of their ASGI scope."""
PLAIN: Literal["auto"] = "auto"
"""The sockets that uvicorn chooses itself."""
METHODS = {
    "data_received": 2,
    "receive": 1,
    "handle_cont": 2,
    "handle_ping": 1,
    "handle_pong": 2,
    "send": 2,
    "handle_connect": 2,
    "handle_close": 2,
    "shutdown": 1,
    "send_receive_event_to_app": 1,
}
"""The methods that are overridden, and their number of parameters."""
ATTRIBUTES = (
    "close_sent",
    "conn",
    "disconnected",
    "handshake_complete",
    "loop",
    "queue",
    "read_paused",
    "scope",
    "transport",
    "writable",
)
"""The attributes that are read, some of which are also set."""


def socket_class() -> type[Any] | Literal["auto"]:
    """Return the class of quick sockets, or the name of uvicorn's own if it cannot be used."""
    try:
        from uvicorn.protocols.websockets import (  # noqa: PLC0415 - may not be there
            websockets_sansio_impl,
        )

        missing = missing_parts(websockets_sansio_impl.WebSocketsSansIOProtocol)
        if not missing:
            from qwirkle.server.serving.frames import FrameSocket  # noqa: PLC0415

            return FrameSocket
    except (ImportError, AttributeError) as error:
        missing = [str(error)]
    log().warning(
        "plain-sockets",
        detail="this version of uvicorn is not known: its own sockets are used, which are slower",
        missing=missing,
    )
    return PLAIN


def missing_parts(kind: type) -> list[str]:
    """Return the parts that the quick sockets depend on and a class of sockets lacks."""
    missing = [name for name, count in METHODS.items() if not _has_method(kind, name, count)]
    used = {
        name
        for base in kind.__mro__
        for method in vars(base).values()
        if isinstance(method, FunctionType)
        for name in method.__code__.co_names
    }
    return missing + [name for name in ATTRIBUTES if name not in used]


def _has_method(kind: type, name: str, count: int) -> bool:
    method = getattr(kind, name, None)
    return callable(method) and len(inspect.signature(method).parameters) == count
