"""The JSON Lines engine protocol, both sides of it."""
