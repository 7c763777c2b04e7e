"""The simulation bot: limits, repeatability whatever the threads, and settings that are refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from itertools import count
from math import inf
from time import sleep, thread_time

import pytest

from qwirkle import Game
from qwirkle.engine import backend
from qwirkle.engine.advisor import TELLING
from qwirkle.engine.every_deal import list_hands
from qwirkle.engine.legal import legal_turns
from qwirkle.engine.placement import clock
from qwirkle.engine.placement.bits import GREEDY_POLICY, VALUE_POLICY
from qwirkle.errors import BotError
from qwirkle.players import bot
from qwirkle.players.rng import Chance
from qwirkle.players.sim import (
    HEAT,
    PROOFS,
    Block,
    Deals,
    Limits,
    Method,
    Rivals,
    SimBot,
)
from qwirkle.players.spec import SETTINGS, read_spec, sim_settings, value_settings
from qwirkle.players.trials import FEWEST_BLOCKS, Trials
from qwirkle.players.value import BLIND, FORESIGHT
from qwirkle.rules.cards.view import View as CardsView
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


def test_a_limit_of_turns_ends_the_search_where_every_trial_is_an_ending() -> None:
    """With one tile in the bag a trial plays the candidate, and the solver does the rest."""
    table = Game.new("classic", players=2, seed=1)
    while table.view(table.to_move).undrawn != 1:
        table.play(bot("greedy", 1).choose(table.view(table.to_move)))
    view = table.view(table.to_move)
    assert isinstance(view, View)
    with closing(bot("sim:nodes=40", "late")) as made:
        assert isinstance(made, SimBot)
        made.choose(view)
        turns = made._advisors[0].search().turns
    assert 40 <= turns <= 40 + HEAT * Method().block


@pytest.mark.parametrize(("ms", "looks"), [(30, 4), (60, 7)])
def test_the_clock_is_obeyed(ms: int, looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a clock that moves on by ten milliseconds whenever the bot looks at it."""
    ticks = count()
    monkeypatch.setattr(clock, "now", lambda: next(ticks) / 100)
    view = view_after(12)
    with closing(bot(f"sim:ms={ms},prior=10000,narrow=2", "clock")) as made:
        made.choose(view)
    assert next(ticks) == looks


