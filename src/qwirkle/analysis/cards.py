"""The analysis of the card game, under the names that ``analysis.family`` asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from qwirkle.analysis.judge.cards import CardsJudge, rank_cards
from qwirkle.analysis.judge.ranking import Ranking
from qwirkle.analysis.judge.verdict import DEEP_CARDS, QUICK_CARDS, Plan
from qwirkle.analysis.reasons.cards import Study, other_play, qwirkles_of
from qwirkle.analysis.reasons.deals import Shown
from qwirkle.analysis.review.outlook import CardOutlook
from qwirkle.analysis.review.situation import Situation, in_turn_order
from qwirkle.engine.legal import legal_turns
from qwirkle.rules.cards.state import State
from qwirkle.rules.cards.turns import Turn
from qwirkle.rules.cards.view import View
from qwirkle.rules.editions.cards import Edition
from qwirkle.rules.tiles import BOX, Tile

# The likely turn serves only as a baseline.
LISTS_LIKELY_TURN: bool = False
# Weighing a hand of cards takes far longer than weighing one of tiles.
LUCK_SAMPLES: int = 12


def plan(*, deep: bool) -> Plan:
    """Return the effort that judging a game takes."""
    return DEEP_CARDS if deep else QUICK_CARDS


def judge(edition: Edition, players: int, plan: Plan, *, open_hands: bool) -> CardsJudge:
    """Return a judge of a game."""
    return CardsJudge(edition, players, plan, open_hands=open_hands)


def rank(view: View, effort: int, asked: Sequence[Turn], held: Sequence[Tile]) -> Ranking:
    """Rank all turns of a view, and those that are asked for."""
    return rank_cards(view, effort=effort, asked=asked, held=held)


def likely_turn(view: View) -> Turn:
    """Return the turn with the fewest Qwirkles: all better ones are compared with it."""
    return min(legal_turns(view), key=qwirkles_of)


def points(_: View, turn: Turn) -> int:
    """Return the Qwirkles that a turn makes."""
    return qwirkles_of(turn)


def bonus(_: State, __: Turn) -> int:
    """Return 0: nobody earns anything by ending a card game."""
    return 0


def study(view: View, better: Turn, than: Turn, _: Shown | None) -> Study:
    """Compare a turn with a worse one."""
    return Study(view, better, than)


def other_turn(view: View, turn: Turn) -> Turn | None:
    """Return another play, the one with the most Qwirkles; None if there is no other."""
    return other_play(view, turn)


def outlook(view: View) -> CardOutlook:
    """Return an outlook for the seat of a view."""
    return CardOutlook(view)


def situation(view: View) -> Situation:
    """Derive the situation from the view of the seat to move."""
    players = in_turn_order(view.players, view.seat)
    return Situation(
        scores=tuple(player.score for player in players),
        hands=tuple(player.cards for player in players),
        pile=view.deck,
        extras=(0,) * len(players),
        turns_left=view.turns_left,
    )


def kind(_: Edition) -> str:
    """Return the key of the chances fitted to the card game."""
    return "cards"


def is_plain(view: View) -> bool:
    """Return whether the turn is a free choice of cards; A16 restricts the first one."""
    return not view.opening_cards


def with_undrawn(state: State, _: Counter[Tile]) -> State:
    """Return the state with every card that is nowhere else added to the deck."""
    left = Counter(BOX)
    for cards in (*state.table, *(made for seat in state.seats for made in seat.qwirkles)):
        left.subtract(cards)
    for seat in state.seats:
        left.subtract(seat.hand)
    return replace(state, deck=tuple(sorted(left.elements())))
