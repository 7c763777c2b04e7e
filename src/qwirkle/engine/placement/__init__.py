"""The compiled core of the placement games. ``qwirkle.engine.loading`` decides which build runs."""
