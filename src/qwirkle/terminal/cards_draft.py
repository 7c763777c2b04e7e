"""A turn of the card game being made up: cards put into sets, new sets and switches.

Nothing here is final and nothing is printed. The sets keep their numbers during the turn, even
when they become empty; new ones get the next numbers. Every change gives a new draft, so undoing
one means going back to the draft before it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from qwirkle.engine.cards.solver import arrange, plays
from qwirkle.errors import NotationError
from qwirkle.notation.cards_table import Spot, set_name, troubles
from qwirkle.notation.text.words import count_of
from qwirkle.rules.cards.referee import QWIRKLE, SMALLEST_SET, set_faults
from qwirkle.rules.cards.switching import Switch, switches
from qwirkle.rules.cards.turns import CardSet, Play
from qwirkle.rules.decision import without
from qwirkle.rules.tiles import Tile, in_order

HOW_TO_MOVE = "Write Ro 3 for Ro to set 3, Ro Rs Rb > new for a new set, Bs 2>4 to switch."

Target = int | Literal["new", "hand"] | None

_WORD = re.compile(
    r"(?P<cards>(?:[roygbp][oxdsbc])+)(?P<to>\d{0,3})$|(?P<number>\d{1,3})$|(?P<word>\S+)$",
    re.IGNORECASE | re.ASCII,
)
_VERBS = ("play", "put", "move", "switch", "set", "from", "to")


class Move(NamedTuple):
    """A move of cards from one place to another; without cards, everything from the source."""

    cards: tuple[Tile, ...]
    source: int | None
    target: Target


class CardsDraft(msgspec.Struct, frozen=True):
    """The table and the hand before the turn, and the sets as they would be after it."""

    table: tuple[CardSet, ...]
    hand: tuple[Tile, ...]
    sets: tuple[CardSet, ...]

    @classmethod
    def of(cls, table: Sequence[CardSet], hand: Iterable[Tile]) -> CardsDraft:
        """Return a draft without any changes."""
        return cls(tuple(table), tuple(hand), tuple(table))

    @property
    def has_changes(self) -> bool:
        """Whether anything differs from the table before the turn."""
        return self.sets != self.table

    @property
    def played(self) -> tuple[Tile, ...]:
        """The cards that came from the hand."""
        return in_order((Counter(_cards(self.sets)) - Counter(_cards(self.table))).elements())

    def playable_cards(self) -> tuple[Tile, ...]:
        """Return the cards of the hand that some turn plays."""
        return in_order({card for choice in plays(self.table, self.hand) for card in choice})

    @property
    def hand_left(self) -> tuple[Tile, ...]:
        """The hand without them, in its order."""
        return without(self.hand, self.played)

    @property
    def qwirkles(self) -> int:
        """How many Qwirkles are on the table now."""
        return sum(len(cards) == QWIRKLE and not set_faults(cards) for cards in self.sets)

    def turn(self) -> Play:
        """Return the turn of this draft; its legality is for the rules to decide."""
        return Play(tuple(in_order(cards) for cards in self.sets if cards))

    def troubles(self) -> dict[int, str]:
        """Return every set that is not valid yet, with the reason."""
        return troubles(self.sets)

    def arrivals(self) -> tuple[tuple[Spot, ...], tuple[Spot, ...]]:
        """Return the new places of the cards from the hand, and of those from other sets."""
        fresh = Counter(self.played)
        played: list[Spot] = []
        switched: list[Spot] = []
        for which, cards in enumerate(self.sets):
            before = self.table[which] if which < len(self.table) else ()
            for card in (Counter(cards) - Counter(before)).elements():
                (played if fresh[card] else switched).append((which, card))
                fresh[card] -= bool(fresh[card])
        return tuple(played), tuple(switched)

    def summary(self) -> str:
        """Return the worth of the draft, and its remaining faults."""
        played, switched = self.arrivals()
        parts = [count_of(len(played), "card") + " played"]
        if switched:
            parts.append(f"{len(switched)} switched")
        if self.qwirkles:
            parts.append(count_of(self.qwirkles, "Qwirkle"))
        wrong = [f"set {which + 1}: {words}" for which, words in self.troubles().items()]
        return f"{', '.join(parts)}{'; ' if wrong else ''}{'; '.join(wrong)}"

    def with_text(self, text: str) -> tuple[CardsDraft, ...]:
        """Return the drafts after each move of a text; raise NotationError if one cannot be read.

        Semicolons separate several moves.
        """
        drafts: list[CardsDraft] = []
        for part in filter(str.strip, text.split(";")):
            drafts.append((drafts[-1] if drafts else self).move(read_move(part)))
        if not drafts:
            raise NotationError(HOW_TO_MOVE)
        return tuple(drafts)

    def move(self, move: Move) -> CardsDraft:
        """Return the draft after one move."""
        cards = move.cards
        if not cards:
            cards = self._set(move.source if move.source is not None else -1)
            if not cards:
                raise NotationError("That set is empty.")
        target = self.home_of(cards) if move.target is None else move.target
        if target == "hand":
            return self._taken_back(cards, move.source)
        if isinstance(target, int):
            self._set(target)
        sets = [list(before) for before in self.sets]
        held = Counter(self.hand_left)
        for card in cards:
            source = self._source(card, move.source, target, held)
            if source is None:
                held[card] -= 1
            else:
                sets[source].remove(card)
        if target == "new":
            sets.append(list(cards))
        else:
            sets[target] += cards
        return self._with_sets(sets)

    def home_of(self, cards: Sequence[Tile]) -> int | Literal["new"]:
        """Return the default place of cards: a new set, or the only set they fit."""
        if len(cards) >= SMALLEST_SET and not set_faults(tuple(cards)):
            return "new"
        fitting = self.fitting_sets(cards)
        if len(fitting) == 1:
            return fitting[0]
        codes = " ".join(cards)
        if fitting:
            numbers = " or ".join(str(which + 1) for which in fitting)
            raise NotationError(f"{codes} can go to set {numbers}: say which, as in {codes} > 1.")
        raise NotationError(f"{codes} fits no set as it is: write {codes} > new to begin one.")

    def fitting_sets(self, cards: Sequence[Tile]) -> list[int]:
        """Return the sets that stay valid with these cards, counted from 0."""
        return [
            which
            for which, there in enumerate(self.sets)
            if there and not set_faults((*there, *cards))
        ]

    def lay_out(self, laying: Sequence[CardSet], steps: Sequence[Switch]) -> CardsDraft:
        """Return the draft of a whole turn; sets that remain keep their numbers."""
        leaving: list[Counter[Tile]] = [Counter() for _ in self.table]
        coming: list[Counter[Tile]] = [Counter() for _ in laying]
        for step in steps:
            coming[step.target][step.card] += 1
            if step.source is not None:
                leaving[step.source][step.card] += 1
        stayed = [Counter(cards) - gone for cards, gone in zip(self.table, leaving, strict=True)]
        fresh = list(range(len(laying)))
        sets: list[CardSet] = []
        for stays in stayed:
            lives_on = next(
                (new for new in fresh if stays and Counter(laying[new]) - coming[new] == stays),
                None,
            )
            sets.append(() if lives_on is None else laying[lives_on])
            if lives_on is not None:
                fresh.remove(lives_on)
        return self._with_sets([*sets, *(laying[new] for new in fresh)])

    def arrange(self, cards: Sequence[Tile]) -> CardsDraft | None:
        """Return a draft that plays exactly these cards: most Qwirkles, then fewest switches."""
        found = arrange(self.table, cards)
        return None if found is None else self.lay_out(found.after, found.switches)

    def most_cards(self) -> tuple[Tile, ...]:
        """Return the most cards of the hand that can be played in one turn."""
        return max(plays(self.table, self.hand), key=len, default=())

    def steps(self) -> Iterator[tuple[str, str]]:
        """Return the steps from the table before the turn: what to type, and its meaning."""
        begun = {which for which, cards in enumerate(self.table) if cards}
        moves: dict[tuple[int, int | None], list[Tile]] = {}
        for step in switches(self.table, self.sets):
            moves.setdefault((step.target, step.source), []).append(step.card)
        for (target, source), cards in moves.items():
            codes = " ".join(cards)
            place = str(target + 1) if target in begun else "new"
            begun.add(target)
            from_set = "" if source is None else f" {source + 1}"
            origin = "the hand" if source is None else f"set {source + 1}"
            name = set_name(self.sets[target]) if self.sets[target] else ""
            goal = "a new set" if place == "new" else f"set {place}"
            yield f"{codes}{from_set} > {place}", f"from {origin} to {goal} ({name})"

    def _set(self, which: int) -> CardSet:
        if not 0 <= which < len(self.sets):
            raise NotationError(
                f"There is no set {which + 1}. "
                + (f"The sets are 1 to {len(self.sets)}." if self.sets else "Write > new.")
            )
        return self.sets[which]

    def _source(
        self, card: Tile, named: int | None, target: Target, held: Counter[Tile]
    ) -> int | None:
        """Return the set a card comes from; None for the hand."""
        if named is not None:
            if card not in self._set(named):
                raise NotationError(f"{card} is not in set {named + 1}.")
            return named
        if held[card]:
            return None
        lying = [w for w, cards in enumerate(self.sets) if card in cards and w != target]
        if len(lying) == 1:
            return lying[0]
        if not lying:
            raise NotationError(f"You do not have {card} ({card.words}).")
        numbers = " and ".join(str(which + 1) for which in lying)
        raise NotationError(
            f"{card} is not in your hand but in sets {numbers}: say which, as in "
            f"{card} {lying[0] + 1} > {target + 1 if isinstance(target, int) else target}."
        )

    def _taken_back(self, cards: Sequence[Tile], named: int | None) -> CardsDraft:
        """Return the draft with cards back in the hand, if they came from it (C-TURN-2)."""
        sets = [list(before) for before in self.sets]
        played, _ = self.arrivals()
        for card in cards:
            places = [which for which, there in played if there is card and named in {None, which}]
            if not places or card not in sets[places[-1]]:
                raise NotationError(f"{card} stays on the table: it did not come from your hand.")
            sets[places[-1]].remove(card)
        return self._with_sets(sets)

    def _with_sets(self, sets: Sequence[Sequence[Tile]]) -> CardsDraft:
        # An empty set with the highest number can be dropped; the others keep their numbers.
        lying = [in_order(cards) for cards in sets]
        while len(lying) > len(self.table) and not lying[-1]:
            lying.pop()
        return msgspec.structs.replace(self, sets=tuple(lying))


def read_move(text: str) -> Move:
    """Read a move from a text; raise NotationError with a hint."""
    before, arrow, after = text.replace("→", ">").partition(">")
    cards: list[Tile] = []
    numbers: list[int] = []
    target: Target = None
    for word in before.replace(",", " ").split():
        match = _WORD.match(word)
        if match is None or match["word"]:
            if word.lower() in {"new", "hand"}:
                target = "new" if word.lower() == "new" else "hand"
            elif word.lower() not in _VERBS:
                _cannot_read(word)
            continue
        codes = match["cards"] or ""
        cards += [Tile(codes[at].upper() + codes[at + 1].lower()) for at in range(0, len(codes), 2)]
        if number := match["to"] or match["number"]:
            numbers.append(int(number) - 1)
    if arrow:
        target = _target(after)
    elif numbers and target is None:
        # Without an arrow, the last number is the destination.
        target = numbers.pop()
    if len(numbers) > 1 or (not cards and not numbers):
        raise NotationError(f"Which cards, and from where? {HOW_TO_MOVE}")
    return Move(tuple(cards), numbers[0] if numbers else None, target)


def _target(text: str) -> Target:
    word = " ".join(part for part in text.lower().split() if part not in _VERBS)
    if word.isdecimal():
        return int(word) - 1
    if word in {"new", "n", "+"}:
        return "new"
    if word == "hand":
        return "hand"
    raise NotationError(f"After > comes the number of a set, or new, or hand. {HOW_TO_MOVE}")


def _cannot_read(word: str) -> None:
    if word.isalpha() and len(word) <= 2:
        Tile(word)  # says how codes are made
    raise NotationError(f"“{word}” cannot be read. {HOW_TO_MOVE}")


def _cards(sets: Iterable[CardSet]) -> list[Tile]:
    return [card for cards in sets for card in cards]
