"""The lines of a game record as values, read and written separately.

A line that was read is written back byte for byte, with its spacing and line end. Turns are text
here and may be those of any game: this module applies no rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from qwirkle.errors import NotationError
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.tiles import Tile

MAGIC = "Qwirkle-Record"
VERSION = "1"

# A carriage return and a byte order mark are space at the edge of a line, so that files from
# other systems read and keep them.
_EDGE = " \t\r\ufeff"
_HEADER = re.compile(r"(?P<key>[A-Za-z][A-Za-z0-9-]*)[ \t]*:(?P<value>.*)", re.DOTALL)
_POINTS = re.compile(r"(?P<points>[0-9]{1,9})(?:[ \t]*\+[ \t]*(?P<out>[0-9]{1,9}))?")


class Header(msgspec.Struct, frozen=True, tag="header"):
    """A line ``Key: value``. Unknown keys are kept."""

    key: str
    value: str
    written: str = ""
    """The line as it was in the file, if its spacing differs from the plain form."""


class Note(msgspec.Struct, frozen=True, tag="note"):
    """A blank line, or a comment: a line that begins with ``#``."""

    text: str = ""


class Entry(msgspec.Struct, frozen=True, tag="entry"):
    """A line of the game: the act of one seat."""

    number: int
    """The number of the turn. If the turn continues, the next line has the same number."""
    seat: int
    """From 0; the text counts from 1."""
    hand: tuple[Tile, ...] | None
    """The hand before the turn; None (``?``) if the writer did not know it."""
    turn: str
    """The turn as text, in the form of ``turns`` or, for the card game, ``cards_turns``."""
    points: int = 0
    out: int = 0
    """The points for running out of tiles first, which the total includes."""
    total: int = 0
    """The points of the seat after the turn; in the card game its Qwirkles."""
    shown: tuple[Action, ...] = ()
    """Special tiles this turn drew and showed (M-DRAW-1)."""
    comment: str = ""
    written: str = ""
    """The line as it was in the file, if its spacing differs from the plain form."""


Line = Header | Note | Entry


class Record(msgspec.Struct, frozen=True):
    """A record, line by line. ``headers`` explains its headers."""

    lines: tuple[Line, ...]
    unended: bool = False
    """Whether the last line has no line end."""

    @property
    def headers(self) -> tuple[Header, ...]:
        """The headers, in their order."""
        return tuple(line for line in self.lines if isinstance(line, Header))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The turns, in their order."""
        return tuple(line for line in self.lines if isinstance(line, Entry))

    def header(self, key: str) -> str | None:
        """Return the value of the first header with this key."""
        return next((line.value for line in self.headers if line.key == key), None)

    def line_of(self, key: str) -> int:
        """Return the number of the line with this header; 1 if there is none."""
        return next(
            (
                n
                for n, line in self.numbered_lines()
                if isinstance(line, Header) and line.key == key
            ),
            1,
        )

    def numbered_lines(self) -> Iterator[tuple[int, Line]]:
        """Yield the lines with their numbers in the file, from 1."""
        return enumerate(self.lines, start=1)


def read_line(text: str, number: int) -> Line:
    """Read a line; NotationError carries its number if it is malformed."""
    try:
        line = _line(text)
    except NotationError as error:
        raise NotationError(str(error), line=number) from None
    if isinstance(line, Note) or _canonical(line) == text:
        return line
    return msgspec.structs.replace(line, written=text)


def write_line(line: Line, number: int) -> str:
    """Return the line as it was in the file, or in the plain form if it is new or has changed."""
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
    """Write a hand: ``Ro Rs``, ``-`` if it is empty, ``?`` if it is unknown."""
    return "?" if hand is None else " ".join(hand) or "-"


def read_hand(text: str) -> tuple[Tile, ...] | None:
    """Read a hand of a record."""
    if text == "?":
        return None
    if not text:
        raise NotationError("write the hand, or ? if it is not known, or - if it is empty")
    return () if text == "-" else tuple(Tile(code) for code in text.split())


def _number(text: str, what: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise NotationError(f"{what}: “{text}” is not a number")
    return int(text)


def _action(text: str) -> Action:
    try:
        return Action(text)
    except ValueError:
        raise NotationError(f"“!{text}”: the special tiles are !{', !'.join(Action)}") from None
