"""A standing adversary: the worst case of every request and command, and what it may cost.

Everything in the schema has an entry in ``BUDGETS``, so a new request without one fails. Its worst
case is generated from its types, as large as they allow, unless a dearer one is written down here.
Each is sent several times at once, against a game with a long history; whatever it causes, on the
loop, on threads and in workers, must be charged to the sender and stay within the budget, no step
of it may keep the loop for long, and a second visitor is answered meanwhile.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Mapping, MutableMapping
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, get_args

import httpx
import msgspec
import pytest
from msgspec import inspect
from starlette.types import ASGIApp

from qwirkle import Game, bot
from qwirkle.analysis.judge.ranking import MOST_EFFORT
from qwirkle.api import visitors
from qwirkle.api.visitors import Payer
from qwirkle.notation import record_of, write_record
from qwirkle.protocol.shapes.turns import write_turn
from qwirkle.server.app import make_app
from qwirkle.server.context import AppContext
from qwirkle.server.requests import all_requests
from qwirkle.server.settings import ServerSettings
from qwirkle.tables.core.commands import Command
from qwirkle.tables.live.bus.local import LocalBus
from qwirkle.tables.live.workers import Workers
from qwirkle.tables.live.workers.pool import ProcessPool
from qwirkle.tables.service import WORK, ServiceSettings, TableService
from qwirkle.tables.stores import store_in_memory

from .served import new_id

BAD, GOOD = "192.0.2.66", "192.0.2.1"
AT_ONCE = 3
MAX_TEXT, MAX_ITEMS = 4000, 300
MAX_GROWTH = 150_000_000
"""Bytes by which the serving process may grow during all of it."""
PASSWORD = "a long password that nobody guesses"  # noqa: S105 - of a test
CHEAP, FAIR, DEAR = 100, 500, 3000
"""Milliseconds of processor time: for an answer, for a computation, for a search."""
MOST_AT_ONCE = 20
"""Milliseconds of processor time that one step on the loop may take."""

UNLIMITED = ServerSettings(
    device_cpu=0,
    address_cpu=0,
    address_rate=0,
    table_rate=0,
    opening_rate=0,
    password_rate=0,
    account_rate=0,
)

BUDGETS: Mapping[str, int] = {
    # tables
    "POST /api/tables": FAIR,
    "POST /api/tables/saved": FAIR,
    "POST /api/tables/{table}/save": FAIR,
    "GET /api/tables/{table}": CHEAP,
    "GET /api/tables/{table}/events": CHEAP,
    "GET /api/tables/{table}/story": FAIR,
    "POST /api/tables/{table}/commands": CHEAP,
    "POST /api/tables/{table}/preview": FAIR,
    "POST /api/tables/{table}/arrange": FAIR,
    "POST /api/tables/{table}/hint": DEAR,
    "POST /api/tables/{table}/look-again": DEAR,
    "GET /api/tables/{table}/record": FAIR,
    "GET /api/tables": CHEAP,
    "POST /api/quick": FAIR,
    "POST /api/tables/{table}/recovery": FAIR,
    "POST /api/tables/{table}/recover": CHEAP,
    "GET /api/tables/{table}/invitation": CHEAP,
    "GET /api/tables/{table}/invitation.svg": FAIR,
    # what comes after a game
    "GET /api/tables/{table}/review": FAIR,
    "GET /api/tables/{table}/luck": DEAR,
    "POST /api/tables/{table}/review": FAIR,  # it only begins there, on a processor that is idle
    "POST /api/tables/{table}/review/{number}/preview": FAIR,
    "POST /api/tables/{table}/review/{number}/arrange": FAIR,
    "POST /api/tables/{table}/review/{number}/try": DEAR,
    "POST /api/reviews": 20_000,
    "POST /api/people": FAIR,
    "GET /api/statistics": FAIR,
    "GET /api/statistics/opponent": FAIR,
    "GET /api/my-game": FAIR,
    "GET /api/tables/{table}/rivalries": FAIR,
    "GET /api/tables/{table}/picture": FAIR,
    "GET /api/statistics/games.csv": FAIR,
    # offers, analysis, learning
    "GET /api/offers": CHEAP,
    "GET /api/boards": CHEAP,
    "POST /api/analysis/check": FAIR,
    "POST /api/analysis/best": 20_000,
    "POST /api/analysis/rank": 20_000,
    "GET /api/lessons/{game}": FAIR,
    "POST /api/lessons/{game}/{step}": FAIR,
    "GET /api/puzzles/{day}": FAIR,
    "POST /api/puzzles/{day}/previews": FAIR,
    "POST /api/puzzles/{day}/arrange": FAIR,
    "POST /api/puzzles/{day}/answers": DEAR,
    "GET /api/puzzles": FAIR,
    "GET /api/puzzles/{day}/solution": FAIR,
    "GET /api/puzzles/numbers/{number}": FAIR,
    "POST /api/puzzles/numbers/{number}/previews": FAIR,
    "POST /api/puzzles/numbers/{number}/arrange": FAIR,
    "POST /api/puzzles/numbers/{number}/answers": DEAR,
    "POST /api/photos": DEAR,
    # people: a password is hashed slowly on purpose
    "POST /api/accounts": DEAR,
    "POST /api/session": DEAR,
    "DELETE /api/session": CHEAP,
    "GET /api/account": CHEAP,
    "GET /api/account/history": CHEAP,
    "POST /api/account/password": DEAR,
    "POST /api/account/reset": DEAR,
    "POST /api/account/removal": DEAR,
    "GET /api/best/{game}": CHEAP,
    "GET /api/account/export": FAIR,
    "POST /api/account/training": FAIR,
    # tournaments
    "POST /api/swiss": FAIR,
    "GET /api/swiss/{tournament}": CHEAP,
    "POST /api/swiss/{tournament}/commands": FAIR,
    "GET /api/swiss/{tournament}/invitation": CHEAP,
    "GET /api/swiss/{tournament}/invitation.svg": FAIR,
    # notices
    "GET /api/notices": CHEAP,
    "POST /api/notices": CHEAP,
    "DELETE /api/notices": CHEAP,
    "GET /api/tables/{table}/mute": CHEAP,
    "POST /api/tables/{table}/mute": CHEAP,
    "DELETE /api/tables/{table}/mute": CHEAP,
    "GET /api/account/mail": CHEAP,
    "POST /api/account/mail": CHEAP,
    "DELETE /api/account/mail": CHEAP,
    "POST /api/mail/confirm": CHEAP,
    "POST /api/mail/off": CHEAP,
    "POST /api/mail/mute": CHEAP,
    # the server itself
    "GET /api/network": CHEAP,
    "POST /api/network": CHEAP,
    "GET /healthz": CHEAP,
    "GET /metrics": CHEAP,
}
"""The processor time that one worst case may take, in milliseconds."""
COMMANDS: Mapping[str, int] = {
    **dict.fromkeys(("Sit", "Stand", "PlanSeat", "Start", "Close", "Play", "Resign"), CHEAP),
    **dict.fromkeys(("CallVote", "TakeBack", "Vote", "React", "Rematch", "SignOthersOut"), CHEAP),
}


def test_every_request_and_every_command_has_a_budget() -> None:
    asked = {f"{request.method} {request.path}" for request in all_requests()}
    assert set(BUDGETS) == asked
    assert set(COMMANDS) == {command.__name__ for command in get_args(Command)}


def largest(kind: inspect.Type, depth: int = 0) -> Any:
    """A value of a type, about as large as it can be."""
    match kind:
        case inspect.StrType(max_length=most, min_length=least):
            return "x" * max(least or 0, min(most or MAX_TEXT, MAX_TEXT))
        case inspect.IntType(le=most, lt=below):
            return most if most is not None else 10**6 if below is None else below - 1
        case inspect.FloatType():
            return 1e6
        case inspect.BoolType():
            return True
        case inspect.LiteralType(values=values) | inspect.EnumType(cls=values):
            return list(values)[-1]
        case (
            inspect.ListType(item_type=item, max_length=most)
            | inspect.VarTupleType(item_type=item, max_length=most)
        ):
            return [largest(item, depth + 1)] * min(most or MAX_ITEMS, MAX_ITEMS >> depth)
        case inspect.TupleType(item_types=items):
            return [largest(item, depth + 1) for item in items]
        case inspect.DictType(value_type=value):
            return {f"key {at}": largest(value, depth + 1) for at in range(30)}
        case inspect.UnionType(types=types):
            return max((largest(one, depth) for one in types), key=lambda found: len(str(found)))
        case inspect.StructType(fields=fields, tag_field=tag, tag=name):
            made = {field.encode_name: largest(field.type, depth + 1) for field in fields}
            return {tag: name, **made} if tag else made
        case inspect.NamedTupleType(fields=fields):
            return [largest(field.type, depth + 1) for field in fields]
    return None


class Line:
    """A socket at a table, driven without a network: what is sent, and the answers to it."""

    def __init__(self, app: ASGIApp, http: httpx.AsyncClient, table: str) -> None:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in http.cookies.jar)
        scope = {
            "type": "websocket",
            "scheme": "ws",
            "path": f"/api/tables/{table}/socket",
            "root_path": "",
            "query_string": b"options=1",
            "headers": [(b"host", b"localhost"), (b"cookie", cookies.encode())],
            "client": (BAD, 2),
            "subprotocols": [],
        }
        self._sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._sent.put_nowait({"type": "websocket.connect"})
        self._running = asyncio.create_task(self._serve(app, scope))

    async def _serve(self, app: ASGIApp, scope: dict[str, Any]) -> None:
        await app(scope, self._sent.get, self._receive)

    async def _receive(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.send":
            text = message.get("text") or message["bytes"]
            await self._answers.put(msgspec.json.decode(text))

    async def ask(self, message: dict[str, Any], *answered: str) -> dict[str, Any]:
        """Send a message, and return the first answer of these kinds."""
        text = msgspec.json.encode(message).decode()
        await self._sent.put({"type": "websocket.receive", "text": text})
        return await self.receive(*answered)

    async def receive(self, *answered: str) -> dict[str, Any]:
        """Return the next message of these kinds."""
        while True:
            answer = await self._answers.get()
            if answer["kind"] in answered:
                return answer

    async def hang_up(self) -> None:
        await self._sent.put({"type": "websocket.disconnect", "code": 1000})
        await self._running


class Scene(NamedTuple):
    """A server, a visitor with a past, and another visitor."""

    app: ASGIApp
    context: AppContext
    bad: httpx.AsyncClient
    good: httpx.AsyncClient
    playing: str
    finished: str
    taught: str
    tournament: str
    saved: str
    charged: dict[str, float]


@asynccontextmanager
async def serving(settings: ServerSettings) -> AsyncIterator[Scene]:
    store = store_in_memory()
    service = TableService(
        store,
        LocalBus(),
        store,
        ServiceSettings(reviews=False),
        documents=store,
        results=store,
        tournaments=store,
        notices=store,
        training=store,
        workers=Workers(ProcessPool(WORK), {"quick": 2, "slow": 1, "long": 1, "background": 1}),
    )
    app, context = make_app(service, store, settings)
    charged: dict[str, float] = {}
    charge = context.budget.charge

    def note(address: str, device: str, cpu: float) -> None:
        charged[address] = charged.get(address, 0.0) + cpu
        charge(address, device, cpu)

    context.budget.charge = note  # type: ignore[method-assign]

    def visitor(address: str) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(app, client=(address, 1)),
            base_url="http://localhost",
            headers={"X-Qwirkle": "1"},
            timeout=120,
        )

    async with visitor(BAD) as bad, visitor(GOOD) as good:
        playing, finished = await play(bad, 20), await play(bad, 200)
        asked = {"command_id": new_id(), "name": "Ann"}
        tournament = (await bad.post("/api/swiss", json=asked)).json()["tournament"]
        saved = await bad.post(f"/api/tables/{playing}/save", json={"command_id": new_id()})
        signed_up = await bad.post("/api/accounts", json={"name": "Eve", "password": PASSWORD})
        assert signed_up.is_success
        try:
            yield Scene(
                app,
                context,
                bad,
                good,
                playing,
                finished,
                await teach(bad),
                tournament,
                saved.json()["record"],
                charged,
            )
        finally:
            await service.stop(0)


async def play(http: httpx.AsyncClient, turns: int) -> str:
    """A game of one device against itself, with that many turns or until its end."""
    seats = [{"kind": "person", "name": name} for name in ("Ann", "Ben")]
    plan = {"seats": seats, "hints": True}
    opened = await http.post("/api/tables", json={"command_id": new_id(), "table": plan})
    table: str = opened.json()["table"]

    async def act(command: dict[str, Any]) -> None:
        asked = {"command_id": new_id(), "command": command}
        (await http.post(f"/api/tables/{table}/commands", json=asked)).raise_for_status()

    await act({"do": "start"})
    for _ in range(turns):
        seen = (await http.get(f"/api/tables/{table}")).json()
        if seen["now"]["phase"] != "playing":
            break
        hand = next(iter(seen["game"]["hand"]), None) if "hand" in seen["game"] else None
        turn = {"trade": [hand]} if hand and seen["game"]["bag"] and seen["game"]["board"] else None
        if turn is None:
            hint = await http.post(f"/api/tables/{table}/hint", json={})
            turn = hint.json().get("turn") or {"pass": True}
        await act({"do": "play", "turn": turn, "seat": seen["now"]["turn"]})
    else:
        if turns > 100:
            await act({"do": "resign"})
    return table


async def teach(http: httpx.AsyncClient) -> str:
    """A teaching game in a hard position, in which it is the visitor's turn."""
    position = hard_position()
    bots = {"kind": "bot", "bot": "level:8"}
    ann = {"kind": "person", "name": "Ann"}
    for seats in ([ann, bots], [bots, ann]):
        plan = {"seats": seats, "position": position, "teaching": 12, "start": True}
        opened = await http.post("/api/tables", json={"command_id": new_id(), "table": plan})
        view = opened.json()["view"]
        if view["now"]["turn"] in view["you"]["seats"]:
            return str(opened.json()["table"])
    raise AssertionError("it is nobody's turn")


