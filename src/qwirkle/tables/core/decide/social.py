"""Actions beside the game: gestures instead of chat, rematches, seats carried to another device."""

from __future__ import annotations

from hmac import compare_digest
from typing import get_args

from msgspec.structs import replace

from qwirkle.notation.record.headers import commitment_to
from qwirkle.tables.core import commands as c
from qwirkle.tables.core import events as e
from qwirkle.tables.core.clocks import is_recent
from qwirkle.tables.core.decide.decision import TableBuilder
from qwirkle.tables.core.decide.guards import own_seat
from qwirkle.tables.core.names import carried_names
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.settings import SECOND
from qwirkle.tables.core.standings import next_series
from qwirkle.tables.core.state import Table

REACTIONS: tuple[str, ...] = get_args(e.Reaction)
GESTURES, WITHIN = 3, 10 * SECOND
"""The maximum number of gestures per seat within this time."""
MAX_GESTURES = 20
"""The maximum number of gestures of all seats together between two turns."""


def react(builder: TableBuilder, actor: c.Actor, asked: c.React) -> None:
    """Make a gesture, but not too often."""
    table = builder.state
    seat = own_seat(table, actor, asked.seat)
    if asked.what not in REACTIONS:
        raise refusal(TableReason.BAD_REACTION, known=", ".join(REACTIONS))
    recent = [at for at in table.seats[seat].reacted if is_recent(at, builder.now, WITHIN)]
    if len(recent) >= GESTURES or table.gestures >= MAX_GESTURES:
        raise refusal(TableReason.TOO_OFTEN)
    builder.record(e.Reacted(seat, asked.what))  # type: ignore[arg-type]  # one of REACTIONS


def rematch(builder: TableBuilder, actor: c.Actor, asked: c.Rematch, secrets: c.Secrets) -> None:
    """Open the table of the rematch, or do nothing if another player has opened it already."""
    table = builder.state
    if table.game is None:
        raise refusal(TableReason.NOT_STARTED, case="rematch")
    if table.next is None:
        builder.record(e.RematchOpened(secrets.table(), actor.key, secrets.seed(), asked.nonce))


def opening_of_rematch(table: Table) -> e.TableOpened | None:
    """Return the first event of the rematch.

    It is the same for every process that makes it, so it can be made again. The seats move round by
    one. The device that asked sits down; seats are reserved for the others.
    """
    following = table.next
    if following is None:
        return None
    moved = (*table.seats[1:], table.seats[0])
    names = carried_names(sitter.name for sitter in moved)
    return e.TableOpened(
        table=following.table,
        settings=replace(table.settings, friendly_deal=False),
        seats=tuple(
            e.PlannedSeat(
                kind="bot" if sitter.kind == "bot" else "person",
                name=name,
                bot=sitter.bot if sitter.kind == "bot" else "",
                keys=sitter.keys,
                account=sitter.account,
                reserved=bool(sitter.keys) and following.key not in sitter.keys,
                face=sitter.face,
                nonce=following.nonce if following.key in sitter.keys else "",
            )
            for sitter, name in zip(moved, names, strict=True)
        ),
        host=(following.key,),
        seed=following.seed,
        commitment=commitment_to(following.seed),
        before=table.id,
        series=next_series(table),
    )


def set_recovery(builder: TableBuilder, actor: c.Actor, asked: c.SetRecovery) -> None:
    """Set a token that carries the seats of this device to another; it replaces an older one."""
    table = builder.state
    if (actor.key, asked.token) not in table.recoveries:
        builder.record(e.RecoverySet(actor.key, asked.token))


def carry(builder: TableBuilder, actor: c.Actor, asked: c.Carry) -> None:
    """Share the seats of the device that issued the token, or those of the account."""
    table = builder.state
    if asked.token is None:
        _carry_account(builder, actor)
        return
    owner = next(
        (key for key, token in table.recoveries if compare_digest(token, asked.token)), None
    )
    if owner is None:
        raise refusal(TableReason.BAD_RECOVERY)
    seats = tuple(seat for seat in table.held_by(owner) if seat not in table.held_by(actor.key))
    host = table.hosted_by(owner) and not table.hosted_by(actor.key)
    if seats or host:
        builder.record(e.SeatsCarried(seats, host, actor.key, owner))


def _carry_account(builder: TableBuilder, actor: c.Actor) -> None:
    """Share the seats of the signed-in account, and the host's rights of its devices."""
    table = builder.state
    seats = table.elsewhere(actor.key, actor.account)
    keys = {key for seat in seats for key in table.seats[seat].keys}
    host = not keys.isdisjoint(table.host) and not table.hosted_by(actor.key)
    if seats:
        builder.record(e.SeatsCarried(seats, host, actor.key))


def sign_others_out(builder: TableBuilder, actor: c.Actor) -> None:
    """Keep the seats of this device for it alone; links to them stop working."""
    table = builder.state
    held, host = table.held_by(actor.key), table.hosted_by(actor.key)
    alone = all(table.seats[seat].keys == (actor.key,) for seat in held)
    if alone and not (host and len(table.host) > 1) and not table.recoveries:
        return
    builder.record(e.OthersSignedOut(held, host, actor.key))
