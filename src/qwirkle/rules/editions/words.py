"""The short names of the games, and the choices their rule books leave to the players, in words.

The page, its links and notices use them. The game's own file describes the game and its options; a
house rule has the name in its file.
"""

from __future__ import annotations

from collections.abc import Mapping

NAMES: Mapping[str, str] = {
    "classic": "Classic",
    "colour-blind": "Classic, two shapes",
    "schmidt": "Classic, Schmidt edition",
    "mini": "Mini-expansions",
    "select": "Select",
    "connect": "Connect",
    "combined": "Select and Connect",
    "cards": "Cards",
}
OPTIONS: Mapping[str, str] = {
    "kinds": "Action tiles",
    'kinds/["take","draw3"]': "Both kinds",
    'kinds/["take"]': "“Take a tile” only",
    'kinds/["draw3"]': "“Draw three” only",
    "kinds/[]": "None",
    "handed-out": "When you get them",
    'handed-out/"when-drawn"': "When drawn",
    'handed-out/"at-start"': "From the start",
    "same-spot": "Back to the same place",
    "same-spot/true": "Allowed",
    "same-spot/false": "Not allowed",
    "board": "Board",
    'board/"diamond"': "Diamond",
    'board/"cross"': "Cross",
    'board/"select"': "Stars",
    'board/"combined"': "Corner to corner",
    "tie": "Who goes first",
    'tie/"oldest"': "The oldest",
    'tie/"youngest"': "The youngest",
    "opening": "First turn",
    "opening/false": "Any set",
    "opening/true": "The largest set",
}
"""An option, or ``option/choice`` with the choice as JSON."""
