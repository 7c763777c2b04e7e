"""Advice for one seat of one game: what a view shows, passed to the core.

An advisor receives views, never a state, and remembers from view to view what the others revealed
by their turns: a kind that alone, or at the end of the line they made, would have scored more is
one they did not hold. A rival who never left points on the table counts as greedy, and endings are
played in the way that is best against such a rival. Given the same views again, it gives the same
answers.
"""

from __future__ import annotations

import threading
from array import array
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from qwirkle.engine.candidates import (
    Candidates,
    NumberedMove,
    known_candidates,
    sort_by_tiles,
    spell,
    without_banned,
)
from qwirkle.engine.placement import outlook, playout, search
from qwirkle.engine.placement.bits import DREW_THREE, HAND, KINDS, STRIDE
from qwirkle.engine.position import Move, Position
from qwirkle.engine.translation import counted_actions, load_standing, settings_of
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import Layout
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.referee import Demands
from qwirkle.rules.placement.state import LastTurn
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import Tile

# Placements weighed closely when nothing is searched.
BREADTH = 48
# Seconds that the search of an ending may take by default.
LONGEST = 60.0
# Layouts of which positions are kept for the next game.
LAYOUTS_KEPT = 8
# Turns of a rival that must have left no points before endings suppose a greedy one. Of 300 rivals
# that play by value 12 % show no sign in a whole game of some 23 turns, so each turn without one
# makes a greedy rival 1.1 times as likely as before. One rival in four is greedy at first; so after
# twelve such turns greed is as likely as not.
TELLING = 12
SIGNLESS = (11, 10)
GREEDY_AT_FIRST = (1, 3)
# More than any pile has.
MOST_PIECES = 1000
# Placements weighed closely with each guess of what a rival kept.
GUESSING_BREADTH = 6
# How much better a tile must have been to count as not held.
TOLERANCE = 1


class Advice(NamedTuple):
    """An extra to use first, or a placement; neither when nothing can be placed."""

    extra: Action | None = None
    take: Cell | None = None
    move: Move | None = None
    value: float = 0.0


class WeighedMove(NamedTuple):
    """A placement, and its value: its points less danger, plus hope."""

    move: Move
    value: float


class Learned(NamedTuple):
    """The knowledge that an advisor has gained from a rival's turns, without any position."""

    exposures: list[int] | None
    turns_known: int
    left_points: bool
    judged: bool
    shown: int
    """The number of turns that could have shown whether the rival is greedy."""


