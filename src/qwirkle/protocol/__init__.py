"""The answering side of the JSON Lines engine protocol; ``wire`` has its formats and asks."""
