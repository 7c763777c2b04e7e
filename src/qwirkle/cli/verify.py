"""``qwirkle verify``: whether a recorded game was dealt from its seed, as promised beforehand."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qwirkle.cli.arguments import AsJson
from qwirkle.errors import NotationError, QwirkleError

if TYPE_CHECKING:
    from qwirkle.notation.record.lines import Record

COMMITMENT = "Seed-Commitment"


def verify(
    file: Path,
    /,
    *,
    commitment: str | None = None,
    nonce: str | None = None,
    as_json: AsJson = False,
) -> None:
    """Deal a recorded game again from its seed and compare every draw, turn and score.

    If devices added numbers of their own to the seed, these count too. Exits with status 1 if the
    game was not dealt from its seed, or if the seed is not the one that was committed to before
    the game.

    Parameters
    ----------
    file
        The record of a finished game, a .qwr file.
    commitment
        The commitment that the table showed before the game. By default the one in the record.
    nonce
        The number that your device added to the deal. It must be among those in the record.
    """
    from qwirkle.cli.arguments import record_in
    from qwirkle.terminal.output import PlainConsole, print_json, refusal

    try:
        found = _verify(record_in(file), commitment, nonce)
    except QwirkleError as error:
        # A file that cannot be read is bad usage. One that reads, or promises another seed, is a
        # game that was not dealt as it says.
        if not isinstance(error, NotationError) and f"{COMMITMENT}: " not in str(error):
            raise
        if as_json:
            line = getattr(error, "line", None)
            print_json({"fair": False, "message": refusal(error), "line": line})
        else:
            print(f"qwirkle: {refusal(f'{file}: {error}')}", file=sys.stderr)  # noqa: T201
        sys.exit(1)
    if as_json:
        print_json(found)
        return
    console = PlainConsole()
    console.print(
        f"{found['game']}: {' and '.join(found['players'])}, {found['turns']} turns."
        f"\nAll {found['drawn']} {found['pieces']} in {found['draws']} draws came as the seed "
        f"deals them; {found['hands']} recorded hands, every turn and every score are correct."
    )
    if found["nonces"]:
        console.print(
            "The devices of these players added to the deal: "
            f"{' and '.join(_contributors(found))}. The server did not choose it alone."
        )
    if found["committed"]:
        console.print(f"The seed is the one that was committed to: {found['commitment']}")
    else:
        console.print(
            "The game is consistent with its seed. But without a commitment published before the "
            "game this cannot prove that the seed was not chosen to suit somebody. If you know "
            "the commitment, give it with --commitment."
        )


def _contributors(found: dict[str, Any]) -> list[str]:
    pairs = zip(found["players"], found["nonces"], strict=True)
    return [name for name, nonce in pairs if nonce is not None]


def _verify(record: Record, commitment: str | None, nonce: str | None) -> dict[str, Any]:
    """Check the whole record and return its contents; raise NotationError at the first fault."""
    from qwirkle.notation.record.headers import commitment_to, headers_of
    from qwirkle.notation.record.replay import events_of
    from qwirkle.rules.events import Drew
    from qwirkle.rules.placement.events import TableLaid

    headers = headers_of(record)
    if headers.seed is None:
        raise QwirkleError("this record has no seed, so its draws cannot be checked")
    computed = commitment_to(headers.seed)
    promised = (commitment or headers.commitment or "").strip().lower()
    if promised and promised != computed:
        raise NotationError("the seed of this record is not the one that was committed to")
    if nonce and nonce.strip().lower() not in headers.nonces:
        raise NotationError("the number that your device added is not in this record")
    events = events_of(record)
    draws = [event for event in events if isinstance(event, Drew)]
    laid = sum(len(event.tiles) for event in events if isinstance(event, TableLaid))
    return {
        "fair": True if promised else None,
        "consistent": True,
        "committed": bool(promised),
        "game": headers.game,
        "players": headers.players,
        "commitment": computed if promised else None,
        "seed": headers.seed.decode(errors="replace"),
        "nonces": [each or None for each in headers.nonces],
        "turns": len({entry.number for entry in record.entries}),
        "draws": len(draws),
        "drawn": laid + sum(draw.count for draw in draws),
        "pieces": headers.edition().pieces,
        "hands": sum(entry.hand is not None for entry in record.entries),
        "finished": headers.result is not None,
    }
