"""The result of a table, seat by seat, from its events alone.

It describes the table when it ended; later events change nothing. The game itself is not folded
again, because its events hold the score of every turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from qwirkle.rules.cards import events as cards
from qwirkle.rules.family import AnyGameEvent
from qwirkle.rules.placement import events as tiles
from qwirkle.tables.core import events as e
from qwirkle.tables.core.evolve import evolve
from qwirkle.tables.core.standings import person_of
from qwirkle.tables.core.state import Ended, Table
from qwirkle.tables.results.model import (
    REMOVED,
    GameResult,
    ResultStore,
    SeatResult,
    forget_person,
)
from qwirkle.tables.storage.ports import Stored

SEATING = (
    e.TableOpened,
    e.SeatPlanned,
    e.SeatTaken,
    e.SeatLeft,
    e.GameStarted,
    e.SeatOut,
    e.SeatsCarried,
    e.OthersSignedOut,
    e.DealDisclosed,
    e.TableEnded,
)
"""The events that determine the seating and the ending."""


def device_person(device: str) -> str:
    """Return the key of a guest with a device of their own."""
    return f"device:{device}"


def shared_prefix(device: str) -> str:
    """Return the prefix of the keys of guests who share a device; their names follow."""
    return f"device:{device}:"


def tally(stored: Sequence[Stored]) -> GameResult | None:
    """Return the result of a table; None if it has none that counts.

    A game counts if it was finished, or resigned after everybody had a turn, by a book's rules,
    from the beginning, and with a deal that nobody could know.
    """
    table: Table | None = None
    turns: list[e.TurnPlayed] = []
    for row in stored:
        event = e.read_event(row.body)
        match event:
            case e.TurnPlayed():
                turns.append(event)
            case e.TurnsTakenBack(count=count):
                del turns[-count:]
            case _ if isinstance(event, SEATING):
                table = evolve(table, event, row.at)
        if isinstance(event, e.TableEnded):
            break
    if table is None or table.ended is None or table.game is None:
        return None
    if not _counts(table, table.ended, {turn.seat for turn in turns}):
        return None
    return GameResult(
        game=table.id,
        edition=table.game.edition.id,
        at=table.ended.at,
        seats=tuple(
            _seat(table, table.ended, seat, [turn for turn in turns if turn.seat == seat])
            for seat in range(len(table.seats))
        ),
    )


def _counts(table: Table, ended: Ended, played: set[int]) -> bool:
    settings = table.settings
    return (
        ended.how in ("finished", "resigned")
        and len(played) == len(table.seats)
        and settings.house_rule is None
        and settings.position is None
        and not table.deal_known
    )


def _seat(table: Table, ended: Ended, seat: int, turns: Sequence[e.TurnPlayed]) -> SeatResult:
    place, score = ended.places[seat], ended.scores[seat]
    played_out = ended.how == "finished" and all(sitter.out is None for sitter in table.seats)
    best_of_others = max(points for other, points in enumerate(ended.scores) if other != seat)
    return SeatResult(
        seat=seat,
        person=person_of(table.seats, table.seats[seat]),
        name=table.seats[seat].name,
        place=place,
        tied=ended.places.count(place) > 1,
        score=score,
        margin=score - best_of_others if played_out else None,
        best_turn=max((turn_points(turn.events) for turn in turns), default=0),
        qwirkles=sum(_qwirkles(turn.events) for turn in turns),
    )


def turn_points(events: Iterable[AnyGameEvent]) -> int:
    """Return the score of a turn, with the bonus for going out; in the card game, its Qwirkles."""
    points = 0
    for event in events:
        match event:
            case tiles.TilesPlaced(points=scored) | tiles.WentOut(points=scored):
                points += scored
            case cards.QwirklesTaken(sets=sets):
                points += len(sets)
    return points


def _qwirkles(events: Iterable[AnyGameEvent]) -> int:
    count = 0
    for event in events:
        match event:
            case tiles.TilesPlaced(lines=lines):
                count += sum(line.qwirkle for line in lines)
            case cards.QwirklesTaken(sets=sets):
                count += len(sets)
    return count


async def result_faults(results: ResultStore, game: str, stored: Sequence[Stored]) -> list[str]:
    """Compare the stored statistics of a game with its events, which do not include luck."""
    if not await results.is_tallied(game):
        return []
    kept, found = await results.result(game), tally(stored)
    if kept is not None and found is not None and len(kept.seats) == len(found.seats):
        # After the removal of an account, only the events still hold the name.
        pairs = zip(kept.seats, found.seats, strict=True)
        named = tuple(
            forget_person(seat) if known.person.startswith(REMOVED) else seat
            for known, seat in pairs
        )
        found = replace(found, seats=named)
    if kept is not None:
        seats = tuple(replace(seat, luck=None) for seat in kept.seats)
        kept = replace(kept, seats=seats)
    return [] if kept == found else ["the results for statistics do not follow from its events"]
