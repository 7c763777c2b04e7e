"""The two families of games behind one set of functions, and the only switch between them.

A placement game is played with tiles on a board, a card game with sets of cards. Both packages
export the same names; ``of`` finds the right one for an edition, a state, a view, an event or a
turn by its ``family``. Packages that treat the families differently keep a ``Registry`` of their
two halves under the same keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, Literal, Protocol, TypeVar, cast

from qwirkle.errors import ArgumentError, EditionError
from qwirkle.rules import cards, placement
from qwirkle.rules.dealing import Dealer
from qwirkle.rules.decision import Decision, check_players
from qwirkle.rules.editions import files
from qwirkle.rules.editions.base import check_house_rule
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.reasons import Refusal
from qwirkle.rules.tiles import Tile

Key = Literal["placement", "cards"]
AnyEdition = placement.Edition | cards.Edition
AnyState = placement.State | cards.State
AnyGameEvent = placement.AnyEvent | cards.AnyEvent
AnyTurn = placement.Turn | cards.Turn
AnyView = placement.View | cards.View
AnyResult = placement.Result | cards.Result

GAMES = files.SHIPPED
Half = TypeVar("Half")


class Member(Protocol):
    """Anything that belongs to one of the families."""

    @property
    def family(self) -> str:
        """The key of the family."""
        ...


class Registry(Generic[Half]):
    """The two halves of a package, one for each family."""

    def __init__(self, *, placement: Half, cards: Half) -> None:
        self._halves: dict[str, Half] = {"placement": placement, "cards": cards}

    def of(self, member: Member) -> Half:
        """The half for an edition, a state, a view, an event or a turn."""
        return self._halves[member.family]

    def __getitem__(self, key: str) -> Half:
        return self._halves[key]


_RULES = Registry[ModuleType](placement=placement, cards=cards)


def of(member: Member) -> Any:
    """The package with the rules of this edition, state, view, event or turn."""
    return _RULES.of(member)


def edition(game: str, options: Mapping[str, OptionValue] | None = None) -> AnyEdition:
    """Return a game of the family by its id, with the options of its rule book."""
    if game not in GAMES:
        raise EditionError(f"there is no game “{game}”; the games are {', '.join(GAMES)}")
    return _edition(files.shipped_tables(game), options, f"{game}.toml")


def named_edition(
    game: str | Path | AnyEdition, options: Mapping[str, OptionValue] | None = None
) -> AnyEdition:
    """Return the edition that is meant: by its id, by the path of its file, or itself."""
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
    """Read a house rule from a file, based on a game of the family or complete in itself."""
    return _house_rule(files.read_file(path), options, path.name)


def read_edition(text: str, options: Mapping[str, OptionValue] | None = None) -> AnyEdition:
    """Read a house rule from the text of its file."""
    return _house_rule(files.read_text(text, "house rule"), options, "house rule")


def stored_edition(tables: Mapping[str, Any], source: str) -> AnyEdition:
    """Check an edition that was stored whole, with the options chosen then."""
    rules = _RULES[files.family(tables, source)]
    return cast("AnyEdition", rules.checked_edition(tables, source))


def begin(
    rules: AnyEdition, players: Sequence[str], dealer: Dealer, ages: Sequence[int] | None = None
) -> Decision[AnyState, AnyGameEvent]:
    """Sit down, shuffle and deal: the events up to the first turn, and the state after them."""
    return cast("Decision[AnyState, AnyGameEvent]", of(rules).begin(rules, players, dealer, ages))


def decide(
    state: AnyState, seat: int, turn: AnyTurn, dealer: Dealer
) -> Decision[AnyState, AnyGameEvent]:
    """Judge a turn: its events and the state after them, or IllegalTurn with every reason.

    A value that is not a turn of this game raises TypeError.
    """
    return cast("Decision[AnyState, AnyGameEvent]", of(state).decide(state, seat, turn, dealer))


def evolve(state: AnyState | None, event: AnyGameEvent) -> AnyState:
    """Return the state after one more event."""
    return cast("AnyState", of(event).evolve(state, event))


def advance(state: AnyState, events: Iterable[AnyGameEvent]) -> AnyState:
    """Return the state after more events."""
    return reduce(evolve, events, state)


def fold(events: Iterable[AnyGameEvent]) -> AnyState:
    """Return the state of a game after these events, from the first one on."""
    state = reduce(evolve, events, cast("AnyState | None", None))
    if state is None:
        raise ValueError("a game has at least its first event")
    return state


def view(state: AnyState, seat: int | None) -> AnyView:
    """Return what a seat may know; a spectator is None."""
    return cast("AnyView", of(state).view(state, seat))


def determinize(view: AnyView, dealer: Dealer) -> AnyState:
    """Return a state that may be behind a view, with everything hidden dealt by the dealer."""
    return cast("AnyState", of(view).determinize(view, dealer))


def set_up(
    view: AnyView, players: Sequence[str], dealer: Dealer
) -> Decision[AnyState, AnyGameEvent]:
    """Begin a game in the position of a view, with all that is hidden dealt by the dealer."""
    check_players(view.edition, players)
    state = determinize(view, dealer)
    events: tuple[AnyGameEvent, ...] = of(view).set_up_events(state, tuple(players))
    return Decision(events, fold(events))


def position_faults(view: AnyView) -> tuple[Refusal, ...]:
    """Return everything that is wrong with the position of a view; nothing if it can be played."""
    return cast("tuple[Refusal, ...]", of(view).position_faults(view))


def state_behind(view: AnyView, hidden: Sequence[Tile]) -> AnyState:
    """Return a state that gives this view, with these pieces in the other hands and undrawn."""
    return cast("AnyState", of(view).state_behind(view, hidden))


def _house_rule(
    tables: Mapping[str, Any], options: Mapping[str, OptionValue] | None, file: str
) -> AnyEdition:
    house = _edition(tables, options, file)
    check_house_rule(file, house, of(house).HOUSE_MOST)
    return house


def _edition(
    tables: Mapping[str, Any], options: Mapping[str, OptionValue] | None, file: str
) -> AnyEdition:
    rules = _RULES[files.family(tables, file)]
    return cast(
        "AnyEdition", files.with_options(tables, options or {}, file, rules.checked_edition)
    )
