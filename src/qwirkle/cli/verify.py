"""``qwirkle verify``: whether a recorded game was dealt as its dealer had promised."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from qwirkle.errors import NotationError, QwirkleError

if TYPE_CHECKING:
    from qwirkle.notation.record.lines import Record


def verify(
    file: Path,
    /,
    *,
    commitment: str | None = None,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> None:
    """Compute every draw of a recorded game anew from its seed.

    Parameters
    ----------
    file
        The record of a finished game, a .qwr file.
    commitment
        What the table showed as its commitment before the game; by default the record's own.
    as_json
        Print what was found as JSON.
    """
    from qwirkle.cli.output import plain_console, print_json
    from qwirkle.notation.record import read_record

    try:
        text = file.read_bytes()
    except OSError as error:
        raise QwirkleError(f"{file}: {error.strerror}") from None
    try:
        found = _found(read_record(text), commitment)
    except NotationError as error:
        if as_json:
            print_json({"fair": False, "message": str(error), "line": error.line})
        else:
            print(f"qwirkle: {file}: {error}", file=sys.stderr)  # noqa: T201
        sys.exit(1)
    if as_json:
        print_json(found)
        return
    console = plain_console()
    console.print(
        f"{found['game']}: {' and '.join(found['players'])}, {found['turns']} turns."
        f"\nThe seed is the one that was committed to: {found['commitment']}"
        f"\nAll {found['drawn']} {found['pieces']} in {found['draws']} draws came as that seed "
        f"deals them; {found['hands']} written hands, every turn and every figure are right."
    )


def _found(record: Record, commitment: str | None) -> dict[str, Any]:
    """What the record holds, all of it checked; NotationError with the first thing that is not."""
    from qwirkle.notation.record.headers import commitment_to, headers_of
    from qwirkle.notation.record.replay import events_of
    from qwirkle.rules.cards.events import Drew as DrewCards
    from qwirkle.rules.placement.events import Drew, TableLaid

    heads = headers_of(record)
    if heads.seed is None:
        raise NotationError("this record has no seed; the draws cannot be computed without it")
    committed = commitment_to(heads.seed)
    promised = (commitment or heads.commitment or "").strip().lower()
    if not promised:
        raise NotationError("this record has no commitment; give the one that was shown")
    if promised != committed:
        raise NotationError("the seed of this record is not the one that was committed to")
    events = events_of(record)
    draws = [one for one in events if isinstance(one, Drew | DrewCards)]
    laid = sum(len(one.tiles) for one in events if isinstance(one, TableLaid))
    return {
        "fair": True,
        "game": heads.game,
        "players": heads.players,
        "commitment": committed,
        "seed": heads.seed.decode(errors="replace"),
        "turns": len({entry.number for entry in record.entries}),
        "draws": len(draws),
        "drawn": laid + sum(one.count for one in draws),
        "pieces": "cards" if any(isinstance(one, DrewCards) for one in draws) else "tiles",
        "hands": sum(entry.hand is not None for entry in record.entries),
        "finished": heads.result is not None,
    }
