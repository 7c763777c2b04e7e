"""The analysis board: positions that people enter."""
