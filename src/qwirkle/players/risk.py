"""What is at stake: how far a seat is ahead, and how many points would decide the game."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from qwirkle.players.value.weights import shortfall_for
from qwirkle.rules.placement.view import View

# Points that decide a game, for each root of the tiles to come.
NERVE = 3.0


class Stakes(NamedTuple):
    """With a scale of 0 all points count the same."""

    lead: float = 0.0
    scale: float = 0.0


def stakes(view: View, nerve: float = NERVE) -> Stakes:
    """What the seat of the view is ahead by, and what decides; without nerve points are points."""
    if nerve <= 0:
        return Stakes()
    seats = [one for which, one in enumerate(view.players) if which != view.seat]
    unseen = view.bag + sum(one.tiles for one in seats)
    missing = shortfall_for(view.edition, len(view.players))
    lead = view.players[view.seat or 0].score - max(one.score for one in seats)
    return Stakes(
        lead + missing.start + missing.slope * unseen,
        2.0 + nerve * sqrt(unseen),
    )
