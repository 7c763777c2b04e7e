"""Endings of two players, solved in the compiled core of the placement games."""
