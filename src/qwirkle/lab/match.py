"""Paired, seat-swapped matches: every deal is played once with each rotation of the seats.

The same seed gives the same games whatever the number of processes: a game depends on the match's
seed, its deal and its rotation, and on nothing else.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, closing
from itertools import repeat
from time import perf_counter, process_time

import msgspec

from qwirkle.errors import BotError, IllegalTurn
from qwirkle.lab.intervals import win_rate_interval
from qwirkle.players import Bot, bot
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.games import AnyEdition, begin, decide, evolved, fold, view
from qwirkle.wire.child import end_all


class MatchPlan(msgspec.Struct, frozen=True):
    """What is to be played."""

    bots: tuple[str, ...]
    edition: AnyEdition
    games: int = 200
    seed: int | str = 0
    ms: float | None = None
    """Thinking time per move, for bots that think."""


class GameResult(msgspec.Struct, frozen=True):
    """One game: what each bot of the plan made of it, in the order of the plan."""

    deal: int
    rotation: int
    scores: tuple[int, ...]
    shares: tuple[float, ...]
    """1 for a win, an equal part of it for a shared one, 0 for a loss."""
    turns: int
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    lost_turns: tuple[int, ...]
    faults: tuple[str | None, ...]
    """Why the last of them was lost."""


class BotReport(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one bot did. Only a program can lose turns; nothing is said of those nobody lost."""

    name: str
    wins: int
    ties: int
    win_rate: float
    ci95: tuple[float, float]
    mean_score: float
    mean_margin: float
    ms_per_move: float
    lost_turns: int = 0
    last_fault: str | None = None


class MatchReport(msgspec.Struct, frozen=True):
    """How the match went."""

    games: int
    bots: tuple[BotReport, ...]
    games_per_second: float
    mean_turns: float
    game: str
    seed: int | str


def play_game(plan: MatchPlan, number: int) -> GameResult:
    """Play one game of a plan: deals follow each other, each in all rotations of the seats."""
    count = len(plan.bots)
    deal, rotation = divmod(number, count)
    at_seat = [(seat + rotation) % count for seat in range(count)]
    with ExitStack() as leaving:
        players = [
            leaving.enter_context(
                closing(_bot(plan, which, f"{plan.seed}/{deal}/{rotation}/{which}"))
            )
            for which in at_seat
        ]
        return _played(plan, deal, rotation, at_seat, players)


def _bot(plan: MatchPlan, which: int, seed: str) -> Bot:
    return bot(plan.bots[which], seed, plan.ms, rules=plan.edition, processes=True)


def _played(
    plan: MatchPlan, deal: int, rotation: int, at_seat: Sequence[int], players: Sequence[Bot]
) -> GameResult:
    count = len(players)
    dealer = SeedDealer(f"{plan.seed}/{deal}")
    names = [plan.bots[which] for which in at_seat]
    state = fold(begin(plan.edition, names, dealer))
    moves, seconds = [0] * count, [0.0] * count
    while (seat := state.turn) is not None:
        seen = view(state, seat)
        began = perf_counter()
        turn = players[seat].choose(seen)
        seconds[at_seat[seat]] += perf_counter() - began
        moves[at_seat[seat]] += 1
        try:
            events = decide(state, seat, turn, dealer)
        except IllegalTurn as error:
            raise BotError(f"the bot {names[seat]} made an illegal turn: {error}") from None
        state = evolved(state, events)
    if state.result is None:
        raise ValueError("a game without a turn has a result")
    result = state.result
    scores, shares = [0] * count, [0.0] * count
    for seat, which in enumerate(at_seat):
        scores[which] = result.scores[seat]
        shares[which] = 1 / len(result.winners) if seat in result.winners else 0.0
    return GameResult(
        deal,
        rotation,
        tuple(scores),
        tuple(shares),
        state.turns_played,
        tuple(moves),
        tuple(seconds),
        tuple(players[at_seat.index(which)].lost_turns for which in range(count)),
        tuple(players[at_seat.index(which)].last_fault for which in range(count)),
    )


def play_match(
    plan: MatchPlan, jobs: int = 1, progress: Callable[[], None] = lambda: None
) -> MatchReport:
    """Play a match; ``progress`` is called after every game."""
    for which in range(len(plan.bots)):
        _bot(plan, which, "check").close()
    began, busy = perf_counter(), process_time()
    results = []
    for result in _results(plan, jobs):
        results.append(result)
        progress()
    # One process: the time the match took of the processor. Several: the time that went by.
    spent = perf_counter() - began if jobs > 1 else process_time() - busy
    return report(plan, results, spent)


def report(plan: MatchPlan, results: Sequence[GameResult], seconds: float) -> MatchReport:
    """What the results say."""
    return MatchReport(
        games=len(results),
        bots=tuple(_bot_report(plan, results, which) for which in range(len(plan.bots))),
        games_per_second=len(results) / max(seconds, 1e-9),
        mean_turns=_mean([float(result.turns) for result in results]),
        game=plan.edition.id,
        seed=plan.seed,
    )


def _results(plan: MatchPlan, jobs: int) -> Iterator[GameResult]:
    if jobs <= 1:
        yield from map(play_game, repeat(plan), range(plan.games))
        return
    others = multiprocessing.active_children()
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_end_at_once_when_told) as pool:
        chunk = max(1, min(32, plan.games // (4 * jobs)))
        try:
            yield from pool.map(play_game, repeat(plan), range(plan.games), chunksize=chunk)
        except BaseException:
            # Whoever ends a match does not want to wait for the games that are being played.
            for worker in multiprocessing.active_children():
                if worker not in others:
                    worker.terminate()
            raise


def _end_at_once_when_told() -> None:
    """A process of the pool that is told to end takes the programs that play in it with it."""

    def end(number: int, _: object) -> None:
        end_all()
        os._exit(128 + number)

    signal.signal(signal.SIGTERM, end)


def _bot_report(plan: MatchPlan, results: Sequence[GameResult], which: int) -> BotReport:
    deals: dict[int, list[float]] = {}
    for result in results:
        deals.setdefault(result.deal, []).append(_counted(result.shares[which]))
    others = [max(s for i, s in enumerate(r.scores) if i != which) for r in results]
    moves = sum(result.moves[which] for result in results)
    shares = [result.shares[which] for result in results]
    faults = [result.faults[which] for result in results if result.faults[which] is not None]
    return BotReport(
        name=plan.bots[which],
        wins=sum(share == 1 for share in shares),
        ties=sum(0 < share < 1 for share in shares),
        win_rate=_mean([_counted(share) for share in shares]),
        ci95=win_rate_interval(list(deals.values())),
        mean_score=_mean([float(result.scores[which]) for result in results]),
        mean_margin=_mean(
            [float(r.scores[which] - best) for r, best in zip(results, others, strict=True)]
        ),
        ms_per_move=1000 * sum(result.seconds[which] for result in results) / max(moves, 1),
        lost_turns=sum(result.lost_turns[which] for result in results),
        last_fault=faults[-1] if faults else None,
    )


def _counted(share: float) -> float:
    """A shared win counts half, as the public contract says."""
    return 0.5 if 0 < share < 1 else share


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
