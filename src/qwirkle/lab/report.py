"""The report of a match, with its uncertainty."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from math import ceil
from typing import NamedTuple

import msgspec

from qwirkle.lab.games import GameResult, MatchPlan, by_deal
from qwirkle.lab.intervals import Precision, mean_interval, win_rate_interval
from qwirkle.lab.sprt import SequentialTest, SprtVerdict
from qwirkle.players.base import Fault, add_fault


class BotReport(msgspec.Struct, frozen=True, omit_defaults=True):
    """The results of one bot. Only a program can lose turns."""

    name: str
    wins: int
    ties: int
    win_rate: float
    ci95: tuple[float, float]
    mean_score: float
    mean_margin: float
    margin_ci95: tuple[float, float] | None
    ms_per_move: float
    cpu_ms_per_move: float
    lost_turns: int = 0
    last_fault: str | None = None
    faults: tuple[Fault, ...] = ()
    """Every kind of fault, with its count and its first occurrence."""
    mean_margin_without_luck: float | None = None
    margin_without_luck_ci95: tuple[float, float] | None = None


class LuckReport(msgspec.Struct, frozen=True):
    """The benefit of removing luck from the first bot's margins."""

    variance_ratio: float
    """The variance of the mean margin without luck, divided by that of the plain one."""
    games_with_luck: int
    """The estimated number of games for an equally narrow interval of the plain margin."""
    stop_within: float | None = None
    """The requested precision of the margin."""
    stopped: bool = False
    """Whether that precision was reached, so that the match ended."""


class MatchReport(msgspec.Struct, frozen=True, omit_defaults=True):
    """The results of a match; the bots are in the order of the plan."""

    games: int
    bots: tuple[BotReport, ...]
    games_per_second: float
    mean_turns: float
    game: str
    seed: int | str
    deals: int
    unpaired: int = 0
    """Games of a last deal that was not played in every rotation of the seats."""
    sprt: SprtVerdict | None = None
    luck: LuckReport | None = None


def report(plan: MatchPlan, results: Sequence[GameResult], seconds: float) -> MatchReport:
    """Return the report of the results."""
    return MatchReport(
        games=len(results),
        bots=tuple(_bot_report(plan, results, which) for which in range(len(plan.bots))),
        games_per_second=len(results) / max(seconds, 1e-9),
        mean_turns=_mean([float(result.turns) for result in results]),
        game=plan.edition.id,
        seed=plan.seed,
        deals=len({result.deal for result in results}),
        unpaired=len(results) % len(plan.bots),
        sprt=_verdict(plan, results),
        luck=luck_report(results, len(plan.bots), plan.stop_within) if plan.luck else None,
    )


class Losses(NamedTuple):
    """The turns that a bot lost in some games."""

    turns: int
    last_fault: str | None
    faults: tuple[Fault, ...]


def losses(played: Iterable[tuple[GameResult, int]]) -> Losses:
    """Return the turns a bot lost in these games, given its places in them."""
    lost, why = 0, None
    faults: tuple[Fault, ...] = ()
    for result, which in played:
        if result.lost_turns and result.lost_turns[which]:
            lost, why = lost + result.lost_turns[which], result.faults[which]
            for fault in result.fault_kinds[which] if result.fault_kinds else ():
                faults = add_fault(faults, fault)
    return Losses(lost, why, faults)


def _bot_report(plan: MatchPlan, results: Sequence[GameResult], which: int) -> BotReport:
    moves = max(1, sum(result.moves[which] for result in results))
    shares = [result.shares[which] for result in results]
    lost = losses((result, which) for result in results)
    free = by_deal(results if plan.luck else (), lambda result: result.margin_without_luck(which))
    return BotReport(
        name=plan.names[which],
        wins=sum(share == 1 for share in shares),
        ties=sum(0 < share < 1 for share in shares),
        win_rate=_mean([result.win_share(which) for result in results]),
        ci95=win_rate_interval(by_deal(results, lambda result: result.win_share(which))),
        mean_score=_mean([float(result.scores[which]) for result in results]),
        mean_margin=_mean([float(result.margin(which)) for result in results]),
        margin_ci95=mean_interval(by_deal(results, lambda result: result.margin(which))),
        ms_per_move=1000 * sum(result.seconds[which] for result in results) / moves,
        cpu_ms_per_move=1000 * sum(result.cpu_seconds[which] for result in results) / moves,
        lost_turns=lost.turns,
        last_fault=lost.last_fault,
        faults=lost.faults,
        mean_margin_without_luck=_mean(list(chain(*free))) if free else None,
        margin_without_luck_ci95=mean_interval(free),
    )


def luck_report(
    results: Sequence[GameResult], seats: int, within: float | None
) -> LuckReport | None:
    """Return the benefit of removing luck; None if the luck of too few games is known."""
    if not results or any(not result.luck for result in results):
        return None
    plain = _width(results, lambda result: result.margin(0))
    free = _width(results, lambda result: result.margin_without_luck(0))
    if not plain or free is None:
        return None
    ratio = (free / plain) ** 2
    stopped = False
    if within is not None:
        precision = Precision(within, seats)
        for result in results:
            precision.add(result.margin_without_luck(0))
        stopped = precision.enough
    return LuckReport(ratio, ceil(len(results) / ratio) if ratio else 0, within, stopped)


def _width(results: Sequence[GameResult], figure: Callable[[GameResult], float]) -> float | None:
    interval = mean_interval(by_deal(results, figure))
    return None if interval is None else interval[1] - interval[0]


def _verdict(plan: MatchPlan, results: Sequence[GameResult]) -> SprtVerdict | None:
    if plan.sprt is None:
        return None
    test = SequentialTest(plan.sprt, len(plan.bots))
    for result in results:
        if test.add(result.win_share(0)):
            break
    return test.verdict()


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
