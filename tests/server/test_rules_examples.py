"""The pictures of the rules pages: the referee says what they say."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from qwirkle.rules.cards.referee import Verdict, is_set
from qwirkle.rules.cards.referee import judge as judge_cards
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import Layout
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.referee import judge
from qwirkle.rules.placement.scoring import Score
from qwirkle.rules.tiles import Tile

LEARN = Path(__file__).parents[2] / "frontend" / "src" / "learning"
EXAMPLES = json.loads((LEARN / "examples.json").read_text("utf-8"))
POSITIONS = EXAMPLES["positions"]
SETS = EXAMPLES["sets"]


def placed(tiles: list[Any]) -> list[Placed]:
    return [Placed(x, y, Tile(code)) for x, y, code in tiles]


def cells(found: list[Any]) -> list[Cell]:
    return [Cell(x, y) for x, y in found]


def cards(codes: list[str]) -> tuple[Tile, ...]:
    return tuple(Tile(code) for code in codes)


@pytest.mark.parametrize("name", POSITIONS)
def test_an_example_is_what_it_says(name: str) -> None:
    example = POSITIONS[name]
    squares = example.get("squares", {})
    bonus = {cell: points for points in (1, 2) for cell in cells(squares.get(str(points), []))}
    stars = cells(squares.get("stars_left", []))
    board = Board(placed(example["board"]), Layout(bonus=bonus, stars=stars))
    verdict = judge(board, placed(example["place"]))
    if isinstance(verdict, Score):
        assert verdict.points == example["points"]
        assert "reason" not in example
        # What a printed square is shown for happens on it.
        assert verdict.bonus == sum(bonus.values())
        assert set(verdict.stars) == set(stars)
    else:
        assert verdict[0].reason == example["reason"]
        assert "points" not in example


@pytest.mark.parametrize("name", SETS)
def test_a_set_of_cards_is_a_set(name: str) -> None:
    assert is_set(cards(SETS[name]))


def test_cards_that_change_their_set_do_so_by_the_rules() -> None:
    example = EXAMPLES["switching"]
    before, after = ([cards(found) for found in example[when]] for when in ("before", "after"))
    verdict = judge_cards(before, cards(example["hand"]), after)
    assert isinstance(verdict, Verdict)
    assert Counter(verdict.played) == Counter(cards(example["hand"]))
    assert set(cards(example["moved"])) <= set(before[0]) - set(after[0])


def test_every_picture_has_words_and_is_shown() -> None:
    words = (LEARN / "pictures" / "captions.ts").read_text("utf-8")
    rules = "".join(path.read_text("utf-8") for path in sorted((LEARN / "rules").glob("*.ts")))
    for name in (*POSITIONS, *SETS):
        assert f'"{name}": ()' in words or f"  {name}: ()" in words, name
        assert f'"{name}"' in rules, name
