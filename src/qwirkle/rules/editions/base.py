"""The common parts of the editions of both families, and the bounds of their numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec

from qwirkle.errors import EditionError
from qwirkle.rules.tiles import BOX

# Generous bounds that keep every number of an edition within those of the core.
MAX_ROUNDS = 1000
MAX_BONUS = 1000
# Bounds of house rules, so that nobody writes a game that a bot or a page cannot play.
HOUSE_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")
HOUSE_TEXTS = {"name": 60, "about": 400, "source": 60}


Tie = Literal["oldest", "youngest"]
Key = Literal["placement", "cards"]
"""The key of a family of games."""
Supply = Literal["bag", "piles", "deck"]
"""The kind of supply that pieces are drawn from."""


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of an edition file."""


class Start(Part, frozen=True):
    """The tie rule: who starts when several players hold a largest set (Q-START-3, C-START-1)."""

    tie: Tie


class GameEdition(Part, frozen=True):
    """The keys that every edition has, whatever it is played with: the first ones of its file."""

    family: ClassVar[Key]
    standard: ClassVar[str]
    """The id of the family's standard game, whose figures serve a game that has none of its own."""
    pieces: ClassVar[str]
    """The pieces the game is played with, in the plural."""
    unit: ClassVar[str]
    """The unit of a score, in the plural."""

    id: str
    name: str
    source: str
    about: str
    faces: Literal["colour", "two-shape"]
    fewest_players: int
    most_players: int
    hand: int

    def __hash__(self) -> int:
        # Equal editions have equal ids; options are a dict, which has no hash.
        return hash(self.id)


def check_numbers(file: str, *numbers: tuple[str, int, int, int]) -> None:
    """Refuse the first number that is outside its bounds: key, minimum, value, maximum."""
    for key, minimum, value, maximum in numbers:
        if value < minimum:
            raise EditionError(f"{file}: {key}: must be at least {minimum}, not {value}")
        if value > maximum:
            raise EditionError(f"{file}: {key}: must be at most {maximum}, not {value}")


def check_seats(file: str, edition: GameEdition, smallest_hand: int) -> None:
    """Refuse a number of players or a hand size that nobody can play with."""
    check_numbers(
        file,
        ("fewest_players", 1, edition.fewest_players, len(BOX)),
        ("most_players", edition.fewest_players, edition.most_players, len(BOX)),
        ("hand", smallest_hand, edition.hand, len(BOX)),
    )


def check_box(
    file: str, edition: GameEdition, pieces: str, needed: int, held: int = len(BOX)
) -> None:
    """Refuse hands that need more pieces than the box holds."""
    if needed > held:
        raise EditionError(
            f"{file}: hand: {held} {pieces} are too few for {edition.most_players} players "
            f"with {edition.hand} each"
        )


def check_house_rule(file: str, house: GameEdition, most: Mapping[str, int]) -> None:
    """Refuse a house rule that nobody could play, in the library and at tables alike.

    ``most`` maps some keys to the largest number allowed, or to the greatest length of a list.
    """
    if not HOUSE_ID.fullmatch(house.id):
        raise EditionError(f"{file}: id: up to 30 of a to z, 0 to 9 and -, not “{house.id}”")
    for key, longest in HOUSE_TEXTS.items():
        text = getattr(house, key)
        if len(text) > longest or not text.isprintable():
            raise EditionError(f"{file}: {key}: at most {longest} printable characters")
    for key, largest in most.items():
        value: object = house
        for part in key.split("."):
            value = getattr(value, part, None)
        if isinstance(value, tuple) and len(value) > largest:
            raise EditionError(f"{file}: {key}: has at most {largest} values, not {len(value)}")
        if isinstance(value, int) and value > largest:
            raise EditionError(f"{file}: {key}: must be at most {largest}, not {value}")
