"""The chance of winning, seat by seat, as the seat to move may judge it.

Final scores are taken to be whole numbers spread normally around what each seat can expect. For the
seat to move that is its score and a part of the value of its best turn, as far as this is more than
usual at that stage: the weights behind the value compare turns with each other, so its level means
nothing. For the others it is the score and a line over the tiles to come, and with an empty bag
something for a short hand. Tokens, action tiles and stars count for those who can use them. The
spread grows with the square root of the tiles to come. A shared win counts in equal parts. The
numbers are fitted to games between value bots, one row for each game and number of players
(``python bench/chances.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, erf, floor, sqrt
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from qwirkle.players.value.weights import traits
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import AnyEdition, AnyView, Registry
from qwirkle.rules.placement.view import View

FITTED = Path(__file__).resolve().parent / "chances.json"
# How far from its mean a final score is looked at, in standard deviations.
REACH = 5.0
LEAST_SPREAD = 0.05


class Line(NamedTuple):
    """A number that grows with the tiles to come."""

    start: float
    slope: float

    def at(self, to_come: float) -> float:
        """The number with this many tiles to come."""
        return self.start + self.slope * to_come


class Parameters(msgspec.Struct, frozen=True):
    """Parameters of the model for one game and one number of players."""

    games: int
    """The games that the numbers were fitted to."""
    usual: tuple[tuple[float, float], ...]
    """Tiles to come, and the value that the best turn usually has then; linear in between."""
    value: Line
    """The part of the value beyond the usual one that remains at the end."""
    others: tuple[Line, ...]
    """How much more the other seats gain than the one to move, in turn order."""
    extras: tuple[float, float]
    """The worth of a token or an action tile: to the seat to move, and to another one."""
    stars: float
    """The worth of each star that nobody has covered to the seat to move."""
    opening: float
    """How much more the seat to move gains while nobody has scored."""
    spread: tuple[float, float]
    """The standard deviation of a final score: this much, and this much for each square root."""
    short_hands: tuple[float, ...] = ()
    """The extra gain of another seat with 1, 2, ... tiles when the bag is empty: it may go out."""

    def usual_value(self, to_come: float) -> float:
        """The value that the best turn usually has with this many tiles to come."""
        (before, low), *rest = self.usual
        if to_come <= before:
            return low
        for after, high in rest:
            if to_come <= after:
                return low + (high - low) * (to_come - before) / (after - before)
            before, low = after, high
        return low


class Situation(NamedTuple):
    """The public facts that bear on the end of a game; the seat to move comes first."""

    scores: tuple[int, ...]
    hands: tuple[int, ...]
    """How many tiles or cards each seat holds."""
    pile: int
    """The size of the bag or deck."""
    extras: tuple[int, ...]
    """How many tokens and action tiles each seat holds."""
    stars: int = 0
    """Stars that nobody has covered yet."""
    turns_left: int | None = None
    """In the last round of a card game, the turns that remain."""

    @property
    def to_come(self) -> int:
        """The tiles that the others hold or anybody may draw.

        C-END-1: in the last round of a card game, only those who still have a turn count.
        """
        return self.pile + sum(self.hands[1 : self.turns_left])

    @property
    def is_settled(self) -> bool:
        """Whether the value of the best turn says how the game ends.

        It does in the last turn of a card game, and in the last two if there are two players: then
        the value is what the turn makes, less the best answer to it.
        """
        return self.turns_left == 1 or (self.turns_left == len(self.scores) == 2)


def chances(view: AnyView, best_value: float) -> tuple[float, ...]:
    """Each seat's chance of winning, from the view of the seat to move.

    ``best_value`` is the value of its best turn: points, less danger, plus hope.
    """
    scores = [player.score for player in view.players]
    if view.turn is None or view.seat is None:
        return final_chances(scores)
    found = chances_of(situation_of(view), best_value, parameters_for(view.edition, len(scores)))
    return tuple(found[(seat - view.seat) % len(found)] for seat in range(len(found)))


def decided_chances(view: AnyView, outcome: float) -> tuple[float, ...]:
    """Each of two seats' share of the win, if the seat to move will make this much more."""
    scores: list[float] = [player.score for player in view.players]
    scores[view.seat or 0] += outcome
    return final_chances(scores)


def final_chances(scores: Sequence[float]) -> tuple[float, ...]:
    """Return each seat's share of the win when the game ends with these scores (Q-END-3)."""
    most = max(scores)
    winners = sum(score == most for score in scores)
    return tuple(1 / winners if score == most else 0.0 for score in scores)


