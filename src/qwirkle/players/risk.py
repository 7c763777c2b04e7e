"""The risk a seat should take: its lead, and how many points decide the game."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import NamedTuple

from qwirkle.players.value.weights import shortfall_for
from qwirkle.rules.placement.view import View

# Points that decide a game, for each square root of the tiles to come.
NERVE = 3.0


class Stakes(NamedTuple):
    """A lead, and the points that decide a game; with a scale of 0 all points count the same."""

    lead: float = 0.0
    scale: float = 0.0


def stakes(view: View, nerve: float = NERVE, weights: Path | None = None) -> Stakes:
    """Return the lead of the view's seat and the points that decide; both 0 with a nerve of 0."""
    if nerve <= 0:
        return Stakes()
    rivals = [player for seat, player in enumerate(view.players) if seat != view.seat]
    unseen = view.bag + sum(rival.tiles for rival in rivals)
    missing = shortfall_for(view.edition, len(view.players), weights)
    lead = view.players[view.seat or 0].score - max(rival.score for rival in rivals)
    return Stakes(
        lead + missing.start + missing.slope * unseen,
        2.0 + nerve * sqrt(unseen),
    )
