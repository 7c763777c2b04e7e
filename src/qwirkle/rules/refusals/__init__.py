"""Refusals: their stable codes, and the words in which people read them."""
