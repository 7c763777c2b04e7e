"""Reviews of recorded games: how well they were played, and how much was luck."""
