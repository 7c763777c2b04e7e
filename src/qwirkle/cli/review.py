"""``qwirkle review``: how well everybody played in a recorded game, and how much luck they had."""

from __future__ import annotations

from pathlib import Path

from qwirkle.cli.arguments import AsJson, Flag
from qwirkle.errors import NotationError, QwirkleError


def review(
    file: Path,
    /,
    *,
    deep: Flag = False,
    open_hands: Flag = False,
    comments: Path | None = None,
    as_json: AsJson = False,
) -> None:
    """Review a recorded game: points lost, luck and chances of winning, turn by turn.

    Parameters
    ----------
    file
        The record, a .qwr file with its seed, or with the hands that are known. The game may be
        unfinished.
    deep
        Try more turns on more deals. This can take a minute.
    open_hands
        Judge every turn as if all hands had been open.
    comments
        Also write the record to this file, with a comment on every turn.
    """
    from qwirkle.analysis.review.review import review as review_of
    from qwirkle.analysis.review.steps import steps_of
    from qwirkle.analysis.review.summary import ended_of
    from qwirkle.analysis.review.text import with_comments, write_review
    from qwirkle.cli.arguments import record_in
    from qwirkle.notation.record import write_record
    from qwirkle.terminal.output import PlainConsole, print_json, progress_bar

    record = record_in(file)
    try:
        steps = steps_of(record)
    except NotationError as error:
        raise QwirkleError(f"{file}: {error}") from None
    with progress_bar(len(steps), "Reviewing") as advance:
        found = review_of(
            steps,
            deep=deep,
            open_hands=open_hands,
            ended=ended_of(record),
            progress=lambda _done, _all: advance(),
        )
    if comments is not None:
        try:
            comments.write_bytes(write_record(with_comments(record, found)).encode())
        except OSError as error:
            raise QwirkleError(f"{comments}: {error.strerror}") from None
    if as_json:
        print_json(found)
    else:
        console = PlainConsole()
        console.print(write_review(found, console.width), soft_wrap=True)
