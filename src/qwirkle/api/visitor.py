"""Visitors: whoever sends a request, with what their transport knows about them."""

from __future__ import annotations

from collections.abc import Mapping

from qwirkle.tables.core.commands import Command
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.tables import Done
from qwirkle.tables.service import TableService


class Visitor:
    """The only visitor of a service that has no others: nobody counts their requests."""

    lists_tables = False
    """Whether new tables are in the list of this server, unless their host objects."""
    reads_photos = False
    """Whether photographs can be read."""
    address = ""
    """The address by which requests without a caller are counted."""

    def __init__(
        self, service: TableService, caller: Caller | None = None, query: Mapping[str, str] = {}
    ) -> None:
        self.service = service
        self.query = query
        self._caller = caller

    async def caller(self) -> Caller:
        """Return the caller; without a secret they can only look."""
        return self._caller or Caller(None)

    async def guest(self) -> Caller:
        """Return the caller, with a new secret if they have none: the transport keeps it."""
        return await self.caller()

    async def asks(self, table: str) -> Caller:
        """Return the caller, and count their question at a table."""
        caller = await self.caller()
        self.count_command(table, caller)
        return caller

    async def act(
        self, table: str, command: Command, command_id: str, expected_seq: int | None
    ) -> Done:
        """Carry out a command at a table."""
        return await self.service.tables.act(
            table,
            await self.guest(),
            command,
            command_id=command_id,
            expected_seq=expected_seq,
        )

    def count_command(self, table: str, caller: Caller) -> None:
        """Count a command or a question at a table."""

    def count_question(self) -> None:
        """Count a question that belongs to no table."""

    def count_opening(self) -> None:
        """Count a table that is to be opened; refused if there is no room for it."""
