"""Whatever is asked of it, in whatever groups, a database answers as a browser's store does.

Results add up in a browser as they do in a database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from result_checks import OF_ANY_STORE, CountingStore

from qwirkle.browser.database import MemoryDatabase
from qwirkle.browser.results import BrowserResults
from qwirkle.browser.store import BrowserStore
from qwirkle.tables.results.model import GameResult
from qwirkle.tables.storage.ports import IndexEntry, Outcome, Store
from qwirkle.tables.storage.sql.database import Database, at_address
from qwirkle.tables.stores import SqlStore
from qwirkle.testing.expect import new_id
from qwirkle.testing.stores.appends import append_events
from qwirkle.testing.stores.kit import Check

TABLES = ("a", "b", "c")

APPENDS = st.fixed_dictionaries(
    {
        "table": st.sampled_from(TABLES),
        "expected_seq": st.integers(0, 6),
        "command_id": st.sampled_from("stuvwxyz"),
        "at": st.integers(0, 99),
        "events": st.lists(st.sampled_from([b"1", b'"\xc3\xb6"']), min_size=1, max_size=3),
        "answer": st.integers(0, 999).map(lambda number: str(number).encode()),
        "due": st.none() | st.integers(-5, 5),
        "index": st.none() | st.builds(IndexEntry, st.text("xy"), st.just("mini"), st.booleans()),
    }
)
GROUPS = st.lists(st.lists(APPENDS, min_size=1, max_size=9), min_size=1, max_size=6)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_it_answers_as_the_store_of_a_browser(kind: str, request: pytest.FixtureRequest) -> None:
    address = request.getfixturevalue(f"{kind}_address")
    with asyncio.Runner() as runner:
        store = SqlStore(Database(at_address(address)), pace=0)
        runner.run(store.open())

        @settings(max_examples=40)
        @given(GROUPS)
        def same(groups: list[list[dict[str, Any]]]) -> None:
            prefix = new_id()
            found = runner.run(told(store, groups, lambda table: prefix + table))
            browser, alone = BrowserStore(MemoryDatabase()), [[job] for job in chain(*groups)]
            assert found == runner.run(told(browser, alone, lambda table: table))

        try:
            same()
        finally:
            runner.run(store.close())


async def told(
    store: Store, groups: list[list[dict[str, Any]]], name: Callable[[str], str]
) -> list[object]:
    """Every outcome, and everything that is there in the end."""
    outcomes: list[object] = []
    for group in groups:
        outcomes += await asyncio.gather(*(ask(store, job, name) for job in group))
    for table in map(name, TABLES):
        row = await store.row(table)
        outcomes.append(row and (row.last_seq, row.due, row.index, row.created_at, row.updated_at))
        outcomes += await asyncio.gather(
            store.read(table),
            *(store.answer_to(table, command) for command in "stuvwxyz"),
        )
    return outcomes


async def ask(store: Store, job: dict[str, Any], name: Callable[[str], str]) -> Outcome:
    details = {key: value for key, value in job.items() if key != "table"}
    return await append_events(store, name(job["table"]), **details)


class CountingBrowser(BrowserStore, BrowserResults):
    """The tables of a browser with their results, which are counted as soon as they are kept."""

    def __init__(self) -> None:
        BrowserStore.__init__(self, MemoryDatabase())
        BrowserResults.__init__(self, self)

    async def keep_results(self, game: str, result: GameResult | None) -> bool:
        """Look for finished tables first, as the keeper of results does."""
        await self.to_tally(1)
        return await super().keep_results(game, result)


@pytest.mark.parametrize("check", OF_ANY_STORE, ids=lambda check: check.__name__)
def test_results_in_a_browser_keep_the_promises_of_a_store(check: Check[Any]) -> None:
    browser: CountingStore = CountingBrowser()
    asyncio.run(check(browser, browser))
