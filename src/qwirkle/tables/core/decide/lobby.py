"""The lobby: opening a table, taking and leaving seats, starting the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from qwirkle.notation.record.headers import commitment_to
from qwirkle.rules.dealing import SeedDealer, joint_seed
from qwirkle.rules.family import AnyEdition, begin, set_up
from qwirkle.tables.core import commands as c
from qwirkle.tables.core import events as e
from qwirkle.tables.core import settings as limits
from qwirkle.tables.core.bots import FILLING, bot_name, check_bot
from qwirkle.tables.core.clocks import is_recent
from qwirkle.tables.core.decide.decision import TableBuilder
from qwirkle.tables.core.decide.game import advance
from qwirkle.tables.core.decide.guards import check_seat
from qwirkle.tables.core.editions import rules_of
from qwirkle.tables.core.evolve import MAX_RESEATED
from qwirkle.tables.core.friendly_deals import friendly_seed
from qwirkle.tables.core.names import alike, free_name, is_mistakable, seat_name
from qwirkle.tables.core.positions import check_position, playable_position
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.settings import Clock, SeatKind, Series, Settings
from qwirkle.tables.core.state import Table

MIN_SEATS, MAX_SEATS = 2, 4
RESEATING = 30 * limits.SECOND
"""The shortest time in which a table accepts as many changes of seats as it remembers."""


def open_table(
    builder: TableBuilder,
    actor: c.Actor,
    asked: c.OpenTable,
    table: str,
    draw_seed: Callable[[], str],
) -> None:
    """Open a table; the seats of named people belong to the device that opens it."""
    clock = None if asked.clock is None else _check_clock(asked.clock)
    settings = Settings(
        game=asked.game,
        options=asked.options,
        house_rule=asked.house_rule,
        clock=clock,
        spectators=asked.spectators,
        hints=asked.hints,
        patience_ms=patience_for(clock, asked.patience_ms),
        position=asked.position,
        listing=asked.listing,
        teaching=asked.teaching,
    )
    if asked.listing == "quick":
        _check_quick_game(asked, actor)
    if asked.friendly_deal:
        _check_friendly_deal(asked)
    if asked.teaching is not None:
        _check_teaching(asked, asked.teaching)
    rules = rules_of(settings)
    check_count(rules, len(asked.seats))
    if asked.position is not None:
        check_position(asked.position, rules, len(asked.seats))
    if all(seat.kind == "bot" for seat in asked.seats):
        raise refusal(TableReason.NEEDS_A_PERSON)
    seats = _plan_seats(asked, actor, rules)
    seed = None
    if asked.friendly_deal:
        person = next(which for which, seat in enumerate(asked.seats) if seat.kind == "person")
        seed = friendly_seed(rules, len(asked.seats), person, draw_seed)
        settings = replace(settings, friendly_deal=seed is not None)
    seed = seed or draw_seed()
    builder.record(
        e.TableOpened(
            table=table,
            settings=settings,
            seats=seats,
            host=(actor.key,),
            seed=seed,
            commitment=commitment_to(seed),
            series=None if asked.series is None else Series(asked.series),
        )
    )
    if asked.start:
        start(builder, actor)


def check_count(rules: AnyEdition, count: int) -> None:
    """Refuse a number of seats that the game or a table does not support."""
    fewest = max(MIN_SEATS, rules.fewest_players)
    most = min(MAX_SEATS, rules.most_players)
    if not fewest <= count <= most:
        raise refusal(TableReason.BAD_SEATS, game=rules.name, fewest=fewest, most=most, count=count)


def _plan_seats(asked: c.OpenTable, actor: c.Actor, rules: AnyEdition) -> tuple[e.PlannedSeat, ...]:
    planned: list[e.PlannedSeat] = []
    account = actor.account
    for seat in asked.seats:
        bot = _bot_of(seat.kind, seat.bot, rules)
        if seat.kind == "bot":
            name = free_name(bot_name(bot), [plan.name for plan in planned])
            planned.append(e.PlannedSeat("bot", name, bot))
        elif seat.name:
            name = seat_name(seat.name, [plan.name for plan in planned])
            if any(is_mistakable(name, plan.name) for plan in planned):
                raise refusal(TableReason.NAME_TAKEN, name=name)
            planned.append(
                e.PlannedSeat(
                    seat.kind,
                    name,
                    bot,
                    (actor.key,),
                    account,
                    face=seat.face,
                    nonce=asked.nonce,
                )
            )
            account = None  # an account has one seat; those beside it are guests
        else:
            planned.append(e.PlannedSeat(seat.kind, "", bot))
    return tuple(planned)


def sit(builder: TableBuilder, actor: c.Actor, asked: c.Sit) -> None:
    """Take a seat, or those that were reserved for this device."""
    table = builder.state
    if kept := [seat for seat in table.held_by(actor.key) if table.seats[seat].reserved]:
        for seat in kept:
            sitter = table.seats[seat]
            builder.record(
                e.SeatTaken(seat, sitter.name, actor.key, sitter.account, sitter.face, asked.nonce)
            )
        start_if_complete(builder)
        return
    if table.tournament is not None:
        return  # they sit there already
    _check_pace(builder)
    name = seat_name(asked.name, [sitter.name for sitter in table.seats])
    seat = _free_seat(table) if asked.seat is None else check_seat(table, asked.seat)
    if not _free(table, seat):
        raise refusal(TableReason.SEAT_TAKEN, name=table.seats[seat].name)
    if any(is_mistakable(name, sitter.name) for sitter in table.seats):
        raise refusal(TableReason.NAME_TAKEN, name=name)
    taken = {sitter.account for sitter in table.seats}
    account = None if actor.account in taken else actor.account
    if account is None and table.settings.listing == "quick":
        raise refusal(TableReason.NEEDS_ACCOUNT)
    builder.record(e.SeatTaken(seat, name, actor.key, account, asked.face, asked.nonce))
    start_if_complete(builder)


def stand(builder: TableBuilder, actor: c.Actor, asked: c.Stand, *, anybody: bool) -> None:
    """Leave a seat; whoever may remove ``anybody`` has to name them."""
    table = builder.state
    seat = check_seat(table, asked.seat)
    sitter = table.seats[seat]
    if seat not in table.held_by(actor.key):
        if not anybody:
            raise refusal(TableReason.NOT_THE_HOST)
        if not sitter.keys:
            raise refusal(TableReason.NOT_SEATED, case="empty")
        if alike(asked.name) != alike(sitter.name):
            raise refusal(TableReason.STALE, case="seat", name=sitter.name)
    _check_pace(builder)
    builder.record(e.SeatLeft(seat))


def plan_seat(builder: TableBuilder, asked: c.PlanSeat) -> None:
    """Change the kind of a seat that is empty or a bot's."""
    table = builder.state
    seat = check_seat(table, asked.seat)
    if table.seats[seat].person:
        raise refusal(TableReason.SEAT_TAKEN, name=table.seats[seat].name)
    if table.settings.friendly_deal and asked.kind != "bot":
        raise refusal(TableReason.BAD_FRIENDLY_DEAL)
    if table.settings.teaching is not None and asked.kind != "bot":
        raise refusal(TableReason.BAD_TEACHING)
    others = [other.kind for which, other in enumerate(table.seats) if which != seat]
    if asked.kind == "bot" and all(kind == "bot" for kind in others):
        raise refusal(TableReason.NEEDS_A_PERSON)
    _check_pace(builder)
    bot = _bot_of(asked.kind, asked.bot, rules_of(table.settings))
    builder.record(e.SeatPlanned(seat, asked.kind, bot))


