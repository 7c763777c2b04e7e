"""The page of afterstates, which only a site has: what the numbers after a turn mean."""

from __future__ import annotations

from qwirkle.engine.placement.value import FEATURES

NEXT, OWN = "next can make ", "own can make "
STEPS = [name.removeprefix(NEXT) for name in FEATURES if name.startswith(NEXT)]
TWELVE = "could make 12 points or more"
FIRST = "times the chance that the next player can too"
ALONE = "the same, times the chance that the next player cannot"
MEANINGS = {
    "going on": "1 while the game goes on",
    NEXT: "chance that the next player can make this many points or more",
    OWN: "chance that the seat, with a tile kept or drawn, could make this many points or more",
    "sixes for the next": "chances of the next player to complete lines of five, added up",
    "six kept, next has it too": f"1 if a kept tile {TWELVE}, {FIRST}",
    "six kept, next lacks it": ALONE,
    "six to draw, next has it too": f"if none is kept: chance to draw one that {TWELVE}, {FIRST}",
    "six to draw, next lacks it": ALONE,
    "last two for the next": "chances of the next player to hold both missing tiles of lines of "
    "four, added up",
    "last two kept": "1 if both missing tiles of a line of four are kept",
    "last two to draw": "where one of them is kept: chances to draw the other, added up",
    "fours on the table": "cells at which a line of four can go on to six",
    "fives on the table": "cells at which a line of five can be completed",
    "follow-up": "the most points that the kept tiles could make on this table",
    "follow-up with a six": "1 if these are 12 or more",
    "follow-up beyond one tile": "how much more these are than the best of a single kept tile",
    "single points of the kept": "the points that each kept kind could make alone, added up",
    "tiles kept": "tiles kept",
    "duplicates kept": "tiles kept beyond the first one of each kind",
    "pairs kept": "pairs of kept kinds that fit into one line",
    "kept that fit nowhere": "kept kinds that fit nowhere on this table",
    "tiles drawn": "tiles that the seat will draw",
    "can go out": "1 if the bag will be empty, the kept tiles are one set, and some of them fit",
    "answer": "two players, empty bag: the most points of the other hand, which is known then",
    "answer goes out": "1 if that answer places all of its tiles",
    "others can make 12": "three or four players: chance that somebody after the next can make 12 "
    "points or more",
    "others can make 6": "the same for 6 points",
    "tokens": "star tokens of the seat",
    "next holds tokens": "star tokens of the next player",
    "star for the next": "chance that the next player can cover a star",
    "star kept": "1 if a kept tile can cover a star",
    "stars on the table": "stars that still have their token",
    "actions to take": "action tiles of the seat for taking a tile",
    "actions to draw": "action tiles of the seat for drawing three",
}


def afterstate_table() -> str:
    """Return the table, in the order of the array; chances of several points share a row."""
    rows, at = [], 0
    while at < len(FEATURES):
        name = FEATURES[at]
        several = next((start for start in (NEXT, OWN) if name.startswith(start)), None)
        if several is None:
            rows.append(f"| {at} | {MEANINGS[name]} |")
            at += 1
        else:
            last = at + len(STEPS) - 1
            rows.append(f"| {at}–{last} | {MEANINGS[several]}: {', '.join(STEPS)} |")
            at = last + 1
    return "\n".join(["| column | |", "|---|---|", *rows, ""])
