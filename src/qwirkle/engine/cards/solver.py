"""The card solver for the rest of the program: tiles in, tiles out.

It only translates between the cards of the rules and the numbers of the compiled core: what can be
played, the turn with the most Qwirkles, every play, and how to lay given cards with the fewest
switches. Each thread has its own solver.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

import msgspec

from qwirkle.engine.cards import core, play, switch
from qwirkle.engine.cards.box import HAND, LINES
from qwirkle.rules.cards.switching import Switch, count_moved, in_words, switches
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.tiles import KINDS, Tile, in_order

MAX_HAND = HAND
"""The largest hand for which a turn can be searched."""
# At most a millisecond of the compiled core, and a tenth of a second in a browser. Half of all
# turns need forty steps; with four times as many, 3 turns of 100 would move a card or two less.
STEPS = 1_500


class Laying(msgspec.Struct, frozen=True):
    """A turn as it can be carried out: the sets after it, and which card went where."""

    qwirkles: int
    played: tuple[Tile, ...]
    after: tuple[CardSet, ...]
    """The sets of the table in their order, then new ones; new Qwirkles are still in place."""
    switches: tuple[Switch, ...]
    steps: tuple[str, ...]
    """The switches in words: “blue square: from the blue set to the squares”."""

    @property
    def moved(self) -> int:
        """The number of table cards that changed sets."""
        return count_moved(self.switches)


class ValuedChoice(NamedTuple):
    """Cards that can be played together, and the best that can be made of them."""

    cards: tuple[Tile, ...]
    qwirkles: int
    value: float
    """The value in Qwirkles: what the turn makes, less danger, plus hope."""


class _Scratch(threading.local):
    """The scratch space of one thread."""

    def __init__(self) -> None:
        self.solver = core.Solver()
        self.switcher = switch.Switcher()
        self.search = play.TurnSearch()


_scratch = _Scratch()


def can_play(table: Sequence[CardSet], hand: Iterable[Tile]) -> bool:
    """Return whether at least one card of the hand can be played."""
    solver = _scratch.solver
    solver.load(_counts(_cards(table)), _counts(hand))
    return solver.any_play()


def most_qwirkles(table: Sequence[CardSet], hand: Iterable[Tile]) -> int | None:
    """Return the most Qwirkles a turn can make; None if no card can be played."""
    solver = _scratch.solver
    solver.load(_counts(_cards(table)), _counts(hand))
    most = solver.most_qwirkles()
    return None if most < 0 else most


def best_turn(table: Sequence[CardSet], hand: Sequence[Tile]) -> Laying | None:
    """Return a turn with the most Qwirkles, then the most cards, then few switches, or None."""
    lying, held = _counts(_cards(table)), _counts(hand)
    solver = _scratch.solver
    solver.load(lying, held)
    if solver.best() < 0:
        return None
    made, by_colour, by_shape = solver.turn()
    copies = [
        by_colour[kind] + by_shape[kind] + made[kind // 6] + made[6 + kind % 6]
        for kind in range(36)
    ]
    play = [copies[kind] - lying[kind] for kind in range(36)]
    return lay_out(table, play, made)


def most_valuable_turn(
    table: Sequence[CardSet],
    hand: Sequence[Tile],
    unseen: Counter[Tile],
    *,
    hands: Sequence[int],
    deck: int,
    turns_left: int | None = None,
    numbers: Sequence[int] = (),
) -> Laying | None:
    """Return the turn of the highest value; ``hands`` are the others' card counts, next first.

    ``turns_left`` counts the turns to the end of the game, this one included; None before the last
    round. With random 32-bit ``numbers`` a round is played out from the best turns, as often as
    they suffice. Return None if no card can be played.
    """
    search = _set_up(table, hand, unseen, hands=hands, deck=deck, turns_left=turns_left)
    chosen = search.think(hands, numbers)
    return None if chosen is None else lay_out(table, chosen[0], chosen[1])


def highest_value(
    table: Sequence[CardSet],
    hand: Sequence[Tile],
    unseen: Counter[Tile],
    *,
    hands: Sequence[int],
    deck: int,
    turns_left: int | None = None,
) -> float:
    """Return the value of the best turn, in Qwirkles, or that of exchanging or passing."""
    search = _set_up(table, hand, unseen, hands=hands, deck=deck, turns_left=turns_left)
    return search.value()


def choice_values(
    table: Sequence[CardSet],
    hand: Sequence[Tile],
    unseen: Counter[Tile],
    *,
    hands: Sequence[int],
    deck: int,
    turns_left: int | None = None,
) -> list[ValuedChoice]:
    """Value every choice of cards that can be played, sorted by its cards; arguments as above."""
    search = _set_up(table, hand, unseen, hands=hands, deck=deck, turns_left=turns_left)
    return sorted(
        ValuedChoice(in_order(_tiles(play)), qwirkles, value)
        for play, qwirkles, value in search.weigh_every()
    )


def _set_up(
    table: Sequence[CardSet],
    hand: Sequence[Tile],
    unseen: Counter[Tile],
    *,
    hands: Sequence[int],
    deck: int,
    turns_left: int | None,
) -> play.TurnSearch:
    search = _scratch.search
    search.set_up(
        _counts(_cards(table)),
        _counts(hand),
        [unseen[kind] for kind in KINDS],
        other_hand=hands[0],
        deck=deck,
        turns_left=turns_left or 0,
        players=1 + len(hands),
    )
    return search


def plays(
    table: Sequence[CardSet], hand: Iterable[Tile], made: Sequence[int] | None = None
) -> tuple[tuple[Tile, ...], ...]:
    """List every choice of hand cards that can be played, with ``made`` only with such Qwirkles.

    ``made`` counts Qwirkles by line, the six colours and then the six shapes.
    """
    held, lying = _counts(hand), _counts(_cards(table))
    if made is not None and not _enough_cards(held, lying, made):
        return ()
    solver = _scratch.solver
    solver.load(lying, held)
    kinds = [kind for kind in KINDS if held[kind.index]]
    return tuple(
        tuple(kind for which, kind in enumerate(kinds) for _ in range((code >> (2 * which)) & 3))
        for code in solver.plays(made)
    )


def partition(
    cards: Iterable[Tile], made: Sequence[int] | None = None
) -> tuple[CardSet, ...] | None:
    """Return sets that these cards make, with these Qwirkles by line; None if they make none."""
    wanted = [0] * LINES if made is None else list(made)
    if not _scratch.solver.split(_counts(cards), wanted):
        return None
    return _dealt(*_scratch.solver.turn())


def lay(
    table: Sequence[CardSet], played: Iterable[Tile], made: Sequence[int] | None = None
) -> Laying | None:
    """Lay these cards with the fewest switches found; None if they cannot be played this way."""
    wanted = [0] * LINES if made is None else list(made)
    play = _counts(played)
    if not _scratch.solver.split(_counts([*_cards(table), *_tiles(play)]), wanted):
        return None
    return lay_out(table, play, wanted)


def qwirkles_by_choice(table: Sequence[CardSet], choices: Sequence[Sequence[Tile]]) -> list[int]:
    """Return, for each choice of cards, the most Qwirkles that playing just these can make."""
    solver, lying = _scratch.solver, _counts(_cards(table))
    found = []
    for choice in choices:
        # All but one are on the table already, and that one is the only card to play.
        with_them = lying.copy()
        for card in choice[1:]:
            with_them[card.index] += 1
        alone = [0] * len(KINDS)
        alone[choice[0].index] = 1
        solver.load(with_them, alone)
        found.append(solver.most_qwirkles())
    return found


def arrange(table: Sequence[CardSet], cards: Iterable[Tile]) -> Laying | None:
    """Lay exactly these cards: the most Qwirkles first; among equals, the fewest switches."""
    play = tuple(cards)
    room = _room_for_qwirkles(table, play)
    best: Laying | None = None
    for made in sorted(product(*room), key=lambda made: -sum(made)):
        if best is not None and sum(made) < best.qwirkles:
            break
        found = lay(table, play, made)
        if found is not None and (best is None or found.moved < best.moved):
            best = found
    return best


def lay_most(table: Sequence[CardSet], cards: Iterable[Tile]) -> Laying | None:
    """Lay exactly these cards with the most Qwirkles: the first lines, colours before shapes.

    Unlike those of ``arrange``, the Qwirkles depend on the cards alone and not on their sets.
    """
    play = tuple(cards)
    room = _room_for_qwirkles(table, play)
    layings = (
        lay(table, play, made)
        for made in sorted(product(*room), key=lambda made: (sum(made), made), reverse=True)
    )
    return next((found for found in layings if found is not None), None)


def _room_for_qwirkles(table: Sequence[CardSet], play: Sequence[Tile]) -> list[range]:
    """Return how many Qwirkles of each line the copies would allow."""
    copies = _counts([*_cards(table), *play])
    return [range(min(copies[card.index] for card in _set(line, 63)) + 1) for line in range(LINES)]


def lay_out(table: Sequence[CardSet], play: Sequence[int], made: Sequence[int]) -> Laying:
    """Lay out cards that are known to fit."""
    after = _with_few_switches(table, play, made)
    if after is None:
        after = _around_what_stays(table, play, made)
    steps = switches(table, after)
    return Laying(sum(made), in_order(_tiles(play)), after, steps, in_words(steps, table, after))


def _with_few_switches(
    table: Sequence[CardSet], play: Sequence[int], made: Sequence[int]
) -> tuple[CardSet, ...] | None:
    switcher = _scratch.switcher
    if switcher.fewest([_bits(cards) for cards in table], play, made, STEPS) < 0:
        return None
    return tuple(_set(line, bits) for line, bits in switcher.after() if bits)


def _around_what_stays(
    table: Sequence[CardSet], play: Sequence[int], made: Sequence[int]
) -> tuple[CardSet, ...]:
    """Leave as many sets alone as possible, the large ones first, and lay the rest again."""
    cards = _counts([*_cards(table), *_tiles(play)])
    stays = [False] * len(table)
    for which in sorted(range(len(table)), key=lambda which: -len(table[which])):
        for card in table[which]:
            cards[card.index] -= 1
        stays[which] = _scratch.solver.split(cards, made)
        if not stays[which]:
            for card in table[which]:
                cards[card.index] += 1
    rest = [cards for cards, stayed in zip(table, stays, strict=True) if not stayed]
    laid = _with_few_switches(rest, play, made) or partition(_tiles(cards), made)
    if laid is None:
        raise ValueError("these cards do not make sets")
    return (*(cards for cards, stayed in zip(table, stays, strict=True) if stayed), *laid)


def _cards(table: Sequence[CardSet]) -> list[Tile]:
    return [card for cards in table for card in cards]


def _enough_cards(held: Sequence[int], lying: Sequence[int], made: Sequence[int]) -> bool:
    """Return whether there are as many cards of every kind as these Qwirkles need.

    Most lines lack one, which saves asking the solver, which tries every choice of cards.
    """
    return all(
        made[kind // 6] + made[6 + kind % 6] <= held[kind] + lying[kind] for kind in range(36)
    )


def _counts(cards: Iterable[Tile]) -> list[int]:
    counts = [0] * 36
    for card in cards:
        counts[card.index] += 1
    return counts


def _tiles(counts: Sequence[int]) -> list[Tile]:
    return [kind for kind in KINDS for _ in range(counts[kind.index])]


def _bits(cards: CardSet) -> tuple[int, int]:
    """Return a set as its line and the places of its cards there."""
    kinds = [card.index for card in cards]
    if len({kind // 6 for kind in kinds}) == 1:
        return kinds[0] // 6, sum(1 << (kind % 6) for kind in kinds)
    return 6 + kinds[0] % 6, sum(1 << (kind // 6) for kind in kinds)


def _set(line: int, bits: int) -> CardSet:
    places = [place for place in range(6) if (bits >> place) & 1]
    if line < 6:
        return tuple(KINDS[6 * line + place] for place in places)
    return tuple(KINDS[6 * place + line - 6] for place in places)


def _dealt(
    made: Sequence[int], by_colour: Sequence[int], by_shape: Sequence[int]
) -> tuple[CardSet, ...]:
    """Return the sets of each line: Qwirkles, then the rest dealt cyclically into small sets."""
    found: list[CardSet] = []
    for line in range(LINES):
        found += [_set(line, 63)] * made[line]
        copies = by_colour if line < 6 else by_shape
        cards = [card.index for card in _set(line, 63) for _ in range(copies[card.index])]
        if not cards:
            continue
        # As many sets as the most frequent card needs, and none of six: that would be a Qwirkle.
        most = max(copies[card.index] for card in _set(line, 63))
        sets = max(most, -(-len(cards) // 5))
        found += [tuple(KINDS[kind] for kind in cards[first::sets]) for first in range(sets)]
    return tuple(found)
