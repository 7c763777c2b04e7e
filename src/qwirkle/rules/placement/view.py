"""The view of one seat, built from nothing: never a copy with parts cut out.

If two states differ only in what a seat may not know, its views of them are equal.
"""

from __future__ import annotations

from collections import Counter
from typing import ClassVar, Literal

import msgspec

from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.placement import Action, Edition
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.referee import Demands
from qwirkle.rules.placement.state import LastTurn, Result, State, demands_of
from qwirkle.rules.tiles import Tile
from qwirkle.rules.view import GameView, hand_of


class PlayerView(msgspec.Struct, frozen=True):
    """The public facts about a player."""

    name: str
    score: int
    tiles: int
    tokens: int
    actions: tuple[Action, ...]


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a view that may change with every turn, without the board.

    The wire has the same fields.
    """

    seat: int | None
    """None for a spectator, who sees no hand."""
    seq: int
    # At a table the wire carries the hands in ``you``, and none here.
    hand: tuple[Tile, ...]
    players: tuple[PlayerView, ...]
    bag: int
    turn: int | None
    turns_played: int
    opening_tiles: int
    used: Action | None
    taken: Placed | None
    idle: int
    """Turns in a row in which nobody has placed a tile."""
    passes: int
    """How many of the last turns in a row were passes."""
    last: LastTurn | None
    result: Result | None


class View(GameView, Situation, frozen=True, kw_only=True):
    """A placement game as a seat sees it; ``seat`` None is a spectator, who sees no hand."""

    family: ClassVar[Literal["placement"]] = "placement"

    edition: Edition
    board: Board
    stars_left: tuple[Cell, ...]

    def __str__(self) -> str:
        """Draw the tiles on the board and those in the hand by their codes."""
        return f"{self.board}\n\n{' '.join(self.hand)}".rstrip()

    @property
    def undrawn(self) -> int:
        """The number of tiles left to draw."""
        return self.bag

    def unseen(self) -> Counter[Tile]:
        """Return the tiles in the bag and in hands this seat cannot see."""
        return Counter(self.edition.box) - Counter(self.board.values()) - Counter(self.hand)

    def demands(self) -> Demands:
        """Return the demands on a placement at this moment, beyond the general rules."""
        return demands_of(self.edition, self.opening_tiles, self.taken)

    def after_taking(self, cell: Cell) -> tuple[Board, tuple[Tile, ...], Demands]:
        """Return the board, hand and demands after taking the tile on a cell."""
        taken = Placed(cell.x, cell.y, self.board[cell])
        after = msgspec.structs.replace(self, taken=taken)
        return self.board.without(cell), (*self.hand, taken.tile), after.demands()


def view(state: State, seat: int | None) -> View:
    """Return the view of a seat, or of a spectator."""
    return View(
        edition=state.edition,
        seat=seat,
        seq=state.seq,
        board=state.board,
        hand=hand_of([player.hand for player in state.seats], seat),
        players=tuple(
            PlayerView(player.name, player.score, len(player.hand), player.tokens, player.actions)
            for player in state.seats
        ),
        bag=len(state.pile),
        turn=state.turn,
        turns_played=state.turns_played,
        opening_tiles=state.opening_tiles,
        stars_left=tuple(sorted(state.stars_left)),
        used=state.used,
        taken=state.taken,
        idle=state.idle,
        passes=state.passes,
        last=state.last,
        result=state.result,
    )
