"""What every handler needs: the service, the settings, the limits and the metrics."""

from __future__ import annotations

import time

from litestar.types import Scope

from qwirkle.errors import Refused
from qwirkle.service.callers import Caller
from qwirkle.service.ports import Store
from qwirkle.service.service import TableService
from qwirkle.service.table.commands import Command, Sit
from qwirkle.service.tables import Done
from qwirkle.web.devices import Connection
from qwirkle.web.health import Health, LoadMonitor
from qwirkle.web.limits import Limits
from qwirkle.web.logs import Faults
from qwirkle.web.metrics import Metrics
from qwirkle.web.problems import WebReason, request_refused
from qwirkle.web.settings import ServerSettings


class AppContext:
    """Shared by all handlers of one process."""

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
        self.faults = faults or Faults()
        self.metrics = Metrics(service, self.faults)
        self.load = LoadMonitor()
        self.health = Health(store)

    async def act(
        self,
        table: str,
        caller: Caller,
        command: Command,
        command_id: str,
        expected_seq: int | None,
    ) -> Done:
        """Execute a client's command, within the limits, and count it."""
        began = time.perf_counter()
        try:
            self.limits.command(table, caller.key or "")
            if isinstance(command, Sit):
                await self.check_not_banned(caller)
            done = await self.service.tables.act(
                table, caller, command, command_id=command_id, expected_seq=expected_seq
            )
        except Refused as refusal:
            self.metrics.refusals.labels(refusal.reasons[0]).inc()
            raise
        finally:
            self.metrics.seconds.observe(time.perf_counter() - began)
        self.metrics.commands.labels(type(command).__name__.lower()).inc()
        return done

    async def check_not_banned(self, caller: Caller) -> None:
        """Refuse a seat to an account that was banned after its device connected."""
        if self.service.accounts is not None:
            await self.service.accounts.check_not_banned(caller.account)

    def check_room(self) -> None:
        """Refuse to open a table while the server is late with the tables it has."""
        if self.load.lag > self.settings.max_lag:
            raise request_refused(WebReason.UNAVAILABLE, case="overload", retry_after=10)

    def link_to(self, connection: Connection, table: str) -> str:
        """Return the address under which others find a table: the invitation."""
        return f"{self.address(connection.scope)}/t/{table}"

    def address(self, scope: Scope) -> str:
        """Return the address of this server as others see it, without a slash at its end."""
        if self.settings.url is not None:
            return self.settings.url.rstrip("/")
        scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
        host = dict(scope["headers"]).get(b"host", b"localhost").decode("latin-1")
        return f"{scheme}://{host}"
