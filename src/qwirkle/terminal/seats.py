"""Seats at the table: the names of the person and the bots, and the bots for a saved game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from getpass import getuser

from qwirkle.errors import BotError, Refused
from qwirkle.players import level_of
from qwirkle.players.levels import LEVELS, MIDDLING
from qwirkle.players.registry import bot_names
from qwirkle.tables.core.names import GUEST, free_name, seat_name

CODE = ("process", "python")
"""The kinds of specs that run foreign code, which a record must never do."""


def person_name(given: str | None, others: Sequence[str] = ()) -> str:
    """Return the person's name, checked as on the page; by default the login name."""
    if given is not None:
        return seat_name(given, others)
    try:
        return seat_name(getuser(), others)
    except (Refused, OSError, KeyError, ImportError):  # a login without a name, or with a bad one
        return free_name(GUEST, others)


def names_of(specs: Sequence[str]) -> list[str]:
    """Return a name for each bot; bots of the same kind are numbered."""
    levels = [level_of(spec) for spec in specs]
    names = [
        spec if level is None else level.name for spec, level in zip(specs, levels, strict=True)
    ]
    return [
        f"{name} {names[: seat + 1].count(name)}" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]


def specs_of(names: Sequence[str]) -> list[str]:
    """Return the bots for the seats of a saved game: those of these names, or the default level."""
    return [_spec_of(seat, name) for seat, name in enumerate(names, start=2)]


def _spec_of(seat: int, name: str) -> str:
    plain = re.sub(r" \d+$", "", name)
    for level in LEVELS:
        if level.name == plain:
            return f"level:{level.number}"
    kind = plain.partition(":")[0]
    if kind in CODE:
        raise BotError(f"seat {seat} was played by “{name}”: say with --against who plays it now")
    return plain if kind in bot_names() else f"level:{MIDDLING}"
