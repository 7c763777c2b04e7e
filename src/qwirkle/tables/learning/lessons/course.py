"""Reading the lessons' files, and the positions in them as views of a seat."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any, Literal

import msgspec

from qwirkle.protocol.server.positions import read_position
from qwirkle.protocol.shapes.values import read_sets, read_tiles
from qwirkle.rules.cards.edition import Edition as CardsEdition
from qwirkle.rules.cards.view import PlayerView as CardsPlayerView
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import GAMES, AnyView, Registry, edition
from qwirkle.rules.placement.edition import Edition
from qwirkle.rules.placement.view import View

DECK = 60
"""Cards that are left where a step does not say it."""


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The goal of a step: an act, and at least how much of it."""

    do: Literal["place", "trade", "draw3", "after", "exchange"]
    """The word of the turn that is wanted."""
    points: int = 0
    lines: int = 0
    qwirkles: int = 0
    tiles: int = 0
    """Tiles to be placed or traded."""
    bonus: int = 0
    stars: int = 0
    played: int = 0
    """Cards to be played."""
    take: bool = False
    """Whether a tile is to be taken first."""


class Wrong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A try that the rules refuse, and what is said to it."""

    turn: dict[str, Any]
    reason: str
    say: str


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position and what to do in it."""

    id: str
    text: str
    done: str
    """Said when the goal is reached; ``{points}`` are those of the solution."""
    more: str
    """Said to what is allowed and yet not the goal."""
    hand: list[str]
    goal: Goal
    solution: dict[str, Any]
    board: list[tuple[int, int, str]] | None = None
    table: list[list[str]] | None = None
    bag: int | None = None
    deck: int | None = None
    tokens: int | None = None
    actions: list[str] | None = None
    wrong: list[Wrong] = []
    game: str = ""
    """The lesson it is from."""

    @property
    def code(self) -> str:
        """The key of its texts."""
        return f"{self.game}.{self.id}"

    def view(self) -> AnyView:
        """Return the position as seen by the player whose turn it is."""
        rules = edition(self.game)
        return _VIEWS.of(rules)(self, rules)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as it is written: its own steps between those of other lessons."""

    game: str
    steps: list[Step]
    first: list[str] = []
    then: list[str] = []


@cache
def lesson(game: str) -> tuple[Step, ...] | None:
    """The steps of a game's lesson, in order; None if there is no such game."""
    if game not in GAMES:
        return None
    written = _read(game)
    return (
        *map(_step_by_code, written.first),
        *_own(written),
        *map(_step_by_code, written.then),
    )


def _step_by_code(code: str) -> Step:
    game, _, name = code.partition(".")
    return {step.id: step for step in _own(_read(game))}[name]


def _own(written: _File) -> list[Step]:
    return [msgspec.structs.replace(step, game=written.game) for step in written.steps]


@cache
def _read(game: str) -> _File:
    text = resources.files(__package__).joinpath(f"{game}.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), _File)


def _view_of_tiles(step: Step, rules: Edition) -> View:  # noqa: ARG001
    asked: dict[str, Any] = {"game": step.game, "board": step.board or [], "hand": step.hand}
    if step.bag is not None:
        asked["bag"] = step.bag
    asked["tokens"] = step.tokens or 0
    asked["actions"] = step.actions or []
    return read_position(asked, need_hand=True).view()


def _view_of_cards(step: Step, rules: CardsEdition) -> CardsView:
    hand = read_tiles(step.hand, "hand")
    return CardsView(
        edition=rules,
        seat=0,
        seq=0,
        table=read_sets(step.table, "table"),
        hand=hand,
        players=(
            CardsPlayerView("player 1", 0, len(hand), ()),
            CardsPlayerView("player 2", 0, rules.hand, ()),
        ),
        deck=DECK if step.deck is None else step.deck,
        turn=0,
        turns_played=1,
        opening_cards=0,
        turns_left=None,
        idle=0,
        last=None,
        result=None,
    )


_VIEWS = Registry[Callable[[Step, Any], AnyView]](placement=_view_of_tiles, cards=_view_of_cards)
