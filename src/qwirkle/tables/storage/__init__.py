"""Where tables and people are kept: the ports, and their SQL implementation."""
