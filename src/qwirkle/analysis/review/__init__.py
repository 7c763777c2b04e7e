"""Reviews of recorded games: points lost, luck, chances of winning."""
