"""The rules applied to a reading: they show where a tile must have been misread."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from qwirkle.analysis.photos.reading import UNCERTAIN, SeenTile
from qwirkle.analysis.photos.spots import is_enclosed
from qwirkle.rules.editions.layouts import Layout
from qwirkle.rules.editions.placement import Edition
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.faults import board_faults
from qwirkle.rules.refusals.positions import copy_faults
from qwirkle.rules.refusals.reasons import Refusal


def problems_of(tiles: Sequence[SeenTile], rules: Edition, layout: Layout | None) -> list[Refusal]:
    """Return everything in a reading that the rules exclude."""
    rules = _with(rules, layout)
    board = Board((seen.placed for seen in tiles), rules.layout)
    return [*board_faults(board, rules), *copy_faults(board.values())]


def settled(tiles: Sequence[SeenTile], rules: Edition, layout: Layout | None) -> list[SeenTile]:
    """Replace an uncertain tile by its second choice if that alone satisfies the rules.

    Between tiles there may also be none at all: an empty cell there looks like a large square.
    """
    settled = list(tiles)
    wrong = len(problems_of(settled, rules, layout))
    doubtful = sorted(
        (seen for seen in tiles if seen.certainty < UNCERTAIN), key=lambda seen: seen.certainty
    )
    for seen in doubtful:
        if not wrong:
            break
        number = settled.index(seen)
        before, after = settled[:number], settled[number + 1 :]
        other = replace(
            seen, placed=seen.placed._replace(tile=seen.second), second=seen.placed.tile
        )
        choices = [[*before, other, *after]]
        if is_enclosed(seen.placed.cell, {near.placed.cell for near in settled}):
            choices.append([*before, *after])
        for choice in choices:
            left = len(problems_of(choice, rules, layout))
            if left < wrong:
                settled, wrong = choice, left
                break
    return settled


def _with(rules: Edition, layout: Layout | None) -> Edition:
    if layout is None or layout.name == rules.layout.name:
        return rules
    # A board without a name is identified by its quadrants.
    return replace(rules, board=layout.name.split() if ":" in layout.name else layout.name)
