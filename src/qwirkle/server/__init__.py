"""The web server: HTTP and WebSockets around the table service. Thin: it knows no rules.

Everything that comes in is bounded and read by msgspec; everything that goes out is a view, an
event as one device may see it, or a problem with a stable reason code. Nothing here decides about
a game.
"""
