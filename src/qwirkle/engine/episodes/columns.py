"""The columns of the arrays of a placement game: planes, counts, and the columns of a turn.

For compiled modules these are constants of C (``engine/constants.py``); this module itself is never
compiled. docs/environments.md describes the arrays.
"""

from __future__ import annotations

# The planes: 0 to 5 the colours, 6 to 11 the shapes, then these.
LAST_TURN = 12
THIS_TURN = 13
ON_BOARD = 14
STAR = 15
TOKEN = 16
BONUS = 17
CENTRE = 18
BLACK = 19
TAKEN_FROM = 20
PLANES = 21

# The counts: hand and unseen first, 36 kinds each; five numbers of the last turn come last.
HAND = 0
UNSEEN = 36
ASIDE = 72
SCORES = 108
SIZES = 112
TOKENS = 116
TAKES = 120
THREES = 124
BAG = 128
PLAYERS = 129
TURNS = 130
IDLE = 131
PASSES = 132
OPENING_TILES = 133
USED = 134
TAKEN = 135
LAST_SEAT = 136
COUNTS = 142

# The columns of a listed turn.
ACT = 0
POINTS = 1
TILES = 2
QWIRKLES = 3
FIVES = 4
STARS = 5
BONUSES = 6
ROW = 7
COLUMN = 8
DOWN = 9
FIRST_KIND = 10
FIRST_STEP = 16
FEATURES = 22

# The acts of a turn, as ``ACT`` numbers them.
PLACE = 0
TRADE = 1
PASS = 2
TAKE = 3
DRAW_THREE = 4