def request_body(method: str, path: str) -> Any:
    for request in all_requests():
        if (request.method, request.path) == (method, path):
            for found in request.parameters:
                if found.place == "body":
                    return found.type
    return None


def hard_game() -> Game:
    """A game at its longest, with full hands."""
    game = Game.new("classic", 2, seed=5)
    greedy = bot("greedy", 1)
    for _ in range(24):
        if game.to_move is not None:
            game.play(greedy.choose(game.view(game.to_move)))
    return game


def long_record() -> str:
    """The record of a long game, in which every turn has to be judged."""
    game = Game.new("combined", 2, seed="5")
    player = bot("level:3", 1)
    while game.to_move is not None:
        game.play(player.choose(game.view(game.to_move)))
    return write_record(record_of(game.events, seed="5", saved=True))


def hard_position() -> str:
    """The position of that game."""
    return hard_game().position


def hard_turn() -> dict[str, Any]:
    """A turn in that position, as a client sends it."""
    game = hard_game()
    turn = write_turn(bot("greedy", 1).choose(game.view(game.to_move)))
    return dict(msgspec.json.decode(msgspec.json.encode(turn)))


def much_training() -> dict[str, Any]:
    """As many answers as a request can hold."""
    some = range(700)
    return {
        "puzzles": [{"number": at, "lost": 1.5, "at": at, "difficulty": 1000} for at in some],
        "turns": [{"turn": str(at), "box": 1, "due": "2026-11-19", "at": 1} for at in some[:300]],
    }


