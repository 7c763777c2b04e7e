"""The rules of an edition as the plain numbers the core plays by: policies, no game names.

The order of the fields is the order in which ``table.Table.agree`` takes them.
"""

from __future__ import annotations

from typing import NamedTuple

from qwirkle.rules.placement.edition import Edition
from qwirkle.rules.placement.turns import Action


class Settings(NamedTuple):
    """The rules of the base game unless said otherwise."""

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
    """The settings of an edition, with the options its players chose."""
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
