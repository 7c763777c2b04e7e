"""The game a command line asks for: a game of the family or a house rule, with its options."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from qwirkle.errors import EditionError
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.family import AnyEdition, edition, load_edition


def chosen_edition(game: str, options: Sequence[str] | None) -> AnyEdition:
    """A game by its id or the path of its TOML file; options are written name=value."""
    chosen = dict(_option(one) for one in options or ())
    if game.endswith(".toml"):
        return load_edition(Path(game), chosen)
    return edition(game, chosen)


def _option(text: str) -> tuple[str, OptionValue]:
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise EditionError(f"an option is written name=value, not “{text}”")
    if "," in value:
        return name, value.split(",")
    return name, {"true": True, "false": False}.get(value, value)
