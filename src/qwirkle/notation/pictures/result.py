"""The picture of a result, made for messengers: the final table, the names and the points.

It has the size that link previews use. It draws what it receives, and it contains no words but
names, so it needs no language.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from qwirkle.notation.pictures.frame import inset, picture
from qwirkle.notation.pictures.palette import BLOCK, THEMES, Theme, ThemeName

WIDTH, HEIGHT = 1200, 630
_EDGE = 30
_SIDE = 390  # the width of the column with the names
_PAD = 26
_ROW = 116
_LETTER = 0.56  # the usual width of a letter, in its height
_LARGEST, _SMALLEST = 40, 20
_BOLD = 'font-family="system-ui, sans-serif" font-weight="700"'


class Standing(NamedTuple):
    """One line of a result."""

    name: str
    score: int
    won: bool
    colour: str
    """The colour of the seat."""


def result_svg(
    table: str, standings: Sequence[Standing], *, theme: ThemeName | str = ThemeName.LIGHT
) -> str:
    """Draw a result: the finished picture of a table, and beside it the standings in order."""
    colours = THEMES[ThemeName.from_name(theme)]
    left = _SIDE + 2 * _EDGE
    body = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{colours.ground}"/>',
        f'<text x="{_EDGE}" y="92" {_BOLD} font-size="54" letter-spacing="1"'
        f' fill="{colours.label}">Qwirkle</text>',
        *(_line(standing, 130 + _ROW * row, colours) for row, standing in enumerate(standings)),
        inset(table, left, _EDGE, WIDTH - left - _EDGE, HEIGHT - 2 * _EDGE),
    ]
    words = ", ".join(f"{standing.name}: {standing.score}" for standing in standings)
    return picture((0, 0, WIDTH, HEIGHT), 1, "Result", f"{words}.", "".join(body))


def _line(standing: Standing, top: int, colours: Theme) -> str:
    height = _ROW - 16
    middle = top + height // 2
    score = str(standing.score)
    room = _SIDE - 3 * _PAD - round(60 * _LETTER * len(score))
    size = min(_LARGEST, max(_SMALLEST, round(room / (_LETTER * max(1, len(standing.name))))))
    name = _shortened(standing.name, int(room / (_LETTER * size)))
    frame = f' stroke="{colours.mark}" stroke-width="6"' if standing.won else ""
    return (
        f'<rect x="{_EDGE}" y="{top}" width="{_SIDE}" height="{height}" rx="18"'
        f' fill="{colours.board}"{frame}/>'
        f'<rect x="{_EDGE + 12}" y="{top + 14}" width="8" height="{height - 28}" rx="4"'
        f' fill="{standing.colour}"/>'
        f'<text x="{_EDGE + _PAD + 8}" y="{middle + size // 3}" font-family="system-ui, sans-serif"'
        f' font-size="{size}" fill="{_ink(colours)}">{escape(name, quote=False)}</text>'
        f'<text x="{_EDGE + _SIDE - _PAD}" y="{middle + 20}" {_BOLD} font-size="58"'
        f' text-anchor="end" fill="{_ink(colours)}">{score}</text>'
    )


def _shortened(name: str, letters: int) -> str:
    return name if len(name) <= letters else f"{name[: max(1, letters - 1)]}…"


def _ink(colours: Theme) -> str:
    """Return the colour of names and points, which must be easy to read when small."""
    return BLOCK if colours is THEMES[ThemeName.LIGHT] else "#f3ede2"
