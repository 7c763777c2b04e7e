"""A client and bots from outside, against a real server: whole games, lost connections, kills."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from aiohttp import web

from qwirkle.client import (
    Client,
    OpenTable,
    RemoteBot,
    SeatPlan,
    ServerAway,
    ServerRefusal,
    Sit,
    Start,
    TableView,
    TakeBack,
    seat_view,
)
from qwirkle.engine.legal import legal_turns, placements
from qwirkle.errors import ArgumentError, BotError, NotationError
from qwirkle.game import Game
from qwirkle.players.greedy import GreedyBot
from qwirkle.players.rng import Chance
from qwirkle.rules.placement.view import View
from receivers import Receiver
from server.served import Served, check_store, served

AGAINST_A_BOT = (SeatPlan("person"), SeatPlan("bot", bot="greedy"))
TWO_PEOPLE = (SeatPlan("person", "Ann"), SeatPlan("person"))
ENGINE = f"process:bot=greedy {shlex.quote(sys.executable)} -m qwirkle engine"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server"), "--clock-interval", "0.05") as running:
        yield running


def against_a_bot(game: str) -> OpenTable:
    return OpenTable(AGAINST_A_BOT, game)


@pytest.mark.parametrize("game", ["classic", "mini", "cards"])
def test_an_outside_bot_plays_a_whole_game_against_the_servers(
    server: Served, tmp_path: Path, game: str
) -> None:
    async def scene() -> None:
        async with Client(server.address) as host, Client(server.address) as outside:
            table = await host.open(against_a_bot(game))
            with RemoteBot(outside, "greedy", seed="1") as player:
                seated = await player.sit(table, "Outsider")
                assert seated.now.seats[0].name == "Outsider"
                await host.act(table, Start())
                async with asyncio.timeout(120):
                    view = await player.run(table)
            assert view.now.ended is not None
            assert (view.now.ended.how, player.faults) == ("finished", [])
            record = tmp_path / "game.qwr"
            record.write_text(await host.record(table))
            assert Game.load(record).scores == view.now.ended.scores

    asyncio.run(scene())


async def watched(client: Client, table: str) -> list[TableView]:
    """Every view of a table until it has ended."""
    views: list[TableView] = []
    async for view in client.follow(table):
        views.append(view)
        if view.now.phase == "ended":
            break
    return views


@pytest.mark.long
def test_a_game_goes_on_when_the_server_is_killed(tmp_path: Path) -> None:
    """The bot resumes, and somebody who watches misses no event."""

    async def scene(running: Served) -> None:
        async with (
            Client(running.address) as host,
            Client(running.address) as outside,
            Client(running.address) as stranger,
        ):
            table = await host.open(against_a_bot("classic"))
            with RemoteBot(outside, "greedy") as player:
                await player.sit(table, "Outsider")
                watching = asyncio.create_task(watched(stranger, table))
                playing = asyncio.create_task(player.run(table))
                await host.act(table, Start())
                for _ in range(2):
                    await until(host, table, lambda view: view.now.seq % 8 == 0)
                    await asyncio.to_thread(running.kill)
                    await asyncio.to_thread(running.start)
                async with asyncio.timeout(120):
                    view = await playing
                    seen = await watching
            assert view.now.ended is not None
            assert (view.now.ended.how, player.faults) == ("finished", [])
            seqs = [view.now.seq for view in seen]
            assert seqs == list(range(seqs[0], view.now.seq + 1))
            assert seen[-1].game == (await host.look(table)).game

    with served(tmp_path, "--clock-interval", "0.05") as running:
        asyncio.run(scene(running))
    check_store(tmp_path)


async def until(client: Client, table: str, found: Callable[[TableView], bool]) -> None:
    async for view in client.follow(table):
        if found(view):
            return


def test_a_bot_agrees_to_take_a_turn_back(server: Served) -> None:
    async def scene() -> None:
        async with Client(server.address) as ann, Client(server.address) as outside:
            table = await ann.open(OpenTable(TWO_PEOPLE))
            with RemoteBot(outside, "greedy") as player:
                await player.sit(table, "Outsider")
                await ann.act(table, Start())
                playing = asyncio.create_task(player.run(table))
                asked = False
                async for view in ann.follow(table):
                    if view.now.taken_back:
                        break
                    if view.now.turn == 0 and not asked:
                        turn = GreedyBot(Chance(1)).choose(seat_view(view))
                        await ann.play(table, turn, seq=view.now.seq)
                        await ann.act(table, TakeBack())
                        asked = True
                playing.cancel()

    asyncio.run(scene())


def test_a_bot_that_fails_loses_turns_and_not_the_game(
    server: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "raising.py").write_text(
        "from qwirkle import Bot, Pass\n\n\nclass Raising(Bot):\n"
        "    def play_tiles(self, view):\n"
        "        if view.turns_played % 4 < 2:\n            raise RuntimeError('no idea')\n"
        "        return Pass()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)

    async def scene() -> None:
        async with Client(server.address) as host:
            table = await host.open(against_a_bot("classic"))
            with RemoteBot(host, "python:raising:Raising") as player:
                await player.sit(table, "Outsider")
                await host.act(table, Start())
                async with asyncio.timeout(120):
                    view = await player.run(table)
            assert view.now.ended is not None
            assert view.now.ended.how == "finished"
            assert any("RuntimeError: no idea" in fault for fault in player.faults)
            assert len(set(player.faults)) > 1, "passing is refused by the rules as well"

    asyncio.run(scene())


def test_refusals_have_their_reason(server: Served) -> None:
    async def scene() -> None:
        async with Client(server.address) as ann, Client(server.address) as ben:
            with pytest.raises(ServerRefusal) as refused:
                await ann.look("nowhere")
            assert refused.value.reason == "no-such-table"
            with pytest.raises(ServerRefusal) as refused:
                async for _ in ann.follow("nowhere"):
                    pass
            assert refused.value.reason == "no-such-table"
            table = await ann.open(OpenTable(TWO_PEOPLE))
            with pytest.raises(ServerRefusal) as refused:
                await ben.act(table, Start())
            assert refused.value.reason == "not-the-host"
            assert "opened the table" in str(refused.value)
            with RemoteBot(ben, "python:nowhere:Nothing") as player, pytest.raises(BotError):
                await player.sit(table, "Outsider")
            assert not (await ben.look(table)).now.seats[1].taken, "no place for a bot that is none"
            await ben.act(table, Sit("Ben"))
            assert (await ben.join(table, "Ben")).you.seats == (1,)
        with pytest.raises(ArgumentError, match="20 to 200"):
            Client(server.address, "short")

    asyncio.run(scene())


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_a_turn_may_be_its_text(server: Served, game: str) -> None:
    """As in ``Game.play``: a run of tiles skips what lies on the table already."""

    async def scene() -> None:
        async with Client(server.address) as ann:
            seats = (SeatPlan("person", "Ann"), SeatPlan("person", "Ben"))
            table = await ann.open(OpenTable(seats, game))
            await ann.act(table, Start())
            first = await ann.look(table)
            with pytest.raises(NotationError):
                await ann.play(table, "nonsense")
            with pytest.raises(ServerRefusal) as refused:
                await ann.play(table, "pass", seq=first.now.seq)
            assert "can’t pass" in str(refused.value)
            assert (await ann.look(table)).now.seq == first.now.seq, "nothing has changed"
            for _ in range(2):
                view = await ann.look(table)
                [*turns] = legal_turns(seat_view(view))
                await ann.play(table, str(turns[-1]), seq=view.now.seq)
                assert (await ann.look(table)).now.turn != view.now.turn

    asyncio.run(scene())


def test_a_listed_move_is_a_turn(server: Served) -> None:
    async def scene() -> None:
        async with Client(server.address) as ann:
            seats = (SeatPlan("person", "Ann"), SeatPlan("person", "Ben"))
            table = await ann.open(OpenTable(seats))
            await ann.act(table, Start())
            seen = seat_view(await ann.look(table))
            assert isinstance(seen, View)
            best = max(placements(seen.board, seen.hand, seen.demands()), key=lambda m: m.points)
            await ann.play(table, best)
            view = await ann.look(table)
            assert [player.score for player in view.game.players].count(best.points) == 1  # type: ignore[union-attr]

    asyncio.run(scene())


def test_a_server_that_stays_away_is_given_up() -> None:
    async def scene() -> None:
        async with Client("http://127.0.0.1:9", patience=0.2) as client:
            with pytest.raises(ServerAway):
                await client.look("somewhere")
            with pytest.raises(ServerAway):
                async for _ in client.follow("somewhere"):
                    pass

    asyncio.run(scene())


def test_another_kind_of_server_is_noticed() -> None:
    async def scene() -> None:
        receiver = Receiver()
        receiver.answer = lambda _: web.Response(text="<h1>It works!</h1>")
        async with receiver.running(), Client(receiver.address) as client:
            with pytest.raises(ServerRefusal) as refused:
                await client.look("somewhere")
            assert refused.value.reason == "other-version"

    asyncio.run(scene())


def test_the_request_of_the_docs_opens_a_table(server: Served) -> None:
    page = (Path(__file__).parents[2] / "docs" / "client.md").read_text("utf-8")
    found = re.search(r"curl (.*?) -d '(.*?)'\n```\n\n```json\n(.*?)\n```", page, re.DOTALL)
    assert found is not None
    words, body, documented = found.groups()
    headers = dict(line.split(": ") for line in re.findall(r"-H '(.*?)'", words))
    answer = httpx.post(f"{server.address}/api/tables", content=body, headers=headers)
    assert answer.status_code == 201
    assert answer.json().keys() == json.loads(documented).keys()
    assert answer.json()["seq"] == json.loads(documented)["seq"]
    assert "qwirkle" in answer.cookies


def bot_command(*words: str) -> list[str]:
    return [sys.executable, "-m", "qwirkle", "bot", *words]


@pytest.mark.long
def test_the_command_plays_with_a_program_and_comes_back_with_its_token(server: Served) -> None:
    token = "a-token-of-the-outside-bot"  # noqa: S105

    async def scene() -> dict[str, Any]:
        async with Client(server.address) as host:
            table = await host.open(against_a_bot("classic"))
            words = (ENGINE, f"{server.address}/t/{table}", "--name", "Program", "--token", token)
            command = bot_command(*words, "--json")
            first = await asyncio.create_subprocess_exec(
                *command, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            await until(host, table, lambda view: view.now.seats[0].taken)
            await host.act(table, Start())
            await until(host, table, lambda view: view.now.seq > 8)
            first.kill()
            await first.communicate()
            again = await asyncio.create_subprocess_exec(
                *command, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            said, complained = await again.communicate()
            assert again.returncode == 0, complained
            result: dict[str, Any] = json.loads(said)
            return result

    result = asyncio.run(scene())
    assert (result["how"], result["own"], result["lost_turns"]) == ("finished", [0], 0)
    assert result["seats"][0] == "Program"


def test_the_command_takes_the_seat_that_a_link_carries(server: Served) -> None:
    async def scene() -> None:
        async with Client(server.address) as ann:
            table = await ann.open(OpenTable((SeatPlan("person", "Ann"), *AGAINST_A_BOT[1:])))
            link = await ann.recovery(table)
            await ann.act(table, Start())
            done = await asyncio.create_subprocess_exec(
                *bot_command("greedy", link), stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            said, complained = await done.communicate()
            assert done.returncode == 0, complained
            assert b"At the table as Ann." in said
            assert b"The game is over: Ann " in said

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (("greedy", "nonsense"), 2, "looks like"),
        (("nobody", "{}/t/nowhere"), 2, "no-such-table|There is no"),
        (("greedy", "http://127.0.0.1:9/t/x", "--patience", "0"), 1, "cannot be reached"),
    ],
)
def test_the_command_complains_in_one_line(
    server: Served, words: tuple[str, ...], status: int, sentence: str
) -> None:
    command = bot_command(*(word.format(server.address) for word in words))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert len(done.stderr.splitlines()) == 1
    assert any(part in done.stderr for part in sentence.split("|")), done.stderr
