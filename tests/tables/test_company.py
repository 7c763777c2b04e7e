"""Who is here: shown to people who have played together if both allow it, and to no others."""

from __future__ import annotations

import asyncio

import pytest

from qwirkle.tables.live.bus import local
from qwirkle.tables.live.bus.local import LocalPresenceBoard
from qwirkle.tables.live.bus.redis import RedisPresenceBoard
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.results import company as module
from qwirkle.tables.results.company import HERE_SECONDS, Company
from qwirkle.tables.results.model import GameResult, SeatResult
from qwirkle.tables.storage.ports import IndexEntry
from qwirkle.tables.stores import SqlStore, store_in_memory
from qwirkle.testing.stores.appends import append_events

from .clients import person, run
from .stores import People

ANN, BEN, CEM, EVE = (person(name) for name in ("Ann", "Ben", "Cem", "Eve"))


def of(caller: Caller) -> str:
    """The key of a guest in results."""
    return f"device:{caller.key}"


async def played(store: SqlStore, game: str, at: int, *people: tuple[str, str]) -> None:
    """Let a game of these persons, given with their names, be over."""
    seats = tuple(
        SeatResult(seat, who, name, seat + 1, False, 9, 1, 6, 0)
        for seat, (who, name) in enumerate(people)
    )
    index = IndexEntry("A table", "classic", finished=True)
    await append_events(store, game, index=index)
    assert await store.keep_results(game, GameResult(game, "classic", at, seats))


async def here(company: Company, who: Caller, *, show: bool = True) -> list[list[tuple[str, bool]]]:
    """The groups of a person: their names, and whether they are here."""
    groups = await company.of(who, show=show)
    return [[(known.name, known.here) for known in group.people] for group in groups]


async def friends() -> SqlStore:
    store = store_in_memory()
    await played(store, "t1", 10, (of(ANN), "Ann"), (of(BEN), "Ben"))
    await played(store, "t2", 20, (of(CEM), "Cem"), (of(BEN), "Ben"))
    return store


def test_those_who_played_together_see_each_other() -> None:
    async def scene() -> None:
        company = Company(await friends(), LocalPresenceBoard())
        assert await here(company, ANN) == [[("Ben", False)]]
        assert await here(company, BEN) == [[("Cem", False)], [("Ann", True)]]
        assert await here(company, ANN) == [[("Ben", True)]]

    run(scene)


def test_a_stranger_learns_nothing() -> None:
    async def scene() -> None:
        company = Company(await friends(), LocalPresenceBoard())
        await here(company, ANN)
        await here(company, BEN)
        for stranger in (EVE, Caller(), Caller(account="somebody")):
            assert await here(company, stranger) == []
        # Cem has played with Ben, and does not hear of Ann.
        assert await here(company, CEM) == [[("Ben", True)]]

    run(scene)


def test_the_switch_hides_both_ways_and_immediately() -> None:
    async def scene() -> None:
        company = Company(await friends(), LocalPresenceBoard())
        await here(company, BEN)
        assert await here(company, ANN, show=False) == [[("Ben", False)]]
        assert await here(company, BEN) == [[("Cem", False)], [("Ann", False)]]
        assert await here(company, ANN) == [[("Ben", True)]]
        await here(company, BEN, show=False)
        assert await here(company, ANN) == [[("Ben", False)]]

    run(scene)


def test_a_page_that_is_silent_is_no_longer_here() -> None:
    async def scene() -> None:
        now = [0.0]
        company = Company(await friends(), LocalPresenceBoard(lambda: now[0]))
        await here(company, BEN)
        now[0] = HERE_SECONDS - 1
        assert await here(company, ANN) == [[("Ben", True)]]
        now[0] = HERE_SECONDS
        assert await here(company, ANN) == [[("Ben", False)]]

    run(scene)


def test_an_account_is_here_on_any_of_its_devices() -> None:
    async def scene() -> None:
        store = People()
        store.welcome("ben")
        await played(store, "t1", 10, (of(ANN), "Ann"), ("account:ben", "Ben"))
        company = Company(store, LocalPresenceBoard())
        phone = Caller(person("phone").secret, "ben")
        assert await here(company, phone) == [[("Ann", False)]]
        assert await here(company, ANN) == [[("Ben", True)]]

    run(scene)


def test_people_who_share_a_device_share_its_page() -> None:
    async def scene() -> None:
        store, home = store_in_memory(), f"device:{ANN.key}"
        at_home = (f"{home}:ann", "Ann"), (f"{home}:dad", "Dad")
        await played(store, "t1", 10, *at_home, (of(BEN), "Ben"))
        company = Company(store, LocalPresenceBoard())
        assert await here(company, ANN) == [[("Ben", False)]], "not each other"
        assert await here(company, BEN) == [[("Ann", True), ("Dad", True)]]

    run(scene)


def test_bots_and_removed_accounts_are_no_company() -> None:
    async def scene() -> None:
        store = store_in_memory()
        await played(store, "t1", 10, (of(ANN), "Ann"), ("bot:level:3", "Otter"))
        await played(store, "t2", 20, (of(ANN), "Ann"), ("account:gone", "Ben"))
        assert await here(Company(store, LocalPresenceBoard()), ANN) == []

    run(scene)


def test_each_group_comes_once_and_there_are_not_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        store = store_in_memory()
        for game in range(6):
            other = person(f"friend {game % 4}")
            await played(store, f"t{game}", game, (of(ANN), "Ann"), (of(other), f"F{game % 4}"))
        company = Company(store, LocalPresenceBoard())
        groups = await company.of(ANN, show=True)
        assert [group.table for group in groups] == ["t5", "t4", "t3", "t2"]
        monkeypatch.setattr(module, "MAX_GROUPS", 3)
        assert len(await company.of(ANN, show=True)) == 3

    run(scene)


def test_the_board_forgets_and_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        now = [0.0]
        board = LocalPresenceBoard(lambda: now[0])
        await board.announce(["a", "b"], 5)
        now[0] = 6
        await board.announce(["c"], 5)
        assert list(board._announced) == ["c"]
        monkeypatch.setattr(local, "MAX_ANNOUNCED", 2)
        await board.announce(["d", "e"], 5)
        assert await board.announced(["c", "d", "e"]) == {"d", "e"}

    run(scene)


def test_two_processes_agree(redis_address: str) -> None:
    async def scene() -> None:
        store = await friends()
        boards = [RedisPresenceBoard(redis_address, prefix="test:") for _ in range(2)]
        one, two = (Company(store, board) for board in boards)
        await here(one, BEN)
        assert await here(two, ANN) == [[("Ben", True)]]
        assert await here(one, BEN) == [[("Cem", False)], [("Ann", True)]]
        await here(two, BEN, show=False)
        assert await here(one, ANN) == [[("Ben", False)]]
        assert str(ANN.key) not in str(await boards[0]._redis.keys("test:*"))
        await boards[0].announce([of(CEM)], 0.05)
        while await boards[1].announced([of(CEM)]):
            await asyncio.sleep(0.02)
        for board in boards:
            await board.close()

    run(scene)


def test_without_redis_nobody_is_here() -> None:
    async def scene() -> None:
        company = Company(await friends(), RedisPresenceBoard("redis://127.0.0.1:1"))
        await here(company, BEN)
        assert await here(company, ANN) == [[("Ben", False)]]
        assert await here(company, ANN, show=False) == [[("Ben", False)]]

    run(scene)
