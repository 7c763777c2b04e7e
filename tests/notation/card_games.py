"""Whole card games with exchanges, passes and second deals, for the tests of records."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from qwirkle.notation import record_of, write_record
from qwirkle.players import bot
from qwirkle.rules.cards.decide import begin, decide
from qwirkle.rules.cards.events import AnyEvent as AnyCardsEvent
from qwirkle.rules.cards.evolve import evolve, fold
from qwirkle.rules.cards.view import view
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.cards import Edition as CardsEdition
from qwirkle.rules.editions.cards import edition as cards_edition

NAMES = ("Ann", "Ben", "Cleo", "Dan")
AGES = (30, 41, 9, 41)


def play(edition: CardsEdition, seats: int, seed: int | str | bytes) -> tuple[AnyCardsEvent, ...]:
    """Seat 0 plays greedily, so there are Qwirkles; the others draw lots, if hands are small."""
    dealer, greedy, other = SeedDealer(seed), bot("greedy", seed), bot("random", seed)
    events = list(begin(edition, NAMES[:seats], dealer, AGES[:seats]).events)
    state = fold(events)
    while state.turn is not None:
        # Lots are drawn among all plays, which a very large hand has too many of.
        player = other if state.turn and edition.hand <= 9 else greedy
        turn = player.choose(view(state, state.turn))
        happened = decide(state, state.turn, turn, dealer).events
        for event in happened:
            state = evolve(state, event)
        events += happened
    return tuple(events)


@cache
def card_game(seats: int = 2, seed: int = 1) -> tuple[AnyCardsEvent, ...]:
    return play(cards_edition(), seats, seed)


@cache
def card_text(seats: int = 2, seeded: bool = True) -> str:
    return write_record(record_of(card_game(seats), seed=1 if seeded else None))


def with_hand(cards: int) -> CardsEdition:
    """A house rule: few cards mean exchanges and second deals."""
    return replace(cards_edition(), id="house", name="Other hands", hand=cards)
