"""Results of finished games, and the statistics they add up to: who beats whom."""
