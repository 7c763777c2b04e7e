"""The turns that follow a better turn: the typical answer and what comes after, or a solved ending.

A line is put into sentences and shown on the table. Where no answer is typical, only the sentences
say what follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from qwirkle.analysis.reasons.futures import Answer, Follower, Future
from qwirkle.analysis.reasons.sentences import write_reason
from qwirkle.analysis.review.report import Reason
from qwirkle.engine.position import Move
from qwirkle.rules.placement.turns import Place, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.turns import Pass

# An answer that is rarer than this is not typical.
TYPICAL = 0.15
# Chances are given as so many of so many deals.
OF = 10


class LineTurn(NamedTuple):
    """A turn of a line."""

    seat: int
    turn: Turn
    points: int


class Line(NamedTuple):
    """What follows a turn."""

    reasons: tuple[Reason, ...]
    """In words."""
    turns: tuple[LineTurn, ...]
    """The turns that follow; none if no answer is typical."""


def line_after(view: View, turn: Place, future: Future, follower: Follower) -> Line:
    """Return what typically follows a placement on the deals of a follower."""
    seat, players = view.seat or 0, len(view.players)
    mean = round(sum(future.own) / len(future.own))
    then = write_reason("then-own", points=mean)
    answer = follower.typical(turn.tiles, future)
    if answer is None or answer.part < TYPICAL:
        scored = round(sum(future.scored) / len(future.scored))
        return Line((write_reason("answer-any", points=scored), then), ())
    turns = [LineTurn((seat + 1) % players, answer.move.turn, answer.move.points)]
    if players == 2 and (own := follower.next_turn(turn.tiles, answer.move)) is not None:
        move, part = own
        if part >= TYPICAL:
            turns.append(LineTurn(seat, move.turn, move.points))
    return Line((_answer_reason(answer), then), tuple(turns))


def _answer_reason(answer: Answer) -> Reason:
    deals = round(OF * answer.part)
    code = "answer-completes" if answer.completes else "answer-adds"
    params = {"deals": deals, "of": OF, "points": round(answer.points)}
    return write_reason(code, case="sure" if deals == OF else "", **params, tiles=answer.line)


def solved_line(view: View, points: int, lead: int, moves: Sequence[Move | None]) -> Line | None:
    """Return the rest of a solved ending after its best turn; None if that ends the game.

    The turn makes these points, and from it on the seat gains this lead.
    """
    turns = tuple(_in_turn(view, moves))
    if not turns:
        return None
    own, other = points, 0
    for turn in turns:
        if turn.seat == view.seat:
            own += turn.points
        else:
            other += turn.points
    # What the lead has beyond the placements is the bonus of whoever goes out.
    bonus = lead - (own - other)
    own, other = own + max(bonus, 0), other + max(-bonus, 0)
    return Line((write_reason("line-solved", points=own, other=other),), turns)


def _in_turn(view: View, moves: Sequence[Move | None]) -> Iterator[LineTurn]:
    seat = view.seat or 0
    for move in moves:
        seat = (seat + 1) % len(view.players)
        points = 0 if move is None else move.points
        yield LineTurn(seat, Pass() if move is None else move.turn, points)
