"""People who play by what the server shows them, and by nothing else."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import msgspec

from qwirkle.engine.legal import best_placements
from qwirkle.protocol.server.positions import read_position
from qwirkle.protocol.shapes.turns import write_turn
from qwirkle.rules.placement.turns import Place, Trade, Turn
from qwirkle.rules.turns import Pass

from .served import Client, Served


def turn_of(seen: dict[str, Any]) -> dict[str, Any]:
    """A good turn for the seat to move, found from what the server sent."""
    game = seen["game"]
    hand = next(own["hand"] for own in seen["you"]["hands"] if own["seat"] == seen["now"]["turn"])
    asked = {"game": game["game"], "board": game["board"], "hand": hand, "bag": game["bag"]}
    position = read_position(asked, need_hand=True)
    assert position.hand is not None
    turn: Turn
    if moves := best_placements(position.board, position.hand, position.demands()):
        turn = Place(moves[0].tiles)
    elif game["bag"]:
        # All of them: four rounds without a placement would end the game (A3).
        turn = Trade(position.hand[: game["bag"]])
    else:
        turn = Pass()
    sent: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(write_turn(turn)))
    return sent


async def seated(
    server: Served, *, game: str = "classic", start: bool = True, kind: type[Client] = Client
) -> tuple[str, list[Client]]:
    """A table with two persons, each with a socket."""
    ann, ben = kind(server.address), kind(server.address)
    table = await ann.open([{"kind": "person", "name": "Ann"}, {"kind": "person"}], game=game)
    await ben.act(table, {"do": "sit", "name": "Ben"})
    if start:
        await ann.act(table, {"do": "start"})
    for client in (ann, ben):
        await client.connect(table)
        await client.until(1)
    return table, [ann, ben]


def last_present(client: Client) -> dict[str, Any] | None:
    """Return what a client was last told about who is connected."""
    said = [json.loads(text) for text in client.received if text.startswith('{"kind":"present"')]
    return said[-1] if said else None


async def until_present(client: Client, seats: list[int], watching: int) -> None:
    """Wait until a client knows that these are connected."""
    wanted = {"kind": "present", "seats": seats, "watching": watching}
    async with asyncio.timeout(30):
        while last_present(client) != wanted:
            client.changed.clear()
            await client.changed.wait()
