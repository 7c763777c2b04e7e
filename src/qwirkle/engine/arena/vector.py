"""Many games stepped together, without the interpreter's lock.

Games hang in a tree, because compiled code can follow the attributes of an object without the lock,
but not look into a list. Each thread steps a tree of its own. Like ``board.py`` this serves both
backends.
"""

from __future__ import annotations

from typing import Any

from qwirkle.engine.arena import episode
from qwirkle.engine.core import hands

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython


class Results:
    """The flat arrays into which steps write what happened; the caller's."""

    def __init__(  # noqa: PLR0917 - one for each array
        self,
        actions: Any,
        rewards: Any,
        ended: Any,
        seats: Any,
        scores: Any,
        turns: Any,
    ) -> None:
        """For each game: its action, four rewards, whether it ended, the seat to move.

        And of the last game that ended its four scores and its number of turns.
        """
        self.actions = actions
        self.rewards = rewards
        self.ended = ended
        self.seats = seats
        self.scores = scores
        self.turns = turns


class Branch:
    """One game, or two branches of the tree."""

    def __init__(
        self,
        results: Results,
        game: episode.Episode,
        left: Branch | None = None,
        right: Branch | None = None,
    ) -> None:
        """A leaf with its game, or a node with two branches, whose own game is not played."""
        self.results = results
        self.game = game
        self.leaf = 1 if left is None or right is None else 0
        # Attributes of compiled code are never None, so a leaf has itself for branches.
        self.left = self if left is None else left
        self.right = self if right is None else right

    def step(self) -> int:
        """Step all games; the answer is how many actions were not allowed."""
        return self._released()

    def _released(self) -> int:
        with cython.nogil:
            return self._step()

    def _step(self) -> int:
        if self.leaf == 0:
            return self.left._step() + self.right._step()
        return self._step_game()

    def _step_game(self) -> int:
        """Do the action of a game; a game that ends is followed by the next one at once."""
        number = self.game.number
        if self.game._step(self.results.actions[number]):
            return 1
        at = hands.SEATS * number
        for seat in range(self.game.players):
            self.results.rewards[at + seat] = self.game.rewards[seat]
        self.results.ended[number] = 1 if self.game.ending else 0
        if self.game.ending:
            for seat in range(self.game.players):
                self.results.scores[at + seat] = self.game.score[seat]
            self.results.turns[number] = self.game.turns
            self.game._restart()
        self.results.seats[number] = self.game.seat
        return 0
