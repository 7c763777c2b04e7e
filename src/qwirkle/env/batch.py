"""Placements of many positions, and values of many candidates, in one call and as arrays."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from qwirkle.engine import OpeningRule, Position
from qwirkle.engine.advisor import Advisor
from qwirkle.engine.cards.solver import MAX_HAND
from qwirkle.engine.placement.bits import HAND, STRIDE
from qwirkle.env.cards import card_choices
from qwirkle.errors import ArgumentError
from qwirkle.players.base import seat_to_move
from qwirkle.players.cards import valued_choices
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.family import AnyView
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import Tile

# The core spells six tiles and the points of a placement.
WIDTH = HAND + 1
# The most placements that the core weighs in one turn.
MAX_CANDIDATES = 512


class PlacementArrays(NamedTuple):
    """Placements, one per row, grouped by position in the order of the positions."""

    positions: NDArray[np.int32]
    """The number of the position."""
    points: NDArray[np.int32]
    kinds: NDArray[np.int32]
    """The kinds of up to six tiles + 1, in the order of their cells; 0 for none."""
    x: NDArray[np.int32]
    y: NDArray[np.int32]
    """The cells of the tiles; 0 if there is no tile."""


class CandidateArrays(NamedTuple):
    """Turns with their values, one per row, grouped by view in the order of the views.

    In the card game a row is a choice of up to nine cards, ``points`` are Qwirkles, values are in
    Qwirkles, and there are no cells.
    """

    positions: NDArray[np.int32]
    """The number of the view."""
    points: NDArray[np.int32]
    kinds: NDArray[np.int32]
    """The kinds of the tiles + 1, in the order of their cells; 0 for none."""
    x: NDArray[np.int32]
    y: NDArray[np.int32]
    """The cells of the tiles; 0 if there is no tile."""
    values: NDArray[np.float64]
    """The points now, less what the turn leaves for the others, plus what its seat keeps."""


def legal_placements(
    positions: Sequence[Position],
    hands: Sequence[Iterable[Tile]],
    openings: Sequence[OpeningRule | None] | None = None,
) -> PlacementArrays:
    """List the legal placements of a hand on each of these positions.

    ``openings`` has the rule of the opening for each position with an empty table. The order within
    a position is that of the core; ``Position.moves`` lists the same placements sorted.
    """
    rules = [None] * len(positions) if openings is None else openings
    if not len(positions) == len(hands) == len(rules):
        raise ArgumentError("there must be a hand for every position")
    return _arrays(
        [
            position.spelt(hand, rule)
            for position, hand, rule in zip(positions, hands, rules, strict=True)
        ]
    )


def candidate_values(views: Sequence[AnyView]) -> CandidateArrays:
    """Value every placement, or every choice of cards, of the seat to move in each of these views.

    The values are those by which the value bot chooses without looking ahead. Each view counts
    alone: what earlier turns revealed is not considered. Tokens and action tiles are not used
    first. The placements of a view are sorted by their tiles, the choices by their cards. If there
    are more than 512 placements, those with the most points are valued.
    """
    tiles = [view for view in views if isinstance(view, View)]
    cards = [view for view in views if not isinstance(view, View)]
    if tiles and cards:
        raise ArgumentError("views of the card game are valued apart from the others")
    return _choices(cards) if cards else _placements(tiles)


def _arrays(spelt: Sequence[tuple[array[int], tuple[int, int]]]) -> PlacementArrays:
    """Convert placements from the core's encoding, subtracting an offset from columns and rows."""
    blocks = [np.frombuffer(numbers, np.int32).reshape(-1, WIDTH) for numbers, _ in spelt]
    rows = np.concatenate([np.empty((0, WIDTH), np.int32), *blocks])
    tiles, points = rows[:, :-1], rows[:, -1].copy()
    counts = [len(block) for block in blocks]
    owners = np.repeat(np.arange(len(spelt), dtype=np.int32), counts)
    there = tiles >= 0
    cells = tiles >> 6
    shift = np.array([shift for _, shift in spelt], np.int32).reshape(-1, 2)[owners]
    return PlacementArrays(
        owners,
        points,
        np.where(there, (tiles & 63) + 1, 0).astype(np.int32),
        np.where(there, cells % STRIDE - shift[:, :1], 0).astype(np.int32),
        np.where(there, cells // STRIDE - shift[:, 1:], 0).astype(np.int32),
    )


def _placements(views: Sequence[View]) -> CandidateArrays:
    spelt, values = [], [np.empty(0)]
    for view in views:
        found, worth = _weigh(view)
        spelt.append(found)
        values.append(np.array(worth))
    return CandidateArrays(*_arrays(spelt), np.concatenate(values))


def _weigh(view: View) -> tuple[tuple[array[int], tuple[int, int]], list[float]]:
    seat = seat_to_move(view)
    with closing(Advisor(weights_for(view.edition, len(view.players)))) as advisor:
        advisor.see(view)
        player = view.players[seat]
        if view.used is None and (player.tokens or player.actions):
            advisor.see(replace(view, used=Action.TAKE))
        moves = advisor.weigh_numbers(MAX_CANDIDATES, view.demands())
        return advisor.spell(moves), [move.value for move in moves]


def _choices(views: Sequence[CardsView]) -> CandidateArrays:
    owners: list[int] = []
    points: list[int] = []
    values: list[float] = []
    kinds: list[list[int]] = []
    for which, view in enumerate(views):
        found = valued_choices(view)
        # A16: the first turn is not a free choice.
        legal = set(card_choices(view)) if view.opening_cards else None
        for choice in found:
            if legal is None or choice.cards in legal:
                owners.append(which)
                points.append(choice.qwirkles)
                values.append(choice.value)
                cards = [1 + card.index for card in choice.cards]
                kinds.append(cards + [0] * (MAX_HAND - len(cards)))
    return CandidateArrays(
        np.array(owners, np.int32),
        np.array(points, np.int32),
        np.array(kinds, np.int32).reshape(-1, MAX_HAND),
        np.zeros((len(kinds), MAX_HAND), np.int32),
        np.zeros((len(kinds), MAX_HAND), np.int32),
        np.array(values, np.float64),
    )
