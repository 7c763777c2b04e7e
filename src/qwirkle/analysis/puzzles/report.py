"""A puzzle with its solution, in the form for programs."""

from __future__ import annotations

from datetime import date

import msgspec

from qwirkle.analysis.puzzles.family import of
from qwirkle.analysis.puzzles.puzzle import Puzzle
from qwirkle.analysis.reasons.explain import reasons_for
from qwirkle.analysis.review.report import JudgedTurn, Reason
from qwirkle.protocol.shapes.turns import Turn as WrittenTurn
from qwirkle.protocol.shapes.turns import write_turn
from qwirkle.rules.family import AnyTurn
from qwirkle.rules.tiles import Tile


class PuzzleReport(msgspec.Struct, frozen=True, kw_only=True):
    """The puzzle of a day, with its full solution."""

    date: date
    game: str
    position: str
    """As ``game.position`` writes it."""
    hand: tuple[Tile, ...]
    candidates: tuple[JudgedTurn, ...]
    """The best turn first, which loses nothing."""
    exact: bool
    """Whether the ending is solved; otherwise the losses are means of trials."""
    reasons: tuple[Reason, ...]
    """Why the best turn is better than the obvious one, or in the card game than the next best."""


class BestTurn(msgspec.Struct, frozen=True):
    """The best turn of a puzzle, and the points that it scores immediately."""

    turn: WrittenTurn
    points: int
    """In the card game, Qwirkles."""


class LosingTurn(msgspec.Struct, frozen=True):
    """A turn of a puzzle, and the points that it loses compared with the best one."""

    turn: WrittenTurn
    lost: float
    lost_ci95: tuple[float, float]


class PuzzleEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle of the set that ships, with its solution."""

    number: int
    game: str
    players: int
    position: str
    hand: tuple[Tile, ...]
    bag: int
    """What is left to draw: the tiles in the bag, or the cards of the deck."""
    difficulty: int
    """Its rating, on the scale of the levels: level 1 has 600, and each one 200 more."""
    themes: tuple[str, ...]
    best: BestTurn
    turns: tuple[LosingTurn, ...]
    """The listed turns, the best one first."""


def entry_of(number: int, puzzle: Puzzle) -> PuzzleEntry:
    """Return what programs read about a puzzle."""
    seen = puzzle.view()
    best, *_ = turns = judged_turns(puzzle)
    return PuzzleEntry(
        number=number,
        game=seen.game,
        players=len(seen.players),
        position=puzzle.position,
        hand=seen.hand,
        bag=seen.undrawn,
        difficulty=puzzle.rating,
        themes=puzzle.themes,
        best=BestTurn(best.turn, best.points),
        turns=tuple(LosingTurn(one.turn, one.lost, one.lost_ci95) for one in turns),
    )


def report_of(puzzle: Puzzle, day: date) -> PuzzleReport:
    """Return the full report on the puzzle of a day."""
    seen = puzzle.view()
    return PuzzleReport(
        date=day,
        game=seen.game,
        position=puzzle.position,
        hand=seen.hand,
        candidates=judged_turns(puzzle),
        exact=puzzle.exact,
        reasons=reasons_against(puzzle, rival_turn(puzzle)),
    )


def judged_turns(puzzle: Puzzle) -> tuple[JudgedTurn, ...]:
    """Return the candidates of a puzzle in the shape of the public contract."""
    return tuple(
        JudgedTurn(
            write_turn(puzzle.turn(found)), found.points, found.lost, (found.low, found.high)
        )
        for found in puzzle.candidates
    )


def rival_turn(puzzle: Puzzle) -> AnyTurn:
    """Return the turn that the best one is explained against."""
    seen = puzzle.view()
    return puzzle.turn(of(seen).rival(puzzle, seen))


def reasons_against(puzzle: Puzzle, turn: AnyTurn) -> tuple[Reason, ...]:
    """Return the reasons why the best turn is better than this one; none if they are the same."""
    return reasons_for(puzzle.view(), puzzle.best, turn)
