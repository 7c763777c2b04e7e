"""Why a turn is refused: the stable codes of the public contract, each with a sentence.

A refusal is a value. The sentences are meant for a player of ten; programs read the code.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from qwirkle.errors import Params
from qwirkle.rules.cells import Cell
from qwirkle.rules.tiles import Tile


class Reason(StrEnum):
    """Machine-readable, never renamed."""

    # placing
    NO_TILES = "no-tiles"
    SAME_CELL_TWICE = "same-cell-twice"
    NO_SUCH_TILE = "no-such-tile"
    OCCUPIED = "occupied"
    OFF_BOARD = "off-board"
    NOT_IN_HAND = "not-in-hand"
    PLAYED_DUPLICATE = "played-duplicate"
    PLAYED_MIXED = "played-mixed"
    NOT_ONE_LINE = "not-one-line"
    GAP = "gap"
    NO_CONTACT = "no-contact"
    LINE_MIXED = "line-mixed"
    LINE_DUPLICATE = "line-duplicate"
    LINE_TOO_LONG = "line-too-long"
    OPENING_NOT_LARGEST_SET = "opening-not-largest-set"
    OPENING_NOT_ON_CENTRE = "opening-not-on-centre"
    BACK_TO_SAME_SPOT = "back-to-same-spot"
    # taking and action tiles
    NO_TILE = "no-tile"
    LAST_TILE = "last-tile"
    IN_QWIRKLE = "in-qwirkle"
    DISCONNECTS = "disconnects"
    NO_TOKEN = "no-token"  # noqa: S105 - a game piece, not a secret
    ALREADY_USED = "already-used"
    # trading and passing
    BAG_TOO_SMALL = "bag-too-small"
    MORE_THAN_SIX = "more-than-six"
    OPENING_MUST_PLACE = "opening-must-place"
    CAN_PLACE = "can-place"
    CAN_TRADE = "can-trade"
    # cards
    MUST_PLAY_A_CARD = "must-play-a-card"
    CARD_REMOVED_FROM_TABLE = "card-removed-from-table"
    CARD_FROM_NOWHERE = "card-from-nowhere"
    SET_TOO_SMALL = "set-too-small"
    SET_DUPLICATE = "set-duplicate"
    SET_MIXED = "set-mixed"
    # any command
    NOT_YOUR_TURN = "not-your-turn"
    GAME_OVER = "game-over"
    STALE = "stale"


class Refusal(msgspec.Struct, frozen=True):
    """One reason against a turn, the sentence for the player and the cells it speaks of."""

    reason: Reason
    message: str
    cells: tuple[Cell, ...] = ()
    params: Params = ()
    """What else the sentence speaks of, for those who say it in another language."""


def refuse(
    reason: Reason, message: str, cells: Iterable[Cell] = (), **params: str | int
) -> Refusal:
    """A refusal with its cells in reading order, so that equal faults give equal answers.

    ``{name}`` in the message stands for a parameter.
    """
    said = message.format(**params) if params else message
    return Refusal(reason, said, tuple(sorted(cells)), tuple(sorted(params.items())))


def codes(tiles: Iterable[Tile]) -> str:
    """Tiles as a parameter: their codes, such as ``Ro Gs``."""
    return " ".join(tile.value for tile in tiles)
