"""The card game of an environment: choices of cards, laid with the most Qwirkles."""

from __future__ import annotations

from collections import Counter
from typing import cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from qwirkle.engine.cards.solver import arrange, plays, qwirkles_by_choice
from qwirkle.env.settings import EnvSettings
from qwirkle.env.table import Arrays, Table
from qwirkle.rules.cards.referee import judge
from qwirkle.rules.cards.turns import Exchange, Play, Turn
from qwirkle.rules.cards.view import View
from qwirkle.rules.decision import wrong_turn
from qwirkle.rules.family import AnyTurn, decide
from qwirkle.rules.tiles import KINDS, Tile, in_order
from qwirkle.rules.turns import Pass

KIND_COUNT = len(KINDS)
STOP = KIND_COUNT
SEATS = 4
# The columns of a listed turn: what it is, cards, Qwirkles, and the kinds of its cards.
FIRST_KIND = 3
FEATURES = FIRST_KIND + 9
PLAY, EXCHANGE, PASS = range(3)
# Where the counts are.
HAND, UNSEEN, ASIDE, ON_TABLE, SCORES, SIZES = 0, 36, 72, 108, 144, 148
DECK, PLAYERS, TURNS, IDLE, OPENING_CARDS, TURNS_LEFT = range(152, 158)
LAST_SEAT, LAST_PLAYED, LAST_QWIRKLES, LAST_EXCHANGED, LAST_PASSED = range(158, 163)
COUNTS = 163
SMALLEST, LARGEST = np.iinfo(np.int16).min, np.iinfo(np.int16).max
Cards = tuple[Tile, ...]


class CardsTable(Table):
    """A card game, played by the rules themselves."""

    def __init__(self, settings: EnvSettings) -> None:
        super().__init__(settings)
        self.by_tiles = settings.actions == "tiles"
        self._choices: list[Cards] = []
        self._aside: list[Tile] = []

    @property
    def observation_space(self) -> spaces.Dict:
        """Counts and, by turns, the features of the listed turns."""
        found: dict[str, spaces.Space[NDArray[np.generic]]] = {
            "counts": spaces.Box(SMALLEST, LARGEST, (COUNTS,), np.int16)
        }
        if not self.by_tiles:
            size = (self.settings.listed, FEATURES)
            found["turns"] = spaces.Box(SMALLEST, LARGEST, size, np.int16)
        return spaces.Dict(found)

    @property
    def action_space(self) -> spaces.Discrete:
        """A number in the list of turns; or a kind to add to the play, or “stop”."""
        return spaces.Discrete(STOP + 1 if self.by_tiles else self.settings.listed)

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is."""
        return self.state.turn

    @property
    def scores(self) -> list[int]:
        """The Qwirkles of every seat."""
        return [player.score for player in self.view(0).players]

    def observe(self, seat: int) -> Arrays:
        """The observation of a seat, from its view alone."""
        seen = cast("View", self.view(seat))
        aside = self._aside if seat == seen.turn else []
        arrays: Arrays = {"counts": observe_cards(seen, aside)}
        if not self.by_tiles:
            features = np.zeros((self.settings.listed, FEATURES), np.int16)
            if seat == seen.turn:
                self._describe(seen, features)
            arrays["turns"] = features
        return arrays

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return which actions are legal now."""
        mask = np.zeros(int(self.action_space.n), np.int8)
        if seat != self.turn:
            return mask
        if not self.by_tiles:
            mask[: max(1, len(self._choices))] = 1
            return mask
        chosen = Counter(self._aside)
        for choice in self._choices:
            count = Counter(choice)
            if chosen <= count:
                for tile in count - chosen:
                    mask[tile.index] = 1
                mask[STOP] |= count == chosen
        mask[STOP] |= not self._choices
        return mask

    def step(self, action: int) -> bool:
        """Do an action of the seat to move."""
        turn = self.turn
        mask = self.mask(0 if turn is None else turn)
        if turn is None or not 0 <= action < len(mask) or not mask[action]:
            return False
        if self.by_tiles and action != STOP:
            self._aside.append(KINDS[action])
        else:
            self.play(cast("Turn", self.decode(action)))
        return True

    def play(self, turn: AnyTurn) -> None:
        """Judge a turn by the rules and play it."""
        state = self.state
        self._state = decide(state, state.turn or 0, turn, self._dealer).state
        self._turns.append(turn)
        self._told = len(self._turns)
        self._aside = []
        self._choices = self._find()

    def encode(self, turn: AnyTurn) -> list[int]:
        """The number of the choice of cards, or its cards one after the other."""
        if isinstance(turn, Exchange | Pass):
            return [STOP if self.by_tiles else 0]
        if not isinstance(turn, Play):
            raise wrong_turn(turn, self.settings.edition.name)
        cards = played_cards(cast("View", self.view(0)), turn)
        if self.by_tiles:
            return [*(card.index for card in cards), STOP]
        return [self._choices.index(cards)]

    def decode(self, action: int) -> AnyTurn | None:
        """The turn of a listed choice; card by card, what “stop” completes."""
        if self.by_tiles and action != STOP:
            return None
        seen = cast("View", self.view(self.turn or 0))
        cards = None
        if self._choices:
            cards = in_order(self._aside) if self.by_tiles else self._choices[action]
        return choice_turn(seen, cards)

    def _deal(self) -> None:
        self._aside = []
        self._choices = self._find()

    def _find(self) -> list[Cards]:
        """Every choice of cards that can be played now, the most cards first if there are many."""
        if self.turn is None:
            return []
        seen = cast("View", self.view(self.turn))
        choices = card_choices(seen)
        if not self.by_tiles and len(choices) > self.settings.listed:
            qwirkles = qwirkles_by_choice(seen.table, choices)
            best = sorted(
                range(len(choices)), key=lambda which: (-qwirkles[which], -len(choices[which]))
            )
            choices = [choices[which] for which in sorted(best[: self.settings.listed])]
        return choices

    def _describe(self, seen: View, features: NDArray[np.int16]) -> None:
        if not self._choices:
            features[0, 0] = EXCHANGE if seen.deck else PASS
            return
        qwirkles = qwirkles_by_choice(seen.table, self._choices)
        room = FEATURES - FIRST_KIND
        rows = []
        for choice, made in zip(self._choices, qwirkles, strict=True):
            kinds = [1 + tile.index for tile in choice[:room]]
            rows.append((PLAY, len(choice), made, *kinds, *([0] * (room - len(kinds)))))
        features[: len(rows)] = rows


