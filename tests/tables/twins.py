"""Two tables that differ only in what somebody may not know, also in what happens next."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from msgspec.structs import replace

from qwirkle.rules.cards.events import CardsPlayed
from qwirkle.rules.cards.state import State as CardsState
from qwirkle.rules.family import AnyGameEvent, AnyState
from qwirkle.rules.placement.events import TilesPlaced
from qwirkle.rules.placement.state import Special, State
from qwirkle.rules.tiles import Tile
from qwirkle.tables.core.state import Table
from qwirkle.tables.core.views import Viewer

SEEN_SOON = 12
"""This many tiles of the pile stay as they are if the viewer is about to draw."""


def twin_of(
    table: Table, viewer: Viewer, random: Random, shown: tuple[Tile, ...] = (), *, draws: bool
) -> Table:
    """A table that looks the same to the viewer.

    ``shown`` is what the seat to move will show next, so it has that in its hand here as well;
    ``draws`` says that the viewer will see the first tiles of the pile next.
    """
    assert table.game is not None
    return replace(
        table,
        game=_redealt(table.game, viewer, random, shown, draws=draws),
        seed="0" * 64,
        host=tuple(_other(key) for key in table.host),
        seats=tuple(
            replace(
                seat,
                keys=tuple(_other(key) for key in seat.keys),
                account=None if seat.account is None else _other(seat.account),
            )
            for seat in table.seats
        ),
        recoveries=tuple((_other(key), _other(token)) for key, token in table.recoveries),
    )


def _redealt(
    game: AnyState, viewer: Viewer, random: Random, shown: tuple[Tile, ...], *, draws: bool
) -> AnyState:
    pile: list[Any] = list(game.deck if isinstance(game, CardsState) else game.pile)
    kept = SEEN_SOON if draws else 0
    fixed: list[tuple[Tile, ...]] = []
    sitters: list[Any] = list(game.seats)
    for seat, sitter in enumerate(sitters):
        if seat in viewer.seats:
            fixed.append(sitter.hand)
        else:
            fixed.append(shown if seat == game.turn else ())
    hidden = [piece for piece in pile[kept:] if isinstance(piece, Tile)]
    for sitter, known in zip(sitters, fixed, strict=True):
        hidden += (Counter(sitter.hand) - Counter(known)).elements()
    random.shuffle(hidden)
    seats = []
    for sitter, known in zip(sitters, fixed, strict=True):
        drawn = tuple(hidden.pop() for _ in range(len(sitter.hand) - len(known)))
        hand = sitter.hand if not drawn else (*known, *drawn)
        seats.append(replace(sitter, hand=hand))
    redeal = tuple(
        piece if isinstance(piece, Special) or place < kept else hidden.pop()
        for place, piece in enumerate(pile)
    )
    assert not hidden
    if isinstance(game, State):
        return replace(game, seats=tuple(seats), pile=redeal)
    return replace(game, seats=tuple(seats), deck=redeal)


def shown_by(events: tuple[AnyGameEvent, ...]) -> tuple[Tile, ...]:
    """The tiles of his hand that a seat shows to all in these events."""
    shown: list[Tile] = []
    for event in events:
        if isinstance(event, TilesPlaced):
            shown += [placed.tile for placed in event.tiles]
        elif isinstance(event, CardsPlayed):
            shown += event.played
    return tuple(shown)


def _other(secret: str) -> str:
    return secret[::-1]
