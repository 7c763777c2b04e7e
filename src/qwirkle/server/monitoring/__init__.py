"""How a server is doing: whether it is well, and the figures that Prometheus asks for."""
