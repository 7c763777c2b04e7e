"""Accounts and ratings: who is who, and every result counts once."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, Literal

import pytest
from argon2 import PasswordHasher
from msgspec.structs import replace

from qwirkle.errors import Refused
from qwirkle.rules.placement.state import Ending, Result, State
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.core.standings import (
    FEWEST_TURNS,
    NEW,
    PROVISIONAL_GAMES,
    is_rated,
    rating_points,
)
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.scheduler import SESSIONS_EVERY_MS, Scheduler
from qwirkle.tables.people.accounts import MAX_WAITING, SESSION_LIFE, Accounts
from qwirkle.tables.people.model import RATED_TOGETHER, Rating
from qwirkle.tables.people.passwords import is_trivial
from qwirkle.tables.people.ratings import Ratings, revise
from qwirkle.tables.service import ServiceSettings, TableService
from qwirkle.tables.stores import store_in_memory

from .clients import Process, person, run
from .scene import START
from .stores import People, QuietBus, WatchedStore

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def accounts(store: People, now: list[int]) -> Accounts:
    return Accounts(store, now=lambda: now[0], hasher=CHEAP)


async def reasons(asked: Any) -> tuple[str, ...]:
    with pytest.raises(Refused) as refusal:
        await asked
    return refusal.value.reasons


def test_signing_up_in_and_out() -> None:
    async def scene() -> None:
        store, now = People(), [START]
        desk = accounts(store, now)
        new = await desk.sign_up(" Ann  Lee ", "correct horse")
        assert new.name == "Ann Lee"
        assert await desk.who(new.token) == store.accounts[new.account]
        again = await desk.sign_in("ANN LEE", "correct horse")
        assert again.account == new.account
        assert again.token != new.token
        for name, password in (("Ann Lee", "wrong horse"), ("Nobody", "correct horse"), ("", "")):
            assert await reasons(desk.sign_in(name, password)) == ("wrong-password",)
        assert await reasons(desk.sign_up("ann lee", "correct horse")) == ("name-taken",)
        assert await reasons(desk.sign_up("Ben", "short")) == ("bad-password",)
        assert await reasons(desk.sign_up("Ben", "x" * 201)) == ("bad-password",)
        assert await reasons(desk.sign_up("Ben", "\ud800" * 10)) == ("bad-password",)
        assert await reasons(desk.sign_up("\u202e", "correct horse")) == ("bad-name",)
        await desk.sign_out(new.token)
        assert await desk.who(new.token) is None
        assert await desk.who(again.token) is not None
        assert await desk.who("made up") is None
        assert await desk.who(None) is None
        await desk.sign_out(again.token, everywhere=True)
        assert store.sessions == {}

    run(scene)


def test_nothing_that_is_stored_lets_anybody_in() -> None:
    async def scene() -> None:
        store = People()
        desk = accounts(store, [START])
        new = await desk.sign_up("Ann", "correct horse")
        stored = f"{store.accounts} {store.sessions}"
        assert "correct horse" not in stored
        assert new.token not in stored
        assert "$argon2id$" in stored

    run(scene)


def test_sessions_end() -> None:
    async def scene() -> None:
        store, now = People(), [START]
        desk = accounts(store, now)
        new = await desk.sign_up("Ann", "correct horse")
        now[0] += SESSION_LIFE - 1
        assert await desk.who(new.token) is not None
        now[0] += 1
        assert await desk.who(new.token) is None

    run(scene)


def test_expired_sessions_are_removed_from_the_store_once_an_hour() -> None:
    async def scene() -> None:
        store, now = People(), [START]
        desk = accounts(store, now)
        await desk.sign_up("Ann", "correct horse")
        process = Process()
        scheduler = Scheduler(
            process.tables, process.store, process.bots, forget_sessions=desk.forget_sessions
        )
        await scheduler.clean_up()
        assert len(store.sessions) == 1
        now[0] += SESSION_LIFE
        await desk.sign_in("Ann", "correct horse")
        await scheduler.clean_up()
        assert len(store.sessions) == 2  # not again within the hour
        process.time += SESSIONS_EVERY_MS
        await scheduler.clean_up()
        assert len(store.sessions) == 1
        await process.leave()

    run(scene)


def test_a_service_with_accounts_removes_expired_sessions() -> None:
    async def scene() -> None:
        store, time = People(), [START]
        small = WatchedStore()
        settings = ServiceSettings(clock_interval=0.01)
        service = TableService(
            small,
            QuietBus(),
            store,
            settings,
            documents=store_in_memory(),
            results=store_in_memory(),
            now=lambda: time[0],
        )
        store.welcome("account")
        await store.add_session("old", "account", START - 1)
        assert store.sessions
        await service.start()
        async with asyncio.timeout(30):
            while store.sessions:
                await asyncio.sleep(0.01)
        await service.stop()

    run(scene)


class Counting(PasswordHasher):
    """Notes which hashes are verified."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.verified: list[str | bytes] = []

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002
        self.verified.append(hash)
        return super().verify(hash, password)


