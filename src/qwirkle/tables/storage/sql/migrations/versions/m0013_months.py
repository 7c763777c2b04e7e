"""Events by months, on PostgreSQL."""

from __future__ import annotations

import time

from alembic import op

from qwirkle.tables.storage.sql.months import partition_events

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Divide the events by months: nothing is copied, but every event is read once."""
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        partition_events(connection, time.time_ns() // 1_000_000)
