"""Pictures of a card table as SVG text: the sets side by side, and below them a hand and Qwirkles.

It draws what it receives: no rules, files, scripts or links to anything outside the picture.
The same input gives the same text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from qwirkle.notation.cards_table import (
    Place,
    Spot,
    marked_places,
    set_kind,
    set_label,
    table_in_words,
)
from qwirkle.notation.pictures.frame import FONT, UNIT, picture, symbols, use
from qwirkle.notation.pictures.palette import THEMES, Theme, ThemeName
from qwirkle.notation.pictures.tiles import CARD_HEIGHT, Face, card_art
from qwirkle.notation.text.words import count_of
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.tiles import Tile

_GAP = 6  # between the cards of a set
_PAD = 16  # around the cards of a set
_LABEL = 44  # the line of words under them
_APART = 22  # between sets
_EDGE = 30  # around everything
_ROW = 1500  # sets are in rows about this wide
_LETTER = 17  # the greatest width of a letter of the label
_SMALL = 60  # the width of a card in a Qwirkle that was taken
_STEP = 28  # how much of it shows under the next card
_RISE = 12  # how high a tentative card is lifted

_TICK = "M-9 0L-3 7L9-8"
_CROSS = "M-7-7L7 7M7-7L-7 7"


class _Look(NamedTuple):
    """The cards that are drawn differently, and the colours."""

    highlight: frozenset[Place]
    tentative: frozenset[Place]
    switched: frozenset[Place]
    faults: Mapping[int, str] | None
    colours: Theme

    def label(self, which: int, cards: CardSet) -> str:
        return set_label(cards, (self.faults or {}).get(which))


class _Tray(NamedTuple):
    """The place of a set, and its width."""

    x: int
    y: int
    width: int


def cards_svg(
    table: Sequence[CardSet],
    hand: Sequence[Tile] | None = None,
    *,
    face: Face | str = Face.COLOUR,
    theme: ThemeName | str = ThemeName.LIGHT,
    highlight: Iterable[Tile | Spot] = (),
    tentative: Iterable[Tile | Spot] = (),
    switched: Iterable[Tile | Spot] = (),
    faults: Mapping[int, str] | None = None,
    qwirkles: Mapping[str, Sequence[CardSet]] | None = None,
    size: int = 44,
) -> str:
    """Draw a card table, one card ``size`` pixels wide; the hand below it in the order given.

    ``highlight`` marks the cards played last, ``tentative`` ones are drawn lifted, ``switched``
    ones came from another set. ``faults`` draws a draft: it explains why a set, counted from 0, is
    not valid, and all others are ticked. ``qwirkles`` maps the name of each player to their
    Qwirkles.
    """
    face = Face.from_name(face)
    colours = THEMES[ThemeName.from_name(theme)]
    taken = {name: sets for name, sets in (qwirkles or {}).items() if sets}
    look = _Look(
        marked_places(table, highlight),
        marked_places(table, tentative),
        marked_places(table, switched),
        faults,
        colours,
    )
    trays = _trays(table, look)

    bottom = max((tray.y + _TRAY for tray in trays), default=_EDGE + _LABEL)
    right = max((tray.x + tray.width for tray in trays), default=7 * UNIT)
    body = [_set(which, table[which], tray, look) for which, tray in enumerate(trays)]
    if not table:
        body.append(_words(_EDGE, _EDGE + 30, "no sets on the table", colours))
    if hand is not None:
        bottom += _APART
        body.append(_hand(hand, bottom, colours))
        bottom += _LABEL + (CARD_HEIGHT if hand else 0)
        right = max(right, _EDGE + len(hand) * (UNIT + _GAP) - _GAP)
    if taken:
        bottom += _APART
        drawn, width, height = _qwirkle_pile(taken, bottom, max(right, _ROW // 2), colours)
        body.append(drawn)
        bottom += height
        right = max(right, width)

    width, height = right + _EDGE, bottom + _EDGE
    every = [
        card for row in (*table, *(s for sets in taken.values() for s in sets)) for card in row
    ]
    ground = f'<rect width="{width}" height="{height}" rx="20" fill="{colours.ground}"/>'
    return picture(
        (0, 0, width, height),
        size / UNIT,
        f"Card table with {count_of(len(table), 'set')}",
        _description(table, hand, taken, look),
        symbols(
            [*every, *(hand or ())], lambda card: card_art(card, face, colours.rim), CARD_HEIGHT
        )
        + ground
        + "".join(body),
    )


_TRAY = CARD_HEIGHT + _LABEL + 2 * _PAD


def _trays(table: Sequence[CardSet], look: _Look) -> list[_Tray]:
    """Return the places of the sets, from left to right in rows."""
    trays: list[_Tray] = []
    x, y = _EDGE, _EDGE
    for which, row in enumerate(table):
        cards = len(row) * (UNIT + _GAP) - _GAP
        words = _LETTER * (len(look.label(which, row)) + 3) + 30 * (look.faults is not None)
        width = max(cards, words, UNIT) + 2 * _PAD
        if x > _EDGE and x + width > _ROW:
            x, y = _EDGE, y + _TRAY + _APART
        trays.append(_Tray(x, y, width))
        x += width + _APART
    return trays


def _set(which: int, cards: CardSet, tray: _Tray, look: _Look) -> str:
    colours, faults = look.colours, look.faults
    wrong = which in (faults or {})
    edge = f'stroke="{colours.label}" stroke-width="4" stroke-dasharray="14 9"' if wrong else ""
    parts = [
        f'<rect x="{tray.x}" y="{tray.y}" width="{tray.width}" height="{_TRAY}" rx="18"'
        f' fill="{colours.board}"{" " * bool(edge)}{edge}/>'
    ]
    for at, card in enumerate(cards):
        x, y = tray.x + _PAD + at * (UNIT + _GAP), tray.y + _PAD
        parts.append(_card(card, (x, y), (which, at), look))
    left, line = tray.x + _PAD + 2, tray.y + _PAD + CARD_HEIGHT + 38
    parts.append(_words(left, line, str(which + 1), colours, bold=True))
    left += 20 * len(str(which + 1)) + 11
    if faults is not None and cards:
        sign = _CROSS if wrong else _TICK
        parts.append(
            f'<path transform="translate({left + 8} {line - 11})" d="{sign}" fill="none"'
            f' stroke="{colours.label}" stroke-width="5" stroke-linecap="round"/>'
        )
        left += 30
    parts.append(_words(left, line, look.label(which, cards), colours))
    kind = "q-set q-fault" if wrong else "q-set"
    return f'<g class="{kind}">{"".join(parts)}</g>'


def _card(card: Tile, corner: tuple[int, int], place: Place, look: _Look) -> str:
    (x, y), colours = corner, look.colours
    if place in look.tentative:
        # The shadow stays in the set, and the card floats above it.
        return (
            f'<g class="q-tentative"><rect x="{x + 5}" y="{y + 7}" width="96" height="137" rx="14"'
            f' fill="{colours.shadow}" fill-opacity=".4"/>'
            f"{use(card, x, y - _RISE, UNIT, CARD_HEIGHT)}{_frame(x, y - _RISE, colours)}</g>"
        )
    drawn = use(card, x, y, UNIT, CARD_HEIGHT)
    if place in look.highlight:
        return (
            f'<rect class="q-highlight" x="{x - 4}" y="{y - 4}" width="108" height="148" rx="18"'
            f' fill="{colours.mark}"/>{drawn}'
        )
    if place in look.switched:
        return f'<g class="q-switched">{drawn}{_frame(x, y, colours)}</g>'
    return drawn


def _frame(x: int, y: int, colours: Theme) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="100" height="140" rx="14" fill="none"'
        f' stroke="{colours.mark}" stroke-width="6" stroke-dasharray="14 9"/>'
    )


def _hand(hand: Sequence[Tile], top: int, colours: Theme) -> str:
    parts = [_words(_EDGE + 2, top + 28, "hand" if hand else "hand: no cards", colours)]
    parts += [
        use(card, _EDGE + at * (UNIT + _GAP), top + _LABEL, UNIT, CARD_HEIGHT)
        for at, card in enumerate(hand)
    ]
    return f'<g class="q-hand">{"".join(parts)}</g>'


def _qwirkle_pile(
    taken: Mapping[str, Sequence[CardSet]], top: int, most: int, colours: Theme
) -> tuple[str, int, int]:
    """Draw each player's Qwirkles as small fans; return the drawing, its right edge and height."""
    high = _SMALL * CARD_HEIGHT // UNIT
    parts: list[str] = []
    right, y = 0, top
    for name, sets in taken.items():
        words = f"{name}: {count_of(len(sets), 'Qwirkle')}"
        parts.append(_words(_EDGE + 2, y + 28, words, colours))
        x, y = _EDGE, y + _LABEL
        for row in sets:
            fan = _SMALL + _STEP * (len(row) - 1)
            if x > _EDGE and x + fan > most:
                x, y = _EDGE, y + high + 14
            parts += [use(card, x + _STEP * at, y, _SMALL, high) for at, card in enumerate(row)]
            right = max(right, x + fan)
            x += fan + 18
        y += high + 14
    return f'<g class="q-qwirkles">{"".join(parts)}</g>', right, y - 14 - top


def _words(x: int, y: int, text: str, colours: Theme, *, bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x}" y="{y}" {FONT}{weight} fill="{colours.label}" aria-hidden="true">'
        f"{escape(text, quote=False)}</text>"
    )


def _description(
    table: Sequence[CardSet],
    hand: Sequence[Tile] | None,
    taken: Mapping[str, Sequence[CardSet]],
    look: _Look,
) -> str:
    """Describe the picture in sentences, for people who cannot see it."""
    says = list(table_in_words(table, look.faults)) or ["No sets on the table."]
    for what, places in (
        ("Played last", look.highlight - look.tentative),
        ("Not yet played", look.tentative),
        ("Switched", look.switched),
    ):
        if places:
            cards = (f"{table[which][at].words} in set {which + 1}" for which, at in sorted(places))
            says.append(f"{what}: {', '.join(cards)}.")
    if hand is not None:
        says.append(f"Hand: {', '.join(card.words for card in hand) or 'no cards'}.")
    for name, sets in taken.items():
        kinds = ", ".join(set_kind(row) for row in sets)
        says.append(f"{name} has {count_of(len(sets), 'Qwirkle')}: {kinds}.")
    return " ".join(says)
