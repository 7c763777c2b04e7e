"""A level at a person's table takes a moment: a short one, which tells nothing about its hand."""

from __future__ import annotations

import io
import time
from collections.abc import Callable

import pytest
from rich.console import Console

from qwirkle import Game, bot
from qwirkle.players import Bot
from qwirkle.players.levels import LEVELS
from qwirkle.terminal.pacing import PacedBot


def unhurried(
    player: Bot, number: int, clock: Callable[[], float] = time.monotonic
) -> tuple[PacedBot, list[float]]:
    slept: list[float] = []
    console = Console(file=io.StringIO())
    return PacedBot(player, LEVELS[number - 1], console, slept.append, clock), slept


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_it_plays_what_the_level_plays_a_moment_later(game: str) -> None:
    table = Game.new(game, 2, seed=3)
    level, slept = unhurried(bot("level:4", 1), 4, clock=lambda: 0.0)
    plain = bot("level:4", 1)
    for _ in range(12):
        assert table.to_move is not None
        view = table.view(table.to_move)
        turn = level.choose(view)
        assert turn == plain.choose(view)
        table.play(turn)
    assert len(slept) == 12
    assert LEVELS[3].delay.least < min(slept) < max(slept) <= LEVELS[3].delay.most


def test_thinking_is_part_of_the_moment() -> None:
    view = Game.new("classic", 2, seed=3).view(0)
    quick, whole = unhurried(bot("level:4"), 4, clock=lambda: 0.0)
    quick.choose(view)
    for spent in (0.2, 5.0):
        slow, rest = unhurried(bot("level:4"), 4, clock=iter([0.0, spent]).__next__)
        slow.choose(view)
        assert rest == [pytest.approx(max(0.0, whole[0] - spent))]
