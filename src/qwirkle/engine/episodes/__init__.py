"""Whole games in the core: dealt and played as the library does, and as environments."""
