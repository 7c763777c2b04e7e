"""Alembic's steps from an empty database to ``schema.py``. Released steps never change."""
