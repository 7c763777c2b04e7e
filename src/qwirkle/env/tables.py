"""The table of an environment, for the family of its game."""

from __future__ import annotations

from collections.abc import Callable

from qwirkle.env.cards import CardsTable
from qwirkle.env.placement import PlacementTable
from qwirkle.env.settings import EnvSettings
from qwirkle.env.table import Table
from qwirkle.rules.family import Registry

_TABLES = Registry[Callable[[EnvSettings], Table]](placement=PlacementTable, cards=CardsTable)


def new_table(settings: EnvSettings) -> Table:
    """A table for these settings; ``begin`` deals."""
    return _TABLES.of(settings.edition)(settings)
