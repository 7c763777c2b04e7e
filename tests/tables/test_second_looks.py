"""Second looks: only in teaching games, by what a seat sees, once per turn; nothing changes."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from qwirkle import Game, bot
from qwirkle.analysis.review.review import review
from qwirkle.analysis.review.steps import steps_from
from qwirkle.errors import Refused
from qwirkle.protocol.shapes.turns import Turn, turn_of, write_turn
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import AnyView, decide, determinize, view
from qwirkle.tables.coach.looks import SecondLook, SecondLooks, look_at
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.decide.social import opening_of_rematch
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.core.standings import is_rated
from qwirkle.tables.core.views import Viewer, table_view
from qwirkle.tables.live.workers import Job, JobStopped, Workers

from .clients import Process, person, run
from .scene import START, Scene, asked, device
from .test_lobby import why_not

ANN, EVE = person("Ann"), person("Eve")
ALONE = (SeatPlan("person", "Ann"), SeatPlan("bot", bot="level:1"))
PAIR = (SeatPlan("person", "Ann"), SeatPlan("person", "Ben"))


def seen_in(game: str, turns: int = 8) -> AnyView:
    played = Game.new(game, players=["Ann", "Ben"], seed=11)
    greedy = bot("greedy", 1)
    for _ in range(turns):
        assert played.to_move is not None
        played.play(greedy.choose(played.view(played.to_move)))
    assert played.to_move is not None
    return played.view(played.to_move)


def worst(seen: AnyView) -> Turn:
    """A turn that gives much away: one tile is traded, or one card played."""
    if seen.family == "placement":
        return asked_turn({"trade": [seen.hand[0].value]})
    return write_turn(bot("random", 3).choose(seen))


def asked_turn(turn: dict[str, Any]) -> Turn:

    return msgspec.convert(turn, Turn)


# Opening


@pytest.mark.parametrize("seats", [PAIR, (*PAIR, SeatPlan("bot"))])
def test_a_teaching_game_is_for_one_person_against_bots(seats: tuple[SeatPlan, ...]) -> None:
    assert why_not(seats=seats, teaching=3) == ("bad-teaching",)


@pytest.mark.parametrize("points", [0, 13, -1, 10**9])
def test_it_speaks_up_at_a_number_of_points_within_bounds(points: int) -> None:
    assert why_not(seats=ALONE, teaching=points) == ("bad-teaching",)


def test_nobody_else_sits_down_at_it_later() -> None:
    ann = device("Ann")
    scene = Scene(c.OpenTable(ALONE, teaching=3), ann)
    for kind in ("person", "open"):
        assert scene.refusal(ann, c.PlanSeat(1, kind)) == ("bad-teaching",)


def test_it_says_what_it_is_and_is_never_rated() -> None:
    scene = Scene(c.OpenTable(ALONE, teaching=3), device("Ann"))
    seen = table_view(scene.table, Viewer((0,)), START)
    assert seen.teaching == 3
    assert not seen.now.rated
    assert not is_rated(scene.table)


def test_its_rematch_teaches_too() -> None:
    ann = device("Ann")
    scene = Scene(c.OpenTable(ALONE, "mini", teaching=2, start=True), ann)
    scene.play_on([ann])
    scene.do(ann, c.Rematch())
    following = opening_of_rematch(scene.table)
    assert following is not None
    assert following.settings.teaching == 2


# Looking


@pytest.mark.parametrize("game", ["classic", "select", "cards"])
def test_the_best_turn_has_nothing_better(game: str) -> None:
    seen = seen_in(game)
    found = look_at(seen, worst(seen), 1) if game != "cards" else None
    best = found.best.turn if found and found.best else write_turn(bot("value", 1).choose(seen))
    assert look_at(seen, best, 3) == SecondLook(better=False)


def test_a_turn_that_gives_points_away_is_asked_about_from_the_chosen_loss_on() -> None:
    seen = seen_in("classic")
    found = look_at(seen, worst(seen), 1)
    assert found.better
    assert found.best is not None
    assert found.reasons
    assert found.lost > 1
    most = int(found.lost)
    assert look_at(seen, worst(seen), most).better
    assert look_at(seen, worst(seen), most + 1) == SecondLook(better=False)


def test_the_better_turn_is_legal() -> None:
    for game in ("classic", "select", "connect"):
        seen = seen_in(game)
        found = look_at(seen, worst(seen), 1)
        assert found.best is not None
        assert look_at(seen, found.best.turn, 12) == SecondLook(better=False)


def test_a_turn_against_the_rules_is_refused_as_in_the_game() -> None:
    with pytest.raises(Refused) as refused:
        look_at(seen_in("classic"), asked_turn({"place": []}), 3)
    assert refused.value.reasons == ("no-tiles",)


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_a_look_knows_nothing_that_the_seat_cannot_see(game: str) -> None:
    """Two games that differ only in what is hidden get the same answer."""
    seen = seen_in(game)
    assert seen.seat is not None
    for seed in (1, 2):
        other = view(determinize(seen, SeedDealer(seed)), seen.seat)
        assert look_at(other, worst(seen), 1) == look_at(seen, worst(seen), 1)


def test_it_judges_as_a_review_does_that_has_seen_no_more() -> None:

    seen = seen_in("classic")
    assert seen.seat is not None
    state = determinize(seen, SeedDealer(5))
    trade = worst(seen)

    turn = turn_of(trade, state)
    decided = decide(state, seen.seat, turn, SeedDealer(1))
    steps = steps_from([(None, (), state), (turn, decided.events, decided.state)])
    judged = review(steps).turns[0]
    found = look_at(seen, trade, 1)
    assert judged.lost == pytest.approx(found.lost, abs=0.05)
    assert judged.best is not None
    assert found.best is not None
    assert judged.best.turn == found.best.turn


# Asking


class Desk:
    """A teaching game of Ann's, and second looks there."""

    def __init__(self, runner: Any = None) -> None:
        self.process = Process()
        workers = Workers() if runner is None else Workers(runner)
        self.looks = SecondLooks(self.process.tables, workers)

    async def table(self, teaching: int | None = 1) -> str:
        plan = c.OpenTable(ALONE, teaching=teaching, start=True)
        table = (await self.process.tables.open(ANN, plan, f"open {teaching}")).table
        state = await self.process.tables.current(table)
        while state.to_move != 0:
            turn = bot("greedy").choose(view(game_of(state), 1))
            play = c.BotPlays(1, turn, game_of(state).seq)
            await self.process.tables.bot_plays(table, play)
            state = await self.process.tables.current(table)
        if not game_of(state).turns_played:
            await self.process.play_turn(table, [ANN])
            return await self._after_bot(table)
        return table

    async def _after_bot(self, table: str) -> str:
        state = await self.process.tables.current(table)
        turn = bot("greedy").choose(view(game_of(state), 1))
        await self.process.tables.bot_plays(table, c.BotPlays(1, turn, game_of(state).seq))
        return table

    async def hand(self, table: str) -> list[str]:
        state = await self.process.tables.current(table)
        return [tile.value for tile in view(game_of(state), 0).hand]


