"""Tables with their events; accounts with their sessions, seats and ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import SchemaItem

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    text_id = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")

    def key(name: str, type_: sa.Text | sa.Integer = text_id) -> SchemaItem:
        return sa.Column(name, type_, nullable=False, autoincrement=False)

    def account(table: str) -> tuple[SchemaItem, sa.ForeignKeyConstraint]:
        foreign = sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], f"fk_{table}_account", ondelete="CASCADE"
        )
        return key("account"), foreign

    op.create_table(
        "events",
        key("game"),
        key("seq", sa.Integer()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_events"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "commands",
        key("game"),
        key("command_id"),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game", "command_id", name="pk_commands"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "games",
        key("game"),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sa.Column("due", sa.BigInteger()),
        sa.Column("title", sa.Text()),
        sa.Column("edition", sa.Text()),
        sa.Column("finished", sa.Boolean()),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_games"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_games_due",
        "games",
        ["due", "game"],
        sqlite_where=sa.text("due IS NOT NULL"),
        postgresql_where=sa.text("due IS NOT NULL"),
    )
    op.create_table(
        "snapshots",
        key("game"),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_snapshots"),
    )
    op.create_table(
        "accounts",
        key("id"),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("folded_name", text_id, nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("folded_name", name="uq_accounts_folded_name"),
    )
    op.create_table(
        "sessions",
        key("token_hash"),
        *account("sessions"),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name="pk_sessions"),
    )
    op.create_index("ix_sessions_account", "sessions", ["account"])
    op.create_index("ix_sessions_expires_at", "sessions", ["expires_at"])
    op.create_table(
        "seats",
        key("game"),
        key("seat", sa.Integer()),
        *account("seats"),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_seats"),
    )
    op.create_index("ix_seats_account", "seats", ["account", "at"])
    op.create_table(
        "ratings",
        *account("ratings"),
        key("edition"),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("account", "edition", name="pk_ratings"),
    )
    op.create_table(
        "rated",
        key("game"),
        sa.Column("edition", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_rated"),
    )
