"""A seat that thinks: what a view tells, as the core wants to be told it.

A mind belongs to one seat of one game. It is given views, never a state, and remembers from view to
view what the others showed by their turns: a kind that would have made more points than they made
they did not hold. Asked again with the same views it gives the same answers.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from qwirkle.engine import search, table
from qwirkle.engine.face import Move, Position, counted_actions
from qwirkle.engine.settings import settings_of
from qwirkle.rules.board import Cell, Placed
from qwirkle.rules.referee import Demands
from qwirkle.rules.tiles import BOX
from qwirkle.rules.turns import Action
from qwirkle.rules.view import View

# Placements a mind looks at closely when it does not search.
BREADTH = 64
# How much better a tile must have been for it to count as not held.
TOLERANCE = 1


class Advice(NamedTuple):
    """What a mind would do: an extra first, or a placement, or neither when nothing can be placed."""

    extra: Action | None = None
    take: Cell | None = None
    move: Move | None = None
    value: float = 0.0


class Weighed(NamedTuple):
    """A placement, and its value: its points less danger, plus hope."""

    move: Move
    value: float


class Mind:
    """Thinks for the seat of the views it is given, all of one game."""

    def __init__(self, weights: array[float] | None = None) -> None:
        """With weights as ``value.spread_weights`` gives them, or by points alone."""
        self._weights = weights
        self._position: Position | None = None
        self._known: list[int] | None = None
        self._turn_known = -1
        self._search: search.Search | None = None
        self.seats: table.Table

    def see(self, view: View) -> None:
        """Look at the game as it is now; the view must be of the seat whose turn it is."""
        if view.seat is None:
            raise ValueError("a spectator does not think")
        rival = (view.seat + 1) % 2 if len(view.players) == 2 else None
        last = view.last
        his: tuple[Placed, ...] = ()
        telling = last is not None and last.seat == rival and view.used is None
        if last is not None and telling and last.took is None and not last.drew_three:
            his = last.placed
        position = self._follow(view, his)
        better = 0
        if last is not None and telling:
            better = self.seats.better(last.points + TOLERANCE) if len(position) else 0
        if his:
            position.lay(his)
        self._stand(view)
        if rival is not None:
            self._remember(view, rival, better, len(his))

    def _follow(self, view: View, without: tuple[Placed, ...]) -> Position:
        """The position of the view's board, less these tiles."""
        position = self._position
        if position is not None and position.layout is view.board.layout:
            left_out = {one.cell for one in without}
            new = [
                Placed(cell.x, cell.y, tile)
                for cell, tile in view.board.items()
                if cell not in left_out and cell not in position
            ]
            if len(position) + len(new) + len(without) == len(view.board):
                position.lay(sorted(new))
                return position
        board = view.board
        for one in without:
            board = board.without(one.cell)
        position = Position(board)
        players = len(view.players)
        self.seats = position.seated(["value"] * players, settings_of(view.edition))
        self.seats.breadth = BREADTH
        self.seats.tolerance = TOLERANCE
        self.seats.reasoning = 1 if players == 2 else 0
        if self._weights is not None:
            self.seats.valuer.share_weights(self._weights)
        self._position = position
        self._search = None
        return position

    def _stand(self, view: View) -> None:
        """Let the table be as the view says."""
        seat = view.seat or 0
        others = [one for which, one in enumerate(view.players) if which != seat]
        specials = _specials(view)
        self.seats.stand(
            seat,
            [tile.index for tile in view.hand],
            [one.tiles for one in view.players],
            max(view.bag, sum(specials)),
            specials,
        )
        self.seats.resume_at(view.idle, view.passes, view.opening_tiles)
        position = self._position
        if position is not None and (
            view.stars_left
            or view.used
            or any(one.tokens or one.actions for one in (*others, view.players[seat]))
        ):
            self.seats.resume(
                tokens=[one.tokens for one in view.players],
                actions=[counted_actions(one.actions) for one in view.players],
                stars=[position.number(cell) for cell in view.stars_left],
                specials=(0, 0),
                idle=view.idle,
                passes=view.passes,
                opening_tiles=view.opening_tiles,
                used=view.used is not None,
                taken=None
                if view.taken is None
                else (position.number(view.taken.cell), view.taken.tile.index),
            )

    def _remember(self, view: View, rival: int, better: int, placed: int) -> None:
        """Work out what the rival's turns say about his tiles."""
        if self._known is not None and view.seq > self._turn_known:
            self.seats.recall(rival, self._known)
        if view.seq != self._turn_known:
            last = view.last
            if last is not None and last.seat == rival:
                size = view.players[rival].tiles
                # With an empty bag he may have drawn fewer than he placed.
                refilled = size - view.edition.hand + placed
                drawn = last.traded or min(max(refilled, 0), placed)
                self.seats.infer(rival, better, max(size - drawn, 0))
            self._turn_known = view.seq
            self._known = self.seats.exposures(rival)
        elif self._known is not None:
            self.seats.recall(rival, self._known)

    def advise(self) -> Advice:
        """What to do by value alone, after ``see``."""
        extra, code, points, value = self.seats.advise()
        return self._advice(extra, code, points, value)

    def weigh(self, most: int, demands: Demands) -> list[Weighed]:
        """So many placements, those with most points, with their values; after ``see``.

        Only for a turn in which nothing else can be used first: tokens and action tiles are not
        weighed here. They stand in the order of their tiles.
        """
        position = self._position
        if position is None:
            raise ValueError("a mind must see a view first")
        # Advising tells the valuer what the seat knows.
        self.seats.advise()
        found = self.seats.valuer.weigh_all(most, demands.opening_tiles, demands.opening_on_centre)
        weighed = [Weighed(position.move(code, points), value) for code, points, value in found]
        # M-TAKE-1c: the ban on the spot of a taken tile is lifted after advising.
        return sorted(one for one in weighed if demands.banned not in one.move.tiles)

    def _advice(self, extra: int, code: int, points: int, value: float) -> Advice:
        position = self._position
        if position is None:
            raise ValueError("a mind must see a view first")
        if extra == 1:
            return Advice(extra=Action.DRAW_THREE)
        if extra:
            return Advice(extra=Action.TAKE, take=position.cell(extra))
        return Advice(move=position.move(code, points) if code else None, value=value)


def _specials(view: View) -> tuple[int, int]:
    """The special tiles that must still be in the pile, by kind (M-SETUP-1).

    All pieces are accounted for: what the pile has too many are special tiles. A kind of which
    somebody holds an action tile has been shown.
    """
    left = view.bag + len(view.board) + sum(one.tiles for one in view.players) - len(BOX)
    if left <= 0:
        return 0, 0
    shown = {action for one in view.players for action in one.actions}
    hidden = [action for action in view.edition.action_tiles.kinds if action not in shown]
    return counted_actions(hidden[:left])
