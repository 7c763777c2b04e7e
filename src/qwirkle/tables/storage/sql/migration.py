"""Migration of a database, safe when many processes start at the same time.

The first process migrates, in one transaction, and the others find it done. An empty database gets
today's schema directly; only an older store runs the migrations one by one.
"""

from __future__ import annotations

import time
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection

from qwirkle.errors import StoreError
from qwirkle.tables.storage.sql.database import Database
from qwirkle.tables.storage.sql.months import partition_events
from qwirkle.tables.storage.sql.schema import whole_schema

MIGRATIONS = Path(__file__).parent / "migrations"

NEWEST = max(path.name[1:5] for path in (MIGRATIONS / "versions").glob("m[0-9]*.py"))
"""The last migration, by the name of its file: Alembic, which is slow to load, is needed only by
an older store."""


async def migrate(database: Database) -> None:
    """Create or migrate the tables of the database for this version."""
    if await database.read(schema_version) != NEWEST:
        await database.write(lambda connection: _bring_up_to_date(database, connection))


def schema_version(connection: Connection) -> str | None:
    """Return the last migration of a database; None if it is not a store of this package."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    version = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return None if version is None else str(version)


async def check_current(url: URL) -> None:
    """Refuse a store that opening would create or migrate."""
    database = Database(url)
    try:
        if not database.exists():
            raise StoreError(f"there is no store {database.name}")
        if not database.is_written():
            raise StoreError(f"{database.name} is not a store of qwirkle")
        version = await database.read(schema_version)
    finally:
        await database.close()
    if version is None:
        raise StoreError(f"{database.name} is not a store of qwirkle")
    if version != NEWEST:
        raise StoreError(
            f"the store {database.name} has version {version}, this qwirkle needs {NEWEST}; "
            "qwirkle serve brings an older store up to date"
        )


def rewrite_version(connection: Connection) -> None:
    """Write the version again unchanged: fails if nothing can be written."""
    connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))


def _bring_up_to_date(database: Database, connection: Connection) -> None:
    database.lock(connection, ["migration"])
    version = schema_version(connection)
    if version == NEWEST:
        return
    own = [table.name for table in whole_schema().sorted_tables]
    if version is None and not set(own).intersection(sa.inspect(connection).get_table_names()):
        create_tables(connection)
    else:
        _upgrade(database, connection, version)


def create_tables(connection: Connection) -> None:
    """Create today's tables in an empty database."""
    whole_schema().create_all(connection)
    if connection.dialect.name == "postgresql":
        partition_events(connection, time.time_ns() // 1_000_000)
    # The table in which Alembic records the version of a store.
    note = sa.Table(
        "alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32), primary_key=True)
    )
    note.create(connection)
    connection.execute(note.insert().values(version_num=NEWEST))


def _upgrade(database: Database, connection: Connection, version: str | None) -> None:
    from alembic import command  # noqa: PLC0415 - slow to load and seldom needed
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    known = [step.revision for step in ScriptDirectory.from_config(config).walk_revisions()]
    if version is not None and version not in known:
        raise StoreError(
            f"the store {database.name} was made by a newer version of qwirkle; "
            "this one would damage it"
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