def test_an_unknown_name_costs_as_much_work_as_a_wrong_password() -> None:
    async def scene() -> None:
        hasher = Counting()
        desk = Accounts(People(), hasher=hasher)
        await desk.sign_up("Ann", "correct horse")
        await reasons(desk.sign_in("Ann", "wrong horse"))
        assert len(hasher.verified) == 1
        for name in ("Nobody", "", "\u202e", "x" * 500):
            hasher.verified.clear()
            assert await reasons(desk.sign_in(name, "wrong horse")) == ("wrong-password",)
            (dummy,) = hasher.verified
            # As strong as a real hash, so that it takes as long.
            assert not hasher.check_needs_rehash(str(dummy)), name

    run(scene)


def test_a_device_that_has_signed_in_is_known_for_its_account_alone() -> None:
    async def scene() -> None:
        store, now = People(), [START]
        desk = accounts(store, now)
        ann, ben = [await desk.sign_up(name, "correct horse") for name in ("Ann", "Ben")]
        token = await desk.device_token(ann.account)
        forged = token[:-1] + ("0" if token[-1] != "0" else "1")
        for tokens, found in (
            ([token], token),
            (["", "nonsense", forged, token], token),
            ([forged, "\udc80" * 48], None),
            ([await desk.device_token(ben.account)], None),
            ([], None),
        ):
            assert await desk.known_device("ANN", tokens) == found
        assert await desk.known_device("Nobody", [token]) is None
        # Another process has the same key, and a new password does not make a device unknown.
        await desk.change_password(ann.account, "correct horse", "another horse")
        assert await accounts(store, now).known_device("Ann", [token]) == token

    run(scene)


def test_few_wait_for_a_password_to_be_hashed_and_known_devices_longer() -> None:
    class Slow(PasswordHasher):
        may_go_on = threading.Event()

        def verify(self, *_: Any) -> Literal[True]:
            self.may_go_on.wait()
            return True

    async def scene() -> None:
        store = People()
        await Accounts(store, hasher=CHEAP).sign_up("Ann", "correct horse")
        hasher = Slow(time_cost=1, memory_cost=8, parallelism=1)
        desk = Accounts(store, hasher=hasher)
        flood = [asyncio.create_task(desk.sign_in("Ann", "guess")) for _ in range(MAX_WAITING + 9)]
        while sum(task.done() for task in flood) < 9:
            await asyncio.sleep(0)
        owner = asyncio.create_task(desk.sign_in("Ann", "correct horse", known=True))
        refused = [task for task in flood if task.done()]
        hasher.may_go_on.set()
        assert (await owner).name == "Ann"
        assert len(refused) == 9
        for task in refused:
            with pytest.raises(Refused) as refusal:
                task.result()
            assert refusal.value.reasons == ("busy",)
        await asyncio.gather(*(task for task in flood if task not in refused))
        # Once they are through there is room again.
        assert (await desk.sign_in("Ann", "correct horse")).name == "Ann"

    run(scene)


def test_another_password_and_no_account() -> None:
    async def scene() -> None:
        store = People()
        desk = accounts(store, [START])
        new = await desk.sign_up("Ann", "correct horse")
        assert await reasons(desk.change_password(new.account, "wrong", "battery staple")) == (
            "wrong-password",
        )
        await desk.change_password(new.account, "correct horse", "battery staple")
        assert await desk.who(new.token) is None
        await desk.sign_in("Ann", "battery staple")
        assert await reasons(desk.remove(new.account, "correct horse")) == ("wrong-password",)
        await desk.remove(new.account, "battery staple")
        assert await reasons(desk.sign_in("Ann", "battery staple")) == ("wrong-password",)

    run(scene)


def test_an_old_hash_is_made_again_at_the_next_sign_in() -> None:
    async def scene() -> None:
        store = People()
        await accounts(store, [START]).sign_up("Ann", "correct horse")
        (before,) = store.accounts.values()
        stronger = PasswordHasher(time_cost=2, memory_cost=8, parallelism=1)
        await Accounts(store, hasher=stronger).sign_in("Ann", "correct horse")
        (after,) = store.accounts.values()
        assert after.password != before.password
        assert not stronger.check_needs_rehash(after.password)

    run(scene)


