"""The judge of the card game: the quality of a turn, in Qwirkles, given what its seat knew.

The best turns by value and the one that was played are tried on deals of the cards that the seat
could not see; after each, everybody plays one round. With few cards in the deck, the best are then
compared on deals that are played to the end of the game. In the last round of two players nothing
is hidden any more, and the verdict is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from qwirkle.analysis.judge.card_deals import CardDeals
from qwirkle.analysis.judge.card_trials import (
    QWIRKLE,
    CardLay,
    laying_of,
    look,
    nothing_hidden,
    try_on_deals,
)
from qwirkle.analysis.judge.ranking import Ranked, Ranking, in_order
from qwirkle.analysis.judge.trials import Difference, difference, settle
from qwirkle.analysis.judge.verdict import QUICK_CARDS, Considered, Plan, Verdict
from qwirkle.engine.cards.play import TurnSearch
from qwirkle.engine.cards.solver import lay
from qwirkle.engine.legal import legal_turns
from qwirkle.errors import BadPosition
from qwirkle.players.rng import Chance
from qwirkle.rules.cards.state import State
from qwirkle.rules.cards.turns import Play, Turn
from qwirkle.rules.cards.view import View, view
from qwirkle.rules.editions.cards import Edition
from qwirkle.rules.refusals.positions import PositionReason, fault
from qwirkle.rules.tiles import KINDS, Tile

# Turns that a ranking tries, and its deals without more effort.
RANKED = 16
RANKED_DEALS = 4
# A loss that seems certain is judged again on as many times more deals, from this number on.
CONFIRMING = 1_000_000
MORE_DEALS = 3
_NOTHING = Difference()


class CardsJudge:
    """A judge of the turns of one card game, in order."""

    def __init__(
        self,
        edition: Edition,  # noqa: ARG002 - judges of both families are made alike
        players: int,  # noqa: ARG002
        plan: Plan,
        *,
        open_hands: bool = False,
    ) -> None:
        self._plan = plan
        self._open_hands = open_hands
        self._search = TurnSearch()

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def judge(self, state: State, turn: Turn, seed: int) -> Verdict:
        """Judge the act of the seat to move; the seed deals the cards it could not see."""
        seen = view(state, state.turn)
        choices = list(
            islice(legal_turns(seen), self._plan.candidates if seen.opening_cards else 2)
        )
        if len(choices) < 2 or not isinstance(turn, Play):
            mine = Considered(turn, _qwirkles(turn), _NOTHING)
            return Verdict(mine, 0.0, _NOTHING, True, nothing_hidden(seen), (mine,))
        layings, priors = self._candidates(seen, choices)
        own = laying_of(seen.table, turn)
        played = self._search.add_candidate(*own)
        if played == len(layings):
            layings.append(own)
            priors.append(None)
        exact = nothing_hidden(seen)
        known = state if self._open_hands else None
        late = not exact and seen.deck <= self._plan.late_bag
        whole = CardDeals(seen, seed, known)

        def run(live: Sequence[int], first: int, deals: int) -> list[list[float]]:
            return try_on_deals(
                self._search, seen, live, range(first, first + deals), seed=seed, state=known
            )

        def to_the_end(live: Sequence[int], first: int, deals: int) -> list[list[float]]:
            return [whole.leads(layings[number], deals, first) for number in live]

        judging = int(self._plan.judging * (self._plan.late_deals if late else 1))
        contest = settle(
            priors,
            played,
            run,
            selecting=1 if exact else self._plan.selecting,
            judging=1 if exact else judging,
            judge=to_the_end if late else None,
        )
        behind = contest.behind[played]
        if behind.is_real and not exact and not late:
            # Among many turns, those that seem to lose most were partly unlucky with their deals.
            tried = run([contest.best, played], CONFIRMING, MORE_DEALS * judging)
            behind = difference(*tried)
            contest = contest._replace(behind=contest.behind | {played: behind})
        mine = Considered(turn, _qwirkles(turn), behind)
        if not behind.is_real:
            return Verdict(mine, 0.0, behind, False, exact, (mine,))
        considered = {
            number: mine if number == played else _consider(seen, layings[number], gap)
            for number, gap in contest.behind.items()
        }
        ranking = sorted(considered, key=lambda number: (considered[number].behind.mean, number))
        return Verdict(
            considered[contest.best],
            behind.mean,
            behind,
            False,
            exact,
            tuple(considered[number] for number in ranking),
        )

    def _candidates(
        self, seen: View, choices: Sequence[Turn]
    ) -> tuple[list[CardLay], list[float | None]]:
        """Return the best turns by value; if the rules prescribe cards, all allowed ones."""
        found = look(self._search, seen, 0 if seen.opening_cards else self._plan.candidates)
        layings: list[CardLay] = [(tuple(play), tuple(made)) for play, made, _ in found]
        priors: list[float | None] = [value for _, _, value in found]
        if seen.opening_cards:
            for choice in choices:
                if isinstance(choice, Play):
                    layings.append(laying_of(seen.table, choice))
                    self._search.add_candidate(*layings[-1])
                    priors.append(None)
        return layings, priors


def rank_cards(
    seen: View, *, effort: int = 0, asked: Sequence[Turn] = (), held: Sequence[Tile] = ()
) -> Ranking:
    """Rank the best turns by value, and these turns; more effort means more deals."""
    if held:
        raise BadPosition([fault(PositionReason.HELD_WRONG, case="cards")])
    own = [turn for turn in asked if isinstance(turn, Play)]
    judge = CardsJudge(seen.edition, len(seen.players), QUICK_CARDS._replace(candidates=RANKED))
    layings, _ = judge._candidates(seen, list(islice(legal_turns(seen), RANKED)))
    for turn in own:
        if judge._search.add_candidate(*laying_of(seen.table, turn)) == len(layings):
            layings.append(laying_of(seen.table, turn))
    if not layings:
        return Ranking(tuple(Ranked(turn, 0, _NOTHING) for turn in islice(legal_turns(seen), 1)))
    exact = nothing_hidden(seen)
    deals = 1 if exact else RANKED_DEALS << effort
    seed = Chance(f"laboratory/{seen.deck}/{' '.join(sorted(seen.hand))}").state
    numbers = range(len(layings))
    rows = try_on_deals(judge._search, seen, numbers, range(deals), seed=seed)
    best = max(numbers, key=lambda which: (sum(rows[which]), -which))
    found = []
    for which in numbers:
        one = _consider(seen, layings[which], difference(rows[best], rows[which]))
        mine = [turn for turn in own if laying_of(seen.table, turn) == layings[which]]
        found.append(
            Ranked(
                mine[0] if mine else one.turn,
                one.points,
                one.behind,
                0 if exact else deals,
                exact=exact,
            )
        )
    return Ranking(in_order(found), exact)


def _consider(seen: View, laying: CardLay, behind: Difference) -> Considered:
    play, made = laying
    cards = [kind for kind in KINDS for _ in range(play[kind.index])]
    laid = lay(seen.table, cards, made)
    if laid is None:
        raise ValueError("a turn that was weighed cannot be laid")
    return Considered(Play(laid.after), laid.qwirkles, behind)


def _qwirkles(turn: Turn) -> int:
    if not isinstance(turn, Play):
        return 0
    return sum(len(cards) == QWIRKLE for cards in turn.after)
