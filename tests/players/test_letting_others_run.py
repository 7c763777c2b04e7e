"""While a bot thinks, the other threads of the process run: a server has one process for all.

A thread ticks while a bot thinks, and notes how much of the processor the thinking thread has had
by then. If the core kept the interpreter's lock, no tick would fall into the call. Pauses are
measured in the time of the thinking thread, not of a clock, so a busy machine changes nothing:
while it runs something else, the bot does not think either.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import pytest

from qwirkle import Game
from qwirkle.analysis.judge.position import best_turns
from qwirkle.engine import Position, backend
from qwirkle.engine.solver import Solver
from qwirkle.players import bot
from qwirkle.players.levels import LEVELS
from qwirkle.players.registry import bot_names
from qwirkle.rules.family import GAMES, AnyView
from qwirkle.rules.placement.view import View

if not hasattr(time, "pthread_getcpuclockid"):
    pytest.skip("threads have no clocks of their own here", allow_module_level=True)
if backend() == "python":
    pytest.skip("the interpreter lets other threads run by itself", allow_module_level=True)

ATTEMPTS = 5
SPECS = (
    *(name for name in bot_names() if name != "sim"),
    *(f"level:{level.number}" for level in LEVELS),
    "value:endgame=on",
    "value:trials=off",
    "sim:nodes=400",
    "sim:samples=64,threads=2",
)


class Thinking(NamedTuple):
    """A call, in seconds of the thread that made it."""

    all: float
    longest_pause: float
    """The longest time in which no other thread could run."""


def watch(call: Callable[[], object]) -> Thinking:
    clock = time.pthread_getcpuclockid(threading.get_ident())
    ticks: list[float] = []
    over = threading.Event()

    def tick() -> None:
        while not over.is_set():
            ticks.append(time.clock_gettime(clock))
            time.sleep(0.0002)

    ticking = threading.Thread(target=tick)
    ticking.start()
    while not ticks:
        time.sleep(0)
    began = time.thread_time()
    call()
    ended = time.thread_time()
    over.set()
    ticking.join()
    moments = [began, *(moment for moment in ticks if began < moment < ended), ended]
    return Thinking(ended - began, max(late - early for early, late in pairwise(moments)))


def lets_others_run(call: Callable[[], object]) -> bool:
    """Whether no pause is long: neither as the interpreter's own, nor as half of the call."""
    for _ in range(ATTEMPTS):
        seen = watch(call)
        if seen.longest_pause <= max(seen.all / 2, 4 * sys.getswitchinterval()):
            return True
    return False


def views(game: str, players: int, by: str = "greedy") -> list[AnyView]:
    table = Game.new(game, players, seed=f"ticks {players}")
    bots = [bot(by, seat) for seat in range(players)]
    seen: list[AnyView] = []
    while table.to_move is not None:
        seen.append(table.view(table.to_move))
        table.play(bots[table.to_move].choose(seen[-1]))
    return seen


def is_ending(view: AnyView) -> bool:
    return (view.bag if isinstance(view, View) else view.deck) == 0


def hard_ending() -> View:
    """An ending that takes long to search, after random play: nobody can be taken for greedy."""
    found = next(view for view in views("classic", 2, "random") if is_ending(view))
    assert isinstance(found, View)
    return found


def thinks(spec: str, view: AnyView) -> Callable[[], object]:
    def call() -> None:
        player = bot(spec, 1, rules=view.edition)
        player.choose(view)
        player.close()

    return call


@pytest.mark.parametrize("spec", ["value:endgame=on", "level:8"])
def test_an_ending_is_searched_while_other_threads_run(spec: str) -> None:
    assert lets_others_run(thinks(spec, hard_ending()))


def test_an_ending_is_solved_and_judged_while_other_threads_run() -> None:
    view = hard_ending()
    hands = [list(view.unseen().elements())] * 2
    hands[view.seat or 0] = list(view.hand)
    assert lets_others_run(
        lambda: Solver(Position(view.board)).solve(hands, view.seat or 0, nodes=200_000)
    )
    assert lets_others_run(lambda: best_turns(view))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3])
def test_other_threads_run_while_any_bot_thinks(game: str, players: int) -> None:
    """Every bot and every level, in the middle of every game and at its end."""
    seen = views(game, players)
    chosen = [seen[len(seen) // 2], *[view for view in seen if is_ending(view)][:2]]
    late = [
        f"{spec} at turn {view.turns_played}"
        for spec in SPECS
        for view in chosen
        if not lets_others_run(thinks(spec, view))
    ]
    assert late == []
