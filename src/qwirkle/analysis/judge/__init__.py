"""Judges of turns: by how much each was worse than the best one, given what its seat knew."""
