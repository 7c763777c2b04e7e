"""Data sets: games of bots, turn by turn, in a file that other programs can read."""
