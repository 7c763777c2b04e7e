"""The frame of every SVG picture: the document, its words, its ids, and each drawing once.

The same content gives the same text. Every id contains a digest of the whole picture, so that one
page can hold several pictures. It knows neither boards nor cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from hashlib import sha256
from html import escape

from qwirkle.rules.tiles import Tile

UNIT = 100
"""The width of a tile or a card on the grid its art is drawn on."""

RIM = 14
FONT = 'font-family="system-ui, sans-serif" font-size="30"'

_SIZE = re.compile(r' width="[\d.]+" height="[\d.]+" role="img"')

# A placeholder for the digest of the finished picture; XML cannot contain this character.
_DIGEST = "\x00"


def picture(
    view: tuple[int, int, int, int], scale: float, title: str, words: str, body: str
) -> str:
    """Return the finished document, its ids made unique by its own content."""
    left, top, width, height = view
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}"'
        f' width="{_number(width * scale)}" height="{_number(height * scale)}" role="img"'
        f' aria-labelledby="{_DIGEST}-title" aria-describedby="{_DIGEST}-desc">'
        f'<title id="{_DIGEST}-title">{escape(title, quote=False)}</title>'
        f'<desc id="{_DIGEST}-desc">{escape(words, quote=False)}</desc>{body}</svg>\n'
    )
    return text.replace(_DIGEST, f"q{sha256(text.encode()).hexdigest()[:12]}")


def inset(document: str, x: int, y: int, width: int, height: int) -> str:
    """Return a finished picture as a part of another one, as large as a box allows and centred."""
    return _SIZE.sub(f' x="{x}" y="{y}" width="{width}" height="{height}"', document, count=1)


def symbols(tiles: Iterable[Tile], draw: Callable[[Tile], str], height: int = UNIT) -> str:
    """Return the drawing of every kind that is needed, once."""
    kinds = sorted(set(tiles), key=lambda kind: kind.index)
    drawn = "".join(
        f'<symbol id="{_DIGEST}-{kind.value}" viewBox="0 0 {UNIT} {height}">{draw(kind)}</symbol>'
        for kind in kinds
    )
    return f"<defs>{drawn}</defs>" if drawn else ""


def use(tile: Tile, x: int, y: int, width: int = UNIT, height: int = UNIT) -> str:
    """Place a drawing."""
    return (
        f'<use href="#{_DIGEST}-{tile.value}" x="{x}" y="{y}" width="{width}" height="{height}"/>'
    )


def _number(value: float) -> str:
    return f"{round(value, 2):g}"
