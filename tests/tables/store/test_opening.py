"""Opening a store: where it is, what is made there, and what is refused with a sentence."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext

from qwirkle.errors import MissingExtra, StoreError
from qwirkle.tables.people.model import Account
from qwirkle.tables.results.model import removed_person
from qwirkle.tables.storage.ports import Accepted, IndexEntry
from qwirkle.tables.storage.sql import database
from qwirkle.tables.storage.sql.database import Database, at_address, data_folder
from qwirkle.tables.storage.sql.migration import MIGRATIONS
from qwirkle.tables.storage.sql.schema import whole_schema
from qwirkle.tables.stores import SqlStore, store_at
from qwirkle.testing.stores.appends import append_events


def open_and_close(address: str | None = None, folder: Path | None = None) -> None:
    async def story() -> None:
        store = store_at(address, folder=folder)
        try:
            await store.open()
        finally:
            await store.close()

    asyncio.run(story())


def plain(address: str) -> sa.Engine:
    return sa.create_engine(address.replace("postgresql:", "postgresql+psycopg:"))


def _is_used(name: str | None, kind: str, _parents: object) -> bool:
    """Whether the schema names it: a snapshot was never written, months are parts of events."""
    months = name is not None and name.startswith(("events_", "ix_events_"))
    return not months and (name, kind) != ("snapshots", "table")


def migrate_from_nothing(address: str, step: str = "head") -> None:
    """As the stores of all earlier versions came about: migration after migration."""
    store = SqlStore(Database(at_address(address)))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))

    def upgrade(connection: sa.Connection) -> None:
        config.attributes["connection"] = connection
        command.upgrade(config, step)

    async def story() -> None:
        store._database.prepare()
        await store._database.write(upgrade)
        await store.close()

    asyncio.run(story())


@pytest.mark.parametrize("make", [migrate_from_nothing, open_and_close])
def test_migrated_and_new_stores_are_what_the_schema_says(
    address: str, make: Callable[[str], None]
) -> None:
    make(address)
    open_and_close(address)
    engine = plain(address)
    with engine.connect() as connection:
        opts = {"compare_server_default": True, "include_name": _is_used}
        context = MigrationContext.configure(connection, opts=opts)
        assert compare_metadata(context, whole_schema()) == []
        collations = connection.execute(
            sa.text("SELECT sql FROM sqlite_master WHERE name IN ('events', 'commands', 'games')")
            if address.startswith("sqlite")
            else sa.text(
                "SELECT collation_name FROM information_schema.columns "
                "WHERE column_name IN ('game', 'command_id') AND table_schema = 'public'"
            )
        ).scalars()
        word = "WITHOUT ROWID" if address.startswith("sqlite") else "C"
        assert all(word in line for line in collations)
    engine.dispose()


def test_the_schema_is_whole_whichever_features_are_loaded(tmp_path: Path) -> None:
    """Whoever copies a store loads none of them, and must not leave their tables behind."""
    address = f"sqlite:///{tmp_path / 'tables.db'}"
    migrate_from_nothing(address)
    engine = plain(address)
    there = set(sa.inspect(engine).get_table_names()) - {"alembic_version", "snapshots"}
    engine.dispose()
    program = (
        "from qwirkle.tables.storage.sql.schema import whole_schema\nprint(*whole_schema().tables)"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert set(found.stdout.split()) == there


def test_opening_a_new_or_current_store_loads_no_migrations(address: str) -> None:
    program = (
        "import asyncio, sys\n"
        "from qwirkle.tables.stores import store_at\n"
        "async def story():\n"
        "    store = store_at(sys.argv[1])\n"
        "    await store.open()\n"
        "    await store.close()\n"
        "asyncio.run(story())\n"
        "assert 'alembic' not in sys.modules\n"
    )
    for _ in ("new", "current"):
        subprocess.run([sys.executable, "-c", program, address], check=True)


def test_processes_that_start_at_once_make_one_store(address: str) -> None:
    program = (
        "import asyncio, sys\n"
        "from qwirkle.tables.stores import store_at\n"
        "store = store_at(sys.argv[1])\n"
        "print('loaded', flush=True)\n"
        "sys.stdin.readline()\n"
        "async def story():\n"
        "    await store.open()\n"
        "    await store.close()\n"
        "asyncio.run(story())\n"
    )
    running = [
        subprocess.Popen(
            [sys.executable, "-c", program, address],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline() == "loaded\n"
    for process in running:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in running:
        _, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors


def test_a_store_of_the_version_before_is_brought_up_to_date(address: str) -> None:
    """With everything in it, and a table that goes on: it is listed and announced from then on."""
    store = SqlStore(Database(at_address(address)))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))

    async def story() -> None:
        store._database.prepare()

        def upgrade(connection: sa.Connection) -> None:
            config.attributes["connection"] = connection
            command.upgrade(config, "0002")
            connection.execute(
                sa.text(
                    "INSERT INTO games (game, last_seq, due, created_at, updated_at) "
                    "VALUES ('old', 1, 7, 1, 1)"
                )
            )
            connection.execute(sa.text("INSERT INTO events VALUES ('old', 1, 1, '{}')"))

        await store._database.write(upgrade)
        await store.open()
        assert [row.body for row in await store.read("old")] == [b"{}"]
        assert await store.claim_due(9, 9, now=9, lease=1) == ["old"]
        assert await store.to_plan(9, 9) == []
        assert await store.list_tables("open", 9) == []
        entry = IndexEntry("An old table", "classic", finished=False, listing="open")
        appended = await append_events(store, "old", expected_seq=1, notify_at=5, index=entry)
        assert appended == Accepted(2)
        assert await store.to_plan(9, 9) == ["old"]
        assert [found.game for found in await store.list_tables("open", 9)] == ["old"]
        await store.close()

    asyncio.run(story())


def test_names_that_removed_accounts_have_left_are_forgotten_in_an_older_store(
    address: str,
) -> None:
    """Until version 0009 a removed account left its name in results and tournaments."""
    migrate_from_nothing(address, "0008")
    engine = plain(address)
    entrants = [
        {"name": "Ann", "key": "k", "account": "there"},
        {"name": "Guest", "key": "g"},
        {"name": "Ben", "key": "b", "account": "gone", "id": "x"},
    ]
    with engine.begin() as connection:
        connection.execute(
            whole_schema().tables["accounts"].insert(),
            {"id": "there", "name": "Ann", "folded_name": "ann", "password": "", "created_at": 1},
        )
        row = {"edition": "classic", "at": 1, "place": 1, "tied": True, "score": 5}
        people = [("account:there", "Ann"), ("account:gone", "Ben"), ("device:d", "Dee")]
        for seat, (person, name) in enumerate(people):
            whole = {"game": "t", "seat": seat, "person": person, "name": name, **row}
            connection.execute(
                whole_schema().tables["results"].insert(), {**whole, "best_turn": 1, "qwirkles": 0}
            )
        body = json.dumps({"id": "s", "entrants": entrants, "rounds": []}, separators=(",", ":"))
        connection.execute(
            whole_schema().tables["tournaments"].insert(),
            {"tournament": "s", "version": 3, "at": 1, "body": body},
        )
    open_and_close(address)
    with engine.connect() as connection:
        results = connection.execute(sa.text("SELECT person, name FROM results ORDER BY seat"))
        found = [tuple(row) for row in results]
        assert found[0] == ("account:there", "Ann")
        assert found[1] == (removed_person("account:gone"), "Guest")
        assert found[2] == ("device:d", "Dee")
        stored = connection.execute(sa.text("SELECT version, body FROM tournaments")).one()
        assert stored.version == 4
        after = json.loads(stored.body)["entrants"]
        assert after[:2] == entrants[:2]
        assert after[2] == {"name": "Guest 2", "key": "b", "account": None, "id": "x"}
    engine.dispose()


def test_accounts_of_earlier_versions_are_found_by_their_names(sqlite_address: str) -> None:
    """Names were compared in two other ways; of two that look alike the one that was meant."""
    migrate_from_nothing(sqlite_address, "0008")
    cyrillic = "V\u0456ctim"
    rows = [
        ("1", "Victim", "victim"),
        ("2", cyrillic, cyrillic.lower()),
        ("3", "\u0410nn1", "ann1"),
        ("4", "Bob0", "bob0"),
        ("5", "BobO", "bobo"),
    ]
    engine = plain(sqlite_address)
    with engine.begin() as connection:
        for number, (account, name, folded) in enumerate(rows):
            values = {"id": account, "name": name, "folded_name": folded, "created_at": number}
            connection.execute(
                whole_schema().tables["accounts"].insert(), {**values, "password": ""}
            )
    engine.dispose()

    async def story() -> None:
        store = store_at(sqlite_address)
        await store.open()
        for account, name, _ in rows:
            found = await store.account_named(name)
            assert found is not None
            assert found.id == account, name
        other = await store.account_named("vICTIM")
        assert other is not None
        assert other.id == "1"
        # What looks like an account of an earlier version is taken now.
        assert not await store.add_account(Account("6", "Annl", "", 9))
        assert await store.add_account(Account("7", "Zoe", "", 9))
        assert not await store.rename_account("7", "b0bo")
        await store.close()

    asyncio.run(story())


def test_a_store_made_by_a_newer_version_is_left_alone(address: str) -> None:
    open_and_close(address)
    engine = plain(address)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="made by a newer version of qwirkle"):
        open_and_close(address)
    with engine.connect() as connection:
        assert connection.scalar(sa.text("SELECT version_num FROM alembic_version")) == "9999"
    engine.dispose()


def test_the_folder_is_made_and_others_cannot_read_it(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "yet"
    open_and_close(folder=folder)
    assert (folder / "tables.db").exists()
    assert (folder / "tables.db").stat().st_mode & 0o077 == 0


def test_the_default_place_is_the_users_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert data_folder() == tmp_path / "qwirkle"


@pytest.mark.parametrize(
    "address",
    ["", "nonsense", "sqlite://", "sqlite:///:memory:", "mysql://localhost/x", "postgresql://h:x/"],
)
def test_an_address_that_is_none_is_refused_with_a_sentence(address: str) -> None:
    with pytest.raises(StoreError, match=r"sqlite:///FILE|SQLite needs a file"):
        store_at(address)


def test_a_refusal_does_not_repeat_a_password() -> None:
    with pytest.raises(StoreError) as refused:
        store_at("postgresql://me:secret@host:port/")
    assert "secret" not in str(refused.value)


def test_a_server_that_is_not_there_is_a_sentence_without_a_password() -> None:
    with pytest.raises(StoreError) as refused:
        open_and_close("postgresql://me:secret@127.0.0.1:1/x")
    assert str(refused.value).startswith("the store postgresql://me:***@127.0.0.1:1/x: connection")
    assert "\n" not in str(refused.value)


def test_a_file_that_is_no_database_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_text("a shopping list, quite a long one\n" * 99)
    with pytest.raises(StoreError, match="file is not a database"):
        open_and_close(folder=tmp_path)


def test_a_place_that_is_no_folder_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"(?i)file exists|not a directory"):
        open_and_close(folder=tmp_path / "file")


def test_without_the_extra_it_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtra, match=r"qwirkle\[host\]"):
        store_at("postgresql://localhost/x")


def test_a_start_on_many_games_reads_none_of_them(sqlite_address: str) -> None:
    """Counted in what SQLite did, because seconds depend on the machine."""

    async def story() -> None:
        store = store_at(sqlite_address)
        await store.open()
        await asyncio.gather(
            *(append_events(store, f"table {n}", b'"x"' * 100) for n in range(1_000))
        )
        await store.close()
        reopened = store_at(sqlite_address)
        seen: list[str] = []
        engine = reopened._database._engine
        sa.event.listen(engine, "before_cursor_execute", lambda *given: seen.append(given[2]))
        await reopened.open()
        assert await reopened.claim_due(0, 10, now=0, lease=1) == []
        await reopened.close()
        assert not any("events" in statement for statement in seen)
        assert len(seen) <= 6

    asyncio.run(story())


class _Busy:
    """A connection that is told so often that the file is in use."""

    def __init__(self, times: int, code: int) -> None:
        self.times = times
        self.code = code
        self.asked: list[str] = []

    def execute(self, statement: str) -> None:
        self.asked.append(statement)
        if len(self.asked) <= self.times:
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = self.code
            raise error


@pytest.mark.parametrize("code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_RECOVERY])
def test_a_file_that_others_open_or_close_is_asked_for_again(code: int) -> None:
    connection = _Busy(3, code)
    database._ask_again(cast("sqlite3.Connection", connection), "PRAGMA journal_mode=WAL")
    assert connection.asked == ["PRAGMA journal_mode=WAL"] * 4


def test_nobody_waits_for_ever_or_for_what_is_no_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = _Busy(9, sqlite3.SQLITE_CORRUPT)
    with pytest.raises(sqlite3.OperationalError):
        database._ask_again(cast("sqlite3.Connection", broken), "PRAGMA journal_mode=WAL")
    assert len(broken.asked) == 1
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    with pytest.raises(sqlite3.OperationalError):
        database._ask_again(cast("sqlite3.Connection", _Busy(10**6, 5)), "PRAGMA journal_mode=WAL")
