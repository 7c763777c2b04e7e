"""Decisions: from a table and a command to events, or a refusal that changes nothing.

Time and all secrets are passed in; nothing else comes from outside.
"""

from __future__ import annotations

from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide import (
    departures,
    game,
    lobby,
    saved_games,
    social,
    takebacks,
)
from qwirkle.tables.core.decide.decision import Earlier, TableBuilder, TableDecision
from qwirkle.tables.core.events import ResultKept, TableOpened
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.rights import permit_command
from qwirkle.tables.core.state import Table


def open_table(actor: c.Actor, asked: c.OpenTable, now: int, secrets: c.Secrets) -> TableDecision:
    """Open a table, or raise Refused with every reason against it."""
    builder = TableBuilder(None, now)
    lobby.open_table(builder, actor, asked, secrets.table(), secrets.seed)
    return builder.decision()


def continue_game(
    actor: c.Actor, asked: c.ContinueGame, now: int, secrets: c.Secrets
) -> TableDecision:
    """Open a table that continues a saved game, or raise Refused with the game's faults."""
    builder = TableBuilder(None, now)
    saved_games.continue_game(builder, actor, asked, secrets.table())
    return builder.decision()


def open_planned(opening: TableOpened, now: int) -> TableDecision:
    """Open a table whose first event is known, such as that of a rematch."""
    builder = TableBuilder(None, now)
    builder.record(opening)
    lobby.start_if_complete(builder)
    return builder.decision()


def decide(
    table: Table,
    actor: c.Actor | None,
    command: c.AnyCommand,
    now: int,
    secrets: c.Secrets,
    *,
    expected_seq: int | None = None,
    earlier: Earlier | None = None,
) -> TableDecision:
    """Decide what follows from a command, or raise Refused with every reason against it.

    ``actor`` is None for the service itself. ``expected_seq`` is the last event the actor knew of:
    if anything but gestures and the like has happened since, the command is stale. ``earlier``
    returns earlier states of the game; without it, a command that needs one raises
    ``EarlierGameNeeded``.
    """
    if expected_seq is not None and not table.changed <= expected_seq <= table.seq:
        raise refusal(TableReason.STALE)
    limits = permit_command(table, actor, command)
    builder = TableBuilder(table, now, earlier)
    if actor is None:
        _own(builder, command)
    elif isinstance(command, c.Stand):
        lobby.stand(builder, actor, command, anybody="" in limits)
    else:
        _carry_out(builder, actor, command, secrets)
    return builder.decision()


def _own(builder: TableBuilder, command: c.AnyCommand) -> None:
    match command:
        case c.BotPlays():
            game.bot_plays(builder, command)
        case c.Tick():
            departures.tick(builder)
        case c.Abandon():
            departures.abandon(builder)
        case c.Withdraw(seat=seat):
            departures.withdraw(builder, seat)
        case c.KeepResult(ratings=ratings):
            if builder.state.to_be_kept:
                builder.record(ResultKept(ratings))
        case _:
            raise refusal(TableReason.NOT_SEATED)


def _carry_out(
    builder: TableBuilder, actor: c.Actor, command: c.AnyCommand, secrets: c.Secrets
) -> None:
    match command:
        case c.Play():
            game.play(builder, actor, command)
        case c.React():
            social.react(builder, actor, command)
        case c.Sit():
            lobby.sit(builder, actor, command)
        case c.PlanSeat():
            lobby.plan_seat(builder, command)
        case c.Start(nonce=nonce):
            lobby.start(builder, actor, nonce)
        case c.Close():
            lobby.close(builder)
        case c.Resign():
            departures.resign(builder, actor, command)
        case c.CallVote():
            departures.call_vote(builder, actor, command)
        case c.TakeBack():
            takebacks.take_back(builder, actor)
        case c.Vote():
            departures.vote(builder, actor, command)
        case c.Rematch():
            social.rematch(builder, actor, command, secrets)
        case c.SignOthersOut():
            social.sign_others_out(builder, actor)
        case c.SaveGame():
            saved_games.save(builder, actor)
        case c.SetRecovery():
            social.set_recovery(builder, actor, command)
        case c.Carry():
            social.carry(builder, actor, command)
        case _:
            raise refusal(TableReason.BAD_REQUEST, case="server")
