"""Where tiles could go is found without listing placements, and is the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from msgspec.structs import replace

from qwirkle import Game, bot
from qwirkle.engine import Move
from qwirkle.engine.legal import placements
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.placement import Edition
from qwirkle.rules.family import GAMES, edition
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.referee import NO_DEMANDS, Demands
from qwirkle.rules.placement.turns import Place, Trade
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import KINDS, Tile
from qwirkle.tables.live import placement
from qwirkle.tables.live.reach import Reach, reach


def listed(
    board: Board, hand: Sequence[Tile], draft: Sequence[Placed], demands: Demands = NO_DEMANDS
) -> Reach:
    """The same from every placement."""
    return among(placements(board, hand, demands), draft)


def among(moves: Iterable[Move], draft: Sequence[Placed]) -> Reach:
    """Where the tiles of those placements go that contain the draft."""
    found: Reach = {}
    for move in moves:
        if set(draft) <= set(move.tiles):
            for x, y, tile in move.tiles:
                found.setdefault(tile, set()).add((x, y))
    return found


@pytest.mark.parametrize("game", [game for game in GAMES if game != "cards"])
def test_the_cells_are_those_of_all_placements(game: str) -> None:
    played = Game.new(game, players=["Ann", "Ben"], seed=1)
    random = bot("random", 1)
    while played.to_move is not None:
        seen = played.view(played.to_move)
        assert isinstance(seen, View)
        if played.state.turns_played % 3 == 1:
            moves = list(placements(seen.board, seen.hand, seen.demands()))
            drafts = [move.tiles[:count] for count in (1, 2) for move in moves[::200]]
            for draft in [(), *drafts]:
                found = reach(seen.board, seen.hand, draft, seen.demands().banned)
                assert found == among(moves, draft)
        played.play(random.choose(seen))


@pytest.mark.parametrize("banned", [None, Placed(1, 0, Tile.Rx)])
def test_a_large_hand_and_a_banned_tile(banned: Placed | None) -> None:
    rules = edition("classic")
    assert isinstance(rules, Edition)
    board = Board([Placed(0, 0, Tile.Ro)], rules.layout)
    hand = [Tile(code) for code in ("Rx", "Rd", "Rs", "Rb", "Oo", "Yo", "Go", "Ox")]
    demands = Demands(banned=banned)
    for draft in ((), (Placed(0, 1, Tile.Rd),), (Placed(0, 1, Tile.Yo), Placed(0, -1, Tile.Go))):
        assert reach(board, hand, draft, banned) == listed(board, hand, draft, demands)


def test_a_preview_lists_no_placements_where_there_are_very_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Listing 71,000 placements held the server for half a second."""
    rules = edition("classic")
    assert isinstance(rules, Edition)
    board = Board([Placed(0, 0, Tile.Ro)], rules.layout)
    codes = ("Ro", "Rx", "Rd", "Rs", "Rb", "Rc", "Oo", "Yo", "Go", "Bo", "Po", "Ox")
    hand = tuple(Tile(code) for code in codes)
    wanted = listed(board, hand, ())
    looked_at = 0

    def counted(*more: object) -> object:
        found = placements(*more)  # type: ignore[arg-type]
        monkeypatch.setattr(type(found), "__iter__", forbidden)
        return found

    def forbidden(_: object) -> object:
        nonlocal looked_at
        looked_at += 1
        return iter(())

    monkeypatch.setattr(placement, "placements", counted)
    cells = placement._next_cells(board, hand, NO_DEMANDS, ())
    assert looked_at == 0
    assert {tile: {tuple(cell) for cell in found} for tile, found in cells.items()} == {
        tile.value: found for tile, found in wanted.items()
    }


def test_only_drafts_with_few_placements_are_judged_without_a_thread() -> None:
    seen = Game.new("classic", 2, seed=4).view(0)
    assert isinstance(seen, View)
    few = replace(seen, board=Board([Placed(0, 0, KINDS[0])]), hand=KINDS[:1])
    assert placement.is_quick(few, Place(()))
    assert not placement.is_quick(few, Place((), take=Cell(0, 0)))
    assert not placement.is_quick(few, Trade(few.hand))
    many = replace(few, hand=KINDS[1:6])
    assert len(placements(many.board, many.hand)) > placement.FEW
    assert not placement.is_quick(many, Place(()))
