"""The analysis of the placement games, under the names that ``analysis.family`` asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from qwirkle.analysis.judge.laboratory import rank as rank_placements
from qwirkle.analysis.judge.placement import Judge
from qwirkle.analysis.judge.ranking import Ranking
from qwirkle.analysis.judge.verdict import DEEP, QUICK, Plan
from qwirkle.analysis.reasons.deals import Shown
from qwirkle.analysis.reasons.placement import Study, other_placement
from qwirkle.analysis.review.outlook import TileOutlook
from qwirkle.analysis.review.situation import Situation, in_turn_order
from qwirkle.engine.legal import LegalPlacements, legal_turns
from qwirkle.players.value.weights import traits
from qwirkle.rules.editions.placement import Action, Edition
from qwirkle.rules.placement import referee
from qwirkle.rules.placement.scoring import Score
from qwirkle.rules.placement.state import Special, State
from qwirkle.rules.placement.turns import Place, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import BOX, Tile

LISTS_LIKELY_TURN: bool = True
# More samples hardly change margins without luck.
LUCK_SAMPLES: int = 32


def plan(*, deep: bool) -> Plan:
    """Return the effort that judging a game takes."""
    return DEEP if deep else QUICK


def judge(edition: Edition, players: int, plan: Plan, *, open_hands: bool) -> Judge:
    """Return a judge of a game."""
    return Judge(edition, players, plan, open_hands=open_hands)


def rank(view: View, effort: int, asked: Sequence[Turn], held: Sequence[Tile]) -> Ranking:
    """Rank all turns of a view, and those that are asked for."""
    return rank_placements(view, effort=effort, asked=asked, held=held)


def likely_turn(view: View) -> Turn:
    """Return the placement with the most points, which every player considers."""
    placements = LegalPlacements(view.board, view.hand, view.demands())
    most = max(placements, key=lambda move: move.points, default=None)
    return next(iter(legal_turns(view))) if most is None else most.turn


def points(view: View, turn: Turn) -> int:
    """Return the points that a turn scores immediately."""
    if not isinstance(turn, Place):
        return 0
    board, hand, demands = view.board, view.hand, view.demands()
    if turn.take is not None:
        board, hand, demands = view.after_taking(turn.take)
    verdict = referee.judge(board, turn.tiles, hand, demands)
    return verdict.points if isinstance(verdict, Score) else 0


def bonus(state: State, turn: Turn) -> int:
    """Return the points that a turn earns by going out."""
    if not isinstance(turn, Place) or state.turn is None or state.pile:
        return 0
    held = len(state.seats[state.turn].hand) + (turn.take is not None)
    return state.edition.end.going_out if len(turn.tiles) == held else 0


def study(view: View, better: Turn, than: Turn, shown: Shown | None) -> Study:
    """Compare a turn with a worse one."""
    return Study(view, better, than, shown)


def other_turn(view: View, turn: Turn) -> Turn | None:
    """Return another placement, the one with the most points; None if there is no other."""
    return other_placement(view, turn)


def outlook(view: View) -> TileOutlook:
    """Return an outlook for the seat of a view."""
    return TileOutlook(view)


def situation(view: View) -> Situation:
    """Derive the situation from the view of the seat to move."""
    players = in_turn_order(view.players, view.seat)
    return Situation(
        scores=tuple(player.score for player in players),
        hands=tuple(player.tiles for player in players),
        pile=view.bag,
        extras=tuple(player.tokens + len(player.actions) for player in players),
        stars=len(view.stars_left),
    )


def kind(edition: Edition) -> str:
    """Return a word for the features of the game beyond placing."""
    return traits(edition)


def is_plain(view: View) -> bool:
    """Return whether the turn is a free choice of a placement: nothing to take, no opening."""
    player = view.players[view.seat or 0]
    return len(view.board) > 0 and not player.tokens and not player.actions


def with_undrawn(state: State, under: Counter[Tile]) -> State:
    """Return the state with every tile that is nowhere else added to the pile."""
    left = Counter(BOX)
    left.subtract(state.board.values())
    for seat in state.seats:
        left.subtract(seat.hand)
    below = under & left
    tiles = (*sorted((left - below).elements()), *sorted(below.elements()))
    # The rest of the pile is special tiles, whose places do not matter.
    hidden = (Special(Action.TAKE),) * (len(state.pile) - len(tiles))
    return replace(state, pile=(*hidden, *tiles))
