"""The JSON of the public contract: structs to write, and readers for what others send.

Each family of games has its own structs for a view: ``placement.PlacementGame`` and
``cards.CardsGame``, with the fields that ``rules/placement/view.py`` and ``rules/cards/view.py``
declare. ``tables/core/views`` puts a table around them. The functions here find the right ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol, TypeVar

import msgspec

from qwirkle.protocol.shapes import cards, placement
from qwirkle.protocol.shapes.cards import CardsChange, CardsGame
from qwirkle.protocol.shapes.placement import PlacementChange, PlacementGame
from qwirkle.rules import cards as card_rules
from qwirkle.rules import placement as placement_rules
from qwirkle.rules.family import AnyEdition, AnyGameEvent, AnyView, Pair
from qwirkle.rules.refusals.reasons import Refusal
from qwirkle.rules.tiles import Tile

AnyGame = PlacementGame | CardsGame
AnyChange = PlacementChange | CardsChange

AnyRefusals = TypeVar("AnyRefusals", bound="Refusals")

EditionT_contra = TypeVar("EditionT_contra", contravariant=True)
ViewT = TypeVar("ViewT")
GameT = TypeVar("GameT")
ChangeT_co = TypeVar("ChangeT_co", covariant=True)


class Shapes(Protocol[EditionT_contra, ViewT, GameT, ChangeT_co]):
    """The structs in which the contract writes the views of a family."""

    def write_view(self, view: ViewT, /) -> GameT:
        """Write the whole view."""
        ...

    def read_view(
        self, game: GameT, edition: EditionT_contra, seat: int, hand: tuple[Tile, ...], /
    ) -> ViewT:
        """Read the view of a seat with this hand from the view of a spectator."""
        ...

    def write_start(self, view: ViewT, /) -> ChangeT_co:
        """Write everything as a change, for a game that has just started."""
        ...

    def write_change(self, view: ViewT, events: Iterable[AnyGameEvent], /) -> ChangeT_co:
        """Write the fields that these events changed."""
        ...


_SHAPES = Pair[
    Shapes[placement_rules.Edition, placement_rules.View, PlacementGame, PlacementChange],
    Shapes[card_rules.Edition, card_rules.View, CardsGame, CardsChange],
    Shapes[AnyEdition, AnyView, AnyGame, AnyChange],
](placement=placement, cards=cards)


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
    """Write a view: only what that seat may know."""
    return _SHAPES.of(view).write_view(view)


def read_view(game: AnyGame, edition: AnyEdition, seat: int, hand: tuple[Tile, ...]) -> AnyView:
    """Read the view of a seat with this hand from the view of a spectator."""
    return _SHAPES.of(edition).read_view(game, edition, seat, hand)


def write_start(view: AnyView) -> AnyChange:
    """Write a whole view as the change that the start of a game brings."""
    return _SHAPES.of(view).write_start(view)


def write_change(view: AnyView, events: Iterable[AnyGameEvent]) -> AnyChange:
    """Write the fields of a view that these events changed."""
    return _SHAPES.of(view).write_change(view, events)


def write_refusals(refusals: Sequence[Refusal], kind: type[AnyRefusals]) -> AnyRefusals:
    """Write every reason once, the sentences, and each refusal with its cells."""
    return kind(
        tuple(dict.fromkeys(refusal.reason for refusal in refusals)),
        " ".join(dict.fromkeys(refusal.message for refusal in refusals)),
        tuple(refusals),
    )
