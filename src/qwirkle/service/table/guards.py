"""A decision while it is made: the table as far as it has been told, and what all decisions ask."""

from __future__ import annotations

from qwirkle.errors import Refused
from qwirkle.service.table.commands import Actor
from qwirkle.service.table.events import AnyTableEvent
from qwirkle.service.table.evolve import evolve
from qwirkle.service.table.reasons import TableReason, refused
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
        raise refused(TableReason.ALREADY_STARTED, "The game has already started.")


def must_be_playing(table: Table) -> None:
    """Refuse what can only be done during the game."""
    if table.phase == "ended":
        raise _over()
    if table.phase != "playing":
        raise refused(TableReason.NOT_STARTED, "The game has not started yet.")


def must_be_host(table: Table, actor: Actor) -> None:
    """Refuse what only the one may do who opened the table."""
    if not table.hosted_by(actor.key):
        raise refused(TableReason.NOT_THE_HOST, "Only who opened the table can do that.")


def own_seats(table: Table, actor: Actor) -> tuple[int, ...]:
    """The seats of the one who asks; refused if he has none."""
    held = table.held_by(actor.key)
    if not held:
        raise refused(TableReason.NOT_SEATED, "You do not sit at this table.")
    return held


def own_seat(table: Table, actor: Actor, seat: int | None) -> int:
    """The named seat if it is his, or his only one, or his on turn."""
    held = own_seats(table, actor)
    if seat is None:
        return table.on_turn if table.on_turn in held and table.on_turn is not None else held[0]
    checked_seat(table, seat)
    if seat not in held:
        raise refused(TableReason.NOT_YOUR_SEAT, "That is not your seat.")
    return seat


def checked_seat(table: Table, seat: int) -> int:
    """The number of a seat that there is."""
    if not 0 <= seat < len(table.seats):
        raise refused(TableReason.NO_SUCH_SEAT, "There is no such seat at this table.")
    return seat


def _over() -> Refused:
    return refused(TableReason.TABLE_ENDED, "This table has ended.")
