"""The lessons' files, and the positions in them as views of a seat."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Literal

import msgspec

from qwirkle.protocol.server.positions import read_position
from qwirkle.protocol.shapes.turns import AskedTurn
from qwirkle.protocol.shapes.values import Json, read_sets, read_tiles
from qwirkle.rules.cards.view import PlayerView as CardsPlayerView
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.editions.cards import Edition as CardsEdition
from qwirkle.rules.editions.placement import Edition
from qwirkle.rules.family import GAMES, AnyView, edition
from qwirkle.rules.placement.view import View

DECK = 60
"""The number of cards left in the deck if a step gives none."""


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The goal of a step: an act, and the least amount of it."""

    do: Literal["place", "trade", "draw3", "after", "exchange"]
    """The name of the wanted turn."""
    points: int = 0
    lines: int = 0
    qwirkles: int = 0
    tiles: int = 0
    """The number of tiles to place or trade."""
    bonus: int = 0
    stars: int = 0
    played: int = 0
    """The number of cards to play."""
    take: bool = False
    """Whether a tile must be taken first."""


class Wrong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An attempt that the rules refuse, and the text in reply."""

    turn: AskedTurn
    reason: str
    say: str


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position and a task in it."""

    id: str
    text: str
    done: str
    """The text shown when the goal is reached; ``{points}`` are those of the solution."""
    more: str
    """The text shown for a legal turn that does not reach the goal."""
    hand: list[str]
    goal: Goal
    solution: AskedTurn
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
        return _view_of_tiles(self) if isinstance(rules, Edition) else _view_of_cards(self, rules)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson's file: its own steps between those of other lessons."""

    game: str
    steps: list[Step]
    first: list[str] = []
    then: list[str] = []


@cache
def lesson(game: str) -> tuple[Step, ...] | None:
    """Return the steps of a game's lesson, in order; None if there is no such game."""
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


def _view_of_tiles(step: Step) -> View:
    asked: dict[str, Json] = {"game": step.game, "board": step.board or [], "hand": step.hand}
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
