"""The row of numbers that is the whole of a placement game, and that of a card game.

A row has a fixed head, then what varies in length, one part right after the other. For tiles that
is the table (cell and kind of each tile), the hands seat by seat in the order in which they were
drawn, and the pile with the next piece first; for cards the hands and the deck. All numbers fit
16 bits.

For compiled modules these are constants of C (``engine/constants.py``); this module itself is never
compiled. docs/library.md describes what can be done with a row.
"""

from __future__ import annotations

# Of the number of a turn: where its act begins.
ACT_AT = 60

# Both families: which kind of row it is, and the dealer's key and the lots of the seats, 16 bits
# at a time.
KIND = 0
PLAYERS = 1
SEAT = 2
TURNS = 3
ENDING = 4
IDLE = 5
SCORES = 6
SIZES = 10
UNDRAWN = 14
KEY = 15
CHANCES = 31

# Tiles.
TILES_ROW = 1
PASSES = 47
# The fewest tiles of the opening, and what came first in the turn under way.
OPENING_TILES = 48
USED = 49
TAKEN_CELL = 50
TAKEN_KIND = 51
# The tiles on the table.
LYING = 52
TOKENS = 53
ACTIONS = 57
# A bit for each star that has its token.
STARS = 65
# What an observation shows of the last turn, as ``Window`` writes it, and its cells.
LAST = 69
RECENT_N = 75
RECENT = 76
TOOK = 82
DREW = 83
# How far [0, 0] of the game is from the corner of the core's array.
SHIFT = 84
TILES_HEAD = 86
# The table takes two numbers for each of the 108 tiles; a few special tiles are in the pile.
TILES_ROOM = 320

# Cards.
CARDS_ROW = 2
OPENING_CARDS = 47
# One more than the turns of the last round that are left; 0 before it.
TURNS_LEFT = 48
# The last turn: its act, its Qwirkles, and below its cards by kind and its Qwirkles by line.
ACT = 49
MADE = 50
TABLE = 51
TAKEN = 87
LAID = 123
LINES = 159
CARDS_HEAD = 171
CARDS_ROOM = 280
