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

FEWEST_LOST, MOST_LOST = 1, 12
"""The losses that a teaching game may begin to speak at: in points, in the card game Qwirkles."""

LOBBY_LIFE = 7 * DAY
"""How long a table may wait for its start before it is closed."""
MAX_MISSED = 3
"""How many turns in a row the clock may play for a person before the seat is out."""
OUTAGE = MINUTE
"""A clock that ran out longer ago than this ran out while no server was running."""


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time a person has, for each turn or for all turns of a game."""

    per: Literal["turn", "game"]
    ms: int
    added_ms: int = 0
    """The time that every turn adds to a clock per game."""


SeatKind = Literal["person", "bot", "open"]
"""``open`` is a seat for a person, which a bot fills if it is still free when the game starts."""


Listing = Literal["nobody", "everybody", "quick"]
"""The public list that a table appears in; ``quick`` is for two people with accounts."""


Face = Literal["", "cat", "dog", "bear", "panda", "mouse", "koala", "penguin", "lion"]
"""The animal that represents a person; the empty value leaves the choice to the client."""


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
    """The number of this game in the series; in a tournament, the number of the round."""
    scores: tuple[SeriesScore, ...] = ()
    """Scores of the games before, including those of players who are not at this table."""
    tournament: str | None = None


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The plan of a seat: a person or a bot."""

    kind: SeatKind
    name: str = ""
    """A person's name: the host sits down here immediately, on several seats if they like."""
    bot: str = ""
    """The level or spec of the bot that sits here, or would fill an open seat."""
    face: Face = ""
    """The animal of the person with this name."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table, which never change."""

    game: str
    options: dict[str, OptionValue] = {}
    house_rule: str | None = None
    """The text of an edition file, if the game is not one of the built-in ones."""
    clock: Clock | None = None
    spectators: Literal["anyone", "nobody"] = "anyone"
    """Whether anybody with the link may watch once the game has started."""
    hints: bool = True
    patience_ms: int = 10 * MINUTE
    """How long the others wait for a person before they may vote to continue without them."""
    position: str | None = None
    """The text of the position that the game begins in, instead of a deal."""
    listing: Listing = "nobody"
    friendly_deal: bool = False
    """Whether the seed was chosen so that a Qwirkle is in reach."""
    teaching: int | None = None
    """The loss from which on a teaching game asks to look again; None in any other game."""
