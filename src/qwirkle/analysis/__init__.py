"""The analysis of games: reviews, puzzles, a hint's reasons, photographs of a table.

``judge`` finds how much worse a turn is than the best one, and ``reasons`` why; ``review`` and
``puzzles`` are made from both. ``photos`` reads pictures of real tables.
"""