def start(builder: TableBuilder, actor: c.Actor, nonce: str = "") -> None:
    """Deal the tiles; bots take the seats that are still open.

    The device that starts may replace the nonce of its seats: it gave the earlier one before it
    could know the commitment.
    """
    table = builder.state
    if not any(seat.person for seat in table.seats):
        raise refusal(TableReason.NEEDS_A_PERSON, case="seated")
    if empty := sum(seat.kind == "person" and not seat.person for seat in table.seats):
        raise refusal(TableReason.SEATS_EMPTY, count=empty)
    held = table.held_by(actor.key) if nonce else ()
    _deal(builder, dict.fromkeys(held, nonce))


def start_if_complete(builder: TableBuilder) -> None:
    """Start a quick game, or the next game of a series, once everybody has arrived.

    The host does not have to start it.
    """
    table = builder.state
    follows = table.series is not None and (table.before is not None or table.series.tournament)
    if table.settings.listing != "quick" and not follows:
        return
    if all(seat.person or seat.kind == "bot" for seat in table.seats):
        _deal(builder)


def _deal(builder: TableBuilder, last_nonces: Mapping[int, str] | None = None) -> None:
    table = builder.state
    rules = rules_of(table.settings)
    names = [seat.name for seat in table.seats]
    filled = []
    for which, seat in enumerate(table.seats):
        if seat.kind == "bot" or not seat.person:
            if not names[which] or seat.kind != "bot":
                names[which] = ""
                names[which] = free_name(bot_name(seat.bot), names)
            filled.append((which, seat.bot, names[which]))
    nonces = _nonces(table, last_nonces or {})
    dealer = SeedDealer(joint_seed(table.seed, nonces))
    if table.settings.position is None:
        dealt = begin(rules, names, dealer)
    else:
        dealt = set_up(playable_position(table.settings.position, rules), names, dealer)
    started = e.GameStarted(tuple(filled), tuple(names), dealt.events, nonces)
    builder.record(started, dealt.state)
    advance(builder)


