"""Small Swiss tournaments, for three to eight people on one server."""
