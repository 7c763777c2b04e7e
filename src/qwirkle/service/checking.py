"""Whether what is stored of a table is a table: fold_table again, and every draw dealt again."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from qwirkle.errors import NotationError, QwirkleError
from qwirkle.notation.record import record_of
from qwirkle.notation.record.headers import commitment_to
from qwirkle.notation.record.replay import check_record
from qwirkle.service.ports import Stored
from qwirkle.service.queries.records import game_events
from qwirkle.service.table.events import read_event
from qwirkle.service.table.evolve import fold_table
from qwirkle.service.table.state import Table


class BadTable(QwirkleError):
    """Events that make no table, or not the one they say."""


def checked_table(stored: Sequence[Stored]) -> Table:
    """The table of these rows, fold_table from the first one on; BadTable with what is wrong.

    The numbers have no gaps, every body reads, the commitment is that of the seed, and the game is
    the one that follows from the seed and the turns by the rules.
    """
    for number, row in enumerate(stored, 1):
        if row.seq != number:
            raise BadTable(f"event {number} is missing; there is event {row.seq}")
    try:
        events = [read_event(row.body) for row in stored]
        table = fold_table(zip(events, (row.at for row in stored), strict=True))
    except (msgspec.MsgspecError, ValueError, TypeError, LookupError) as error:
        raise BadTable(f"the events do not make a table: {error}") from None
    if table.commitment != commitment_to(table.seed):
        raise BadTable("the commitment is not that of the seed")
    if happened := game_events(events):
        try:
            moment = check_record(record_of(happened, seed=table.seed, saved=True))
        except NotationError as error:
            raise BadTable(f"the game is not the one of its seed: {error}") from None
        if table.game is None or moment.state != table.game:
            raise BadTable("the game that was stored is not the one of its seed and its turns")
    return table
