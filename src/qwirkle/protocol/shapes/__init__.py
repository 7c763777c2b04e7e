"""The JSON of the public contract: structs to write, and readers for what others send.

Each family of games has its own structs for a view; the functions here find the right ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Literal, TypeVar, cast

import msgspec

from qwirkle.protocol.shapes import cards, placement
from qwirkle.protocol.shapes.cards import CardsChange, CardsGame
from qwirkle.protocol.shapes.placement import PlacementChange, PlacementGame
from qwirkle.rules.family import AnyEdition, AnyGameEvent, AnyView, Registry
from qwirkle.rules.reasons import Refusal
from qwirkle.rules.tiles import Tile

AnyGame = PlacementGame | CardsGame
AnyChange = PlacementChange | CardsChange

AnyRefusals = TypeVar("AnyRefusals", bound="Refusals")

_SHAPES = Registry[ModuleType](placement=placement, cards=cards)


class Refusals(msgspec.Struct, frozen=True):
    """Everything that the rules object to."""

    reasons: tuple[str, ...]
    """Every code once."""
    message: str
    """All sentences."""
    details: tuple[Refusal, ...]


class Illegal(Refusals, frozen=True):
    """The answer to ``check`` and ``cards.check`` when the rules object."""

    legal: Literal[False] = False


def write_view(view: AnyView) -> AnyGame:
    """Write a view: what that seat may know and nothing else."""
    return cast("AnyGame", _SHAPES.of(view).write_view(view))


def read_view(game: AnyGame, edition: AnyEdition, seat: int, hand: tuple[Tile, ...]) -> AnyView:
    """Read what a seat with this hand sees, from the view of a spectator."""
    return cast("AnyView", _SHAPES.of(edition).read_view(game, edition, seat, hand))


def write_start(view: AnyView) -> AnyChange:
    """Write a whole view as the change that a game's start brings."""
    return cast("AnyChange", _SHAPES.of(view).write_start(view))


def write_change(view: AnyView, events: Iterable[AnyGameEvent]) -> AnyChange:
    """Write the fields of a view that these events changed."""
    return cast("AnyChange", _SHAPES.of(view).write_change(view, events))


def write_refusals(refusals: Sequence[Refusal], kind: type[AnyRefusals]) -> AnyRefusals:
    """Write every reason once, the sentences, and each refusal with its cells."""
    return kind(
        tuple(dict.fromkeys(refusal.reason for refusal in refusals)),
        " ".join(dict.fromkeys(refusal.message for refusal in refusals)),
        tuple(refusals),
    )
