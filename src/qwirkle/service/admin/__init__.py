"""What the people who run a server do with its store, beside the server or instead of it."""
