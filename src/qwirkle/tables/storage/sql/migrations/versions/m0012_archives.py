"""Archives of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the archives. A server then archives the games that are over already."""
    text_id = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
    op.add_column("games", sa.Column("archived", sa.Boolean()))
    op.create_index(
        "ix_games_archived",
        "games",
        ["finished", "updated_at", "game"],
        sqlite_where=sa.text("archived IS NULL"),
        postgresql_where=sa.text("archived IS NULL"),
    )
    op.create_table(
        "archives",
        sa.Column("game", text_id, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_archives"),
    )
