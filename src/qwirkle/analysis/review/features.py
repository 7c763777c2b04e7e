"""The value of a placement in two parts: what it gives the others, and what it keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from qwirkle.engine.advisor import Advisor
from qwirkle.engine.placement.value import FEATURES
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.view import View

# The features about the other players; all others concern the seat itself.
_OTHERS = (
    "next can make",
    "sixes for the next",
    "last two for the next",
    "fours on the table",
    "fives on the table",
    "answer",
    "others can make",
    "next holds",
    "star for the next",
)


class Sides(NamedTuple):
    """The parts of a value beyond its points; for both, more is better."""

    danger: float
    hope: float


def weigh_sides(view: View, tiles: Sequence[Placed]) -> Sides | None:
    """Weigh a placement by its features; None if it ends the game."""
    weights = weights_for(view.edition, len(view.players))
    advisor = Advisor(weights)
    advisor.see(view)
    search = advisor.search()
    search.find_candidates(1, 0.0, 0.0)
    number = advisor.add_candidate(tiles)
    if number < 0:
        advisor.close()
        return None
    features = advisor.table.valuer.explain(search.candidates()[number][0])
    search.restore()
    advisor.close()
    if not features["going on"]:
        return None
    kept = len(view.hand) - len(tiles)
    bag = view.bag - min(max(view.edition.hand - kept, 0), view.bag)
    danger = hope = 0.0
    for which, name in enumerate(FEATURES):
        part = weights[bag * len(FEATURES) + which] * features[name]
        if name.startswith(_OTHERS):
            danger += part
        else:
            hope += part
    return Sides(danger, hope)
