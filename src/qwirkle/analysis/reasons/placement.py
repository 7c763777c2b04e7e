"""Reasons why one turn of a placement game is better than another.

Plain facts can be checked against the table and the hand. What a turn leaves to the next player,
and what the seat can make of the tiles it keeps, is counted on deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec.structs import replace

from qwirkle.analysis.reasons.deals import (
    Deal,
    Shown,
    deal,
    next_hands,
    next_seat,
    shown_in,
)
from qwirkle.analysis.reasons.futures import Follower, Future, gap
from qwirkle.analysis.reasons.lines import Line, line_after
from qwirkle.analysis.reasons.sentences import (
    Fact,
    completion_fact,
    holding_chance,
    write_reason,
)
from qwirkle.analysis.review.report import Reason
from qwirkle.engine.legal import best_points, placements
from qwirkle.engine.position import position_of
from qwirkle.rules.cells import Axis, Cell
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.sets import largest_set_size
from qwirkle.rules.tiles import Tile, in_order
from qwirkle.rules.turns import Pass

# The approximate worth of the facts in points.
QWIRKLE = 12.0
HOPE = 4.0
# How far the chance that a player completes a line lies from what they showed towards that of all
# hands alike: who holds the tile may have kept it on purpose (bench/review_reasons.py).
KEPT_ON_PURPOSE = 0.4
# Deals on which what follows is counted, and hands on which a chance is.
DEALS = 120
HANDS = 600
# Fewer points on average are not worth a sentence.
FELT = 0.5
# Standard errors that a difference must have before a sentence states it.
CERTAIN = 3.0


class _After(NamedTuple):
    """The position after a placement, before the seat draws."""

    points: int
    qwirkles: int
    board: Board
    kept: tuple[Tile, ...]
    drawn: int
    bag: int
    stars: int


class Study:
    """The comparison of two turns: the facts, and the line that follows the better one."""

    def __init__(self, view: View, better: Turn, than: Turn, shown: Shown | None = None) -> None:
        """Compare; ``shown`` is what the next player showed, by default by the last turn."""
        self._view = view
        self._better = better
        self._than = than
        self._shown = shown

    @cached_property
    def shown(self) -> Shown | None:
        """What the next player showed."""
        return shown_in(self._view) if self._shown is None else self._shown

    @cached_property
    def deals(self) -> tuple[Deal, ...]:
        """The deals on which the two turns are compared."""
        view = self._view
        # With an empty bag the hand of the other one is known.
        certain = not view.bag and len(view.players) == 2
        return tuple(deal(view, self.shown, 1 if certain else DEALS))

    @cached_property
    def futures(self) -> tuple[Future, Future] | None:
        """What follows the two turns; None if one of them is no plain placement, or the last."""
        view = self._view
        turns = (self._better, self._than)
        if any(not isinstance(turn, Place) or turn.take is not None for turn in turns):
            return None
        placed = [turn.tiles for turn in turns if isinstance(turn, Place)]
        if not view.bag and any(len(tiles) == len(view.hand) for tiles in placed):
            return None
        follower = Follower(view, self.deals)
        one, other = (follower.follow(tiles) for tiles in placed)
        return one, other

    def facts(self) -> Iterator[Fact]:
        """Return the facts that make the better turn better."""
        return _facts(self, self._view, self._better, self._than)

    def line(self) -> Line | None:
        """Return what typically follows the better turn; None if that is not a placement."""
        better = self._better
        if self.futures is None or not isinstance(better, Place):
            return None
        follower = Follower(self._view, self.deals)
        return line_after(self._view, better, self.futures[0], follower)


def placement_facts(view: View, better: Turn, than: Turn) -> Iterator[Fact]:
    """Return the facts that make one turn of a placement game better than another."""
    return Study(view, better, than).facts()


def _facts(study: Study, view: View, better: Turn, than: Turn) -> Iterator[Fact]:
    if isinstance(better, DrawThree):
        yield Fact(HOPE, write_reason("draws-three"))
        return
    taken, other = _taken(better), _taken(than)
    if taken is not None and taken == other and not isinstance(better, Take):
        yield from placement_facts(_after_taking(view, taken), _rest(better), _rest(than))
        return
    if taken is not None:
        yield _taking_fact(view, taken, than)
        return
    if not isinstance(better, Place):
        return
    if other is not None or isinstance(than, DrawThree):
        by_token = other is not None and view.edition.taking.by == "star-token"
        yield Fact(HOPE, write_reason("saves-special", case="" if by_token else "action"))
    elif isinstance(than, Place):
        yield from _compare(study, view, better, than)
        return
    else:
        yield Fact(QWIRKLE, write_reason("places"))
    yield from _own_facts(view, after_placing(view, better.tiles))


def _taken(turn: Turn) -> Cell | None:
    """Return the cell of the tile that a turn takes first."""
    return turn.cell if isinstance(turn, Take) else getattr(turn, "take", None)


def _rest(turn: Turn) -> Turn:
    """Return the effect of a turn after taking a tile."""
    return replace(turn, take=None) if isinstance(turn, Place | Trade | Pass) else turn


def _after_taking(view: View, cell: Cell) -> View:
    board, hand, _ = view.after_taking(cell)
    return replace(view, board=board, hand=hand, taken=Placed(cell.x, cell.y, view.board[cell]))


def _taking_fact(view: View, cell: Cell, than: Turn) -> Fact:
    """Name what the taken tile makes possible, if that is more than the other turn scores."""
    points = best_points(*view.after_taking(cell))
    scored = 0
    if isinstance(than, Place) and than.take is None:
        scored = after_placing(view, than.tiles).points
    elif (taken := _taken(than)) is not None:
        scored = best_points(*view.after_taking(taken))
    if points <= scored:
        return Fact(HOPE, write_reason("takes-first"))
    tiles = (view.board[cell],)
    reason = write_reason("takes-first", case="points", tiles=tiles, points=points)
    return Fact(float(points - scored), reason)


def _compare(study: Study, view: View, better: Place, than: Place) -> Iterator[Fact]:
    """Compare two placements."""
    mine, other = after_placing(view, better.tiles), after_placing(view, than.tiles)
    yield from _immediate_facts(view, mine, other)
    left = list(_next(study, view, mine, other))
    kept = list(_hand_facts(view, mine, other))
    yield from (*left, *kept)
    if view.bag or len(view.players) > 2:
        plain = any(fact.reason.code.startswith("keeps") for fact in kept)
        yield from _counted_facts(study, better, than, danger=not left, hope=not plain)


def _own_facts(view: View, mine: _After) -> Iterator[Fact]:
    """Return the facts about a placement alone."""
    if mine.qwirkles:
        yield Fact(QWIRKLE, write_reason("completes-qwirkle"))
    if not mine.kept and not view.bag:
        yield Fact(QWIRKLE, write_reason("goes-out", points=view.edition.end.going_out))


def _immediate_facts(view: View, mine: _After, other: _After) -> Iterator[Fact]:
    """Compare the immediate effects."""
    if mine.qwirkles and not other.qwirkles:
        yield Fact(QWIRKLE, write_reason("completes-qwirkle"))
    if mine.points > other.points:
        more = mine.points - other.points
        yield Fact(float(more), write_reason("more-points", more=more))
    if not view.bag and not mine.kept and other.kept:
        bonus = view.edition.end.going_out
        yield Fact(2.0 * bonus, write_reason("goes-out", points=bonus))
    if view.bag and not mine.bag and other.bag:
        yield Fact(1.0, write_reason("empties-bag"))
    if mine.stars > other.stars:
        yield Fact(HOPE, write_reason("wins-token"))
    if mine.drawn > other.drawn:
        yield Fact(
            0.3 * (mine.drawn - other.drawn),
            write_reason("draws-more", count=mine.drawn, more=mine.drawn - other.drawn),
        )


def _next(study: Study, view: View, mine: _After, other: _After) -> Iterator[Fact]:
    """Compare what the turns leave for the next player."""
    if not view.bag and len(view.players) == 2:
        yield from _ending_facts(view, mine, other)
        return
    less, more = (completion_chance(view, after.board, study.shown) for after in (mine, other))
    if fact := completion_fact("leaves-five", less, more, QWIRKLE):
        yield fact


def _ending_facts(view: View, mine: _After, other: _After) -> Iterator[Fact]:
    """Compare the next turns of both players if the seat knows the other hand."""
    if not mine.kept or not other.kept:
        return
    held = tuple(view.unseen().elements())
    answer, dearer = best_points(mine.board, held), best_points(other.board, held)
    if dearer > answer:
        yield Fact(
            float(dearer - answer), write_reason("smaller-answer", points=answer, other=dearer)
        )
    more, less = best_points(mine.board, mine.kept), best_points(other.board, other.kept)
    if more > less:
        yield Fact(0.5 * (more - less), write_reason("scores-next", points=more, other=less))


def _hand_facts(view: View, mine: _After, other: _After) -> Iterator[Fact]:
    """Compare what the hand keeps."""
    one, one_other = (
        completing_tiles(mine.board, mine.kept),
        completing_tiles(other.board, other.kept),
    )
    if one and not one_other:
        yield Fact(HOPE, write_reason("keeps-qwirkle", tiles=in_order(one)))
    elif not one and not one_other:
        two = completing_pair(mine.board, mine.kept)
        if two is not None and completing_pair(other.board, other.kept) is None:
            yield Fact(HOPE - 1, write_reason("keeps-two", tiles=two))
    size, other_size = largest_set_size(mine.kept), largest_set_size(other.kept)
    if size > max(other_size, 2):
        yield Fact(0.5 * (size - other_size), write_reason("keeps-set", count=size))
    twice = [tile for tile, count in Counter(view.hand).items() if count > 1]
    rid = [tile for tile in twice if mine.kept.count(tile) == 1 and other.kept.count(tile) > 1]
    if rid:
        yield Fact(0.5, write_reason("plays-duplicate", tiles=rid[:1]))


def _counted_facts(
    study: Study, better: Place, than: Place, *, danger: bool, hope: bool
) -> Iterator[Fact]:
    """Compare what the deals show: the next player's points, and the seat's own next turn."""
    if study.futures is None:
        return
    mine, other = study.futures
    left = gap(mine.most, other.most)
    scored = gap(mine.scored, other.scored)
    if danger and left.by >= FELT and left.errors >= CERTAIN and scored.by > 0:
        yield Fact(left.by, _mean_reason("gives-less", left.one, left.other))
    next_turn = gap(other.own, mine.own)
    if hope and next_turn.by >= FELT and next_turn.errors >= CERTAIN:
        placed, instead = (Counter(tile for _, _, tile in turn.tiles) for turn in (better, than))
        case = "places" if placed == instead else ""
        reason = _mean_reason("keeps-more", next_turn.other, next_turn.one, plain=case)
        yield Fact(next_turn.by, reason)


def _mean_reason(code: str, points: float, other: float, *, plain: str = "") -> Reason:
    """Return a reason with two means, where they are different numbers."""
    one, two = round(points), round(other)
    if one == two:
        return write_reason(code, case=plain)
    return write_reason(code, case="points", points=one, other=two)


def after_placing(view: View, tiles: Sequence[Placed]) -> _After:
    """Return the position after a placement."""
    position = position_of(view.board)
    points = position.place(tiles)
    position.undo()
    board = view.board.with_tiles(tiles)
    lines = {board.line(placed.cell, axis) for placed in tiles for axis in Axis}
    kept = list(view.hand)
    for placed in tiles:
        kept.remove(placed.tile)
    drawn = min(max(view.edition.hand - len(kept), 0), view.bag)
    stars = sum(placed.cell in view.stars_left for placed in tiles)
    return _After(
        points,
        sum(len(line) == 6 for line in lines),
        board,
        tuple(kept),
        drawn,
        view.bag - drawn,
        stars,
    )


def completing_tiles(board: Board, tiles: Sequence[Tile]) -> set[Tile]:
    """Return the tiles each of which completes a line of six on the table."""
    found = set()
    for tile in set(tiles):
        for move in position_of(board).moves([tile]):
            after = board.with_tiles(move.tiles)
            if any(len(after.line(move.tiles[0].cell, axis)) == 6 for axis in Axis):
                found.add(tile)
                break
    return found


def completing_pair(board: Board, tiles: Sequence[Tile]) -> tuple[Tile, Tile] | None:
    """Return two of these tiles that together complete a line of six on the table."""
    for move in position_of(board).moves(tiles):
        if len(move.tiles) == 2 and move.points >= QWIRKLE:
            after = board.with_tiles(move.tiles)
            if any(len(after.line(move.tiles[0].cell, axis)) == 6 for axis in Axis):
                one, other = in_order(placed.tile for placed in move.tiles)
                return one, other
    return None


def completion_chance(view: View, board: Board, shown: Shown | None = None) -> float:
    """Return the chance that the next player holds a tile that completes a line of five here.

    Without anything that the player showed, all tiles that the seat cannot see are equally likely;
    else hands are dealt by it, as far as players do not keep such tiles on purpose.
    """
    unseen = view.unseen()
    kinds = completing_tiles(board, list(unseen))
    copies = sum(unseen[kind] for kind in kinds)
    size = view.players[next_seat(view)].tiles
    if shown is None or not 0 < copies < unseen.total():
        return holding_chance(unseen.total(), copies, size)
    hands = next_hands(view, shown, HANDS)
    inferred = sum(not kinds.isdisjoint(hand) for hand in hands) / HANDS
    alike = holding_chance(unseen.total(), copies, size)
    return inferred + KEPT_ON_PURPOSE * (alike - inferred)


def other_placement(view: View, turn: Turn) -> Place | None:
    """Return another placement, the one with the most points; None if there is no other."""
    # On an empty table, most placements are translations of the same one.
    if not isinstance(turn, Place) or turn.take is not None or not view.board:
        return None
    tiles = frozenset(turn.tiles)
    moves = placements(view.board, view.hand, view.demands())
    others = (move for move in moves if frozenset(move.tiles) != tiles)
    best = max(others, key=lambda move: move.points, default=None)
    return None if best is None else Place(best.tiles)
