"""Score keeping for a game that is photographed after every turn."""

from __future__ import annotations

from collections.abc import Sequence

from qwirkle.analysis.photos.following import SeenTurns, turns_between
from qwirkle.analysis.photos.reading import Reading
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement.board import Board


class ScoreKeeper:
    """A score keeper that follows one game from picture to picture.

    Players take turns in the order of their names, the first one after the first picture. A picture
    that shows nothing new counts as a trade. Points that cannot be attributed to a player are kept
    separately. Without names there is one common score.
    """

    def __init__(self, players: Sequence[str] = ()) -> None:
        self.players = tuple(players)
        self.scores = [0] * max(1, len(self.players))
        """The points of each player; without names, those of all."""
        self.turns = [0] * len(self.scores)
        """The turns of each that the scores are made of."""
        self.open_points = 0
        """The points of turns that were distinguished, but not assigned to a player."""
        self.unknown = 0
        """How often turns could not be distinguished."""
        self._known: Board | None = None
        self._next = 0

    @property
    def board(self) -> Board | None:
        """The known position; None before the first picture."""
        return self._known

    def see(self, reading: Reading) -> SeenTurns | None:
        """Return the turns since the last readable picture, and add their points.

        Returns None for the first picture, for one without a position, and for one of another
        table; such pictures change nothing.
        """
        if not reading.tiles:
            return None
        if self._known is None:
            self._known = Board(reading.board, reading.layout or edition(reading.game).layout)
            return None
        seen = turns_between(self._known, reading)
        if seen is not None:
            self._count(seen)
            self._known = seen.board
        return seen

    def _count(self, seen: SeenTurns) -> None:
        """Add the points of turns to the scores, and advance to the next player."""
        points = [turn.score.points for turn in seen.turns if turn.score is not None]
        if seen.ways != 1:
            self.unknown += 1
        elif seen.ordered or len(set(points)) == 1 or len(self.scores) == 1:
            for number, own in enumerate(points):
                seat = (self._next + number) % len(self.scores)
                self.scores[seat] += own
                self.turns[seat] += 1
        else:
            self.open_points += sum(points)
        # A turn without tiles, or an unknown one, also belonged to a player.
        self._next += max(1, len(points))
