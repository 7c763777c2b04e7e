"""Text and pictures of the placement games, under the names that ``notation.family`` asks for."""

from __future__ import annotations

from qwirkle.errors import NotationError
from qwirkle.notation.pictures.svg import board_svg
from qwirkle.notation.text import position as positions
from qwirkle.notation.text import turns
from qwirkle.notation.text.position import PositionText
from qwirkle.notation.text.terminal import board_ascii
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.edition import Edition, edition
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import Action, Turn
from qwirkle.rules.placement.view import PlayerView, View
from qwirkle.rules.tiles import BOX


def read_turn(text: str, state: State) -> Turn:
    """Return the turn that a text means on this board."""
    return turns.read_turn(text, state.board)


def draw(state: State) -> str:
    """Draw the board as plain text."""
    return board_ascii(state.board)


def svg(state: State, face: str) -> str:
    """Draw the board; the tiles of the last turn are marked."""
    last = state.last
    marked = [] if last is None else [placed.cell for placed in last.placed]
    stars = state.stars_left if state.board.layout.stars else None
    return board_svg(state.board, face=face, highlight=marked, tokens=stars)


def write_position(view: View) -> str:
    """Return the position as one line of text."""
    return positions.write_position(positions.position_of(view))


def shown(view: View) -> int:
    """How many tiles are on the table."""
    return len(view.board)


def read_view(line: str) -> View:
    """Return what the seat to move sees in the position of a line.

    Defaults fill the gaps: two players, no points, full hands, the rest in the bag.
    """
    said = positions.read_position(line)
    rules = edition(said.game, said.options)
    board = Board(said.board, rules.layout)
    _check(said, board, rules)
    given = said.scores or said.tokens or said.actions
    count = len(given) if given else max(rules.fewest_players, (said.turn or 0) + 1)
    seat = said.turn if said.turn is not None else 0
    hand = said.hand or ()
    others = count - 1
    unseen = len(BOX) - len(board) - len(hand)
    if said.bag and rules.action_tiles.handed_out == "when-drawn":
        # While there is something to draw all hands are full, so what is more is special tiles.
        more = said.bag + others * rules.hand - unseen
        unseen += min(max(0, more), len(rules.action_tiles.kinds))
    bag = said.bag if said.bag is not None else max(0, unseen - others * rules.hand)
    if bag > unseen:
        raise NotationError(f"bag: only {unseen} tiles are left for it, not {bag}.")
    # Whatever is not in the bag is in the other hands, as evenly as possible.
    extra = 3 if Action.DRAW_THREE in rules.action_tiles.kinds else 0
    held = min(unseen - bag, others * (rules.hand + extra))
    sizes = [held // others + (which < held % others) for which in range(others)]
    sizes.insert(seat, len(hand))
    players = tuple(
        PlayerView(
            name=f"player {which + 1}",
            score=said.scores[which] if said.scores else 0,
            tiles=sizes[which],
            tokens=said.tokens[which] if said.tokens else 0,
            actions=said.actions[which] if said.actions else (),
        )
        for which in range(count)
    )
    return View(
        edition=rules,
        seat=seat,
        seq=1,
        board=board,
        hand=hand,
        players=players,
        bag=bag,
        turn=said.turn,
        turns_played=0,
        opening_tiles=said.opening,
        stars_left=_stars(said, board),
        used=said.used,
        taken=said.taken,
        idle=0,
        passes=0,
        last=None,
        result=None,
    )


def _check(said: PositionText, board: Board, rules: Edition) -> None:
    if len(board) != len(said.board):
        raise NotationError("board: two tiles are on one cell.")
    if off := [cell for cell in board if not rules.layout.holds(cell)]:
        raise NotationError(f"board: {off[0]} is off the board.")
    if said.scores and not rules.fewest_players <= len(said.scores) <= rules.most_players:
        raise NotationError(
            f"scores: {rules.name} is for {rules.fewest_players} to {rules.most_players} players."
        )


def _stars(said: PositionText, board: Board) -> tuple[Cell, ...]:
    if said.stars is not None:
        return said.stars
    return tuple(sorted(cell for cell in board.layout.stars if cell not in board))
