"""Access to the database, in threads, so that the event loop never waits for a disk.

SQLAlchemy's own asyncio layer goes through a thread (or a socket) once per statement; here a whole
transaction is one trip into a thread, which takes a fraction of the processor time. This is the
only module that knows how SQLite and PostgreSQL differ.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar, TypeVarTuple, Unpack

import platformdirs
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, Connection, Dialect, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.sql.base import Executable, ReadOnlyColumnCollection

from qwirkle.api.visitors import asking
from qwirkle.errors import MissingExtra, StoreError

T = TypeVar("T")
Given = TypeVarTuple("Given")
Insert = sqlite.Insert | postgresql.Insert
Table = sa.Table[ReadOnlyColumnCollection[str, sa.Column[object]]]

FILE = "tables.db"
"""The name of a SQLite store's file in its folder."""

READERS = 4
"""The number of reading threads; both databases let them read while one writes."""

BUSY_SECONDS = 20
"""How long one process waits for another that is writing to the same SQLite file."""

BUSY_PAUSE = 0.01
"""Seconds until the next attempt, where SQLite does not wait automatically."""

PRAGMAS = {
    "journal_mode": "WAL",  # readers and the writer do not wait for each other
    "synchronous": "FULL",  # flush the log at every commit: see docs/store.md
    "fullfsync": "ON",  # macOS: and the cache of the disk; no effect elsewhere
    "foreign_keys": "ON",
    "journal_size_limit": 64 * 1024 * 1024,
}

SQLITE_HEADER = b"SQLite format 3\0"

POSTGRESQL = {"connect_timeout": 10, "keepalives_idle": 30, "tcp_user_timeout": 20_000}
"""Detects a lost server within seconds; the last value is in milliseconds."""


class Database:
    """One database: one thread that writes, a few that read."""

    def __init__(self, url: URL) -> None:
        self._url = url
        self._engine = _engine(url)
        self._reading = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        self._held: Connection | None = None
        self._closed = False

    @property
    def dialect(self) -> str:
        """``sqlite`` or ``postgresql``."""
        return self._engine.dialect.name

    @property
    def name(self) -> str:
        """The location, without a password."""
        return self._url.render_as_string(hide_password=True)

    def exists(self) -> bool:
        """Return whether the file of a SQLite database exists; a server is checked on first use."""
        return self.dialect != "sqlite" or Path(str(self._url.database)).is_file()

    def is_written(self) -> bool:
        """Return whether the file is a SQLite database; an empty file counts as one."""
        if self.dialect != "sqlite":
            return True
        with Path(str(self._url.database)).open("rb") as file:
            return file.read(len(SQLITE_HEADER)) == SQLITE_HEADER

    def snapshot(self, connection: Connection) -> None:
        """Make this transaction see one consistent state from its first statement on.

        On SQLite, our transactions do so anyway.
        """
        if self.dialect != "sqlite":
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")

    def copy_file(self, path: Path) -> None:
        """Copy a SQLite database to a new file, while others read and write it."""
        try:
            with (
                closing(sqlite3.connect(str(self._url.database), timeout=BUSY_SECONDS)) as source,
                closing(sqlite3.connect(path)) as target,
            ):
                source.backup(target)  # in one step, without what others write meanwhile
                # A backup is one file that can be read where nothing can be written beside it.
                target.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.Error as error:
            raise StoreError(f"the store {self.name}: {error}") from None

    def prepare(self) -> None:
        """Create the folder and the file of a SQLite database, readable by this user only."""
        if self.dialect != "sqlite":
            return
        path = Path(str(self._url.database))
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            raise StoreError(f"the store {self.name}: {error.strerror}") from error

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run one statement that reads, in a thread, and charge it to whoever asks.

        An archived game is unpacked there.
        """
        payer = asking.get()

        def measured() -> T:
            began = time.thread_time()
            try:
                return self.read_here(work)
            finally:
                payer.charge(time.thread_time() - began)

        return await self._in(self._readers, measured)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction in the thread that writes; durable when it returns.

        It is retried once if the connection turns out to be lost: ``work`` must allow for that.
        """
        return await self._in(self._writer, self.write_here, work)

    async def close(self) -> None:
        """Finish pending work and close the connections."""
        self._closed = True
        await asyncio.to_thread(self._close)

    def compile_sql(self, statement: Executable) -> str:
        """Return the SQL of a statement for ``exec_driver_sql``, to be compiled only once."""
        return _compile(self._engine.dialect, statement)

    def insert(self, table: Table) -> Insert:
        """Return an INSERT that supports ``on_conflict``."""
        return insert_into(table, self.dialect)

    def lock(self, connection: Connection, names: Iterable[str]) -> None:
        """Wait until no other transaction holds these names; hold them until this one ends.

        A transaction that writes to SQLite is alone anyway. The names are sorted, so that two
        transactions that want the same ones never wait for each other.
        """
        if self.dialect == "sqlite":
            return
        numbers = sorted({_number(name) for name in names})
        connection.exec_driver_sql(
            "SELECT pg_advisory_xact_lock(n) FROM unnest(%(numbers)s::bigint[]) AS n",
            {"numbers": numbers},
        )

    async def _in(
        self, threads: ThreadPoolExecutor, run: Callable[[Unpack[Given]], T], *given: *Given
    ) -> T:
        if self._closed:
            raise StoreError(f"the store {self.name} is closed")
        try:
            return await asyncio.get_running_loop().run_in_executor(threads, run, *given)
        except SQLAlchemyError as error:
            # Not “from error”: it may quote the row, with ids and hands, and errors are logged.
            raise StoreError(f"the store {self.name}: {first_line(error)}") from None

    def read_here(self, work: Callable[[Connection], T]) -> T:
        """Run one statement that reads, in the current thread."""
        return self._again(lambda: self._read_once(work))

    def write_here(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction in the current thread, which must be the only one."""
        return self._again(lambda: self._write_once(work))

    def _again(self, attempt: Callable[[], T]) -> T:
        """Try again once after a lost connection, which may have been lost long ago."""
        try:
            return attempt()
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            return attempt()

    def _read_once(self, work: Callable[[Connection], T]) -> T:
        with self._reading.connect() as connection:
            return work(connection)

    def _write_once(self, work: Callable[[Connection], T]) -> T:
        if self._held is None:
            self._held = self._engine.connect()
        try:
            with self._held.begin():
                return work(self._held)
        except BaseException:
            self._let_go()
            raise

    def _let_go(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            held.close()

    def _close(self) -> None:
        self._readers.shutdown()
        self._writer.submit(self._let_go)
        self._writer.shutdown()
        self._engine.dispose()


def insert_into(table: Table, dialect: str) -> Insert:
    """Return an INSERT of ``sqlite`` or ``postgresql``."""
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)


@cache
def _compile(dialect: Dialect, statement: Executable) -> str:
    return str(statement.compile(dialect=dialect))  # type: ignore[attr-defined]


def _number(name: str) -> int:
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big", signed=True)


def first_line(error: SQLAlchemyError) -> str:
    """Return the driver's message, without the statement and its values."""
    said = str(error.orig) if isinstance(error, DBAPIError) else str(error)
    return said.strip().splitlines()[0] if said.strip() else type(error).__name__


def _engine(url: URL) -> Engine:
    match url.get_backend_name():
        case "sqlite":
            return _sqlite_engine(url)
        case "postgresql":
            return _postgresql_engine(url)
        case other:
            raise StoreError(f"a store is sqlite:///FILE or postgresql://..., not {other}")


def _sqlite_engine(url: URL) -> Engine:
    if url.database is None or url.database == ":memory:":
        raise StoreError("a store in SQLite needs a file: sqlite:///FILE")
    engine = sa.create_engine(
        url.set(drivername="sqlite+pysqlite"),
        paramstyle="named",
        hide_parameters=True,
        connect_args={"check_same_thread": False, "timeout": BUSY_SECONDS},
        pool_size=READERS + 1,
    )

    @sa.event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: object) -> None:
        # Transactions are begun below; the driver would begin them late.
        connection.isolation_level = None
        for name, value in PRAGMAS.items():
            _ask_again(connection, f"PRAGMA {name}={value}")

    begin_at_once(engine)
    return engine


