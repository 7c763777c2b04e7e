"""The analysis board: positions that somebody enters."""
