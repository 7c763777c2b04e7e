"""Reading the lessons' files, and the positions in them as views of a seat."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any, Literal

import msgspec

from qwirkle.protocol.server.positions import read_position
from qwirkle.protocol.shapes.values import read_sets, read_tiles
from qwirkle.rules.cards.edition import Edition as CardsEdition
from qwirkle.rules.cards.view import PlayerView as CardsPlayerView
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import GAMES, AnyView, edition

DECK = 60
"""Cards that are left where a step does not say it."""


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a step asks for: an act, and how much of it at the least."""

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
        """What its texts are called."""
        return f"{self.game}.{self.id}"

    def seen(self) -> AnyView:
        """The position, as the player sees it who has to do something."""
        if self.table is not None:
            return _cards(self)
        asked: dict[str, Any] = {"game": self.game, "board": self.board or [], "hand": self.hand}
        for name in ("bag", "tokens", "actions"):
            if getattr(self, name) is not None:
                asked[name] = getattr(self, name)
        if self.tokens is None:
            asked["tokens"] = 0
        if self.actions is None:
            asked["actions"] = []
        return read_position(asked, need_hand=True).view()


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
    return (*map(_borrowed, written.first), *_own(written), *map(_borrowed, written.then))


def _borrowed(code: str) -> Step:
    game, _, name = code.partition(".")
    return {step.id: step for step in _own(_read(game))}[name]


def _own(written: _File) -> list[Step]:
    return [msgspec.structs.replace(step, game=written.game) for step in written.steps]


@cache
def _read(game: str) -> _File:
    text = resources.files(__package__).joinpath(f"{game}.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), _File)


def _cards(step: Step) -> CardsView:
    rules = edition(step.game)
    if not isinstance(rules, CardsEdition):
        raise TypeError(f"{step.code} has a table of cards in a game without cards")
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
