"""The numbers of the card game, for compiled modules constants of C (``engine/constants.py``).

This module itself is never compiled.
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
# How a seat of ``game.py`` chooses that does not think.
GREEDY_POLICY = 0
