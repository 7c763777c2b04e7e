"""The simulation bot: limits, repeatability whatever the threads, and settings that are refused."""

from __future__ import annotations

import re
from contextlib import closing
from itertools import count
from math import inf

import pytest

from qwirkle import Game
from qwirkle.engine.legal import legal_turns
from qwirkle.errors import BotError
from qwirkle.players import bot, sim
from qwirkle.players.sim import FEWEST_BLOCKS, Limits, Method, Trials
from qwirkle.players.spec import SETTINGS, read_spec, sim_settings, value_settings
from qwirkle.players.value import BLIND, FORESIGHT
from qwirkle.rules.placement.turns import Turn
from qwirkle.rules.placement.view import View


def view_after(turns: int, game: str = "classic", players: int = 2) -> View:
    """What a seat sees after some greedy turns."""
    table = Game.new(game, players=players, seed="sim")
    for _ in range(turns):
        table.play(bot("greedy", 1).choose(table.view(table.to_move)))
    seen = table.view(table.to_move)
    assert isinstance(seen, View)
    return seen


def chosen(spec: str, view: View) -> Turn:
    made = bot(spec, "seed")
    try:
        return made.choose(view)
    finally:
        made.close()


@pytest.mark.parametrize("limit", ["samples=60", "nodes=100"])
def test_without_a_clock_the_number_of_threads_changes_nothing(limit: str) -> None:
    for turns in (0, 6, 20):
        view = view_after(turns)
        alone = chosen(f"sim:{limit}", view)
        assert chosen(f"sim:{limit}", view) == alone
        assert chosen(f"sim:{limit},threads=3", view) == alone


