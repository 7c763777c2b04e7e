"""The faults of impossible positions: stable codes, and the sentence for each.

People enter positions, from a table or a photograph, so everything that is wrong with one is
reported together. Lines, sets and the edge of the board have the codes of ``rules.reasons``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from qwirkle.rules.cells import Cell
from qwirkle.rules.refusals.reasons import Refusal, write_refusal
from qwirkle.rules.refusals.sentences import Counted, Detailed, Param, Sentences
from qwirkle.rules.tiles import COPIES, Tile

HIGHEST_SCORE = 9999


class PositionReason(StrEnum):
    """Machine-readable codes, never renamed."""

    BAD_POSITION = "bad-position"
    TOO_MANY_COPIES = "too-many-copies"
    NOT_CONNECTED = "not-connected"
    BLACK_SQUARE_EMPTY = "black-square-empty"
    HAND_TOO_LARGE = "hand-too-large"
    HAND_NOT_FULL = "hand-not-full"
    HAND_EMPTY = "hand-empty"
    HAND_UNKNOWN = "hand-unknown"
    BAG_WRONG = "bag-wrong"
    NOBODY_TO_MOVE = "nobody-to-move"
    SCORE_TOO_HIGH = "score-too-high"
    TOO_MANY_TOKENS = "too-many-tokens"
    STAR_MISPLACED = "star-misplaced"
    NO_SUCH_ACTION = "no-such-action"
    TAKEN_WRONG = "taken-wrong"
    QWIRKLE_ON_TABLE = "qwirkle-on-table"
    NOT_A_QWIRKLE = "not-a-qwirkle"
    LAST_ROUND_WRONG = "last-round-wrong"
    HELD_WRONG = "held-wrong"


SENTENCES: Sentences = {
    "bad-position": Detailed("This isn’t a valid position.", "{problem}"),
    "too-many-copies": "There are only {most} of each tile, but {count} here: {tiles}.",
    "too-many-copies/cards": "There are only {most} of each card, but {count} here: {tiles}.",
    "not-connected": "These tiles aren’t connected to the others: {tiles}.",
    "black-square-empty": Counted(
        "count",
        "Every black square has a tile from the start. {n} is still empty.",
        "Every black square has a tile from the start. {n} are still empty.",
    ),
    "hand-too-large": Counted(
        "most",
        "A hand has at most {n} tile. Player {seat} has {count}.",
        "A hand has at most {n} tiles. Player {seat} has {count}.",
    ),
    "hand-too-large/cards": Counted(
        "most",
        "A hand has at most {n} card. Player {seat} has {count}.",
        "A hand has at most {n} cards. Player {seat} has {count}.",
    ),
    "hand-not-full": (
        "While there are tiles in the bag, a hand has {least}. Player {seat} has {count}."
    ),
    "hand-not-full/cards": (
        "While there are cards in the deck, a hand has {least}. Player {seat} has {count}."
    ),
    "hand-empty": "Put at least one tile in the hand.",
    "hand-empty/cards": "Put at least one card in the hand.",
    "hand-unknown": "Put the tiles in the hand first.",
    "bag-wrong": Counted(
        "right",
        "There should be {n} tile in the bag, not {count}.",
        "There should be {n} tiles in the bag, not {count}.",
    ),
    "bag-wrong/cards": Counted(
        "right",
        "There should be {n} card in the deck, not {count}.",
        "There should be {n} cards in the deck, not {count}.",
    ),
    "nobody-to-move": "Choose whose turn it is.",
    "score-too-high": "A score can be at most {most}. Player {seat} has {count}.",
    "too-many-tokens": Counted(
        "most",
        "At most {n} star token can have been won by now.",
        "At most {n} star tokens can have been won by now.",
    ),
    "star-misplaced": "There are star tokens only on star squares without a tile.",
    "no-such-action": "Player {seat} can’t have these action tiles in this game.",
    "taken-wrong": (
        "The tile taken this turn must be in the hand, and its place on the table empty."
    ),
    "qwirkle-on-table": "A Qwirkle belongs to a player, not on the table: {tiles}.",
    "not-a-qwirkle": (
        "A Qwirkle is six different cards of one colour or one shape. These are not: {tiles}."
    ),
    "last-round-wrong": Counted(
        "most",
        "The last round begins when the deck is empty, and has at most {n} turn.",
        "The last round begins when the deck is empty, and has at most {n} turns.",
    ),
    "held-wrong": "The next player can’t hold all of these: {tiles}.",
    "held-wrong/cards": "What others hold can be supposed only in games with tiles.",
}
"""The sentence of each code."""


def fault(
    reason: PositionReason,
    cells: Iterable[Cell] = (),
    *,
    case: str = "",
    **params: Param,
) -> Refusal:
    """Return one fault of a position."""
    return write_refusal(SENTENCES, reason, cells, case=case, **params)


def copy_faults(seen: Iterable[Tile], case: str = "", most: int = COPIES) -> list[Refusal]:
    """Return the kinds that appear more often than in the box (Q-COMP-1, C-SETUP-1)."""
    return [
        fault(PositionReason.TOO_MANY_COPIES, case=case, tiles=[tile], count=count, most=most)
        for tile, count in sorted(Counter(seen).items())
        if count > most
    ]


def score_faults(scores: Iterable[int]) -> list[Refusal]:
    """Refuse scores that nobody reaches and that programs need not be able to add up."""
    return [
        fault(PositionReason.SCORE_TOO_HIGH, seat=seat, count=score, most=HIGHEST_SCORE)
        for seat, score in enumerate(scores, 1)
        if score > HIGHEST_SCORE
    ]
