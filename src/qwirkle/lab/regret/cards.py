"""Positions of the card game: every choice of cards, and its loss in Qwirkles.

A choice is laid with the most Qwirkles. All are tried on deals of the cards that the seat cannot
see, as the judge of reviews tries some of them: everybody plays one round afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence

from qwirkle.analysis.judge.card_trials import laying_of, look, nothing_hidden, try_on_deals
from qwirkle.analysis.judge.held_out import HELD_OUT
from qwirkle.analysis.judge.trials import Difference, difference, settle
from qwirkle.engine.cards.play import TurnSearch
from qwirkle.engine.cards.solver import arrange, plays
from qwirkle.lab.regret.method import Method
from qwirkle.players.cards import valued_choices
from qwirkle.rules.cards.turns import Play, Turn
from qwirkle.rules.cards.view import View
from qwirkle.rules.decision import wrong_turn
from qwirkle.rules.tiles import KINDS, Tile

# The capacity of a search for candidates, less the best turn, which is always among them.
BATCH = 15
PILE: str = "deck"
UNITS: int = 100


def listed(seen: View) -> list[tuple[Turn, int]]:
    """Return every playable choice of cards, laid with the most Qwirkles, and that number."""
    layings = [arrange(seen.table, cards) for cards in plays(seen.table, seen.hand)]
    return [(Play(laying.after), laying.qwirkles) for laying in layings if laying is not None]


def annotate(seed: int, seen: View, method: Method) -> tuple[int, list[Difference], bool] | None:
    """Return the best choice's number, the distance of all from it, and whether that is exact.

    Returns None if there are fewer than two choices.
    """
    choices = [turn for turn, _ in listed(seen) if isinstance(turn, Play)]
    if len(choices) < 2:
        return None
    exact = nothing_hidden(seen)
    ranking = _by_value(seen, choices)
    best = _select(seed, seen, choices, ranking[: method.plan.candidates], method.plan.selecting)
    # As for placements: which ones get more trials must not depend on their results here.
    close = [number for number in ranking if number != best][: method.close]
    others = sorted(set(range(len(choices))) - {best, *close})
    behind = {best: Difference()}
    for some, deals in ((close, method.close_deals), (others, method.deals)):
        turns = [choices[number] for number in some]
        found = cards_behind(seed, seen, choices[best], turns, 1 if exact else deals)
        behind.update(zip(some, found, strict=True))
    gaps = [behind[number] for number in range(len(choices))]
    if exact and min(gap.mean for gap in gaps) < 0:
        # The best of all, not of those in the selection: nothing is left to chance.
        best = min(range(len(gaps)), key=lambda number: gaps[number].mean)
        lead = gaps[best].mean
        gaps = [Difference(*(value - lead for value in gap)) for gap in gaps]
    return best, gaps, exact


def content(seen: View, turn: Turn) -> object:
    """Return the content of a turn, regardless of its intermediate sets."""
    return laying_of(seen.table, turn) if isinstance(turn, Play) else turn


def compare(
    seed: int, seen: View, best: Turn, turn: Turn, method: Method
) -> tuple[int, Difference]:
    """Return the Qwirkles of a turn, and how far it is behind the best one."""
    if not isinstance(best, Play) or not isinstance(turn, Play):
        raise wrong_turn(turn, seen.edition.name, ", in which cards can be played")
    deals = 1 if nothing_hidden(seen) else method.close_deals
    behind = cards_behind(seed, seen, best, [turn], deals)[0]
    return sum(laying_of(seen.table, turn)[1]), behind


def cards_behind(
    seed: int, seen: View, best: Play, others: Sequence[Play], deals: int
) -> list[Difference]:
    """Return how far these turns are behind the best one, on deals that selected none of them."""
    found: list[Difference] = []
    search = TurnSearch()
    for first in range(0, len(others), BATCH):
        some = others[first : first + BATCH]
        numbers = _admit(search, seen, [best, *some])
        mine, *results = try_on_deals(
            search, seen, numbers, range(HELD_OUT, HELD_OUT + deals), seed=seed
        )
        found += [difference(mine, result) for result in results]
    return found


def _admit(search: TurnSearch, seen: View, turns: Sequence[Play]) -> list[int]:
    look(search, seen, 0)
    return [search.add_candidate(*laying_of(seen.table, turn)) for turn in turns]


def _by_value(seen: View, choices: Sequence[Play]) -> list[int]:
    """Return the numbers of the choices, the highest value first."""
    values = {_kinds(choice.cards): choice.value for choice in valued_choices(seen)}
    known = [values[laying_of(seen.table, choice)[0]] for choice in choices]
    return sorted(range(len(choices)), key=lambda number: (-known[number], number))


def _kinds(cards: Sequence[Tile]) -> tuple[int, ...]:
    counts = [0] * len(KINDS)
    for card in cards:
        counts[card.index] += 1
    return tuple(counts)


def _select(
    seed: int,
    seen: View,
    choices: Sequence[Play],
    candidates: Sequence[int],
    selecting: int,
) -> int:
    """Return the best of some choices, by trials on deals that are used for nothing else."""
    search = TurnSearch()
    numbers = _admit(search, seen, [choices[number] for number in candidates])

    def run(live: Sequence[int], first: int, deals: int) -> list[list[float]]:
        some = [numbers[which] for which in live]
        return try_on_deals(search, seen, some, range(first, first + deals), seed=seed)

    selecting = 1 if nothing_hidden(seen) else selecting
    contest = settle([None] * len(candidates), 0, run, selecting=selecting, judging=1)
    return candidates[contest.best]
