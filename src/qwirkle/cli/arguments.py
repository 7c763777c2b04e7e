"""Arguments: how help shows them, those that several commands share, and what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from cyclopts.help import DefaultFormatter

from qwirkle.errors import EditionError, NotationError, QwirkleError

if TYPE_CHECKING:
    from cyclopts.help import HelpPanel
    from rich.console import Console, ConsoleOptions

    from qwirkle.notation.record.lines import Record
    from qwirkle.rules.editions.files import OptionValue
    from qwirkle.rules.family import AnyEdition

Flag = Annotated[bool, Parameter(negative="")]
AsJson = Annotated[
    bool, Parameter(name="--json", negative="", help="Print the result as JSON, for programs.")
]
GameName = Annotated[
    str, Parameter(help="The game to play, or the path of a house rule (a .toml file).")
]
Options = Annotated[
    list[str] | None,
    Parameter(help="An option of the game, written name=value; repeat it for more."),
]


class HelpFormatter(DefaultFormatter):
    """Help whose paragraphs fill the width, wherever a docstring breaks its lines."""

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Print a panel of commands or parameters."""
        for entry in panel.entries:
            _fill(entry.description)
        super().__call__(console, options, panel)

    def render_description(
        self, console: Console, options: ConsoleOptions, description: Any
    ) -> None:
        """Print what the command does."""
        _fill(description)
        super().render_description(console, options, description)


def _fill(description: Any) -> None:
    text = getattr(description, "primary_renderable", None)
    if text:
        paragraphs = text.plain.split("\n\n")
        text.plain = "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs) + (
            "\n" if text.plain.endswith("\n") else ""
        )


def shown_default(value: object) -> object:
    """Return a default as help shows it: a flag that is off has none."""
    return None if value is False else value


def chosen_edition(game: str, options: Sequence[str] | None) -> AnyEdition:
    """Return a game by its id or the path of its TOML file; options are written name=value."""
    from qwirkle.rules.family import edition, load_edition

    chosen = dict(map(_option, options or ()))
    if game.endswith(".toml"):
        return load_edition(Path(game), chosen)
    return edition(game, chosen)


def record_in(file: Path) -> Record:
    """Read the record in a file; a QwirkleError names the file and the fault."""
    from qwirkle.notation.record import read_record

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
