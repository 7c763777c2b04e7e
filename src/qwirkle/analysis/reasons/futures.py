"""What follows a placement, counted on deals: the answers of the others, and the seat's next turn.

Everybody answers by value, as in the trials of the judge. Two placements that are compared are
followed by the same deals, so their difference is not that of their luck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

from msgspec.structs import replace

from qwirkle.analysis.reasons.deals import Deal
from qwirkle.engine.advisor import Advisor
from qwirkle.engine.position import Move, Position, position_of
from qwirkle.players.value import SLACK
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.cells import Axis, Cell
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.view import PlayerView, View
from qwirkle.rules.tiles import Tile, in_order

# Placements weighed for each answer, as in the judge's trials.
BREADTH = 8
# The shortest line that an answer counts as adding to.
WORTH_NAMING = 2


class Answer(NamedTuple):
    """A typical answer of the next player, and what it has in common with others like it."""

    move: Move
    part: float
    """The part of all deals in which the next player adds to the same line."""
    points: float
    """The mean of the points of these answers."""
    line: tuple[Tile, ...]
    """The tiles of the line that they add to."""
    completes: bool
    """Whether most of them complete it."""


class Future(NamedTuple):
    """What follows one placement, deal by deal."""

    answers: tuple[Move | None, ...]
    """The placements of the next player; None where nothing can be placed."""
    most: tuple[int, ...]
    """The most points that the next player could make."""
    own: tuple[int, ...]
    """The most points that the seat can make in its next turn."""

    @property
    def scored(self) -> tuple[int, ...]:
        """The points of the next player's placements."""
        return tuple(0 if move is None else move.points for move in self.answers)


class Gap(NamedTuple):
    """The means of two series of points, and how many standard errors lie between them."""

    one: float
    other: float
    errors: float

    @property
    def by(self) -> float:
        """How much more the other one is."""
        return self.other - self.one


def gap(one: Sequence[int], other: Sequence[int]) -> Gap:
    """Compare two series of points on common deals."""
    count = len(one)
    differences = [other[which] - one[which] for which in range(count)]
    mean = sum(differences) / count
    variance = sum((difference - mean) ** 2 for difference in differences) / max(count - 1, 1)
    error = sqrt(variance / count)
    sure = float("inf") if mean else 0.0
    return Gap(sum(one) / count, sum(other) / count, mean / error if error else sure)


