"""Nothing a seat may not know leaves the engine: no other hand, no order of the bag, no seed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from qwirkle.players import bot
from qwirkle.protocol.server.dispatch import Engine
from qwirkle.protocol.shapes import write_view
from qwirkle.protocol.shapes.turns import write_turn
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.placement import PLACEMENT_GAMES, edition
from qwirkle.rules.placement.decide import begin, decide
from qwirkle.rules.placement.evolve import evolve
from qwirkle.rules.placement.view import view

SEED = "a-seed-nobody-may-see"


def keys(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value) | {key for item in value.values() for key in keys(item)}
    if isinstance(value, list):
        return {key for item in value for key in keys(item)}
    return set()


def tiles_in(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value] if len(value) == 2 and value[0] in "ROYGBP" else []
    if isinstance(value, dict):
        return [tile for item in value.values() for tile in tiles_in(item)]
    if isinstance(value, list):
        return [tile for item in value for tile in tiles_in(item)]
    return []


@pytest.mark.parametrize("game", PLACEMENT_GAMES)
def test_answers_to_a_seat_hold_no_secret(game: str) -> None:
    """Every act's answer shows only tiles on the table, taken, placed, or of the seat's own."""
    engine = Engine()
    request = {"op": "new", "game": game, "players": 3, "seed": SEED}
    said = engine.answer_line(msgspec.json.encode(request))
    assert SEED.encode() not in said
    dealer = SeedDealer(SEED)
    state = begin(edition(game), ["a", "b", "c"], dealer).state
    bots = [bot("random", seat) for seat in range(3)]
    while (seat := state.turn) is not None:
        turn = bots[seat].choose(view(state, seat))
        own = {tile.value for tile in state.seats[seat].hand}
        table = {tile.value for tile in state.board.values()}
        for event in decide(state, seat, turn, dealer).events:
            state = evolve(state, event)
        request = {"op": "act", "table": "t1", "seat": seat, "turn": write_turn(turn)}
        said = engine.answer_line(msgspec.json.encode(request))
        assert SEED.encode() not in said
        result = msgspec.json.decode(said)["result"]
        own |= {tile.value for tile in state.seats[seat].hand}
        table |= {tile.value for tile in state.board.values()}
        assert set(tiles_in(result)) <= own | table
        assert result["view"]["hand"] == [tile.value for tile in state.seats[seat].hand]
        assert not keys(result) & {"seed", "seats", "ages"}
        for event in result["events"]:
            assert event.get("pile") is None
            if event.get("seat") != seat:
                assert event.get("tiles") is None
        watching = engine.answer_line(b'{"op": "view", "table": "t1", "seat": null}')
        seen = msgspec.json.decode(watching)["result"]
        assert seen["hand"] == []
        assert set(tiles_in({**seen, "last": None})) <= table
        assert seen == msgspec.json.decode(msgspec.json.encode(write_view(view(state, None)))) | {
            "players": [
                {**player, "name": f"player {number + 1}"}
                for number, player in enumerate(seen["players"])
            ]
        }
