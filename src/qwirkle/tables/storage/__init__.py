"""The storage of tables and people: the ports, and their SQL implementation."""
