"""The compiled core of the card game. ``qwirkle.engine.loading`` decides which build runs."""
