"""The service as a page without a server uses it: requests, sockets, windows, and what is kept."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

import msgspec
import pytest

from qwirkle.analysis.puzzles.puzzle import shipped_puzzles
from qwirkle.api.problems import RequestRefused, problem_of
from qwirkle.browser.backend import DeviceVisitor, _whole
from qwirkle.browser.bus import WindowBus
from qwirkle.browser.database import Entry, MemoryDatabase
from qwirkle.protocol.shapes.turns import write_turn
from qwirkle.rules.family import GAMES
from qwirkle.server.requests import all_requests
from qwirkle.tables.live.callers import Caller

from .device import Device, device


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_a_whole_game_against_a_bot(game: str) -> None:
    async def play() -> None:
        async with device() as here:
            table = await here.opened(game, "level:1")
            seen = await here.played(table)
            assert seen["now"]["ended"]["how"] == "finished"
            record = await here.done("GET", f"/api/tables/{table}/record")
            assert "Seed" in record
            story = await here.done("GET", f"/api/tables/{table}/story")
            assert story["events"][-1]["event"]["event"] in ("table-ended", "result-kept")

    asyncio.run(play())


def test_what_was_played_is_there_after_a_restart() -> None:
    async def play() -> None:
        database = MemoryDatabase()
        async with device(database) as here:
            table = await here.opened("mini", "level:2")
            seen = await here.until_own_turn(table)
        async with device(database) as again:
            found = await again.done("GET", f"/api/tables/{table}")
            assert {**found, "at": 0} == {**seen, "at": 0}
            assert (await again.played(table))["now"]["phase"] == "ended"

    asyncio.run(play())


def test_two_windows_play_at_one_table() -> None:
    """Each has a service of its own; the database decides, and each hears of the other's turns."""

    async def play() -> None:
        database = MemoryDatabase()
        async with device(database) as one, device(database) as two:
            table = await one.opened("mini", "level:1")
            heard = two.connected(1, table)
            assert (await heard.get())["kind"] == "view"
            await one.until_own_turn(table)
            hint = await one.done("POST", f"/api/tables/{table}/hint", {})
            played = await one.act(table, {"do": "play", "turn": hint["turn"]})
            for news in one.posted:
                two.backend.bus.tell(*news)
            told = await asyncio.wait_for(_told(heard, played["seq"]), 10)
            assert told["event"]["event"] == "turn-played"
            refused, problem = await two.ask(
                "POST",
                f"/api/tables/{table}/commands",
                {"command_id": "late", "command": {"do": "play", "turn": hint["turn"]}},
            )
            assert refused == 409, problem

    asyncio.run(play())


async def _told(heard: asyncio.Queue[dict[str, object]], seq: int) -> dict[str, dict[str, object]]:
    while True:
        message = await heard.get()
        told = message.get("told")
        if isinstance(told, dict) and told["seq"] == seq:
            return told


def test_a_socket_answers_as_the_servers_does() -> None:
    async def talk() -> None:
        async with device() as here:
            table = await here.opened("mini", "level:1")
            heard = here.connected(7, table)
            assert (await heard.get())["kind"] == "view"
            await here.backend.receive(7, '{"kind": "ping", "n": 3}')
            while (message := await heard.get())["kind"] != "pong":
                pass
            assert message == {"kind": "pong", "n": 3}
            await here.backend.receive(7, "no message")
            assert (await heard.get())["problem"]["reason"] == "bad-request"
            here.connected(8, "no-such-table-at-all")
            while not here.closed:
                await asyncio.sleep(0)
            assert here.closed == [(8, 4404, "no-such-table")]

    asyncio.run(talk())


