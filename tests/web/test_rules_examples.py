"""The examples of the rules pages: the referee says what they say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Board, Layout, Placed
from qwirkle.rules.placement.referee import Score, judge
from qwirkle.rules.tiles import Tile

ROOT = Path(__file__).parents[2]
EXAMPLES = json.loads((ROOT / "frontend" / "src" / "learn" / "examples.json").read_text("utf-8"))


def placed(tiles: list[Any]) -> list[Placed]:
    return [Placed(x, y, Tile(code)) for x, y, code in tiles]


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_what_it_says(name: str) -> None:
    example = EXAMPLES[name]
    bonus = {Cell(x, y): 1 for x, y in example.get("squares", {}).get("1", [])}
    board = Board(placed(example["board"]), Layout(bonus=bonus))
    verdict = judge(board, placed(example["place"]))
    if isinstance(verdict, Score):
        assert verdict.points == example["points"]
        assert "reason" not in example
    else:
        assert verdict[0].reason == example["reason"]
        assert "points" not in example
