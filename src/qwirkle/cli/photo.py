"""``qwirkle photo``: a photograph of a real table as a position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from qwirkle.cli.arguments import AsJson
from qwirkle.errors import QwirkleError, Refused

if TYPE_CHECKING:
    from rich.console import Console

    from qwirkle.photo import Corners, Reading


def photo(
    files: Annotated[list[Path], Parameter(negative="")],
    /,
    *,
    game: str = "classic",
    corners: str | None = None,
    turns: int = 0,
    as_json: AsJson = False,
) -> None:
    """Read the position in photographs of a real table.

    Take them from above, with all tiles in the picture. Nothing leaves this computer. Tiles that
    are uncertain are listed with their second choice, and so is everything that breaks the rules.
    The status is 1 if there is no position in one of them.

    Parameters
    ----------
    files
        The pictures: JPEG, PNG or WebP.
    game
        The game on the table. Its board is looked for if it has a printed one.
    corners
        The corners of the printed board, if it is not found: x,y x,y x,y x,y, clockwise from the
        upper left, as shares of the picture from 0 to 1.
    turns
        Turn the board by this many quarters clockwise; a picture cannot say which side is the top.
    """
    from qwirkle.photo import read_photo

    pointed_out = None if corners is None else _corners(corners)
    failed = False
    for file in files:
        try:
            reading = read_photo(file, game=game, corners=pointed_out, turns=turns)
        except Refused as error:
            reading = _unreadable(game, error)
        except OSError as error:
            raise QwirkleError(f"{file}: {error.strerror or error}") from None
        failed = failed or not reading.tiles
        if as_json:
            _print_as_json(file, reading)
        else:
            _show(file, reading)
    if failed:  # the problems have been printed
        raise SystemExit(1)


def _corners(text: str) -> Corners:
    """Return four corners that were written as numbers."""
    from qwirkle.photo import Point

    try:
        numbers = [float(number) for number in text.replace(",", " ").split()]
    except ValueError:
        numbers = []
    if len(numbers) != 8 or not all(0 <= number <= 1 for number in numbers):
        raise QwirkleError("corners are four points, such as 0.1,0.2 0.9,0.2 0.9,0.8 0.1,0.8")
    first, second, third, fourth = map(Point, numbers[::2], numbers[1::2])
    return first, second, third, fourth


def _unreadable(game: str, error: Refused) -> Reading:
    from qwirkle.photo import Reading

    return Reading(game, (), error.refusals)


def _print_as_json(file: Path, reading: Reading) -> None:
    """Print the reading of one file on one line."""
    from qwirkle.cli.output import print_json_line
    from qwirkle.protocol.questions import write_squares

    answer: dict[str, Any] = {
        "file": str(file),
        "board": reading.board,
        "certainty": reading.certainty,
        "second": [seen.second for seen in reading.tiles],
    }
    if reading.layout is not None:
        answer["squares"] = write_squares(reading.layout)
    answer["problems"] = reading.problems
    print_json_line(answer)


def _show(file: Path, reading: Reading) -> None:
    from qwirkle.cli.output import PlainConsole, printable
    from qwirkle.notation.text.words import count_of
    from qwirkle.photo.reading import UNCERTAIN

    console = PlainConsole()
    uncertain = [seen for seen in reading.tiles if seen.certainty < UNCERTAIN]
    doubt = f", {len(uncertain)} uncertain" if uncertain else ""
    console.print(f"{printable(str(file))}: {count_of(len(reading.tiles), 'tile')}{doubt}")
    if reading.tiles:
        _show_board(console, reading)
    for seen in uncertain:
        console.print(
            f"{seen.placed.cell} is {seen.placed.tile.words} or else {seen.second.words}."
        )
    for problem in reading.problems:
        console.print(problem.message)


def _show_board(console: Console, reading: Reading) -> None:
    from qwirkle.notation.text.terminal import board_text
    from qwirkle.notation.text.viewport import fit
    from qwirkle.photo.reading import UNCERTAIN
    from qwirkle.rules.placement.board import OPEN_TABLE, Board
    from qwirkle.rules.placement.edition import edition

    usual = edition(reading.game).layout
    layout = reading.layout or (usual if usual.bounded else OPEN_TABLE)
    board = Board(reading.board, layout)
    uncertain = [seen.placed.cell for seen in reading.tiles if seen.certainty < UNCERTAIN]
    console.print(
        board_text(
            board,
            highlight=uncertain,
            colour=console.color_system is not None,
            viewport=fit(board, console.width, also=(), focus=uncertain or list(board)[:1]),
            width=console.width,
        )
    )
