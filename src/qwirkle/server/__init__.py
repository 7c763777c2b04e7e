"""The web server: HTTP and WebSockets around the table service. Thin: it knows no rules.

All input is bounded and decoded by msgspec; all output is a view, an event as one device may see
it, or a problem with a stable reason code. Nothing here decides about a game.
"""
