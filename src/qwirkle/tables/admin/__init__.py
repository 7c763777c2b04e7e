"""Administration of a store, beside the running server or without it."""
