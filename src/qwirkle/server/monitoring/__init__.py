"""The monitoring of a server: its health, and the figures that Prometheus scrapes."""
