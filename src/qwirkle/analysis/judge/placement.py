"""The judge of the placement games: the quality of an act, given what its seat knew.

A judge is given the states of a game in order, and sees only what the seat to move sees. The best
turns by value, the one with the most points and the one that was played are tried on deals of the
hidden tiles: on all deals if there are few. Endings of two players are solved instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from msgspec.structs import replace

from qwirkle.analysis.judge.endings import EndingSolver
from qwirkle.analysis.judge.every_deal import (
    SomeDeals,
    Value,
    choose_deals,
    mean_over,
)
from qwirkle.analysis.judge.trials import Contest, Difference, select, settle
from qwirkle.analysis.judge.verdict import Considered, Plan, Verdict
from qwirkle.engine.advisor import Advisor
from qwirkle.engine.every_deal import Order, can_list_deals, empties_bag, list_hands
from qwirkle.engine.legal import best_placements, legal_turns
from qwirkle.engine.placement import bits, search
from qwirkle.players.rng import Chance
from qwirkle.players.value import SLACK
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.decision import wrong_turn
from qwirkle.rules.editions.placement import Action, Edition
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.decide import decide
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.placement.view import View, view
from qwirkle.rules.sets import sets_in
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass

T = TypeVar("T")
# Tiles that are tried for taking.
TAKES = 4
# Points by which the loss of an ending may be wrong if the search was cut short: 100 of 102 were
# within it when they were solved with twenty times the budget (bench/review_endings.py).
CUT_SHORT = 2.0


# With at most this many candidates left in a selection, their endings are searched further.
FEW_LEFT = 4
# Tiles that a late turn usually draws.
DRAWN = 2
# With more tiles in the bag than this, all deals are never tried.
MOST_LISTED = 3
# Points by which the loss of a turn with few tiles in the bag may be off, beyond the error that
# its trials show (bench/review_late.py): if all deals are tried and the turn draws the last tiles;
# if it leaves some; and if trials continue to the end of the game.
EVERY_DEAL = 1.0
EVERY_DEAL_LEFT = 1.7
LATE = 2.0


class Judge:
    """A judge of the acts of one placement game, in order."""

    def __init__(
        self, edition: Edition, players: int, plan: Plan, *, open_hands: bool = False
    ) -> None:
        self._plan = plan
        self._open_hands = open_hands
        weights = weights_for(edition, players)
        self._advisors = [Advisor(weights, slack=SLACK, pooled=False) for _ in range(players)]
        self._endings = EndingSolver(plan.ending_nodes)
        self._late_work = plan.late_work
        """The placements left for the endings of late turns."""

    def close(self) -> None:
        """Release the positions."""
        for advisor in self._advisors:
            advisor.close()

    def judge(self, state: State, turn: Turn, seed: int) -> Verdict:
        """Judge the act of the seat to move; the seed deals the tiles it could not see.

        A tile taken in the same turn is judged first, then what was done with it.
        """
        take = getattr(turn, "take", None)
        if take is not None and state.turn is not None:
            taken = decide(state, state.turn, Take(take), _NO_CHANCE).state
            rest = replace(turn, take=None)
            return _together(
                turn, self.judge(state, Take(take), seed), self.judge(taken, rest, ~seed)
            )
        seen = view(state, state.turn)
        advisor = self._advisors[seen.seat or 0]
        advisor.see(seen)
        # Endings are judged against the best reply, not that of an apparently greedy player.
        advisor.table.greedy_seat = -1
        placements = self._share_of(seen)
        if is_forced(seen):
            return self._forced_verdict(seen, turn)
        if self._endings.reaches(seen) and isinstance(turn, Place):
            return self._solve(seen, turn)
        shown: tuple[int, ...] | None = None
        if len(seen.players) == 2:
            shown = tuple(advisor.table.exposures(1 - (seen.seat or 0)))
        return self._try(state, seen, turn, seed, placements)._replace(shown=shown)

    def _share_of(self, seen: View) -> int:
        """Take what the endings of a turn may cost from what is left for all late turns.

        It depends on public facts alone, like everything that a verdict rests on.
        """
        most = self._plan.every_ending
        if self._late_work is None or not self._is_late(seen) or len(seen.players) > 2:
            return most
        share = min(most, int(self._late_work / (1 + seen.bag / DRAWN)))
        self._late_work -= share
        return share

    def _forced_verdict(self, seen: View, turn: Turn) -> Verdict:
        """Return a verdict without a loss; the outcome of the game may still be known."""
        points = _points(seen, turn.tiles) if isinstance(turn, Place) else 0
        mine = Considered(turn, points, _sure(0))
        outcome = self._endings.outcome(seen)
        return Verdict(mine, 0.0, _sure(0), True, outcome is not None, (mine,), outcome)

    def _solve(self, seen: View, turn: Place) -> Verdict:
        best = self._endings.best(seen)
        played = self._endings.value_of(seen, turn.tiles)
        exact = best.exact and played.exact
        # A search that was cut short may have missed the played turn.
        lost = float(max(best.value - played.value, 0))
        doubt = 0.0 if exact else CUT_SHORT
        behind = Difference(lost, lost - doubt, lost + doubt)
        outcome = best.value if best.exact else None
        points = 0 if played.move is None else played.move.points
        mine = Considered(turn, points, behind)
        if lost == 0 or best.move is None:
            return Verdict(mine, 0.0, behind, False, exact, (mine,), outcome)
        found = Considered(Place(best.move.tiles), best.move.points, _sure(0))
        if not behind.is_real:
            return Verdict(mine, 0.0, behind, False, exact, (mine, found), outcome)
        line = best.line if best.exact else ()
        return Verdict(found, lost, behind, False, exact, (found, mine), outcome, line)

    def _try(self, state: State, seen: View, turn: Turn, seed: int, placements: int) -> Verdict:
        plan = self._plan
        advisor = self._advisors[seen.seat or 0]
        late = self._is_late(seen)
        # Endings of more than two players are not solved, so their trials take no longer.
        times = 1.0
        if late and len(seen.players) == 2:
            times = plan.late_deals * placements / plan.every_ending
        hands = [[tile.index for tile in seat.hand] for seat in state.seats]
        with self._open_trials(advisor, seen, seed, hands if self._open_hands else []) as turns:
            played = turns.add(turn)
            turns.add_others()

            def run(live: Sequence[int], first: int, deals: int) -> list[list[float]]:
                close = len(live) <= FEW_LEFT
                return turns.run(live, first, deals, plan.ending if close else plan.rough_ending)

            selecting = max(int(plan.selecting * times), 1)
            if not self._open_hands and can_list_deals(seen, min(plan.every_deal, MOST_LISTED)):
                finalists = select(turns.priors(), run, selecting).finalists
                contest = turns.judge_on_every_deal(finalists, played, placements)
            else:
                judging = max(int(plan.judging * times), 2)
                contest = settle(turns.priors(), played, run, selecting=selecting, judging=judging)
                if late:
                    contest = contest.with_doubt(LATE)
        return turns.verdict(contest, played)

    @contextmanager
    def candidates(self, seen: View, seed: int) -> Iterator[Candidates]:
        """Open the candidates of the seat to move for trials on chosen deals."""
        advisor = self._advisors[seen.seat or 0]
        advisor.see(seen)
        advisor.table.greedy_seat = -1
        with self._open_trials(advisor, seen, seed, []) as turns:
            yield turns

    @contextmanager
    def _open_trials(
        self, advisor: Advisor, seen: View, seed: int, hands: Sequence[Sequence[int]]
    ) -> Iterator[Candidates]:
        plan = self._plan
        late = self._is_late(seen)
        trials = advisor.search()
        trials.rivals = plan.rivals
        trials.fix_hands(hands)
        unseen = seen.bag + sum(player.tiles for player in seen.players) - len(seen.hand)
        trials.widening = 1
        trials.set_method(plan.rounds, plan.narrow, unseen if late else 0, plan.ending)
        trials.find_candidates(plan.candidates * (2 if late else 1), 0.0, 0.0)
        try:
            yield Candidates(advisor, trials, seen, seed)
        finally:
            trials.restore()

    def _is_late(self, seen: View) -> bool:
        return 0 < seen.bag <= self._plan.late_bag


class Candidates:
    """The turns under trial, each with a number.

    At first they are the best by value. All others must be added before the first trial, and turns
    are read after the last one.
    """

    def __init__(self, advisor: Advisor, trials: search.Search, seen: View, seed: int) -> None:
        self._advisor = advisor
        self._trials = trials
        self._seen = seen
        self._seed = seed
        self._hands = list_hands(seen) if can_list_deals(seen, MOST_LISTED) else []
        self._orders: Callable[[int], Order] | None = None
        self._special: dict[int, Turn] = {}
        self._written: dict[int, Turn] = {}
        """Placements as they were played: their order and, on an empty table, their place."""

    def run(
        self, live: Sequence[int], first: int, deals: int, ending: int | None = None
    ) -> list[list[float]]:
        """Try these candidates on these deals; return a row of values per deal for each candidate.

        ``ending`` overrides how many placements are tried to solve each ending.
        """
        if ending is not None:
            self._trials.trial_nodes = ending
        results = [self._run(list(live), first + deal) for deal in range(deals)]
        return [list(row) for row in zip(*results, strict=True)]

    def _run(self, live: list[int], deal: int) -> list[float]:
        if self._orders is not None:
            self._trials.set_order(self._orders(deal))
        return self._trials.run(live, self._seed, deal, 1)

    def deal_by(self, orders: Callable[[int], Order] | None) -> None:
        """Deal by this function of the number of a deal; None deals at random."""
        self._orders = orders

    def judge_on_every_deal(
        self, finalists: Sequence[int], played: int, placements: int
    ) -> Contest:
        """Judge these candidates and the played one on all deals.

        ``placements`` is their common budget for solving endings. No shuffled deals follow.
        """
        judged = [*finalists, *([] if played in finalists else [played])]
        deals = sum(len(some.deals) for number in judged for some in self._deals_of(number))
        ending = max(placements // deals, 1)
        found = {number: self.value_on_every_deal(number, ending) for number in judged}
        best = max(judged, key=lambda number: (found[number].mean, -number))
        behind = {number: found[best].over(found[number]) for number in judged}
        return Contest(best, behind | {best: Difference()})

    def value_on_every_deal(self, number: int, ending: int) -> Value:
        """Return the value of a candidate, trying ``ending`` placements to solve each ending."""
        trials, table = self._trials, self._advisor.table
        trials.trial_nodes = ending
        unproven = table.unproven

        def gain(order: Order) -> float:
            trials.set_order(order)
            return trials.run([number], self._seed, 0, 1)[0]

        value = mean_over(self._deals_of(number), gain)
        if not self._empties_bag(number):
            return value._replace(doubt=EVERY_DEAL_LEFT)
        return value._replace(doubt=EVERY_DEAL if table.unproven > unproven else 0.0)

    def _deals_of(self, number: int) -> list[SomeDeals]:
        ordered = not self._empties_bag(number)
        return choose_deals(self._hands, ordered=ordered, chance=Chance(f"{self._seed}/{number}"))

    def _empties_bag(self, number: int) -> bool:
        """Return whether nothing is hidden after the turn of a candidate."""
        if number in self._special:
            return False
        code, points, _ = self._trials.candidates()[number]
        return empties_bag(self._seen, len(self._advisor.move(code, points).tiles))

    def add(self, turn: Turn) -> int:
        """Add a candidate unless it is known already, and return its number."""
        for number, known in self._special.items():
            if known == turn:
                return number
        match turn:
            case Place(tiles=tiles):
                number = self._advisor.add_candidate(tiles)
                if number < 0:
                    raise ValueError(f"the core does not find the placement {turn}")
                self._written.setdefault(number, turn)
                return number
            case Trade(tiles=tiles):
                number = self._trials.add_trade([tile.index for tile in tiles])
            case Take(cell=cell):
                number = self._trials.add_extra(self._advisor.number(cell))
            case DrawThree():
                number = self._trials.add_extra(bits.DREW_THREE)
            case Pass():
                number = self._trials.add_trade([])
            case _:
                raise wrong_turn(turn, self._seen.edition.name)
        self._special[number] = turn
        return number

    def add_others(self) -> None:
        """Add turns that may be good without being the best by value."""
        seen = self._seen
        placements = best_placements(seen.board, seen.hand, seen.demands())
        if placements:
            self.add(Place(placements[0].tiles))
        else:
            for trade in _trades(seen):
                self.add(trade)
        player = seen.players[seen.seat or 0]
        if seen.used is None and Action.DRAW_THREE in player.actions and seen.bag:
            self.add(DrawThree())
        takes = player.tokens if seen.edition.taking.by == "star-token" else 0
        if seen.used is None and (takes or Action.TAKE in player.actions) and len(seen.board) > 1:
            for cell, _ in self._trials.weigh_takes(TAKES):
                self.add(Take(self._advisor.cell(cell)))

    def priors(self) -> list[float | None]:
        """Return the value of each placement; None for other turns."""
        return [
            None if number in self._special else value
            for number, (_, _, value) in enumerate(self._trials.candidates())
        ]

    def points(self) -> list[int]:
        """Return the points that each candidate scores immediately."""
        return [points for _, points, _ in self._trials.candidates()]

    def verdict(self, contest: Contest, played: int) -> Verdict:
        """Translate the outcome of the trials into a verdict on turns."""
        considered = {
            number: self.candidate(number, behind) for number, behind in contest.behind.items()
        }
        behind = contest.behind[played]
        order = sorted(considered, key=lambda number: (considered[number].behind.mean, number))
        if not behind.is_real:
            mine = considered[played]
            others = [considered[number] for number in order if number != played]
            return Verdict(mine, 0.0, behind, False, False, (mine, *others))
        return Verdict(
            considered[contest.best],
            behind.mean,
            behind,
            False,
            False,
            tuple(considered[number] for number in order),
        )

    def candidate(self, number: int, behind: Difference) -> Considered:
        """Return a candidate as a turn, with its distance from the best one."""
        if number in self._special:
            return Considered(self._special[number], 0, behind)
        code, points, _ = self._trials.candidates()[number]
        turn = self._written.get(number) or Place(self._advisor.move(code, points).tiles)
        return Considered(turn, points, behind)


class _NoChance:
    """A dealer for operations that involve no chance."""

    def shuffled(self, things: Sequence[T], label: str) -> tuple[T, ...]:  # noqa: ARG002
        """Return the same things in the same order."""
        return tuple(things)


_NO_CHANCE = _NoChance()


def _together(turn: Turn, first: Verdict, second: Verdict) -> Verdict:
    """Combine the verdicts on taking a tile and on the rest of the same turn."""
    take = getattr(turn, "take", None)
    behind = first.behind + second.behind
    lost = first.lost + second.lost
    considered = tuple(
        known._replace(turn=replace(known.turn, take=take)) for known in second.considered
    )
    if not first.lost:
        best = second.best._replace(turn=replace(second.best.turn, take=take))
        forced = first.forced and second.forced
        return Verdict(best, lost, behind, forced, second.exact, considered)
    # Not taking, or taking another tile, was better.
    mine = next(known for known in considered if known.turn == turn)
    return Verdict(
        first.best, lost, behind, False, False, (first.best, mine._replace(behind=behind))
    )


def is_forced(seen: View) -> bool:
    """Return whether the rules leave the seat a single turn."""
    turns = iter(legal_turns(seen))
    next(turns, None)
    return next(turns, None) is None


def _points(seen: View, tiles: tuple[Placed, ...]) -> int:
    placed = frozenset(tiles)
    for move in best_placements(seen.board, seen.hand, seen.demands()):
        if frozenset(move.tiles) == placed:
            return move.points
    return 0


def _trades(seen: View) -> list[Trade | Pass]:
    """Return trades worth trying if nothing can be placed: all, and all but the largest set."""
    most = min(seen.bag, seen.edition.trading.most)
    if not most:
        return [Pass()]
    hand = sorted(seen.hand)
    rest = list(hand)
    for tile in sets_in(seen.hand)[0] if seen.hand else ():
        rest.remove(tile)
    choices = [_trade(hand, most), _trade(rest, most)]
    return [choice for choice in choices if choice is not None]


def _trade(tiles: Sequence[Tile], most: int) -> Trade | None:
    return Trade(tuple(tiles[:most])) if tiles else None


def _sure(value: int) -> Difference:
    return Difference(float(value), float(value), float(value))
