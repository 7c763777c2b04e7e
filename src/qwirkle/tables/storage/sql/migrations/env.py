"""The script with which Alembic migrates, on the connection and in the transaction it is given."""

from __future__ import annotations

from alembic import context

from qwirkle.tables.storage.sql.schema import whole_schema

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=whole_schema(),
    render_as_batch=True,  # SQLite cannot change most of a table in place
)
context.run_migrations()
