"""Editions are data: one TOML per game, based on another, naming small policies.

A new house rule is a file. Code asks an edition for a policy, never for its name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

import msgspec

from qwirkle.errors import EditionError
from qwirkle.rules.board import Layout
from qwirkle.rules.layouts import layout
from qwirkle.rules.tiles import BOX
from qwirkle.rules.turns import Action

OptionValue = bool | int | str | list[str]


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of an edition file."""


class Start(_Part, frozen=True):
    """Who starts when several players hold a largest set (Q-START-3)."""

    tie: Literal["oldest", "youngest"]


class Opening(_Part, frozen=True):
    """What the first turn must be (Q-START-4, S-START-1, K-START-1)."""

    largest_set: bool
    on_centre: bool
    may_trade: bool


class Trading(_Part, frozen=True):
    """Q-TURN-3 to Q-TURN-6, A14."""

    most: int
    returned: Literal["mixed", "under"]
    draws: Literal["as-many", "up-to-hand"]
    cannot_place: Literal["may-trade", "must-trade"]


class Taking(_Part, frozen=True):
    """Who may take a tile from the table, and which (S-TAKE-*, M-TAKE-1)."""

    by: Literal["nothing", "star-token", "action-tile"]
    may_cut_off: bool
    back_to_same_spot: bool


class ActionTiles(_Part, frozen=True):
    """The action tiles of the mini-expansion (M-SETUP-1, M-VAR-*)."""

    kinds: tuple[Action, ...]
    handed_out: Literal["when-drawn", "at-start"]


class End(_Part, frozen=True):
    """Q-SCORE-4 and the guard against endless trading (A3)."""

    going_out: int
    idle_rounds: int


class Option(_Part, frozen=True):
    """A choice the rule book leaves to the players: a key of the edition and its values."""

    key: str
    choices: list[Any]
    about: str


class Edition(_Part, frozen=True):
    """One game of the family, with the options the players chose."""

    id: str
    name: str
    source: str
    about: str
    faces: Literal["colour", "two-shape"]
    fewest_players: int
    most_players: int
    hand: int
    board: str | list[str]
    start: Start
    opening: Opening
    trading: Trading
    taking: Taking
    action_tiles: ActionTiles
    end: End
    options: dict[str, Option] = {}
    chosen: dict[str, OptionValue] = {}

    @property
    def layout(self) -> Layout:
        """What is printed on the table."""
        return layout(self.board)


GAMES = ("classic", "colour-blind", "schmidt", "mini", "select", "connect", "combined")


def edition(game: str, options: Mapping[str, OptionValue] | None = None) -> Edition:
    """A game of the family by its id, with the options of its rule book."""
    if game not in GAMES:
        raise EditionError(f"there is no game “{game}”; the games are {', '.join(GAMES)}")
    return _with_options(_shipped(game), options or {}, f"{game}.toml")


def load_edition(path: Path, options: Mapping[str, OptionValue] | None = None) -> Edition:
    """A house rule: an edition from a file, based on a game of the family or complete in itself."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise EditionError(f"{path.name}: cannot be read ({_why(error)})") from None
    return _with_options(_complete(_tables(text, path.name), path.name), options or {}, path.name)


def _why(error: OSError | UnicodeDecodeError) -> str:
    return error.strerror or "" if isinstance(error, OSError) else "it is not UTF-8 text"


@cache
def _shipped(game: str) -> dict[str, Any]:
    name = f"{game}.toml"
    text = resources.files(__name__).joinpath(name).read_text("utf-8")
    return _complete(_tables(text, name), name)


def _tables(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EditionError(f"{file}: not TOML: {error}") from None


def _complete(tables: dict[str, Any], file: str) -> dict[str, Any]:
    """The tables laid over those of the game they are based on."""
    based_on = tables.pop("based_on", None)
    if based_on is None:
        return tables
    if based_on not in GAMES:
        raise EditionError(
            f"{file}: based_on: there is no game “{based_on}”; the games are {', '.join(GAMES)}"
        )
    return _laid_over(_shipped(based_on), tables)


def _laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        lower = merged.get(key)
        merged[key] = (
            _laid_over(lower, value)
            if isinstance(lower, dict) and isinstance(value, dict)
            else value
        )
    return merged


def _with_options(tables: dict[str, Any], chosen: Mapping[str, OptionValue], file: str) -> Edition:
    known = _converted(tables, file).options
    for name, value in chosen.items():
        if name not in known:
            offered = f"; the options are {', '.join(known)}" if known else "; it has none"
            raise EditionError(f"{file}: there is no option “{name}”{offered}")
        option = known[name]
        if option.choices and value not in option.choices:
            choices = ", ".join(str(choice).lower() for choice in option.choices)
            raise EditionError(f"{file}: option {name} must be one of {choices}, not {value!r}")
        tables = _laid_over(tables, _nested(option.key, value))
    return _converted(_laid_over(tables, {"chosen": dict(chosen)}), file)


def _nested(key: str, value: OptionValue) -> dict[str, Any]:
    first, _, rest = key.partition(".")
    return {first: _nested(rest, value) if rest else value}


def _converted(tables: dict[str, Any], file: str) -> Edition:
    try:
        converted = msgspec.convert(tables, Edition)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$.")
        raise EditionError(f"{file}: {where.rstrip('`') or 'top level'}: {what}") from None
    for key, least, value in (
        ("fewest_players", 1, converted.fewest_players),
        ("most_players", converted.fewest_players, converted.most_players),
        ("hand", 1, converted.hand),
        ("trading.most", 1, converted.trading.most),
        ("end.going_out", 0, converted.end.going_out),
        ("end.idle_rounds", 1, converted.end.idle_rounds),
    ):
        if value < least:
            raise EditionError(f"{file}: {key}: must be at least {least}, not {value}")
    try:
        laid = len(converted.layout.black)
    except EditionError as error:
        raise EditionError(f"{file}: board: {error}") from None
    if converted.most_players * converted.hand + laid > len(BOX):
        raise EditionError(
            f"{file}: hand: {len(BOX)} tiles are too few for {converted.most_players} players "
            f"with {converted.hand} each"
        )
    return converted
