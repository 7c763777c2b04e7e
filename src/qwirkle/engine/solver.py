"""Endings of two players, solved: ``endgame.py`` for the rest of the program.

When the bag is empty each player knows what the other holds: the tiles that nobody sees. Then the
best turn can be computed. This module translates, and refuses what the search does not know:
tokens, action tiles, and stars with a token to be won. Only tiles are placed in the endings it
solves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from qwirkle.engine.placement import endgame
from qwirkle.engine.position import Move, Position, Standing
from qwirkle.engine.translation import BASE_GAME, settings_of
from qwirkle.rules.tiles import Tile

# Placements tried by default; compiled, about a tenth of a second.
NODES = 200_000
# Seconds after which a search stops, however many placements it may try.
SECONDS = 60.0


class Solution(NamedTuple):
    """The best turn of an ending, as far as it could be found."""

    move: Move | None
    """The placement; None is a pass, which then is the only turn (A1)."""
    value: int
    """The points the seat will still make, less those of the other one."""
    exact: bool
    """Whether that is proven; if not, the move is legal and the value is an estimate."""
    nodes: int
    """How many placements were tried."""
    line: tuple[Move | None, ...]
    """The turns of both from here on; to the end of the game if exact."""


class Solver:
    """A solver of endings on a position; like the position, it is for one thread at a time."""

    def __init__(
        self, position: Position, states: int = endgame.STATES_KEPT, *, widening: bool = False
    ) -> None:
        """Solve on this position, whatever is on it then, and remember up to ``states`` states.

        ``widening`` comes much closer to the value of an ending that cannot be proven.
        """
        self._position = position
        self._endgame = endgame.Endgame(position._core, states)
        self._endgame.widening = 1 if widening else 0

    def solve(
        self,
        hands: Sequence[Sequence[Tile]],
        seat: int,
        *,
        passes: int = 0,
        going_out: int = BASE_GAME.going_out,
        standing: Standing | None = None,
        nodes: int = NODES,
        seconds: float = SECONDS,
    ) -> Solution:
        """Return the best turn of this seat, with an empty bag and both hands known.

        The search ends when ``nodes`` placements have been tried, or after ``seconds`` seconds. A
        standing describes the game instead of ``passes`` and ``going_out``. ValueError is raised if
        somebody may still take a tile or draw one; without a standing an empty star square counts
        as one that has its token.
        """
        if standing is None:
            if any(cell not in self._position.board() for cell in self._position.layout.stars):
                raise ValueError("a star may have its token: only a standing can say it has not")
        else:
            _check(standing)
            settings = settings_of(standing.edition)
            going_out = settings.going_out
            # A3: the guard may end the game with the next pass already.
            last = standing.idle + 1 >= settings.idle_rounds * len(hands)
            passes = 1 if last else standing.passes
        if len(self._position) == 0:
            raise ValueError("an ending has tiles on the table")
        self._endgame.set_up([[tile.index for tile in hand] for hand in hands], going_out)
        _, value, exact = self._endgame.solve(seat, passes, nodes, seconds)
        line = self._turns_of(self._endgame.best_line())
        return Solution(line[0], value, exact, self._endgame.spent, line)

    def _turns_of(self, codes: Sequence[int]) -> tuple[Move | None, ...]:
        """Return the turns of a line of play; each can be read only after those before it."""
        line: list[Move | None] = []
        for code in codes:
            if code:
                tiles = self._position.move(code, 0).tiles
                line.append(Move(tiles, self._position.place(tiles)))
            else:
                line.append(None)
        for move in line:
            if move is not None:
                self._position.undo()
        return tuple(line)


def _check(standing: Standing) -> None:
    """Refuse endings in which more can happen than placing and passing."""
    if any(standing.tokens) or any(standing.actions) or any(True for _ in standing.stars_left):
        raise ValueError("tokens and action tiles are not in the solver's scope")
    if standing.specials or standing.used or standing.taken is not None:
        raise ValueError("the solver knows no special tiles, and no turns under way")
