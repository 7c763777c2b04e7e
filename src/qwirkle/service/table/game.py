"""The game: turns of persons, bots and the clock, and what follows from them.

Nobody waits for a seat that is out: the least possible is played for it at once, in the same
decision, so that the game goes on by the rules and its record can be checked like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from qwirkle.errors import IllegalTurn, Objection, QwirkleError, Refused
from qwirkle.players.fallback import fallback_turn
from qwirkle.protocol.shapes.cards import read_card_turn
from qwirkle.protocol.shapes.placement import read_turn
from qwirkle.rules.cards.state import State as CardsState
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import AnyState, AnyTurn, decide, view
from qwirkle.rules.placement.turns import Place, Turn
from qwirkle.rules.reasons import Reason, Refusal, refuse
from qwirkle.service.table import commands as c
from qwirkle.service.table import events as e
from qwirkle.service.table.clocks import deadline
from qwirkle.service.table.guards import Story, must_be_playing, own_seat
from qwirkle.service.table.reasons import TableReason, refused
from qwirkle.service.table.standings import standing
from qwirkle.service.table.state import Table

FARTHEST = 1000
"""How far from the middle of an open table the first tile may lie."""


def play(story: Story, actor: c.Actor, asked: c.Play) -> None:
    """A person's turn."""
    table = story.table
    must_be_playing(table)
    seat = own_seat(table, actor, asked.seat)
    if table.seats[seat].out is not None:
        raise refused(TableReason.SEAT_IS_OUT, "You are not in this game any more.")
    until = deadline(table)
    if table.on_turn == seat and until is not None and story.now >= until:
        raise refused(TableReason.TIME_OVER, "Your time is over.")
    game = running(table)
    _play(story, seat, read_any_turn(asked.turn, game), "person")


def bot_plays(story: Story, asked: c.BotPlays) -> None:
    """A bot's turn. Two processes may have thought about it: the second one is late."""
    table = story.table
    must_be_playing(table)
    if table.on_turn != asked.seat or running(table).seq != asked.moment:
        raise refused(TableReason.STALE, "The game has gone on since the bot looked at it.")
    if table.seats[asked.seat].kind != "bot":
        raise refused(TableReason.NOT_YOUR_SEAT, "No bot sits there.")
    _play(story, asked.seat, asked.turn, "bot")


def play_least(story: Story, seat: int, by: e.By) -> None:
    """The least a seat can do: one tile is traded, else as little as possible is placed."""
    seen = view(running(story.table), seat)
    turn = fallback_turn(seen)
    story.tell(e.TurnPlayed(seat, by, _happened(story.table, seat, turn)))


def go_on(story: Story) -> None:
    """Play for seats that are out, and end the table with the game."""
    while (seat := story.table.on_turn) is not None and story.table.seats[seat].out is not None:
        play_least(story, seat, "stand-in")
    if running(story.table).result is not None:
        end(story, "finished")


def end(story: Story, how: e.How) -> None:
    """The table is over; who is where follows from points and from who is still in."""
    story.tell(standing(story.table, how))


def running(table: Table) -> AnyState:
    """The game of a table that has started."""
    if table.game is None:
        raise refused(TableReason.NOT_STARTED, "The game has not started yet.")
    return table.game


def read_any_turn(turn: dict[str, Any], game: AnyState) -> AnyTurn:
    """A client's turn as a value; refused if it has not the shape of one."""
    with as_refusals():
        return read_card_turn(turn) if isinstance(game, CardsState) else _near(read_turn(turn))


def _near(turn: Turn) -> Turn:
    """Where a table has no edge the first tile may lie anywhere, but not beyond all numbers."""
    if isinstance(turn, Place):
        far = [one.cell for one in turn.tiles if max(abs(one.x), abs(one.y)) > FARTHEST]
        if far:
            raise IllegalTurn([refuse(Reason.OFF_BOARD, "That is too far away.", far)])
    return turn


def _play(story: Story, seat: int, turn: AnyTurn, by: e.By) -> None:
    story.tell(e.TurnPlayed(seat, by, _happened(story.table, seat, turn)))
    go_on(story)


def _happened(table: Table, seat: int, turn: AnyTurn) -> tuple[Any, ...]:
    with as_refusals():
        return decide(running(table), seat, turn, SeedDealer(table.seed)).events


@contextmanager
def as_refusals() -> Iterator[None]:
    """What the rules or the reader of a turn object to, as the table's refusal."""
    try:
        yield
    except Refused:
        raise
    except IllegalTurn as error:
        raise _refused(error) from None
    except QwirkleError as error:
        raise refused(TableReason.BAD_REQUEST, f"{error}.") from None


def _refused(error: IllegalTurn) -> Refused:
    return Refused(objections_of(error.refusals))


def objections_of(refusals: Iterable[Refusal]) -> tuple[Objection, ...]:
    """What the rules object to, as a table says it."""
    return tuple(
        Objection(one.reason.value, one.message, one.cells, one.params) for one in refusals
    )