class Advisor:
    """An advisor for one seat of one game, by the views it receives."""

    def __init__(
        self,
        weights: array[float] | None = None,
        ending_nodes: int = 0,
        slack: float = 0.0,
        *,
        breadth: int = BREADTH,
        ending_seconds: float = LONGEST,
        pooled: bool = True,
        telling: int = TELLING,
        widening: bool = True,
        guesses: int = 0,
        guessing_bag: int = MOST_PIECES,
    ) -> None:
        """Weigh by weights as ``value.spread_weights`` returns them, or by points alone.

        ``ending_nodes`` limits the placements searched in endings of two players, and
        ``ending_seconds`` how long a search may take if that limit does not end it. With ``slack``,
        placements too far behind in points are not weighed closely; ``breadth`` limits how many
        are. ``pooled`` lets it borrow a position that others have used, which saves making one.
        Endings assume that a rival plays well, until it has made ``telling`` turns that show
        nothing but greed. ``widening`` searches endings as ``Solver`` does with it. From the last
        turn of its only rival it guesses the tiles that the rival kept, for trials: ``guesses``
        times, with at most ``guessing_bag`` tiles in the bag.
        """
        self._pooled = pooled
        self._weights = weights
        self._slack = slack
        self._breadth = breadth
        self._ending_nodes = ending_nodes
        self._ending_seconds = ending_seconds
        self._position: Position | None = None
        # Whether the core still knows what the rival's turns revealed.
        self._remembers = False
        self._extras = True
        self._turns_known = -1
        self._left_points = False
        self._judged = False
        self._telling = telling
        self._widening = widening
        self._guesses = guesses
        self._guessing_bag = guessing_bag
        self._shown = 0
        self._seat = 0
        self._exposures: list[int] | None = None
        self._search: search.Search | None = None
        self._outlook: outlook.Outlook | None = None
        self.table: playout.Playout

    def see(self, view: View) -> None:
        """Load the game as it is now; the view must be of the seat whose turn it is."""
        if view.seat is None:
            raise ValueError("a spectator has no turn to advise on")
        self._seat = view.seat
        last = view.last
        rival = 1 - view.seat if len(view.players) == 2 else None
        news = last is not None and last.seat == rival and view.turns_played != self._turns_known
        # A turn with a take or with extra tiles is not compared with its alternatives.
        plain = news and view.used is None and last is not None
        plain = plain and last is not None and last.took is None and not last.drew_three
        placed = last.placed if plain and last is not None else ()
        self._follow(view, placed)
        if news and self._guesses:
            self._guess(view, last if plain else None)
        better = 0
        if plain and last is not None and self._position:
            better = self.table.better_kinds(last.points + TOLERANCE)
            self._left_points |= self._could_have_made(last)
            self._shown += 1
        if placed and self._position is not None:
            better |= self.table.extending_kinds(self._position.lay(placed))
        if rival is None:
            self._set_table(view, -1)
            return
        if news and not plain:
            self._remembers = False
        self._set_table(view, rival if self._remembers else -1)
        if plain and last is not None:
            self.table.infer(rival, better, _tiles_kept(view, rival, last))
        self._remembers = True
        self._turns_known = view.turns_played
        self._judge(view, rival)

    def _guess(self, view: View, last: LastTurn | None) -> None:
        """Guess what the rival kept in this turn; the position lacks its placement."""
        guesses = self.search().guesses
        guesses.forget()
        position = self._position
        if (
            not 0 < view.bag <= self._guessing_bag
            or last is None
            or position is None
            or not len(position)
            or not last.placed
        ):
            return
        kept = _tiles_kept(view, last.seat, last)
        if not 0 < kept <= HAND - len(last.placed) or last.stars:
            return
        cells = [position.number(placed.cell) for placed in last.placed]
        kinds = [placed.tile.index for placed in last.placed]
        code, points = guesses.find(cells, kinds)
        if not code:
            return
        drawn = view.players[last.seat].tiles - kept
        self.table.valuer.set_knowledge(
            kinds,
            view.bag + drawn,
            [len(view.hand)],
            hand_size=view.edition.hand,
            going_out=view.edition.end.going_out,
        )
        guesses.guess(
            code,
            points,
            sorted(tile.index for tile in view.unseen().elements()),
            size=kept,
            count=self._guesses,
            breadth=GUESSING_BREADTH,
            greed=self.chance_of_greed(),
            seed=view.turns_played,
        )

    def _could_have_made(self, last: LastTurn) -> bool:
        """Return whether the tiles of a turn would have made more points elsewhere."""
        position = self._position
        if position is None or not last.placed or not len(position):
            return False
        kinds = 0
        for placed in last.placed:
            kinds |= 1 << placed.tile.index
        return self.table.position.quick_best(kinds)[1] > last.points

    def _judge(self, view: View, rival: int) -> None:
        """Decide whether the rival is greedy: endings are played accordingly.

        A greedy rival never leaves points on the table, but a good one often leaves none either, so
        one who has shown little is assumed to be good. Once the bag is empty their tiles are known,
        and so is whether they could have used them.
        """
        if view.bag == 0 and not self._left_points and not self._judged:
            self._judged = True
            held = Counter(tile.index for tile in view.hand)
            known = self.table.exposures(rival)
            copies = view.edition.layout.copies
            exposures = sorted(
                known[kind]
                for kind in range(KINDS)
                for _ in range(copies - self.table.position.lying(kind) - held[kind])
            )
            # They hold more of these tiles than they can have drawn last.
            self._left_points = any(most <= which for which, most in enumerate(exposures))
        greedy = not self._left_points and self._shown >= self._telling
        self.table.greedy_seat = rival if greedy else -1

    def chance_of_greed(self) -> float:
        """Return how likely it is that the rival plays greedily; one never seen plays well."""
        if self._left_points or not self._shown:
            return 0.0
        greedy, good = (
            float(first * part**self._shown)
            for first, part in zip(GREEDY_AT_FIRST, SIGNLESS, strict=True)
        )
        return greedy / (greedy + good)

    def rest(self) -> None:
        """Release the position until the next turn, keeping what was learned."""
        if self._position is not None:
            if self._remembers:
                self._exposures = self.table.exposures(1 - self._seat)
            self.close()

    def learned(self) -> Learned:
        """Return what was learned so far, and release the position."""
        self.rest()
        known = self._exposures if self._remembers else None
        return Learned(known, self._turns_known, self._left_points, self._judged, self._shown)

    def recall(self, learned: Learned) -> None:
        """Continue with what another advisor of the same seat has learned."""
        self._exposures, self._turns_known, self._left_points, self._judged, self._shown = learned
        self._remembers = self._exposures is not None

    def close(self) -> None:
        """Release the position when the game is over."""
        if self._position is not None:
            if self._pooled:
                _free().setdefault(self._position.layout, []).append(self._position)
            self._position = self._search = self._outlook = None

    def _follow(self, view: View, without: tuple[Placed, ...]) -> None:
        """Bring the position to the view's board, without these tiles."""
        position = self._position
        if position is not None and position.follow(view.board, without):
            return
        known = None
        if position is None:
            layout = view.board.layout
            position = _borrow(layout) if self._pooled else Position(Board(layout=layout))
            self._position = position
            known, self._exposures = self._exposures, None
        elif self._remembers:
            known = self.table.exposures(1 - (view.seat or 0))
        position.reset()
        position.follow(view.board, without)
        players = len(view.players)
        self._extras = bool(view.edition.layout.stars or view.edition.action_tiles.kinds)
        self.table = position.seat_players(["value"] * players, settings_of(view.edition))
        self.table.breadth = self._breadth
        self.table.tolerance = TOLERANCE
        self.table.reasoning = 1 if players == 2 else 0
        self.table.ending_nodes = self._ending_nodes
        self.table.ending.seconds = self._ending_seconds
        self.table.valuer.slack = self._slack
        if known is not None:
            self.table.restore_exposures(1 - (view.seat or 0), known)
        if self._weights is not None:
            self.table.valuer.share_weights(self._weights)

    def _set_table(self, view: View, remembered: int) -> None:
        """Set the table as the view shows it, keeping what is known of the remembered seat."""
        seat = view.seat or 0
        specials = _specials(view) if self._extras else (0, 0)
        self.table.load_view(
            seat,
            [tile.index for tile in view.hand],
            [player.tiles for player in view.players],
            max(view.bag, sum(specials)),
            specials,
            remembered=remembered,
        )
        self.table.set_progress(view.idle, view.passes, view.opening_tiles)
        # Trials search the endings in their own way.
        self.table.ending.widening = int(self._widening)
        if len(view.players) > 2:
            # Which rival to overtake depends on how far ahead each of them is.
            self.table.set_scores([player.score for player in view.players])
        position = self._position
        if (
            self._extras
            and position is not None
            and (
                view.stars_left
                or view.used
                or any(specials)
                or any(player.tokens or player.actions for player in view.players)
            )
        ):
            load_standing(self.table, view, position.number)

    def advise(self) -> Advice:
        """Choose a turn by value alone, after ``see``."""
        extra, code, points, value = self.table.advise()
        return self._advice(extra, code, points, value)

    @property
    def solves(self) -> bool:
        """Whether the last view is an ending that is searched to its end."""
        return self._ending_nodes > 0 and self.table.solvable()

    def search(self) -> search.Search:
        """Return the trials from the last view."""
        if self._search is None:
            self._search = search.Search(self.table)
        return self._search

    def add_candidate(self, tiles: Sequence[Placed]) -> int:
        """Add a placement to the candidates of the trials.

        Return its number among them, or -1 if the seat has no such placement.
        """
        position = self._position
        if position is None:
            raise ValueError("an advisor must see a view first")
        anywhere = position.layout.width is None and not len(position)
        cells = [
            placed.y * STRIDE + placed.x if anywhere else position.number(placed.cell)
            for placed in tiles
        ]
        kinds = [placed.tile.index for placed in tiles]
        return self.search().add_candidate(cells, kinds, anywhere=anywhere)

    def number(self, cell: Cell) -> int:
        """Return the core's number of a cell."""
        if self._position is None:
            raise ValueError("an advisor must see a view first")
        return self._position.number(cell)

    def cell(self, number: int) -> Cell:
        """Return the cell that a number of the core stands for."""
        if self._position is None:
            raise ValueError("an advisor must see a view first")
        return self._position.cell(number)

    def values(self, hands: Sequence[Sequence[Tile]]) -> list[float]:
        """Return the value of the best turn with each of these hands instead of the seat's own.

        All are as large as that hand; tokens and action tiles are not used. Call ``see`` first.
        """
        if self._outlook is None:
            self._outlook = outlook.Outlook(self.search())
        size = len(hands[0]) if hands else 0
        return self._outlook.values([tile.index for hand in hands for tile in hand], size)

    def move(self, code: int, points: int) -> Move:
        """Return a placement of the core as tiles on cells."""
        if self._position is None:
            raise ValueError("an advisor must see a view first")
        return self._position.move(code, points)

    def weigh(self, most: int, demands: Demands) -> list[WeighedMove]:
        """Return the ``most`` placements with the most points, with their values; after ``see``.

        This is for a turn in which nothing else can be used first: tokens and action tiles are not
        weighed here. The placements are in the order of their tiles.
        """
        return [
            WeighedMove(self.move(code, points), value)
            for code, points, value in self.weigh_numbers(most, demands)
        ]

    def weigh_numbers(self, most: int, demands: Demands) -> list[NumberedMove]:
        """Return the same placements as ``weigh``, by their numbers."""
        position = self._position
        if position is None:
            raise ValueError("an advisor must see a view first")
        # Advising tells the valuer what the seat knows; its choice does not matter here.
        self.table.breadth = 1
        self.table.advise()
        self.table.breadth = self._breadth
        found = self.table.valuer.weigh_all(most, demands.opening_tiles, demands.opening_on_centre)
        # M-TAKE-1c: the ban on the spot of a taken tile is lifted after advising.
        return without_banned(position, sort_by_tiles(position, found), demands)

    def candidates(self, most: int, demands: Demands) -> Candidates:
        """Return the ``most`` placements with the most points, to choose from by value.

        As with ``weigh``, nothing else can be used first in this turn.
        """
        if self._position is None:
            raise ValueError("an advisor must see a view first")
        return known_candidates(self._position, self.table, most, demands)

    def spell(self, moves: Sequence[NumberedMove]) -> tuple[array[int], tuple[int, int]]:
        """Spell placements as ``Position.spelt`` does, in the order given."""
        if self._position is None:
            raise ValueError("an advisor must see a view first")
        return spell(self._position, moves)

    def _advice(self, extra: int, code: int, points: int, value: float) -> Advice:
        position = self._position
        if position is None:
            raise ValueError("an advisor must see a view first")
        if extra == DREW_THREE:
            return Advice(extra=Action.DRAW_THREE)
        if extra:
            return Advice(extra=Action.TAKE, take=position.cell(extra))
        return Advice(move=position.move(code, points) if code else None, value=value)


