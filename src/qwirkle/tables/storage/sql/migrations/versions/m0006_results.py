"""Results of finished games, for statistics."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table. A server then adds the results of the games already stored."""
    text_id = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
    op.add_column("games", sa.Column("tallied", sa.Boolean()))
    op.create_index(
        "ix_games_tallied",
        "games",
        ["finished", "game"],
        sqlite_where=sa.text("tallied IS NULL"),
        postgresql_where=sa.text("tallied IS NULL"),
    )
    op.create_table(
        "results",
        sa.Column("game", text_id, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("person", text_id, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("edition", text_id, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("tied", sa.Boolean(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("margin", sa.Integer()),
        sa.Column("best_turn", sa.Integer(), nullable=False),
        sa.Column("qwirkles", sa.Integer(), nullable=False),
        sa.Column("luck", sa.Double()),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_results"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_results_person", "results", ["person", "at", "game"])
