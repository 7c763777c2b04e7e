"""docs/dealing.md specifies every shuffle: a seed would mean nothing without its labels."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

from qwirkle.players import bot
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import (
    GAMES,
    AnyEdition,
    begin,
    decide,
    determinize,
    edition,
    read_edition,
    view,
)

T = TypeVar("T")

PAGE = Path(__file__).parents[2] / "docs" / "dealing.md"
SPECIFIED = frozenset(re.findall(r"^\| `([^`]+)` \|", PAGE.read_text("utf-8"), re.MULTILINE))

# With small hands players often have to trade, exchange or be dealt other cards; on this board
# special tiles meet tiles that are laid out first.
HOUSE_RULES = (
    """
based_on = "schmidt"
id = "two-tiles"
name = "Two tiles"
hand = 2
""",
    """
based_on = "cards"
id = "four-cards"
name = "Four cards"
hand = 4
""",
    """
based_on = "mini"
id = "mini-board"
name = "Mini on a board"
board = "diamond"
[opening]
largest_set = false
may_trade = true
""",
)


class RecordingDealer(SeedDealer):
    """Notes the label of every shuffle, with N for its number."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.labels: set[str] = set()

    def shuffled(self, things: Sequence[T], label: str) -> tuple[T, ...]:
        """Shuffle as a seed does."""
        self.labels.add(re.sub(r"\d+", "N", label))
        return super().shuffled(things, label)


def editions() -> Iterator[AnyEdition]:
    yield from map(edition, GAMES)
    yield from map(read_edition, HOUSE_RULES)


def labels_of_a_game(rules: AnyEdition, seed: int) -> set[str]:
    dealer = RecordingDealer(seed)
    state = begin(rules, ["Ann", "Ben"], dealer).state
    players = [bot("random", f"{seed}/{seat}") for seat in range(2)]
    while (seat := state.turn) is not None:
        turn = players[seat].choose(view(state, seat))
        state = decide(state, seat, turn, dealer).state
    return dealer.labels


def labels_of_a_position(rules: AnyEdition) -> set[str]:
    dealer = RecordingDealer(4)
    determinize(view(begin(rules, ["Ann", "Ben"], SeedDealer(4)).state, 0), dealer)
    return dealer.labels


@cache
def used() -> frozenset[str]:
    """The labels of a game of every edition, and of a position of either family."""
    games = (labels_of_a_game(rules, seed=4) for rules in editions())
    positions = (labels_of_a_position(edition(game)) for game in ("classic", "cards"))
    return frozenset().union(*games, *positions)


def test_every_label_of_played_games_is_specified() -> None:
    assert used() - SPECIFIED == set()


@pytest.mark.parametrize("label", sorted(SPECIFIED))
def test_every_specified_label_is_played_here(label: str) -> None:
    """A label that no game here uses is either untested or does not exist."""
    assert label in used()
