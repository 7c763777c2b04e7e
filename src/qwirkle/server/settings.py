"""All settings of a server, defined once: flags, variables and docs follow from them."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Literal
from urllib.parse import quote, urlsplit

from qwirkle.locale import Language
from qwirkle.tables.notices.webhook import BODY as WEBHOOK_BODY

PREFIX = "QWIRKLE_"
USUAL_PORT = 8000
WITH_HOST = "on with the extra “host”"
"""The default of settings that need optional libraries."""


def can_push() -> bool:
    """Return whether the libraries that encrypt and sign notices for devices are installed."""
    return all(map(find_spec, ("http_ece", "py_vapid")))


def can_measure() -> bool:
    """Return whether the library for metrics is installed."""
    return find_spec("prometheus_client") is not None


def _setting(default: Any, about: str, *, unit: str = "", shown: str | None = None) -> Any:
    """Declare a setting: its meaning, its unit, and its default in words if it needs some."""
    meta = {"about": about, "unit": unit, "shown": shown}
    return dataclasses.field(default=default, metadata=meta)


@dataclass(frozen=True, kw_only=True)
class ServerSettings:
    """The settings of one server process."""

    host: str = _setting("127.0.0.1", "Address to listen on; 0.0.0.0 for the whole network")
    port: int | None = _setting(
        None, "Port to listen on; 0 for any free one", shown=f"{USUAL_PORT}, or a free one"
    )
    browser: bool = _setting(default=True, about="Open the page in a browser, if there is a screen")
    data: str | None = _setting(
        None, "Folder for the SQLite file with all tables", shown="the user's data folder"
    )
    database: str | None = _setting(
        None,
        "Another database: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE",
        shown="none",
    )
    redis: str | None = _setting(
        None, "Redis that connects several processes: redis://HOST:PORT", shown="none"
    )
    url: str | None = _setting(
        None,
        "Public address of this server, used in invitations; it may have a path, such as "
        "https://HOST/qwirkle",
        shown="as the browser sees it",
    )
    origins: tuple[str, ...] = _setting(
        (), "Other sites whose pages may use this server, for example https://HOST", shown="none"
    )
    trust_proxy: str = _setting(
        "", "Addresses of proxies whose X-Forwarded headers are trusted", shown="none"
    )
    workers: int = _setting(
        2,
        "How many processes compute what people wait for, such as bots and hints; three more do "
        "what takes about a second, what takes longer, and what nobody waits for, such as reviews",
    )
    bot_limit: float = _setting(8.0, "Time limit for a bot's turn", unit="in seconds")
    listing: Literal["auto", "on", "off"] = _setting(
        "auto",
        "Whether “Everyone here may join” is ticked for a new table; auto is on if the server is "
        "reached in a home network and off on the internet",
    )
    reviews: bool = _setting(default=True, about="Review people's finished games automatically")
    guest_table_days: float = _setting(
        0.0, "Delete finished tables of guests after this many days; 0 to keep them"
    )
    archive_days: float = _setting(
        7.0, "Archive finished games after this many days, in about 1 kB each; 0 for never"
    )
    cached_tables: int = _setting(2000, "How many tables to keep in memory")
    clock_interval: float = _setting(
        0.5, "How often to check for expired clocks", unit="in seconds"
    )
    heartbeat: float = _setting(
        20.0, "Interval between pings on a socket, and time to answer one", unit="in seconds"
    )
    max_body: int = _setting(65536, "Maximum size of a request", unit="in bytes")
    max_message: int = _setting(16384, "Maximum size of a socket message", unit="in bytes")
    send_limit: float = _setting(
        10.0, "How long a client may take to read a message before it is dropped", unit="in seconds"
    )
    address_rate: float = _setting(
        50.0,
        "Maximum requests and messages per second from one address, with bursts of four times "
        "that; 0 for no limit",
    )
    table_rate: float = _setting(
        30.0,
        "Maximum commands and questions per second from one device at one table; 0 for no limit",
    )
    device_cpu: float = _setting(
        250.0,
        "Processor time that one device may use, in milliseconds per second; what was not used in "
        "two minutes can be used at once; 0 for no limit",
    )
    address_cpu: float = _setting(1000.0, "The same for all devices at one address")
    address_memory: int = _setting(
        32, "Megabytes of files that are held for one address at a time; 0 for no limit"
    )
    upload_memory: int = _setting(100, "The same for all addresses together")
    opening_rate: float = _setting(
        60.0, "Maximum tables opened per hour from one address; 0 for no limit"
    )
    password_rate: float = _setting(
        20.0, "Maximum passwords tried per hour from one address; 0 for no limit"
    )
    account_rate: float = _setting(
        100.0,
        "Maximum wrong passwords per hour for one account, from devices and addresses that have "
        "never signed in to it; 0 for no limit",
    )
    max_connections: int = _setting(
        200,
        "Maximum connections from one address, apart from sockets and trusted proxies, and maximum "
        "requests in progress, through a proxy too; 0 for no limit",
    )
    request_limit: float = _setting(
        10.0, "How long a client may take to send a request", unit="in seconds"
    )
    max_lag: float = _setting(
        1.0,
        "How late the server may be with its work before it refuses to open tables",
        unit="in seconds",
    )
    max_sockets: int = _setting(100, "Maximum open sockets from one address; 0 for no limit")
    shutdown: float = _setting(
        10.0, "How long bots and requests may take to finish on shutdown", unit="in seconds"
    )
    push: bool = _setting(
        default=can_push(),
        about="Let devices subscribe to notices that it is their turn (Web Push)",
        shown=WITH_HOST,
    )
    push_contact: str | None = _setting(
        None,
        "Where push services may reach the host: mailto:NAME@HOST or https://HOST",
        shown="the public address",
    )
    webhook_url: str | None = _setting(
        None, "Address that receives every notice of this server, as a template", shown="none"
    )
    webhook_method: str = _setting("POST", "Method of the request to the webhook")
    webhook_headers: str = _setting("{}", "Headers of that request, as a JSON object")
    webhook_body: str = _setting(WEBHOOK_BODY, "Body of that request, as a template")
    mail_server: str | None = _setting(
        None,
        "Mail server for notices: smtp://USER:PASSWORD@HOST:PORT, or smtps://",
        shown="none",
    )
    mail_from: str = _setting("", "Mail address that notices come from", shown="none")
    mail_to: str = _setting(
        "", "Mail address that receives every notice of this server", shown="none"
    )
    notice_language: Language = _setting(  # noqa: RUF009 - a Literal, as its neighbours
        "en", "Language of the webhook and of mail; devices have their own"
    )
    intranet: bool = _setting(
        default=False,
        about="Allow notices to private addresses, such as this machine or its network",
    )
    metrics: bool = _setting(default=can_measure(), about="Serve /metrics", shown=WITH_HOST)
    logs: Literal["auto", "json", "text"] = _setting(
        "auto", "Log format; auto is text on a terminal and JSON otherwise"
    )
    log_level: Literal["debug", "info", "warning", "error"] = _setting(
        "info", "Least severe messages to log"
    )

    @property
    def base(self) -> str:
        """The path of the public address, without a trailing slash; usually empty."""
        path = urlsplit(self.url or "").path.rstrip("/")
        return quote(path, safe="/~%")


@dataclass(frozen=True)
class Setting:
    """One setting in the form for flags and docs."""

    name: str
    about: str
    default: object
    shown_default: str
    """The default in words."""

    @property
    def flag(self) -> str:
        """The flag on the command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        """The environment variable."""
        return PREFIX + self.name.upper()


def all_settings() -> list[Setting]:
    """Describe every setting, in the order of the class."""
    return [
        Setting(
            field.name,
            ", ".join(filter(None, (field.metadata["about"], field.metadata["unit"]))) + ".",
            field.default,
            field.metadata["shown"] or _show(field.default),
        )
        for field in dataclasses.fields(ServerSettings)
    ]


def _show(default: object) -> str:
    if isinstance(default, bool):
        return "on" if default else "off"
    return f"{default:g}" if isinstance(default, float) else str(default)
