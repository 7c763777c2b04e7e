"""Matches between bots, and statistically sound conclusions from them."""