class Follower:
    """Follows placements of one view on the same deals."""

    def __init__(self, view: View, deals: Sequence[Deal]) -> None:
        self._view = view
        self._deals = deals

    def follow(self, tiles: Sequence[Placed]) -> Future:
        """Return what follows a placement of the seat."""
        view, seat = self._view, self._view.seat or 0
        kept = list(view.hand)
        for placed in tiles:
            kept.remove(placed.tile)
        drawn = min(max(view.edition.hand - len(kept), 0), view.bag)
        board = view.board.with_tiles(tiles)
        after = replace(
            view,
            board=board,
            bag=view.bag - drawn,
            players=_with_tiles(view.players, seat, len(kept) + drawn),
            stars_left=tuple(set(view.stars_left) - {placed.cell for placed in tiles}),
            turns_played=view.turns_played + 1,
            last=None,
            taken=None,
            used=None,
            idle=0,
            passes=0,
            opening_tiles=0,
        )
        advisors = [
            Advisor(weights_for(view.edition, len(view.players)), slack=SLACK, breadth=BREADTH)
            for _ in self._deals[0].hands
        ]
        # Its own position: the others' answers are asked of those that are shared.
        position = Position(board)
        answers: list[Move | None] = []
        most: list[int] = []
        own: list[int] = []
        for one in self._deals:
            most.append(position.best_points(one.hands[0]))
            moves = list(self._round(advisors, after, one.hands))
            laid = [move.tiles for move in moves if move is not None]
            for one_turn in laid:
                position.lay(one_turn)
            answers.append(moves[0])
            own.append(position.best_points((*kept, *one.bag[:drawn])))
            for _ in laid:
                position.undo()
        for advisor in advisors:
            advisor.close()
        return Future(tuple(answers), tuple(most), tuple(own))

    def _round(
        self, advisors: Sequence[Advisor], after: View, hands: Sequence[tuple[Tile, ...]]
    ) -> Iterator[Move | None]:
        """Let the others play, one after the other; yield their placements."""
        players, seat = len(after.players), after.seat or 0
        board = after.board
        for step, (advisor, hand) in enumerate(zip(advisors, hands, strict=True), 1):
            other = (seat + step) % players
            advisor.see(replace(after, board=board, seat=other, turn=other, hand=hand))
            advice = advisor.advise()
            # What may be used first is left out: the placement after it is on another table.
            first = advice.extra is not None
            move = position_of(board).best(hand) if first else advice.move
            board = board if move is None else board.with_tiles(move.tiles)
            yield move

    def typical(self, tiles: Sequence[Placed], future: Future) -> Answer | None:
        """Return the most frequent kind of answer to a placement; None if nothing is placed."""
        board = self._view.board.with_tiles(tiles)
        kinds: dict[frozenset[Cell], list[Move]] = {}
        for move in future.answers:
            if move is not None:
                kinds.setdefault(_line_of(board, move), []).append(move)
        kinds.pop(frozenset(), None)
        if not kinds:
            return None
        cells, moves = max(kinds.items(), key=lambda kind: (len(kind[1]), sorted(kind[0])))
        points = sum(move.points for move in moves) / len(moves)
        counted = Counter(moves)
        often = max(counted.values())
        move = min(
            (move for move, count in counted.items() if count == often),
            key=lambda move: (abs(move.points - points), move),
        )
        complete = sum(_completes(board, cells, move) for move in moves)
        line = in_order(board[cell] for cell in cells)
        part = len(moves) / len(future.answers)
        return Answer(move, part, points, tuple(line), 2 * complete > len(moves))

    def next_turn(self, tiles: Sequence[Placed], answer: Move) -> tuple[Move, float] | None:
        """Return the seat's most frequent turn after an answer, and the part of deals with it."""
        view = self._view
        kept = list(view.hand)
        for placed in tiles:
            kept.remove(placed.tile)
        drawn = min(max(view.edition.hand - len(kept), 0), view.bag)
        position = position_of(view.board.with_tiles(tiles).with_tiles(answer.tiles))
        found = Counter(
            move
            for one in self._deals
            if (move := position.best((*kept, *one.bag[:drawn]))) is not None
        )
        if not found:
            return None
        move, count = max(found.items(), key=lambda entry: (entry[1], entry[0].points, entry[0]))
        return move, count / len(self._deals)


def _with_tiles(players: tuple[PlayerView, ...], seat: int, tiles: int) -> tuple[PlayerView, ...]:
    return tuple(
        replace(player, tiles=tiles) if which == seat else player
        for which, player in enumerate(players)
    )


def _line_of(board: Board, move: Move) -> frozenset[Cell]:
    """Return the cells of the longest line that lay there already and that a move adds to."""
    after = board.with_tiles(move.tiles)
    most, found = (0, 0), frozenset[Cell]()
    for placed in move.tiles:
        for axis in Axis:
            line = after.line(placed.cell, axis)
            lying = frozenset(cell for cell in line if cell in board)
            if len(lying) >= WORTH_NAMING and (len(line), len(lying)) > most:
                most, found = (len(line), len(lying)), lying
    return found


def _completes(board: Board, cells: frozenset[Cell], move: Move) -> bool:
    """Return whether a move makes the line on these cells as long as lines can be."""
    after = board.with_tiles(move.tiles)
    cell = next(iter(cells))
    lines = (after.line(cell, axis) for axis in Axis)
    return any(len(line) == board.layout.longest_line and cells <= set(line) for line in lines)
