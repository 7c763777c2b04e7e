"""Turns as text: quick to type for a player, exact in a record. docs/notation.md specifies it.

This module only reads and writes. The referee decides whether a turn is legal: the rules may still
refuse a text that can be read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple, NoReturn

import msgspec

from qwirkle.errors import NotationError
from qwirkle.notation.text.words import word_at
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement import turns
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass

HOW_TO_WRITE = (
    "Write Ro@3,4 to place a tile, 3,4> Ro Rs for tiles side by side (v for downwards), "
    "trade Ro Bs, take 3,4, draw3 or pass."
)


class HiddenTrade(msgspec.Struct, frozen=True):
    """A trade as the others at the table saw it: how many tiles, not which."""

    count: int
    take: Cell | None = None

    def __str__(self) -> str:
        before = "" if self.take is None else f"take {self.take}; "
        return f"{before}trade {' '.join('?' * self.count)}"


WrittenTurn = Turn | HiddenTrade

_ARROWS = {"→": ">", "↓": "v", "←": "<", "↑": "^"}

_WORD = re.compile(
    r"""
      (?P<cell> \( \s* (?P<px>[-+]?\d{1,18}) \s*,\s* (?P<py>[-+]?\d{1,18}) \s* \)
              | (?P<x>[-+]?\d{1,18}) \s*,\s* (?P<y>[-+]?\d{1,18}) (?!\d) )
    | (?P<verb> (?: draw\s*3 | trade | take | pass | place ) (?![a-z0-9]) )
    | (?P<tile> [roygbp][oxdsbc] )
    | (?P<way> [>v<^→↓←↑] )
    | (?P<over> \. )
    | (?P<at> \s*@\s* )
    | (?P<then> ; )
    | (?P<hidden> \? )
    | (?P<space> [\s,]+ )
    """,
    # ASCII: without it "ſ" would be taken for "s" when case does not count.
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)


class _Word(NamedTuple):
    kind: str
    text: str
    cell: Cell = Cell(0, 0)


def read_turn(text: str, board: Collection[Cell] = ()) -> Turn:
    """Return the turn that a text stands for; NotationError explains what to write instead.

    ``board`` (a Board, or any cells with tiles) lets ``3,4> Ro Rs`` skip the tiles that are already
    there.
    """
    turn = read_written_turn(text, board)
    if isinstance(turn, HiddenTrade):
        raise NotationError("Say which tiles you trade, such as: trade Ro Bs.")
    return turn


def read_written_turn(text: str, board: Collection[Cell] = ()) -> WrittenTurn:
    """Read a turn like ``read_turn``, or a trade of tiles that nobody saw: ``trade ? ?``."""
    words = _words(text)
    if not words:
        raise NotationError(f"There is no turn here. {HOW_TO_WRITE}")
    take = None
    if words[0] == _Word("verb", "take"):
        if len(words) < 2 or words[1].kind != "cell":
            raise NotationError("Say which tile you take by its place, such as: take 3,4.")
        take = words[1].cell
        words = words[2:]
        if words and words[0].kind == "then":
            words = words[1:]
        if not words:
            return Take(take)
        # The taken tile leaves its place free for the tiles that follow.
        board = set(board) - {take}
    first, rest = words[0], words[1:]
    if first.kind != "verb":
        return Place(_read_tiles(words, board), take)
    match first.text:
        case "place":
            return Place(_read_tiles(rest, board), take)
        case "trade":
            return _read_trade(rest, take)
        case "pass":
            _nothing_after(first, rest)
            return Pass(take)
        case "draw3" if take is None:
            _nothing_after(first, rest)
            return DrawThree()
    raise NotationError(f"“{first.text}” cannot come after a take. {HOW_TO_WRITE}")


def write_turn(turn: WrittenTurn) -> str:
    """Return the canonical text of a turn; ``read_turn`` reads the same turn back."""
    match turn:
        case Place(tiles=()):
            raise NotationError("A placement without tiles cannot be written.")
        case Trade(tiles=()) | HiddenTrade(count=0):
            raise NotationError("A trade without tiles cannot be written.")
        case _:
            return str(turn)


def write_placements(placed: Sequence[Placed]) -> str:
    """Write tiles with their cells, each as ``Ro@3,4``."""
    if not placed:
        raise NotationError("A placement without tiles cannot be written.")
    return turns.write_placements(placed)


def read_placements(text: str) -> tuple[Placed, ...]:
    """Read tiles with their cells, from any form of a placement."""
    return _read_tiles(_words(text), ())


def _words(text: str) -> list[_Word]:
    found = []
    place = 0
    while place < len(text):
        match = _WORD.match(text, place)
        if match is None:
            _cannot_read(text, place)
        place = match.end()
        kind = match.lastgroup or ""
        if match["cell"]:
            x, y = match["x"] or match["px"], match["y"] or match["py"]
            found.append(_Word("cell", match["cell"], Cell(int(x), int(y))))
        elif kind == "tile":
            found.append(_Word("tile", match[0][0].upper() + match[0][1].lower()))
        elif kind == "verb":
            found.append(_Word("verb", "".join(match[0].lower().split())))
        elif kind == "way":
            found.append(_Word("way", _ARROWS.get(match[0], match[0].lower())))
        elif kind != "space":
            found.append(_Word(kind, match[0].strip()))
    return found


def _cannot_read(text: str, place: int) -> NoReturn:
    start, end = word_at(text, place)
    word = text[start:end]
    after_at = text[:start].rstrip().endswith("@")
    if word.isalpha() and len(word) <= 2 and not after_at:
        Tile(word)  # raises an error that explains how tiles are made
    if word.lstrip("+-").isdigit() or after_at:
        raise NotationError(f"“{word}” is not a place. A place is x,y, such as 3,4 or -1,0.")
    raise NotationError(f"“{word}” cannot be read. {HOW_TO_WRITE}")


def _read_tiles(words: Sequence[_Word], board: Collection[Cell]) -> tuple[Placed, ...]:
    if not words:
        raise NotationError("Say which tiles you place and where, such as: Ro@3,4.")
    if words[0].kind == "cell":
        return _read_run(words, board)
    placed = []
    rest = list(words)
    while rest:
        first = rest.pop(0)
        if first.kind != "tile":
            raise NotationError(
                f"“{first.text}” is not expected here: write each tile with its place, "
                "such as Ro@3,4 Rs@4,4."
            )
        if rest and rest[0].kind == "at":
            rest.pop(0)
        if not rest or rest[0].kind != "cell":
            raise NotationError(f"Say where {first.text} goes, such as: {first.text}@3,4.")
        cell = rest.pop(0).cell
        placed.append(Placed(cell.x, cell.y, Tile(first.text)))
    return tuple(placed)


def _read_run(words: Sequence[_Word], board: Collection[Cell]) -> tuple[Placed, ...]:
    first, *rest = words
    if not rest or rest[0].kind != "way":
        raise NotationError(
            f"After {first.text} say which way the tiles run: {first.text}> to the right, "
            f"{first.text}v down (also < and ^)."
        )
    dx, dy = turns.WAYS[rest[0].text]
    cell = first.cell
    placed = []
    for word in rest[1:]:
        if word.kind == "tile":
            while cell in board:
                cell = Cell(cell.x + dx, cell.y + dy)
            placed.append(Placed(cell.x, cell.y, Tile(word.text)))
        elif word.kind != "over":
            raise NotationError(
                f"“{word.text}” is not expected here: after {first.text}{rest[0].text} come "
                "tiles, such as Ro Rs, and a dot for a place to step over."
            )
        cell = Cell(cell.x + dx, cell.y + dy)
    if not placed:
        raise NotationError(f"Say which tiles go there: {first.text}{rest[0].text} Ro Rs.")
    return tuple(placed)


def _read_trade(words: Sequence[_Word], take: Cell | None) -> Trade | HiddenTrade:
    kinds = {word.kind for word in words}
    if kinds == {"hidden"}:
        return HiddenTrade(len(words), take)
    if kinds == {"tile"}:
        return Trade(tuple(Tile(word.text) for word in words), take)
    raise NotationError("Say which tiles you trade, such as: trade Ro Bs.")


def _nothing_after(first: _Word, rest: Sequence[_Word]) -> None:
    if rest:
        raise NotationError(
            f"“{first.text}” takes nothing else: "
            f"leave out “{' '.join(word.text for word in rest)}”."
        )
