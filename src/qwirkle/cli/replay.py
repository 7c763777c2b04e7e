"""``qwirkle replay``: a recorded game, checked turn by turn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from qwirkle.errors import NotationError, QwirkleError

if TYPE_CHECKING:
    from rich.console import Console

    from qwirkle.notation.record.replay import Moment


def replay(
    file: Path,
    /,
    *,
    at: int | None = None,
    boards: Annotated[bool, Parameter(negative="")] = False,
    svg: Path | None = None,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> None:
    """Show a recorded game and check every turn of it by the rules.

    Parameters
    ----------
    file
        The record, a .qwr file.
    at
        Show the table after this turn; by default after the last one.
    boards
        Show the table after every turn.
    svg
        Also write the shown table as a picture.
    as_json
        Print the game as JSON.
    """
    from qwirkle.notation.record import read_record
    from qwirkle.notation.record.headers import headers_of
    from qwirkle.notation.record.replay import replay as moments_of

    try:
        text = file.read_bytes()
    except OSError as error:
        raise QwirkleError(f"{file}: {error.strerror}") from None
    try:
        record = read_record(text)
        moments = list(moments_of(record))
    except NotationError as error:
        raise QwirkleError(f"{file}: {error}") from None
    names = headers_of(record).players
    if at is not None:
        moments = [one for one in moments if one.entry is None or one.entry.number <= at]
    if as_json:
        from qwirkle.cli.output import print_json

        print_json({"players": names, "turns": [_told(one) for one in moments[1:]]})
    else:
        _show(moments, names, boards)
    if svg is not None:
        try:
            svg.write_text(_picture(moments[-1]), "utf-8")
        except OSError as error:
            raise QwirkleError(f"{svg}: {error.strerror}") from None


def _show(moments: list[Moment], names: tuple[str, ...], boards: bool) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    if boards:
        _board(console, moments[0])
    for moment in moments[1:]:
        entry = moment.entry
        if entry is None:
            continue
        console.print(
            Text(
                f"{entry.number:3}  {names[entry.seat]:<12} {entry.turn:<32} "
                f"+{entry.points + entry.out:<3} {entry.total:>4}"
            )
        )
        if boards:
            _board(console, moment)
    if not boards:
        _board(console, moments[-1])
    if (result := moments[-1].result) is not None:
        winners = " and ".join(names[seat] for seat in result.winners)
        how = "won" if len(result.winners) == 1 else "shared"
        console.print(Text(f"{how} by {winners}"))


def _board(console: Console, moment: Moment) -> None:
    from qwirkle.notation.text.cards_terminal import table_text
    from qwirkle.notation.text.terminal import board_text

    coloured = console.color_system is not None
    if _of_cards(moment):
        spots = _spots(moment)
        console.print(table_text(moment.table, highlight=spots, colour=coloured))
    else:
        console.print(board_text(moment.board, highlight=_placed(moment), colour=coloured))


def _picture(moment: Moment) -> str:
    from qwirkle.notation.pictures.cards_svg import cards_svg
    from qwirkle.notation.pictures.svg import board_svg

    if _of_cards(moment):
        return cards_svg(moment.table, highlight=_spots(moment))
    return board_svg(moment.board, highlight=_placed(moment))


def _of_cards(moment: Moment) -> bool:
    from qwirkle.rules.cards.events import Event as CardsEvent

    return bool(moment.table) or any(isinstance(one, CardsEvent) for one in moment.events)


def _spots(moment: Moment) -> Any:
    from qwirkle.notation.cards_table import spots_of
    from qwirkle.rules.cards.events import CardsPlayed

    played = [event for event in moment.events if isinstance(event, CardsPlayed)]
    return spots_of(played[-1]) if played else ()


def _placed(moment: Moment) -> list[Any]:
    from qwirkle.rules.placement.turns import Place

    return [one.cell for one in moment.turn.tiles] if isinstance(moment.turn, Place) else []


def _told(moment: Moment) -> dict[str, Any]:
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
