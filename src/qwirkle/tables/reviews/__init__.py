"""Reviews of finished tables: made in the background, kept in the store, and to practise with."""
