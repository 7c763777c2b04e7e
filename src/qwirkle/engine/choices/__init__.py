"""Choices among placements in the core, as the bots of the library make them."""