class RatedProcess(Process):
    """A process that keeps results."""

    def __init__(self, accounts: People, *rest: Any) -> None:
        super().__init__(*rest)
        accounts.welcome(*"ABCDabcd", *(f"account {name}" for name in "ABCD"))
        self.tables.on_change.clear()
        self.scheduler = Scheduler(
            self.tables, self.store, self.bots, keep_result=Ratings(accounts).keep
        )


async def finished(
    process: Process,
    people: list[Caller],
    number: int,
    bots: int = 0,
    rounds: int = FEWEST_TURNS,
    **more: Any,
) -> str:
    more.setdefault("hints", False)
    seats = (SeatPlan("person"),) * len(people) + (SeatPlan("bot", bot="greedy"),) * bots
    opened = await process.tables.open(people[0], c.OpenTable(seats, **more), f"{number}")
    for which, caller in enumerate(people):
        await process.do(opened.table, caller, c.Sit(f"player {which}"))
    await process.do(opened.table, people[0], c.Start())
    for _ in range(rounds * len(people)):
        await process.scheduler.wait_idle()
        await process.play_turn(opened.table, people)
    await process.scheduler.wait_idle()
    for caller in people[1:]:
        state = await process.tables.current(opened.table)
        if state.phase == "playing":
            await process.do(opened.table, caller, c.Resign())
    return opened.table


@pytest.mark.parametrize("rounds", [0, 1, FEWEST_TURNS - 1])
def test_a_game_that_is_given_up_early_is_not_rated(rounds: int) -> None:
    """Ratings were farmed with games of one turn and a resignation."""

    async def scene() -> None:
        store = People()
        process = RatedProcess(store)
        people = [person(name, f"account {name}") for name in "AB"]
        table = await finished(process, people, 1, rounds=rounds)
        await process.scheduler.wait_idle()
        assert len(store.results) == 2, "it is in the histories"
        assert await store.best("classic", 9) == []
        assert not (await process.tables.look(table, people[0])).now.rated
        await process.leave()

    run(scene)


def test_a_game_in_which_nobody_places_anything_counts_like_one_that_is_given_up() -> None:
    async def scene() -> None:
        process = Process()
        people = [person(name, name) for name in "AB"]
        state = await process.tables.current(await finished(process, people, 1))
        assert isinstance(state.game, State)
        assert state.ended is not None
        endings: list[tuple[Ending, int, bool]] = [
            ("no-progress", 2 * FEWEST_TURNS - 1, False),
            ("no-progress", 2 * FEWEST_TURNS, True),
            ("went-out", 2, True),
            ("went-out", 1, False),
        ]
        for ending, turns, rated in endings:
            game = replace(state.game, result=Result(ending, (0,), (1, 0)), turns_played=turns)
            ended = replace(state.ended, how="finished")
            assert is_rated(replace(state, game=game, ended=ended)) is rated, (ending, turns)
        await process.leave()

    run(scene)


def test_two_accounts_on_one_device_are_not_rated() -> None:
    async def scene() -> None:
        process = Process()
        state = await process.tables.current(
            await finished(process, [person("A", "a"), person("B", "b")], 1)
        )
        assert is_rated(state)
        one, two = state.seats
        shared = replace(two, keys=(*two.keys, *one.keys))
        assert not is_rated(replace(state, seats=(one, shared)))
        await process.leave()

    run(scene)


def test_ratings_cannot_be_farmed_in_a_day() -> None:
    """A friend who loses all evening is worth less than two games."""

    async def scene() -> None:
        store = People()
        process = RatedProcess(store)
        people = [person("A", "a"), person("B", "b")]
        points: list[int] = []
        for number in range(8):
            await finished(process, people, number)
            await process.scheduler.wait_idle()
            points.append(rating_points(store.rated["classic", "a"].mu))
        two = revise(revise([None, None], [1, 2]), [1, 2])
        assert points[0] < points[1]
        assert points[7] < rating_points(two[0].mu)
        assert points[7] - points[3] < (points[0] - 1500) / 4
        process.time += RATED_TOGETHER + 1
        await finished(process, people, 9)
        await process.scheduler.wait_idle()
        another_day = rating_points(store.rated["classic", "a"].mu) - points[7]
        assert another_day > 3 * (points[7] - points[4])
        await process.leave()

    run(scene)


