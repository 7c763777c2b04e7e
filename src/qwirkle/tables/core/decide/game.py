"""The game: turns of people, bots and the clock, and their consequences.

Nobody waits for a seat that is out: the smallest possible turn is played for it in the same
decision, so that the game continues by the rules and its record can be checked like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from qwirkle.errors import IllegalTurn, QwirkleError, Refused
from qwirkle.players.fallback import fallback_turn
from qwirkle.protocol.shapes.turns import AskedTurn, turn_of
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import AnyState, AnyTurn, decide, view
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.refusals.reasons import Reason, refuse
from qwirkle.tables.core import commands as c
from qwirkle.tables.core import events as e
from qwirkle.tables.core.clocks import deadline
from qwirkle.tables.core.decide.decision import TableBuilder
from qwirkle.tables.core.decide.guards import own_seat
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.standings import final_standing
from qwirkle.tables.core.state import Table

FARTHEST = 1000
"""The maximum distance of the first tile from the middle of an open table."""


def play(builder: TableBuilder, actor: c.Actor, asked: c.Play) -> None:
    """Play a person's turn."""
    table = builder.state
    seat = own_seat(table, actor, asked.seat)
    if table.seats[seat].out is not None:
        raise refusal(TableReason.SEAT_IS_OUT)
    until = deadline(table)
    if table.to_move == seat and until is not None and builder.now >= until:
        raise refusal(TableReason.TIME_OVER)
    game = game_of(table)
    _play(builder, seat, read_any_turn(asked.turn, game), "person")


def bot_plays(builder: TableBuilder, asked: c.BotPlays) -> None:
    """Play a bot's turn; if two processes have computed it, the second one is too late."""
    table = builder.state
    moment = game_of(table).seq, len(table.taken_back)
    if table.to_move != asked.seat or moment != (asked.moment, asked.taken_back):
        raise refusal(TableReason.STALE)
    if table.seats[asked.seat].kind != "bot":
        raise refusal(TableReason.NOT_YOUR_SEAT, case="bot")
    _play(builder, asked.seat, asked.turn, "bot")


def play_least(builder: TableBuilder, seat: int, by: e.By) -> None:
    """Play the smallest turn for a seat: trade one tile, or else place as few as possible."""
    seen = view(game_of(builder.state), seat)
    _record_turn(builder, seat, fallback_turn(seen), by)


def advance(builder: TableBuilder) -> None:
    """Play for seats that are out, and end the table if the game is over."""
    while (seat := builder.state.to_move) is not None and builder.state.seats[seat].out is not None:
        play_least(builder, seat, "stand-in")
    if game_of(builder.state).result is not None:
        end(builder, "finished")


def end(builder: TableBuilder, how: e.How) -> None:
    """End the table; the places follow from the points and from the seats that are still in."""
    builder.record(final_standing(builder.state, how))


def game_of(table: Table) -> AnyState:
    """Return the game of a table that has started."""
    if table.game is None:
        raise refusal(TableReason.NOT_STARTED)
    return table.game


def read_any_turn(turn: AskedTurn, game: AnyState) -> AnyTurn:
    """Return a client's turn, or refuse a body that is not a turn of this game."""
    try:
        return _check_distance(turn_of(turn, game))
    except QwirkleError as error:
        raise as_refusal(error) from None


def _check_distance(turn: AnyTurn) -> AnyTurn:
    """Refuse tiles absurdly far away: on a table without edges the first one may be anywhere."""
    if isinstance(turn, Place):
        far = [tile.cell for tile in turn.tiles if max(abs(tile.x), abs(tile.y)) > FARTHEST]
        if far:
            raise IllegalTurn([refuse(Reason.OFF_BOARD, far, case="far", most=FARTHEST)])
    return turn


def _play(builder: TableBuilder, seat: int, turn: AnyTurn, by: e.By) -> None:
    _record_turn(builder, seat, turn, by)
    advance(builder)


def _record_turn(builder: TableBuilder, seat: int, turn: AnyTurn, by: e.By) -> None:
    table = builder.state
    try:
        decision = decide(game_of(table), seat, turn, SeedDealer(table.joint_seed))
    except QwirkleError as error:
        raise as_refusal(error) from None
    builder.record(e.TurnPlayed(seat, by, decision.events), decision.state)


@contextmanager
def as_refusals() -> Iterator[None]:
    """Convert the errors of the rules, or of reading a turn, into the table's refusals."""
    try:
        yield
    except QwirkleError as error:
        raise as_refusal(error) from None


def as_refusal(error: QwirkleError) -> Refused:
    """Convert an error of the rules, or of reading a turn, into the table's refusal."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, IllegalTurn):
        return Refused(error.refusals)
    return refusal(TableReason.BAD_REQUEST, problem=str(error))
