"""Pictures of finished tables for messengers: the final table, names and points."""

from __future__ import annotations

from qwirkle.notation.family import of
from qwirkle.notation.pictures.result import Standing, result_svg
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.state import Ended, Table
from qwirkle.tables.core.views import viewer_of
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.live.tasks import on_a_thread

COLOURS = ("#bf6a44", "#5183bb", "#67893f", "#a26ba6")
"""The colours of the seats, as on the page."""


class ResultPictures:
    """The service for pictures of results."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def draw(self, table: str, caller: Caller, face: str) -> str:
        """Return the picture of a table that has ended, to whoever may see the table."""
        state = await self._tables.current(table)
        viewer_of(state, caller.key)
        if state.ended is None:
            raise refusal(TableReason.NOT_ENDED)
        if state.game is None or not state.ended.scores:
            raise refusal(TableReason.NOT_STARTED)
        game, standings = state.game, _standings(state, state.ended)

        def drawn() -> str:
            return result_svg(of(game).svg(game, face, coordinates=False), standings)

        return await on_a_thread(drawn)


def _standings(table: Table, ended: Ended) -> list[Standing]:
    order = sorted(range(len(table.seats)), key=lambda seat: ended.places[seat])
    return [
        Standing(
            table.seats[seat].name,
            ended.scores[seat],
            seat in ended.winners,
            COLOURS[seat % len(COLOURS)],
        )
        for seat in order
    ]
