"""Matches between bots, and what can honestly be said after them."""
