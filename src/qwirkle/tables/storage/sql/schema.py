"""The tables of the database after the last migration. No statement is run here.

This module declares those that several features read; a feature declares its own in its ``store``,
and ``whole_schema`` collects them. A test checks that the migrations lead to the same tables. Ids
compare byte by byte in every database, so that they have the same order everywhere; JSON is stored
as text, so that a person can read it and gets back the very bytes that were written.

- ``events`` by ``game`` and ``seq``: ``at`` (milliseconds since the epoch), ``body`` (JSON as
  text); ``commands`` by ``game`` and ``command_id``: the answer; ``archives``: archived games
- ``games``: the row of a table, with ``last_seq``; ``due``, when a clock or a bot needs attention;
  ``notify_at``, when its notices are to be planned; ``tallied``, whether its results were counted;
  what lists show
- ``accounts`` (``password`` is an argon2 hash, ``folded_name`` is the same for names that look
  alike), ``sessions`` (hashes of tokens), ``seats`` (the accounts that have a table in their
  history), ``ratings`` (``mu``, ``sigma``), ``rated``; ``mailboxes`` for
  mail, ``training``: what was practised
- ``results``, for statistics, and ``documents``, such as reviews: made again if they are lost;
  ``tournaments``
- ``notices`` by ``game``, ``turn``, ``kind`` and ``target``; ``subscriptions`` of devices,
  ``mutes``
- ``secrets``: the keys that notices, links in mail, and cookies of devices are signed with

The first migration also creates a table ``snapshots``, which is unused. It stays, because dropping
it would break servers of an earlier version that work on the same database.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)
from sqlalchemy.dialects import postgresql

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

ID = Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")

# Without a rowid the events of a table lie side by side, and one B-tree is written instead of two.
EVENTS = Table(
    "events",
    METADATA,
    Column("game", ID, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

COMMANDS = Table(
    "commands",
    METADATA,
    Column("game", ID, primary_key=True),
    Column("command_id", ID, primary_key=True),
    Column("answer", Text, nullable=False),
    sqlite_with_rowid=False,
)

GAMES = Table(
    "games",
    METADATA,
    Column("game", ID, primary_key=True),
    Column("last_seq", Integer, nullable=False),
    Column("due", BigInteger),
    Column("title", Text),
    Column("edition", Text),
    Column("finished", Boolean),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("listing", ID),
    Column("notify_at", BigInteger),
    Column("tallied", Boolean),
    Column("leased_until", BigInteger),
    Column("archived", Boolean),
    sqlite_with_rowid=False,
)
Index(
    "ix_games_tallied",
    GAMES.c.finished,
    GAMES.c["game"],
    sqlite_where=GAMES.c.tallied.is_(None),
    postgresql_where=GAMES.c.tallied.is_(None),
)
Index(
    "ix_games_archived",
    GAMES.c.finished,
    GAMES.c.updated_at,
    GAMES.c["game"],
    sqlite_where=GAMES.c.archived.is_(None),
    postgresql_where=GAMES.c.archived.is_(None),
)
Index(
    "ix_games_notify_at",
    GAMES.c.notify_at,
    GAMES.c["game"],
    sqlite_where=GAMES.c.notify_at.is_not(None),
    postgresql_where=GAMES.c.notify_at.is_not(None),
)
Index(
    "ix_games_due",
    GAMES.c.due,
    GAMES.c["game"],
    sqlite_where=GAMES.c.due.is_not(None),
    postgresql_where=GAMES.c.due.is_not(None),
)

Index(
    "ix_games_listing",
    GAMES.c.listing,
    GAMES.c.created_at,
    GAMES.c["game"],
    sqlite_where=GAMES.c.listing.is_not(None),
    postgresql_where=GAMES.c.listing.is_not(None),
)

ARCHIVES = Table(
    "archives",
    METADATA,
    Column("game", ID, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

DOCUMENTS = Table(
    "documents",
    METADATA,
    Column("game", ID, primary_key=True),
    Column("kind", ID, primary_key=True),
    Column("version", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)

ACCOUNTS = Table(
    "accounts",
    METADATA,
    Column("id", ID, primary_key=True),
    Column("name", Text, nullable=False),
    Column("folded_name", ID, nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("banned_at", BigInteger),
)


def account_column(*, primary_key: bool = False) -> Column[str]:
    """Return the column of a table whose rows go with an account."""
    account = ForeignKey(ACCOUNTS.c.id, ondelete="CASCADE")
    return Column("account", ID, account, primary_key=primary_key, nullable=False)


SEATS = Table(
    "seats",
    METADATA,
    Column("game", ID, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    account_column(),
    Column("at", BigInteger, nullable=False),
)
Index("ix_seats_account", SEATS.c.account, SEATS.c.at)

SECRETS = Table(
    "secrets",
    METADATA,
    Column("name", ID, primary_key=True),
    Column("value", Text, nullable=False),
)


@cache
def whole_schema() -> MetaData:
    """Return all tables: of storage, and of every feature, whichever of them are loaded."""
    features = Path(__file__).parents[2]
    for store in sorted(features.glob("*/store.py")):
        import_module(f"qwirkle.tables.{store.parent.name}.store")
    return METADATA
