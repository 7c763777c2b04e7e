"""What docs/tables.md promises to those who look for a game: pages, quick games, rivals."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from qwirkle.tables.core import commands as c
from qwirkle.tables.core.settings import MINUTE, SECOND, Clock
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.tables import Done
from qwirkle.tables.matchmaking import quick_games, tables_list
from qwirkle.tables.matchmaking.quick_games import QuickWish
from qwirkle.tables.matchmaking.tables_list import ListedPage
from qwirkle.tables.storage.ports import ListedGame

from .clients import person, run
from .test_matchmaking import ANN, BEN, CEM, SEATS, Server


async def page_after(server: Server, page: ListedPage) -> ListedPage:
    assert page.before is not None
    at, _, table = page.before.partition(".")
    return await server.lists.page("open", (int(at), table))


@pytest.fixture(autouse=True)
def _one_person_may_fill_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_list, "MAX_OF_ONE", 100)
    monkeypatch.setattr(tables_list, "MAX_OF_ADDRESS", 100)


def test_a_page_has_20_tables_and_the_last_one_leads_nowhere() -> None:
    async def scene() -> None:
        server = Server()
        for _ in range(21):
            server.time += 1
            await server.open()
        first = await server.lists.page("open")
        last = await page_after(server, first)
        assert (len(first.tables), len(last.tables), last.before) == (20, 1, None)
        await server.leave()

    run(scene)


def test_tables_of_the_same_moment_are_each_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_list, "BATCH", 3)

    async def scene() -> None:
        server = Server()
        tables = [await server.open() for _ in range(8)]
        assert sorted(await server.found()) == sorted(tables)
        await server.leave()

    run(scene)


def test_tables_that_everybody_has_left_hide_no_older_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page reads a limited number of them, and the next page goes on behind them."""
    monkeypatch.setattr(tables_list, "MAX_SCANNED", 3)

    async def scene() -> None:
        server = Server()
        older = await server.open()
        for number in range(5):
            server.time += 1
            opening = c.OpenTable(SEATS, listing="everybody")
            await server.tables.open(BEN, opening, f"left {number}")
        server.time += 30 * SECOND
        page, read = await server.lists.page("open"), 1
        while not page.tables:
            page = await page_after(server, page)
            read += 1
        assert [listed.table for listed in page.tables] == [older]
        assert read == 2
        await server.leave()

    run(scene)


def test_a_table_is_listed_for_30_seconds_before_anybody_is_there() -> None:
    async def scene() -> None:
        server = Server()
        opening = c.OpenTable(SEATS, listing="everybody")
        table = (await server.tables.open(ANN, opening, "open")).table
        server.time += 30 * SECOND - 1
        assert await server.found() == [table]
        server.time += 1
        assert await server.found() == []
        await server.leave()

    run(scene)


@pytest.mark.parametrize("hints", [True, False])
def test_a_list_tells_the_terms_of_a_table(hints: bool) -> None:
    async def scene() -> None:
        server = Server()
        clock = Clock("turn", 5 * MINUTE)
        table = await server.open(clock=clock, hints=hints, game="mini")
        opened_at = server.time
        server.time += MINUTE
        (listed,) = (await server.lists.page("open")).tables
        assert (listed.table, listed.edition.game) == (table, "mini")
        assert (listed.clock, listed.hints, listed.opened_at) == (clock, hints, opened_at)
        await server.leave()

    run(scene)


def test_a_table_that_fills_up_while_the_list_is_read_is_not_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scene() -> None:
        server = Server()
        table = await server.open()
        read = server.store.list_tables

        async def list_tables(*asked: Any, **more: Any) -> Any:
            rows = await read(*asked, **more)
            if rows:
                await server.do(table, BEN, c.Sit("Ben"))
            return rows

        monkeypatch.setattr(server.store, "list_tables", list_tables)
        assert await server.found() == []
        await server.leave()

    run(scene)


# Quick games


def test_a_quick_game_gives_ten_minutes_each_and_ten_seconds_for_every_turn() -> None:
    async def scene() -> None:
        server = Server()
        table = await server.tables.current((await server.want(ANN, "Ann")).table)
        assert table.settings.clock == Clock("game", 10 * MINUTE, 10 * SECOND)
        assert not table.settings.hints
        await server.leave()

    run(scene)