def test_the_clock_is_obeyed_in_the_card_game(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr(clock, "now", lambda: next(ticks) / 100)
    for seen in card_views(6)[1:]:
        before = next(ticks)
        with closing(bot("sim:ms=60", "clock")) as made:
            made.choose(seen)
            tried = len(made.weighed())
        assert next(ticks) - before - 1 <= 7
        assert tried > 1
    assert next(ticks) > 30, "where turns are close, it looks again and again"


@pytest.mark.skipif(backend() == "python", reason="a block takes longer than this limit")
@pytest.mark.parametrize("game", ["classic", "select", "cards"])
def test_no_turn_takes_much_more_processor_time_than_it_may(game: str) -> None:
    """10 % more on average, at most; and half as much again, even where a block began late."""
    views = (
        card_views(10)[2:] if game == "cards" else [view_after(t, game) for t in range(4, 40, 4)]
    )
    parts = []
    with closing(bot("sim:ms=30", "clock")) as made:
        for view in views:
            began = thread_time()
            made.choose(view)
            parts.append((thread_time() - began) * 1000 / 30)
    assert sum(parts) / len(parts) < 1.1
    assert sorted(parts)[-2] < 1.5, "but for one that the machine itself has delayed"
    assert max(parts) > 0.5, "it thinks"


def test_only_processor_time_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that is kept waiting, as on a busy machine, thinks as much as one that is not."""
    blocks = 0
    add = Trials.add

    def wait_and_add(trials: Trials, sums: Sequence[float], deals: int, cost: int) -> None:
        nonlocal blocks
        blocks += 1
        sleep(0.03)
        add(trials, sums, deals, cost)

    monkeypatch.setattr(Trials, "add", wait_and_add)
    with closing(bot("sim:ms=30,prior=10000", "busy")) as made:
        made.choose(view_after(12))
    assert blocks > 4, "each of them waits as long as the bot may think"


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
        trials.add([swing * 2, swing * 2 - 3 + swing * 0.1, -swing * 2], 2)
        trials.drop_hopeless()
        if block + 1 < FEWEST_BLOCKS:
            assert trials.live == [0, 1, 2]
            trials.live = [0, 1, 2]
        else:
            break
    assert trials.live == [0, 2], "the second is behind on every deal, the third only on some"


def test_the_worse_half_goes_and_a_prior_counts_as_trials() -> None:
    trials = Trials([3.0, 0.0, 1.0], 4.0)
    trials.add([0.0, 8.0, 0.0], 2)
    assert trials.worth(0) == pytest.approx(12 / 6)
    assert trials.worth(1) == pytest.approx(8 / 6)
    trials.halve()
    assert trials.live == [0, 1]
    assert trials.best() == 0


def test_a_trial_that_costs_more_counts_as_more_and_weighs_more() -> None:
    trials = Trials([0.0, 0.0], 0.0)
    trials.add([4.0, 0.0], 4)
    trials.add([0.0, 2.0], 1, cost=80)
    assert (trials.deals, trials.trials, trials.longer) == (5, 8 + 160, 158)
    assert trials.worth(0) == pytest.approx(4 / 9)
    assert trials.worth(1) == pytest.approx(10 / 9)


def test_candidates_are_dropped_until_the_rest_can_be_tried_again() -> None:
    trials = Trials([float(-number) for number in range(12)], 1.0)
    trials.add([0.0] * 12, 10)
    trials.halve_to_afford(80, 10.0)
    assert len(trials.live) == 12, "960 trials are affordable, as 1,200 are left"
    trials.halve_to_afford(80, 3.0)
    assert trials.live == [0, 1, 2]
    trials.halve_to_afford(80, 0.0)
    assert trials.live == [0, 1], "two are always left"


def test_a_long_ending_does_not_begin_where_it_would_end_too_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a clock that only trials move on: by a tenth of a millisecond for each that they cost."""
    time = 0.0
    costs: list[int] = []

    def run(block: Block, _: object, live: Sequence[int], __: int) -> list[float]:
        nonlocal time
        time += block.cost * block.deals * len(live) / 10_000
        costs.append(block.cost)
        return [0.0] * len(live)

    monkeypatch.setattr(clock, "now", lambda: time)
    monkeypatch.setattr(Block, "run", run)
    view = late_view(1)
    for ms, proven in ((20, False), (100, True), (250, True)):
        time = 0.0
        costs.clear()
        with closing(bot(f"sim:ms={ms},prior=10000", "late")) as made:
            made.choose(view)
        assert time <= 1.1 * ms / 1000
        assert (max(costs) > 1) is proven


def late_view(bag: int) -> View:
    """The view of a seat with this many tiles in the bag."""
    for seed in count():
        table = Game.new("classic", players=2, seed=seed)
        greedy = bot("greedy", 1)
        while table.to_move is not None and table.view(table.to_move).undrawn > bag:
            table.play(greedy.choose(table.view(table.to_move)))
        if table.to_move is not None and table.view(table.to_move).undrawn == bag:
            seen = table.view(table.to_move)
            assert isinstance(seen, View)
            return seen
    raise AssertionError


def blocks_of(view: View, method: Method, greed: float, most: int) -> list[Block]:
    deals = Deals(view, method, Chance("deals"), greed)
    blocks: list[Block] = []
    while len(blocks) < most and not deals.ended:
        blocks.append(deals.next(8))
    return blocks


def test_with_three_tiles_in_the_bag_every_deal_is_tried_once_then_searched_further() -> None:
    view = late_view(3)
    method = Method(deals=5)
    blocks = blocks_of(view, method, 0.0, 10_000)
    hands = sum(hand.ways for hand in list_hands(view))
    first = [block for block in blocks if block.cost == 1]
    orders = [order for block in first for order in block.orders]
    assert len(orders) == hands == 84
    unseen = sorted(tile.index for tile in view.unseen().elements())
    assert all(sorted(order) == unseen for order in orders)
    held = Counter(tuple(sorted(order[:6])) for order in orders)
    assert held == {hand.tiles: hand.ways for hand in list_hands(view)}
    for again in range(PROOFS):
        further = blocks[len(first) + again * hands :][:hands]
        assert [block.orders for block in further] == [(order,) for order in orders]
        assert {block.ending for block in further} == {2_000 * 10**again}
    assert len(blocks) == len(first) + PROOFS * hands
    starts = [block.first for block in blocks]
    assert starts == [sum(block.deals for block in blocks[:n]) for n in range(len(blocks))]


def test_deals_that_could_be_listed_follow_what_was_guessed() -> None:
    """With two guesses every deal begins with one of them; with none left, by chance."""
    view = late_view(3)
    unseen = [tile.index for tile in view.unseen().elements()]
    known = [unseen[:4], unseen[2:5]]
    deals = Deals(view, Method(), Chance("deals"), 0.0, lambda: known)
    blocks = [deals.next(8) for _ in range(30)]
    orders = [order for block in blocks for order in block.orders]
    assert len(orders) > 84
    assert all(sorted(order) == sorted(unseen) for order in orders)
    starts = [[list(order[: len(guess)]) == guess for guess in known] for order in orders]
    assert all(any(start) for start in starts)
    assert len({tuple(start) for start in starts}) > 1
    gone = Deals(view, Method(), Chance("deals"), 0.0, lambda: [[35, 35, 35]])
    first = gone.next(8).orders[0]
    assert sorted(first) == sorted(unseen), "a guess that is no longer possible is left out"


def test_several_rivals_play_by_value_in_trials() -> None:
    with closing(bot("sim:samples=40", "rivals")) as made:
        assert isinstance(made, SimBot)
        made.choose(view_after(8, players=4))
        assert made._advisors[0].search().rivals == VALUE_POLICY
    with closing(bot("sim@0.1:samples=40", "rivals")) as made:
        assert isinstance(made, SimBot)
        made.choose(view_after(8, players=4))
        assert made._advisors[0].search().rivals == GREEDY_POLICY


def test_a_rival_is_guessed_as_often_as_the_limit_allows() -> None:
    """A quarter of the time; and as often on any machine where trials are limited."""
    for spec, most in (
        ("sim:samples=500,ms=1000000", 400),
        ("sim:nodes=100000", 1000),
        ("sim:samples=100000,guesses=7", 7),
        ("sim@0.1:samples=500", 0),
    ):
        with closing(bot(spec, "guesses")) as made:
            assert isinstance(made, SimBot)
            made.choose(view_after(12))
            assert len(made._advisors[0].search().guesses.guesses()) == most


def test_with_more_tiles_in_the_bag_deals_are_random_and_never_end() -> None:
    blocks = blocks_of(late_view(4), Method(), 0.0, 500)
    assert len(blocks) == 500
    assert not any(block.orders for block in blocks)
    assert {block.ending for block in blocks} == {Method().ending}
    assert {block.deals for block in blocks} == {Method().block // 8}


@pytest.mark.parametrize("greed", [0.0, 0.25, 0.6])
def test_others_play_greedily_as_often_as_is_likely(greed: float) -> None:
    blocks = blocks_of(view_after(6), Method(), greed, 200)
    greedy = [block.greedy for block in blocks]
    assert sum(greedy) == pytest.approx(200 * greed, abs=1)
    assert sum(greedy[:20]) == pytest.approx(20 * greed, abs=1), "evenly"
    first = blocks_of(view_after(6), Method(rivals=Rivals.GREEDY), greed, 20)
    assert all(block.greedy for block in first)


def test_what_is_left_after_a_block_of_listed_deals_is_tried_by_all() -> None:
    """The limit of a few trials ends the search before, and of many after, all deals are tried."""
    view = late_view(2)
    legal = set(legal_turns(view))
    for samples in (10, 300, 3_000, 40_000):
        spec = f"sim:samples={samples}"
        turn = chosen(spec, view)
        assert turn in legal
        assert chosen(f"{spec},threads=3", view) == turn


def test_limits_and_method_come_from_the_spec() -> None:
    assert sim_settings(read_spec("sim")) == (Limits(), Method(), None, TELLING)
    limits, method, *_ = sim_settings(read_spec("sim:samples=500,threads=2,rounds=3"))
    assert limits == Limits(ms=inf, samples=500, threads=2)
    assert method == Method(rounds=3)
    assert sim_settings(read_spec("sim:ms=2.5"))[0].ms == 2.5
    plain = value_settings(read_spec("value"))
    assert plain == {
        "foresight": FORESIGHT,
        "weights": None,
        "telling": TELLING,
    }
    assert value_settings(read_spec("value:endgame=off")) == {**plain, "ending_nodes": 0}
    assert value_settings(read_spec("value:endgame=1234")) == {**plain, "ending_nodes": 1234}
    assert value_settings(read_spec("value:trials=on")) == plain
    assert value_settings(read_spec("value:trials=off")) == {**plain, "foresight": BLIND}


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


def card_views(turns: int) -> list[CardsView]:
    """What the seats see in a card game between value bots."""
    game, found = Game.new("cards", seed="sim"), []
    player = bot("value", "sim")
    for _ in range(turns):
        seen = game.view(game.to_move)
        assert isinstance(seen, CardsView)
        found.append(seen)
        game.play(player.choose(seen))
    return found


def test_in_the_card_game_the_first_version_is_value_under_another_name() -> None:
    for number, seen in enumerate(card_views(6)):
        turns = [bot(spec, number).choose(seen) for spec in ("value", "sim@0.1:ms=1", "value@0.1")]
        assert turns == turns[:1] * 3


def test_in_the_card_game_trials_go_on_until_a_limit() -> None:
    """Each halves the candidates again and again, and spends no more than a block too much."""
    several = 0
    for seen in card_views(12):
        for limit, most in (("samples", 200), ("samples", 2_000), ("nodes", 1_000)):
            with closing(bot(f"sim:{limit}={most}", "cards")) as made:
                chosen = made.choose(seen)
                weighed = made.weighed()
            if not weighed:
                continue
            several += len(weighed) > 2
            assert weighed[0].turn == chosen
            for one in weighed:
                assert one.ci95 is None or one.ci95[0] <= one.value <= one.ci95[1]
    assert several > 10


def test_more_trials_make_an_interval_narrower() -> None:
    seen = card_views(8)[-1]
    widths = []
    for samples in (200, 20_000):
        with closing(bot(f"sim:samples={samples}", "cards")) as made:
            made.choose(seen)
            low, high = made.weighed()[0].ci95 or (0.0, 99.0)
        widths.append(high - low)
    assert widths[1] < widths[0] / 3


def test_what_was_weighed_is_told_until_the_next_choice() -> None:
    view = view_after(10)
    with closing(bot("sim:samples=400", "seed")) as made:
        chosen = made.choose(view)
        weighed = made.weighed()
        assert weighed[0].turn == chosen
        assert len({one.turn for one in weighed}) == len(weighed) > 5
        assert any(one.ci95 is not None for one in weighed)
    assert bot("value").weighed() == []
