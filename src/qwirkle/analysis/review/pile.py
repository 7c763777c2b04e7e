"""The tiles that a seat drew last, and those it might have drawn instead."""

from __future__ import annotations

from collections.abc import Iterable

from qwirkle.rules import placement
from qwirkle.rules.cards import events as c
from qwirkle.rules.family import AnyGameEvent, AnyState
from qwirkle.rules.placement import events as p
from qwirkle.rules.tiles import Tile


class Pile:
    """The pile of a game, followed from its first turn on."""

    def __init__(self, state: AnyState) -> None:
        # The pieces on top in unknown order; the others lie under them.
        self.reach = len(state.undrawn)
        self._drawn: list[int | None] = [len(seat.hand) for seat in state.seats]
        self._mixes = (
            isinstance(state, placement.State) and state.edition.trading.returned == "mixed"
        )

    def drawn_by(self, seat: int) -> int | None:
        """Return how many tiles at the end of a hand the seat drew in its last step.

        Before its first step, that is the whole hand. Returns None if other tiles have become
        available for drawing since then.
        """
        return self._drawn[seat]

    def rest(self, state: AnyState) -> list[Tile]:
        """Return the tiles that might have been drawn instead, without special tiles."""
        top = state.undrawn[: self.reach]
        return [piece for piece in top if isinstance(piece, Tile)]

    def follow(self, seat: int, events: Iterable[AnyGameEvent]) -> None:
        """Follow a step of a seat."""
        self._drawn[seat] = 0
        for event in events:
            match event:
                case p.Drew(count=count) | c.Drew(count=count):
                    self._draw(seat, count)
                case p.SpecialShown():
                    self.reach = max(0, self.reach - 1)
                case p.GivenBack(pile=pile) if self._mixes:
                    self._mix(len(pile or ()))
                case c.HandReturned(deck=deck):
                    self._mix(len(deck or ()))
                    # A15: the hand returns to the deck before the new one is drawn.
                    self._drawn[seat] = 0
                case _:
                    pass

    def _draw(self, seat: int, count: int) -> None:
        known = self._drawn[seat]
        if count > self.reach:
            # A9: some were returned tiles, which lie in a separate order.
            self._drawn[seat] = None
        elif known is not None:
            self._drawn[seat] = known + count
        self.reach = max(0, self.reach - count)

    def _mix(self, size: int) -> None:
        """Mark that returned tiles are in the pile now, which nobody could have drawn before."""
        self.reach = size
        self._drawn = [None] * len(self._drawn)
