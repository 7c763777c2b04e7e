"""The context of every request: the service, the settings, the limits and the metrics."""

from __future__ import annotations

import ipaddress
import time
from urllib.parse import urlsplit

from starlette.types import Scope

from qwirkle.api.problems import WebReason, request_refused
from qwirkle.errors import Refused
from qwirkle.server.budget import Budget
from qwirkle.server.limits import Limits
from qwirkle.server.logs import Faults, NoticeLog, ThrottledLog
from qwirkle.server.monitoring.health import Health, LoadMonitor, Watchdog
from qwirkle.server.monitoring.metrics import Metrics
from qwirkle.server.network import Network
from qwirkle.server.settings import ServerSettings
from qwirkle.tables.core.commands import Command, Rematch, Sit
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.tables import Done
from qwirkle.tables.service import TableService
from qwirkle.tables.storage.ports import Store

HOME_DOMAINS = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box")
"""Top-level names that are known in one network only."""


def is_home_network(host: str) -> bool:
    """Return whether a host can be reached only from its own network."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        name = host.rstrip(".").lower()
        return bool(name) and ("." not in name or name.endswith(HOME_DOMAINS))
    return address.is_private or address.is_loopback or address.is_link_local


class AppContext:
    """The context shared by all requests of one process."""

    def __init__(
        self,
        service: TableService,
        store: Store,
        settings: ServerSettings,
        faults: Faults | None = None,
    ) -> None:
        self.service = service
        self.store = store
        self.settings = settings
        self.limits = Limits(settings)
        self.budget = Budget(settings)
        service.workers.account = self.budget.account
        self.faults = faults or Faults()
        self.metrics = Metrics(service, self.faults)
        if service.notifier is not None:
            service.notifier.on_outcome.append(NoticeLog().write)
        self.load = LoadMonitor()
        self.watchdog = Watchdog(self._note_stall)
        self.metrics.watch(self.watchdog, self.budget)
        self._stalls = ThrottledLog()
        self.health = Health(store)
        self.network = Network(settings)

    def _note_stall(self, seconds: float, stack: str) -> None:
        """Count a stall of the event loop, and log where it was."""
        self.metrics.stalls.inc()
        where = stack.rstrip().rpartition("\n  File ")[2] or "a call that kept the lock"
        self._stalls.write("warning", "stalled", where, seconds=round(seconds, 3), stack=stack)

    async def act(
        self,
        table: str,
        caller: Caller,
        command: Command,
        command_id: str,
        expected_seq: int | None,
        *,
        address: str,
    ) -> Done:
        """Execute a client's command within the limits, and count it."""
        began = time.monotonic()
        running = self.load.begin(began)
        try:
            self.limits.command(table, caller.key or "")
            if isinstance(command, Sit):
                await self.check_not_banned(caller)
            if isinstance(command, Rematch) and await self.service.tables.opens_rematch(
                table, caller
            ):
                self.count_opening(address)
            done = await self.service.tables.act(
                table, caller, command, command_id=command_id, expected_seq=expected_seq
            )
        except Refused as refusal:
            self.metrics.refusals.labels(refusal.reasons[0]).inc()
            raise
        finally:
            self.load.end(running)
            self.metrics.seconds.observe(time.monotonic() - began)
        if isinstance(command, Rematch):
            await self._rematch_opened_by(table, address)
        self.metrics.count_command(command)
        return done

    async def _rematch_opened_by(self, table: str, address: str) -> None:
        following = (await self.service.tables.current(table)).next
        if following is not None:
            self.service.bots.opened_by(following.table, address, first=True)

    async def check_not_banned(self, caller: Caller) -> None:
        """Refuse a seat to an account that was banned after its device connected."""
        if self.service.accounts is not None:
            await self.service.accounts.check_not_banned(caller.account)

    def check_room(self) -> None:
        """Refuse to open a table while the server is overloaded."""
        if self.load.lag > self.settings.max_lag:
            raise request_refused(WebReason.UNAVAILABLE, case="overload", retry_after=10)

    def count_opening(self, address: str, count: int = 1) -> None:
        """Count tables that an address is about to open, in whatever way; refuse too many."""
        self.check_room()
        self.limits.count_opening(address, count)

    def lists_tables(self, scope: Scope) -> bool:
        """Return whether new tables are listed on this server, unless their host objects."""
        if self.settings.listing != "auto":
            return self.settings.listing == "on"
        return is_home_network(urlsplit(self.address(scope)).hostname or "")

    def address(self, scope: Scope) -> str:
        """Return the public address of this server, without a trailing slash."""
        if self.settings.url is not None:
            return self.settings.url.rstrip("/")
        scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
        host = dict(scope["headers"]).get(b"host", b"localhost").decode("latin-1")
        return self.network.for_others(f"{scheme}://{host}")
