"""Positions that people enter: what is wrong with them, and the best turns in them.

Nothing is stored. The best turns are found on a thread of its own, one position after the other,
and anyone who would have to wait for long is asked to try again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from qwirkle.analysis.judge.position import BestTurns, best_turns
from qwirkle.errors import QwirkleError, Refused
from qwirkle.notation.family import write_position
from qwirkle.notation.text.position import PositionText
from qwirkle.notation.text.position import write_position as write_tiles
from qwirkle.protocol.shapes import AnyGame, write_view
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.family import GAMES, Registry, edition
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.turns import Action
from qwirkle.rules.positions import PositionReason, fault
from qwirkle.rules.reasons import Refusal
from qwirkle.rules.tiles import Tile
from qwirkle.tables.core.positions import playable_position, read_position
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.live.tasks import thread_pool

MAX_WAITING = 8
"""Positions that may wait for the thread."""

Sets = tuple[tuple[Tile, ...], ...]


class PositionParts(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A position as a page has it; what is left out follows from the rest."""

    game: str
    options: dict[str, OptionValue] = {}
    board: tuple[Placed, ...] = ()
    table: Sets = ()
    """The sets of the card game."""
    hand: tuple[Tile, ...] | None = None
    turn: int | None = None
    """The seat whose turn it is, and whose hand it is."""
    scores: tuple[int, ...] | None = None
    """The points of a placement game; it has as many players."""
    qwirkles: tuple[Sets, ...] | None = None
    """The Qwirkles of a card game, seat by seat."""
    hands: tuple[int, ...] | None = None
    """The number of tiles in each hand."""
    tokens: tuple[int, ...] | None = None
    actions: tuple[tuple[Action, ...], ...] | None = None
    stars: tuple[Cell, ...] | None = None
    """Star squares that still have their token."""


class CheckedPosition(msgspec.Struct, frozen=True):
    """The verdict of the rules on a position."""

    position: str | None
    """Its text in the canonical form; None if it cannot be read."""
    problems: tuple[Refusal, ...]
    """Everything that is wrong with it; nothing if it can be played."""
    game: AnyGame | None
    """The position as the seat to move sees it."""
    actions: tuple[Action, ...] = ()
    """The action tiles that a player can have in this game."""


def check_position(entered: str | PositionParts) -> CheckedPosition:
    """Judge a position, given as text or as parts."""
    try:
        text = entered if isinstance(entered, str) else text_of(entered)
        found = read_position(text)
        if found.view is None:
            return CheckedPosition(None, found.faults, None)
        seen = found.view
        actions = _ACTIONS.of(seen)(seen)
        return CheckedPosition(write_position(seen), found.faults, write_view(seen), actions)
    except Refused as error:
        return CheckedPosition(None, error.refusals, None)
    except (QwirkleError, ValueError) as error:
        wrong = fault(PositionReason.BAD_POSITION, problem=str(error)[:300])
        return CheckedPosition(None, (wrong,), None)


def text_of(parts: PositionParts) -> str:
    """Return the parts of a position as its text."""
    # An unknown game is refused by the reader, in its own words.
    rules = edition(parts.game) if parts.game in GAMES else edition(GAMES[0])
    return _WRITERS.of(rules)(parts)


def _write_tiles(parts: PositionParts) -> str:
    cells = [placed.cell for placed in parts.board]
    if len(set(cells)) < len(cells):
        raise refusal(TableReason.BAD_REQUEST, problem="two tiles are on one cell")
    return write_tiles(
        PositionText(
            game=parts.game,
            board=tuple(sorted(parts.board)),
            hand=parts.hand,
            scores=parts.scores,
            turn=parts.turn,
            options=parts.options,
            tokens=parts.tokens,
            actions=parts.actions,
            stars=parts.stars,
            hands=parts.hands,
        )
    )


def _write_cards(parts: PositionParts) -> str:
    taken = parts.qwirkles or ((), ())
    words = [
        parts.game,
        _sets(parts.table),
        "?" if parts.hand is None else "".join(parts.hand) or "-",
        "?",
        ";".join(map(_sets, taken)),
        "-" if parts.turn is None else str(parts.turn + 1),
    ]
    if parts.options:
        text = msgspec.json.encode(parts.options).decode().replace(" ", "\\u0020")
        words.append(f"options={text}")
    if parts.hands is not None:
        words.append(f"hands={'-'.join(map(str, parts.hands))}")
    return " ".join(words)


def _sets(sets: Sets) -> str:
    return "/".join("".join(cards) for cards in sets) or "-"


_ACTIONS = Registry[Callable[[Any], tuple[Action, ...]]](
    placement=lambda seen: seen.edition.action_tiles.kinds, cards=lambda _: ()
)
_WRITERS = Registry[Callable[[PositionParts], str]](placement=_write_tiles, cards=_write_cards)


class PositionQueries:
    """Finds the best turns in positions, away from the event loop."""

    def __init__(self) -> None:
        self._pool = thread_pool(1, "qwirkle-analysis")
        self._waiting = 0

    async def best(self, entered: str | PositionParts, *, deep: bool = False) -> BestTurns:
        """Return the best turns in a position that can be played."""
        text = entered if isinstance(entered, str) else text_of(entered)
        seen = playable_position(text)
        if seen.seat is None:
            raise Refused([fault(PositionReason.HAND_UNKNOWN)])
        if self._waiting >= MAX_WAITING:
            raise refusal(TableReason.BUSY, case="analysis")
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, partial(best_turns, seen, deep=deep))
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End the thread when it is done."""
        self._pool.shutdown(wait=False, cancel_futures=True)
