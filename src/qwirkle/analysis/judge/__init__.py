"""Judges of turns: how much worse each was than the best one, given what its seat knew."""
