"""The choices before a table is opened."""
