"""Seats whose person wants no notices of the table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    text_id = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
    op.create_table(
        "mutes",
        sa.Column("game", text_id, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("account", text_id),
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name="fk_mutes_account", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_mutes"),
    )
    op.create_index("ix_mutes_account", "mutes", ["account"])