def chances_of(situation: Situation, best_value: float, fitted: Parameters) -> tuple[float, ...]:
    """The chances in turn order, the seat to move first."""
    own, *others = situation.scores
    if situation.is_settled:
        return final_chances((own + best_value, *others))
    to_come = situation.to_come
    mine, theirs = fitted.extras
    beyond = best_value - fitted.usual_value(to_come)
    gain = mine * situation.extras[0] + fitted.stars * situation.stars
    if not any(situation.scores):
        gain += fitted.opening
    means = [own + fitted.value.at(to_come) * beyond + gain]
    for which, score in enumerate(others):
        # A house rule may seat more players than any game that was fitted.
        line = fitted.others[min(which, len(fitted.others) - 1)]
        gain = line.at(to_come) + theirs * situation.extras[which + 1]
        means.append(score + gain + _short_hand(situation, which + 1, fitted))
    start, growth = fitted.spread
    return _shares(means, max(start + growth * sqrt(to_come), LEAST_SPREAD))


def _short_hand(situation: Situation, seat: int, fitted: Parameters) -> float:
    """Q-END-2: with an empty bag, a seat with few tiles is about to go out, which earns points."""
    tiles = situation.hands[seat]
    if situation.pile or not 0 < tiles <= len(fitted.short_hands):
        return 0.0
    return fitted.short_hands[tiles - 1]


def _shares(means: Sequence[float], spread: float) -> tuple[float, ...]:
    """Each one's part of the win, if scores are whole numbers normally spread around the means."""
    low = floor(max(means) - REACH * spread)
    high = ceil(max(means) + REACH * spread)
    # Where scores are spread widely, several of them together are as good as each of them.
    step = max(1, int(spread / 4))
    edges = range(low, high + 1 + step, step)
    below = [[_normal((score - 0.5 - mean) / spread) for score in edges] for mean in means]
    shares = [0.0] * len(means)
    for steps in zip(*(pairwise(chance) for chance in below), strict=True):
        for which, (before, after) in enumerate(steps):
            rivals = [step for other, step in enumerate(steps) if other != which]
            shares[which] += (after - before) * _part_won(rivals)
    total = sum(shares)
    return tuple(share / total for share in shares)


def _part_won(rivals: Sequence[tuple[float, float]]) -> float:
    """The part of the win of somebody with a score that each rival is below, or at most has.

    With k equals it is 1 / (1 + k), which is the integral of x ** k from 0 to 1: so it is that of
    the product of (less + x * equal) over all rivals.
    """
    powers = [1.0]
    for less, at_most in rivals:
        equal = at_most - less
        shifted = [0.0, *(power * equal for power in powers)]
        powers = [a + b for a, b in zip([*(p * less for p in powers), 0.0], shifted, strict=True)]
    return sum(power / (k + 1) for k, power in enumerate(powers))


def _normal(deviations: float) -> float:
    return 0.5 * (1 + erf(deviations / sqrt(2)))


def situation_of(view: AnyView) -> Situation:
    """Read the situation off the view of the seat to move."""
    return _SITUATIONS.of(view)(view)


def _of_tiles(view: View) -> Situation:
    players = _in_turn_order(view)
    return Situation(
        scores=tuple(player.score for player in players),
        hands=tuple(player.tiles for player in players),
        pile=view.bag,
        extras=tuple(player.tokens + len(player.actions) for player in players),
        stars=len(view.stars_left),
    )


def _of_cards(view: CardsView) -> Situation:
    players = _in_turn_order(view)
    return Situation(
        scores=tuple(player.score for player in players),
        hands=tuple(player.cards for player in players),
        pile=view.deck,
        extras=(0,) * len(players),
        turns_left=view.turns_left,
    )


def _in_turn_order(view: AnyView) -> tuple[Any, ...]:
    first = view.seat or 0
    return (*view.players[first:], *view.players[:first])


def parameters_for(edition: AnyEdition, players: int) -> Parameters:
    """Return the parameters of the game, or of its nearest relative."""
    fitted = _load_parameters()
    kind = kind_of(edition)
    names = [f"{name}/{count}" for count in (players, 4) for name in (kind, "plain")]
    return next(fitted[name] for name in names if name in fitted)


def kind_of(edition: AnyEdition) -> str:
    """Return the key of a game's parameters: cards, or a name for what the game has."""
    return _KINDS.of(edition)(edition)


@lru_cache(maxsize=1)
def _load_parameters() -> dict[str, Parameters]:
    return msgspec.json.decode(FITTED.read_bytes(), type=dict[str, Parameters])


_SITUATIONS = Registry[Callable[..., Situation]](placement=_of_tiles, cards=_of_cards)
_KINDS = Registry[Callable[..., str]](placement=traits, cards=lambda _: "cards")
