"""Previews of a turn: points, lines, reasons, and where tiles could go next.

A preview is made from the view of a seat alone, so it can reveal nothing that the seat may not
know. Nothing is stored or sent to anyone else: a draft stays on its device.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from qwirkle.errors import IllegalTurn
from qwirkle.players.legality import check_turn
from qwirkle.rules.cells import Cell
from qwirkle.rules.family import AnyTurn, AnyView
from qwirkle.rules.placement.scoring import Line
from qwirkle.rules.refusals.reasons import Refusal
from qwirkle.rules.tiles import Tile

Cells = tuple[Cell, ...]


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict of the rules on a draft."""

    legal: bool
    points: int = 0
    bonus: int = 0
    lines: tuple[Line, ...] = ()
    stars: Cells = ()
    """Star squares whose token it would win."""
    played: tuple[Tile, ...] = ()
    """Cards it would play."""
    qwirkles: int = 0
    """Qwirkles it would make, in the card game."""
    cells: dict[str, Cells] = {}
    """By tile of the hand: the cells it could go to next so that a legal turn stays possible."""
    anywhere: bool = False
    """Whether the table is open and empty, so that the first tile may go anywhere."""
    takeable: Cells = ()
    """Tiles on the table that could be taken first."""
    playable: tuple[Tile, ...] = ()
    """Cards of the hand that can be played at all."""
    sets: tuple[tuple[str, ...], ...] = ()
    """In the card game, for each set of the draft: why it is not a set yet."""
    homes: dict[str, tuple[int, ...]] = {}
    """In the card game, for each card: the sets of the draft that it could join as they are."""
    objections: tuple[Refusal, ...] = ()


def judged_by_game(seen: AnyView, turn: AnyTurn, draft: Preview) -> Preview:
    """Return the preview of a draft that scores nothing: whether the game allows the turn."""
    try:
        check_turn(seen, turn)
    except IllegalTurn as refusal:
        return replace(draft, legal=False, objections=refusal.refusals)
    return replace(draft, legal=True)
