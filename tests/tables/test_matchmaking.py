"""Finding each other: which tables everybody sees, and quick games between two people."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from qwirkle.errors import Refused
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.events import read_event
from qwirkle.tables.core.settings import LOBBY_LIFE, MINUTE, SECOND, SeatPlan
from qwirkle.tables.core.standings import is_rated
from qwirkle.tables.live.bus.local import LocalPresenceBoard
from qwirkle.tables.live.presence import Presences, Stay
from qwirkle.tables.live.tables import Done
from qwirkle.tables.matchmaking import quick_games, tables_list
from qwirkle.tables.matchmaking.quick_games import CLOCK, QuickGames, QuickWish
from qwirkle.tables.matchmaking.tables_list import PAGE, TablesList

from .clients import Process, person, run
from .scene import Scene, device

ANN, BEN, CEM = (person(name, name.lower()) for name in ("Ann", "Ben", "Cem"))
SEATS = (SeatPlan("person", "Ann"), SeatPlan("person"))


class Server(Process):
    """A process whose tables can be found."""

    def __init__(self, other: Process | None = None) -> None:
        super().__init__(*(() if other is None else (other.store, other.bus)))
        self.presences = Presences(self.bus, LocalPresenceBoard(), grace=0)
        self.lists = TablesList(self.tables, self.store, self.presences)
        self.quick = QuickGames(self.tables, self.lists)

    async def open(self, **more: Any) -> str:
        """Ann opens a table that everybody may join, and stays there."""
        opening = c.OpenTable(more.pop("seats", SEATS), **{"listing": "everybody", **more})
        command_id = f"open {len(self.store.rows)}"
        table = (await self.tables.open(ANN, opening, command_id)).table
        self.arrive(table, 0)
        return table

    def arrive(self, table: str, *seats: int) -> Stay:
        return self.presences.arrives(table, seats, lambda _: None)

    async def found(self, listing: Any = "open") -> list[str]:
        return [listed.table for listed in (await self.lists.page(listing)).tables]

    async def want(self, who: Any, name: str, game: str = "classic", **more: Any) -> Done:
        return await self.quick.play(QuickWish(who, name, game, f"quick {name}"), **more)


def test_a_table_is_listed_only_if_its_host_wants_that() -> None:
    async def scene() -> None:
        server = Server()
        listed = await server.open()
        await server.open(listing="nobody")
        assert await server.found() == [listed]
        assert await server.found("watch") == []
        await server.leave()

    run(scene)


def test_a_table_leaves_the_list_when_it_is_full() -> None:
    async def scene() -> None:
        server = Server()
        table = await server.open()
        await server.do(table, BEN, c.Sit("Ben"))
        assert await server.found() == []
        await server.do(table, BEN, c.Stand(1))
        assert await server.found() == [table]
        await server.leave()

    run(scene)


@pytest.mark.parametrize(("spectators", "watched"), [("anyone", True), ("nobody", False)])
def test_a_game_that_has_started_can_be_watched(spectators: Any, watched: bool) -> None:
    async def scene() -> None:
        server = Server()
        table = await server.open(spectators=spectators)
        await server.do(table, BEN, c.Sit("Ben"))
        await server.do(table, ANN, c.Start())
        assert await server.found() == []
        assert await server.found("watch") == ([table] if watched else [])
        await server.do(table, ANN, c.Resign())
        assert await server.found("watch") == []
        await server.leave()

    run(scene)


def test_a_table_that_everybody_has_left_is_hidden() -> None:
    async def scene() -> None:
        server = Server()
        opening = c.OpenTable(SEATS, listing="everybody")
        table = (await server.tables.open(ANN, opening, "open")).table
        # Whoever has opened it is on the way there.
        assert await server.found() == [table]
        server.time += 30 * SECOND
        assert await server.found() == []
        stay = server.arrive(table, 0)
        assert await server.found() == [table]
        stay.leaves()
        await asyncio.sleep(0.05)
        assert await server.found() == []
        await server.leave()

    run(scene)


def test_a_lobby_that_nobody_started_is_listed_no_more() -> None:
    async def scene() -> None:
        server = Server()
        await server.open()
        server.time += LOBBY_LIFE
        await server.scheduler.run_due()
        await server.scheduler.wait_idle()
        assert await server.found() == []
        await server.leave()

    run(scene)


def test_the_list_comes_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_list, "PAGE", 2)
    monkeypatch.setattr(tables_list, "BATCH", 3)

    async def scene() -> None:
        server = Server()
        tables = []
        for _ in range(5):
            server.time += 1
            tables.append(await server.open())
        found: list[str] = []
        before: tuple[int, str] | None = None
        for _ in range(4):
            page = await server.lists.page("open", before)
            found += [listed.table for listed in page.tables]
            if page.before is None:
                break
            at, _, table = page.before.partition(".")
            before = int(at), table
        assert found == tables[::-1]
        assert page.before is None
        await server.leave()

    run(scene)


def test_a_list_says_no_more_than_the_table() -> None:
    async def scene() -> None:
        server = Server()
        table = await server.open(seats=(SeatPlan("person", "Ann"), SeatPlan("open")))
        (listed,) = (await server.lists.page("open")).tables
        assert [seat.name for seat in listed.now.seats] == ["Ann", ""]
        assert listed.now.seed is None
        state = await server.tables.current(table)
        assert ANN.key is not None
        assert ANN.key not in str(listed)
        assert state.seed not in str(listed)
        await server.leave()

    run(scene)


def test_another_process_sees_a_change_at_once() -> None:
    async def scene() -> None:
        first = Server()
        second = Server(first)
        table = await first.open()
        assert await second.found() == [table]
        await first.do(table, BEN, c.Sit("Ben"))
        await first.do(table, BEN, c.Stand(1))
        await first.do(table, BEN, c.Sit("Benno"))
        await first.do(table, BEN, c.Stand(1))
        (listed,) = (await second.lists.page("open")).tables
        assert listed.now.seq == (await first.tables.current(table)).seq
        await first.leave()
        await second.leave()

    run(scene)


def test_nobody_fills_a_list_alone() -> None:
    async def scene() -> None:
        server = Server()
        opening = c.OpenTable((SeatPlan("person", "Ben"), SeatPlan("person")), listing="everybody")
        other = (await server.tables.open(BEN, opening, "open")).table
        server.arrive(other, 0)
        server.time += 1
        mine = [await server.open() for _ in range(PAGE + 5)]
        found = await server.found()
        assert other in found
        assert sum(table in mine for table in found) == 3
        await server.leave()

    run(scene)


def test_tables_of_one_address_count_as_one_visitors() -> None:
    async def scene() -> None:
        server = Server()
        server.lists = TablesList(
            server.tables, server.store, server.presences, lambda _: "one address"
        )
        for number in range(13):
            who = person(f"device {number}")
            opening = c.OpenTable(SEATS, listing="everybody")
            server.arrive((await server.tables.open(who, opening, "open")).table, 0)
        assert len(await server.found()) == 10
        await server.leave()

    run(scene)


# Quick games


def test_tables_that_were_left_hide_nobody_who_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick_games, "MAX_SCANNED", 3)

    async def scene() -> None:
        server = Server()
        waiting = (await server.want(BEN, "Ben")).table
        server.arrive(waiting, 0)
        for number in range(3):
            server.time += 1
            gone = person(f"gone {number}", f"gone {number}")
            seats = SeatPlan("person", f"Gone {number}"), SeatPlan("person")
            asked = c.OpenTable(seats, clock=CLOCK, hints=False, listing="quick")
            await server.tables.open(gone, asked, "open")
        server.time += 5 * MINUTE
        # Whoever looks finds only tables that were left, closes them, and looks again.
        assert (await server.want(ANN, "Ann")).table == waiting
        left = [row async for row, state in server.lists.waiting_tables("quick") if state is None]
        assert left == []
        await server.leave()

    run(scene)


def test_two_people_who_want_to_play_meet() -> None:
    async def scene() -> None:
        server = Server()
        waiting = await server.want(ANN, "Ann")
        assert await server.found() == []
        assert (await server.tables.current(waiting.table)).phase == "lobby"
        joined = await server.want(BEN, "Ben")
        assert joined.table == waiting.table
        table = await server.tables.current(waiting.table)
        # Nobody has to start it.
        assert table.phase == "playing"
        assert is_rated(table)
        assert table.settings.clock is not None
        # The next one waits again.
        assert (await server.want(CEM, "Cem")).table != waiting.table
        await server.leave()

    run(scene)


def test_who_waits_already_keeps_waiting_at_the_same_table() -> None:
    async def scene() -> None:
        server = Server()
        first = await server.want(ANN, "Ann")
        again = await server.quick.play(QuickWish(ANN, "Ann", "classic", "another tap"))
        assert again.table == first.table
        # Another device of the same account does not play against itself.
        other = person("Ann's phone", "ann")
        assert (await server.want(other, "Ann")).table != first.table
        await server.leave()

    run(scene)


def test_a_repeated_wish_gets_the_first_answer() -> None:
    async def scene() -> None:
        server = Server()
        await server.want(ANN, "Ann")
        joined = await server.want(BEN, "Ben")
        assert await server.want(BEN, "Ben") == joined
        await server.leave()

    run(scene)


def test_only_the_same_game() -> None:
    async def scene() -> None:
        server = Server()
        classic = await server.want(ANN, "Ann")
        cards = await server.want(BEN, "Ben", "cards")
        assert classic.table != cards.table
        assert (await server.want(CEM, "Cem", "cards")).table == cards.table
        await server.leave()

    run(scene)


def test_nobody_is_sent_to_somebody_who_has_gone() -> None:
    async def scene() -> None:
        server = Server()
        waiting = await server.want(ANN, "Ann")
        server.time += 30 * SECOND
        assert (await server.want(BEN, "Ben")).table != waiting.table
        await server.leave()

    run(scene)


def test_of_two_who_come_at_the_same_moment_one_goes_to_the_other() -> None:
    async def scene() -> None:
        server = Server()
        first, second = await asyncio.gather(server.want(ANN, "Ann"), server.want(BEN, "Ben"))
        assert first.table == second.table
        assert (await server.tables.current(first.table)).phase == "playing"
        # Nobody is sent to the table that the later one has left.
        [left] = set(server.store.rows) - {first.table}
        assert (await server.tables.current(left)).phase == "ended"
        assert (await server.want(CEM, "Cem")).table not in {first.table, left}
        await server.leave()

    run(scene)


def test_a_quick_game_needs_an_account_and_a_place() -> None:
    async def scene() -> None:
        server = Server()

        def open_one() -> None:
            pytest.fail("an attempt without an account counts as no table that was opened")

        with pytest.raises(Refused) as refused:
            await server.want(person("Eve"), "Eve", may_open=open_one)
        assert refused.value.reasons == ("needs-account",)

        def no_room() -> None:
            raise Refused(refused.value.refusals)

        with pytest.raises(Refused):
            await server.want(ANN, "Ann", may_open=no_room)
        assert server.store.rows == {}
        await server.leave()

    run(scene)


@pytest.mark.parametrize(
    "changed",
    [
        {"hints": True},
        {"seats": (SeatPlan("person", "Ann"), SeatPlan("bot"))},
        {"seats": (SeatPlan("person", "Ann"), SeatPlan("person"), SeatPlan("person"))},
        {"seats": (SeatPlan("person", "Ann"), SeatPlan("person", "Bob"))},
        {"house_rule": 'id = "h"\nname = "H"\nbased_on = "classic"\n'},
    ],
)
def test_a_quick_game_that_could_not_be_rated_is_refused(changed: dict[str, Any]) -> None:
    given = {"seats": SEATS, "hints": False, "listing": "quick", **changed}
    with pytest.raises(Refused) as refused:
        Scene(c.OpenTable(**given), device("Ann", "ann"))
    assert refused.value.reasons == ("bad-quick-game",)


def test_somebody_without_an_account_cannot_spoil_a_quick_game() -> None:
    ann = device("Ann", "ann")
    scene = Scene(c.OpenTable(SEATS, hints=False, listing="quick"), ann)
    assert scene.refusal(device("Eve"), c.Sit("Eve")) == ("needs-account",)
    assert scene.refusal(device("Ann's phone", "ann"), c.Sit("Anna")) == ("needs-account",)
    scene.do(device("Ben", "ben"), c.Sit("Ben"))
    assert scene.table.phase == "playing"


def test_a_table_from_before_there_were_lists_is_in_none() -> None:
    scene = Scene(c.OpenTable(SEATS), device("Ann"))
    body = (
        b'{"event":"table-opened","table":"t","settings":{"game":"classic"},'
        b'"seats":[],"host":[],"seed":"","commitment":""}'
    )
    assert scene.table.listed_as is None
    event = read_event(body)
    assert event.settings.listing == "nobody"  # type: ignore[union-attr]
