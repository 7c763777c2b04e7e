"""Endings of two players with an empty bag, solved: exact values of turns, not estimates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from qwirkle.engine.position import Move, Position, Standing
from qwirkle.engine.solver import Solver
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import Tile


class SolvedTurn(NamedTuple):
    """A turn of an ending, with the lead that the seat gains from it on."""

    move: Move | None
    """None is a pass."""
    value: int
    exact: bool
    line: tuple[Move | None, ...] = ()
    """The turns after it, to the end of the game if the value is exact."""


class EndingSolver:
    """A solver of the endings of one game, with a budget of placements for each turn."""

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self._position: Position | None = None
        self._solver: Solver | None = None

    def reaches(self, view: View) -> bool:
        """Return whether the position is an ending that can be solved."""
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
        """Return the best turn of the seat of the view, which knows the other hand."""
        position, solver = self._at(view)
        hands = _hands(view)
        solution = solver.solve(hands, view.seat or 0, standing=_standing(view), nodes=self._nodes)
        del position
        return SolvedTurn(solution.move, solution.value, solution.exact, solution.line[1:])

    def outcome(self, view: View) -> int | None:
        """Return the lead in points that the seat gains if neither errs; None if not proven."""
        if not self.reaches(view):
            return None
        best = self.best(view)
        return best.value if best.exact else None

    def value_of(self, view: View, tiles: Sequence[Placed]) -> SolvedTurn:
        """Return the value of one placement: its points, less the best reply."""
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
