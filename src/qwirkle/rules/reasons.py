"""Why a turn is refused: the stable codes of the public contract, and the sentence for each.

A refusal is a value, the same from the rules to the browser. Programs read its code; the sentences
are written so that a ten-year-old understands them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum

import msgspec

from qwirkle.rules.cells import Cell
from qwirkle.rules.tiles import Shape, Tile


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


SENTENCES: Mapping[str, str] = {
    # placing
    "no-tiles": "Place at least one tile.",
    "no-tiles/trade": "Trade at least one tile.",
    "same-cell-twice": "You can’t put {tiles:the} in the same place.",
    "no-such-tile": "There is no tile “{tile}”.",
    "occupied": "There is already a tile there: {tiles:the}.",
    "off-board": "{tiles:The} would be off the board.",
    "off-board/far": "That is too far away: stay within {most} squares of the middle.",
    "not-in-hand": "You don’t have {tiles:a}.",
    "played-duplicate": "You can play only one {tiles} in a turn.",
    "played-mixed": (
        "The tiles you play must all be one colour or all be one shape; {tiles:the} are neither."
    ),
    "not-one-line": "Your tiles must all be in one row or one column.",
    "gap": "There is a gap between your tiles in {axis} {at}: they must form one unbroken line.",
    "no-contact": (
        "At least one of your tiles must touch a tile on the table, side to side; "
        "corners don’t count."
    ),
    "line-mixed": (
        "All tiles in {axis} {at} must be one colour or one shape: "
        "{tiles:the|doesn’t match|don’t match}."
    ),
    "line-duplicate": "{tiles:The} can’t be in {axis} {at} twice.",
    "line-too-long": "A line can’t be longer than {most} tiles; {axis} {at} would have {count}.",
    "opening-not-largest-set": "Start with your largest set, which has {count:tile}: {tiles}.",
    "opening-not-largest-set/unknown": "Start with your largest set, which has {count:tile}.",
    "opening-not-largest-set/cards": (
        "Start with your largest set and nothing else; it has {count:card}: {tiles}."
    ),
    "opening-not-on-centre": "The first turn must cover one of the {count} squares in the centre.",
    "back-to-same-spot": "You can’t put {tiles:the} back where you took it from in this turn.",
    # taking and action tiles
    "no-tile": "There is no tile there to take.",
    "last-tile": "{tiles:The} is the last tile on the table, so it stays there.",
    "in-qwirkle": "{tiles:The} is part of a Qwirkle, so it stays there.",
    "disconnects": "Taking {tiles:the} would cut other tiles off.",
    "no-token": "You can’t take tiles from the table in this game.",
    "no-token/star-token": "You have no star token left.",
    "no-token/take": "You have no action tile for taking a tile.",
    "no-token/draw3": "You have no action tile for drawing three.",
    "already-used": "You have already taken a tile in this turn, and only one action is allowed.",
    "already-used/draw3": (
        "You have already drawn three in this turn, and only one action is allowed."
    ),
    # trading and passing
    "bag-too-small": "You can’t trade {count:tile}: only {left} left to draw.",
    "bag-too-small/trade": "There is nothing left to draw, so you can’t trade.",
    "bag-too-small/draw3": "There is nothing left to draw, so you can’t draw three.",
    "bag-too-small/exchange": "The deck is empty, so you can’t exchange your hand.",
    "more-than-six": "You can trade at most {most:tile}, not {count}.",
    "opening-must-place": "You can’t trade on the first turn.",
    "can-place": "You can place a tile, so you can’t pass.",
    "can-place/card": "You can play a card, so you can’t pass.",
    "can-place/exchange": "You can play a card, so you can’t exchange your hand.",
    "can-trade": "You can still trade instead of passing.",
    "can-trade/must": "If you can’t place a tile, you must trade.",
    "can-trade/exchange": "You can still exchange your hand instead of passing.",
    # cards
    "must-play-a-card": "Play at least one card from your hand.",
    "card-removed-from-table": "Cards on the table stay there. You left out {tiles:the}.",
    "card-from-nowhere": "You don’t have {tiles:a}.",
    "set-too-small": "A set needs at least {least} cards; this one has {count}: {tiles}.",
    "set-too-small/empty": "A set needs at least {least} cards; this one has none.",
    "set-duplicate": "This set has more than one {tiles}.",
    "set-mixed": "The cards in a set must be one colour or one shape; these are neither: {tiles}.",
    # any command
    "not-your-turn": "It is {name}’s turn.",
    "game-over": "The game is over.",
    "stale": "The game has just changed. Have a look and try again.",
}
"""The sentence of each code, or ``code/case`` where a code has several sentences.

