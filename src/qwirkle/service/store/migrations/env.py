"""What Alembic runs to migrate: over the connection, and inside the transaction, it is given."""

from __future__ import annotations

from alembic import context

from qwirkle.service.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite cannot change most of a table in place
)
context.run_migrations()
