"""A position as other programs send it: read and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from qwirkle.errors import EditionError, IllegalTurn
from qwirkle.protocol.shapes.values import BadRequest, Json, read_cell, read_placed, read_tiles
from qwirkle.rules.cells import Axis, Cell
from qwirkle.rules.editions.layouts import Layout
from qwirkle.rules.editions.placement import Action, Edition
from qwirkle.rules.family import AnyEdition, edition
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.referee import Demands, line_faults
from qwirkle.rules.placement.state import demands_of
from qwirkle.rules.placement.taking import table_faults, using_faults
from qwirkle.rules.placement.view import PlayerView, View
from qwirkle.rules.refusals.reasons import Refusal
from qwirkle.rules.sets import largest_set_size
from qwirkle.rules.tiles import BOX, Tile

MOST_HELD = 30
"""The largest hand the core plays with."""


class RequestedPosition(msgspec.Struct, frozen=True):
    """The position of a request. ``hand`` None means that any tile may be placed."""

    edition: Edition
    board: Board
    hand: tuple[Tile, ...] | None
    bag: int
    scores: tuple[int, ...]
    stars_left: tuple[Cell, ...]
    tokens: int
    actions: tuple[Action, ...]
    taken: Placed | None
    taking: tuple[Refusal, ...]
    """Every reason against the take that comes first."""

    def demands(self) -> Demands:
        """Return the current demands on a placement; an empty table is the opening."""
        opening = self.edition.opening
        tiles = 0
        if opening.largest_set and self.hand is not None and not self.board:
            tiles = largest_set_size(self.hand)
        return demands_of(self.edition, tiles, self.taken)

    def view(self, hands: Sequence[int] | None = None) -> View:
        """Return the position as a bot sees it, from seat 0 of the known players.

        ``hands`` are the numbers of tiles in everybody's hand; by default they are full.
        """
        hand = self.hand or ()
        sizes = [self.edition.hand] * len(self.scores) if hands is None else hands
        used = None if self.taken is None else Action.TAKE
        return View(
            edition=self.edition,
            seat=0,
            seq=0,
            board=self.board,
            hand=hand,
            players=tuple(
                PlayerView(
                    f"player {seat + 1}",
                    score,
                    len(hand) if seat == 0 else sizes[seat],
                    self.tokens if seat == 0 else 0,
                    self.actions if seat == 0 else (),
                )
                for seat, score in enumerate(self.scores)
            ),
            bag=self.bag,
            turn=0,
            turns_played=0,
            opening_tiles=self.demands().opening_tiles,
            stars_left=self.stars_left,
            used=used,
            taken=self.taken,
            idle=0,
            passes=0,
            last=None,
            result=None,
        )


def read_position(request: Mapping[str, Json], *, need_hand: bool) -> RequestedPosition:
    """Return the position of a request, after the take it names."""
    rules = requested_edition(request)
    if not isinstance(rules, Edition):
        raise BadRequest(f"{rules.id} has no board; ask cards.check and cards.best about its table")
    layout = _layout(rules.layout, request.get("squares"))
    board = _board(request.get("board"), layout)
    hand = None
    if need_hand or request.get("hand") is not None:
        hand = _tiles(request, "hand")
    tokens, actions = _tokens(request, rules), _actions(request, rules)
    taken: Placed | None = None
    faults: tuple[Refusal, ...] = ()
    if request.get("take") is not None:
        cell = read_cell(request["take"], "take")
        if rules.taking.by == "nothing":
            raise BadRequest(f"the game {rules.id} has no taking of tiles")
        faults = (
            *using_faults(Action.TAKE, rules.taking, tokens, actions, None),
            *table_faults(board, rules.taking, cell),
        )
        if cell in board:
            taken = Placed(cell.x, cell.y, board[cell])
            board = board.without(cell)
            hand = None if hand is None else (*hand, taken.tile)
    scores = _scores(request.get("scores"), rules)
    return RequestedPosition(
        edition=rules,
        board=board,
        hand=hand,
        bag=_bag(request, board, hand or (), len(scores) - 1, rules),
        scores=scores,
        stars_left=_stars_left(request.get("stars_left"), board),
        tokens=tokens,
        actions=actions,
        taken=taken,
        taking=faults,
    )


def check_lines(board: Board) -> None:
    """Raise BadRequest if a line on the table breaks the rules: no placement follows from that."""
    for cell in board:
        for axis in Axis:
            line = board.line(cell, axis)
            if line[0] == cell and line_faults(board, line):
                raise BadRequest(f"the line from {list(cell)} on the board breaks the rules")


def requested_edition(request: Mapping[str, Json]) -> AnyEdition:
    """Return the game of a request, with the options it names."""
    game, options = request.get("game"), request.get("options") or {}
    if not isinstance(game, str) or not isinstance(options, dict):
        raise BadRequest("game must be the id of a game and options an object")
    try:
        return edition(game, options)
    except EditionError as error:
        raise BadRequest(str(error)) from None


def read_hands(request: Mapping[str, Json], players: int) -> list[int] | None:
    """Return how many tiles or cards everybody holds, if the request contains that."""
    if request.get("players") is None:
        return None
    hands = [read_count(size, "players") for size in read_list(request["players"], "players")]
    if len(hands) != players:
        raise BadRequest("players must be a list with the number of tiles in each hand")
    if max(hands) > MOST_HELD:
        raise BadRequest(f"players must have at most {MOST_HELD} tiles each")
    return hands


def _board(value: Json, layout: Layout) -> Board:
    try:
        placed = read_placed(value, "board")
    except IllegalTurn as error:
        raise BadRequest(f"board: {error}") from None
    board = Board(placed, layout)
    if len(board) != len(placed):
        raise BadRequest("board has two tiles on one cell")
    if off := [list(cell) for cell in board if not layout.holds(cell)]:
        raise BadRequest(f"board has a tile off the board, at {off[0]}")
    return board


def _layout(printed: Layout, squares: Json) -> Layout:
    if squares is None:
        return printed
    if not isinstance(squares, dict) or squares.keys() - {"1", "2", "star", "centre", "black"}:
        raise BadRequest("squares must be an object with 1, 2, star and centre")
    if not printed.bounded:
        raise BadRequest("squares are for games on a board")
    cells = {
        mark: tuple(
            read_cell(cell, f"squares.{mark}") for cell in read_list(value, f"squares.{mark}")
        )
        for mark, value in squares.items()
    }
    for mark, marked in cells.items():
        if off := [list(cell) for cell in marked if not printed.holds(cell)]:
            raise BadRequest(f"squares.{mark} has a cell off the board, {off[0]}")
    return Layout(
        printed.width,
        printed.height,
        name="given",
        bonus={cell: int(mark) for mark in "12" for cell in cells.get(mark, ())},
        stars=cells.get("star", ()),
        centre=cells.get("centre", ()),
    )


def _tiles(request: Mapping[str, Json], key: str) -> tuple[Tile, ...]:
    try:
        return read_tiles(request.get(key), key)
    except IllegalTurn as error:
        raise BadRequest(f"{key}: {error}") from None


def _bag(
    request: Mapping[str, Json], board: Board, hand: tuple[Tile, ...], others: int, rules: Edition
) -> int:
    if request.get("bag") is not None:
        pieces = len(rules.box) + len(rules.action_tiles.kinds)
        if (bag := read_count(request["bag"], "bag")) > pieces:
            raise BadRequest(f"bag must be at most {pieces}, which is all the game has")
        return bag
    if request.get("unseen") is not None:
        unseen = len(_tiles(request, "unseen"))
    else:
        unseen = (Counter(rules.box) - Counter(board.values()) - Counter(hand)).total()
    return max(0, unseen - others * rules.hand)


def _scores(value: Json, rules: Edition) -> tuple[int, ...]:
    if value is None:
        return (0,) * rules.fewest_players
    scores = read_list(value, "scores")
    whole = all(isinstance(score, int) and not isinstance(score, bool) for score in scores)
    if not whole or not rules.fewest_players <= len(scores) <= rules.most_players:
        raise BadRequest("scores must be a list with one whole number per player")
    return tuple(scores)


def _stars_left(value: Json, board: Board) -> tuple[Cell, ...]:
    if value is None:
        return tuple(sorted(cell for cell in board.layout.stars if cell not in board))
    stars = tuple(read_cell(cell, "stars_left") for cell in read_list(value, "stars_left"))
    if wrong := [list(cell) for cell in stars if cell not in board.layout.stars]:
        raise BadRequest(f"stars_left has a cell that is not a star space, {wrong[0]}")
    return stars


def _tokens(request: Mapping[str, Json], rules: Edition) -> int:
    """Return the star tokens in hand; none where the game has no such thing."""
    value = request.get("tokens")
    tokens = 1 if value is None else read_count(value, "tokens")
    if tokens > len(BOX):
        raise BadRequest(f"tokens must be at most {len(BOX)}")
    return tokens if rules.taking.by == "star-token" else 0


def _actions(request: Mapping[str, Json], rules: Edition) -> tuple[Action, ...]:
    """Return the action tiles in hand, of the kinds the game has."""
    value = request.get("actions")
    try:
        named = Action if value is None else map(Action, read_list(value, "actions"))
        return tuple(action for action in named if action in rules.action_tiles.kinds)
    except ValueError:
        raise BadRequest('actions must be a list of "take" and "draw3"') from None


def read_count(value: Json, what: str) -> int:
    """Return a whole number, 0 or more."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BadRequest(f"{what} must be a whole number, 0 or more")
    return value


def read_list(value: Json, what: str) -> list[Json]:
    """Return a list of anything."""
    if not isinstance(value, list):
        raise BadRequest(f"{what} must be a list")
    return value