def a_picture() -> bytes:
    image = pytest.importorskip("PIL.Image")
    from io import BytesIO

    file = BytesIO()
    image.new("RGB", (5000, 5000), "grey").save(file, "PNG")
    return file.getvalue()


def body_of(name: str, method: str, path: str, scene: Scene) -> dict[str, Any]:
    """The worst case of a request's body."""
    place = {"turn": {"place": [[x, y, "Ro"] for x in range(30) for y in range(40)]}}
    cards = {"cards": ["Ro"] * 108}
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "level:8"}]
    opening = {"seats": seats, "friendly_deal": True, "start": True}
    written: dict[str, Any] = {
        "POST /api/tables": {"command_id": new_id(), "table": opening},
        "POST /api/tables/saved": {"command_id": new_id(), "saved": {"record": scene.saved}},
        "POST /api/tables/{table}/arrange": cards,
        "POST /api/tables/{table}/review/{number}/arrange": cards,
        "POST /api/swiss": {"command_id": new_id(), "name": "Ann", "terms": {"game": "combined"}},
        "POST /api/accounts": {"name": "Mallory", "password": PASSWORD},
        "POST /api/session": {"name": "Eve", "password": "wrong" * 10},
        "POST /api/account/password": {"old": "wrong" * 10, "new": PASSWORD},
        "POST /api/account/removal": {"password": "wrong" * 10},
        "POST /api/account/training": {"news": much_training()},
        "POST /api/reviews": {"record": long_record()},
        "POST /api/analysis/best": {"position": hard_position(), "deep": True},
        "POST /api/analysis/rank": {"position": hard_position(), "effort": MOST_EFFORT},
        "POST /api/analysis/check": {
            "parts": {"game": "classic", "board": [[x, x % 7, "Ro"] for x in range(500)]}
        },
        "POST /api/tables/{table}/hint": {},
        "POST /api/tables/{table}/look-again": {"turn": hard_turn()},
        "POST /api/tables/{table}/preview": place,
        "POST /api/tables/{table}/review": {"deep": True, "open_hands": True},
        "POST /api/tables/{table}/review/{number}/preview": place,
        "POST /api/tables/{table}/review/{number}/try": {"turn": {"trade": ["Ro"]}},
        "POST /api/puzzles/{day}/previews": place,
        "POST /api/puzzles/{day}/answers": {"turn": {"trade": ["Ro"]}},
        "POST /api/puzzles/numbers/{number}/previews": place,
        "POST /api/puzzles/numbers/{number}/answers": {"turn": {"trade": ["Ro"]}},
        "POST /api/lessons/{game}/{step}": place,
    }
    if name in written:
        return {"json": written[name]}
    if path == "/api/photos":
        return {"content": a_picture(), "headers": {"Content-Type": "image/png"}}
    kind = request_body(method, path)
    return {} if kind is None else {"json": largest(inspect.type_info(kind))}


