"""Conformance kits for anyone who writes a bot, a store or a bus, and a store kept in memory."""
