"""The annotation of positions: value bots play, and one turn of each game is examined closely.

The best turn is selected on some deals of what its seat cannot see; the distance of all other
placements is measured on other deals, which are the same for all of them. A position depends on
the seed and the number of its game alone, so games can be played anywhere and in any order.
"""

from __future__ import annotations

from qwirkle.analysis.family import of
from qwirkle.analysis.judge.trials import NORMAL_95
from qwirkle.analysis.review.self_play import turn_states
from qwirkle.lab.regret import family
from qwirkle.lab.regret.method import LATE, LATE_BAG, METHOD, Method
from qwirkle.lab.regret.positions import AnnotatedPosition, AnnotatedTurn, trial_seed
from qwirkle.notation.family import read_view, write_position
from qwirkle.players.rng import Chance
from qwirkle.rules.family import AnyTurn, edition, view


def annotated_position(
    game: str, seed: str, number: int, *, late: bool = False
) -> AnnotatedPosition | None:
    """Play a game and annotate a random turn of it; None if there was no choice.

    A late one is a turn with 1 to ``LATE_BAG`` tiles in the bag.
    """
    states = list(turn_states(edition(game), "regret", f"{seed}/{number}"))
    views = [view(state, state.turn) for state in states]
    if late:
        views = [seen for seen in views if 0 < seen.undrawn <= LATE_BAG]
    if not views:
        return None
    seen = views[Chance(f"turn/{seed}/{number}").below(len(views))]
    if not of(seen).is_plain(seen):
        return None
    return annotate(number, write_position(seen), LATE if late else METHOD)


def annotate(number: int, position: str, method: Method = METHOD) -> AnnotatedPosition | None:
    """Return the position with the values of its turns; None if there are fewer than two.

    The result depends only on the text of the position and the method.
    """
    seen = read_view(position)
    half = family.of(seen)
    found = half.annotate(trial_seed(position), seen, method)
    if found is None:
        return None
    best, behind, exact = found
    lost = tuple(round(half.UNITS * gap.mean) for gap in behind)
    error = tuple(round(half.UNITS * (gap.high - gap.mean) / NORMAL_95) for gap in behind)
    return AnnotatedPosition(number, position, best, lost, error, exact)


def compare(position: AnnotatedPosition, turn: AnyTurn, method: Method = METHOD) -> AnnotatedTurn:
    """Compare an unlisted turn, such as a trade, on the same deals as the listed ones."""
    seen = position.view()
    best = position.turns()[0].turn
    points, behind = family.of(seen).compare(position.seed, seen, best, turn, method)
    return AnnotatedTurn(turn, points, behind.mean, (behind.high - behind.mean) / NORMAL_95)
