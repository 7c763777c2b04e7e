"""Guesses of the tiles that a seat kept: the hands with which it would have made its last turn.

Like ``board.py`` it serves both backends and works with numbers only. A seat that plays well would
have chosen another placement with most of the hands it might have had. So what it kept is guessed
at random from all tiles that another seat cannot see, and a guess weighs the less, the more the
placement loses by value with it. The position must be as it was before the turn.

A guess that makes the turn a bad one still counts a little: nobody plays as expected all the time.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.placement import bits, grid, value

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython

MOST = 1024
# A loss in points that makes a guess about a third as likely, and the likelihood that always stays.
PATIENCE = 0.6
FLOOR = 0.03


class Guesses:
    """Equally likely guesses of the tiles that a seat kept."""

    def __init__(self, valuer: value.Valuer) -> None:
        """Guess by what this valuer thinks of placements; nothing is known at first."""
        self.valuer = valuer
        self.position: grid.Grid = self.valuer.position
        self.pool = array("i", [0]) * bits.PILE_ROOM
        self.pool_n = 0
        self.tiles = array("i", [0]) * (MOST * bits.HAND)
        self.likely = array("d", [0.0]) * MOST
        self.chosen = array("i", [0]) * MOST
        self.placed = array("i", [0]) * bits.KINDS
        self.size = 0
        self.n = 0

    def forget(self) -> None:
        """Know nothing about the tiles any more."""
        self.n = 0

    def find(self, cells: Sequence[int], kinds: Sequence[int]) -> tuple[int, int]:
        """Return the number and the points of a placement, both 0 if there is none like it."""
        wanted = sorted(zip(cells, kinds, strict=True))
        hand = 0
        for kind in kinds:
            hand |= bits.ONE << kind
        start = 0
        while start >= 0:
            start = self.position.list_part(hand, start, 0, False)
            for code, points in self.position.placements():
                if self.position.spell(code) == wanted:
                    return code, points
        return 0, 0

    def guess(
        self,
        code: int,
        points: int,
        pool: Sequence[int],
        *,
        size: int,
        count: int,
        breadth: int,
        greed: float,
        seed: int,
    ) -> None:
        """Guess ``count`` times the ``size`` tiles kept from the pool, after ``set_knowledge``.

        ``breadth`` placements are weighed with each hand; with the chance ``greed`` the seat
        counts points instead.
        """
        placed = 1 + ((code >> 53) & 7) + ((code >> 56) & 7)
        if not 0 < count <= MOST or size < 1 or size + placed > bits.HAND or size > len(pool):
            raise ValueError("a hand is guessed from tiles that are there")
        for which, kind in enumerate(pool):
            self.pool[which] = kind
        self.pool_n = len(pool)
        for kind in range(bits.KINDS):
            self.placed[kind] = 0
        for which in range(placed):
            self.placed[(code >> (6 * which)) & 63] += 1
        self.size = size
        self.n = count
        # Tokens and action tiles are left out, as the turn used none.
        self.valuer.stars = self.valuer.tokens = self.valuer.next_tokens = 0
        self.valuer.takes = self.valuer.threes = 0
        self.position.rng = seed & bits.WORD
        self._guess_released(code, points, breadth, greed)

    def guesses(self) -> list[list[int]]:
        """Return the guesses, the likely ones several times."""
        return [
            [self.tiles[self.chosen[which] * bits.HAND + tile] for tile in range(self.size)]
            for which in range(self.n)
        ]

    def _guess_released(self, code: int, points: int, breadth: int, greed: float) -> int:
        """Guess while other threads of the interpreter run."""
        with cython.nogil:
            return self._guess(code, points, breadth, greed)

    def _guess(self, code: int, points: int, breadth: int, greed: float) -> int:
        for which in range(self.n):
            for tile in range(self.size):
                other = tile + self.position._below(self.pool_n - tile)
                kind = self.pool[other]
                self.pool[other] = self.pool[tile]
                self.pool[tile] = kind
                self.tiles[which * bits.HAND + tile] = kind
            self.likely[which] = self._likelihood(which, code, points, breadth, greed)
        return self._choose()

    def _choose(self) -> int:
        """Choose as many of each guess as its part of the whole, at even distances."""
        total = 0.0
        for which in range(self.n):
            total += self.likely[which]
        step = total / self.n
        reached = 0.5 * step
        passed = self.likely[0]
        at = 0
        for which in range(self.n):
            while passed < reached and at < self.n - 1:
                at += 1
                passed += self.likely[at]
            self.chosen[which] = at
            reached += step
        return self.n

    def _likelihood(self, which: int, code: int, points: int, breadth: int, greed: float) -> float:
        """Return how likely the placement is with a guess, as a part of the most it could be."""
        for kind in range(bits.KINDS):
            self.valuer.own[kind] = self.placed[kind]
        for tile in range(self.size):
            self.valuer.own[self.tiles[which * bits.HAND + tile]] += 1
        self.valuer._prepare()
        self.valuer._choose(breadth, 0, 0)
        most = self.valuer.points[0]
        best = self.valuer.best_value
        lost = max(best - self.valuer._worth(code, points), 0.0)
        part = greed * _decay(most - points) + (1.0 - greed) * _decay(lost)
        return FLOOR + (1.0 - FLOOR) * part


def _decay(lost: float) -> float:
    """Return about the exponential of minus the loss over the patience."""
    part = 1.0 / (1.0 + lost / (4.0 * PATIENCE))
    part *= part
    return part * part