def card_choices(seen: View) -> list[Cards]:
    """Every choice of cards that can be played now."""
    choices = list(plays(seen.table, seen.hand))
    if seen.opening_cards:
        choices = [cards for cards in choices if _opens(seen, cards)]
    return choices


def choice_turn(seen: View, cards: Cards | None) -> Turn:
    """The turn that plays these cards; None: no cards can be played."""
    if cards is None:
        return Exchange() if seen.deck else Pass()  # A15
    laying = arrange(seen.table, cards)
    if laying is None:
        raise ValueError("these cards cannot be played")
    return Play(laying.after)


def played_cards(seen: View, turn: Play) -> Cards:
    """The cards of the hand that a turn plays."""
    lying = Counter(card for cards in seen.table for card in cards)
    played = Counter(card for cards in turn.after for card in cards) - lying
    return in_order(played.elements())


def observe_cards(seen: View, aside: list[Tile]) -> NDArray[np.int16]:
    """The counts of a view of the card game, and the cards chosen in this turn so far."""
    counts = np.zeros(COUNTS, np.int16)
    lying = Counter(card for cards in seen.table for card in cards)
    for first, cards in (
        (HAND, Counter(seen.hand)),
        (UNSEEN, seen.unseen()),
        (ASIDE, Counter(aside)),
        (ON_TABLE, lying),
    ):
        for tile, count in cards.items():
            counts[first + tile.index] = count
    seat, players = seen.seat or 0, len(seen.players)
    for away in range(players):
        other = seen.players[(seat + away) % players]
        counts[SCORES + away], counts[SIZES + away] = other.score, other.cards
    left = 0 if seen.turns_left is None else 1 + seen.turns_left
    counts[DECK : TURNS_LEFT + 1] = (
        *(seen.deck, players, seen.turns_played, seen.idle, seen.opening_cards),
        left,
    )
    if (last := seen.last) is not None:
        counts[LAST_SEAT:] = (
            1 + (last.seat - seat) % players,
            len(last.played),
            len(last.qwirkles),
            last.exchanged,
            last.passed,
        )
    return counts


def _opens(seen: View, cards: Cards) -> bool:
    """Return whether the first turn may play these cards (A16)."""
    laying = arrange(seen.table, cards)
    if laying is None:
        return False
    return not isinstance(judge(seen.table, seen.hand, laying.after, seen.opening_cards), tuple)
