"""Everything that can be set about a server: each has a flag, a variable and a line in the docs."""

from __future__ import annotations

import msgspec

PREFIX = "QWIRKLE_"
USUAL_PORT = 8000


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of one server process."""

    host: str = "127.0.0.1"
    port: int | None = None
    """None: the usual one, or any other if that is taken."""
    browser: bool = True
    data: str | None = None
    database: str | None = None
    redis: str | None = None
    url: str | None = None
    origins: tuple[str, ...] = ()
    trust_proxy: str = ""
    bot_threads: int = 1
    bot_limit: float = 8.0
    tables_at_hand: int = 2000
    look_around: float = 0.5
    heartbeat: float = 20.0
    most_body: int = 65536
    most_message: int = 16384
    send_limit: float = 10.0
    address_rate: float = 50.0
    table_rate: float = 30.0
    opening_rate: float = 60.0
    password_rate: float = 20.0
    most_sockets: int = 100
    shutdown: float = 10.0
    metrics: bool = True
    logs: str = "auto"
    log_level: str = "info"


def variable_of(setting: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + setting.upper()
