"""A ladder: every bot plays every other, and all get ratings on one scale.

A pair's games depend on the pair, the rules and the seed, not on the other bots of the ladder: bots
can be added later, and finished pairs are not played again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from qwirkle.errors import LabError
from qwirkle.lab.environment import Environment, current_environment
from qwirkle.lab.games import GameResult, MatchPlan, by_deal, check_bots
from qwirkle.lab.match import run_match
from qwirkle.lab.ratings import Deal, ratings
from qwirkle.lab.report import losses
from qwirkle.lab.results import StoredMatch, read
from qwirkle.lab.workers import Local, Workers
from qwirkle.players.base import Fault
from qwirkle.rules.family import AnyEdition

YARDSTICK = "greedy"
LEVEL = 1000.0


class LadderPlan(msgspec.Struct, frozen=True):
    """The bots, the game, and how many games each pair plays."""

    bots: tuple[str, ...]
    edition: AnyEdition
    games: int = 200
    seed: int | str = 0
    ms: float | None = None
    anchor: str | None = None
    """The bot with a rating of 1000; by default greedy; without it, the first bot."""
    transcript: bool = False
    """Whether results contain the dialogue with programs that lost turns."""
    luck: bool = False
    """Whether the luck of every game is computed, for margins without it."""

    def pairs(self) -> tuple[MatchPlan, ...]:
        """Return the matches, the bots of each in alphabetical order."""
        return tuple(
            # A separate seed for each pair: the intervals treat pairs as independent.
            MatchPlan(
                pair,
                self.edition,
                self.games,
                f"{self.seed}/{'/'.join(pair)}",
                self.ms,
                luck=self.luck,
                transcript=self.transcript,
            )
            for pair in combinations(sorted(self.bots), 2)
        )


class Rung(msgspec.Struct, frozen=True, omit_defaults=True):
    """One bot on the ladder."""

    name: str
    rating: float
    ci95: tuple[float, float]
    games: int
    win_rate: float
    mean_margin: float
    ms_per_move: float
    lost_turns: int = 0
    last_fault: str | None = None
    faults: tuple[Fault, ...] = ()
    mean_margin_without_luck: float | None = None


class PairReport(msgspec.Struct, frozen=True, omit_defaults=True):
    """One match of the ladder, from the first bot's side."""

    bots: tuple[str, str]
    games: int
    win_rate: float
    ci95: tuple[float, float]
    mean_margin: float
    mean_margin_without_luck: float | None = None
    margin_without_luck_ci95: tuple[float, float] | None = None


class LadderReport(msgspec.Struct, frozen=True):
    """The ladder, the strongest first, and every pair."""

    game: str
    seed: int | str
    anchor: str
    games: int
    rungs: tuple[Rung, ...]
    pairs: tuple[PairReport, ...]


class StoredLadder(msgspec.Struct, frozen=True, tag="ladder", tag_field="kind"):
    """A ladder with all its matches."""

    bots: tuple[str, ...]
    anchor: str
    seed: int | str
    circumstances: Environment
    finished: bool
    report: LadderReport | None
    """None while pairs are missing."""
    matches: tuple[StoredMatch, ...]

    def recompute_report(self) -> LadderReport:
        """Compute the report again from the games."""
        return ladder_report(self.bots, self.matches, self.anchor, self.seed)


def read_stored(path: Path) -> StoredMatch | StoredLadder:
    """Read stored results of either kind."""
    either: Any = StoredMatch | StoredLadder
    stored: StoredMatch | StoredLadder = read(path, either)
    return stored


def play_ladder(
    plan: LadderPlan,
    jobs: int = 1,
    progress: Callable[[GameResult], None] = lambda _: None,
    *,
    workers: Workers | None = None,
    earlier: Iterable[StoredMatch] = (),
    keep: Callable[[StoredLadder], None] | None = None,
) -> StoredLadder:
    """Play all pairs with this many processes, or with other workers.

    ``progress`` is called with the result of every game. ``earlier`` are matches played before,
    which are continued. ``keep`` is called with the ladder so far and all its matches, including
    those of bots that are not on it this time.
    """
    anchor = check_ladder(plan)
    workers = workers or Local(jobs)
    here = current_environment()
    matches = {match.setting.bots: match for match in earlier}
    pairs = plan.pairs()
    for pair in pairs:
        _check_earlier(matches.get(pair.names), pair, here)

    def so_far(finished: bool) -> StoredLadder:
        everything = tuple(matches.values())
        report = ladder_report(plan.bots, everything, anchor, plan.seed) if finished else None
        return StoredLadder(plan.bots, anchor, plan.seed, here, finished, report, everything)

    def keep_pair(match: StoredMatch) -> None:
        matches[match.setting.bots] = match
        if keep is not None:
            keep(so_far(False))

    for pair in pairs:
        begun = matches.get(pair.names)
        matches[pair.names] = run_match(
            pair, workers, progress, earlier=begun, keep=None if keep is None else keep_pair
        )
    ladder = so_far(True)
    if keep is not None:
        keep(ladder)
    return ladder


