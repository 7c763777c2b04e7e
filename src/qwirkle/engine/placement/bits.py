"""The numbers of the core: sets of kinds as bits of a word, the fields of words, the array's size.

``bits.pxd`` gives compiled modules the same names: the numbers as constants of C, which
``engine/constants.py`` generates from this file, the functions as machine instructions. This module
itself is never compiled, so its large numbers cannot overflow.
"""

from __future__ import annotations

# A number of 64 bits; the others are plain integers of C.
Word = int


def ctz(word: int) -> int:
    """Return how many zero bits are below the lowest one bit; the word is not zero."""
    return (word & -word).bit_length() - 1


def popcount(word: int) -> int:
    """Return how many bits are one."""
    return word.bit_count()


def before(word: int) -> int:
    """Return how many tiles are in the run before a cell, by its word (see board.py)."""
    return (word >> 36) & 511


def after(word: int) -> int:
    """Return how many tiles are in the run after a cell."""
    return (word >> 45) & 511


def points(word: int) -> int:
    """Return the points of the line through a cell."""
    return word >> 54


def line_points(length: int, longest: int, more: int) -> int:
    """Return the points of a line (Q-SCORE-1, Q-SCORE-3); a single tile is no line.

    The longest line is a Qwirkle, which scores some more.
    """
    if length == longest:
        return length + more
    return length if length > 1 else 0


def set_of(kinds: list[int]) -> int:
    """Return these kinds as bits of a word."""
    return sum(1 << kind for kind in kinds)


# The six colours, then the six shapes.
FULL_SETS: list[int] = [set_of([6 * colour + shape for shape in range(6)]) for colour in range(6)]
FULL_SETS += [set_of([6 * colour + shape for colour in range(6)]) for shape in range(6)]

# For each kind those that may share a line with it: one attribute in common, not both.
MATCHING: list[int] = [FULL_SETS[kind // 6] ^ FULL_SETS[6 + kind % 6] for kind in range(36)]

KINDS = 36
COPIES = 3
BOX = 108
HAND = 6
# The most points of a Qwirkle beyond those of its tiles.
MOST_MORE = 30
FULL: Word = 0xFFFFFFFFF
WORD: Word = 0xFFFFFFFFFFFFFFFF
# For shifts: a plain 1 would be too short.
ONE: Word = 1

# The table: its seats, and the pile, which holds the box and the special tiles, rounded up so that
# a ring of it is a mask.
SEATS = 4
PILE_ROOM = 128

# How a seat chooses.
RANDOM_POLICY = 0
GREEDY_POLICY = 1
VALUE_POLICY = 2
# What a seat did before the main part of a turn: 0 nothing, this, or the cell that it took from.
DREW_THREE = 1
# What a tile must add for a greedy seat to take it while there is something to draw; and in one of
# how many turns a random seat uses what it has.
WORTH_TAKING = 4
ONE_IN = 4

# The features of a value, which value.py names.
FEATURES_N = 56

# The array: no tile may be this close to its edge, so no search can step out of it.
STRIDE = 240
ROWS = 240
MARGIN = 8
CELLS = STRIDE * ROWS
CENTRE = CELLS // 2 + STRIDE // 2

# The fields of a cell's word (see board.py), and of a placement's number (see finder.py).
BEFORE_FIELD: Word = 0x1FF << 36
AFTER_FIELD: Word = 0x1FF << 45
# The content of a word besides points: exactly FULL for a cell that nothing touches.
NOT_POINTS: Word = (1 << 54) - 1
AXIS_BIT: Word = 1 << 52
ONE_BEFORE: Word = 1 << 53
ONE_AFTER: Word = 1 << 56

# The ground of a cell: off the board or not, centre or not, and the bonus points printed on it.
OFF_BOARD = 128
CENTRE_CELL = 64
BONUS_FIELD = 63

# The log: words in a record, and records. A tile touches four cells, which bounds the frontier.
RECORD = 12
LOG_ROOM = 1024
FRONT_ROOM = 4 * LOG_ROOM

# The list: its length, and how many placements one anchor can have: six kinds in every order and
# position on both axes, and single tiles; for larger hands the bound is per kind.
LIST_ROOM = 1 << 15
ANCHOR_ROOM = 19566
ANCHOR_ROOM_PER_KIND = 6521

# splitmix64.
GOLDEN: Word = 0x9E3779B97F4A7C15
MIX_1: Word = 0xBF58476D1CE4E5B9
MIX_2: Word = 0x94D049BB133111EB
