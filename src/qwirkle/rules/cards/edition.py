"""The editions of the card game: the same file format as the placement games, other tables."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from qwirkle.errors import EditionError
from qwirkle.rules.editions.files import (
    PLACEMENT,
    Option,
    OptionValue,
    Start,
    checked_numbers,
    converted_tables,
    family,
    read_file,
    shipped,
    with_options,
)
from qwirkle.rules.tiles import BOX

GAME = "cards"


class CardsOpening(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the first turn must be (C-START-1, A16)."""

    largest_set: bool


class CardsEnd(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The guard against a game in which nobody can play (A15)."""

    idle_rounds: int


class CardsEdition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
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
    """C-SET-1. Written down because the book says it; the fast core knows no other number."""
    start: Start
    opening: CardsOpening
    end: CardsEnd
    options: dict[str, Option] = {}
    chosen: dict[str, OptionValue] = {}


def cards_edition(options: Mapping[str, OptionValue] | None = None) -> CardsEdition:
    """The card game of the rule book, with the options of its editions."""
    return with_options(shipped(GAME), options or {}, f"{GAME}.toml", _converted)


def load_cards_edition(
    path: Path, options: Mapping[str, OptionValue] | None = None
) -> CardsEdition:
    """A house rule: an edition from a file, based on the card game or complete in itself."""
    tables = read_file(path)
    if family(tables) == PLACEMENT:
        raise EditionError(f"{path.name}: top level: no card game; based_on must name one")
    return cards_edition_of(tables, options or {}, path.name)


def cards_edition_of(
    tables: Mapping[str, Any], options: Mapping[str, OptionValue], file: str
) -> CardsEdition:
    """An edition of the card game from the tables of a file."""
    return with_options(tables, options, file, _converted)


def _converted(tables: Mapping[str, Any], file: str) -> CardsEdition:
    converted = converted_tables(tables, CardsEdition, file)
    checked_numbers(
        file,
        ("fewest_players", 1, converted.fewest_players),
        ("most_players", converted.fewest_players, converted.most_players),
        ("hand", converted.smallest_set, converted.hand),
        ("end.idle_rounds", 1, converted.end.idle_rounds),
    )
    if converted.most_players * converted.hand >= len(BOX):
        raise EditionError(
            f"{file}: hand: {len(BOX)} cards are too few for {converted.most_players} players "
            f"with {converted.hand} each"
        )
    return converted
