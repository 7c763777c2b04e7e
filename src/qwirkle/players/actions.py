"""Habits that simple bots share: tokens and action tiles before a turn, trades instead of one."""

from __future__ import annotations

from qwirkle.engine.legal import best_points, points_after_taking, takeable
from qwirkle.players.rng import Chance
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.placement.turns import DrawThree, Take, Trade, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.turns import Pass

# A token is worth keeping for later unless it gains about a tile's worth of points now.
WORTH_TAKING = 4


def random_extra(view: View, chance: Chance) -> Turn | None:
    """Return the occasional use of a token or an action tile, at random, or None."""
    if view.seat is None or view.used is not None:
        return None
    options: list[Turn] = [Take(cell) for cell in takeable(view)]
    if _can_draw_three(view):
        options.append(DrawThree())
    if not options or chance.below(4):
        return None
    return chance.choice(options)


def greedy_extra(view: View) -> Turn | None:
    """Return the act of drawing three if three are left, a take that clearly pays, or None."""
    if view.seat is None or view.used is not None:
        return None
    if _can_draw_three(view) and view.bag >= 3:
        return DrawThree()
    cells = takeable(view)
    if not cells:
        return None
    # With nothing left to draw, waiting gains nothing.
    threshold = WORTH_TAKING if view.bag else 1
    now = best_points(view.board, view.hand, view.demands())
    most = points_after_taking(view, cells, now + threshold)
    points = max(most)
    # The cells are sorted: among equals the first one counts.
    return Take(cells[most.index(points)]) if points >= now + threshold else None


def trade_or_pass(view: View, chance: Chance) -> Turn:
    """Trade as many tiles as allowed, or pass; for when nothing can be placed."""
    count = min(len(view.hand), view.bag, view.edition.trading.most)
    if count:
        return Trade(tuple(chance.sample(view.hand, count)))
    return Pass()


def _can_draw_three(view: View) -> bool:
    return (
        view.seat is not None
        and Action.DRAW_THREE in view.players[view.seat].actions
        and view.bag > 0
    )
