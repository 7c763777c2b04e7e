"""Boards and card tables fit the terminal: narrower cells, then a window that follows the play."""

from __future__ import annotations

import re

import pytest

from qwirkle import Game, bot
from qwirkle.notation.cards_table import spots_of
from qwirkle.notation.text.cards_terminal import table_text
from qwirkle.notation.text.terminal import board_text
from qwirkle.notation.text.viewport import NARROW, ROOMY, TIGHT, Viewport, fit
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.tiles import Tile

ROW = [Placed(x, 0, tile) for x, tile in enumerate(Tile)][:18]
"""Eighteen tiles side by side; the drawing asks for no rules."""
WIDE = Board(ROW)


def drawn(board: Board, view: Viewport, width: int, last: list[Cell]) -> list[str]:
    text = board_text(
        board, viewport=view, width=width, highlight=last, colour=False, legend=True
    ).plain
    return text.split("\n")


def finished(game: str, seed: int) -> Game:
    played = Game.new(game, 2, seed=seed)
    player = bot("greedy", seed)
    while played.to_move is not None:
        played.play(player.choose(played.view(played.to_move)))
    return played


@pytest.mark.parametrize("width", [24, 40, 60, 80, 120])
@pytest.mark.parametrize(("game", "seed"), [("classic", 3), ("classic", 8), ("select", 1)])
def test_no_line_is_longer_than_the_terminal(game: str, seed: int, width: int) -> None:
    played = finished(game, seed)
    last = [placed.cell for placed in played.placement.last.placed] if played.placement.last else []
    view = fit(played.board, width, focus=last)
    lines = drawn(played.board, view, width, last)
    assert max(map(len, lines)) <= width
    shown = set(re.findall(r"[ROYGBP][oxdsbc]", "".join(lines)))
    inside = {
        tile.value
        for cell, tile in played.board.items()
        if cell.x in view.columns and cell.y in view.rows
    }
    assert inside <= shown
    assert set(last) <= {Cell(x, y) for x in view.columns for y in view.rows}


@pytest.mark.parametrize(("width", "cell"), [(86, ROOMY), (85, NARROW), (64, NARROW), (63, TIGHT)])
def test_cells_get_narrower_before_anything_is_left_out(width: int, cell: int) -> None:
    view = fit(WIDE, width)
    assert view.is_whole
    assert view.cell == cell
    rows = drawn(WIDE, view, width, [])
    assert re.findall("[A-Z][a-z]", rows[2]) == [p.tile for p in ROW]


def test_a_window_follows_the_play_and_says_what_is_outside() -> None:
    view = fit(WIDE, 30, focus=[Cell(10, 0)])
    assert view.cell == NARROW
    assert 10 in view.columns
    assert not view.is_whole
    lines = drawn(WIDE, view, 30, [Cell(10, 0)])
    assert f"[{ROW[10].tile}]" in lines[2]
    left, right = view.columns[0], len(ROW) - 1 - view.columns[-1]
    said = " ".join(lines)
    assert f"Tiles not shown: {left} to the left, {right} to the right." in said
    assert f"{ROW[left - 1].tile}" not in lines[2]


def test_a_window_stays_inside_the_table() -> None:
    first, last = fit(WIDE, 30, focus=[Cell(0, 0)]), fit(WIDE, 30, focus=[Cell(17, 0)])
    assert first.columns[0] == -1
    assert last.columns[-1] == 18
    assert len(first.columns) == len(last.columns)


def test_a_table_that_is_too_tall_is_shown_in_part() -> None:
    tall = Board([Placed(0, y, tile) for y, tile in enumerate(Tile)][:30])
    view = fit(tall, 80, 12, focus=[Cell(0, 29)])
    lines = drawn(tall, view, 80, [])
    assert len(lines) <= 12
    assert "29" in lines[-3]
    assert re.fullmatch(r"Tiles not shown: \d+ above\.", lines[-1])
    assert fit(tall, 80, 40).is_whole


def test_narrow_cells_share_a_mark_and_tight_ones_have_it_in_words() -> None:
    last = [Cell(4, 0), Cell(5, 0)]
    narrow = drawn(WIDE, fit(WIDE, 70), 70, last)
    assert f"[{ROW[4].tile} {ROW[5].tile}]" in narrow[2]
    tight = drawn(WIDE, fit(WIDE, 50), 50, last)
    assert f"last turn: {ROW[4].tile}@4,0 {ROW[5].tile}@5,0" in tight
    lifted = board_text(WIDE, viewport=fit(WIDE, 50), tentative=[Placed(3, 1, Tile.Pc)]).plain
    assert "not yet played: Pc@3,1" in lifted


def test_columns_keep_their_numbers_above_their_tiles() -> None:
    for width in (90, 70, 50):
        header, _, row, *_ = drawn(WIDE, fit(WIDE, width), width, [])
        for number in re.finditer(r"-?\d+", header):
            x = int(number.group())
            if 0 <= x < len(ROW):
                assert row[number.end() - 2 : number.end()] == ROW[x].tile, (width, x)


@pytest.mark.parametrize("width", [30, 40, 60, 80])
def test_a_card_table_fits_too(width: int) -> None:
    game = Game.new("cards", 2, seed=5)
    player = bot("greedy", 1)
    while len(game.cards.table) < 9 and game.to_move is not None:
        game.play(player.choose(game.view(game.to_move)))
    draft = (*game.cards.table, game.cards.seats[0].hand[:2])
    text = table_text(
        draft,
        highlight=spots_of(game.cards.last),
        faults={9: "needs 1 more card"},
        width=width,
        legend=True,
    ).plain
    assert max(map(len, text.split("\n"))) <= width
    assert text.count("\n") >= len(draft)
    assert "needs 1 more card" in " ".join(text.split())


def test_a_tall_card_table_stands_in_two_columns() -> None:
    table = tuple((Tile.Ro, Tile.Rs, Tile.Rb) for _ in range(16))
    tall = table_text(table, width=80, height=40).plain.split("\n")
    low = table_text(table, width=80, height=10).plain.split("\n")
    assert (len(tall), len(low)) == (16, 8)
    assert re.search(r"^ *1 .* 9 ", low[0])
    assert max(map(len, low)) <= 80
