"""Puzzles: positions in which the best turn is far better than any other, and not the obvious one.

docs/puzzles.md describes how they are made, which one belongs to a day, and how answers are graded.
"""
