"""The answering side of the engine protocol."""
