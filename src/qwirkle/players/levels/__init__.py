"""Levels 1 to 8 for people: their characters, how well they play, and how long they take.

This is data, and what follows from it alone; ``levels.bot`` plays by it. A low level plays as
people do: it overlooks possibilities, misjudges a little, and thinks of its own points first. It
never discards a good turn that it has seen.

Their resulting strength is measured: ``levels.strengths``.
"""

from __future__ import annotations

import re
from math import floor

import msgspec

from qwirkle.errors import BotError
from qwirkle.rules.editions.base import Key

MANY_LYING = 60
MANY_LAID = 4


class Skill(msgspec.Struct, frozen=True):
    """The skill of a level: what it lacks compared with the value bot."""

    overlooks: float
    """The chance of overlooking a spot of the table in a turn; in the card game, a line."""
    misjudges: float
    """The most points by which it misjudges a turn, either way."""
    foresight: float
    """The weight of a turn's value beyond its points: what it leaves, what it keeps."""
    extras: float
    """The chance of considering a token or an action tile when there is one."""


class Delay(msgspec.Struct, frozen=True):
    """The seconds until a turn appears: for the easiest turn, and for the hardest."""

    least: float
    most: float

    def seconds(self, lying: int, laid: int) -> float:
        """Return how long to wait before a turn appears.

        A full table takes longer to look over, and many tiles together are harder to find. Nothing
        that others cannot see counts: waiting must not reveal anything about a hand.
        """
        hardness = min(lying / MANY_LYING, 1.0) / 2 + min(laid / MANY_LAID, 1.0) / 2
        return self.least + (self.most - self.least) * hardness


class Level(msgspec.Struct, frozen=True):
    """One opponent for people. ``notation.pictures.animals`` draws its face."""

    number: int
    name: str
    character: str
    face: str
    delay: Delay
    plays: Skill | str
    """How it plays, or the spec of the bot that plays for it."""
    cards: Skill | None = None
    """How it plays the card game, if not as it plays tiles."""

    def plays_in(self, family: Key) -> Skill | str:
        """Return how it plays a game of this family, or the spec of the bot that plays for it."""
        return self.cards if family == "cards" and self.cards is not None else self.plays

    @property
    def title(self) -> str:
        """The full name: “Otter, level 4”."""
        return f"{self.name}, level {self.number}"


LEVELS = (
    Level(
        1,
        "Snail",
        "Looks at a corner of the table and is happy with what it finds there.",
        "snail",
        Delay(0.9, 1.6),
        Skill(overlooks=0.74, misjudges=3.0, foresight=0.0, extras=0.2),
    ),
    Level(
        2,
        "Frog",
        "Jumps at the first good spot it sees.",
        "frog",
        Delay(0.5, 1.0),
        Skill(overlooks=0.64, misjudges=3.0, foresight=0.0, extras=0.3),
    ),
    Level(
        3,
        "Rabbit",
        "Quick to count points, slow to see what it leaves you.",
        "rabbit",
        Delay(0.4, 0.9),
        Skill(overlooks=0.54, misjudges=2.5, foresight=0.0, extras=0.5),
    ),
    Level(
        4,
        "Otter",
        "Plays for fun, and is starting to see what could go wrong.",
        "otter",
        Delay(0.5, 1.1),
        Skill(overlooks=0.46, misjudges=2.5, foresight=0.3, extras=0.7),
    ),
    Level(
        5,
        "Hedgehog",
        "Cautious: hates leaving you a line of five.",
        "hedgehog",
        Delay(0.6, 1.3),
        Skill(overlooks=0.31, misjudges=2.0, foresight=0.5, extras=0.9),
    ),
    Level(
        6,
        "Fox",
        "Holds back the right tiles and misses very little.",
        "fox",
        Delay(0.5, 1.2),
        Skill(overlooks=0.2, misjudges=1.5, foresight=0.7, extras=1.0),
    ),
    Level(
        7,
        "Owl",
        "Sees every spot, and weighs what each turn leaves behind.",
        "owl",
        Delay(0.7, 1.4),
        "value",
        # With cards, value is nearly as strong as the level above.
        cards=Skill(overlooks=0.1, misjudges=1.0, foresight=0.9, extras=1.0),
    ),
    Level(
        8,
        "Octopus",
        "Tries eight plans at once before it moves an arm.",
        "octopus",
        Delay(0.6, 1.4),
        "sim:nodes=6000,ms=1000",
    ),
)

MIDDLING = 4
"""The default level."""


_WRITTEN = re.compile(r"[1-9](\.[0-9]{1,3})?")


def level_number(text: str) -> float:
    """Return a number as people write it: “4”, or “4.3” for a strength between two levels."""
    if not _WRITTEN.fullmatch(text) or not 1 <= float(text) <= len(LEVELS):
        raise BotError(f"a level is a number from 1 to {len(LEVELS)}, not “{text}”")
    return float(text)


def levels_around(number: float) -> tuple[Level, Level, float]:
    """Return the levels below and above a number, and its distance from the first, below 1.

    A whole number is its own level: both are the same, and the distance is 0.
    """
    low = floor(number)
    part = number - low
    return LEVELS[low - 1], LEVELS[low if part else low - 1], part
