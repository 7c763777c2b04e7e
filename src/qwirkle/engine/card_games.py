"""The card game inside the core: the deals of the library, played without states and views.

The counterpart of ``games.py`` for placement games: ``CoreCardGame`` for seats that the core can
play itself, ``CardEpisodeGame`` for games that are played by numbers of actions.
"""

from __future__ import annotations

import hashlib
import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from qwirkle.engine.cards.box import LINES, QWIRKLE
from qwirkle.engine.cards.solver import lay
from qwirkle.engine.episodes import card_columns, card_episode, card_game
from qwirkle.engine.position import POLICIES
from qwirkle.rules.cards.turns import CardSet, Exchange, Play, Turn
from qwirkle.rules.cards.view import View
from qwirkle.rules.dealing import seed_bytes
from qwirkle.rules.editions.cards import Edition
from qwirkle.rules.tiles import KINDS, Tile
from qwirkle.rules.turns import Pass

# Making a game costs more than playing one, so each thread keeps one.
_THREAD = threading.local()


class CoreCardGame:
    """A card game in the core, without the sets on the table: greedy and random seats need none.

    One game is for one thread at a time.
    """

    def __init__(self) -> None:
        self.core = self._new_core()

    def _new_core(self) -> card_game.CardGame:
        return card_game.CardGame()

    def set_rules(self, edition: Edition, policies: Sequence[str]) -> None:
        """Set the rules, and how each seat plays: "greedy" or "random".

        ValueError names what is too large for the core.
        """
        self.core.seat_players([POLICIES[policy] for policy in policies])
        self.core.set_rules(
            edition.hand,
            edition.smallest_set,
            whole_set=edition.opening.largest_set,
            idle_rounds=edition.end.idle_rounds,
        )

    def begin(self, seed: int | str | bytes, chances: Sequence[int] = ()) -> None:
        """Deal the game of a seed; each seat draws its lots from this state of its generator."""
        if not self.core.begin(hashlib.sha256(seed_bytes(seed)).digest(), chances):
            raise ValueError("this dealer never deals anybody a set")

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None when the game is over."""
        return None if self.core.ending else self.core.seat


def kept_card_game() -> CoreCardGame:
    """Return a card game that this thread may use until it asks for another one."""
    if not hasattr(_THREAD, "card_game"):
        _THREAD.card_game = CoreCardGame()
    kept: CoreCardGame = _THREAD.card_game
    return kept


class ChosenCards(NamedTuple):
    """A turn of the card game in the core: cards by kind and Qwirkles by line, but no sets."""

    laid: tuple[int, ...]
    made: tuple[int, ...]

    @property
    def cards(self) -> tuple[Tile, ...]:
        """The cards, in the canonical order."""
        return tuple(KINDS[kind] for kind, count in enumerate(self.laid) for _ in range(count))

    def on(self, table: Sequence[CardSet]) -> Play:
        """Return the turn that lays these cards, with few switches."""
        laying = lay(table, self.cards, self.made)
        if laying is None:
            raise ValueError("these cards cannot be played")
        return Play(laying.after)


class CardEpisodeGame(CoreCardGame):
    """A card game that is played by numbers of actions."""

    core: card_episode.CardEpisode

    def _new_core(self) -> card_game.CardGame:
        return card_episode.CardEpisode()

    def attach(
        self, arrays: Mapping[str, Any], number: int, *, listed: int, by_tiles: bool
    ) -> None:
        """Use these flat arrays, as the game with this number among several."""
        self.core.attach_arrays(
            arrays["counts"], arrays["mask"], arrays["turns"], number, listed, by_tiles
        )

    def load_view(self, view: View) -> None:
        """List the choices of a view's seat, which must have the turn; none can be played."""
        core, last = self.core, view.last
        lying = [card for cards in view.table for card in cards]
        kept = [card for player in view.players for cards in player.qwirkles for card in cards]
        core.load_view(
            view.seat or 0,
            [card.index for card in view.hand],
            _by_kind(lying),
            _by_kind(kept),
            [(player.score, player.cards) for player in view.players],
        )
        if last is None:
            core.set_last_turn(-1, [], 0)
        else:
            act = (
                card_columns.EXCHANGE
                if last.exchanged
                else card_columns.PASS
                if last.passed
                else card_columns.PLAY
            )
            core.set_last_turn(act, [card.index for card in last.played], len(last.qwirkles))
        core.list_loaded(
            deck=view.deck,
            turns=view.turns_played,
            idle=view.idle,
            opening_cards=view.opening_cards,
            turns_left=-1 if view.turns_left is None else view.turns_left,
        )

    @property
    def done(self) -> int:
        """The number of turns played."""
        return self.core.turns

    def choices(self) -> list[ChosenCards]:
        """Return the choices of cards that can be played now; by turns, those of the list."""
        return [self.choice(which) for which in range(self.core.found)]

    def choice(self, which: int) -> ChosenCards:
        """Return one of these choices."""
        laid, made = self.core.choice(which)
        return ChosenCards(tuple(laid), tuple(made))

    def listed_turn(self, number: int) -> ChosenCards | Exchange | Pass:
        """Return one turn of the list, without its sets; ValueError if there is no such turn."""
        if number == 0 and not self.core.found:
            return self.turn_without_cards()
        return self.choice(number)

    def turn_without_cards(self) -> Exchange | Pass:
        """Return the turn of a seat that can play no card (A15)."""
        return Exchange() if self.core.deck_n else Pass()

    def last_turn(self) -> ChosenCards | Exchange | Pass:
        """Return the last turn, without its sets."""
        act, laid, made = self.core.last_turn()
        if act == card_columns.PLAY:
            return ChosenCards(tuple(laid), tuple(made))
        return Exchange() if act == card_columns.EXCHANGE else Pass()

    def do(self, turn: Turn) -> None:
        """Play a turn that the rules have judged."""
        laid, made = [0] * len(KINDS), [0] * LINES
        if isinstance(turn, Play):
            shown = Counter(card.index for cards in turn.after for card in cards)
            lying = self.core.cards_on_table()
            laid = [shown[kind] - lying[kind] for kind in range(len(KINDS))]
            for cards in turn.after:
                if len(cards) == QWIRKLE:
                    made[_line(cards)] += 1
        self.core.do(laid, made)


def _by_kind(cards: Iterable[Tile]) -> list[int]:
    counts = Counter(card.index for card in cards)
    return [counts[kind] for kind in range(len(KINDS))]


def _line(cards: CardSet) -> int:
    """Return the number of a set's line: the six colours, then the six shapes."""
    first, second = cards[0].index, cards[1].index
    return first // 6 if first // 6 == second // 6 else 6 + first % 6