def test_a_shared_win_moves_nobody_who_was_level_and_brings_others_together() -> None:
    level = revise([None, None], [1, 1])
    assert [rating.mu for rating in level] == pytest.approx([NEW, NEW])
    after = revise([Rating(30.0, 4.0, 20), Rating(20.0, 4.0, 20)], [1, 1])
    assert after[0].mu < 30
    assert after[1].mu > 20
    shared, alone = revise([None] * 3, [1, 1, 3]), revise([None] * 3, [1, 2, 3])
    assert shared[0].mu == pytest.approx(shared[1].mu)
    assert shared[0].mu > NEW > shared[2].mu
    assert shared[0].mu < alone[0].mu, "a win of one's own is worth more"


@pytest.mark.parametrize(
    "password",
    [
        "12345678",
        "        ",
        "aaaaaaaa",
        "abababab",
        "Password",
        "qwertyui",
        "87654321",
        "x y x y z",
        "Ann Lee Miller",
        "abcdefgh",
        "annleemiller1",
        "Dragon2024!",
        "p4ssw0rd",
        "!Passwort!",
        "motdepasse7",
        "Contraseña1",
        "sunshine99",
        "dragondragon",
        "1q2w3e4r5t",
        "1qaz2wsx",
        "azertyuiop",
        "abc1abc1abc1",
        "acegikmo",
    ],
)
def test_a_password_that_anybody_would_guess_is_refused(password: str) -> None:
    async def scene() -> None:
        accounts = Accounts(People())
        with pytest.raises(Refused) as refused:
            await accounts.sign_up("Ann Lee Miller", password)
        assert refused.value.reasons == ("bad-password",)

    run(scene)


@pytest.mark.parametrize(
    "password",
    [
        "correct horse",
        "dragon and a spoon",
        "sunshine 1976 in Porto",
        "Ann Lee likes tea",
        "xK4#mmq2",
        "пароль от стола",
        "7 blue tiles",
        "masterclass at noon",
    ],
)
def test_a_password_of_ones_own_is_taken(password: str) -> None:
    assert not is_trivial(password, "Ann Lee Miller")


def test_the_best_have_played_enough_to_be_sure() -> None:
    async def scene() -> None:
        store = People()
        desk = Accounts(store, hasher=CHEAP)
        ids = {}
        for number, name in enumerate(("Ann", "Ben", "Cem")):
            ids[name] = (await desk.sign_up(name, "correct horse")).account
            games = PROVISIONAL_GAMES - (name == "Ann")
            rating = Rating(40.0 - number, 1.0, games)
            await store.rate(f"t{number}", "classic", [ids[name]], 1, lambda *_, r=rating: [r])
        assert [known.name for known in await desk.best("classic")] == ["Ben", "Cem"]
        assert len(await store.best("classic", 9)) == 3

    run(scene)


def test_accounts_that_look_alike_are_one() -> None:
    async def scene() -> None:
        accounts = Accounts(People(), hasher=CHEAP)
        for name in ("Victim", "Annl", "BobO", "Ian", "LISA", "IIsabel"):
            await accounts.sign_up(name, "a good long password")
        taken = ("Victim\ufe0f", "V\u0456ctim", "victi\u043c", "\u0474ictim", "Vic\u034ftim")
        cherokee, lisu = "\u13deIS\u13aa", "\ua4e1\ua4f2\ua4e2\ua4ee"
        as_written = ("AnnI", "\uff21nnI", "lan", "1an", "llsabel")
        for name in (*taken, *as_written, "Ann1", "ann|", "Bob0", "b0B0", cherokee, lisu):
            with pytest.raises(Refused) as refused:
                await accounts.sign_up(name, "another long password")
            assert refused.value.reasons == ("name-taken",)
        await accounts.sign_up("Lan", "another long password")  # not to be taken for Ian

    run(scene)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_winner_gains_and_the_others_lose(count: int) -> None:
    async def scene() -> None:
        store = People()
        process = RatedProcess(store)
        people = [person(name, f"account {name}") for name in "ABCD"[:count]]
        table = await finished(process, people, 1)
        await process.scheduler.wait_idle()
        assert [(kept, seat) for kept, seat, _ in store.results] == [
            (table, seat) for seat in range(count)
        ]
        best = await store.best("classic", 9)
        assert best[0].account == people[0].account
        assert len(best) == count
        rated = [store.rated["classic", str(caller.account)] for caller in people]
        assert rated[0].mu > 25 > min(rating.mu for rating in rated[1:])
        assert all(rating.games == 1 for rating in rated)
        state = await process.tables.current(table)
        assert state.result_kept
        assert (await process.tables.look(table, people[0])).now.rated
        await process.leave()

    run(scene)


