"""Matchmaking on one server: tables with a free seat, games to watch, quick games."""
