"""The settings of a table: the game, the seats, the clock, the spectators."""

from __future__ import annotations

from typing import Literal

import msgspec

from qwirkle.rules.editions.files import OptionValue

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

SHORTEST_TURN, LONGEST_TURN = 5 * SECOND, 14 * DAY
SHORTEST_GAME, LONGEST_GAME = MINUTE, 60 * DAY
LONGEST_ADDED = DAY
SHORTEST_PATIENCE, LONGEST_PATIENCE = MINUTE, 30 * DAY

LOBBY_LIFE = 7 * DAY
"""A table that has not started by then is closed."""
MAX_MISSED = 3
"""At this many turns in a row that the clock plays for a person, the seat is out."""
OUTAGE = MINUTE
"""A clock that ran out longer ago than this ran out while no server was there."""


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time a person has, for each turn or for all turns of a game."""

    per: Literal["turn", "game"]
    ms: int
    added_ms: int = 0
    """Per game: the time that every turn adds."""


SeatKind = Literal["person", "bot", "open"]
"""``open`` is for a person who comes, and for a bot if nobody has come when the game starts."""


Listing = Literal["nobody", "everybody", "quick"]
"""The list of its server that a table is in; ``quick`` is for two people with accounts."""


Face = Literal["", "cat", "dog", "bear", "panda", "mouse", "koala", "penguin", "lion"]
"""The animal that a person shows; the empty one leaves the choice to whoever draws it."""


SeriesKind = Literal["best-of-3", "best-of-5", "evening", "swiss"]
"""How games belong together; ``swiss`` is for the tables of a tournament."""


class SeriesScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's score in the finished games of a series."""

    person: str
    """The person: see ``standings.series_person``."""
    name: str
    games: int = 0
    won: int = 0
    points: int = 0


class Series(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The series that a table belongs to, as it was when the table was opened."""

    kind: SeriesKind
    number: int = 1
    """Which game of the series this is; in a tournament, which round."""
    scores: tuple[SeriesScore, ...] = ()
    """Of the games before, also of players who are not at this table."""
    tournament: str | None = None


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The plan of a seat: a person or a bot."""

    kind: SeatKind
    name: str = ""
    """A person's name: the host sits down here at once, on several seats if they like."""
    bot: str = ""
    """The level or spec of the bot that sits here, or would fill an open seat."""
    face: Face = ""
    """The animal of the person with this name."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table, which never change."""

    game: str
    options: dict[str, OptionValue] = {}
    house_rule: str | None = None
    """The text of an edition file, where the game is none of the family's."""
    clock: Clock | None = None
    spectators: Literal["anyone", "nobody"] = "anyone"
    """Whether anybody with the link may watch once the game has started."""
    hints: bool = True
    patience_ms: int = 10 * MINUTE
    """How long the others wait for a person before they may vote to go on without them."""
    position: str | None = None
    """The text of the position that the game begins in, instead of a deal."""
    listing: Listing = "nobody"
