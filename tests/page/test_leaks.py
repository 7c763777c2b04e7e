"""Everything a page receives is compared with what its seat may know."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError

from qwirkle.tables.core.events import read_event
from qwirkle.tables.core.evolve import fold_table
from qwirkle.tables.core.views import SPECTATOR, Viewer
from qwirkle.tables.live.cache import sent_between
from qwirkle.tables.live.callers import hash_of
from qwirkle.tables.storage.ports import Stored
from qwirkle.tables.stores import store_at
from server.served import Served

from .conftest import Visit
from .seating import seated
from .visitors import PHONE, Visitor

KEPT = "() => JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])"
VIEWERS = [Viewer((0,), host=True), Viewer((1,)), SPECTATOR]
KINDS = {"view", "told", "present", "done", "refused", "pong"}


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_a_page_receives_what_its_seat_may_know_and_nothing_else(
    visit: Visit, server: Served, game: str
) -> None:
    table = seated(visit(), visit(PHONE), game=game)
    eve = visit()
    eve.go_to_table(table.id)
    everybody = [*table.people, eve]
    for turn in range(4):
        if turn == 2:
            table.on_turn.page.get_by_role("button", name="Hint").first.click()
        table.turn_beside_the_page()
        table.until_told()
    eve.until(lambda: eve.watch.seq == table.now["seq"])
    ann = everybody[0]
    texts = [list(_texts(page)) for page in everybody]
    ann.page.reload()
    ann.until(lambda: ann.watch.sockets == 2 and ann.watch.frames)
    texts[0] += _texts(ann)
    secrets = [
        str(cookie.get("value")) for visitor in table.people for cookie in visitor.context.cookies()
    ]
    assert len(secrets) == 2
    rows = _stored(server, table.id)
    state = fold_table([(read_event(row.body), row.at) for row in rows])
    news = sent_between(rows, 0, len(rows))
    for viewer, received in zip(VIEWERS, texts, strict=True):
        whole = "".join(received)
        for secret in (state.seed, *secrets, *map(hash_of, secrets)):
            assert secret not in whole
        for message in _messages(received):
            _only_own_hands(message, viewer)
            if message.get("kind") == "told":
                told = message["told"]
                options = told["you"].pop("options", None)
                assert options is None or options["seat"] in viewer.seats
                assert told == json.loads(news[told["seq"] - 1].for_viewer(viewer))
            assert message.get("kind") in KINDS | {None}


def _texts(visitor: Visitor) -> Iterator[str]:
    """What came over sockets and as answers, what the page shows, and what it keeps."""
    yield from visitor.watch.frames
    for answer in visitor.watch.answers:
        if answer.status == 304:
            continue
        try:
            yield answer.text()
        except PlaywrightError as error:
            # The browser drops the bodies of answers that came while it left the page.
            if "navigated away" not in str(error):
                raise
    visitor.watch.answers.clear()
    yield visitor.page.content()
    yield visitor.page.evaluate(KEPT)


def _messages(texts: list[str]) -> Iterator[dict[str, Any]]:
    for text in texts:
        if text.startswith("{"):
            yield json.loads(text)


def _only_own_hands(value: Any, viewer: Viewer) -> None:
    """No other hand, no seed, and of bag and deck nothing but a number, however deep inside."""
    if isinstance(value, list):
        for item in value:
            _only_own_hands(item, viewer)
    elif isinstance(value, dict):
        for key, inside in value.items():
            if key == "hand":
                assert inside == [] or value["seat"] in viewer.seats, value
            elif key in ("bag", "deck"):
                assert inside is None or isinstance(inside, int), value
            elif key == "seed":
                assert inside is None
            _only_own_hands(inside, viewer)


def _stored(server: Served, table: str) -> list[Stored]:
    async def read() -> list[Stored]:
        store = store_at(folder=server.folder)
        await store.open()
        rows = await store.read(table)
        await store.close()
        return list(rows)

    # This thread has the browser's loop.
    with ThreadPoolExecutor(1) as other:
        return other.submit(asyncio.run, read()).result()
