"""The reasons for refusing a turn: the stable codes of the public contract, and their sentences.

A refusal is a value, the same from the rules to the browser. Programs read its code; the sentences
are written so that a ten-year-old understands them.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from qwirkle.rules.cells import Cell
from qwirkle.rules.refusals.sentences import Chosen, Counted, Param, Sentences, write_sentence


class Reason(StrEnum):
    """Machine-readable codes, never renamed."""

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


SENTENCES: Sentences = {
    # placing
    "no-tiles": "Choose at least one tile.",
    "no-tiles/trade": "Choose at least one tile to trade.",
    "same-cell-twice": "Two tiles can’t go in the same place: {tiles}.",
    "no-such-tile": "There is no tile “{tile}”.",
    "occupied": "There’s already a tile here: {tiles}.",
    "off-board": "That’s off the board: {tiles}.",
    "off-board/far": "That’s too far away: stay within {most} squares of the middle.",
    "not-in-hand": "That’s not in your hand: {tiles}.",
    "played-duplicate": "You can’t play two identical tiles in one turn: {tiles}.",
    "played-mixed": (
        "The tiles you play must all be one colour or all be one shape. These are neither: {tiles}."
    ),
    "not-one-line": "Your tiles must all be in one row or one column.",
    "gap": Chosen(
        "axis",
        {
            "row": "Close the gap in row {at}: your tiles must form one unbroken line.",
            "column": "Close the gap in column {at}: your tiles must form one unbroken line.",
        },
    ),
    "no-contact": (
        "At least one of your tiles must touch a tile on the table (corners don’t count)."
    ),
    "line-mixed": Chosen(
        "axis",
        {
            "row": (
                "Tiles in row {at} must all be one colour or all be one shape. Wrong: {tiles}."
            ),
            "column": (
                "Tiles in column {at} must all be one colour or all be one shape. Wrong: {tiles}."
            ),
        },
    ),
    "line-duplicate": Chosen(
        "axis",
        {
            "row": "Row {at} would have the same tile twice: {tiles}.",
            "column": "Column {at} would have the same tile twice: {tiles}.",
        },
    ),
    "line-too-long": Chosen(
        "axis",
        {
            "row": "A line can’t be longer than {most} tiles. Row {at} would have {count}.",
            "column": "A line can’t be longer than {most} tiles. Column {at} would have {count}.",
        },
    ),
    "opening-not-largest-set": Counted(
        "count",
        "Start with your largest set, {n} tile: {tiles}.",
        "Start with your largest set, {n} tiles: {tiles}.",
    ),
    "opening-not-largest-set/unknown": Counted(
        "count",
        "Start with your largest set: {n} tile.",
        "Start with your largest set: {n} tiles.",
    ),
    "opening-not-largest-set/cards": Counted(
        "count",
        "Start with your largest set and nothing else, {n} card: {tiles}.",
        "Start with your largest set and nothing else, {n} cards: {tiles}.",
    ),
    "opening-not-on-centre": "The first turn must cover one of the {count} squares in the centre.",
    "back-to-same-spot": "The tile you took can’t go back to the same place: {tiles}.",
    # taking and action tiles
    "no-tile": "There’s no tile there to take.",
    "last-tile": "The last tile has to stay on the table: {tiles}.",
    "in-qwirkle": "This tile is part of a Qwirkle, so it stays there: {tiles}.",
    "disconnects": "Taking this tile would cut others off: {tiles}.",
    "no-token": "You can’t take tiles from the table in this game.",
    "no-token/star-token": "You have no star token left.",
    "no-token/take": "You have no action tile for taking a tile.",
    "no-token/draw3": "You have no action tile for drawing three.",
    "already-used": "You’ve already taken a tile this turn, and only one action is allowed.",
    "already-used/draw3": "You’ve already drawn three this turn, and only one action is allowed.",
    # trading and passing
    "bag-too-small": Counted(
        "count",
        "You can’t trade {n} tile: only {left} left to draw.",
        "You can’t trade {n} tiles: only {left} left to draw.",
    ),
    "bag-too-small/trade": "There’s nothing left to draw, so you can’t trade.",
    "bag-too-small/draw3": "There’s nothing left to draw, so you can’t draw three.",
    "bag-too-small/exchange": "The deck is empty, so you can’t draw a new hand.",
    "more-than-six": Counted(
        "most",
        "You can trade at most {n} tile, not {count}.",
        "You can trade at most {n} tiles, not {count}.",
    ),
    "opening-must-place": "You can’t trade on the first turn.",
    "can-place": "You can place a tile, so you can’t pass.",
    "can-place/card": "You can play a card, so you can’t pass.",
    "can-place/exchange": "You can play a card, so you can’t draw a new hand.",
    "can-trade": "You can still trade, so you can’t pass.",
    "can-trade/must": "If you can’t place a tile, you must trade.",
    "can-trade/exchange": "You can still draw a new hand, so you can’t pass.",
    # cards
    "must-play-a-card": "Play at least one card from your hand.",
    "card-removed-from-table": "Cards on the table stay there. Left out: {tiles}.",
    "card-from-nowhere": "That’s neither on the table nor in your hand: {tiles}.",
    "set-too-small": "A set needs at least {least} cards. This one has {count}: {tiles}.",
    "set-too-small/empty": "A set needs at least {least} cards. This one is empty.",
    "set-duplicate": "This set has the same card twice: {tiles}.",
    "set-mixed": (
        "The cards in a set must all be one colour or all be one shape. These are neither: {tiles}."
    ),
    # any command
    "not-your-turn": "It’s {name}’s turn.",
    "game-over": "The game is over.",
    "stale": "The table has just changed. Have a look and try again.",
}
"""The sentence of each code."""

HERE: Sentences = {
    "gap": Chosen(
        "axis",
        {
            "row": "Close the gap in this row: your tiles must form one unbroken line.",
            "column": "Close the gap in this column: your tiles must form one unbroken line.",
        },
    ),
    "line-mixed": Chosen(
        "axis",
        {
            "row": (
                "Tiles in this row must all be one colour or all be one shape. Wrong: {tiles}."
            ),
            "column": (
                "Tiles in this column must all be one colour or all be one shape. Wrong: {tiles}."
            ),
        },
    ),
    "line-duplicate": Chosen(
        "axis",
        {
            "row": "This row would have the same tile twice: {tiles}.",
            "column": "This column would have the same tile twice: {tiles}.",
        },
    ),
    "line-too-long": Chosen(
        "axis",
        {
            "row": "A line can’t be longer than {most} tiles. This row would have {count}.",
            "column": "A line can’t be longer than {most} tiles. This column would have {count}.",
        },
    ),
}
"""The sentences shown next to the tiles they are about, without numbers: a line is "this row"."""

DEMANDS: Sentences = {
    "gap": "Close the gap: your tiles must form one unbroken line.",
    "line-mixed": "Tiles in a line must all be one colour or all be one shape.",
    "line-duplicate": "This line would have the same tile twice.",
    "line-too-long": "A line can’t be longer than six tiles.",
    "played-mixed": "Your tiles must all be one colour or all be one shape.",
    "played-duplicate": "You can’t play two identical tiles in one turn.",
    "set-too-small": "A set needs at least three cards.",
    "set-duplicate": "This set has the same card twice.",
    "set-mixed": "The cards in a set must all be one colour or all be one shape.",
}
"""The sentences for a picture or a set that breaks a rule, without tiles or places to name."""

IN_SHORT: Sentences = {
    "set-mixed": "nothing in common",
    "set-duplicate": "same card twice",
    "set-too-small": "too few cards",
}
"""The fault of a set in two words that fit beside it; the worst comes first."""


class Refusal(msgspec.Struct, frozen=True):
    """One reason against a turn or a command, the sentence for the player, and what it is about."""

    reason: str
    """A stable code: a ``Reason``, or one of a table's own."""
    message: str
    cells: tuple[Cell, ...] = ()
    params: dict[str, str | int] = {}
    """The things that the sentence mentions, by name, for writing it in another language.

    Tiles are codes with spaces between them; ``case`` distinguishes the sentences of one code.
    """


def refuse(
    reason: Reason,
    cells: Iterable[Cell] = (),
    *,
    case: str = "",
    **params: Param,
) -> Refusal:
    """Return the refusal with this code; its cells are in reading order."""
    return write_refusal(SENTENCES, reason, cells, case=case, **params)


def write_refusal(
    sentences: Sentences,
    reason: str,
    cells: Iterable[Cell] = (),
    *,
    case: str = "",
    **params: Param,
) -> Refusal:
    """Return a refusal worded by a table of sentences."""
    message, plain = write_sentence(sentences, reason, case=case, **params)
    return Refusal(reason, message, tuple(sorted(cells)), plain)
