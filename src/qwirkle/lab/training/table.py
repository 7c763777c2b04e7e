"""A table of the core whose seats play by the weights that are being learned."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from qwirkle.engine.placement import playout
from qwirkle.engine.placement.value import spread_weights
from qwirkle.engine.position import set_table
from qwirkle.lab.training.plan import Method
from qwirkle.rules.editions.placement import Edition


class Start(msgspec.Struct, frozen=True):
    """Weights to play by, for some sizes of the bag."""

    bags: tuple[int, ...]
    rows: tuple[tuple[float, ...], ...]


def training_table(
    policies: Sequence[str], rules: Edition, method: Method, start: Start | None
) -> playout.Playout:
    """Return a table for these seats; without weights, value is points alone."""
    seats = set_table(policies, rules)
    seats.breadth = method.breadth
    seats.tolerance = method.tolerance
    # What turns reveal about hands is inferred between two players only.
    seats.reasoning = 1 if len(policies) == 2 else 0
    if start is not None:
        seats.valuer.share_weights(spread_weights(start.bags, start.rows))
    return seats
