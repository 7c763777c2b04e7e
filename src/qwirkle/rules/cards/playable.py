"""An exact test of whether any card of a hand can be played, for exchange and pass (A15).

Nothing is generated. The search asks how many sets of each colour and of each shape would be on the
table. The cards of a line, n in all and the most frequent of them m times, make s sets exactly when
m <= s and 3s <= n. So for given numbers of sets it only remains to assign each card to its colour
or to its shape such that no kind comes more than s times to a line and each line gets its 3s cards:
a flow. When the cheapest assignment breaks the rule in some line, that line has fewer sets or more.
(The solver in the engine takes another approach; tests keep the two equal.)
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence

from qwirkle.rules.cards.referee import SMALLEST_SET, is_set
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.sets import largest_set_size
from qwirkle.rules.tiles import COPIES, KINDS, Tile

Line = int
_LINES = range(12)


def _line(kind: int, side: int) -> Line:
    return kind // 6 if side == 0 else 6 + kind % 6


_CARDS_OF: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple((kind, side) for kind in range(36) for side in (0, 1) if _line(kind, side) == line)
    for line in _LINES
)


def can_play(table: Sequence[CardSet], hand: Iterable[Tile]) -> bool:
    """Return whether at least one card of the hand can be played, switching cards where needed."""
    cards = Counter(hand)
    if largest_set_size(cards) >= SMALLEST_SET:
        return True
    if any(is_set((*lying_set, card)) for lying_set in table for card in cards):
        return True
    lying = Counter(card for lying_set in table for card in lying_set)
    least = [lying[kind] for kind in KINDS]
    most = [lying[kind] + cards[kind] for kind in KINDS]
    for card in cards:
        forced = list(least)
        forced[card.index] += 1
        if makes_sets(forced, most):
            return True
    return False


def makes_sets(least: Sequence[int], most: Sequence[int]) -> bool:
    """Return whether some number of copies of each kind, within these bounds, can form sets."""
    fewest, most_sets = [0] * 12, [COPIES] * 12
    open_cases = [(fewest, most_sets)]
    while open_cases:
        fewest, most_sets = open_cases.pop()
        laid = _lay(least, most, fewest, most_sets)
        if laid is None:
            continue
        broken = [line for line in _LINES if 3 * _highest(laid, line) > _total(laid, line)]
        if not broken:
            return True
        line = broken[0]
        sets = _total(laid, line) // 3
        if sets < most_sets[line]:
            more, fewer = list(fewest), list(most_sets)
            more[line], fewer[line] = sets + 1, sets
            open_cases += [(more, most_sets), (fewest, fewer)]
    return False


class _Laying:
    """An assignment of the copies of each kind to its colour (side 0) and its shape (side 1)."""

    def __init__(self) -> None:
        self.at = [[0, 0] for _ in KINDS]
        self.total = [0] * 12

    def put(self, kind: int, side: int, copies: int) -> None:
        self.at[kind][side] += copies
        self.total[_line(kind, side)] += copies


def _total(laid: _Laying, line: Line) -> int:
    return laid.total[line]


def _highest(laid: _Laying, line: Line) -> int:
    return max(laid.at[kind][side] for kind, side in _CARDS_OF[line])


def _lay(
    least: Sequence[int], most: Sequence[int], fewest: Sequence[int], most_sets: Sequence[int]
) -> _Laying | None:
    """Assign what must be laid: every line gets its fewest sets, and no kind comes too often."""
    if any(fewest[line] > most_sets[line] for line in _LINES):
        return None
    laid = _Laying()
    for kind in range(36):
        shape_first = most_sets[_line(kind, 1)] > most_sets[_line(kind, 0)]
        for side in (1, 0) if shape_first else (0, 1):
            wanted = least[kind] - sum(laid.at[kind])
            laid.put(kind, side, min(wanted, most_sets[_line(kind, side)]))
        if sum(laid.at[kind]) < least[kind]:
            return None
    for line in _LINES:
        while laid.total[line] < 3 * fewest[line]:
            if not _fetch(laid, line, most, fewest, most_sets):
                return None
    return laid


def _fetch(
    laid: _Laying,
    needy: Line,
    most: Sequence[int],
    fewest: Sequence[int],
    most_sets: Sequence[int],
) -> bool:
    """Bring one more card to a line, along a chain of switches if necessary."""
    came_by: dict[Line, tuple[int, int] | None] = {needy: None}
    waiting = deque([needy])
    while waiting:
        line = waiting.popleft()
        for kind, side in _CARDS_OF[line]:
            if laid.at[kind][side] >= most_sets[line]:
                continue
            other = _line(kind, 1 - side)
            fresh = sum(laid.at[kind]) < most[kind]
            taken = laid.at[kind][1 - side] > 0 and other not in came_by
            if not fresh and not taken:
                continue
            if fresh or laid.total[other] > 3 * fewest[other]:
                if not fresh:
                    laid.put(kind, 1 - side, -1)
                laid.put(kind, side, 1)
                step = came_by[line]
                while step is not None:
                    # The card that led here moves on to the line that needs it.
                    card, to = step
                    laid.put(card, 1 - to, -1)
                    laid.put(card, to, 1)
                    step = came_by[_line(card, to)]
                return True
            came_by[other] = (kind, side)
            waiting.append(other)
    return False
