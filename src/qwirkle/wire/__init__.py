"""What goes between programs: the JSON of the public contract, and asking who speaks it.

The answering side is ``protocol``; it stands above the bots, because it lets them play. The formats
stand below them, because a bot may be a program of its own that has to be asked.
"""
