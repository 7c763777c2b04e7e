"""What the events of a table come to, for ``verifying``: the same fold that play goes by."""

from __future__ import annotations

from collections.abc import Sequence

from qwirkle.service.checking import checked_table
from qwirkle.service.ports import Stored
from qwirkle.service.table.clocks import due
from qwirkle.service.tables import BOT_GRACE, index_of
from qwirkle.service.verifying import Folded

NO_SNAPSHOT = b"null"
"""Folding is quick enough: nobody keeps snapshots, so one that is there is wrong."""


def fold(events: Sequence[Stored]) -> Folded:
    """A table's row and snapshot by its events; raises when they make no table."""
    table = checked_table(events)
    return Folded(NO_SNAPSHOT, due(table, BOT_GRACE), index_of(table))
