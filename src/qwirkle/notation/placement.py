"""Text and pictures of the placement games, under the names that ``notation.family`` asks for."""

from __future__ import annotations

from functools import partial

from qwirkle.errors import NotationError
from qwirkle.notation.pictures.svg import board_svg
from qwirkle.notation.text import position as positions
from qwirkle.notation.text import turns
from qwirkle.notation.text.piece_counts import count_pieces
from qwirkle.notation.text.position import PositionText
from qwirkle.notation.text.terminal import board_ascii
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.edition import Edition, edition
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import Turn
from qwirkle.rules.placement.view import PlayerView, View
from qwirkle.rules.sets import largest_set_size
from qwirkle.rules.tiles import in_order


def read_turn(text: str, state: State | View) -> Turn:
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


def read_view(line: str, rules: Edition | None = None) -> View:
    """Return what the seat to move sees in the position of a line, whether it can be or not.

    ``rules`` are those of the game, if it is a house rule.
    """
    return view_of(positions.read_position(line), rules)


def view_of(said: PositionText, rules: Edition | None = None) -> View:
    """Return what the seat to move sees in a position, whether it can be or not.

    Defaults fill the gaps: two players, no points, full hands, the rest in the bag. Without a hand,
    it is what a spectator sees.
    """
    positions.check_seats(said)
    rules = edition(said.game, said.options) if rules is None else rules
    if (rules.id, rules.chosen) != (said.game, said.options):
        raise NotationError(f"game: this is not a position of {rules.name} with its options.")
    board = Board(said.board, rules.layout)
    if len(board) != len(said.board):
        raise NotationError("board: two tiles are on one cell.")
    players = _players(said, rules)
    hand = in_order(said.hand or ())
    opening = said.opening
    if not opening and not board and rules.opening.largest_set:
        opening = largest_set_size(hand)  # Q-START-4
    return View(
        edition=rules,
        seat=None if said.hand is None else _seat(said),
        seq=1,
        board=board,
        hand=hand,
        players=players,
        bag=_pieces(said, rules, len(players))[0],
        turn=said.turn,
        turns_played=0,
        opening_tiles=opening,
        stars_left=_stars(said, board),
        used=said.used,
        taken=said.taken,
        idle=0,
        passes=0,
        last=None,
        result=None,
    )


def _seat(said: PositionText) -> int:
    return 0 if said.turn is None else said.turn


def _players(said: PositionText, rules: Edition) -> tuple[PlayerView, ...]:
    given = said.scores or said.tokens or said.actions or said.hands
    count = len(given) if given else max(rules.fewest_players, _seat(said) + 1)
    if not rules.fewest_players <= count <= rules.most_players:
        raise NotationError(
            f"scores: {rules.name} is for {rules.fewest_players} to {rules.most_players} players."
        )
    sizes = _pieces(said, rules, count)[1]
    return tuple(
        PlayerView(
            name=f"player {which + 1}",
            score=said.scores[which] if said.scores else 0,
            tiles=sizes[which],
            tokens=said.tokens[which] if said.tokens else 0,
            actions=said.actions[which] if said.actions else (),
        )
        for which in range(count)
    )


def _pieces(said: PositionText, rules: Edition, count: int) -> tuple[int, tuple[int, ...]]:
    """Return the number of tiles in the bag and in each hand."""
    own = None if said.hand is None else len(said.hand)
    held = [action for actions in said.actions or () for action in actions]
    seat = _seat(said)
    counted = partial(
        count_pieces, rules, shown=len(said.board), own=own, count=count, seat=seat, actions=held
    )
    if said.hands is None:
        return counted(bag=said.bag)
    if own is not None and said.hands[seat] != own:
        raise NotationError(f"hands: the hand has {own} tiles, not {said.hands[seat]}.")
    if said.bag is not None:
        return said.bag, said.hands
    # Hands that are not full are full enough: the bag has what is left.
    usual, sizes = counted(bag=None)
    return max(0, usual + sum(sizes) - sum(said.hands)), said.hands


def _stars(said: PositionText, board: Board) -> tuple[Cell, ...]:
    if said.stars is not None:
        return said.stars
    return tuple(sorted(cell for cell in board.layout.stars if cell not in board))