def test_both_keep_the_animal_that_they_have_chosen() -> None:
    async def scene() -> None:
        server = Server()
        await server.quick.play(QuickWish(ANN, "Ann", "classic", "1", "panda"))
        done = await server.quick.play(QuickWish(BEN, "Ben", "classic", "2", "koala"))
        table = await server.tables.current(done.table)
        assert [seat.face for seat in table.seats] == ["panda", "koala"]
        await server.leave()

    run(scene)


def test_whoever_may_open_no_table_may_still_join_one() -> None:
    async def scene() -> None:
        server = Server()
        waiting = await server.want(ANN, "Ann")
        joined = await server.want(BEN, "Ben", may_open=lambda: pytest.fail("nothing is opened"))
        assert joined.table == waiting.table
        await server.leave()

    run(scene)


def test_of_two_who_want_the_same_seat_the_slower_one_waits_for_the_next() -> None:
    async def scene() -> None:
        server = Server()
        waiting = await server.want(ANN, "Ann")
        ben, cem = await asyncio.gather(server.want(BEN, "Ben"), server.want(CEM, "Cem"))
        assert (ben.table == waiting.table) != (cem.table == waiting.table)
        other = cem.table if ben.table == waiting.table else ben.table
        assert (await server.want(person("Dee", "dee"), "Dee")).table == other
        await server.leave()

    run(scene)


def test_whoever_is_too_slow_for_a_table_joins_the_next_one_that_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scene() -> None:
        server = Server()
        # Each for a game of their own at first, so that both wait.
        tables = [await server.want(ANN, "Ann"), await server.want(BEN, "Ben", "mini")]
        states = [(None, await server.tables.current(done.table)) for done in tables]

        async def waiting(*_: object, **__: object) -> Any:
            for state in states:
                yield state

        await server.tables.act(
            tables[0].table, person("Dee", "dee"), c.Sit("Dee"), command_id="quicker"
        )
        monkeypatch.setattr(server.lists, "waiting_tables", waiting)
        joined = await server.want(CEM, "Cem", may_open=lambda: pytest.fail("nothing is opened"))
        assert joined.table == tables[1].table
        await server.leave()

    run(scene)


@pytest.mark.parametrize("number", range(4))
def test_two_who_come_at_the_same_moment_meet_at_the_earlier_table(number: int) -> None:
    """Of two tables of the same moment the one whose id comes first counts as the earlier."""

    async def scene() -> None:
        server = Server()
        # As long as an id may be: closing the later table needs one of its own.
        wishes = [
            QuickWish(person(f"{name} {number}", name.lower()), name, "classic", name.ljust(100))
            for name in ("Ann", "Ben")
        ]
        first, second = await asyncio.gather(*map(server.quick.play, wishes))
        assert first.table == second.table == min(server.store.rows)
        await server.leave()

    run(scene)


def test_the_newest_answers_are_kept_and_the_oldest_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(quick_games, "MAX_ANSWERS", 2)

    async def scene() -> None:
        server = Server()
        people = {name: person(name, name.lower()) for name in ("Ann", "Ben", "Cem", "Dee")}
        answers = {name: await server.want(who, name) for name, who in people.items()}
        again = await server.want(people["Dee"], "Dee")
        assert again == answers["Dee"], "Dee plays Cem, and does not look for another game"
        forgotten = await server.want(people["Ben"], "Ben")
        assert forgotten.table not in {answer.table for answer in answers.values()}
        await server.leave()

    run(scene)