@pytest.mark.parametrize(("ms", "looks"), [(30, 4), (60, 7)])
def test_the_clock_is_obeyed(ms: int, looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a clock that moves on by ten milliseconds whenever the bot looks at it."""
    ticks = count()
    monkeypatch.setattr(sim, "perf_counter", lambda: next(ticks) / 100)
    view = view_after(12)
    with closing(bot(f"sim:ms={ms},prior=10000,narrow=2", "clock")) as made:
        made.choose(view)
    assert next(ticks) == looks


@pytest.mark.parametrize("game", ["classic", "select", "mini", "combined"])
@pytest.mark.parametrize("players", [2, 4])
def test_it_plays_every_game(game: str, players: int) -> None:
    for turns in (0, 10):
        view = view_after(turns, game, players)
        turn = chosen("sim:samples=40", view)
        assert turn in set(legal_turns(view))


def test_what_is_clearly_worse_is_dropped_and_what_is_close_is_not() -> None:
    trials = Trials([0.0, 0.0, 0.0], 1.0)
    for block in range(FEWEST_BLOCKS + 2):
        swing = 1.0 if block % 2 else -1.0
        trials.add([swing * 2, swing * 2 - 3 + swing * 0.1, -swing * 2])
        trials.drop_hopeless()
        if block + 1 < FEWEST_BLOCKS:
            assert trials.live == [0, 1, 2]
            trials.live = [0, 1, 2]
        else:
            break
    assert trials.live == [0, 2], "the second is behind on every deal, the third only on some"


def test_the_worse_half_goes_and_a_prior_counts_as_trials() -> None:
    trials = Trials([3.0, 0.0, 1.0], 4.0)
    trials.add([0.0, 8.0, 0.0])
    assert trials.worth(0) == pytest.approx(12 / 6)
    assert trials.worth(1) == pytest.approx(8 / 6)
    trials.halve()
    assert trials.live == [0, 1]
    assert trials.best() == 0


def test_limits_and_method_come_from_the_spec() -> None:
    assert sim_settings({}) == (Limits(), Method())
    limits, method = sim_settings(read_spec("sim:samples=500,threads=2,rounds=3").settings)
    assert limits == Limits(ms=inf, samples=500, threads=2)
    assert method == Method(rounds=3)
    assert sim_settings(read_spec("sim:ms=2.5").settings)[0].ms == 2.5
    assert value_settings(read_spec("value:endgame=off").settings) == {"ending_nodes": 0}
    assert value_settings(read_spec("value:endgame=1234").settings) == {"ending_nodes": 1234}
    assert value_settings({}) == {}
    assert value_settings(read_spec("value:trials=on").settings) == {"foresight": FORESIGHT}
    assert value_settings(read_spec("value:trials=off").settings) == {"foresight": BLIND}


@pytest.mark.parametrize(
    "spec",
    [
        "sim:ms=0",
        "sim:ms=-3",
        "sim:ms=nan",
        "sim:ms=soon",
        "sim:samples=0",
        "sim:samples=1.5",
        "sim:threads=0",
        "sim:threads=1000",
        "sim:rounds=0",
        "sim:narrow=0",
        "sim:speed=9",
        "value:endgame=maybe",
        "value:endgame=-1",
        "value:endgame=100000000",
        "value:trials=8",
        "value:ms=3",
    ],
)
def test_settings_that_make_no_sense_are_refused(spec: str) -> None:
    with pytest.raises(BotError, match=r"setting"):
        bot(spec)


@pytest.mark.parametrize("name", ["endgame", "ms", "samples", "threads", "prior"])
@pytest.mark.parametrize(
    "number",
    ["1e3", "1E3", "+100", " 100", "100 ", "1_0", "0x10", "١٠", "1e-1", "1.", ".5", "nan", "inf"],
)
def test_a_number_is_written_in_digits_and_in_no_other_way(name: str, number: str) -> None:
    """Python reads all of these as numbers; so a limit that looks at digits would not see them."""
    kind = next(kind for kind, settings in SETTINGS.items() if name in settings)
    with pytest.raises(BotError, match=f"the setting {name} is .*digits.*not “{re.escape(number)}"):
        bot(f"{kind}:{name}={number}")
    with pytest.raises(BotError):
        bot("sim", ms=float("nan"))


def test_every_setting_has_bounds_and_is_said_once() -> None:
    for kind, settings in SETTINGS.items():
        for name, setting in settings.items():
            assert 0 <= setting.least < setting.most < inf
            if name == kind:
                continue
            for beyond in (int(setting.most) + 1, 10**14, 10**30):
                with pytest.raises(BotError, match=f"the setting {name} is"):
                    bot(f"{kind}:{name}={beyond}")
            right = next(iter(setting.words), str(int(setting.most)))
            bot(f"{kind}:{name}={right}").close()
            with pytest.raises(BotError, match=f"one {name} is enough"):
                bot(f"{kind}:{name}={right},{name}={right}")
    with pytest.raises(BotError, match="no setting “level”"):
        bot("level:level=3")


@pytest.mark.parametrize("game", ["classic", "select", "mini", "combined"])
@pytest.mark.parametrize("players", [2, 3])
def test_value_looks_ahead_when_the_bag_is_nearly_empty(game: str, players: int) -> None:
    """Trials are made then and only then, give legal turns, and the same ones every time."""
    table = Game.new(game, players=players, seed="ahead")
    greedy = bot("greedy", 1)
    differ = close = 0
    while table.to_move is not None:
        view = table.view(table.to_move)
        assert isinstance(view, View)
        if view.bag <= FORESIGHT.bag or view.turns_played % 12 == 0:
            turn = chosen("value", view)
            assert turn in set(legal_turns(view))
            assert chosen("value", view) == turn
            if chosen("value:trials=off", view) != turn:
                assert 0 < view.bag <= FORESIGHT.bag
                differ += 1
            close += 0 < view.bag <= FORESIGHT.bag
        table.play(greedy.choose(view))
    assert close
    assert differ or game != "classic"


def test_an_ending_is_solved() -> None:
    """With an empty bag the value bot with a solver finds what the solver finds."""
    turns = 0
    view = view_after(turns)
    while view.bag or sum(player.tiles for player in view.players) > 6:
        turns += 1
        view = view_after(turns)
    exact = chosen("value:endgame=1000000", view)
    assert chosen("value:endgame=on", view) == exact
    assert chosen("sim:ms=100", view) == exact


def test_in_the_card_game_it_is_value_under_another_name() -> None:
    """As docs/bots.md says: no time and no number changes what it plays there."""
    game = Game.new("cards", seed="sim")
    for number in range(6):
        seen = game.view(game.to_move)
        specs = ("value", "value:trials=off", "sim:ms=1", "sim:ms=5000", "sim:samples=2")
        turns = [bot(spec, number).choose(seen) for spec in specs]
        assert turns == turns[:1] * len(specs)
        game.play(turns[0])
