"""Real servers, one of each for a whole run; a database of its own for each test."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

import servers
from qwirkle.tables.storage.ports import WholeStore
from qwirkle.tables.storage.sql import store_at
from qwirkle.testing.memory_store import MemoryStore

from .clients import NEW_STORE
from .memory import MemoryStore as SmallStore
from .on_sqlite import SqliteStore

MakeStore = Callable[[], WholeStore]
"""Stores that share their data, not opened yet."""

KINDS = ("memory", "sqlite", "postgresql")
_numbers = itertools.count()


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[servers.Server]:
    with servers.postgresql() as server:
        yield server


@pytest.fixture(scope="session")
def redis_server() -> Iterator[servers.Server]:
    with servers.redis() as server:
        yield server


@pytest.fixture
def postgresql_address(postgresql_server: servers.Server) -> Iterator[str]:
    """A new, empty database."""
    name = f"test{next(_numbers)}"
    place = f"postgresql://qwirkle@127.0.0.1:{postgresql_server.port}"
    with psycopg.connect(f"{place}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    yield f"{place}/{name}"
    with psycopg.connect(f"{place}/postgres", autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.fixture
def sqlite_address(tmp_path: Path) -> str:
    """A new file."""
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture(params=KINDS[1:])
def address(request: pytest.FixtureRequest) -> str:
    """Each database in turn."""
    return str(request.getfixturevalue(f"{request.param}_address"))


@pytest.fixture(params=KINDS)
def make_store(request: pytest.FixtureRequest) -> MakeStore:
    """Each store in turn."""
    if request.param == "memory":
        store = MemoryStore()
        return lambda: store
    where = request.getfixturevalue(f"{request.param}_address")
    return lambda: store_at(where)


@pytest.fixture
def redis_address(redis_server: servers.Server) -> str:
    return f"redis://127.0.0.1:{redis_server.port}"


@pytest.fixture(params=["memory", "sqlite"])
def each_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """Houses stand on the small store, and then on the real one."""
    NEW_STORE.append(SmallStore if request.param == "memory" else lambda: SqliteStore(tmp_path))
    yield
    NEW_STORE.pop()
