"""The columns of the arrays of a card game: its counts, and the columns of a listed choice.

For compiled modules these are constants of C (``engine/constants.py``); this module itself is never
compiled. docs/environments.md describes the arrays.
"""

from __future__ import annotations

# The counts: hand, unseen, chosen and on the table, 36 kinds each; scores and sizes of four seats.
HAND = 0
UNSEEN = 36
ASIDE = 72
ON_TABLE = 108
SCORES = 144
SIZES = 148
DECK = 152
PLAYERS = 153
TURNS = 154
IDLE = 155
OPENING_CARDS = 156
TURNS_LEFT = 157
LAST_SEAT = 158
LAST_PLAYED = 159
LAST_QWIRKLES = 160
LAST_EXCHANGED = 161
LAST_PASSED = 162
COUNTS = 163

# The columns of a listed choice; its kinds come last.
ACT = 0
CARDS = 1
QWIRKLES = 2
FIRST_KIND = 3
FEATURES = 12

# The acts of a turn, as ``ACT`` numbers them.
PLAY = 0
EXCHANGE = 1
PASS = 2
