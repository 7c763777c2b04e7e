"""The edition of a placement game: the small policies that its TOML file names."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar, Literal

import msgspec

from qwirkle.errors import EditionError
from qwirkle.rules.editions.base import (
    MAX_BONUS,
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
    PLACEMENT,
    SHIPPED,
    Option,
    OptionValue,
    converted_tables,
    family,
    shipped_tables,
    with_options,
)
from qwirkle.rules.editions.layouts import QWIRKLE, QWIRKLE_BONUS, Layout, layout, ruled
from qwirkle.rules.tiles import BOX, COPIES, Tile, box_of

# A word of the core has room for the points of a line with this bonus.
MAX_QWIRKLE_BONUS = 30
# With two tiles to a line, every pair would be a Qwirkle.
SHORTEST_LINES = 3

HOUSE_MOST: Mapping[str, int] = {
    "hand": 12,
    "copies": COPIES,
    "trading.most": 12,
    "action_tiles.kinds": 4,
    "end.going_out": 100,
    "end.idle_rounds": 20,
    "lines.longest": 6,
    "lines.qwirkle_bonus": 30,
}
"""The largest numbers a house rule may use.

An edition that was stored or made in Python may have larger ones, if they fit into the core.
"""


class Action(StrEnum):
    """The two kinds of action tile of the mini-expansion; a star token allows the first."""

    TAKE = "take"
    DRAW_THREE = "draw3"


class Opening(Part, frozen=True):
    """The demand on the first turn (Q-START-4, S-START-1, K-START-1)."""

    largest_set: bool
    on_centre: bool
    may_trade: bool


class Trading(Part, frozen=True):
    """The rules of trading (Q-TURN-3 to Q-TURN-6, A14)."""

    most: int
    returned: Literal["mixed", "under"]
    draws: Literal["as-many", "up-to-hand"]
    cannot_place: Literal["may-trade", "must-trade"]


class Taking(Part, frozen=True):
    """The rules of taking a tile from the table (S-TAKE-*, M-TAKE-1)."""

    by: Literal["nothing", "star-token", "action-tile"]
    may_cut_off: bool
    back_to_same_spot: bool


class ActionTiles(Part, frozen=True):
    """The action tiles of the mini-expansion (M-SETUP-1, M-VAR-*)."""

    kinds: tuple[Action, ...]
    handed_out: Literal["when-drawn", "at-start"]


class End(Part, frozen=True):
    """The end of a game: the bonus (Q-SCORE-4) and the guard against endless trading (A3)."""

    going_out: int
    idle_rounds: int


class Lines(Part, frozen=True):
    """The lines: how long one may be, and what the longest scores beyond its tiles (Q-SCORE-3)."""

    longest: int = QWIRKLE
    qwirkle_bonus: int = QWIRKLE_BONUS


STANDARD_LINES = Lines()


class Edition(GameEdition, frozen=True):
    """One game of the family, with the options the players chose."""

    family: ClassVar[Literal["placement"]] = "placement"
    standard: ClassVar[str] = "classic"
    pieces: ClassVar[str] = "tiles"
    unit: ClassVar[str] = "points"

    board: str | list[str]
    start: Start
    opening: Opening
    trading: Trading
    taking: Taking
    action_tiles: ActionTiles
    end: End
    lines: Lines | msgspec.UnsetType = msgspec.UNSET
    """Stored only where it differs from the rule books."""
    copies: int | msgspec.UnsetType = msgspec.UNSET
    """The number of tiles of each kind (Q-COMP-1); stored like the lines."""
    options: dict[str, Option] = msgspec.field(default_factory=dict)
    chosen: dict[str, OptionValue] = msgspec.field(default_factory=dict)

    @property
    def supply(self) -> Supply:
        """The supply that is drawn from: a bag, or piles where traded tiles go underneath."""
        return "piles" if self.trading.returned == "under" else "bag"

    @property
    def starting_set(self) -> int:
        """The smallest set that somebody must hold for the game to start: any will do."""
        return 0

    @property
    def layout(self) -> Layout:
        """The layout printed on the table, with what holds for its lines and tiles."""
        lines = self.line_rules
        return ruled(layout(self.board), lines.longest, lines.qwirkle_bonus, self.copies_of_each)

    @property
    def copies_of_each(self) -> int:
        """The number of tiles of each kind."""
        return COPIES if isinstance(self.copies, msgspec.UnsetType) else self.copies

    @property
    def box(self) -> tuple[Tile, ...]:
        """All tiles, in the order in which they are shuffled."""
        return box_of(self.copies_of_each)

    @property
    def longest_set(self) -> int:
        """The most tiles that can be placed in one line."""
        return self.line_rules.longest

    @property
    def line_rules(self) -> Lines:
        """The length of lines and the worth of a Qwirkle."""
        return STANDARD_LINES if isinstance(self.lines, msgspec.UnsetType) else self.lines


PLACEMENT_GAMES = tuple(game for game in SHIPPED if family(shipped_tables(game), game) == PLACEMENT)


def edition(game: str, options: Mapping[str, OptionValue] | None = None) -> Edition:
    """Return a placement game by its id, with the options of its rule book."""
    if game not in PLACEMENT_GAMES:
        raise EditionError(f"there is no game “{game}”; the games are {', '.join(PLACEMENT_GAMES)}")
    return with_options(shipped_tables(game), options or {}, f"{game}.toml", checked_edition)


def checked_edition(tables: Mapping[str, object], file: str) -> Edition:
    """Convert the tables of a whole edition; EditionError names the file and the key."""
    converted = converted_tables(tables, Edition, file)
    check_seats(file, converted, 1)
    check_numbers(
        file,
        ("trading.most", 1, converted.trading.most, len(BOX)),
        ("end.going_out", 0, converted.end.going_out, MAX_BONUS),
        ("end.idle_rounds", 1, converted.end.idle_rounds, MAX_ROUNDS),
        ("copies", 1, converted.copies_of_each, COPIES),
        ("lines.longest", SHORTEST_LINES, converted.line_rules.longest, QWIRKLE),
        ("lines.qwirkle_bonus", 0, converted.line_rules.qwirkle_bonus, MAX_QWIRKLE_BONUS),
    )
    try:
        printed = converted.layout
    except EditionError as error:
        raise EditionError(f"{file}: board: {error}") from None
    if "take" in converted.action_tiles.kinds and converted.taking.by != "action-tile":
        raise EditionError(f"{file}: taking.by: the action tile “take” needs “action-tile” here")
    laid = len(printed.black)
    if converted.opening.on_centre and not printed.centre and not laid:
        raise EditionError(f"{file}: board: nobody can open on the centre of a board without one")
    needed = converted.most_players * converted.hand + laid
    check_box(file, converted, "tiles", needed, len(converted.box))
    return converted
