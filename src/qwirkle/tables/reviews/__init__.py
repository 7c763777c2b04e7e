"""Reviews of finished tables: made in the background, stored, and used for practice."""
