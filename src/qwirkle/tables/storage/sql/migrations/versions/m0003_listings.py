"""The lists in which people find tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    text_id = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
    op.add_column("games", sa.Column("listing", text_id, nullable=True))
    op.create_index(
        "ix_games_listing",
        "games",
        ["listing", "created_at", "game"],
        sqlite_where=sa.text("listing IS NOT NULL"),
        postgresql_where=sa.text("listing IS NOT NULL"),
    )
