"""Turns of the card game, compared by deals that are played to the end of the game.

The judge of reviews plays one round after a turn, which takes a fraction of the time. Here
everybody plays by value until the game is over, and a turn is worth the seat's Qwirkles from then
on, less what the others make on average. If nothing is hidden, the last turns are solved instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from qwirkle.analysis.judge.card_trials import (
    CardLay,
    look,
    nothing_hidden,
    try_on_deals,
    turn_order,
)
from qwirkle.analysis.judge.trials import Difference, difference
from qwirkle.engine.cards.box import COPIES, HAND, LINES
from qwirkle.engine.cards.play import TurnSearch
from qwirkle.engine.cards.solver import plays
from qwirkle.players.rng import Chance
from qwirkle.rules.cards.state import State
from qwirkle.rules.cards.view import View
from qwirkle.rules.tiles import KINDS

# The kinds of each line: the six colours, then the six shapes.
KINDS_OF = tuple(
    tuple(6 * line + place if line < 6 else 6 * place + line - 6 for place in range(6))
    for line in range(LINES)
)
# Turns that one search can hold, besides the best one.
BATCH = 14


class Outcome(NamedTuple):
    """The Qwirkles that a deal brings."""

    mine: int
    theirs: float
    """Those of the others, on average."""

    @property
    def lead(self) -> float:
        """The value of the turn on this deal."""
        return self.mine - self.theirs


class CardDeals:
    """The deals of a position of the card game; equal positions and seeds have equal deals."""

    def __init__(self, seen: View, seed: int, state: State | None = None) -> None:
        """Set up the deals of what the seat of a view cannot see; a state reveals all hands."""
        self.seen = seen
        self.exact = nothing_hidden(seen)
        self._seed = seed
        self._search = TurnSearch()
        seats = [
            seen.players[((seen.seat or 0) + step) % len(seen.players)]
            for step in range(len(seen.players))
        ]
        self._sizes = [seat.cards for seat in seats[1:]]
        self._table = _counts([card.index for cards in seen.table for card in cards])
        self._hand = _counts([card.index for card in seen.hand])
        unseen = seen.unseen()
        self._unseen = [kind.index for kind in KINDS for _ in range(unseen[kind])]
        self._shown: list[int] = []
        if state is not None:
            hands = [state.seats[seat].hand for seat in turn_order(seen)]
            self._shown = [card.index for hand in hands for card in hand]
            self._unseen = [card.index for card in state.deck]
        self._gone = [
            COPIES - self._table[kind.index] - self._hand[kind.index] - unseen[kind]
            for kind in KINDS
        ]

    def behind(
        self, best: CardLay, others: Iterable[CardLay], deals: int, start: int = 0
    ) -> Iterator[Difference]:
        """Yield how far turns are behind the best one, on deals from a number on.

        If nothing is hidden there is one deal, and no interval.
        """
        if self.exact:
            mine, *worths = self.solve([best, *others])
            for worth in worths:
                yield Difference(mine - worth, mine - worth, mine - worth)
            return
        first = self.leads(best, deals, start)
        for turn in others:
            yield difference(first, self.leads(turn, deals, start))

    def leads(self, turn: CardLay, deals: int, start: int) -> list[float]:
        """Return what a turn is worth, deal by deal."""
        return [self.play_out(turn, deal).lead for deal in range(start, start + deals)]

    def one_round(
        self, best: CardLay, others: Sequence[CardLay], deals: int, start: int = 0
    ) -> list[Difference]:
        """Return the same, by the trials of reviews: one round after each turn."""
        found = []
        for first in range(0, len(others), BATCH):
            batch = (best, *others[first : first + BATCH])
            look(self._search, self.seen, 0)
            numbers = [self._search.add_candidate(*turn) for turn in batch]
            rows = try_on_deals(
                self._search, self.seen, numbers, range(start, start + deals), seed=self._seed
            )
            found += [difference(rows[0], row) for row in rows[1:]]
        return found

    def solve(self, turns: Sequence[CardLay]) -> list[float]:
        """Return what turns are worth where nothing is hidden."""
        found: list[float] = []
        for first in range(0, len(turns), BATCH):
            look(self._search, self.seen, 0)
            numbers = [self._search.add_candidate(*turn) for turn in turns[first : first + BATCH]]
            rows = try_on_deals(self._search, self.seen, numbers, range(1), seed=self._seed)
            found += [row[0] for row in rows]
        return found

    def play_out(self, turn: CardLay, deal: int) -> Outcome:
        """Play a deal to the end of the game after a turn of the seat."""
        chance = Chance(f"{self._seed}/{deal}/game")
        unseen = [*self._shown, *chance.sample(self._unseen, len(self._unseen))]
        hands = [self._hand.copy()]
        for size in self._sizes:
            hands.append(_counts(unseen[:size]))
            unseen = unseen[size:]
        game = _Game(
            self._search,
            hands,
            (self._table.copy(), self._gone.copy()),
            unseen,
            self.seen.turns_left,
        )
        return game.play(turn, chance, self.seen.edition.end.idle_rounds, self.seen.idle)


class _Game:
    """A game from a position on, in which everything is known to the dealer."""

    def __init__(
        self,
        search: TurnSearch,
        hands: list[list[int]],
        table: tuple[list[int], list[int]],
        deck: list[int],
        turns_left: int | None,
    ) -> None:
        """Begin with these hands, one's own first; ``table`` is what lies there or is gone."""
        self._search = search
        self._hands = hands
        self._table, self._gone = table
        self._deck = deck
        self._left = turns_left or 0
        self._score = [0] * len(hands)

    def play(self, turn: CardLay, chance: Chance, idle_rounds: int, idle: int) -> Outcome:
        """Play the turn, then everybody's by value."""
        seat = 0
        chosen: CardLay | None = turn
        while True:
            before = len(self._deck)
            if chosen is None:
                idle += 1
                if self._deck:
                    self._exchange(self._hands[seat], chance)
            else:
                idle = 0
                self._lay(seat, *chosen)
            if self._left == 1 or idle >= idle_rounds * len(self._hands):
                break
            if self._left:
                self._left -= 1
            elif before and not self._deck:
                # C-END-1: everybody has one more turn.
                self._left = len(self._hands)
            seat = (seat + 1) % len(self._hands)
            chosen = self._choose(seat)
        mine, *theirs = self._score
        return Outcome(mine, sum(theirs) / len(theirs))

    def _choose(self, seat: int) -> CardLay | None:
        hand, table = self._hands[seat], self._table
        unseen = [
            COPIES - hand[kind] - table[kind] - self._gone[kind] for kind in range(len(KINDS))
        ]
        self._search.set_up(
            table,
            hand,
            unseen,
            other_hand=sum(self._hands[(seat + 1) % len(self._hands)]),
            deck=len(self._deck),
            turns_left=self._left,
            players=len(self._hands),
        )
        found = self._search.choose()
        return None if found is None else (tuple(found[0]), tuple(found[1]))

    def _lay(self, seat: int, played: Sequence[int], made: Sequence[int]) -> None:
        hand = self._hands[seat]
        for kind, copies in enumerate(played):
            self._table[kind] += copies
            hand[kind] -= copies
        for line, qwirkles in enumerate(made):
            self._score[seat] += qwirkles
            for kind in KINDS_OF[line] if qwirkles else ():
                self._table[kind] -= qwirkles
                self._gone[kind] += qwirkles
        self._draw(hand)

    def _exchange(self, hand: list[int], chance: Chance) -> None:
        cards = [kind for kind, copies in enumerate(hand) for _ in range(copies)]
        self._deck = chance.sample([*self._deck, *cards], len(self._deck) + len(cards))
        hand[:] = [0] * len(hand)
        self._draw(hand)

    def _draw(self, hand: list[int]) -> None:
        wanted = HAND - sum(hand)
        for kind in self._deck[:wanted]:
            hand[kind] += 1
        self._deck = self._deck[wanted:]


def lays_of(seen: View) -> list[CardLay]:
    """Return every turn that plays cards, however they are arranged in sets."""
    found: list[CardLay] = []
    made = [0] * LINES

    def add(first: int) -> None:
        choices = plays(seen.table, seen.hand, made)
        if not choices:
            # Fewer Qwirkles are possible whenever more are.
            return
        found.extend(
            (tuple(_counts([card.index for card in choice])), tuple(made)) for choice in choices
        )
        for line in range(first, LINES):
            made[line] += 1
            add(line)
            made[line] -= 1

    add(0)
    return found


def _counts(kinds: Sequence[int]) -> list[int]:
    counts = [0] * len(KINDS)
    for kind in kinds:
        counts[kind] += 1
    return counts