def test_a_socket_that_has_ended_is_forgotten() -> None:
    """Whoever is gone is not present, and nothing more is said on the socket."""

    async def leave() -> None:
        async with device() as here:
            table = await here.opened("mini", "level:1")
            heard = here.connected(1, table)
            assert (await heard.get())["kind"] == "view"
            presences = here.backend.service.presences
            assert (await presences.at([table]))[table].seats == (0,)
            presences._grace = 0.0  # nobody waits for the device to come back
            here.backend.disconnect(1)
            here.connected(2, "no-such-table-at-all")
            async with asyncio.timeout(10):
                while not here.closed or (await presences.at([table]))[table].seats:
                    await asyncio.sleep(0)
            for number in (1, 2):
                while not here.heard[number].empty():
                    here.heard[number].get_nowait()
                await here.backend.receive(number, '{"kind": "ping", "n": 3}')
                assert here.heard[number].empty()

    asyncio.run(leave())


def test_news_reach_this_window_and_the_others() -> None:
    async def publish() -> None:
        posted: list[tuple[str, int]] = []
        bus = WindowBus(lambda *news: posted.append(news))
        async with bus.listen("table") as news:
            await bus.publish("table", 7)
            assert await anext(aiter(news)) == 7
            # What another window tells is not told back to it.
            bus.tell("table", 8)
            assert await anext(aiter(news)) == 8
        assert posted == [("table", 7)]

    asyncio.run(publish())


@pytest.mark.parametrize(
    ("method", "address", "status", "reason"),
    [
        ("GET", "/api/nothing", 404, "not-found"),
        ("POST", "/api/offers", 405, "bad-method"),
        ("GET", "/api/tables/unknown-table", 404, "no-such-table"),
        ("GET", "/api/tables/unknown-table/events", 400, "bad-request"),
        ("GET", "/api/tables/unknown-table/events?since=-1", 400, "bad-request"),
        ("GET", "/api/boards?game=", 422, "bad-edition"),
        ("POST", "/api/tables", 400, "bad-request"),
        ("GET", f"/api/tables/{'x' * 41}", 400, "bad-request"),
        ("GET", "/api/puzzles/2999-01-01", 404, "not-yet"),
    ],
)
def test_a_bad_request_is_refused(method: str, address: str, status: int, reason: str) -> None:
    async def ask() -> None:
        async with device() as here:
            answered, problem = await here.ask(method, address, None)
            assert (answered, problem["reason"]) == (status, reason)

    asyncio.run(ask())


async def _answer_with_cards(here: Device) -> None:
    """A puzzle of the card game is arranged and graded here too."""
    puzzles = shipped_puzzles().puzzles
    number = next(at for at, one in enumerate(puzzles) if one.view().family == "cards")
    path = f"/api/puzzles/numbers/{number}"
    best = msgspec.to_builtins(write_turn(puzzles[number].best))
    shown = await here.done("GET", path)
    lying = Counter(card for cards in shown["game"]["table"] for card in cards)
    cards = list((Counter(card for cards in best["after"] for card in cards) - lying).elements())
    assert (await here.done("POST", f"{path}/arrange", {"cards": cards}))["possible"]
    answer = await here.done("POST", f"{path}/answers", {"turn": best})
    assert (answer["lost"], answer["mark"]) == (0, "best")


def test_everything_about_a_finished_game_and_about_none() -> None:
    """A review, other turns, lessons, puzzles, boards and the analysis board."""

    async def ask() -> None:
        async with device() as here:
            table = await here.opened("mini", "level:1")
            await here.played(table)
            state = await here.done("POST", f"/api/tables/{table}/review", {})
            while state["state"] != "ready":
                await asyncio.sleep(0.01)
                state = await here.done("GET", f"/api/tables/{table}/review")
            assert state["review"]["turns"]
            luck = await here.done("GET", f"/api/tables/{table}/luck")
            assert len(luck["players"]) == 2
            drawn = await here.backend.answer("GET", f"/api/tables/{table}/picture")
            assert (drawn.status, drawn.media_type) == (200, "image/svg+xml")
            offers = await here.done("GET", "/api/offers")
            assert [offer["game"] for offer in offers["games"]] == list(GAMES)
            assert (await here.done("GET", "/api/lessons/classic"))["steps"]
            assert (await here.done("GET", "/api/puzzles/2026-11-16"))["position"]
            board = await here.done("GET", "/api/boards?game=select")
            assert board["game"] == "select"
            await _answer_with_cards(here)
            position = (await here.done("GET", "/api/puzzles/2026-11-16"))["position"]
            asked = {"position": position}
            assert (await here.done("POST", "/api/analysis/check", asked))["problems"] == []

    asyncio.run(ask())


