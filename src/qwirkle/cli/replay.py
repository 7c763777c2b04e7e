"""``qwirkle replay``: a recorded game, checked turn by turn."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from qwirkle.cli.arguments import AsJson, Flag
from qwirkle.errors import NotationError, QwirkleError
from qwirkle.rules.cells import Cell
from qwirkle.rules.family import Pair

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from qwirkle.notation.record.replay import Moment


def replay(
    file: Path,
    /,
    *,
    at: int | None = None,
    boards: Flag = False,
    around: str | None = None,
    svg: Path | None = None,
    as_json: AsJson = False,
) -> None:
    """Show a recorded game and check every turn by the rules.

    Parameters
    ----------
    file
        The record, a .qwr file.
    at
        Show the table after this turn; 0 is before the first. By default after the last one.
    boards
        Show the table after every turn.
    around
        If the board is too wide for the terminal, show the part around this cell, written 3,4. By
        default the part around the turn.
    svg
        Also write the table that is shown as a picture, to this file.
    """
    from qwirkle.cli.arguments import record_in
    from qwirkle.notation.record.headers import headers_of
    from qwirkle.notation.record.replay import replay as moments_of
    from qwirkle.terminal.output import print_json

    centre = None if around is None else _cell(around)
    record = record_in(file)
    try:
        moments = list(moments_of(record))
        headers = headers_of(record)
    except NotationError as error:
        raise QwirkleError(f"{file}: {error}") from None
    if at is not None:
        last = max((moment.entry.number for moment in moments if moment.entry), default=0)
        if not 0 <= at <= last:
            raise QwirkleError(f"{file}: --at is a turn from 0 to {last}, not {at}")
        moments = [
            moment for moment in moments if moment.entry is None or moment.entry.number <= at
        ]
    drawing = _DRAWINGS.of(headers.edition())
    if as_json:
        print_json(
            {"players": headers.players, "turns": [_as_json(moment) for moment in moments[1:]]}
        )
    else:
        _show(moments, headers.players, drawing, boards=boards, centre=centre)
    if svg is not None:
        try:
            svg.write_text(drawing.picture(moments[-1]), "utf-8")
        except (OSError, ValueError) as error:
            raise QwirkleError(f"{svg}: {getattr(error, 'strerror', error)}") from None


class _Drawing(Protocol):
    """The way a moment of a game is shown."""

    def text(self, moment: Moment, console: Console, centre: Cell | None) -> Text: ...

    def picture(self, moment: Moment) -> str: ...


class _Placement:
    """Boards of the placement games."""

    def text(self, moment: Moment, console: Console, centre: Cell | None) -> Text:
        from qwirkle.notation.text.terminal import board_text
        from qwirkle.notation.text.viewport import fit

        last = self._last(moment)
        focus = last if centre is None else [centre]
        return board_text(
            moment.board,
            highlight=last,
            colour=console.color_system is not None,
            viewport=fit(moment.board, console.width, also=last, focus=focus),
            width=console.width,
        )

    def picture(self, moment: Moment) -> str:
        from qwirkle.notation.pictures.svg import board_svg

        return board_svg(moment.board, highlight=self._last(moment))

    def _last(self, moment: Moment) -> list[Cell]:
        from qwirkle.rules.placement.turns import Place

        return (
            [placed.cell for placed in moment.turn.tiles] if isinstance(moment.turn, Place) else []
        )


class _Cards:
    """Tables of the card game."""

    def text(self, moment: Moment, console: Console, centre: Cell | None) -> Text:  # noqa: ARG002
        from qwirkle.notation.text.cards_terminal import table_text

        return table_text(
            moment.table,
            highlight=self._last(moment),
            colour=console.color_system is not None,
            width=console.width,
        )

    def picture(self, moment: Moment) -> str:
        from qwirkle.notation.pictures.cards_svg import cards_svg

        return cards_svg(moment.table, highlight=self._last(moment))

    def _last(self, moment: Moment) -> Any:
        from qwirkle.notation.cards_table import spots_of
        from qwirkle.rules.cards.events import CardsPlayed

        played = [event for event in moment.events if isinstance(event, CardsPlayed)]
        return spots_of(played[-1]) if played else ()


_DRAWINGS = Pair[_Drawing, _Drawing, _Drawing](placement=_Placement(), cards=_Cards())


def _show(
    moments: list[Moment],
    players: tuple[str, ...],
    drawing: _Drawing,
    *,
    boards: bool,
    centre: Cell | None,
) -> None:
    from qwirkle.terminal.output import PlainConsole, printable

    console = PlainConsole()
    names = [printable(name) for name in players]
    if boards:
        console.print(drawing.text(moments[0], console, centre))
    for moment in moments[1:]:
        _print_turn(console, moment, names)
        if boards:
            console.print(drawing.text(moment, console, centre))
    if not boards:
        console.print(drawing.text(moments[-1], console, centre))
    if (result := moments[-1].result) is not None:
        winners = " and ".join(names[seat] for seat in result.winners)
        console.print(f"{'Won' if len(result.winners) == 1 else 'Shared'} by {winners}.")


def _print_turn(console: Console, moment: Moment, names: Sequence[str]) -> None:
    """Print a turn; a long one is wrapped in its column."""
    from rich.cells import set_cell_size

    entry = moment.entry
    if entry is None:
        return
    longest = min(max(map(len, names)), max(4, console.width // 6))
    name = set_cell_size(names[entry.seat], longest)
    start = f"{entry.number:3} {name} {f'+{entry.points + entry.out}':>4} {entry.total:>4}  "
    wide = max(console.width - longest - 16, 1)
    for number, line in enumerate(textwrap.wrap(entry.turn, wide, break_on_hyphens=False)):
        console.print((" " * (longest + 16) if number else start) + line, soft_wrap=True)


def _cell(text: str) -> Cell:
    found = re.fullmatch(r"(-?[0-9]{1,6}),(-?[0-9]{1,6})", text.strip())
    if found is None:
        raise QwirkleError(f"a cell is written column,row, such as 3,4, not “{text}”")
    return Cell(int(found[1]), int(found[2]))


def _as_json(moment: Moment) -> dict[str, Any]:
    entry = moment.entry
    if entry is None:
        return {}
    return {
        "turn": entry.number,
        "seat": entry.seat,
        "text": entry.turn,
        "points": entry.points + entry.out,
        "total": entry.total,
        "scores": moment.scores,
        "bag": moment.bag,
    }
