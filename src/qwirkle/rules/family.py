"""All games of the family behind one set of functions, whatever they are played with.

An edition's type says which kind of game it is; from then on the type of the state decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from qwirkle.errors import EditionError, QwirkleError
from qwirkle.rules.cards import decide as carding
from qwirkle.rules.cards import evolve as cards_evolve
from qwirkle.rules.cards import view as cards_view
from qwirkle.rules.cards.edition import (
    CardsEdition,
    cards_edition,
    cards_edition_of,
    load_cards_edition,
)
from qwirkle.rules.cards.events import AnyCardsEvent, CardsEvent
from qwirkle.rules.cards.state import CardsState
from qwirkle.rules.cards.turns import CardTurn, Exchange, Play
from qwirkle.rules.cards.turns import Pass as CardsPass
from qwirkle.rules.cards.view import CardsView
from qwirkle.rules.dealing import Dealer
from qwirkle.rules.editions import files
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.placement import decide as placing
from qwirkle.rules.placement import edition as placement_edition
from qwirkle.rules.placement import evolve
from qwirkle.rules.placement import view as placing_view
from qwirkle.rules.placement.edition import Edition
from qwirkle.rules.placement.events import AnyEvent
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import Pass, Turn
from qwirkle.rules.placement.view import View

AnyEdition = Edition | CardsEdition
AnyState = State | CardsState
AnyGameEvent = AnyEvent | AnyCardsEvent
AnyTurn = Turn | CardTurn
AnyView = View | CardsView

GAMES = files.SHIPPED


def edition(game: str, options: Mapping[str, OptionValue] | None = None) -> AnyEdition:
    """A game of the family by its id, with the options of its rule book."""
    if game not in GAMES:
        raise EditionError(f"there is no game “{game}”; the games are {', '.join(GAMES)}")
    if files.family(files.shipped(game)) == files.PLACEMENT:
        return placement_edition.edition(game, options)
    return cards_edition(options)


def load_edition(path: Path, options: Mapping[str, OptionValue] | None = None) -> AnyEdition:
    """A house rule from a file, based on a game of the family or complete in itself."""
    if files.family(files.read_file(path)) == files.PLACEMENT:
        return placement_edition.load_edition(path, options)
    return load_cards_edition(path, options)


def read_edition(text: str, options: Mapping[str, OptionValue] | None = None) -> AnyEdition:
    """A house rule from the text of its file."""
    tables = files.read_text(text, "house rule")
    if files.family(tables) == files.PLACEMENT:
        return placement_edition.edition_of(tables, options or {}, "house rule")
    return cards_edition_of(tables, options or {}, "house rule")


def begin(
    rules: AnyEdition, players: Sequence[str], dealer: Dealer, ages: Sequence[int] | None = None
) -> tuple[AnyGameEvent, ...]:
    """The events from sitting down to the first turn."""
    if isinstance(rules, CardsEdition):
        return carding.begin(rules, players, dealer, ages)
    return placing.begin(rules, players, dealer, ages)


def decide(state: AnyState, seat: int, turn: AnyTurn, dealer: Dealer) -> tuple[AnyGameEvent, ...]:
    """What happens when the seat does this; IllegalTurn with every reason if it may not."""
    if isinstance(state, CardsState):
        if turn == Pass():
            turn = CardsPass()
        if isinstance(turn, Play | Exchange | CardsPass):
            return carding.decide(state, seat, turn, dealer)
    else:
        if isinstance(turn, CardsPass):
            turn = Pass()
        if not isinstance(turn, Play | Exchange):
            return placing.decide(state, seat, turn, dealer)
    raise QwirkleError("that is a turn of another game")


def evolved(state: AnyState, happened: Iterable[AnyGameEvent]) -> AnyState:
    """The state after more events."""
    for event in happened:
        if isinstance(event, CardsEvent):
            state = cards_evolve.evolve(_cards(state), event)
        else:
            state = evolve.evolve(_placement(state), event)
    return state


def fold(happened: Sequence[AnyGameEvent]) -> AnyState:
    """The state a game has after these events, from the first one on."""
    if not happened:
        raise ValueError("a game has at least its first event")
    first, *rest = happened
    if isinstance(first, CardsEvent):
        return evolved(cards_evolve.evolve(None, first), rest)
    return evolved(evolve.evolve(None, first), rest)


def view(state: AnyState, seat: int | None) -> AnyView:
    """What a seat may know, or a spectator."""
    if isinstance(state, CardsState):
        return cards_view.view(state, seat)
    return placing_view.view(state, seat)


def _cards(state: AnyState) -> CardsState:
    if isinstance(state, CardsState):
        return state
    raise TypeError("an event of the card game happens in the card game")


def _placement(state: AnyState) -> State:
    if isinstance(state, State):
        return state
    raise TypeError("an event of a placement game happens in a placement game")
