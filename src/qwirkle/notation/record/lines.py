"""The lines of a game record as values, each read and written on its own.

A line that was read is written back byte for byte, with its odd spacing and line end. The turns
are text here and may be those of any game: no rule is asked in this module.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from qwirkle.errors import NotationError
from qwirkle.rules.placement.turns import Action
from qwirkle.rules.tiles import Tile, tile

MAGIC = "Qwirkle-Record"
VERSION = "1"

# A carriage return and a byte order mark are space at the edge of a line, so that files from
# other systems read and keep them.
_EDGE = " \t\r\ufeff"
_HEADER = re.compile(r"(?P<key>[A-Za-z][A-Za-z0-9-]*)[ \t]*:(?P<value>.*)", re.DOTALL)
_POINTS = re.compile(r"(?P<points>[0-9]{1,9})(?:[ \t]*\+[ \t]*(?P<out>[0-9]{1,9}))?")


class Header(msgspec.Struct, frozen=True, tag="header"):
    """A line ``Key: value``. Keys the specification does not know are kept."""

    key: str
    value: str
    written: str = ""
    """The line as it stood in the file, where it was spaced in another way than ours."""


class Note(msgspec.Struct, frozen=True, tag="note"):
    """A blank line, or a comment: a line that begins with ``#``."""

    text: str = ""


class Entry(msgspec.Struct, frozen=True, tag="entry"):
    """A line of the game: what one seat did."""

    number: int
    """The number of the turn. An act after which the turn goes on shares it with the next line."""
    seat: int
    """From 0 on; the text counts from 1."""
    hand: tuple[Tile, ...] | None
    """The hand before the turn; None (``?``) where the writer did not know it."""
    turn: str
    """The turn as text: that of ``turns``, or for the card game that of ``cards_turns``."""
    points: int = 0
    out: int = 0
    """The points for running out of tiles first, which the total includes."""
    total: int = 0
    """The points of the seat after the turn; in the card game its Qwirkles."""
    shown: tuple[Action, ...] = ()
    """Special tiles this turn drew and showed (M-DRAW-1)."""
    comment: str = ""
    written: str = ""
    """The line as it stood in the file, where it was spaced in another way than ours."""


Line = Header | Note | Entry


class Record(msgspec.Struct, frozen=True):
    """A record, line by line. ``record_headers`` says what its headers mean."""

    lines: tuple[Line, ...]
    unended: bool = False
    """Whether the last line stands there without a line end."""

    @property
    def headers(self) -> tuple[Header, ...]:
        """The headers, in their order."""
        return tuple(line for line in self.lines if isinstance(line, Header))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The turns, in their order."""
        return tuple(line for line in self.lines if isinstance(line, Entry))

    def header(self, key: str) -> str | None:
        """The value of the first header with this key."""
        return next((line.value for line in self.headers if line.key == key), None)

    def line_of(self, key: str) -> int:
        """The number of the line with this header; 1 if there is none."""
        return next(
            (n for n, line in self.numbered() if isinstance(line, Header) and line.key == key), 1
        )

    def numbered(self) -> Iterator[tuple[int, Line]]:
        """The lines with their numbers in the file, from 1 on."""
        return enumerate(self.lines, start=1)


def read_line(text: str, number: int) -> Line:
    """The line of a text; NotationError with its number if it is none."""
    try:
        line = _line(text)
    except NotationError as error:
        raise NotationError(str(error), line=number) from None
    if isinstance(line, Note) or _canonical(line) == text:
        return line
    return msgspec.structs.replace(line, written=text)


def write_line(line: Line, number: int) -> str:
    """The line as it stood in the file; written anew if it has been changed or is new."""
    ours = _canonical(line)
    for text in (line.text,) if isinstance(line, Note) else (line.written, ours):
        if "\n" not in text and _means(text, line):
            return text
    raise NotationError(f"this cannot be written in one line: {ours!r}", line=number)


def _means(text: str, line: Line) -> bool:
    try:
        meant = _line(text)
    except NotationError:
        return False
    return meant == (line if isinstance(line, Note) else msgspec.structs.replace(line, written=""))


def _line(text: str) -> Line:
    inner = text.strip(_EDGE)
    if not inner or inner.startswith("#"):
        return Note(text)
    if inner[0] in "0123456789":
        return _entry(inner)
    if header := _HEADER.fullmatch(inner):
        return Header(header["key"], header["value"].strip(_EDGE))
    raise NotationError(
        "this is neither a header (Key: value), nor a turn "
        "(number | seat | hand | turn | points | total), nor a comment (# ...)"
    )


def _entry(text: str) -> Entry:
    parts = [part.strip(_EDGE) for part in text.split("|", 6)]
    if len(parts) < 6:
        raise NotationError(
            "a turn has six parts: number | seat | hand | turn | points | total, "
            f"and a comment if you like; this one has {len(parts)}"
        )
    number, seat, hand, turn, points, total = parts[:6]
    shown: list[Action] = []
    while "!" in turn:
        turn, _, mark = turn.rpartition("!")
        shown.insert(0, _action(mark.rstrip(_EDGE)))
        turn = turn.rstrip(_EDGE)
    if not turn:
        raise NotationError(f"“{turn}” is not the text of a turn")
    scored = _POINTS.fullmatch(points)
    if scored is None:
        raise NotationError(f"points: “{points}” is not a number, such as 4, or 4+6 for going out")
    return Entry(
        number=_number(number, "number"),
        seat=_number(seat, "seat") - 1,
        hand=read_hand(hand),
        turn=turn,
        points=int(scored["points"]),
        out=int(scored["out"] or 0),
        total=_number(total, "total"),
        shown=tuple(shown),
        comment=parts[6] if len(parts) > 6 else "",
    )


def _canonical(line: Line) -> str:
    match line:
        case Note(text=text):
            return text
        case Header(key=key, value=value):
            return f"{key}: {value}" if value else f"{key}:"
    parts = [
        str(line.number),
        str(line.seat + 1),
        write_hand(line.hand),
        " ".join((line.turn, *(f"!{action}" for action in line.shown))),
        f"{line.points}+{line.out}" if line.out else str(line.points),
        str(line.total),
    ]
    return " | ".join([*parts, line.comment] if line.comment else parts)


def write_hand(hand: Iterable[Tile] | None) -> str:
    """A hand in a record: ``Ro Rs``, ``-`` if it is empty, ``?`` if it is not known."""
    return "?" if hand is None else " ".join(hand) or "-"


def read_hand(text: str) -> tuple[Tile, ...] | None:
    """The hand of a record's text."""
    if text == "?":
        return None
    if not text:
        raise NotationError("write the hand, or ? if it is not known, or - if it is empty")
    return () if text == "-" else tuple(tile(code) for code in text.split())


def _number(text: str, what: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise NotationError(f"{what}: “{text}” is not a number")
    return int(text)


def _action(text: str) -> Action:
    try:
        return Action(text)
    except ValueError:
        raise NotationError(f"“!{text}”: the special tiles are !{', !'.join(Action)}") from None
