"""The two families of games: one type that both halves satisfy, and the only switch between them.

A placement game is played with tiles on a board, a card game with sets of cards. ``Family`` is the
protocol that the packages ``rules.placement`` and ``rules.cards`` both satisfy. A package that
treats the families differently has such a type of its own, implements it twice, and keeps the two
in a ``Pair``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import Generic, Protocol, TypeGuard, TypeVar, cast

from qwirkle.errors import ArgumentError, EditionError
from qwirkle.rules import cards, placement
from qwirkle.rules.dealing import Dealer
from qwirkle.rules.decision import Decision, fold_events
from qwirkle.rules.editions import files
from qwirkle.rules.editions.base import Key, check_house_rule
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.refusals.reasons import Refusal
from qwirkle.rules.starting import check_players
from qwirkle.rules.tiles import Tile

AnyEdition = placement.Edition | cards.Edition
AnyState = placement.State | cards.State
AnyGameEvent = placement.AnyEvent | cards.AnyEvent
AnyTurn = placement.Turn | cards.Turn
AnyView = placement.View | cards.View
AnyResult = placement.Result | cards.Result

GAMES = files.SHIPPED

EditionT = TypeVar("EditionT")
StateT = TypeVar("StateT")
ViewT = TypeVar("ViewT")
TurnT = TypeVar("TurnT")
EventT = TypeVar("EventT")


class Family(Protocol[EditionT, StateT, ViewT, TurnT, EventT]):
    """The rules of a family of games, from its edition files to the end of a game."""

    HOUSE_MOST: Mapping[str, int]
    """The largest numbers a house rule may use, by key."""

    def checked_edition(self, tables: Mapping[str, object], file: str, /) -> EditionT:
        """Convert the tables of a whole edition; EditionError names the file and the key."""
        ...

    def begin(
        self,
        edition: EditionT,
        players: Sequence[str],
        dealer: Dealer,
        ages: Sequence[int] | None = None,
        /,
    ) -> Decision[StateT, EventT]:
        """Seat the players, shuffle and deal, up to the first turn."""
        ...

    def decide(
        self, state: StateT, seat: int, turn: TurnT, dealer: Dealer, /
    ) -> Decision[StateT, EventT]:
        """Judge a turn; IllegalTurn carries every reason against it."""
        ...

    def evolve(self, state: StateT | None, event: EventT, /) -> StateT:
        """Return the state after one more event."""
        ...

    def view(self, state: StateT, seat: int | None, /) -> ViewT:
        """Return the view of a seat, or of a spectator (None)."""
        ...

    def determinize(self, view: ViewT, dealer: Dealer, /) -> StateT:
        """Return a state that may be behind a view, with everything hidden dealt."""
        ...

    def state_behind(self, view: ViewT, hidden: Sequence[Tile], /) -> StateT:
        """Return the state behind a view in which these pieces are hidden."""
        ...

    def set_up_events(self, state: StateT, players: tuple[str, ...], /) -> tuple[EventT, ...]:
        """Return the events of a game that begins in a state."""
        ...

    def position_faults(self, view: ViewT, /) -> tuple[Refusal, ...]:
        """Return everything that is wrong with the position of a view."""
        ...

    def is_turn(self, value: object, /) -> TypeGuard[TurnT]:
        """Return whether a value is a turn of this family, legal or not."""
        ...


class Member(Protocol):
    """Anything that belongs to one of the families: an edition, a state, a view or an event."""

    @property
    def family(self) -> Key:
        """The key of the family."""
        ...


PlacementHalf = TypeVar("PlacementHalf")
CardsHalf = TypeVar("CardsHalf")
Either = TypeVar("Either")


class Pair(Generic[PlacementHalf, CardsHalf, Either]):
    """The two halves of a package, and the one place where one of them is chosen.

    ``Either`` is the type of both halves, over the members of both families: code that asked for
    the half of a view may pass it that view.
    """

    def __init__(self, *, placement: PlacementHalf, cards: CardsHalf) -> None:
        self.placement = placement
        self.cards = cards
        # The one cast about families. Neither half takes the members of both, so neither *is* an
        # ``Either``; Python has no type for "the half of whatever family this member is of". The
        # contract of ``of`` makes it right: a half is given members of one game only, and it was
        # chosen by one of them. Where the pair is made, the type checker verifies that each half
        # does its own job; where it is called, that callers use what the halves share.
        halves = {"placement": placement, "cards": cards}
        self._halves = cast("Mapping[str, Either]", halves)

    def of(self, member: Member) -> Either:
        """Return the half for the game of an edition, a state, a view or an event."""
        return self._halves[member.family]

    def __getitem__(self, key: Key) -> Either:
        return self._halves[key]


PlacementRules = Family[
    placement.Edition, placement.State, placement.View, placement.Turn, placement.AnyEvent
]
CardsRules = Family[cards.Edition, cards.State, cards.View, cards.Turn, cards.AnyEvent]
AnyRules = Family[AnyEdition, AnyState, AnyView, AnyTurn, AnyGameEvent]

_RULES = Pair[PlacementRules, CardsRules, AnyRules](placement=placement, cards=cards)


def of(member: Member) -> AnyRules:
    """Return the rules of the family of an edition, a state, a view or an event."""
    return _RULES.of(member)


def edition(game: str, options: Mapping[str, OptionValue] | None = None) -> AnyEdition:
    """Return a game of the family by its id, with the options of its rule book."""
    if game not in GAMES:
        raise EditionError(f"there is no game “{game}”; the games are {', '.join(GAMES)}")
    return _edition(files.shipped_tables(game), options, f"{game}.toml")


def named_edition(
    game: str | Path | AnyEdition, options: Mapping[str, OptionValue] | None = None
) -> AnyEdition:
    """Return an edition, given its id, the path of its file, or the edition itself."""
    if isinstance(game, Path) or (isinstance(game, str) and game.endswith(".toml")):
        return load_edition(Path(game), options)
    if isinstance(game, str):
        return edition(game.lower(), options)
    if isinstance(game, AnyEdition):
        if options:
            raise ArgumentError("an edition has its options already; give them by the game's id")
        return game
    raise ArgumentError(f"a game is an id, an edition or a house-rule file, not {game!r}")


def load_edition(path: Path, options: Mapping[str, OptionValue] | None = None) -> AnyEdition:
    """Read a house rule from a file, based on a game of the family or self-contained."""
    return _house_rule(files.read_file(path), options, path.name)


def read_edition(text: str, options: Mapping[str, OptionValue] | None = None) -> AnyEdition:
    """Read a house rule from the text of its file."""
    return _house_rule(files.read_text(text, "house rule"), options, "house rule")


def stored_edition(tables: Mapping[str, object], source: str) -> AnyEdition:
    """Check an edition that was stored whole, with the options chosen then."""
    return _RULES[files.family(tables, source)].checked_edition(tables, source)


def begin(
    rules: AnyEdition, players: Sequence[str], dealer: Dealer, ages: Sequence[int] | None = None
) -> Decision[AnyState, AnyGameEvent]:
    """Seat the players, shuffle and deal: return the events up to the first turn, and the state."""
    return of(rules).begin(rules, players, dealer, ages)


def decide(
    state: AnyState, seat: int, turn: AnyTurn, dealer: Dealer
) -> Decision[AnyState, AnyGameEvent]:
    """Judge a turn: return its events and the state after them.

    An illegal turn raises IllegalTurn with every reason. A value that is not a turn of this game
    raises TypeError.
    """
    return of(state).decide(state, seat, turn, dealer)


def evolve(state: AnyState | None, event: AnyGameEvent) -> AnyState:
    """Return the state after one more event."""
    return of(event).evolve(state, event)


def advance(state: AnyState, events: Iterable[AnyGameEvent]) -> AnyState:
    """Return the state after more events."""
    return reduce(evolve, events, state)


def fold(events: Iterable[AnyGameEvent]) -> AnyState:
    """Return the state of a game after these events, from the first one on."""
    return fold_events(evolve, events)


def view(state: AnyState, seat: int | None) -> AnyView:
    """Return the view of a seat; a spectator is None."""
    return of(state).view(state, seat)


def determinize(view: AnyView, dealer: Dealer) -> AnyState:
    """Return a state that may be behind a view, with everything hidden dealt by the dealer."""
    return of(view).determinize(view, dealer)


def set_up(
    view: AnyView, players: Sequence[str], dealer: Dealer
) -> Decision[AnyState, AnyGameEvent]:
    """Begin a game in the position of a view, with everything hidden dealt by the dealer."""
    check_players(view.edition, players)
    state = determinize(view, dealer)
    events = of(view).set_up_events(state, tuple(players))
    return Decision(events, fold(events))


def position_faults(view: AnyView) -> tuple[Refusal, ...]:
    """Return everything that is wrong with the position of a view; empty if it can be played."""
    return of(view).position_faults(view)


def state_behind(view: AnyView, hidden: Sequence[Tile]) -> AnyState:
    """Return a state that produces this view, with these pieces in the other hands and undrawn."""
    return of(view).state_behind(view, hidden)


def _house_rule(
    tables: Mapping[str, object], options: Mapping[str, OptionValue] | None, file: str
) -> AnyEdition:
    house = _edition(tables, options, file)
    check_house_rule(file, house, of(house).HOUSE_MOST)
    return house


def _edition(
    tables: Mapping[str, object], options: Mapping[str, OptionValue] | None, file: str
) -> AnyEdition:
    rules = _RULES[files.family(tables, file)]
    return files.with_options(tables, options or {}, file, rules.checked_edition)
