"""The making of puzzles: value bots play, and their positions are screened, tried and judged.

A position becomes a puzzle only if its best turn, selected on other deals, is far better than every
other legal turn on the held-out deals, and again on as many other deals. The obvious turn may be
the best one only if the levels miss it. A game depends on the seed and its number alone, so games
can be searched anywhere and in any order.
"""

from __future__ import annotations

from typing import NamedTuple

from qwirkle.analysis.puzzles.difficulty import HARD, HARD_TO_SEE, measure
from qwirkle.analysis.puzzles.family import of
from qwirkle.analysis.puzzles.puzzle import Puzzle, Tally
from qwirkle.analysis.review.self_play import turn_states
from qwirkle.notation.family import write_position
from qwirkle.rules.family import edition, view

# Turns between two puzzles of the same game: adjacent positions would look alike.
APART = 12
# The cycle of games, and of their numbers of players: most are classic games of two.
GAMES = (
    *(("classic", 2), ("select", 2), ("cards", 2), ("classic", 2), ("connect", 2), ("classic", 3)),
    *(("mini", 2), ("cards", 3), ("classic", 2), ("combined", 2), ("schmidt", 2), ("select", 3)),
    *(("cards", 2), ("classic", 4), ("connect", 3), ("colour-blind", 2), ("classic", 2)),
    *(("cards", 4), ("combined", 3), ("schmidt", 3), ("classic", 2), ("connect", 4), ("mini", 3)),
    ("select", 4),
)
# One game in this many is also searched for best turns that are the obvious ones.
PLAIN_EVERY = 3


class Found(NamedTuple):
    """The candidates for puzzles found in one game."""

    puzzles: tuple[Puzzle, ...]
    tally: Tally


def puzzles_of(seed: str, number: int, *, endings: bool = True, game: str | None = None) -> Found:
    """Play a game of value bots, and find its puzzles.

    ``endings`` includes positions in which nothing is left to draw. With ``game``, all games are of
    that edition.
    """
    found: list[Puzzle] = []
    tally = Tally()
    last = -APART
    cycle = GAMES if game is None else [one for one in GAMES if one[0] == game]
    name, players = cycle[number % len(cycle)]
    plain = number % PLAIN_EVERY == 0
    states = turn_states(edition(name), "puzzles", f"{seed}/{number}", players)
    for turn, state in enumerate(states, 1):
        if turn - last < APART:
            continue
        tally += Tally(positions=1)
        seen = view(state, state.turn)
        if not of(seen).is_searched(seen, number, endings=endings):
            continue
        puzzle = Puzzle(write_position(seen), (), f"{seed}/{number}/{turn}")
        # Through the text, so that a puzzle depends on nothing that the text does not contain.
        made, passed = of(seen).make(puzzle, puzzle.view(), plain=plain)
        tally += passed
        if made is None:
            continue
        made = measure(made)
        if HARD_TO_SEE not in made.themes or made.rating >= HARD:
            found.append(made)
            last = turn
    return Found(tuple(found), tally)


def judge_again(puzzle: Puzzle) -> Puzzle | None:
    """Judge a puzzle again; None if its best turn is no longer far enough ahead."""
    seen = puzzle.view()
    return of(seen).judge_again(puzzle, seen)
