"""A server process: its settings, its connections, and the sockets it writes to."""