def address_of(path: str, scene: Scene) -> str:
    afterwards = re.search("review|luck|rivalries|picture|story|record|events", path)
    table = scene.taught if path.endswith("look-again") else scene.playing
    table = scene.finished if afterwards else table
    given = {
        "table": table,
        "number": "12",
        "tournament": scene.tournament,
        "game": "classic",
        "step": "0",
        "day": "2026-11-01",
    }
    queries = {
        "/events": "?since=0",
        "/photos": "?game=classic",
        "/tables": "?listing=open",
        "/boards": "?game=connect",
    }
    query = next((text for end, text in queries.items() if path.endswith(end)), "")
    return re.sub(r"\{(\w+)\}", lambda found: given[found[1]], path) + query


def size() -> int:
    """The largest memory of this process so far, in bytes."""
    text = Path("/proc/self/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+)", text)[0]) * 1024


@pytest.fixture
def longest_step(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """The processor time of the longest step on the loop, by address."""
    longest: dict[str, float] = {}
    add = visitors._meter.add

    def note(payer: Payer, seconds: float) -> None:
        longest[payer.address] = max(longest.get(payer.address, 0.0), seconds)
        add(payer, seconds)

    # The clock of the steps: while the machine does something else, none of them takes longer.
    monkeypatch.setattr(visitors, "time", SimpleNamespace(perf_counter=time.thread_time))
    monkeypatch.setattr(visitors._meter, "add", note)
    return longest


@pytest.mark.long
def test_no_step_of_any_request_keeps_the_loop_for_long(longest_step: dict[str, float]) -> None:
    async def scene() -> None:
        too_long: list[str] = []
        async with serving(UNLIMITED) as here:
            for request in sorted(all_requests(), key=lambda found: found.method == "DELETE"):
                name = f"{request.method} {request.path}"
                body = body_of(name, request.method, request.path, here)
                where = address_of(request.path, here)
                if BUDGETS[name] <= DEAR:
                    # What is loaded once is not what the request costs.
                    await here.bad.request(request.method, where, **body)
                longest_step.clear()
                await here.bad.request(request.method, where, **body)
                if (took := 1000 * longest_step.get(BAD, 0.0)) > MOST_AT_ONCE:
                    too_long.append(f"{name}: {took:.0f} ms")
        assert too_long == []

    asyncio.run(scene())


@pytest.mark.long
def test_the_worst_of_every_request_stays_within_its_budget_and_hinders_nobody() -> None:
    async def scene() -> None:
        too_dear: list[str] = []
        async with serving(UNLIMITED) as here:
            before = size()
            # Signing out comes last.
            for request in sorted(all_requests(), key=lambda found: found.method == "DELETE"):
                name = f"{request.method} {request.path}"
                body = body_of(name, request.method, request.path, here)
                where = address_of(request.path, here)
                here.charged.clear()
                attacks = [
                    asyncio.create_task(here.bad.request(request.method, where, **body))
                    for _ in range(AT_ONCE)
                ]
                answer = await here.good.get("/api/offers")
                assert answer.status_code == 200, name
                answers = await asyncio.gather(*attacks)
                assert all(found.status_code != 500 for found in answers), name
                cost = here.charged.get(BAD, 0.0) * 1000 / AT_ONCE
                if cost > BUDGETS[name]:
                    too_dear.append(f"{name}: {cost:.0f} ms")
                assert set(here.charged) <= {BAD, GOOD}, name
            assert too_dear == []
            assert size() - before < MAX_GROWTH

    asyncio.run(scene())


@pytest.mark.long
def test_the_worst_of_every_command_stays_within_its_budget() -> None:
    async def scene() -> None:
        async with serving(UNLIMITED) as here:
            for kind in get_args(Command):
                command = largest(inspect.type_info(kind))
                asked = {"command_id": new_id(), "command": command}
                here.charged.clear()
                where = f"/api/tables/{here.playing}/commands"
                answers = await asyncio.gather(
                    *(here.bad.post(where, json=asked) for _ in range(AT_ONCE)),
                    here.good.get("/api/offers"),
                )
                assert answers[-1].status_code == 200
                assert all(found.status_code != 500 for found in answers), kind
                cost = here.charged[BAD] * 1000 / AT_ONCE
                assert cost <= COMMANDS[kind.__name__], kind

    asyncio.run(scene())


@pytest.mark.long
def test_the_worst_of_every_command_over_a_socket_is_charged_and_within_its_budget() -> None:
    async def scene() -> None:
        async with serving(UNLIMITED) as here:
            here.charged.clear()
            line = Line(here.app, here.bad, here.playing)
            await line.receive("view")
            await line.hang_up()
            assert 0 < here.charged[BAD] * 1000 <= CHEAP, "what a newcomer is sent"
            for kind in get_args(Command):
                line = Line(here.app, here.bad, here.playing)
                await line.ask({"kind": "ping", "n": 1}, "pong")
                command = largest(inspect.type_info(kind))
                here.charged.clear()
                for _ in range(AT_ONCE):
                    asked = {"kind": "do", "id": new_id(), "command": command}
                    await line.ask(asked, "done", "refused")
                cost = here.charged[BAD] * 1000 / AT_ONCE
                assert 0 < cost <= COMMANDS[kind.__name__], kind
                here.charged.clear()
                await line.ask({"kind": "look"}, "view")
                assert 0 < here.charged[BAD] * 1000 <= CHEAP
                assert (await here.good.get("/api/offers")).status_code == 200
                await line.hang_up()

    asyncio.run(scene())


def test_what_is_generated_is_large_and_of_its_type() -> None:
    for request in all_requests():
        kind = request_body(request.method, request.path)
        if kind is not None:
            made = largest(inspect.type_info(kind))
            assert isinstance(made, dict)
            assert msgspec.json.encode(made)
