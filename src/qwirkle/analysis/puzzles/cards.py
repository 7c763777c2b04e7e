"""The puzzles of the card game, under the names that ``puzzles.family`` asks for.

A turn is what is played and what is taken apart: the sets that the other cards lie in make no
difference, because everybody may rearrange them. Where nothing is hidden any more, turns that take
the same Qwirkles and are worth the same are one turn, whatever else they lay.

Values are in Qwirkles here, and the obvious turn has the most Qwirkles and then the most cards.
Exchanging is allowed only to those who can play nothing, so it is never a choice. With at most 30
cards in the deck:

1. **Screen.** The best turn by value is at least 0.25 ahead of the second.
2. **Select.** It is selected on 160 deals of one round, with a lead of at least 0.4.
3. **Sweep.** Every other turn is tried on 24 held-out deals of one round; what may lose less than 1
   there is tried on 40 and 160 deals that are played by value to the end of the game, and must lose
   at least 0.4 on them.
4. **Accept.** On 400 such deals the best turn is better than each of the best 8, the obvious one
   and all that came close by at least **0.5 in the mean**, as much as makes a turn costly, and by
   **0.4** at the lower end of the interval.
5. **Confirm.** On as many deals more, it is again better by at least 0.5 than the two that are
   closest.

In the last turn of a game, and in the last two of two players, nothing is hidden and every turn is
solved, in one game of 3. There, turns that take the same Qwirkles and are worth the same are one
turn, whatever else they play: before the last turn at most a tenth of all turns, which must be 1
ahead of the others. A last turn must take two Qwirkles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from qwirkle.analysis.judge.card_deals import CardDeals, lays_of
from qwirkle.analysis.judge.card_trials import CardLay, laying_of, look, nothing_hidden
from qwirkle.analysis.judge.held_out import HELD_OUT
from qwirkle.analysis.judge.trials import Difference
from qwirkle.analysis.puzzles.puzzle import (
    LISTED,
    Candidate,
    Puzzle,
    Tally,
    candidate_of,
    find_candidate,
    is_clear,
)
from qwirkle.engine.cards.play import TurnSearch
from qwirkle.engine.cards.solver import best_turn, lay
from qwirkle.rules.cards.switching import count_moved, switches
from qwirkle.rules.cards.turns import Play, Turn
from qwirkle.rules.cards.view import View
from qwirkle.rules.tiles import KINDS

# The best turn must be better than every other one by as many Qwirkles as make a turn costly ...
AHEAD: float = 0.5
# ... and by this many at the lower end of the 95 % interval.
SURELY: float = 0.4
# Deals that are played to the end of the game, and the first of as many others that confirm.
DEALS = 400
CONFIRMING = 2 * HELD_OUT
# Deals of one round on which the best turn is selected, and the lead that it needs there.
SELECTING = 160
SELECTED = 0.4
# With more cards in the deck a deal takes long to play out, and hardly any turn is far ahead.
LONGEST_DECK = 30
# A lead in value below this one is not tried at all.
SCREEN = 0.25
SCREENED = 14
# One-round deals on which every legal turn is tried. What loses this much there is not close.
SWEEP = 24
CLOSE = 1.0
# Deals to the end of the game on which what is close is tried, before all of them.
LOOKS = (40, 160)
# Where nothing is hidden, the best turns may be this share of all turns before the last one.
FEW = 0.1
# One game in this many is searched for such positions, which are found most often. It shares no
# factor with the cycle of games.
SOLVED_EVERY = 3
# Deals that tell where the lead comes from, and the share of it that names a theme.
THEMED = 200
SHARE = 0.5


def is_searched(seen: View, number: int, *, endings: bool) -> bool:
    """Return whether a position of the game with a number may become a puzzle."""
    if not seen.table or seen.opening_cards or seen.deck > LONGEST_DECK:
        return False
    return not nothing_hidden(seen) or (endings and not number % SOLVED_EVERY)


def make(puzzle: Puzzle, seen: View, *, plain: bool) -> tuple[Puzzle | None, Tally]:  # noqa: ARG001
    """Make a puzzle from a position, if one turn is far better than all others."""
    if nothing_hidden(seen):
        return _solve(puzzle, seen)
    search = TurnSearch()
    found = look(search, seen, SCREENED)
    if len(found) <= 2 or found[0][2] - found[1][2] < SCREEN:
        return None, Tally()
    deals = CardDeals(seen, puzzle.seed)
    first, *rest = ((tuple(play), tuple(made)) for play, made, _ in found)
    tried = deals.one_round(first, rest, SELECTING)
    ranked = sorted(
        [(0.0, first), *((gap.mean, turn) for gap, turn in zip(tried, rest, strict=True))]
    )
    if ranked[1][0] - ranked[0][0] < SELECTED:
        return None, Tally(screened=1)
    kept = _judge(deals, ranked[0][1], [turn for _, turn in ranked[1:LISTED]])
    return _with(puzzle, seen, kept, exact=False), Tally(screened=1, tried=1)


def judge_again(puzzle: Puzzle, seen: View) -> Puzzle | None:
    """Judge a puzzle again; None if its best turn is no longer far enough ahead."""
    if puzzle.exact:
        return puzzle
    best, *others = (_lay_of(seen, puzzle.turn(found)) for found in puzzle.candidates)
    kept = _judge(CardDeals(seen, puzzle.seed), best, others)
    return _with(puzzle, seen, kept, exact=False)


def behind(puzzle: Puzzle, seen: View, turn: Turn, deals: int) -> Difference:
    """Return how far a turn is behind the best one."""
    best, other = _lay_of(seen, puzzle.best), _lay_of(seen, turn)
    return next(CardDeals(seen, puzzle.seed).behind(best, [other], min(deals, DEALS), HELD_OUT))


def tempting(puzzle: Puzzle, seen: View) -> Candidate:
    """Return the turn that makes the most Qwirkles and then plays the most cards."""
    greedy = best_turn(seen.table, seen.hand)
    found = None if greedy is None else find_candidate(puzzle, Play(greedy.after))
    # Where nothing is hidden, turns of the same worth are one, of which one is listed.
    return puzzle.candidates[0] if found is None else found


def rival(puzzle: Puzzle, _: View) -> Candidate:
    """Return the turn that the best one is explained against.

    It is the one with the most Qwirkles if those are more, else the next best.
    """
    best, second = puzzle.candidates[:2]
    most = max(puzzle.candidates, key=lambda found: (found.points, -found.lost))
    return most if most.points > best.points else second


def kinds(puzzle: Puzzle, seen: View) -> Iterator[str]:
    """Return what kind of position it is, and what the best turn is about."""
    best = puzzle.best
    play, made = _lay_of(seen, best)
    if seen.turns_left is not None and not puzzle.exact:
        yield "final-turns"
    if sum(made) > 1:
        yield "several-qwirkles"
    if sum(made) and isinstance(best, Play) and count_moved(switches(seen.table, best.after)):
        yield "moves-cards"
    if puzzle.exact:
        return
    other_play, other_made = second = _lay_of(seen, puzzle.turn(rival(puzzle, seen)))
    if seen.deck and (sum(play) >= seen.deck) != (sum(other_play) >= seen.deck):
        yield "last-card"
    deals = CardDeals(seen, puzzle.seed)
    numbers = range(HELD_OUT, HELD_OUT + THEMED)
    mine = [deals.play_out((play, made), number) for number in numbers]
    other = [deals.play_out(second, number) for number in numbers]
    less = sum(one.theirs for one in other) - sum(one.theirs for one in mine)
    more = sum(one.mine for one in mine) - sum(one.mine for one in other)
    more -= THEMED * (sum(made) - sum(other_made))
    wanted = THEMED * SHARE * AHEAD
    if less >= wanted:
        yield "denial"
    if more >= wanted:
        yield "building"


def _judge(
    deals: CardDeals, best: CardLay, listed: Sequence[CardLay]
) -> list[tuple[CardLay, Difference]] | None:
    """Return the best turn and the closest ones, judged on all deals; None if one is too close.

    Every legal turn is tried in one round on some deals, and what is close there to the end.
    """
    others = [turn for turn in lays_of(deals.seen) if turn != best]
    swept = deals.one_round(best, others, SWEEP, HELD_OUT)
    ranked = sorted(zip(swept, others, strict=True), key=lambda one: one[0].mean)
    close = [turn for gap, turn in ranked if gap.low < CLOSE]
    for few in LOOKS:
        near = []
        for turn, gap in zip(close, deals.behind(best, close, few, HELD_OUT), strict=True):
            # What is not surely ahead by now would need luck later.
            if gap.high < AHEAD or gap.mean < SURELY:
                return None
            if not is_clear(gap, AHEAD):
                near.append(turn)
        close = near
    greedy = best_turn(deals.seen.table, deals.seen.hand)
    obvious = [] if greedy is None else [laying_of(deals.seen.table, Play(greedy.after))]
    nearest = [turn for _, turn in ranked[: LISTED - 1]]
    wanted = [
        turn for turn in dict.fromkeys((*nearest, *obvious, *listed[:1], *close)) if turn != best
    ]
    judged = []
    for gap in deals.behind(best, wanted, DEALS, HELD_OUT):
        if gap.mean < AHEAD or gap.low < SURELY:
            return None
        judged.append(gap)
    nearest = [turn for _, turn in sorted(zip(judged, wanted, strict=True))[:2]]
    if any(gap.mean < AHEAD for gap in deals.behind(best, nearest, DEALS, CONFIRMING)):
        return None
    return [(best, Difference()), *zip(wanted, judged, strict=True)]


def _solve(puzzle: Puzzle, seen: View) -> tuple[Puzzle | None, Tally]:
    """Make a puzzle of a position in which nothing is hidden: every turn is solved."""
    turns = lays_of(seen)
    if len(turns) <= 2:
        return None, Tally()
    deals = CardDeals(seen, puzzle.seed)
    worths = deals.solve(turns)
    most = max(worths)
    best = [turn for turn, worth in zip(turns, worths, strict=True) if worth == most]
    many = seen.turns_left != 1 and len(best) > max(1, FEW * len(turns))
    if many or len(best) == len(turns) or len({made for _, made in best}) > 1:
        return None, Tally(screened=1)
    if seen.turns_left == 1 and most < 2:
        return None, Tally(screened=1)
    # Of the best turns, the one that is laid with the fewest cards.
    chosen = min(best, key=lambda turn: (sum(turn[0]), turn))
    others = sorted(
        (most - worth, sum(turn[0]), turn)
        for turn, worth in zip(turns, worths, strict=True)
        if worth < most
    )
    greedy = best_turn(seen.table, seen.hand)
    obvious = None if greedy is None else laying_of(seen.table, Play(greedy.after))
    kept = [(chosen, Difference())]
    for lost, _, turn in others:
        if len(kept) < LISTED or turn == obvious:
            kept.append((turn, Difference(lost, lost, lost)))
    return _with(puzzle, seen, kept, exact=True), Tally(screened=1, tried=1)


def _with(
    puzzle: Puzzle, seen: View, kept: Sequence[tuple[CardLay, Difference]] | None, *, exact: bool
) -> Puzzle | None:
    """Return the puzzle with these turns, the best one first."""
    if kept is None:
        return None
    greedy = best_turn(seen.table, seen.hand)
    obvious = None if greedy is None else laying_of(seen.table, Play(greedy.after))
    ordered = sorted(kept, key=lambda one: (one[1].mean, one[0]))
    listed = ordered[:LISTED] + [one for one in ordered[LISTED:] if one[0] == obvious]
    candidates = tuple(_candidate(seen, turn, gap) for turn, gap in listed)
    return msgspec.structs.replace(puzzle, candidates=candidates, exact=exact)


def _candidate(seen: View, turn: CardLay, gap: Difference) -> Candidate:
    play, made = turn
    cards = [kind for kind in KINDS for _ in range(play[kind.index])]
    laid = lay(seen.table, cards, made)
    if laid is None:
        raise ValueError("a turn that was judged cannot be laid")
    return candidate_of(Play(laid.after), laid.qwirkles, gap)


def _lay_of(seen: View, turn: object) -> CardLay:
    if not isinstance(turn, Play):
        raise TypeError(f"{turn!r} plays no cards")
    return laying_of(seen.table, turn)
