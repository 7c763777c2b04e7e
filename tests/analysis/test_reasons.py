"""Reasons: every one of them is true of the position."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from analysis.reviewed_games import played, recorded
from qwirkle.analysis.reasons import SENTENCES, after_placing, completion_chance, reasons_for
from qwirkle.analysis.report import Reason
from qwirkle.engine.legal import best_points, placements
from qwirkle.rules.cells import Axis
from qwirkle.rules.family import view
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import Tile


def _views(game: str) -> list[View]:
    steps = recorded(game) if game != "classic" else played("classic", ("greedy", "value"), "why")
    seen = [view(step.before, step.seat) for step in steps[2::9]]
    return [view for view in seen if isinstance(view, View) and view.used is None and view.board]


@pytest.mark.parametrize("game", ["classic", "select", "connect"])
def test_every_reason_is_true(game: str) -> None:
    told: Counter[str] = Counter()
    for seen in _views(game):
        moves = sorted(placements(seen.board, seen.hand), key=lambda move: -move.points)
        for better, than in combinations(moves[:3] + moves[-2:], 2):
            for reason in reasons_for(seen, Place(better.tiles), Place(than.tiles)):
                told[reason.code] += 1
                _check(seen, Place(better.tiles), Place(than.tiles), reason)
    assert len(told) >= 5


def _check(seen: View, better: Place, than: Place, reason: Reason) -> None:
    assert reason.text
    assert "{" not in reason.text
    mine, other = after_placing(seen, better.tiles), after_placing(seen, than.tiles)
    params = reason.params
    match reason.code:
        case "more-points":
            assert params["more"] == _points(mine.points - other.points)
        case "completes-qwirkle":
            assert _longest(mine.board, better) == 6 > _longest(other.board, than)
        case "goes-out":
            assert not seen.bag
            assert len(better.tiles) == len(seen.hand) > len(than.tiles)
        case "empties-bag":
            assert seen.bag <= len(better.tiles)
            assert seen.bag > len(than.tiles)
        case "leaves-five":
            chance = completion_chance(seen, other.board)
            assert int(params["deals"]) / int(params["of"]) == pytest.approx(chance, abs=0.051)
            assert completion_chance(seen, mine.board) < chance
        case "keeps-qwirkle":
            for code in str(params["tiles"]).split():
                assert Tile(code) in mine.kept
                assert best_points(mine.board, [Tile(code)]) >= 12
        case "keeps-two":
            pair = [Tile(code) for code in str(params["tiles"]).split()]
            assert not Counter(pair) - Counter(mine.kept)
            assert best_points(mine.board, pair) >= 12
        case "plays-duplicate":
            tile = Tile(str(params["tiles"]))
            assert seen.hand.count(tile) > 1
            assert tile in [placed.tile for placed in better.tiles]
        case "draws-more":
            assert mine.drawn == params["count"]
            assert mine.drawn - other.drawn == params["more"]
        case "smaller-answer":
            held = list(seen.unseen().elements())
            assert best_points(mine.board, held) == params["points"]
            assert best_points(other.board, held) == params["other"]
        case "wins-token":
            stars = set(seen.stars_left)
            assert stars & {placed.cell for placed in better.tiles}
        case "keeps-set" | "gives-less" | "keeps-more":
            pass
        case _:
            pytest.fail(f"not a reason for a placement: {reason.code}")


def _points(more: int) -> str:
    return f"{more} point" if more == 1 else f"{more} points"


def _longest(board: object, turn: Place) -> int:
    return max(
        len(board.line(placed.cell, axis))  # type: ignore[attr-defined]
        for placed in turn.tiles
        for axis in Axis
    )


def test_a_turn_is_not_better_than_itself() -> None:
    seen = _views("classic")[0]
    turn = Place(next(iter(placements(seen.board, seen.hand))).tiles)
    assert reasons_for(seen, turn, turn) == ()


def test_codes_are_words_with_hyphens() -> None:
    for code in SENTENCES:
        assert code.replace("-", "").replace("/", "").isalpha()
        assert code == code.lower()
