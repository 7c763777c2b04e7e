"""Tensors of the games in OpenSpiel: what a player sees, and what it could remember.

A tensor is made of pieces, one after the other; ``observer.dict`` has them by name and shape.

===========  ======================================  ==========================================
piece        shape                                   content
===========  ======================================  ==========================================
``player``   (players,)                              1 for the player
``planes``   (21, rows, columns)                     as in ``qwirkle.env.observe``; tiles only
``counts``   (142,), cards (163,)                    as in ``qwirkle.env.observe``
``turns``    (512, 12), cards (512, 12)              the turns that actions name, in their order
``acts``     (256, 13)                               only in an information state: all acts, the
                                                     last first, as this player knows them
===========  ======================================  ==========================================

A turn of tiles is its act (1 place, 2 trade, 3 pass, 4 take, 5 draw three), its points, the number
of its tiles, column and row of its first cell, 1 for a column of tiles, and up to six kinds + 1. In
the card game ``turns`` are those of the list form (``observation``), and an act is 1 play, 2
exchange or 3 pass, its Qwirkles, the number of its cards and up to nine kinds + 1. Before an act is
1 for the player itself, 2 for the next one and so on. Of a trade by others only the number of tiles
is known. During the deal, everything but ``player`` is zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from qwirkle.engine.legal import placements
from qwirkle.env.cards import observe_choices
from qwirkle.env.observation import observe
from qwirkle.env.settings import LISTED, WINDOW, read_settings
from qwirkle.env.tables import HALVES
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.family import AnyEdition, AnyState, AnyTurn, AnyView
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import KINDS, Tile

COLUMNS = 12
ACTS = 256
PLACED, TRADED, PASSED, TOOK, DREW = range(1, 6)
_KINDS_AT = 6


class Act(NamedTuple):
    """An act that was done: whose it was, the turn, its points, and in the card game its cards."""

    seat: int
    turn: AnyTurn
    points: int
    cards: tuple[Tile, ...] = ()


def act_of(turn: AnyTurn, before: AnyState, after: AnyState, seat: int) -> Act:
    """Return the act between two states."""
    if isinstance(after, State):
        points = after.seats[seat].score - _score(before, seat)
        return Act(seat, turn, points)
    last = after.last
    cards = () if last is None else last.played
    return Act(seat, turn, _score(after, seat) - _score(before, seat), cards)


def _score(state: AnyState, seat: int) -> int:
    return state.seats[seat].score if isinstance(state, State) else len(state.seats[seat].qwirkles)


class Seen(Protocol):
    """The facts about a state of OpenSpiel."""

    @property
    def acts_done(self) -> Sequence[Act]:
        """The acts so far."""

    @property
    def dealt(self) -> AnyState | None:
        """The state of the rules; None during the deal."""

    def view(self, player: int) -> AnyView:
        """Return the knowledge of a player."""

    def turns(self) -> Sequence[AnyTurn]:
        """Return the legal turns of the player to move."""


class Observer:
    """An observer of a game: a text, and a tensor with its pieces."""

    def __init__(self, edition: AnyEdition, players: int, *, private: bool, recall: bool) -> None:
        """Observe with the hand of a player or without, with all acts or without."""
        settings = read_settings(edition, players, listed=LISTED, window=WINDOW)
        pieces: dict[str, tuple[int, ...]] = {"player": (players,)}
        for name, extent in HALVES.of(edition).extents(settings).items():
            if name in {"planes", "counts"}:
                pieces[name] = extent.shape
        pieces["turns"] = (LISTED, COLUMNS)
        if recall:
            pieces["acts"] = (ACTS, 1 + COLUMNS)
        if not private:
            del pieces["turns"]
        sizes = {name: int(np.prod(shape)) for name, shape in pieces.items()}
        self._players = players
        self._private = private
        self.dict: dict[str, Any] = {}
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes.values()), np.float32)
        first = 0
        for name, shape in pieces.items():
            self.dict[name] = self.tensor[first : first + sizes[name]].reshape(shape)
            first += sizes[name]

    def set_from(self, state: Seen, player: int) -> None:
        """Fill the tensor with what a player knows; during the deal nobody knows anything."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if state.dealt is None:
            return
        view = state.view(player)
        found = observe(view)
        for name in ("planes", "counts"):
            if name in self.dict:
                self.dict[name][...] = found[name]
        if not self._private:
            # The own hand, and what is unseen beyond it.
            self.dict["counts"][: 2 * len(KINDS)] = 0
        elif view.turn == player and not isinstance(view, View):
            self.dict["turns"][...] = observe_choices(view, LISTED)
        elif view.turn == player and isinstance(view, View):
            for row, numbers in zip(self.dict["turns"], _listed(view, state.turns()), strict=False):
                row[: len(numbers)] = numbers
        if "acts" in self.dict:
            acts = reversed(state.acts_done)
            for row, (seat, turn, points, cards) in zip(self.dict["acts"], acts, strict=False):
                row[0] = 1 + (seat - player) % self._players
                numbers = _numbers(turn, points, known=seat == player)
                if cards:
                    numbers = [PLACED, points, len(cards), *(1 + card.index for card in cards)]
                row[1 : 1 + len(numbers)] = numbers

    def string_from(self, state: Any, player: int) -> str:
        """Return the player's knowledge as text."""
        text: str = state.information_state_string(player)
        return text


def _listed(view: View, turns: Sequence[AnyTurn]) -> Iterable[list[int]]:
    moves = placements(view.board, view.hand, view.demands())
    points: dict[AnyTurn, int] = {move.turn: move.points for move in moves}
    return (_numbers(turn, points.get(turn, 0), known=True) for turn in turns)


def _numbers(turn: AnyTurn, points: int, *, known: bool) -> list[int]:
    """Return a turn as numbers; of what is not known only how many tiles it takes."""
    match turn:
        case Place(tiles=tiles):
            placed = sorted(tiles)
            down = len(placed) > 1 and placed[0].x == placed[1].x
            kinds = [1 + at.tile.index for at in placed]
            return [PLACED, points, len(placed), placed[0].x, placed[0].y, int(down), *kinds]
        case Trade(tiles=traded):
            kinds = sorted(1 + tile.index for tile in traded) if known else []
            return [TRADED, 0, len(traded), 0, 0, 0, *kinds[: COLUMNS - _KINDS_AT]]
        case Take(cell=cell):
            return [TOOK, 0, 1, cell.x, cell.y]
        case DrawThree():
            return [DREW, 0, 3]
        case Play():
            return [PLACED, points]
        case Exchange():
            return [TRADED]
    return [PASSED]
