"""What accounts have practised: puzzles, and the deck of their own turns."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add an empty table."""
    text_id = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
    op.create_table(
        "training",
        sa.Column("account", text_id, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name="fk_training_account", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account", name="pk_training"),
    )
