"""Luck: what the tiles that somebody drew are worth beyond those they might have drawn.

A seat draws at the end of its turn, the others play, and then it is that seat's turn again. Given
what everybody else drew, its tiles are a random choice from themselves and the rest of the pile,
and nobody could see them. So the luck of a draw is the value of the best turn with these tiles,
less the mean of that value over all choices: its mean is zero, however good the value is. Anything
that would make other choices impossible, or some more likely, is left out:

* Once returned tiles have been mixed into the pile, they cannot be distinguished from those that
  might have been drawn, so earlier draws are left out. Tiles put under the pile (Q-TURN-5) were
  never within reach, and only the rest of the pile counts.
* Special tiles stay where they are (M-DRAW-1): only tiles are exchanged for each other.
* The opening hand is compared with hands with which the same seat would have started (Q-START-3).
* Three extra tiles are a draw of their own. A draw after which the game ended before the next turn
  is left out, and so is one that could only have been these tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from math import comb
from typing import NamedTuple

from qwirkle.analysis.family import of
from qwirkle.analysis.review.outlook import Outlook
from qwirkle.analysis.review.pile import Pile
from qwirkle.analysis.review.starters import Start
from qwirkle.analysis.review.steps import Step
from qwirkle.players.rng import Chance
from qwirkle.rules.family import AnyEdition, AnyView, view
from qwirkle.rules.tiles import Tile

SAMPLES = 96
# Hands tried for each accepted one, with which the same seat starts; rare sets give fewer of them.
TRIES = 20

# The standard deviation of a lead without luck in games between equal bots (bench/luck.py): by game
# and number of players.
SPREADS = {
    ("classic", 2): 15.2,
    ("classic", 3): 15.6,
    ("classic", 4): 12.4,
    ("schmidt", 2): 16.4,
    ("mini", 2): 15.6,
    ("select", 2): 19.0,
    ("connect", 2): 13.8,
    ("combined", 2): 16.4,
    ("cards", 2): 3.1,
}

Hand = tuple[Tile, ...]


class Luck(NamedTuple):
    """The luck of a game in points, in the card game in Qwirkles."""

    draws: tuple[float | None, ...]
    """The luck of the draw before each step; None if it cannot be determined."""
    deal: tuple[float, ...]
    """The luck of each opening hand; 0 for a hand that was entered."""
    seats: tuple[float, ...]
    """The total luck of each seat: its draws and its opening hand."""
    known: tuple[bool, ...] = ()
    """Whether that is known for a seat: its own hands and those of all others are known."""


def luck_of(steps: Sequence[Step], *, samples: int = SAMPLES) -> Luck:
    """Compute the luck of a game, given from its first turn on.

    Each draw is compared with all other possible ones, or with this many of them.
    """
    if not steps:
        return Luck((), (), ())
    start = Start.of(steps[0])
    seats = len(steps[0].before.seats)
    pile = Pile(steps[0].before)
    outlooks: dict[int, Outlook[AnyView]] = {}
    draws: list[float | None] = []
    deal = [0.0] * seats
    for number, step in enumerate(steps):
        if not step.known:
            draws.append(None)
            pile.follow(step.seat, step.events)
            continue
        seen = view(step.before, step.seat)
        chance = Chance(f"{number}/{[player.score for player in seen.players]}")
        first = step.seat not in outlooks
        outlook = outlooks.setdefault(step.seat, of(seen).outlook(seen))
        outlook.see(seen)
        drawn = pile.drawn_by(step.seat)
        luck: float | None = None
        if drawn is not None and step.all_known and not (first and step.given):
            rest = pile.rest(step.before)
            fits = start.accepts(step.seat, chance) if first else None
            luck = _luck(outlook, seen.hand, drawn, rest, chance=chance, samples=samples, fits=fits)
        if first:
            deal[step.seat], luck = luck or 0.0, 0.0
        draws.append(luck)
        pile.follow(step.seat, step.events)
    for outlook in outlooks.values():
        outlook.close()
    known = tuple(_is_known(steps, seat) for seat in range(seats))
    return Luck(tuple(draws), tuple(deal), _sums(steps, draws, deal), known)


def spread_without_luck(edition: AnyEdition, players: int) -> float:
    """Return the standard deviation of a lead without luck between equally good players."""
    for name in (edition.id, edition.standard):
        for count in (players, 2):
            if (spread := SPREADS.get((name, count))) is not None:
                return spread
    return SPREADS[edition.standard, 2]


def _is_known(steps: Sequence[Step], seat: int) -> bool:
    """Return whether the luck of a seat is known.

    Without a seed, what the others drew after their last turns is not: only its last turn may be
    one at which some hand is unknown.
    """
    last = max((step.number for step in steps if step.seat == seat), default=0)
    unknown = {step.number for step in steps if step.seat == seat and not step.all_known}
    return unknown <= {last} and any(step.all_known for step in steps)


def margin_without_luck(margin: float, luck: Sequence[float], seat: int) -> float:
    """Return a lead over the best of the others, less the luck beyond the others' average.

    The best of the others is known only at the end, so it must not decide whose luck counts.
    """
    others = [part for other, part in enumerate(luck) if other != seat]
    return margin - luck[seat] + sum(others) / len(others)


def _sums(
    steps: Sequence[Step], draws: Sequence[float | None], deal: Sequence[float]
) -> tuple[float, ...]:
    sums = list(deal)
    for step, luck in zip(steps, draws, strict=True):
        sums[step.seat] += luck or 0.0
    return tuple(sums)


def _luck(
    outlook: Outlook[AnyView],
    hand: Hand,
    drawn: int,
    rest: Sequence[Tile],
    *,
    chance: Chance,
    samples: int,
    fits: Callable[[Hand], bool] | None,
) -> float:
    """Return the value of a hand less its mean over hands with other tiles drawn."""
    if not drawn or not rest:
        return 0.0
    kept = hand[: len(hand) - drawn]
    # In an independent order: nobody could see the order of the pile.
    pool = sorted([*hand[len(kept) :], *rest], key=_index)
    if fits is None and comb(len(pool), drawn) <= samples:
        choices = list(combinations(pool, drawn))
    else:
        # The number of accepted hands must not depend on the hands, or their mean would be biased.
        possible = _choices(pool, drawn, chance, apart=fits is not None)
        if fits is not None:
            possible = filter(fits, islice(possible, TRIES * samples))
        choices = list(islice(possible, samples))
    if not choices:
        return 0.0
    # Many choices are the same hand, which is weighed only once.
    counted = Counter(tuple(sorted(choice, key=_index)) for choice in choices)
    own, *values = outlook.values([hand, *(kept + choice for choice in counted)])
    total = sum(count * value for count, value in zip(counted.values(), values, strict=True))
    return own - total / len(choices)


def _index(tile: Tile) -> int:
    return tile.index


def _choices(pool: Sequence[Tile], count: int, chance: Chance, *, apart: bool) -> Iterator[Hand]:
    """Yield random choices of this many tiles, without end.

    All are equally likely. Unless they are to be ``apart``, every shuffle is cut into several
    choices, so that together they hold all tiles about equally often: their mean varies less.
    """
    tiles = list(pool)
    cut = 1 if apart else len(tiles) // count
    while True:
        for first in range(cut * count):
            other = first + chance.below(len(tiles) - first)
            tiles[first], tiles[other] = tiles[other], tiles[first]
        for which in range(cut):
            yield tuple(tiles[which * count : (which + 1) * count])
