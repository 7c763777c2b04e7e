"""Endings of two players with an empty bag, solved: the value of every turn, not an estimate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from qwirkle.analysis.judge.verdict import QUICK
from qwirkle.analysis.review.chances import chances, decided_chances
from qwirkle.analysis.review.outlook import best_value
from qwirkle.engine.position import Move, Position, Standing
from qwirkle.engine.solver import Solver
from qwirkle.rules.family import AnyView
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import Tile


class SolvedTurn(NamedTuple):
    """A turn of an ending: what the seat will make more than the other one from it on."""

    move: Move | None
    """None is a pass."""
    value: int
    exact: bool


class EndingSolver:
    """Solves the endings of one game, each turn with a budget of placements to try."""

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self._position: Position | None = None
        self._solver: Solver | None = None

    def reaches(self, view: View) -> bool:
        """Return whether this is an ending that can be solved."""
        return (
            len(view.players) == 2
            and view.bag == 0
            and len(view.board) > 0
            and not view.stars_left
            and view.used is None
            and view.taken is None
            and not any(player.tokens or player.actions for player in view.players)
            and all(player.tiles for player in view.players)
        )

    def best(self, view: View) -> SolvedTurn:
        """The best turn of the seat of the view, which knows the other hand."""
        position, solver = self._at(view)
        hands = _hands(view)
        solution = solver.solve(hands, view.seat or 0, standing=_standing(view), nodes=self._nodes)
        del position
        return SolvedTurn(solution.move, solution.value, solution.exact)

    def outcome(self, view: View) -> int | None:
        """The lead in points that the seat gains if neither errs; None if not proven."""
        if not self.reaches(view):
            return None
        best = self.best(view)
        return best.value if best.exact else None

    def value_of(self, view: View, tiles: Sequence[Placed]) -> SolvedTurn:
        """The value of one placement: its points, less what the other one can make after it."""
        position, solver = self._at(view)
        seat = view.seat or 0
        hands = _hands(view)
        kept = list(hands[seat])
        for placed in tiles:
            kept.remove(placed.tile)
        points = position.place(tiles)
        try:
            move = Move(tuple(tiles), points)
            if not kept:
                return SolvedTurn(move, points + view.edition.end.going_out, exact=True)
            hands[seat] = tuple(kept)
            standing = _standing(view)._replace(idle=0, passes=0)
            answer = solver.solve(hands, 1 - seat, standing=standing, nodes=self._nodes)
            return SolvedTurn(move, points - answer.value, answer.exact)
        finally:
            position.undo()

    def _at(self, view: View) -> tuple[Position, Solver]:
        if self._position is None or self._solver is None or not self._position.follow(view.board):
            self._position = Position(view.board)
            self._solver = Solver(self._position, widening=True)
        return self._position, self._solver


def _hands(view: View) -> list[tuple[Tile, ...]]:
    hands = [tuple(view.unseen().elements())] * 2
    hands[view.seat or 0] = view.hand
    return hands


def _standing(view: View) -> Standing:
    return Standing(view.edition, idle=view.idle, passes=view.passes)


def chances_in(view: AnyView, nodes: int = QUICK.ending_nodes) -> tuple[float, ...]:
    """Each seat's chance of winning in a single position: by solving it, if it is an ending."""
    outcome = EndingSolver(nodes).outcome(view) if isinstance(view, View) else None
    if outcome is not None:
        return decided_chances(view, outcome)
    return chances(view, best_value(view))
