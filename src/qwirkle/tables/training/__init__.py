"""What an account has practised, on all of its devices: puzzles, and the deck of its own turns."""
