"""Every byte a seat receives is compared with what it may know."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from qwirkle.tables.core.events import read_event
from qwirkle.tables.core.evolve import fold_table
from qwirkle.tables.core.views import SPECTATOR, Viewer
from qwirkle.tables.live.cache import sent_between
from qwirkle.tables.live.callers import hash_of
from qwirkle.tables.stores import store_at

from .players import seated, turn_of
from .served import Client, Served, served


async def played(server: Served) -> tuple[str, list[Client]]:
    """Part of a game with a spectator; everybody asks for everything there is."""
    table, (ann, ben) = await seated(server)
    eve = Client(server.address)
    await eve.connect(table)
    await eve.until(1)
    everybody = [ann, ben, eve]
    for _ in range(8):
        seat = ann.view["now"]["turn"]
        who = ann if seat in ann.view["you"]["seats"] else ben
        command = {"do": "play", "turn": turn_of(who.view)}
        done = await who.do(command, expected_seq=who.view["now"]["seq"])
        for client in everybody:
            await client.until(done["seq"])
    for client in everybody:
        for path in ("", "/events?since=0", "/story", "/record", "/invitation", "/invitation.svg"):
            await client.get(f"/api/tables/{table}{path}")
        for path, body in (
            ("/preview", {"turn": {"place": []}}),
            ("/hint", {}),
            ("/commands", {"command_id": "x", "command": {"do": "play", "turn": {"pass": True}}}),
            ("/commands", {"command_id": "y", "command": {"do": "stand", "seat": 1}}),
            ("/recover", {"command_id": "z", "token": "guessed"}),
        ):
            answer = await client.http.post(f"/api/tables/{table}{path}", json=body)
            client.received.append(answer.text)
        await client.leave()
    return table, everybody


def test_a_seat_receives_what_it_may_know_and_nothing_else(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table, everybody = asyncio.run(played(server))
        for word in ("/metrics", "/healthz"):
            import httpx

            everybody[2].received.append(httpx.get(f"{server.address}{word}").text)
        log = server.log

    async def stored() -> list[object]:
        store = store_at(folder=tmp_path)
        await store.open()
        rows = await store.read(table)
        await store.close()
        return list(rows)

    rows = asyncio.run(stored())
    events = [(read_event(row.body), row.at) for row in rows]  # type: ignore[attr-defined]
    state = fold_table(events)
    assert state.game is not None
    seed = state.seed
    secrets = {client: next(iter(client.http.cookies.jar)).value or "" for client in everybody[:2]}
    viewers = [Viewer((0,), host=True), Viewer((1,)), SPECTATOR]
    news = sent_between(rows, 0, len(rows))  # type: ignore[arg-type]
    for client, viewer in zip(everybody, viewers, strict=True):
        all_of_it = "".join(client.received)
        assert seed not in all_of_it
        for secret in secrets.values():
            assert secret not in all_of_it
            assert hash_of(secret) not in all_of_it
        for event in (json.loads(text) for text in client.received if text.startswith("{")):
            if event.get("kind") == "told":
                told = event["told"]
                wanted = json.loads(news[told["seq"] - 1].for_viewer(viewer))
                assert told == wanted
                assert [hand["seat"] for hand in told["you"]["hands"]] == list(viewer.seats)
                assert told["game"] is None or told["game"]["hand"] == []
            elif "events" in event:
                assert event["hands"] is None
                wanted = [
                    json.loads(event_news.for_viewer(viewer)) for event_news in news[: event["seq"]]
                ]
                assert event["events"] == wanted
            elif event.get("kind") == "view":
                assert [hand["seat"] for hand in event["view"]["you"]["hands"]] == list(
                    viewer.seats if event["view"]["game"] else ()
                )
    for secret in (seed, table, *secrets.values(), *map(hash_of, secrets.values())):
        assert secret not in log
    # What others drew is in no record either.
    other = [tile.value for tile in state.game.seats[1].hand]
    record = next(text for text in everybody[0].received if "Seed-Commitment" in text)
    assert seed not in record
    assert " ".join(other) not in record or other == [
        tile.value for tile in state.game.seats[0].hand
    ]
