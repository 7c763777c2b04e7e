"""Playing at a level: the best of what was noticed, as far as it was judged rightly.

A spot of the table is noticed or not once in a turn, whatever could be placed there, so a long
placement is as easily overlooked as a short one. A level never trades while it could place. It
misjudges within bounds, so what it plays is never much worse than the best that it has seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from qwirkle.engine.advisor import Advisor, WeighedMove
from qwirkle.engine.cards.solver import LINES, lay, plays
from qwirkle.engine.legal import in_order, placements
from qwirkle.players.actions import greedy_extra, trade_or_pass
from qwirkle.players.base import Bot
from qwirkle.players.cards import opening_turn, thinking_turn, turn_for
from qwirkle.players.levels import Skill
from qwirkle.players.rng import Chance
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.cards.turns import Turn as CardsTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.turns import Action, Place, Turn
from qwirkle.rules.placement.view import View

# Placements looked at, those with most points: nobody plays the five hundredth best.
MOST = 512
T = TypeVar("T")


class LevelBot(Bot):
    """Plays as well as its skill allows."""

    def __init__(self, chance: Chance, skill: Skill) -> None:
        self._chance = chance
        self._skill = skill
        self._advisor: Advisor | None = None

    def play_cards(self, view: CardsView) -> CardsTurn:
        """The Qwirkles of the lines that it noticed, with any cards that make them.

        As often as its foresight says, and when nothing distracts it, it thinks instead.
        """
        if view.opening_cards:
            return opening_turn(view)
        chance, skill = self._chance, self._skill
        if chance.part() < skill.foresight * (1 - skill.overlooks):
            return thinking_turn(view)
        made = [0] * LINES
        choices = plays(view.table, view.hand)
        for line in notice(range(LINES), skill.overlooks, chance) if choices else ():
            made[line] += 1
            if more := plays(view.table, view.hand, made):
                choices = more
            else:
                made[line] -= 1
        laying = lay(view.table, chance.choice(choices), made) if choices else None
        return turn_for(laying, view)

    def play_tiles(self, view: View) -> Turn:
        """The best placement that it noticed, as it judges it."""
        if _holds_extras(view) and self._chance.part() < self._skill.extras:
            extra = greedy_extra(view)
            if extra is not None:
                return extra
        weighed = self._weigh(view) if self._skill.foresight else []
        seen = self._notice_spots(view, weighed or _by_points(view))
        if not seen:
            return trade_or_pass(view, self._chance)
        return Place(max(seen, key=self._judge).move.tiles)

    def watch_tiles(self, view: View) -> None:
        """See what the rival's last turn showed, if this level thinks of that at all."""
        if self._skill.foresight:
            self._see(view)

    def rest(self) -> None:
        """Release the position until the next turn."""
        if self._advisor is not None:
            self._advisor.rest()

    def close(self) -> None:
        """Release the advisor's position."""
        if self._advisor is not None:
            self._advisor.close()
            self._advisor = None

    def _weigh(self, view: View) -> list[WeighedMove]:
        advisor = self._see(view)
        if _holds_extras(view):
            # It has decided not to use them in this turn.
            advisor.see(replace(view, used=Action.TAKE))
        return advisor.weigh(MOST, view.demands())

    def _see(self, view: View) -> Advisor:
        if self._advisor is None:
            self._advisor = Advisor(weights_for(view.edition, len(view.players)))
        self._advisor.see(view)
        return self._advisor

    def _notice_spots(self, view: View, weighed: list[WeighedMove]) -> list[WeighedMove]:
        # A tile is taken for a spot, which is then seen, and an empty table has no spots.
        if view.taken is not None or not view.board:
            return weighed
        beside = _cells_beside(view.board)
        spots = [_spot(beside, move) for move in weighed]
        found = set(notice(sorted(set(spots)), self._skill.overlooks, self._chance))
        return [move for move, spot in zip(weighed, spots, strict=True) if spot in found]

    def _judge(self, weighed: WeighedMove) -> float:
        points, skill = weighed.move.points, self._skill
        error = skill.misjudges * (self._chance.part() + self._chance.part() - 1)
        return points + skill.foresight * (weighed.value - points) + error


def notice(things: Sequence[T], overlooks: float, chance: Chance) -> list[T]:
    """The things that are not overlooked, by lot, and always at least one of them."""
    lots = [chance.part() for _ in things]
    least = min(overlooks, max(lots, default=0.0))
    return [thing for thing, lot in zip(things, lots, strict=True) if lot >= least]


def _holds_extras(view: View) -> bool:
    """Return whether the seat has something to use first, and has used nothing yet."""
    player = view.players[view.seat or 0]
    return view.used is None and bool(player.tokens or player.actions)


def _cells_beside(board: Board) -> set[tuple[int, int]]:
    """The cells beside a tile of the table."""
    return {
        (x + right, y + down)
        for x, y in board
        for right, down in ((0, 1), (1, 0), (0, -1), (-1, 0))
    }


def _spot(beside: set[tuple[int, int]], weighed: WeighedMove) -> Cell:
    """Return where a placement is seen: its first cell beside a tile of the table."""
    tiles = weighed.move.tiles
    for x, y, _ in tiles:
        if (x, y) in beside:
            return Cell(x, y)
    return tiles[0].cell


def _by_points(view: View) -> list[WeighedMove]:
    """Every placement, valued by its points."""
    moves = placements(view.board, view.hand, view.demands())
    return [WeighedMove(move, move.points) for move in in_order(moves)]
