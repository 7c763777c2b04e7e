"""The seats that the core plays beside those played from outside, and which seats they are.

A style is a way to play: at random and greedily as in ``game.py``, by value, or as a level for
people (``oversights.py``). The seats of random and greedy opponents and of levels draw the lots
that the library's bots draw. Nobody here learns from what the others played, and endings are not
searched: the library's value bot and its levels from 4 on, which do so, may play otherwise.

Like ``board.py`` it serves both backends and works with numbers only.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.episodes import afterstates, columns, oversights, ranking
from qwirkle.engine.placement import bits, grid, playout, value

# Placements that a seat weighs which plays by value, and how far behind in points they may be.
BREADTH = 48
SLACK = 7.0
# A style beyond the policies of the playouts: by a skill.
SKILLED = 3
# No style: the seat is played from outside.
OUTSIDE = -1


class Opponents(afterstates.Afterstates):
    """A game of which some seats are played by the core, each in a style."""

    def __init__(self, position: grid.Grid, candidates: ranking.Ranking) -> None:
        """Make a game on this position, with all seats played from outside."""
        super().__init__(position, candidates)
        self.styles = array("i", [bits.GREEDY_POLICY]) * bits.SEATS
        self.foresight = array("d", [0.0]) * bits.SEATS
        self.overlooks = array("d", [0.0]) * bits.SEATS
        self.misjudges = array("d", [0.0]) * bits.SEATS
        self.extras_chance = array("d", [0.0]) * bits.SEATS
        self.style = array("i", [OUTSIDE]) * bits.SEATS
        self.rotates = 0
        self.eyes = oversights.Oversights(1)

    # For Python

    def set_style(self, which: int, policy: int, skill: Sequence[float] = ()) -> None:
        """Set a style: a policy of the playouts, or instead of it a skill.

        The skill is the weight of values beyond points, the chance of overlooking a spot, the most
        points by which it misjudges, and the chance of considering tokens and action tiles.
        """
        if not 0 <= which < bits.SEATS or not 0 <= policy <= bits.VALUE_POLICY:
            raise ValueError("up to four styles: random, greedy, by value, or by a skill")
        self.styles[which] = SKILLED if skill else policy
        if skill:
            (
                self.foresight[which],
                self.overlooks[which],
                self.misjudges[which],
                self.extras_chance[which],
            ) = skill

    def seat_styles(self, styles: Sequence[int | None], *, rotates: bool) -> None:
        """Seat the styles, None for a seat played from outside.

        If they rotate, exactly one seat is played from outside: another one in every game.
        """
        for seat, which in enumerate(styles):
            self.style[seat] = OUTSIDE if which is None else which
        self.rotates = 1 if rotates else 0

    def think_with(self, weights: array[float], eyes: oversights.Oversights) -> None:
        """Weigh with these weights, in this scratch space, which the games of a thread share."""
        largest = self.hand_size + self.stars_n + self.players * self.take_tiles
        if largest + 3 * self.three_tiles >= value.HELD_ROOM:
            raise ValueError("hands of this size cannot be weighed")
        self.valuer.share_weights(weights)
        self.valuer.slack = SLACK
        self.eyes = eyes

    def outside_seats(self) -> list[int]:
        """Return the seats that are played from outside."""
        return [seat for seat in range(self.players) if self.style[seat] == OUTSIDE]

    # Inside

    def _rotate(self, outside: int) -> int:
        """Give this seat to the one outside; the styles follow in their order."""
        which = 0
        for seat in range(self.players):
            self.style[seat] = OUTSIDE
            if seat != outside:
                self.style[seat] = which
                which += 1
        return 0

    def _play_style(self, seat: int) -> int:
        """Play one act of a seat in its style; return 0 when the game is over."""
        which = self.style[seat]
        if which == OUTSIDE:
            return self._play()
        policy = self.styles[which]
        if policy == bits.VALUE_POLICY:
            self._choose_by_value(seat)
            return self._do()
        if policy == SKILLED:
            self._choose_by_skill(seat, which)
            return self._do()
        self.policy[seat] = policy
        return self._play()

    def _choose_by_value(self, seat: int) -> int:
        if self.used == 0 and self._choose_extra(seat):
            return 0
        playout._inform_valuer(self, seat, self.valuer)
        if self._is_restricted():
            self._look_closely()
            self.eyes._judge(self.valuer, 1.0, 0.0, 0)
            return self._place_or_trade(seat, self.eyes.best_code, self.eyes.best_points)
        self.valuer._choose(BREADTH, self.opening_tiles, self.on_centre)
        return self._place_or_trade(seat, self.valuer.best_code, self.valuer.best_points)

    def _choose_by_skill(self, seat: int, which: int) -> int:
        """Choose as ``players/levels/bot.py`` does, with the same lots in the same order."""
        if self.used == 0 and (
            self.tokens[seat] or self.actions[2 * seat] or self.actions[2 * seat + 1]
        ):
            lot = (self.dealer._chance(seat) >> 11) * oversights.LOT
            if lot < self.extras_chance[which] and self._choose_extra(seat):
                return 0
        if self.foresight[which] > 0.0:
            playout._inform_valuer(self, seat, self.valuer)
            self._look_closely()
        else:
            self._look(seat)
        if self.eyes.listed.n == 0:
            return self._place_or_trade(seat, 0, 0)
        # A tile is taken for a spot, which is thereby noticed, and an empty table has no spots.
        if self.taken_cell < 0 and self.position.tiles:
            self.eyes._overlook(self.position, self.overlooks[which], self.dealer.chances[seat])
            self._skip_lots(seat, self.eyes.spots_n)
        self.eyes._judge(
            self.valuer, self.foresight[which], self.misjudges[which], self.dealer.chances[seat]
        )
        self._skip_lots(seat, 2 * self.eyes.listed.n)
        return self._place_or_trade(seat, self.eyes.best_code, self.eyes.best_points)

    def _look(self, seat: int) -> int:
        """List the placements, in the order of the library, without values."""
        self._ban_in_eyes()
        self.eyes.listed._gather(
            self.position, self.held[seat], self.opening_tiles, self.on_centre, 0
        )
        return self.eyes._sort(self.position)

    def _look_closely(self) -> int:
        """List the placements with the most points, in the order of the library, to be valued."""
        self.eyes._look_closely(
            self.position,
            self.valuer,
            self.opening_tiles,
            self.on_centre,
            self.taken_cell if self._is_restricted() else -1,
            self.taken_kind,
        )
        return 0

    def _ban_in_eyes(self) -> int:
        self.eyes.listed.banned_cell = self.taken_cell if self._is_restricted() else -1
        self.eyes.listed.banned_kind = self.taken_kind
        return 0

    def _place_or_trade(self, seat: int, code: int, points: int) -> int:
        if code == 0:
            return self._choose_trade(seat, min(self.size[seat], self.bag_n))
        self.act = columns.PLACE
        self.code = code
        self.points = points
        return 0

    def _skip_lots(self, seat: int, count: int) -> int:
        state = self.dealer.chances[seat]
        for _ in range(count):
            state = (state + bits.GOLDEN) & bits.WORD
        self.dealer.chances[seat] = state
        return 0
