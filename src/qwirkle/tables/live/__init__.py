"""Tables that are being played in this process, and the queries that people send about them."""
