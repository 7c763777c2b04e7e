"""The tables of the database after the last migration. No statement is run here.

A test checks that the migrations lead to the same tables. Ids compare byte by byte in every
database, so that they have the same order everywhere; JSON is stored as text, so that a person can
read it and gets back the very bytes that were written.

The first migration also creates a table ``snapshots``, which is unused. It stays, because dropping
it would break servers of an earlier version that work on the same database.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
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


def _account(*, primary_key: bool = False) -> Column[str]:
    account = ForeignKey(ACCOUNTS.c.id, ondelete="CASCADE")
    return Column("account", ID, account, primary_key=primary_key, nullable=False)


SESSIONS = Table(
    "sessions",
    METADATA,
    Column("token_hash", ID, primary_key=True),
    _account(),
    Column("expires_at", BigInteger, nullable=False),
)
Index("ix_sessions_account", SESSIONS.c.account)
Index("ix_sessions_expires_at", SESSIONS.c.expires_at)

MAILBOXES = Table(
    "mailboxes",
    METADATA,
    _account(primary_key=True),
    Column("address", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("asked_at", BigInteger, nullable=False),
    Column("token", ID, unique=True),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("game", ID, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    _account(),
    Column("at", BigInteger, nullable=False),
)
Index("ix_seats_account", SEATS.c.account, SEATS.c.at)

RATINGS = Table(
    "ratings",
    METADATA,
    _account(primary_key=True),
    Column("edition", ID, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
)

RATED = Table(
    "rated",
    METADATA,
    Column("game", ID, primary_key=True),
    Column("edition", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

RESULTS = Table(
    "results",
    METADATA,
    Column("game", ID, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", ID, nullable=False),
    Column("name", Text, nullable=False),
    Column("edition", ID, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("place", Integer, nullable=False),
    Column("tied", Boolean, nullable=False),
    Column("score", Integer, nullable=False),
    Column("margin", Integer),
    Column("best_turn", Integer, nullable=False),
    Column("qwirkles", Integer, nullable=False),
    Column("luck", Double),
    sqlite_with_rowid=False,
)
Index("ix_results_person", RESULTS.c.person, RESULTS.c.at, RESULTS.c["game"])

TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    Column("tournament", ID, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)
Index("ix_tournaments_at", TOURNAMENTS.c["at"])

SECRETS = Table(
    "secrets",
    METADATA,
    Column("name", ID, primary_key=True),
    Column("value", Text, nullable=False),
)

SUBSCRIPTIONS = Table(
    "subscriptions",
    METADATA,
    Column("device", ID, primary_key=True),
    Column("endpoint", ID, nullable=False, unique=True),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("zone", Text, nullable=False),
    Column("quiet_begin", Integer),
    Column("quiet_end", Integer),
)

NOTICES = Table(
    "notices",
    METADATA,
    Column("game", ID, primary_key=True),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("kind", ID, primary_key=True),
    Column("target", ID, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("due_at", BigInteger),
    Column("attempts", Integer, nullable=False),
)
Index(
    "ix_notices_due_at",
    NOTICES.c.due_at,
    sqlite_where=NOTICES.c.due_at.is_not(None),
    postgresql_where=NOTICES.c.due_at.is_not(None),
)
Index("ix_notices_target", NOTICES.c.target)
Index("ix_notices_at", NOTICES.c.at)
