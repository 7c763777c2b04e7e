"""Rules and views as the plain numbers the core plays by: policies, no game names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from qwirkle.engine.placement import hands
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.placement import Action, Edition
from qwirkle.rules.placement.view import View


class Settings(NamedTuple):
    """The rules, by default of the base game, in the order of ``Hands.set_rules``."""

    hand: int = 6
    largest_set: bool = True
    on_centre: bool = False
    opening_trade: bool = False
    most_traded: int = 6
    to_bottom: bool = False
    up_to_hand: bool = False
    by_token: bool = False
    may_cut_off: bool = False
    same_spot: bool = False
    take_tiles: int = 0
    three_tiles: int = 0
    at_start: bool = False
    going_out: int = 6
    idle_rounds: int = 4


BASE_GAME = Settings()


def settings_of(edition: Edition) -> Settings:
    """Return the settings of an edition, with the options its players chose."""
    kinds = edition.action_tiles.kinds
    return Settings(
        hand=edition.hand,
        largest_set=edition.opening.largest_set,
        on_centre=edition.opening.on_centre,
        opening_trade=edition.opening.may_trade,
        most_traded=edition.trading.most,
        to_bottom=edition.trading.returned == "under",
        up_to_hand=edition.trading.draws == "up-to-hand",
        by_token=edition.taking.by == "star-token",
        may_cut_off=edition.taking.may_cut_off,
        same_spot=edition.taking.back_to_same_spot,
        take_tiles=kinds.count(Action.TAKE),
        three_tiles=kinds.count(Action.DRAW_THREE),
        at_start=edition.action_tiles.handed_out == "at-start",
        going_out=edition.end.going_out,
        idle_rounds=edition.end.idle_rounds,
    )


def counted_actions(actions: Iterable[Action]) -> tuple[int, int]:
    """Return how many of the action tiles take a tile, and how many draw three."""
    kinds = list(actions)
    return kinds.count(Action.TAKE), kinds.count(Action.DRAW_THREE)


def load_standing(table: hands.Hands, view: View, number: Callable[[Cell], int]) -> None:
    """Set what a view shows of tokens, action tiles and the turn under way, after ``load_view``.

    A view does not show which special tiles are still hidden. ``number`` returns the core's number
    of a cell.
    """
    taken = view.taken
    table.set_standing(
        tokens=[player.tokens for player in view.players],
        actions=[counted_actions(player.actions) for player in view.players],
        stars=[number(cell) for cell in view.stars_left],
        specials=(0, 0),
        idle=view.idle,
        passes=view.passes,
        opening_tiles=view.opening_tiles,
        used=view.used is not None,
        taken=None if taken is None else (number(taken.cell), taken.tile.index),
    )
