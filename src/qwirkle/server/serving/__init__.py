"""A server process: its settings, its connections, and its sockets."""
