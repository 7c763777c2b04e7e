"""The database: SQLite and PostgreSQL through the same code."""
