"""Who is connected, as the page learns over its socket."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from .players import last_present, seated, until_present
from .served import Client, served


def test_the_page_is_told_who_is_connected(tmp_path: Path) -> None:
    async def scene(address: Any) -> None:
        table, (ann, ben) = await seated(address)
        for client in (ann, ben):
            await until_present(client, [0, 1], 0)
        kinds = [json.loads(text)["kind"] for text in ann.received if text.startswith('{"kind"')]
        assert kinds.index("view") < kinds.index("present")
        eve = Client(server.address)
        await eve.connect(table)
        for client in (ann, ben, eve):
            await until_present(client, [0, 1], 1)
        # A reload is no news for the others; a return with ``since`` is answered all the same.
        told = len(ann.received)
        await ben.hang_up()
        ben.received.clear()
        await ben.connect(table, ben.view["now"]["seq"])
        await until_present(ben, [0, 1], 1)
        assert len(ann.received) == told
        await ben.leave()
        await until_present(ann, [0], 1)
        await eve.leave()
        await until_present(ann, [0], 0)
        await ann.leave()

    with served(tmp_path) as server:
        asyncio.run(scene(server))


def test_who_may_not_watch_is_not_counted(tmp_path: Path) -> None:
    async def scene() -> None:
        ann, eve = Client(server.address), Client(server.address)
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "level:1"}]
        table = await ann.open(seats, spectators="nobody")
        await ann.act(table, {"do": "start"})
        await ann.connect(table)
        await until_present(ann, [0], 0)
        await eve.connect(table, 1)
        await asyncio.sleep(0.2)
        assert last_present(ann) == {"kind": "present", "seats": [0], "watching": 0}
        assert last_present(eve) is None
        await eve.leave()
        await ann.leave()

    with served(tmp_path) as server:
        asyncio.run(scene())