async def reasons(asking: Any) -> tuple[str, ...]:
    with pytest.raises(Refused) as refused:
        await asking
    return refused.value.reasons


def test_a_game_asks_once_per_turn_and_changes_nothing() -> None:
    async def scene() -> None:
        desk = Desk()
        table = await desk.table()
        before = await desk.process.tables.current(table)
        first, second, *_ = [asked({"trade": [tile]}) for tile in await desk.hand(table)]
        found = await desk.looks.look(table, ANN, first)
        assert found.better
        # The answer may have been lost on its way: the same question gets the same one.
        assert await desk.looks.look(table, ANN, first) == found
        assert await desk.looks.look(table, ANN, second) == SecondLook(better=False)
        assert await desk.process.tables.current(table) == before
        await desk.process.do(table, ANN, c.Play(first))
        assert await reasons(desk.looks.look(table, ANN, first)) == ("not-your-turn",)
        await desk._after_bot(table)
        following = asked({"trade": [(await desk.hand(table))[0]]})
        assert (await desk.looks.look(table, ANN, following)).better
        await desk.process.leave()

    run(scene)


def test_other_games_have_no_second_looks() -> None:
    async def scene() -> None:
        desk = Desk()
        table = await desk.table(None)
        turn = asked({"trade": [(await desk.hand(table))[0]]})
        assert await reasons(desk.looks.look(table, ANN, turn)) == ("no-teaching",)
        await desk.process.leave()

    run(scene)


def test_only_the_person_at_the_table_may_ask() -> None:
    async def scene() -> None:
        desk = Desk()
        table = await desk.table()
        turn = asked({"trade": [(await desk.hand(table))[0]]})
        assert await reasons(desk.looks.look(table, EVE, turn)) == ("not-seated",)
        assert await reasons(desk.looks.look(table, ANN, turn, 1)) == ("not-your-seat",)
        await desk.process.leave()

    run(scene)


def test_a_look_that_takes_too_long_is_refused_and_can_be_asked_for_again() -> None:
    class Stopped:
        at_once = 1

        async def run(self, job: Job[Any], progress: Any) -> Any:
            del job, progress
            raise JobStopped.because("time")

        async def close(self) -> None:
            pass

    async def scene() -> None:
        desk = Desk()
        table = await desk.table()
        turn = asked({"trade": [(await desk.hand(table))[0]]})
        looks = SecondLooks(desk.process.tables, Workers(Stopped()))
        for _ in range(2):
            assert await reasons(looks.look(table, ANN, turn)) == ("busy",)
        await desk.process.leave()

    run(scene)


def test_it_is_a_job_for_a_worker_with_a_limit() -> None:
    jobs: list[Job[Any]] = []

    class Noting(Workers):
        async def run(self, job: Job[Any], **how: Any) -> Any:
            jobs.append(job)
            return await super().run(job, **how)

    async def scene() -> None:
        desk = Desk()
        table = await desk.table()
        looks = SecondLooks(desk.process.tables, Noting())
        turn = asked({"trade": [(await desk.hand(table))[0]]})
        await looks.look(table, ANN, turn)
        (job,) = jobs
        assert isinstance(job.call, partial)
        assert job.call.func is look_at
        assert job.seconds <= 20
        assert job.heavy
        await desk.process.leave()

    run(scene)
