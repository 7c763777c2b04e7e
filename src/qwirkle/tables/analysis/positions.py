"""Positions that people enter: their faults, and the best turns in them.

Nothing is stored. Workers judge the positions and find the best turns; a request that would have to
wait for long is refused with the advice to try again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated

import msgspec

from qwirkle.analysis.judge.position import BestTurns, Laboratory, best_turns, rank_turns
from qwirkle.errors import NotationError, QwirkleError, Refused
from qwirkle.notation.family import write_position
from qwirkle.notation.text.cards_position import CardsPosition
from qwirkle.notation.text.cards_position import view_of as view_of_cards
from qwirkle.notation.text.position import PositionText
from qwirkle.notation.text.position import view_of as view_of_tiles
from qwirkle.protocol.shapes import AnyGame, write_view
from qwirkle.protocol.shapes.turns import AskedTurn, turn_of
from qwirkle.protocol.shapes.values import BadRequest
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.editions.placement import Action, Edition
from qwirkle.rules.family import AnyView, edition
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.view import View
from qwirkle.rules.refusals.positions import PositionReason, fault
from qwirkle.rules.refusals.reasons import Refusal
from qwirkle.rules.tiles import Tile
from qwirkle.tables.core.positions import Entered, judge_position, playable, read_position
from qwirkle.tables.live.workers import Job, Workers

SECONDS, DEEP_SECONDS = 20.0, 60.0
"""The time limits for the best turns in a position; they take a second, or ten."""
RANKING = 0.1
"""The expected seconds of a ranking without effort; each step of effort doubles them."""
A_SECOND = 1.0
"""Rankings that are expected to take longer keep only each other waiting."""
PATIENCE = 20.0
"""Seconds that a position waits for a worker before it is refused."""
MAX_TILES = 500
"""The maximum number of tiles in a position that is judged at all; a box has 108."""
TOO_LARGE = 10**18
"""The bound of cells and numbers in a position's text."""

Number = Annotated[int, msgspec.Meta(ge=0, lt=TOO_LARGE)]
Tiles = Annotated[tuple[Tile, ...], msgspec.Meta(max_length=MAX_TILES)]
Sets = Annotated[tuple[Tiles, ...], msgspec.Meta(max_length=MAX_TILES)]