def test_the_rest_of_the_coach_needs_no_server_either() -> None:
    """Records, another turn of a reviewed game, the laboratory, the opponent that fits, puzzles."""

    async def ask() -> None:
        async with device() as here:
            table = await here.opened("mini", "level:2.5")
            await here.played(table)
            record = await here.done("GET", f"/api/tables/{table}/record")
            elsewhere = "\n".join(
                line for line in record.split("\n") if not line.startswith("Seed")
            )
            found = await here.done("POST", "/api/reviews", {"record": elsewhere})
            assert found["review"]["turns"][0]["mark"]
            await _reviewed(here, table)
            again = {"turn": found["review"]["turns"][0]["turn"]}
            assert (await here.done("POST", f"/api/tables/{table}/review/1/try", again))["mark"]
            fitting = await here.done("GET", "/api/statistics/opponent?game=mini")
            assert (fitting["games"], fitting["bot"]) == (1, f"level:{fitting['level']:g}")
            day = await here.done("GET", "/api/puzzles/2026-11-16")
            ranked = await here.done("POST", "/api/analysis/rank", {"position": day["position"]})
            assert len(ranked["turns"]) > 1
            answer = {"turn": ranked["turns"][0]["turn"]}
            assert (await here.done("POST", "/api/puzzles/2026-11-16/answers", answer))["mark"]
            assert await here.done("GET", "/api/puzzles/2026-11-16/solution")
            assert len((await here.done("GET", "/api/puzzles"))["difficulties"]) >= 1000

    asyncio.run(ask())


async def _reviewed(here: Device, table: str) -> None:
    """Wait for the review of a game."""
    while (await here.done("POST", f"/api/tables/{table}/review", {}))["state"] != "ready":
        await asyncio.sleep(0.01)


def test_every_request_can_be_described() -> None:
    """Both transports read the same functions, so every parameter has a type they know."""
    requests = all_requests()
    assert len({(request.method, request.path) for request in requests}) == len(requests)
    assert all(request.function.__doc__ and request.summary for request in requests)
    for request in requests:
        named = {found.name for found in request.parameters if found.place == "path"}
        assert named == set(request.path_names), request.path


def test_a_device_without_a_server_has_no_account() -> None:
    async def ask() -> None:
        visitor = DeviceVisitor(Caller("secret"), {})
        assert await visitor.caller() == await visitor.guest() == Caller("secret")
        with pytest.raises(RequestRefused) as refused:
            await visitor.account()
        assert problem_of(refused.value).reason == "no-accounts"

    asyncio.run(ask())


@pytest.mark.parametrize(("size", "reason"), [(1_000_000, "bad-request"), (1_000_001, "too-large")])
def test_a_request_has_a_million_bytes_at_most(size: int, reason: str) -> None:
    async def ask() -> None:
        async with device() as here:
            reply = await here.backend.answer("POST", "/api/tables", b"x" * size)
            assert msgspec.json.decode(reply.body)["reason"] == reason

    asyncio.run(ask())


def test_a_body_in_parts_is_answered_as_a_whole() -> None:
    async def parts() -> AsyncIterator[bytes]:
        yield b"one, "
        yield b"two"

    async def read() -> list[bytes]:
        return [await _whole(b"all"), await _whole(iter([b"a", b"b"])), await _whole(parts())]

    assert asyncio.run(read()) == [b"all", b"ab", b"one, two"]


def test_all_windows_are_one_device_with_one_secret() -> None:
    """Two windows that start at the same moment agree on the secret of the first."""

    async def start() -> None:
        database = MemoryDatabase()
        one, two = Device(database), Device(database)
        await asyncio.gather(one.backend.start(), two.backend.start())
        assert one.backend._caller == two.backend._caller
        assert len(one.backend._caller.secret or "") >= 20
        other = Device()
        await other.backend.start()
        assert other.backend._caller != one.backend._caller
        for here in (one, two, other):
            await here.backend.stop()

    asyncio.run(start())


