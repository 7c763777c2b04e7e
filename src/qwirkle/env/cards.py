"""The card game of an environment: choices of cards, laid with the most Qwirkles.

The core plays (``engine/episodes/card_episode.py``). The lists and counts made here from views, in
plain Python, are the reference that the tests compare it with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from qwirkle.engine.card_games import CardEpisodeGame
from qwirkle.engine.cards.solver import lay_most, plays, qwirkles_by_choice
from qwirkle.engine.episodes import card_columns as at
from qwirkle.env.placement import flat
from qwirkle.env.settings import EnvSettings
from qwirkle.env.table import Arrays, Extent, Table
from qwirkle.errors import ArgumentError
from qwirkle.rules.cards.referee import is_set
from qwirkle.rules.cards.turns import Exchange, Play, Turn
from qwirkle.rules.cards.view import View
from qwirkle.rules.decision import wrong_turn
from qwirkle.rules.editions.cards import Edition
from qwirkle.rules.family import AnyTurn
from qwirkle.rules.tiles import KINDS, Tile, in_order
from qwirkle.rules.turns import Pass

KIND_COUNT = len(KINDS)
STOP = KIND_COUNT
PLAY, EXCHANGE, PASS = range(3)
SMALLEST, LARGEST = np.iinfo(np.int16).min, np.iinfo(np.int16).max
Cards = tuple[Tile, ...]


class CardsTable(Table):
    """A card game in the core."""

    game: CardEpisodeGame

    def __init__(self, settings: EnvSettings) -> None:
        super().__init__(settings)
        self.arrays = new_card_arrays(settings, 1)
        (self.game,) = new_card_games(settings, flat(self.arrays), [0])

    @property
    def extents(self) -> dict[str, Extent]:
        """The counts and, in the list form, the features of the listed turns."""
        return card_extents(self.settings)

    def observe(self, seat: int) -> Arrays:
        """Return copies of the arrays; only the seat to move sees the listed turns."""
        self.game.core.write_counts(seat)
        seen: Arrays = {"counts": self.arrays["counts"][0].copy()}
        if not self.by_tiles:
            turns = self.arrays["turns"][0]
            seen["turns"] = turns.copy() if seat == self.turn else np.zeros_like(turns)
        return seen

    def encode(self, turn: AnyTurn) -> list[int]:
        """Return the number of the choice of cards, or its cards one after the other."""
        if isinstance(turn, Exchange | Pass):
            return [STOP if self.by_tiles else 0]
        if not isinstance(turn, Play):
            raise wrong_turn(turn, self.settings.edition.name)
        cards = played_cards(cast("View", self.view(0)), turn)
        if self.by_tiles:
            return [*(card.index for card in cards), STOP]
        for number, choice in enumerate(self.game.choices()):
            if choice.cards == cards:
                return [number]
        raise ValueError(f"the list does not have {turn}")

    def decode(self, action: int) -> AnyTurn | None:
        """Return the turn of a listed choice; card by card, the one that “stop” completes."""
        if self.by_tiles and action != STOP:
            return None
        if not self.game.core.found:
            return self.game.turn_without_cards()
        chosen = self.game.core.chosen_so_far() if self.by_tiles else action
        return self.game.choice(chosen).on(cast("View", self.view(0)).table)


def new_card_arrays(settings: EnvSettings, count: int) -> dict[str, NDArray[np.generic]]:
    """Return the arrays of this many card games, in the shapes that the core fills."""
    by_tiles = settings.actions == "tiles"
    listed = 0 if by_tiles else settings.listed
    return {
        "counts": np.zeros((count, at.COUNTS), np.int16),
        "turns": np.zeros((count, listed, at.FEATURES), np.int16),
        "mask": np.zeros((count, STOP + 1 if by_tiles else listed), np.uint8),
    }


def new_card_games(
    settings: EnvSettings, arrays: Mapping[str, memoryview], numbers: Sequence[int]
) -> list[CardEpisodeGame]:
    """Return the games with these numbers, all of whose seats are played from outside."""
    rules = cast("Edition", settings.edition)
    games = [CardEpisodeGame() for _ in numbers]
    for game, number in zip(games, numbers, strict=True):
        try:
            game.set_rules(rules, ["greedy"] * settings.players)
        except ValueError as error:
            raise ArgumentError(f"{rules.name}: {error}") from error
        game.attach(arrays, number, listed=settings.listed, by_tiles=settings.actions == "tiles")
        game.core.set_outside_seats([True] * settings.players, 0)
    return games


def card_extents(settings: EnvSettings) -> dict[str, Extent]:
    """Return the arrays of an observation of the card game."""
    found = {"counts": Extent(SMALLEST, LARGEST, (at.COUNTS,), np.int16)}
    if settings.actions == "list":
        size = (settings.listed, at.FEATURES)
        found["turns"] = Extent(SMALLEST, LARGEST, size, np.int16)
    return found


def listed_choices(seen: View, listed: int) -> list[Cards]:
    """Return the choices of the list: all playable ones, or the most valuable if there are more."""
    choices = card_choices(seen)
    if len(choices) > listed:
        qwirkles = qwirkles_by_choice(seen.table, choices)
        best = sorted(
            range(len(choices)), key=lambda which: (-qwirkles[which], -len(choices[which]))
        )
        choices = [choices[which] for which in sorted(best[:listed])]
    return choices


def observe_choices(seen: View, listed: int) -> NDArray[np.int16]:
    """Return the features of the choices of the seat to move, from its view."""
    features = np.zeros((listed, at.FEATURES), np.int16)
    choices = listed_choices(seen, listed)
    if not choices:
        features[0, at.ACT] = EXCHANGE if seen.deck else PASS
    room = at.FEATURES - at.FIRST_KIND
    made = qwirkles_by_choice(seen.table, choices)
    for row, (choice, qwirkles) in enumerate(zip(choices, made, strict=True)):
        kinds = [1 + tile.index for tile in choice[:room]]
        features[row, : at.FIRST_KIND + len(kinds)] = (PLAY, len(choice), qwirkles, *kinds)
    return features


def card_choices(seen: View) -> list[Cards]:
    """Return every choice of cards that can be played now."""
    choices = list(plays(seen.table, seen.hand))
    if seen.opening_cards:
        # A16: one set, as large as the largest one in any hand.
        size = seen.opening_cards
        choices = [cards for cards in choices if len(cards) == size and is_set(cards)]
    return choices


def choice_turn(seen: View, cards: Cards | None) -> Turn:
    """Return the turn that plays these cards; None means that no cards can be played."""
    if cards is None:
        return Exchange() if seen.deck else Pass()  # A15
    laying = lay_most(seen.table, cards)
    if laying is None:
        raise ValueError("these cards cannot be played")
    return Play(laying.after)


def played_cards(seen: View, turn: Play) -> Cards:
    """Return the cards of the hand that a turn plays."""
    lying = Counter(card for cards in seen.table for card in cards)
    played = Counter(card for cards in turn.after for card in cards) - lying
    return in_order(played.elements())


def observe_cards(seen: View, aside: list[Tile]) -> NDArray[np.int16]:
    """Return the counts of a view of the card game, and the cards chosen in this turn so far."""
    counts = np.zeros(at.COUNTS, np.int16)
    lying = Counter(card for cards in seen.table for card in cards)
    for first, cards in (
        (at.HAND, Counter(seen.hand)),
        (at.UNSEEN, seen.unseen()),
        (at.ASIDE, Counter(aside)),
        (at.ON_TABLE, lying),
    ):
        for tile, count in cards.items():
            counts[first + tile.index] = count
    seat, players = seen.seat or 0, len(seen.players)
    for away in range(players):
        other = seen.players[(seat + away) % players]
        counts[at.SCORES + away], counts[at.SIZES + away] = other.score, other.cards
    left = 0 if seen.turns_left is None else 1 + seen.turns_left
    counts[at.DECK : at.TURNS_LEFT + 1] = (
        *(seen.deck, players, seen.turns_played, seen.idle, seen.opening_cards),
        left,
    )
    if (last := seen.last) is not None:
        counts[at.LAST_SEAT :] = (
            1 + (last.seat - seat) % players,
            len(last.played),
            len(last.qwirkles),
            last.exchanged,
            last.passed,
        )
    return counts
