"""Seats at the table: the names of the bots, and the bots for the names in a saved game."""

from __future__ import annotations

import re
from collections.abc import Sequence

from qwirkle.errors import BotError
from qwirkle.players import level_of
from qwirkle.players.levels import LEVELS, MIDDLING
from qwirkle.players.registry import bot_names

CODE = ("process", "python")
"""The kinds of specs that run somebody's code: a record is never a reason to do so."""


def names_of(specs: Sequence[str]) -> list[str]:
    """A name for each bot; bots of the same kind are numbered."""
    levels = [level_of(spec) for spec in specs]
    names = [
        spec if level is None else level.name for spec, level in zip(specs, levels, strict=True)
    ]
    return [
        f"{name} {names[: seat + 1].count(name)}" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]


def specs_of(names: Sequence[str]) -> list[str]:
    """The bots for the seats of a saved game: those of these names, or else the middling level."""
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