@pytest.mark.parametrize(
    "more", [{"hints": True}, {"house_rule": 'based_on = "classic"\nid = "x"', "game": "x"}]
)
def test_tables_with_help_or_own_rules_are_kept_but_not_rated(more: dict[str, Any]) -> None:
    async def scene() -> None:
        store = People()
        process = RatedProcess(store)
        await finished(process, [person("A", "a"), person("B", "b")], 1, **more)
        await process.scheduler.wait_idle()
        assert [account for _, _, account in store.results] == ["a", "b"]
        assert store.rated == {}

    run(scene)


def test_a_guest_at_the_table_makes_it_unrated() -> None:
    async def scene() -> None:
        store = People()
        process = RatedProcess(store)
        await finished(process, [person("A", "a"), person("B")], 1)
        await process.scheduler.wait_idle()
        assert [account for _, _, account in store.results] == ["a"]
        assert store.rated == {}

    run(scene)


def test_bots_at_the_table_do_not_count() -> None:
    async def scene() -> None:
        store = People()
        process = RatedProcess(store)
        people = [person("A", "a"), person("B", "b")]
        table = await finished(process, people, 1, bots=1)
        await process.scheduler.wait_idle()
        await process.do(table, people[0], c.Resign())
        await process.scheduler.wait_idle()
        assert len(store.rated) == 2

    run(scene)


def test_every_table_counts_once_whoever_looks_after_it() -> None:
    async def scene() -> None:
        store = People()
        process = RatedProcess(store)
        people = [person("A", "a"), person("B", "b")]
        tables = [await finished(process, people, number) for number in range(6)]
        other = RatedProcess(store, process.store, process.bus)
        states = [await process.tables.current(table) for table in tables]
        await asyncio.gather(
            process.scheduler.run_due(),
            other.scheduler.run_due(),
            *(Ratings(store).keep(state) for state in states * 2),
        )
        await process.scheduler.wait_idle()
        await other.scheduler.wait_idle()
        assert store.rated["classic", "a"].games == 6
        assert len(store.results) == 12
        assert process.store.dues[tables[0]] is None

    run(scene)


def test_a_result_that_was_not_kept_is_kept_after_a_restart() -> None:
    async def scene() -> None:
        store = People()
        first = Process()
        first.tables.on_change.clear()  # it dies before it can see to the result
        await finished(first, [person("A", "a"), person("B", "b")], 1)
        assert store.results == []
        second = RatedProcess(store, first.store, first.bus)
        await second.scheduler.start()
        await second.scheduler.wait_idle()
        assert len(store.results) == 2
        await second.leave()

    run(scene)


def test_a_table_says_what_its_result_did_to_ratings() -> None:
    async def scene() -> None:
        store = People()
        process = RatedProcess(store)
        people = [person("A", "a"), person("B", "b")]
        for number in range(PROVISIONAL_GAMES):
            process.time += RATED_TOGETHER + 1
            table = await finished(process, people, number)
            await process.scheduler.wait_idle()
            state = await process.tables.current(table)
            assert [change.seat for change in state.ratings] == [0, 1]
            assert state.ratings[0].after == store.rated["classic", "a"].mu
            assert state.ratings[0].before < state.ratings[0].after
            seen = (await process.tables.look(table, people[1])).now.ratings
            assert seen[1].before > seen[1].after > 0
            assert seen[0].provisional == (number + 1 < PROVISIONAL_GAMES)
            # What the ratings were is known only once.
            assert await Ratings(store).keep(state) == ()
        await process.leave()

    run(scene)


def test_a_new_account_is_in_the_middle_and_one_loss_is_no_disaster() -> None:
    assert rating_points(NEW) == 1500
    winner, loser = revise([None, None], [1, 2])
    assert 1500 < rating_points(winner.mu) < 1700
    assert 1300 < rating_points(loser.mu) < 1500
    assert rating_points(-1000) == 0


def test_ratings_of_four_follow_their_places() -> None:
    async def scene() -> None:
        process = Process()
        people = [person(name, name) for name in "ABCD"]
        table = await finished(process, people, 1)
        state = await process.tables.current(table)
        assert state.ended is not None
        told = revise([None] * 4, state.ended.places)
        mus = [rating.mu for _, rating in sorted(zip(state.ended.places, told, strict=True))]
        assert mus == sorted(mus, reverse=True)
        await process.leave()

    run(scene)
