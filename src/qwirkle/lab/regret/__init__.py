"""A public test for bots: positions in which the value of every turn is known."""
