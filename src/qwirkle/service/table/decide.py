"""From a table and a command to events, or a refusal that changes nothing.

The time and all secrets are given; nothing else is asked of the world.
"""

from __future__ import annotations

from typing import NamedTuple

from qwirkle.service.table import commands as c
from qwirkle.service.table import departures, game, lobby, social
from qwirkle.service.table.events import AnyTableEvent, ResultKept
from qwirkle.service.table.guards import Story
from qwirkle.service.table.reasons import TableReason, refusal
from qwirkle.service.table.state import Table


class Decision(NamedTuple):
    """What happened, perhaps nothing, and the table after it: the fold of these events."""

    events: tuple[AnyTableEvent, ...]
    table: Table
    at: int


def open_table(actor: c.Actor, asked: c.OpenTable, now: int, secrets: c.Secrets) -> Decision:
    """A new table; Refused with every reason if there can be none like that."""
    story = Story(None, now)
    lobby.open_table(story, actor, asked, secrets.table(), secrets.seed())
    return Decision(tuple(story.events), story.table, now)


def decide(
    table: Table,
    actor: c.Actor | None,
    command: c.AnyCommand,
    now: int,
    secrets: c.Secrets,
    *,
    expected_seq: int | None = None,
) -> Decision:
    """What happens when the actor asks this; Refused with every reason if it may not be.

    ``actor`` is None for the service itself. ``expected_seq`` is the last event the actor knew of:
    if anything has happened since, but for gestures and the like, his command is stale.
    """
    if expected_seq is not None and not table.changed <= expected_seq <= table.seq:
        raise refusal(TableReason.STALE)
    story = Story(table, now)
    if actor is None:
        _own(story, command)
    else:
        _asked(story, actor, command, secrets)
    return Decision(tuple(story.events), story.table, now)


def _own(story: Story, command: c.AnyCommand) -> None:
    match command:
        case c.BotPlays():
            game.bot_plays(story, command)
        case c.Tick():
            departures.tick(story)
        case c.KeepResult():
            if story.table.to_be_kept:
                story.tell(ResultKept())
        case _:
            raise refusal(TableReason.NOT_SEATED)


def _asked(story: Story, actor: c.Actor, command: c.AnyCommand, secrets: c.Secrets) -> None:
    match command:
        case c.Play():
            game.play(story, actor, command)
        case c.React():
            social.react(story, actor, command)
        case c.Sit():
            lobby.sit(story, actor, command)
        case c.Stand():
            lobby.stand(story, actor, command)
        case c.PlanSeat():
            lobby.plan_seat(story, actor, command)
        case c.Start():
            lobby.start(story, actor)
        case c.Close():
            lobby.close(story, actor)
        case c.Resign():
            departures.resign(story, actor, command)
        case c.CallVote():
            departures.call_vote(story, actor, command)
        case c.Vote():
            departures.vote(story, actor, command)
        case c.Rematch():
            social.rematch(story, actor, secrets)
        case c.SetRecovery():
            social.set_recovery(story, actor, command)
        case c.Carry():
            social.carry(story, actor, command)
        case _:
            raise refusal(TableReason.BAD_REQUEST, case="server")
