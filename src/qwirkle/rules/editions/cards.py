"""The editions of the card game: the file format of the placement games with other tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec

from qwirkle.rules.editions.base import (
    MAX_ROUNDS,
    GameEdition,
    Part,
    Start,
    Supply,
    check_box,
    check_numbers,
    check_seats,
)
from qwirkle.rules.editions.files import (
    Option,
    OptionValue,
    converted_tables,
    shipped_tables,
    with_options,
)

GAME = "cards"
HOUSE_MOST: Mapping[str, int] = {"hand": 9, "end.idle_rounds": 20}
"""The largest numbers a house rule may use: bots search the turns of up to nine cards."""


class Opening(Part, frozen=True):
    """The demand on the first turn (C-START-1, A16)."""

    largest_set: bool


class End(Part, frozen=True):
    """The guard against a game in which nobody can play (A15)."""

    idle_rounds: int


class Edition(GameEdition, frozen=True, tag_field="family", tag="cards"):
    """One way to play the card game, with the options the players chose."""

    family: ClassVar[Literal["cards"]] = "cards"
    standard: ClassVar[str] = "cards"
    pieces: ClassVar[str] = "cards"
    unit: ClassVar[str] = "Qwirkles"

    smallest_set: Literal[3]
    """C-SET-1. Stated because the rule book states it; the fast core supports no other number."""
    start: Start
    opening: Opening
    end: End
    options: dict[str, Option] = msgspec.field(default_factory=dict)
    chosen: dict[str, OptionValue] = msgspec.field(default_factory=dict)

    @property
    def supply(self) -> Supply:
        """The pieces that are drawn: a deck."""
        return "deck"

    @property
    def starting_set(self) -> int:
        """The smallest set that somebody must hold for the game to start (C-START-1)."""
        return self.smallest_set

    @property
    def longest_set(self) -> int:
        """The most cards of a set: a Qwirkle (C-SET-1)."""
        return 6


def edition(options: Mapping[str, OptionValue] | None = None) -> Edition:
    """Return the card game of the rule book, with the options of its editions."""
    return with_options(shipped_tables(GAME), options or {}, f"{GAME}.toml", checked_edition)


def checked_edition(tables: Mapping[str, object], file: str) -> Edition:
    """Convert the tables of a whole edition; EditionError names the file and the key."""
    converted = converted_tables(tables, Edition, file)
    check_seats(file, converted, converted.smallest_set)
    check_numbers(file, ("end.idle_rounds", 1, converted.end.idle_rounds, MAX_ROUNDS))
    # At least one card is left for the deck: drawing the last one begins the last round (C-END-1).
    check_box(file, converted, "cards", converted.most_players * converted.hand + 1)
    return converted
