"""Saving a game to continue it elsewhere, and continuing one here.

A saved game includes the seed, from which every hand and every draw can be computed. Only a device
on which all people at a table play gets it, and from then on the table is neither rated nor
counted.
"""

from __future__ import annotations

from qwirkle.errors import EditionError
from qwirkle.notation.record.headers import commitment_to
from qwirkle.rules.family import AnyEdition
from qwirkle.tables.core import commands as c
from qwirkle.tables.core import events as e
from qwirkle.tables.core.bots import check_bot
from qwirkle.tables.core.decide.decision import TableBuilder
from qwirkle.tables.core.decide.game import advance
from qwirkle.tables.core.decide.lobby import check_count
from qwirkle.tables.core.editions import rules_of
from qwirkle.tables.core.names import alike, clean_name
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.saved import SavedGame, read_saved
from qwirkle.tables.core.settings import Settings


def save(builder: TableBuilder, actor: c.Actor) -> None:
    """Disclose the seed to a device, if no other device plays at the table."""
    table = builder.state
    if any(seat.kind != "bot" and actor.key not in seat.keys for seat in table.seats):
        raise refusal(TableReason.NOT_ALONE)
    if not table.deal_known:
        builder.record(e.DealDisclosed())


def continue_game(builder: TableBuilder, actor: c.Actor, asked: c.ContinueGame, table: str) -> None:
    """Open a table and replay there the turns that were played elsewhere."""
    saved = read_saved(asked.record)
    settings = Settings(
        game=saved.headers.game,
        options=saved.headers.options,
        house_rule=saved.table.house_rule,
        spectators=saved.table.spectators,
        hints=saved.table.hints,
        position=saved.table.position or saved.headers.position,
        friendly_deal=saved.table.friendly_deal,
        teaching=saved.table.teaching,
    )
    rules = _check_rules(saved, settings)
    builder.record(
        e.TableOpened(
            table=table,
            settings=settings,
            seats=_seats(saved, actor, rules),
            host=(actor.key,),
            seed=saved.seed,
            commitment=commitment_to(saved.seed),
            continued=e.Continued(saved.taken_back),
        )
    )
    _play(builder, saved)
    for which, seat in enumerate(saved.table.seats):
        if seat.kind == "person" and seat.out is not None:
            builder.record(e.SeatOut(which, seat.out))
    advance(builder)


def _check_rules(saved: SavedGame, settings: Settings) -> AnyEdition:
    """Return the rules of the table, which are those that the game was checked against."""
    if saved.headers.house_edition is not None and settings.house_rule is None:
        raise refusal(TableReason.BAD_SAVED_GAME, case="rules")
    rules = rules_of(settings)
    try:
        played = saved.headers.edition()
    except EditionError as error:
        raise refusal(TableReason.BAD_EDITION, problem=str(error)) from None
    if rules != played:
        raise refusal(TableReason.BAD_SAVED_GAME, case="rules")
    check_count(rules, len(saved.headers.players))
    return rules


def _seats(saved: SavedGame, actor: c.Actor, rules: AnyEdition) -> tuple[e.PlannedSeat, ...]:
    names = saved.headers.players
    for number, name in enumerate(names, 1):
        if clean_name(name) != name:
            problem = f"nobody could read the name of player {number}"
            raise refusal(TableReason.BAD_SAVED_GAME, problem=problem)
    if len({alike(name) for name in names}) != len(names):
        raise refusal(TableReason.BAD_SAVED_GAME, problem="two players have the same name")
    if not any(seat.kind == "person" and seat.out is None for seat in saved.table.seats):
        raise refusal(TableReason.NEEDS_A_PERSON)
    account = actor.account
    planned: list[e.PlannedSeat] = []
    for name, seat in zip(names, saved.table.seats, strict=True):
        if seat.kind == "bot":
            planned.append(e.PlannedSeat("bot", name, check_bot(seat.bot, rules)))
        else:
            planned.append(e.PlannedSeat("person", name, "", (actor.key,), account, face=seat.face))
            account = None  # an account has one seat; those beside it are guests
    return tuple(planned)


def _play(builder: TableBuilder, saved: SavedGame) -> None:
    names = saved.headers.players
    seats = saved.table.seats
    bots = tuple(
        (which, seat.bot, names[which]) for which, seat in enumerate(seats) if seat.kind == "bot"
    )
    builder.record(e.GameStarted(bots, names, saved.dealt, saved.headers.nonces))
    for seat, events in saved.turns:
        by: e.By = "bot" if seats[seat].kind == "bot" else "person"
        builder.record(e.TurnPlayed(seat, by, events))
