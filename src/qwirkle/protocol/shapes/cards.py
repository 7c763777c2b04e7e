"""The card game as the public contract writes it: its view, and the changes of a turn."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET, UnsetType

from qwirkle.protocol.shapes.values import shared_fields
from qwirkle.rules.cards.view import Situation, View
from qwirkle.rules.editions.cards import Edition
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.family import AnyGameEvent
from qwirkle.rules.tiles import Tile


class CardsGame(Situation, frozen=True, kw_only=True, tag_field="family", tag="cards"):
    """The card game as a seat or a spectator sees it."""

    game: str
    options: dict[str, OptionValue]


class CardsChange(Situation, frozen=True, kw_only=True, tag_field="family", tag="cards"):
    """The fields of a game's view that an event changes; the first event sends all of them."""

    game: str | UnsetType = UNSET
    options: dict[str, OptionValue] | UnsetType = UNSET


def write_view(view: View) -> CardsGame:
    """Write the whole view."""
    return CardsGame(**shared_fields(view, Situation), game=view.game, options=view.options)


def read_view(game: CardsGame, edition: Edition, seat: int, hand: tuple[Tile, ...]) -> View:
    """Read the view of a seat with this hand from the view of a spectator."""
    return View(**{**shared_fields(game, Situation), "seat": seat, "hand": hand}, edition=edition)


def write_start(view: View) -> CardsChange:
    """Write everything as a change, for a game that has just started."""
    return CardsChange(**shared_fields(view, Situation), game=view.game, options=view.options)


def write_change(view: View, _: Iterable[AnyGameEvent]) -> CardsChange:
    """Write the fields that these events changed."""
    return CardsChange(**shared_fields(view, Situation))
