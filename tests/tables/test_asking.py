"""Previews, hints and records: right, quick, and only for those who may ask."""

from __future__ import annotations

from typing import Any

import pytest

from qwirkle.engine.legal import legal_turns, placements, takeable
from qwirkle.errors import Refused
from qwirkle.notation import check_record, headers_of, read_record
from qwirkle.protocol.shapes.turns import AskedTurn
from qwirkle.rules.cells import Cell
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import GAMES, AnyView, decide, view
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.turns import Place, Take, Trade
from qwirkle.rules.placement.view import View
from qwirkle.rules.refusals.reasons import Reason
from qwirkle.rules.tiles import KINDS
from qwirkle.rules.turns import Pass
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.family import preview

from .clients import Process, person, run
from .scene import many_persons, two_persons

ANN, BEN = person("Ann"), person("Ben")

pytestmark = pytest.mark.usefixtures("each_store")


def positions(game: str, every: int = 5) -> list[AnyView]:
    """Views of the seat to move, all through a game."""
    scene, people = many_persons(2, game)
    found = []
    while scene.table.to_move is not None:
        found.append(view(game_of(scene.table), scene.table.to_move))
        scene.play_on(people, turns=1)
    return found[::every]


@pytest.mark.parametrize("game", GAMES)
def test_a_preview_says_what_the_game_would_say(game: str) -> None:
    for seen in positions(game):
        for turn in list(legal_turns(seen))[:40]:
            found = preview(seen, turn)
            assert found.legal, (turn, found)
            assert found.objections == ()
    scene, _, _ = two_persons(game)
    state = game_of(scene.table)
    seen = view(state, state.turn)
    turn = next(iter(legal_turns(seen)))
    happened = decide(state, state.turn or 0, turn, SeedDealer(1)).events
    points = sum(getattr(event, "points", 0) for event in happened)
    assert preview(seen, turn).points == points


