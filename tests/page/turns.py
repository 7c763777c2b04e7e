"""What to play: a good turn in any game, found from what the page was sent and nothing else."""

from __future__ import annotations

from typing import Any

from qwirkle.engine.cards.solver import best_turn
from qwirkle.engine.legal import best_placements
from qwirkle.protocol.server.positions import read_position
from qwirkle.protocol.shapes.values import read_sets, read_tiles

Turn = dict[str, Any]


def good_turn(seen: dict[str, Any], take: tuple[int, int] | None = None) -> Turn:
    """A turn of the own seat to move that makes the most points, or plays the most cards.

    ``take`` is a tile on the table that is taken first.
    """
    game = seen["game"]
    hand = next(
        held["hand"] for held in seen["you"]["hands"] if held["seat"] == seen["now"]["turn"]
    )
    return _of_cards(game, hand) if "table" in game else _of_tiles(game, hand, take)


def _of_cards(game: dict[str, Any], hand: list[str]) -> Turn:
    laying = best_turn(read_sets(game["table"], "table"), read_tiles(hand, "hand"))
    if laying is not None:
        return {"after": [list(cards) for cards in laying.after]}
    return {"exchange": True} if game["deck"] else {"pass": True}


def _of_tiles(game: dict[str, Any], hand: list[str], take: tuple[int, int] | None) -> Turn:
    marks = {"1", "2", "star", "centre", "black"}
    squares = {mark: cells for mark, cells in game.get("squares", {}).items() if mark in marks}
    asked = {key: game[key] for key in ("game", "options", "board", "bag")}
    asked |= {"hand": hand, **({"squares": squares} if squares else {})}
    asked |= {"take": list(take)} if take else {}
    position = read_position(asked, need_hand=True)
    assert position.hand is not None
    if moves := best_placements(position.board, position.hand, position.demands()):
        tiles = max(moves, key=lambda move: len(move.tiles)).tiles  # for short games
        placed = [list(tile) for tile in sorted(tiles)]
        return {"place": _side_by_side(placed, sorted(position.board))}
    # All of them: four rounds without a placement would end the game (A3).
    return {"trade": hand[: game["bag"]]} if game["bag"] else {"pass": True}


def _side_by_side(tiles: list[Any], full: list[Any]) -> list[Any]:
    """In an order in which each tile lies beside another, as people lay them."""
    lying = {(cell[0], cell[1]) for cell in full or tiles[:1]}
    left, laid = list(tiles), []
    while left:
        placed = next(placed for placed in left if _touches(placed[0], placed[1], lying))
        left.remove(placed)
        laid.append(placed)
        lying.add((placed[0], placed[1]))
    return laid


def _touches(x: int, y: int, lying: set[tuple[int, int]]) -> bool:
    return bool({(x, y), (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & lying)