def test_an_address_is_read_as_a_server_reads_it() -> None:
    """Escaped characters count in the path and in the query, also in an empty value."""

    async def ask() -> None:
        async with device() as here:
            plain = await here.ask("GET", "/api/boards?game=select")
            assert await here.ask("GET", "/api/%62oards?game=%73elect") == plain
            assert plain[0] == 200

    asyncio.run(ask())


def test_a_device_keeps_the_secret_that_it_has() -> None:
    """Tables know the seats of a device by it: under another name they would all be lost."""

    async def start() -> None:
        database = MemoryDatabase()
        kept = "written by an earlier version"
        await database.write([Entry("device", "secret", kept.encode())])
        async with device(database) as here:
            assert here.backend._caller.secret == kept

    asyncio.run(start())


def test_a_page_learns_what_its_seat_may_do_and_that_there_are_no_lists_and_no_photos() -> None:
    async def ask() -> None:
        async with device() as here:
            table = await here.opened("mini", "level:1")
            seen = await here.until_own_turn(table)
            assert seen["you"]["options"]["placements"]
            offers = await here.done("GET", "/api/offers")
            assert (offers["listing"], offers["photos"]) == (False, False)
            assert not here.backend._caller.account

    asyncio.run(ask())


def test_a_game_is_reviewed_only_if_somebody_asks_for_it() -> None:
    """It takes a phone minutes."""

    async def play() -> None:
        async with device() as here:
            table = await here.opened("mini", "level:1")
            await here.until_own_turn(table)
            hint = await here.done("POST", f"/api/tables/{table}/hint", {})
            await here.act(table, {"do": "play", "turn": hint["turn"]})
            await here.until_own_turn(table)
            await here.act(table, {"do": "resign"})
            await here.backend.service.scheduler.wait_idle()
            review = await here.done("GET", f"/api/tables/{table}/review")
            assert review["state"] == "none"

    asyncio.run(play())


def test_a_page_that_is_closed_leaves_nothing_running() -> None:
    async def scene() -> None:
        before = asyncio.all_tasks()
        here = Device()
        await here.backend.start()
        assert asyncio.all_tasks() - before
        await here.backend.stop()
        async with asyncio.timeout(10):
            while asyncio.all_tasks() - before:
                await asyncio.sleep(0)

    asyncio.run(scene())


def test_a_clock_that_has_run_out_is_noticed_within_a_second() -> None:
    assert Device().backend.service.scheduler._interval == 1.0


def test_the_coach_needs_no_server() -> None:
    """It looks at turns of a teaching game, and remembers reviewed games over a restart."""

    async def play() -> None:
        database = MemoryDatabase()
        async with device(database) as here:
            table = await here.opened("mini", "level:1", teaching=1)
            seen = await here.until_own_turn(table)
            hint = await here.done("POST", f"/api/tables/{table}/hint", {})
            turn = {"turn": hint["turn"]}
            found = await here.done("POST", f"/api/tables/{table}/look-again", turn)
            assert found["better"] in (True, False)
            after = await here.done("GET", f"/api/tables/{table}")
            assert {**after, "at": 0} == {**seen, "at": 0}
            plain = await here.opened("mini", "level:1")
            await here.played(plain)
            while True:
                review = await here.done("POST", f"/api/tables/{plain}/review", {})
                if review["state"] == "ready":
                    break
                await asyncio.sleep(0.05)
            while not (await here.done("GET", "/api/my-game?game=mini"))["games"]:
                await asyncio.sleep(0.05)
            mine = await here.done("GET", "/api/my-game?game=mini")
            assert mine["course"][0]["table"] == plain
        async with device(database) as again:
            while not (await again.done("GET", "/api/my-game?game=mini"))["games"]:
                await asyncio.sleep(0.05)
            assert await again.done("GET", "/api/my-game?game=mini") == mine

    asyncio.run(play())
