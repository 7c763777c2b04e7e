"""Arguments shared by several commands: a game with its options, the file of a record."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from qwirkle.errors import EditionError, NotationError, QwirkleError
from qwirkle.notation.record import read_record
from qwirkle.notation.record.lines import Record
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.family import AnyEdition, edition, load_edition


def chosen_edition(game: str, options: Sequence[str] | None) -> AnyEdition:
    """A game by its id or the path of its TOML file; options are written name=value."""
    chosen = dict(map(_option, options or ()))
    if game.endswith(".toml"):
        return load_edition(Path(game), chosen)
    return edition(game, chosen)


def record_in(file: Path) -> Record:
    """The record in a file; a QwirkleError names the file and what is wrong with it."""
    try:
        return read_record(file.read_bytes())
    except OSError as error:
        raise QwirkleError(f"{file}: {error.strerror}") from None
    except (NotationError, ValueError) as error:
        raise QwirkleError(f"{file}: {error}") from None


def _option(text: str) -> tuple[str, OptionValue]:
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise EditionError(f"an option is written name=value, not “{text}”")
    if "," in value:
        return name, value.split(",")
    return name, {"true": True, "false": False}.get(value, value)