# Making a position costs more than many turns, so each thread keeps the unused ones.
_THREAD = threading.local()


def _free() -> dict[Layout, list[Position]]:
    if not hasattr(_THREAD, "free"):
        _THREAD.free = {}
    kept: dict[Layout, list[Position]] = _THREAD.free
    return kept


def _borrow(layout: Layout) -> Position:
    kept = _free()
    if len(kept) > LAYOUTS_KEPT:
        kept.clear()
    return kept[layout].pop() if kept.get(layout) else Position(Board(layout=layout))


def _tiles_kept(view: View, seat: int, last: LastTurn) -> int:
    """Return how many tiles a seat kept in its last turn; it drew the others."""
    size = view.players[seat].tiles
    # With an empty bag it may have drawn fewer than it placed.
    refilled = size - view.edition.hand + len(last.placed)
    drawn = last.traded or min(max(refilled, 0), len(last.placed))
    return max(size - drawn, 0)


def _specials(view: View) -> tuple[int, int]:
    """Return the special tiles that must still be in the pile, by kind (M-SETUP-1).

    All pieces are accounted for: those the pile has beyond the tiles are special. A kind has been
    drawn if a player holds an action tile of it.
    """
    pieces = view.bag + len(view.board) + sum(player.tiles for player in view.players)
    left = pieces - len(view.edition.box)
    if left <= 0:
        return 0, 0
    shown = {action for player in view.players for action in player.actions}
    hidden = [action for action in view.edition.action_tiles.kinds if action not in shown]
    return counted_actions(hidden[:left])
