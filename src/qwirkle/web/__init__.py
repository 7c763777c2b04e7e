"""The web server: HTTP and WebSockets around the table service. Thin: it knows no rules.

Whatever comes in is bounded and read by msgspec; whatever goes out is a view, an event as told to
one device, or a problem with a stable reason code. Nothing here decides about a game.
"""
