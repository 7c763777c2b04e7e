"""Playing at a level: the best of what was noticed, as far as it was judged rightly.

A spot of the table is noticed or not once in a turn, whatever could be placed there, so a long
placement is as easily overlooked as a short one. A level never trades while it could place. It
misjudges within bounds, so what it plays is never much worse than the best that it has seen.
"""

from __future__ import annotations

from msgspec.structs import replace

from qwirkle.engine.advisor import Mind, Weighed
from qwirkle.engine.legal import placements
from qwirkle.players.actions import greedy_extra
from qwirkle.players.base import Bot
from qwirkle.players.cards import overlooking_turn
from qwirkle.players.levels import Skill
from qwirkle.players.levels.noticing import noticed
from qwirkle.players.rng import Chance
from qwirkle.players.value import turn_without_placing
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.turns import Action, Place, Turn
from qwirkle.rules.placement.view import View

# Placements looked at, those with most points: nobody plays the five hundredth best.
MOST = 512


class LevelBot(Bot):
    """Plays as well as its skill allows."""

    def __init__(self, chance: Chance, skill: Skill) -> None:
        self._chance = chance
        self._skill = skill
        self._mind: Mind | None = None

    def play_cards(self, view: CardsView) -> CardTurn:
        """A turn with those Qwirkles that it noticed."""
        return overlooking_turn(view, self._chance, self._skill.overlooks, self._skill.foresight)

    def play_tiles(self, view: View) -> Turn:
        """The best placement that it noticed, as it judges it."""
        if _holds_extras(view) and self._chance.part() < self._skill.extras:
            extra = greedy_extra(view)
            if extra is not None:
                return extra
        weighed = self._weighed(view) if self._skill.foresight else []
        seen = self._seen(view, weighed or _by_points(view))
        if not seen:
            return turn_without_placing(view, self._chance)
        return Place(max(seen, key=self._judged).move.tiles)

    def watch_tiles(self, view: View) -> None:
        """See what the rival's last turn showed, if this level thinks of that at all."""
        if self._skill.foresight:
            self._see(view)

    def rest(self) -> None:
        """Let another bot use the position until the next turn."""
        if self._mind is not None:
            self._mind.rest()

    def close(self) -> None:
        """Let another bot use what the mind was made of."""
        if self._mind is not None:
            self._mind.close()
            self._mind = None

    def _weighed(self, view: View) -> list[Weighed]:
        mind = self._see(view)
        if _holds_extras(view):
            # It has decided not to use them in this turn.
            mind.see(replace(view, used=Action.TAKE))
        return mind.weigh(MOST, view.demands())

    def _see(self, view: View) -> Mind:
        if self._mind is None:
            self._mind = Mind(weights_for(view.edition, len(view.players)))
        self._mind.see(view)
        return self._mind

    def _seen(self, view: View, weighed: list[Weighed]) -> list[Weighed]:
        # Whoever took a tile did it for a spot, and an empty table has no spots.
        if view.taken is not None or not view.board:
            return weighed
        spots = [_spot(view.board, one) for one in weighed]
        found = set(noticed(sorted(set(spots)), self._skill.overlooks, self._chance))
        return [one for one, spot in zip(weighed, spots, strict=True) if spot in found]

    def _judged(self, one: Weighed) -> float:
        points, skill = one.move.points, self._skill
        error = skill.misjudges * (self._chance.part() + self._chance.part() - 1)
        return points + skill.foresight * (one.value - points) + error


def _holds_extras(view: View) -> bool:
    """Whether there is something to be used first, and nothing has been."""
    sitter = view.players[view.seat or 0]
    return view.used is None and bool(sitter.tokens or sitter.actions)


def _spot(board: Board, one: Weighed) -> Cell:
    """Where a placement is seen: its first cell beside a tile of the table."""
    cells = [placed.cell for placed in one.move.tiles]
    beside = (
        cell
        for cell in cells
        if any(Cell(cell.x + x, cell.y + y) in board for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0)))
    )
    return next(beside, cells[0])


def _by_points(view: View) -> list[Weighed]:
    """Every placement with its points for its value."""
    moves = placements(view.board, view.hand, view.demands())
    return sorted(Weighed(move, move.points) for move in moves)
