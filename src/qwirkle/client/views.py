"""From the messages of a server to the view of a seat, as bots need it."""

from __future__ import annotations

from qwirkle.errors import ArgumentError
from qwirkle.protocol.shapes import read_view
from qwirkle.rules.family import AnyEdition, AnyView, edition, read_edition
from qwirkle.tables.core.views import TableView


def edition_of(view: TableView) -> AnyEdition:
    """Return the rules that a table plays by."""
    rules = view.edition
    if rules.house_rule is not None:
        return read_edition(rules.house_rule, rules.options)
    return edition(rules.game, rules.options)


def seat_view(view: TableView, seat: int | None = None) -> AnyView:
    """Return the game as a seat of the device sees it: by default the one to move, or the first."""
    hands = {own.seat: own.hand for own in view.you.hands}
    if seat is None:
        seat = view.now.turn if view.now.turn in hands else next(iter(hands), None)
    if view.game is None or seat not in hands:
        raise ArgumentError("this device has no hand at the table")
    return read_view(view.game, edition_of(view), seat, hands[seat])