def check_ladder(plan: LadderPlan) -> str:
    """Refuse an unplayable ladder before anything is played; return its anchor."""
    if len(plan.bots) < 2:
        raise LabError("a ladder needs at least two bots")
    if twice := [name for name in plan.bots if plan.bots.count(name) > 1]:
        raise LabError(f"the bot {twice[0]} is on the ladder twice")
    if not plan.edition.fewest_players <= 2 <= plan.edition.most_players:
        raise LabError(f"a ladder is played by two, and {plan.edition.id} is not")
    anchor = plan.anchor or (YARDSTICK if YARDSTICK in plan.bots else plan.bots[0])
    if anchor not in plan.bots:
        raise LabError(f"the anchor {anchor} is not on the ladder")
    check_bots(MatchPlan(plan.bots, plan.edition, ms=plan.ms))
    return anchor


def ladder_report(
    bots: Sequence[str], matches: Sequence[StoredMatch], anchor: str, seed: int | str
) -> LadderReport:
    """Compute ratings from the matches of all pairs, ignoring matches of other bots."""
    matches = [match for match in matches if set(match.setting.bots) <= set(bots)]
    deals = {
        (bots.index(match.setting.bots[0]), bots.index(match.setting.bots[1])): _deals(match)
        for match in matches
    }
    rated = ratings(deals, bots.index(anchor), LEVEL, seed)
    rungs = [
        _rung(name, matches, rating.points, (rating.low, rating.high))
        for name, rating in zip(bots, rated, strict=True)
    ]
    return LadderReport(
        game=matches[0].setting.game,
        seed=seed,
        anchor=anchor,
        games=sum(len(match.results) for match in matches),
        rungs=tuple(sorted(rungs, key=lambda rung: -rung.rating)),
        pairs=tuple(_pair_report(match) for match in matches),
    )


def _check_earlier(match: StoredMatch | None, pair: MatchPlan, here: Environment) -> None:
    if match is not None and (reason := match.fits(pair, here)) is not None:
        raise LabError(f"{' against '.join(pair.names)} cannot be resumed: {reason}")


def _deals(match: StoredMatch) -> list[Deal]:
    groups = by_deal(match.results, lambda result: result.win_share(0))
    return [Deal(sum(group), len(group)) for group in groups]


def _rung(
    name: str, matches: Sequence[StoredMatch], points: float, interval: tuple[float, float]
) -> Rung:
    played = [
        (result, match.setting.bots.index(name))
        for match in matches
        if name in match.setting.bots
        for result in match.results
    ]
    games = max(1, len(played))
    moves = sum(result.moves[which] for result, which in played)
    lost = losses(played)
    free = [result.margin_without_luck(which) for result, which in played if result.luck]
    return Rung(
        name=name,
        rating=points,
        ci95=interval,
        games=len(played),
        win_rate=sum(result.win_share(which) for result, which in played) / games,
        mean_margin=sum(result.margin(which) for result, which in played) / games,
        ms_per_move=1000 * sum(r.seconds[which] for r, which in played) / max(1, moves),
        lost_turns=lost.turns,
        last_fault=lost.last_fault,
        faults=lost.faults,
        mean_margin_without_luck=sum(free) / games if free and len(free) == games else None,
    )


def _pair_report(match: StoredMatch) -> PairReport:
    first, second = match.report.bots
    return PairReport(
        (first.name, second.name),
        match.report.games,
        first.win_rate,
        first.ci95,
        first.mean_margin,
        first.mean_margin_without_luck,
        first.margin_without_luck_ci95,
    )