def test_a_wish_reads_a_limited_number_of_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits until thousands of tables that people have left are looked at."""
    monkeypatch.setattr(quick_games, "MAX_SCANNED", 2)

    async def scene() -> None:
        server = Server()
        for name in ("Ann", "Ben", "Cem", "Eli", "Fay", "Gus"):
            server.time += 31 * SECOND
            await server.want(person(name, name.lower()), name)
        server.time += 31 * SECOND
        looked_at = []
        read = server.tables.cached_table

        async def cached_table(game: str) -> Any:
            looked_at.append(game)
            return await read(game)

        monkeypatch.setattr(server.tables, "cached_table", cached_table)
        await server.want(person("Dee", "dee"), "Dee")
        assert len(set(looked_at)) <= 3 + 1, "three, and the own table"
        await server.leave()

    run(scene)


def test_as_many_answers_are_kept_as_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    assert quick_games.MAX_ANSWERS == 10_000
    monkeypatch.setattr(quick_games, "MAX_ANSWERS", 2)

    async def scene() -> None:
        server = Server()
        people = {name: person(name, name.lower()) for name in ("Ann", "Ben", "Cem", "Dee")}
        answers = {name: await server.want(who, name) for name, who in people.items()}
        for name in ("Cem", "Dee"):
            assert await server.want(people[name], name) == answers[name]
        await server.leave()

    run(scene)


class Deserted:
    """A list without end of tables that everybody has left, and how many rows were read."""

    def __init__(self) -> None:
        self.read = 0

    async def waiting_tables(self, *_: object, **__: object) -> Any:
        while True:
            self.read += 1
            yield ListedGame(f"table {self.read}", 1, 1000 - self.read), None


def test_a_page_reads_200_rows_at_most_and_the_next_one_begins_after_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scene() -> None:
        server, rows = Server(), Deserted()
        monkeypatch.setattr(server.lists, "waiting_tables", rows.waiting_tables)
        page = await server.lists.page("open")
        assert (page.tables, page.before, rows.read) == ((), "800.table 200", 200)
        await server.leave()

    run(scene)


def test_a_wish_for_a_quick_game_considers_200_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then a new table is opened, and the list is read once more for an earlier one."""

    async def scene() -> None:
        server, rows = Server(), Deserted()
        monkeypatch.setattr(server.lists, "waiting_tables", rows.waiting_tables)
        done = await server.want(ANN, "Ann")
        assert rows.read == 2 * 201
        assert (await server.tables.current(done.table)).listed_as == "quick"
        await server.leave()

    run(scene)


def test_a_quick_game_is_not_played_against_oneself() -> None:
    """Another device of the same account waits at a table of its own."""

    async def scene() -> None:
        server = Server()
        waiting = await server.want(ANN, "Ann")
        phone = Caller("phone of Ann, with a secret of its own", "ann")
        done = await server.quick.play(QuickWish(phone, "Ann", "classic", "on the phone"))
        assert done.table != waiting.table
        assert [seat.account for seat in (await server.tables.current(done.table)).seats] == [
            "ann",
            None,
        ]
        await server.leave()

    run(scene)


def test_a_quick_game_is_of_the_wanted_edition() -> None:
    async def scene() -> None:
        server = Server()
        mini = await server.want(ANN, "Ann", "mini")
        classic = await server.want(BEN, "Ben", "classic")
        assert classic.table != mini.table
        assert (await server.want(CEM, "Cem", "mini")).table == mini.table
        await server.leave()

    run(scene)


def test_whoever_comes_back_to_the_waiting_table_is_where_they_were() -> None:
    """Asking again, as another command, opens nothing and sits nobody down."""

    async def scene() -> None:
        server = Server()
        first = await server.want(ANN, "Ann")
        state = await server.tables.current(first.table)
        again = await server.quick.play(QuickWish(ANN, "Ann", "classic", "once more"))
        assert again == Done(first.table, state.seq, state.seq + 1)
        assert (await server.tables.current(first.table)).seq == state.seq
        await server.leave()

    run(scene)


@pytest.mark.parametrize(("away", "phase"), [(5 * MINUTE - 1, "lobby"), (5 * MINUTE, "ended")])
def test_a_waiting_table_stays_for_five_minutes_even_if_nobody_is_there(
    away: int, phase: str
) -> None:
    """Whoever has only lost the connection finds it again; those who look pass it over."""

    async def scene() -> None:
        server = Server()
        waiting = (await server.want(ANN, "Ann")).table
        server.time += away
        assert (await server.want(BEN, "Ben")).table != waiting
        assert (await server.tables.current(waiting)).phase == phase
        await server.leave()

    run(scene)


def test_both_devices_add_to_the_deal_of_a_quick_game() -> None:
    async def scene() -> None:
        server = Server()
        nonces = ("a" * 32, "b" * 32)
        for number, (who, name) in enumerate(((ANN, "Ann"), (BEN, "Ben"))):
            wish = QuickWish(who, name, "classic", f"wish {number}", nonce=nonces[number])
            done = await server.quick.play(wish)
        assert (await server.tables.current(done.table)).nonces == nonces
        await server.leave()

    run(scene)


def test_the_ids_of_commands_are_each_devices_own() -> None:
    """Whoever happens to choose the id of somebody else gets an answer of their own."""

    async def scene() -> None:
        server = Server()
        first = await server.quick.play(QuickWish(ANN, "Ann", "classic", "the same"))
        second = await server.quick.play(QuickWish(BEN, "Ben", "classic", "the same"))
        assert second.table == first.table
        assert (await server.tables.current(first.table)).phase == "playing"
        await server.leave()

    run(scene)
