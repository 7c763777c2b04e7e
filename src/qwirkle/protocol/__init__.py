"""The JSON Lines engine protocol: its shapes, the server that answers and the client that asks."""