@pytest.mark.parametrize("game", [game for game in GAMES if game != "cards"])
def test_cells_are_those_of_legal_placements(game: str) -> None:
    for seen in positions(game, 7):
        assert isinstance(seen, View)
        moves = [move.tiles for move in placements(seen.board, seen.hand, seen.demands())]
        found = preview(seen, Place(()))
        assert found.objections[0].reason == "no-tiles"
        if seen.board:
            wanted = {
                (placed.tile.value, placed.x, placed.y) for tiles in moves for placed in tiles
            }
            assert offered(found.cells) == wanted
        else:
            assert found.anywhere == (not seen.board.layout.bounded)
        for tiles in moves[:: max(1, len(moves) // 5)]:
            draft = tiles[:1]
            wanted = {
                (placed.tile.value, placed.x, placed.y)
                for other in moves
                if set(draft) <= set(other)
                for placed in other
                if placed not in draft
            }
            assert wanted <= offered(preview(seen, Place(draft)).cells)
            if seen.board:
                assert wanted == offered(preview(seen, Place(draft)).cells)


def offered(cells: dict[str, tuple[Cell, ...]]) -> set[tuple[str, int, int]]:
    return {(tile, x, y) for tile, found in cells.items() for x, y in found}


def test_on_an_empty_table_a_draft_may_lie_anywhere() -> None:
    seen = positions("classic")[0]
    assert isinstance(seen, View)
    largest = max(placements(seen.board, seen.hand, seen.demands()), key=lambda move: move.points)
    far = tuple(Placed(x + 40, y - 30, tile) for x, y, tile in largest.tiles)
    assert preview(seen, Place(far)).legal
    rest = offered(preview(seen, Place(far[:1])).cells)
    assert {(placed.tile.value, placed.x, placed.y) for placed in far[1:]} <= rest
    assert all(30 <= x <= 50 for _, x, _ in rest)


def test_a_draft_with_what_one_has_not_leads_nowhere() -> None:
    seen = positions("classic")[2]
    assert isinstance(seen, View)
    strange = next(tile for tile in KINDS if tile not in seen.hand)
    found = preview(seen, Place((Placed(0, 0, strange),)))
    assert not found.legal
    assert found.cells == {}


def test_taking_first_is_seen_in_the_preview() -> None:
    for seen in positions("select", 1):
        assert isinstance(seen, View)
        if cells := takeable(seen):
            found = preview(seen, Take(cells[0]))
            assert found.legal
            assert found.takeable == tuple(cells)
            assert preview(seen, Place((), cells[0])).cells
            return
        if seen.board:
            found = preview(seen, Take(next(iter(seen.board))))
            assert Reason.NO_TOKEN.value in [objection.reason for objection in found.objections]
    pytest.fail("nobody ever had a token")


def test_a_seat_may_plan_before_its_turn() -> None:
    scene, _, _ = two_persons()
    state = game_of(scene.table)
    waiting = view(state, 1 - (state.turn or 0))
    assert isinstance(waiting, View)
    found = preview(waiting, Trade(waiting.hand[:1]))
    assert [objection.reason for objection in found.objections] == ["opening-must-place"]
    assert [objection.reason for objection in preview(waiting, Pass()).objections] == ["can-place"]


def _of(seen: AnyView) -> Any:
    scene, _, _ = two_persons(seen.game)
    return game_of(scene.table)


async def started(process: Process, **more: Any) -> str:
    seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
    table = (await process.tables.open(ANN, c.OpenTable(seats, **more), "first")).table
    await process.do(table, BEN, c.Sit("Ben"))
    await process.do(table, ANN, c.Start())
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_a_legal_turn_with_a_reason(game: str) -> None:
    async def scene() -> None:
        process = Process()
        table = await started(process, game=game)
        for _ in range(3):
            state = await process.tables.current(table)
            who, other = (ANN, BEN) if state.to_move == 0 else (BEN, ANN)
            hint = await process.queries.hint(table, who)
            assert hint.reason.endswith(".")
            assert await process.queries.hint(table, who) is not None
            with pytest.raises(Refused) as refusal:
                await process.queries.hint(table, other)
            assert refusal.value.reasons == ("not-your-turn",)
            turn = hint.turn
            found = await process.queries.preview(table, who, turn)
            assert found.legal
            if game != "cards":
                assert found.points == hint.points
            await process.do(table, who, c.Play(turn))
        await process.leave()

    run(scene)


def test_who_may_ask() -> None:
    async def scene() -> None:
        process = Process()
        table = await started(process, hints=False, spectators="nobody")
        for who, reason in ((Caller(), "not-seated"), (person("Eve"), "not-seated")):
            with pytest.raises(Refused) as refusal:
                await process.queries.preview(table, who, AskedTurn(place=()))
            assert refusal.value.reasons == (reason,)
            with pytest.raises(Refused) as refusal:
                await process.queries.record(table, who)
            assert refusal.value.reasons == ("no-spectators",)
        with pytest.raises(Refused) as refusal:
            await process.queries.preview(table, ANN, AskedTurn(place=()), 1)
        assert refusal.value.reasons == ("not-your-seat",)
        with pytest.raises(Refused) as refusal:
            await process.queries.hint(table, ANN)
        assert refusal.value.reasons == ("no-hints",)

    run(scene)


def test_a_running_game_is_recorded_only_as_it_was_seen() -> None:
    async def scene() -> None:
        process = Process()
        table = await started(process)
        for _ in range(6):
            await process.play_turn(table, [ANN, BEN])
        state = await process.tables.current(table)
        for who, seat in ((ANN, 0), (BEN, 1), (Caller(), None)):
            text = await process.queries.record(table, who)
            assert state.seed not in text
            record = read_record(text)
            heads = headers_of(record)
            assert (heads.seen_by, heads.spectator) == (seat, seat is None)
            assert heads.commitment == state.commitment
            assert all((entry.hand is None) == (entry.seat != seat) for entry in record.entries)
            check_record(record)
        with pytest.raises(Refused) as refusal:
            await process.queries.record(table, ANN, 1)
        assert refusal.value.reasons == ("not-your-seat",)

    run(scene)


def test_a_game_that_was_given_up_is_recorded_with_its_seed() -> None:
    async def scene() -> None:
        process = Process()
        table = await started(process)
        with pytest.raises(Refused):
            await process.queries.record("nowhere", ANN)
        for _ in range(4):
            await process.play_turn(table, [ANN, BEN])
        await process.do(table, BEN, c.Resign())
        record = read_record(await process.queries.record(table, Caller()))
        assert record.header("Ended") == "resigned out 2 places 1-2"
        heads = headers_of(record)
        assert heads.result is None
        assert heads.seed == (await process.tables.current(table)).seed.encode()
        ended = (await process.tables.look(table, ANN)).now.ended
        assert ended is not None
        assert check_record(record).scores == ended.scores

    run(scene)
