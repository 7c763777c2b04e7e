"""The numbers of the card game; compiled modules see them as constants of C.

``engine/constants.py`` generates those. This module itself is never compiled.
"""

from __future__ import annotations

# The box: the cards in all, and the six colours, then the six shapes, as lines.
KINDS = 36
COPIES = 3
CARDS = KINDS * COPIES
LINES = 12

SMALLEST_SET = 3
QWIRKLE = 6
SEATS = 4
# The cards of a hand.
HAND = 9
# How a seat of ``game.py`` that does not think chooses.
GREEDY_POLICY = 0
