"""Notices that wait to be sent, the devices that want them, and secrets of the server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    text_id = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
    op.add_column("games", sa.Column("notify_at", sa.BigInteger()))
    op.create_index(
        "ix_games_notify_at",
        "games",
        ["notify_at", "game"],
        sqlite_where=sa.text("notify_at IS NOT NULL"),
        postgresql_where=sa.text("notify_at IS NOT NULL"),
    )
    op.create_table(
        "secrets",
        sa.Column("name", text_id, nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secrets"),
    )
    op.create_table(
        "subscriptions",
        sa.Column("device", text_id, nullable=False),
        sa.Column("endpoint", text_id, nullable=False),
        sa.Column("p256dh", sa.Text(), nullable=False),
        sa.Column("auth", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("quiet_begin", sa.Integer()),
        sa.Column("quiet_end", sa.Integer()),
        sa.PrimaryKeyConstraint("device", name="pk_subscriptions"),
        sa.UniqueConstraint("endpoint", name="uq_subscriptions_endpoint"),
    )
    op.create_table(
        "notices",
        sa.Column("game", text_id, nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("kind", text_id, nullable=False),
        sa.Column("target", text_id, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger()),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "turn", "kind", "target", name="pk_notices"),
    )
    op.create_index(
        "ix_notices_due_at",
        "notices",
        ["due_at"],
        sqlite_where=sa.text("due_at IS NOT NULL"),
        postgresql_where=sa.text("due_at IS NOT NULL"),
    )
    op.create_index("ix_notices_target", "notices", ["target"])
    op.create_index("ix_notices_at", "notices", ["at"])