def _nonces(table: Table, last: Mapping[int, str]) -> tuple[str, ...]:
    """Return what the devices of the seats add to the seed; nothing to one that was chosen."""
    if table.settings.friendly_deal:
        return ()
    given = tuple(
        last.get(which, seat.nonce) if seat.person else "" for which, seat in enumerate(table.seats)
    )
    return given if any(given) else ()


def close(builder: TableBuilder) -> None:
    """Close the table."""
    builder.record(e.TableEnded("closed", (), (), ()))


def _check_pace(builder: TableBuilder) -> None:
    """Refuse to change seats too often: every change is stored for ever."""
    times = builder.state.reseated
    if len(times) >= MAX_RESEATED and is_recent(times[0], builder.now, RESEATING):
        raise refusal(TableReason.TOO_OFTEN, case="seats")


def _free(table: Table, seat: int) -> bool:
    sitter = table.seats[seat]
    return sitter.kind != "bot" and not sitter.keys


def _free_seat(table: Table) -> int:
    free = [seat for seat in range(len(table.seats)) if _free(table, seat)]
    if not free:
        raise refusal(TableReason.TABLE_FULL, count=len(table.seats))
    # Seats that need a person come before those that a bot could fill.
    return min(free, key=lambda seat: (table.seats[seat].kind != "person", seat))


def _check_quick_game(asked: c.OpenTable, actor: c.Actor) -> None:
    """Refuse settings that would keep a quick game from being rated, whoever joins."""
    named = [bool(seat.name) for seat in asked.seats if seat.kind == "person"]
    plain = asked.house_rule is None and asked.position is None and not asked.hints
    if len(asked.seats) != MIN_SEATS or sorted(named) != [False, True] or not plain:
        raise refusal(TableReason.BAD_QUICK_GAME)
    if actor.account is None:
        raise refusal(TableReason.NEEDS_ACCOUNT)


def _is_alone(asked: c.OpenTable) -> bool:
    """Return whether one person plays against bots."""
    kinds = [seat.kind for seat in asked.seats]
    return kinds.count("person") == 1 and kinds.count("bot") == len(kinds) - 1


def _check_teaching(asked: c.OpenTable, lost: int) -> None:
    """Refuse a teaching game to anybody but one person against bots: others would wait for it."""
    if not _is_alone(asked):
        raise refusal(TableReason.BAD_TEACHING)
    if not limits.FEWEST_LOST <= lost <= limits.MOST_LOST:
        raise refusal(
            TableReason.BAD_TEACHING,
            case="points",
            fewest=limits.FEWEST_LOST,
            most=limits.MOST_LOST,
        )


def _check_friendly_deal(asked: c.OpenTable) -> None:
    """Refuse a chosen deal to anybody but one person against bots: it would favour somebody."""
    alone = _is_alone(asked)
    by_the_book = asked.house_rule is None and asked.position is None
    if not (alone and by_the_book and asked.series is None and asked.listing == "nobody"):
        raise refusal(TableReason.BAD_FRIENDLY_DEAL)


def _bot_of(kind: SeatKind, asked: str, rules: AnyEdition) -> str:
    if kind == "person":
        return ""
    return check_bot(asked or FILLING, rules)


def _check_clock(clock: Clock) -> Clock:
    shortest, longest = (
        (limits.SHORTEST_TURN, limits.LONGEST_TURN)
        if clock.per == "turn"
        else (limits.SHORTEST_GAME, limits.LONGEST_GAME)
    )
    if not shortest <= clock.ms <= longest:
        raise refusal(
            TableReason.BAD_CLOCK,
            per=clock.per,
            seconds=shortest // limits.SECOND,
            days=longest // limits.DAY,
        )
    most = limits.LONGEST_ADDED if clock.per == "game" else 0
    if not 0 <= clock.added_ms <= most:
        raise refusal(TableReason.BAD_CLOCK, case="added")
    return clock


def patience_for(clock: Clock | None, asked: int | None = None) -> int:
    """Return how long the others wait for a person; by default it follows from the clock."""
    if asked is None:
        if clock is None:
            return 10 * limits.MINUTE
        longest = limits.DAY if clock.per == "game" else limits.LONGEST_PATIENCE
        return min(max(clock.ms, limits.SHORTEST_PATIENCE), longest)
    if not limits.SHORTEST_PATIENCE <= asked <= limits.LONGEST_PATIENCE:
        days = limits.LONGEST_PATIENCE // limits.DAY
        raise refusal(TableReason.BAD_CLOCK, case="patience", days=days)
    return asked
