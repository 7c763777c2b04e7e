"""JSON for other programs: the shapes of views and turns, and the engine protocol in JSON Lines.

``shapes`` is also what the web server sends; ``server`` answers as an engine, ``client`` asks one.
"""