Parameters are in braces. Tiles may have an article (``{tiles:a}``, ``{tiles:the}``) and two forms
of a verb, a number the noun it counts (``{count:tile}``).
"""


class Refusal(msgspec.Struct, frozen=True):
    """One reason against a turn or a command, the sentence for the player, and what it is about."""

    reason: str
    """A stable code: a ``Reason``, or one of a table's own."""
    message: str
    cells: tuple[Cell, ...] = ()
    params: dict[str, str | int] = {}
    """The things that the sentence mentions, by name, so that it can be said in another language.

    Tiles are codes with spaces between them; ``case`` distinguishes the sentences of one code.
    """


def refuse(
    reason: Reason,
    cells: Iterable[Cell] = (),
    *,
    case: str = "",
    **params: str | int | Iterable[Tile],
) -> Refusal:
    """Return the refusal with this code; its cells are in reading order."""
    return write_refusal(SENTENCES, reason, cells, case=case, **params)


def write_refusal(
    sentences: Mapping[str, str],
    reason: str,
    cells: Iterable[Cell] = (),
    *,
    case: str = "",
    **params: str | int | Iterable[Tile],
) -> Refusal:
    """Return a refusal in the words of a table of sentences."""
    message, plain = write_sentence(sentences, reason, case=case, **params)
    return Refusal(reason, message, tuple(sorted(cells)), plain)


def write_sentence(
    sentences: Mapping[str, str],
    code: str,
    *,
    case: str = "",
    **params: str | int | Iterable[Tile],
) -> tuple[str, dict[str, str | int]]:
    """Return the sentence of a code, and its parameters for saying it in another language."""
    template = sentences[f"{code}/{case}" if case else code]
    words = {name: _in_words(value) for name, value in params.items()}
    plain = {name: _plain(value) for name, value in words.items()}
    if case:
        plain["case"] = case
    return template.format(**words), plain


def codes(tiles: Iterable[Tile]) -> str:
    """Tiles as a parameter: their codes, such as ``Ro Gs``."""
    return " ".join(tile.value for tile in tiles)


class _Count(int):
    """A number that a template writes with its noun: ``{count:tile}`` is "1 tile" or "3 tiles"."""

    def __format__(self, noun: str) -> str:
        number = str(int(self))
        return f"{number} {noun}{'' if self == 1 else 's'}" if noun else number


class _Tiles(tuple[Tile, ...]):
    """Tiles that a template writes in words: ``{tiles:the}`` is "the red circle"."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        article, *verbs = spec.split("|")
        names = [_name(tile, count, article) for tile, count in Counter(self).items()]
        said = " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
        if article.istitle():
            said = said[:1].upper() + said[1:]
        return f"{said} {verbs[len(self) > 1]}" if verbs else said


def _name(tile: Tile, count: int, article: str) -> str:
    words = tile.words
    if count > 1:
        words = f"{count} {words}{'es' if tile.shape is Shape.CROSS else 's'}"
    match article.lower():
        case "the":
            return f"the {words}"
        case "a" if count == 1:
            return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"
        case _:
            return words


def _in_words(value: str | int | Iterable[Tile]) -> str | _Count | _Tiles:
    if isinstance(value, int):
        return _Count(value)
    return value if isinstance(value, str) else _Tiles(value)


def _plain(value: str | _Count | _Tiles) -> str | int:
    if isinstance(value, _Count):
        return int(value)
    return codes(value) if isinstance(value, _Tiles) else value
