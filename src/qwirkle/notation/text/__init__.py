"""Turns, positions and tables as text: to type, to paste, to read in a terminal."""
