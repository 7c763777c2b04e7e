"""The faults of a position of a placement game, as a list: empty if it can be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from qwirkle.rules.cells import Axis, Cell
from qwirkle.rules.editions.placement import Action, Edition
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.determinization import hidden_specials
from qwirkle.rules.placement.referee import line_faults
from qwirkle.rules.placement.view import View
from qwirkle.rules.refusals.positions import PositionReason, copy_faults, fault, score_faults
from qwirkle.rules.refusals.reasons import Reason, Refusal, refuse

FARTHEST = 1000
"""The greatest distance of a tile from the middle of an open table."""


def position_faults(seen: View) -> tuple[Refusal, ...]:
    """Return everything that is wrong with a position, as a seat or a spectator sees it."""
    return (
        *board_faults(seen.board, seen.edition),
        *_copy_faults(seen),
        *_hand_faults(seen),
        *_bag_faults(seen),
        *score_faults(player.score for player in seen.players),
        *_extra_faults(seen),
    )


def board_faults(board: Board, edition: Edition) -> Iterator[Refusal]:
    """Yield everything that is wrong with the tiles on the table, apart from their number."""
    layout = edition.layout
    if off := [cell for cell in board if not layout.holds(cell)]:
        yield refuse(Reason.OFF_BOARD, off, tiles=[board[cell] for cell in off])
    if far := [cell for cell in board if max(abs(cell.x), abs(cell.y)) > FARTHEST]:
        yield refuse(Reason.OFF_BOARD, far, case="far", most=FARTHEST)
    known: dict[Axis, set[Cell]] = {axis: set() for axis in Axis}
    for cell in sorted(board):
        for axis, cells in known.items():
            if cell not in cells:
                line = board.line(cell, axis)
                cells.update(line)
                yield from line_faults(board, line) if len(line) > 1 else ()
    if apart := _cut_off(board, edition):
        yield fault(
            PositionReason.NOT_CONNECTED, apart, tiles=[board[cell] for cell in sorted(apart)]
        )
    if edition.taking.by == "nothing" and (empty := layout.black - set(board)):
        yield fault(PositionReason.BLACK_SQUARE_EMPTY, empty, count=len(empty))


def _cut_off(board: Board, edition: Edition) -> list[Cell]:
    """Return the tiles of all groups but the largest; none where taking may cut off (S-TAKE-1).

    Where tiles lie on black squares from the start, each of their groups is fine (K-BOARD-1).
    """
    if edition.taking.may_cut_off:
        return []
    groups = sorted(_groups(board), key=len, reverse=True)
    black = edition.layout.black
    if black:
        return [cell for group in groups if group.isdisjoint(black) for cell in group]
    return [cell for group in groups[1:] for cell in group]


def _groups(board: Board) -> Iterator[set[Cell]]:
    left = set(board)
    while left:
        group, reached = set(), [left.pop()]
        while reached:
            cell = reached.pop()
            group.add(cell)
            beside = {near for near in cell.neighbours() if near in left}
            left -= beside
            reached += beside
        yield group


def _copy_faults(seen: View) -> Iterator[Refusal]:
    most = seen.edition.copies_of_each
    for found in copy_faults((*seen.board.values(), *seen.hand), most=most):
        cells = [cell for cell, tile in seen.board.items() if tile == found.params["tiles"]]
        # If the table alone has too many, the fault is there.
        yield replace(found, cells=tuple(sorted(cells)) if len(cells) > most else ())


def _hand_faults(seen: View) -> Iterator[Refusal]:
    edition = seen.edition
    # A hand may stay larger after taking a tile or drawing three.
    extra = (edition.taking.by != "nothing") + 3 * (Action.DRAW_THREE in edition.action_tiles.kinds)
    most = edition.hand + extra
    for seat, player in enumerate(seen.players):
        if player.tiles > most:
            yield fault(PositionReason.HAND_TOO_LARGE, seat=seat + 1, count=player.tiles, most=most)
        if seat != seen.seat and seen.bag and player.tiles < edition.hand:
            yield fault(
                PositionReason.HAND_NOT_FULL, seat=seat + 1, count=player.tiles, least=edition.hand
            )
    if seen.turn is None:
        yield fault(PositionReason.NOBODY_TO_MOVE)
    elif seen.seat == seen.turn and not seen.hand:
        yield fault(PositionReason.HAND_EMPTY)


def _bag_faults(seen: View) -> Iterator[Refusal]:
    """Yield the faults of the bag: every tile is on the table, in a hand or in the bag."""
    others = sum(player.tiles for seat, player in enumerate(seen.players) if seat != seen.seat)
    specials = len(hidden_specials(seen))
    right = max(0, seen.unseen().total() + specials - others)
    if seen.bag != right:
        yield fault(PositionReason.BAG_WRONG, count=seen.bag, right=right)


def _extra_faults(seen: View) -> Iterator[Refusal]:
    edition, stars = seen.edition, set(seen.stars_left)
    if misplaced := [
        cell for cell in stars if cell not in edition.layout.stars or cell in seen.board
    ]:
        yield fault(PositionReason.STAR_MISPLACED, misplaced)
    most = len(edition.layout.stars - stars)
    tokens = sum(player.tokens for player in seen.players)
    if tokens > most:
        yield fault(PositionReason.TOO_MANY_TOKENS, most=most, count=tokens)
    kinds = Counter(edition.action_tiles.kinds)
    for seat, player in enumerate(seen.players):
        if wrong := Counter(player.actions) - kinds:
            yield fault(
                PositionReason.NO_SUCH_ACTION, seat=seat + 1, actions=_names(wrong.elements())
            )
    if seen.used is not None and not _may_use(seen.used, edition):
        yield fault(
            PositionReason.NO_SUCH_ACTION, seat=(seen.turn or 0) + 1, actions=_names([seen.used])
        )
    taken = seen.taken
    if (taken is not None) != (seen.used is Action.TAKE) or (
        taken is not None
        and (taken.cell in seen.board or (seen.seat is not None and taken.tile not in seen.hand))
    ):
        yield fault(PositionReason.TAKEN_WRONG, [] if taken is None else [taken.cell])


def _may_use(action: Action, edition: Edition) -> bool:
    if action is Action.TAKE:
        return edition.taking.by != "nothing"
    return action in edition.action_tiles.kinds


def _names(actions: Iterable[Action]) -> str:
    return " ".join(actions)
