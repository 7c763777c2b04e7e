"""How well was it played, and was it luck? Reviews of recorded games."""
