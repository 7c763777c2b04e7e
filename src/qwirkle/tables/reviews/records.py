"""Reviews of records that were played elsewhere, as far as they contain the hands.

Nothing is stored. A record without a seed is judged for the seats whose hands it has; what depends
on the others is unknown.
"""

from __future__ import annotations

from functools import partial

import msgspec

from qwirkle.analysis.review.report import Review
from qwirkle.analysis.review.review import review
from qwirkle.analysis.review.steps import Step, steps_of
from qwirkle.analysis.review.summary import ended_of
from qwirkle.errors import QwirkleError, Refused
from qwirkle.notation.record import read_record
from qwirkle.notation.record.headers import headers_of
from qwirkle.protocol.shapes import AnyGame, write_view
from qwirkle.rules.family import view
from qwirkle.rules.tiles import Tile
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.live.workers import Job, JobStopped, Workers

SECONDS, PATIENCE = 90.0, 20.0
"""The limits for a review, which takes some seconds: its own time, and that for a worker."""
MAX_RECORD = 60_000
"""The maximum length of a record in characters; a long game has a fifth of that."""


class RecordMoment(msgspec.Struct, frozen=True):
    """The table before a turn, with the hand of its seat."""

    game: AnyGame
    hand: tuple[Tile, ...] | None
    """None if the record does not have it."""


class RecordReview(msgspec.Struct, frozen=True):
    """The review of a record, with what is needed to show it."""

    moments: tuple[RecordMoment, ...]
    """One for each turn of the review."""
    review: Review


def review_record(text: str) -> bytes:
    """Return the JSON of a ``RecordReview``, or refuse the record with its first fault."""
    try:
        record = read_record(text)
        if headers_of(record).seed is None and not any(line.hand for line in record.entries):
            raise refusal(TableReason.BAD_SAVED_GAME, case="hands")
        steps = steps_of(record)
        found = review(steps, ended=ended_of(record))
    except Refused:
        raise
    except QwirkleError as error:
        problem = str(error)[:300].rstrip(".")
    except UnicodeDecodeError:
        problem = "its seed is not text"
    except (RecursionError, OverflowError):
        problem = "it is nested too deeply"
    else:
        return msgspec.json.encode(RecordReview(tuple(map(_moment, steps)), found))
    raise refusal(TableReason.BAD_SAVED_GAME, case="record", problem=problem)


def _moment(step: Step) -> RecordMoment:
    hand = step.before.seats[step.seat].hand if step.known else None
    return RecordMoment(write_view(view(step.before, None)), hand)


class RecordReviews:
    """The service that reviews records."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers

    async def review(self, record: str) -> bytes:
        """Return the JSON of a ``RecordReview``."""
        job = Job(
            call=partial(review_record, record),
            kind="long",
            seconds=SECONDS,
            expected=4.0,
            patience=PATIENCE,
            heavy=True,
            case="review",
        )
        try:
            return await self._workers.run(job)
        except JobStopped:
            raise refusal(TableReason.BUSY, case="review") from None
