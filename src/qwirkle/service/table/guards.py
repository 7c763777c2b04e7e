"""A decision while it is made: the table as far as it has been told, and what all decisions ask."""

from __future__ import annotations

from qwirkle.errors import Refused
from qwirkle.service.table.commands import Actor
from qwirkle.service.table.events import AnyTableEvent
from qwirkle.service.table.evolve import evolve
from qwirkle.service.table.reasons import TableReason, refusal
from qwirkle.service.table.state import Table


class Story:
    """The events of one decision, told one after the other."""

    def __init__(self, table: Table | None, now: int) -> None:
        self._table = table
        self.now = now
        self.events: list[AnyTableEvent] = []

    @property
    def table(self) -> Table:
        """The table after what has been told so far."""
        if self._table is None:
            raise ValueError("the story has not begun")
        return self._table

    def tell(self, event: AnyTableEvent) -> None:
        """One more event."""
        self._table = evolve(self._table, event, self.now)
        self.events.append(event)


def must_be_in_lobby(table: Table) -> None:
    """Refuse what can only be done before the game."""
    if table.phase == "ended":
        raise _over()
    if table.phase != "lobby":
        raise refusal(TableReason.ALREADY_STARTED)


def must_be_playing(table: Table) -> None:
    """Refuse what can only be done during the game."""
    if table.phase == "ended":
        raise _over()
    if table.phase != "playing":
        raise refusal(TableReason.NOT_STARTED)


def must_be_host(table: Table, actor: Actor) -> None:
    """Refuse what only the one may do who opened the table."""
    if not table.hosted_by(actor.key):
        raise refusal(TableReason.NOT_THE_HOST)


def own_seats(table: Table, actor: Actor) -> tuple[int, ...]:
    """The seats of the one who asks; refused if he has none."""
    held = table.held_by(actor.key)
    if not held:
        raise refusal(TableReason.NOT_SEATED)
    return held


def own_seat(table: Table, actor: Actor, seat: int | None) -> int:
    """The named seat if it is his, or his only one, or his on turn."""
    held = own_seats(table, actor)
    if seat is None:
        return table.on_turn if table.on_turn in held and table.on_turn is not None else held[0]
    checked_seat(table, seat)
    if seat not in held:
        raise refusal(TableReason.NOT_YOUR_SEAT)
    return seat


def checked_seat(table: Table, seat: int) -> int:
    """The number of a seat that there is."""
    if not 0 <= seat < len(table.seats):
        raise refusal(TableReason.NO_SUCH_SEAT, seat=seat, count=len(table.seats))
    return seat


def _over() -> Refused:
    return refusal(TableReason.TABLE_ENDED)
