"""The editions of the card game: the file format of the placement games with other tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from qwirkle.errors import EditionError
from qwirkle.rules.editions.files import (
    MAX_ROUNDS,
    Option,
    OptionValue,
    Start,
    check_numbers,
    converted_tables,
    shipped,
    with_options,
)
from qwirkle.rules.tiles import BOX

GAME = "cards"


class Opening(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the first turn must be (C-START-1, A16)."""

    largest_set: bool


class End(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The guard against a game in which nobody can play (A15)."""

    idle_rounds: int


class Edition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way to play the card game, with the options the players chose."""

    family: Literal["cards"]
    id: str
    name: str
    source: str
    about: str
    faces: Literal["colour", "two-shape"]
    fewest_players: int
    most_players: int
    hand: int
    smallest_set: Literal[3]
    """C-SET-1. Written down because the book says so; the fast core supports no other number."""
    start: Start
    opening: Opening
    end: End
    options: dict[str, Option] = {}
    chosen: dict[str, OptionValue] = {}


def edition(options: Mapping[str, OptionValue] | None = None) -> Edition:
    """The card game of the rule book, with the options of its editions."""
    return edition_of(shipped(GAME), options or {}, f"{GAME}.toml")


def edition_of(tables: Mapping[str, Any], options: Mapping[str, OptionValue], file: str) -> Edition:
    """An edition of the card game from the tables of a file."""
    return with_options(tables, options, file, checked_edition)


def checked_edition(tables: Mapping[str, Any], file: str) -> Edition:
    """Convert the tables of a whole edition; EditionError names the file and the key."""
    converted = converted_tables(tables, Edition, file)
    check_numbers(
        file,
        ("fewest_players", 1, converted.fewest_players, len(BOX)),
        ("most_players", converted.fewest_players, converted.most_players, len(BOX)),
        ("hand", converted.smallest_set, converted.hand, len(BOX)),
        ("end.idle_rounds", 1, converted.end.idle_rounds, MAX_ROUNDS),
    )
    if converted.most_players * converted.hand >= len(BOX):
        raise EditionError(
            f"{file}: hand: {len(BOX)} cards are too few for {converted.most_players} players "
            f"with {converted.hand} each"
        )
    return converted