class PositionParts(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A position as a page holds it; parts that are left out follow from the rest."""

    game: str
    options: dict[str, OptionValue] = {}
    board: Annotated[tuple[Placed, ...], msgspec.Meta(max_length=MAX_TILES)] = ()
    table: Sets = ()
    """The sets of the card game."""
    hand: Tiles | None = None
    turn: int | None = None
    """The seat whose turn it is, and whose hand is given."""
    scores: tuple[Number, ...] | None = None
    """The points of a placement game, one number per player."""
    qwirkles: tuple[Sets, ...] | None = None
    """The Qwirkles of a card game, seat by seat."""
    hands: tuple[Number, ...] | None = None
    """The number of tiles in each hand."""
    tokens: tuple[Number, ...] | None = None
    actions: tuple[tuple[Action, ...], ...] | None = None
    stars: tuple[Cell, ...] | None = None
    """Star squares that still have their token."""


class CheckedPosition(msgspec.Struct, frozen=True):
    """The verdict of the rules on a position."""

    position: str | None
    """The text in canonical form; None if the position cannot be read."""
    problems: tuple[Refusal, ...]
    """All faults of the position; empty if it can be played."""
    game: AnyGame | None
    """The position as the seat to move sees it."""
    actions: tuple[Action, ...] = ()
    """The action tiles that a player can have in this game."""


def check_position(entered: str | PositionParts) -> CheckedPosition:
    """Judge a position, given as text or as parts."""
    try:
        found = enter_position(entered)
        if found.view is None:
            return CheckedPosition(None, found.faults, None)
        seen = found.view
        actions = seen.edition.action_tiles.kinds if isinstance(seen, View) else ()
        return CheckedPosition(write_position(seen), found.faults, write_view(seen), actions)
    except Refused as error:
        return CheckedPosition(None, error.refusals, None)
    except (QwirkleError, ValueError) as error:
        wrong = fault(PositionReason.BAD_POSITION, problem=str(error)[:300])
        return CheckedPosition(None, (wrong,), None)


def enter_position(entered: str | PositionParts) -> Entered:
    """Read a position, given as text or as parts, and find all its faults."""
    if isinstance(entered, str):
        return read_position(entered)
    return judge_position(lambda: _view_of(entered))


def _view_of(parts: PositionParts) -> AnyView:
    rules = edition(parts.game)
    return _view_of_tiles(parts) if isinstance(rules, Edition) else _view_of_cards(parts)


def _view_of_tiles(parts: PositionParts) -> View:
    for x, y in (*(placed.cell for placed in parts.board), *(parts.stars or ())):
        if max(abs(x), abs(y)) >= TOO_LARGE:
            raise NotationError(f"board: “{x},{y}” is not a cell, such as 3,-4.")
    return view_of_tiles(
        PositionText(
            game=parts.game,
            board=tuple(sorted(parts.board)),
            hand=parts.hand,
            scores=parts.scores or None,
            turn=parts.turn,
            options=parts.options,
            tokens=parts.tokens or None,
            actions=parts.actions or None,
            stars=parts.stars,
            hands=parts.hands or None,
        )
    )


def _view_of_cards(parts: PositionParts) -> CardsView:
    return view_of_cards(
        CardsPosition(
            game=parts.game,
            # A set that was begun on the page but has no card yet is not on the table.
            table=tuple(cards for cards in parts.table if cards),
            hand=parts.hand,
            qwirkles=parts.qwirkles or ((), ()),
            turn=parts.turn,
            options=parts.options,
            hands=parts.hands or None,
        )
    )


def find_best(entered: str | PositionParts, *, deep: bool = False) -> BestTurns:
    """Return the best turns in a position that can be played."""
    seen = playable(enter_position(entered))
    if seen.seat is None:
        raise Refused([fault(PositionReason.HAND_UNKNOWN)])
    return best_turns(seen, deep=deep)


def rank_all(
    entered: str | PositionParts, effort: int, turns: Sequence[AskedTurn], held: Sequence[Tile]
) -> Laboratory:
    """Rank all turns of a position that can be played, and these."""
    seen = playable(enter_position(entered))
    if seen.seat is None:
        raise Refused([fault(PositionReason.HAND_UNKNOWN)])
    asked = []
    for one in turns:
        turn = turn_of(one, seen)
        if getattr(turn, "take", None) is not None:
            raise BadRequest("judge taking a tile alone, and then the turn after it")
        asked.append(turn)
    return rank_turns(seen, effort=effort, asked=asked, held=held)


class PositionQueries:
    """The queries about positions, answered by workers."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers

    async def check(self, entered: str | PositionParts) -> CheckedPosition:
        """Judge a position, given as text or as parts."""
        return await self._workers.run(Job(call=partial(check_position, entered), case="analysis"))

    async def best(self, entered: str | PositionParts, *, deep: bool = False) -> BestTurns:
        """Return the best turns in a position that can be played."""
        return await self._workers.run(
            Job(
                call=partial(find_best, entered, deep=deep),
                kind="long" if deep else "slow",
                seconds=DEEP_SECONDS if deep else SECONDS,
                expected=5.0 if deep else 0.5,
                patience=PATIENCE,
                case="analysis",
            )
        )

    async def rank(
        self,
        entered: str | PositionParts,
        *,
        effort: int,
        turns: Sequence[AskedTurn],
        held: Sequence[Tile],
    ) -> Laboratory:
        """Rank all turns of a position that can be played."""
        expected = RANKING * 2**effort
        return await self._workers.run(
            Job(
                call=partial(rank_all, entered, effort, tuple(turns), tuple(held)),
                kind="long" if expected > A_SECOND else "slow",
                seconds=DEEP_SECONDS,
                expected=expected,
                patience=PATIENCE,
                case="analysis",
            )
        )
