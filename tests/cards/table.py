"""Card tables for tests: sets from text, dealers who deal as told, positions from real games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeVar

from qwirkle.engine.cards import solver as cards_solver
from qwirkle.rules.cards.decide import begin, decide
from qwirkle.rules.cards.events import AnyEvent as AnyCardsEvent
from qwirkle.rules.cards.evolve import evolve, fold
from qwirkle.rules.cards.state import State as CardsState
from qwirkle.rules.cards.turns import CardSet, Exchange, Play
from qwirkle.rules.dealing import Dealer, SeedDealer
from qwirkle.rules.editions.cards import edition as cards_edition
from qwirkle.rules.tiles import BOX, Tile, in_order
from qwirkle.rules.turns import Pass

T = TypeVar("T")
Position = tuple[tuple[CardSet, ...], tuple[Tile, ...]]


def cards(text: str) -> tuple[Tile, ...]:
    """Cards from their codes: ``cards("Ro Rx")``."""
    return tuple(Tile(code) for code in text.split())


def sets(text: str) -> tuple[CardSet, ...]:
    """Sets from codes with a stroke between them: ``sets("Ro Rx Rd / Go Gx Gd")``."""
    return tuple(cards(item) for item in text.split("/") if item.strip())


class Stacked:
    """A dealer whose decks begin with the given cards; other shuffles leave things as they are."""

    def __init__(self, *decks: Sequence[Tile]) -> None:
        self._decks = [(*deck, *(Counter(BOX) - Counter(deck)).elements()) for deck in decks]
        self.labels: list[str] = []

    def shuffled(self, things: Sequence[T], label: str) -> tuple[T, ...]:
        self.labels.append(label)
        if label.startswith("deck"):
            wanted = self._decks.pop(0)
            assert Counter(wanted) == Counter(things)
            return wanted  # type: ignore[return-value]
        return tuple(things)


def random_turn(state: CardsState, chance: random.Random) -> Play | Exchange | Pass:
    """Any legal turn: sometimes the best, sometimes any cards that can be played."""
    assert state.turn is not None
    hand = state.seats[state.turn].hand
    if chance.random() < 0.3:
        best = cards_solver.best_turn(state.table, hand)
        if best is not None:
            return Play(best.after)
    options = cards_solver.plays(state.table, hand)
    if not options:
        return Exchange() if state.deck else Pass()
    laying = cards_solver.lay(state.table, chance.choice(options))
    assert laying is not None
    return Play(laying.after)


def random_game(seed: int, players: int) -> Iterator[tuple[CardsState, AnyCardsEvent]]:
    """The events of a game played at random, each with the state after it."""
    chance, dealer = random.Random(seed), SeedDealer(seed)
    happened: list[AnyCardsEvent] = []
    new: Sequence[AnyCardsEvent] = begin(
        cards_edition(), ["A", "B", "C", "D"][:players], dealer
    ).events
    while True:
        for event in new:
            happened.append(event)
            yield fold(happened), event
        state = fold(happened)
        if state.turn is None:
            return
        new = decide(state, state.turn, random_turn(state, chance), dealer).events


@cache
def real_positions(games: int) -> tuple[Position, ...]:
    """Tables and hands met in games, before each turn."""
    found = []
    for seed in range(games):
        chance, dealer = random.Random(seed), SeedDealer(f"positions {seed}")
        state = begin(cards_edition(), ["A", "B", "C"][: 2 + seed % 2], dealer).state
        while state.turn is not None:
            found.append((state.table, state.seats[state.turn].hand))
            state = after(state, random_turn(state, chance), dealer)
    return tuple(found)


def after(
    state: CardsState, turn: Play | Exchange | Pass, dealer: Dealer | None = None
) -> CardsState:
    """The state when the seat whose turn it is has done this."""
    assert state.turn is not None
    for event in decide(state, state.turn, turn, dealer or SeedDealer(0)).events:
        state = evolve(state, event)
    return state


def same_sets(one: Sequence[CardSet], other: Sequence[CardSet]) -> bool:
    return Counter(in_order(part) for part in one) == Counter(in_order(part) for part in other)


def all_cards(state: CardsState) -> Counter[Tile]:
    """Every card, wherever it is: there must always be the 108 of the box."""
    found = Counter(state.deck)
    found.update(card for group in state.table for card in group)
    for seat in state.seats:
        found.update(seat.hand)
        found.update(card for group in seat.qwirkles for card in group)
    return found
