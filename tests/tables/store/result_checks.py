"""Results for statistics: kept once per table, added up, forgotten with the table."""

from __future__ import annotations

from typing import Protocol

from qwirkle.tables.results.model import (
    Encounter,
    GameResult,
    KnownPerson,
    ResultStore,
    SeatResult,
    Totals,
)
from qwirkle.tables.storage.ports import IndexEntry, Store
from qwirkle.tables.stores import SqlStore
from qwirkle.testing.expect import expect, new_id
from qwirkle.testing.stores.appends import append_events


class CountingStore(Store, ResultStore, Protocol):
    """A store of tables, and of their results."""


FINISHED = IndexEntry("A table", "classic", finished=True)


def _seat(seat: int, person: str, score: int, place: int, **more: object) -> SeatResult:
    values: dict[str, object] = {
        "seat": seat,
        "person": person,
        "name": person[:3],
        "place": place,
        "tied": False,
        "score": score,
        "margin": None,
        "best_turn": 0,
        "qwirkles": 0,
    }
    return SeatResult(**(values | more))  # type: ignore[arg-type]  # the fields of the struct


async def _keep(
    store: CountingStore, at: int, *seats: SeatResult, edition: str = "classic"
) -> GameResult:
    game = new_id()
    await append_events(store, game, at=at, index=FINISHED)
    result = GameResult(game, edition, at, seats)
    expect(await store.keep_results(game, result), True, "whether results were kept")
    return result


async def a_finished_table_waits_to_be_counted_once(
    store: CountingStore, other: CountingStore
) -> None:
    """One that goes on does not, nor one whose results were kept, even if there were none."""
    running, first, second = new_id(), new_id(), new_id()
    await append_events(
        store, running, at=1, index=IndexEntry("A table", "classic", finished=False)
    )
    for game in (first, second):
        await append_events(store, game, at=1, index=FINISHED)
    waiting = await other.to_tally(10_000)
    expect([game in waiting for game in (running, first, second)], [False, True, True], "to count")
    expect(waiting, sorted(waiting), "the order in which tables wait")
    expect(len(await other.to_tally(1)), 1, "the number of tables that were asked for")
    await store.keep_results(first, None)
    await store.keep_results(second, GameResult(second, "classic", 1, (_seat(0, new_id(), 5, 1),)))
    expect({first, second} & set(await other.to_tally(10_000)), set(), "tables that were counted")
    expect(await other.is_tallied(first), True, "whether a game without a result was counted")
    expect(await other.is_tallied(running), False, "whether a game that goes on was counted")
    expect(await other.result(first), None, "the result of a game without one")
    expect(await store.keep_results(new_id(), None), False, "results of a table that is not there")


async def results_are_replaced(store: CountingStore, other: CountingStore) -> None:
    """The last ones count, and luck that was known for earlier ones does not."""
    ann = new_id()
    kept = await _keep(store, 5, _seat(0, ann, 9, 1, name="Änn 🎲", margin=-4, tied=True))
    expect(await other.result(kept.game), kept, "a result that was kept")
    await store.keep_luck(kept.game, (1.5,))
    later = GameResult(kept.game, "select", 6, (_seat(0, ann, 8, 2), _seat(1, new_id(), 9, 1)))
    await other.keep_results(kept.game, later)
    expect(await store.result(kept.game), later, "a result that was kept again")


async def results_are_forgotten_with_their_table(store: SqlStore, other: SqlStore) -> None:
    """Nobody has played at a table that was removed."""
    ann = new_id()
    kept = await _keep(store, 5, _seat(0, ann, 9, 1))
    await store.remove_table(kept.game)
    expect(await other.result(kept.game), None, "the result of a table that was removed")
    expect(await other.totals(ann), [], "the sum of no games")


async def results_add_up(store: CountingStore, other: CountingStore) -> None:
    """By edition, and by edition and opponent; points only where everybody played to the end."""
    ann, ben = new_id(), new_id()
    await _keep(
        store,
        10,
        _seat(0, ann, 90, 1, margin=30, best_turn=12, qwirkles=1),
        _seat(1, ben, 60, 2, margin=-30),
    )
    tied = await _keep(
        store,
        20,
        _seat(0, ben, 70, 1, tied=True, margin=0, name="Benny"),
        _seat(1, ann, 70, 1, tied=True, margin=0, best_turn=20),
    )
    await _keep(store, 30, _seat(0, ann, 95, 2, qwirkles=3), _seat(1, ben, 10, 1))
    await _keep(
        store, 40, _seat(0, ann, 3, 2, margin=-2), _seat(1, ben, 5, 1, margin=2), edition="cards"
    )
    await store.keep_luck(tied.game, (-1.5, 2.25))
    cards, classic = await other.totals(ann)
    expect(classic, Totals("classic", 3, 1, 1, 255, 95, 20, 3, 30, 2.25, 1), "the sum of games")
    expect(cards, Totals("cards", 1, 0, 0, 3, 3, 0, 0, None, 0.0, 0), "the sum of other games")
    name = ben[:3]
    expect(
        await other.encounters(ann),
        sorted(
            [
                Encounter("cards", ben, name, 1, 0, 1, -2, 1, None, 2, 0.0, 0, 40),
                Encounter("classic", ben, name, 2, 1, 1, 30, 1, 30, None, 0.0, 0, 30),
                Encounter("classic", ben, "Benny", 1, 0, 0, 0, 1, None, None, 3.75, 1, 20),
            ],
            key=lambda met: (met.edition, met.person, met.name),
        ),
        "games against one person",
    )


async def people_are_found_by_the_beginning_of_their_keys(
    store: CountingStore, other: CountingStore
) -> None:
    """Each once, under the last name, those who played last first."""
    device = new_id()
    ann, ben, stranger = f"{device}:ann", f"{device}:ben", f"{device}; ann"
    await _keep(store, 10, _seat(0, ann, 1, 2), _seat(1, ben, 2, 1, name="Ben"))
    await _keep(store, 20, _seat(0, ben, 1, 2, name="BEN"), _seat(1, stranger, 2, 1))
    found = await other.people_like(f"{device}:", 10)
    expect(
        found,
        [KnownPerson(ben, "BEN", 20), KnownPerson(ann, ann[:3], 10)],
        "the people around a device",
    )
    expect(await other.people_like(f"{device}:", 1), found[:1], "the first of them")


async def games_of_a_person_come_in_pages(store: CountingStore, other: CountingStore) -> None:
    """Whole games, the latest first."""
    ann = new_id()
    games = [await _keep(store, 10, _seat(0, new_id(), 1, 2), _seat(1, ann, 5, 1)) for _ in "abc"]
    games.append(await _keep(store, 20, _seat(0, ann, 5, 1)))
    wanted = sorted(games, key=lambda kept: (kept.at, kept.game), reverse=True)
    first = await other.games_of(ann, 2)
    expect(first, wanted[:2], "the first page")
    expect(
        await other.games_of(ann, 9, (first[-1].at, first[-1].game)), wanted[2:], "the second page"
    )


OF_ANY_STORE = (
    a_finished_table_waits_to_be_counted_once,
    results_are_replaced,
    results_add_up,
    people_are_found_by_the_beginning_of_their_keys,
    games_of_a_person_come_in_pages,
)
"""The checks that a browser's results pass as well; no table there is ever removed."""
CHECKS = (*OF_ANY_STORE, results_are_forgotten_with_their_table)
