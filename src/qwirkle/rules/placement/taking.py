"""Taking a tile from the table: who may, and which (S-TAKE-1, M-TAKE-1, A19)."""

from __future__ import annotations

from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.placement import Action, Taking
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.scoring import in_qwirkle
from qwirkle.rules.refusals.reasons import Reason, Refusal, refuse


def table_faults(board: Board, taking: Taking, cell: Cell) -> list[Refusal]:
    """Return every reason the table gives against taking the tile on a cell."""
    if cell not in board:
        return [refuse(Reason.NO_TILE, [cell])]
    tiles = [board[cell]]
    if len(board) == 1:
        return [refuse(Reason.LAST_TILE, [cell], tiles=tiles)]
    faults = []
    if in_qwirkle(board, cell):
        faults.append(refuse(Reason.IN_QWIRKLE, [cell], tiles=tiles))
    if not taking.may_cut_off and not board.holds_together_without(cell):
        faults.append(refuse(Reason.DISCONNECTS, [cell], tiles=tiles))
    return faults


def may_use(action: Action, taking: Taking, tokens: int, actions: tuple[Action, ...]) -> bool:
    """Return whether a player with these tokens and action tiles can use this action at all."""
    if action is Action.TAKE and taking.by == "star-token":
        return tokens > 0
    return action in actions


def using_faults(
    action: Action, taking: Taking, tokens: int, actions: tuple[Action, ...], used: Action | None
) -> list[Refusal]:
    """Return every reason the player's own tokens and action tiles give against an action."""
    faults = []
    if used is not None:
        case = "draw3" if used is Action.DRAW_THREE else ""
        faults.append(refuse(Reason.ALREADY_USED, case=case))
    if not may_use(action, taking, tokens, actions):
        by = {"nothing": "", "star-token": "star-token", "action-tile": action.value}[taking.by]
        case = action.value if action is Action.DRAW_THREE else by
        faults.append(refuse(Reason.NO_TOKEN, case=case))
    return faults
