"""The versions of the bots that learn and think: today's, and earlier ones that stay playable.

``value@0.1`` and ``sim@0.1:ms=10`` play by the weights and the method of version 0.1, so that every
later version can be measured against them. A version that is released is never changed here.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from qwirkle.engine.advisor import TELLING
from qwirkle.players.sim import Method, Rivals
from qwirkle.players.value import FORESIGHT, Foresight
from qwirkle.players.value.weights import SHIPPED


class Version(NamedTuple):
    """The differences between the bots of one version and those of another."""

    weights: Path | None
    """The file of the weights; None for the file in use."""
    foresight: Foresight
    method: Method
    telling: int
    """How many turns a rival must have shown before endings assume that it is greedy."""


CURRENT = Version(None, FORESIGHT, Method(), TELLING)
VERSIONS = {
    "0.1": Version(
        SHIPPED,
        Foresight(
            bag=12,
            candidates=8,
            deals=4,
            narrow=4,
            ending=50,
            likely=False,
            widening=False,
            guesses=0,
        ),
        Method(
            candidates=12,
            few=12,
            rounds=1,
            narrow=8,
            late=0,
            prior=10.0,
            ending=500,
            nerve=3.0,
            deals=2,
            rivals=Rivals.GREEDY,
            every=0,
            widening=False,
            guesses=0,
            cards=False,
        ),
        telling=0,
    ),
}
"""The earlier versions, by their number."""
