"""``qwirkle serve``, and ``qwirkle`` alone: the game in the browser. Works without any setting."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from qwirkle.errors import MissingExtra


def _from(variable: str) -> Parameter:
    return Parameter(env_var=f"QWIRKLE_{variable}")


def serve(
    *,
    host: Annotated[str, _from("HOST")] = "127.0.0.1",
    port: Annotated[int | None, _from("PORT")] = None,
    browser: Annotated[bool, _from("BROWSER")] = True,
    data: Annotated[Path | None, _from("DATA")] = None,
    database: Annotated[str | None, _from("DATABASE")] = None,
    redis: Annotated[str | None, _from("REDIS")] = None,
    url: Annotated[str | None, _from("URL")] = None,
    origins: Annotated[list[str] | None, _from("ORIGINS")] = None,
    trust_proxy: Annotated[str, _from("TRUST_PROXY")] = "",
    bot_threads: Annotated[int, _from("BOT_THREADS")] = 1,
    bot_limit: Annotated[float, _from("BOT_LIMIT")] = 8.0,
    tables_at_hand: Annotated[int, _from("TABLES_AT_HAND")] = 2000,
    look_around: Annotated[float, _from("LOOK_AROUND")] = 0.5,
    heartbeat: Annotated[float, _from("HEARTBEAT")] = 20.0,
    most_body: Annotated[int, _from("MOST_BODY")] = 65536,
    most_message: Annotated[int, _from("MOST_MESSAGE")] = 16384,
    send_limit: Annotated[float, _from("SEND_LIMIT")] = 10.0,
    address_rate: Annotated[float, _from("ADDRESS_RATE")] = 50.0,
    table_rate: Annotated[float, _from("TABLE_RATE")] = 30.0,
    opening_rate: Annotated[float, _from("OPENING_RATE")] = 60.0,
    password_rate: Annotated[float, _from("PASSWORD_RATE")] = 20.0,
    most_sockets: Annotated[int, _from("MOST_SOCKETS")] = 100,
    shutdown: Annotated[float, _from("SHUTDOWN")] = 10.0,
    metrics: Annotated[bool, _from("METRICS")] = True,
    logs: Annotated[Literal["auto", "json", "text"], _from("LOGS")] = "auto",
    log_level: Annotated[Literal["debug", "info", "warning", "error"], _from("LOG_LEVEL")] = "info",
) -> None:
    """Play in the browser: serve tables and the page, here or to the whole network.

    Parameters
    ----------
    host
        The address to listen on; 0.0.0.0 for all.
    port
        The port; 0 for any free one. By default 8000, or another one if that is taken.
    browser
        Open the page in a browser, where there is a screen.
    data
        The folder with the tables, instead of the user's data folder.
    database
        Another database: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE.
    redis
        Redis between several processes: redis://HOST:PORT.
    url
        The address under which people find this server, for invitations.
    origins
        More pages that may talk to this server, as https://HOST.
    trust_proxy
        Addresses of proxies whose X-Forwarded headers are believed.
    bot_threads
        Bots that think at the same time.
    bot_limit
        Seconds after which a bot has lost its turn.
    tables_at_hand
        Folded tables that are kept in memory.
    look_around
        Seconds between two looks for clocks that have run out.
    heartbeat
        Seconds between two signs of life on a socket, and how long an answer may take.
    most_body
        Bytes of a request at the most.
    most_message
        Bytes of a message over a socket at the most.
    send_limit
        Seconds after which a client that does not read is dropped.
    address_rate
        Requests and messages a second from one address; 0 for no limit.
    table_rate
        Commands and questions a second at one table; 0 for no limit.
    opening_rate
        Tables opened an hour from one address; 0 for no limit.
    password_rate
        Passwords tried an hour from one address; 0 for no limit.
    most_sockets
        Sockets open at a time from one address; 0 for no limit.
    shutdown
        Seconds that bots and requests have to finish when the server stops.
    metrics
        Answer /metrics.
    logs
        How to log: as JSON, as text, or as text if somebody watches.
    log_level
        What to log.
    """
    try:
        from qwirkle.web import logs as logging
        from qwirkle.web.page import is_built
        from qwirkle.web.serving import run
        from qwirkle.web.settings import ServerSettings
    except ModuleNotFoundError as error:
        raise MissingExtra("A server", "serve") from error

    given = dict(locals())
    settings = ServerSettings(
        **{name: given[name] for name in ServerSettings.__struct_fields__ if name not in _OWN},
        data=None if data is None else str(data),
        origins=tuple(origins or ()),
    )
    logging.set_up(logs, log_level)

    def ready(address: str) -> None:
        print(f"Qwirkle is served at {address} (Ctrl-C ends it).", flush=True)  # noqa: T201
        if browser and is_built():
            opened(address)

    run(settings, ready)


_OWN = ("data", "origins")


def opened(address: str) -> bool:
    """Open the page where a person can see it, without waiting for the browser."""
    import threading
    import webbrowser

    if not _has_a_screen():
        return False
    # Some browsers keep their caller waiting until they are closed.
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    return True


def _has_a_screen() -> bool:
    """Without one Python would find a browser that takes the terminal for itself."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))