def begin_at_once(engine: Engine) -> None:
    """Begin transactions here, and for writing: one that begins by reading may fail to write."""

    @sa.event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        if connection.get_execution_options().get("isolation_level") != "AUTOCOMMIT":
            connection.exec_driver_sql("BEGIN IMMEDIATE")


def _ask_again(connection: sqlite3.Connection, statement: str) -> None:
    """Run a statement; wait while another process opens or closes the same file.

    Switching to the write-ahead log then fails with "busy" immediately: unlike with all other
    statements, SQLite does not wait.
    """
    patience = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute(statement)
        except sqlite3.OperationalError as error:
            # The lowest byte is the code, the rest gives details.
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > patience:
                raise
            time.sleep(BUSY_PAUSE)
        else:
            return


def _postgresql_engine(url: URL) -> Engine:
    query = {name: str(value) for name, value in POSTGRESQL.items()} | dict(url.query)
    try:
        return sa.create_engine(
            url.set(drivername="postgresql+psycopg", query=query),
            isolation_level="READ COMMITTED",
            hide_parameters=True,
            pool_size=READERS + 1,
        )
    except ModuleNotFoundError as error:
        raise MissingExtra("A store in PostgreSQL", "host") from error


def data_folder() -> Path:
    """Return the folder where this system keeps a user's data."""
    return Path(platformdirs.user_data_dir("qwirkle", appauthor=False))


def in_folder(folder: Path) -> URL:
    """Return the address of the store in a folder."""
    return URL.create("sqlite", database=str(folder / FILE))


def at_address(address: str) -> URL:
    """Return the store at ``sqlite:///FILE`` or ``postgresql://USER:PASSWORD@HOST/DATABASE``."""
    try:
        url = make_url(address.strip())
    except (ArgumentError, ValueError):
        # Not repeated in the message: it may hold a password.
        raise StoreError(
            "a store is sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE"
        ) from None
    return url.set(drivername="postgresql") if url.drivername == "postgres" else url


def choose_location(address: str | None, folder: Path | None) -> URL:
    """Return the store at an address, in a folder, or in this user's data folder."""
    return at_address(address) if address else in_folder(folder or data_folder())
