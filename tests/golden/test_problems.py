"""What a server answers to requests that it refuses: status, headers and body, byte for byte.

A real server is asked, so nothing here depends on the framework it is made with. Ids that differ
from run to run are replaced by names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from syrupy.assertion import SnapshotAssertion

from qwirkle.server.schema import FILE
from server.served import served

PATHS: dict[str, dict[str, Any]] = dict(
    sorted(json.loads(FILE.read_text("utf-8"))["paths"].items())
)
SHOWN = ("content-type", "allow", "retry-after")
BODIES = {
    "no body": b"",
    "no JSON": b"{",
    "a number": b"7",
    "an empty object": b"{}",
    "an unknown field": b'{"wings":true}',
}
OWN_HEADER = {"X-Qwirkle": "1"}
PHRASES = {
    "Unprocessable Content": "Unprocessable Entity",
    "Content Too Large": "Request Entity Too Large",
}
"""Python 3.13 has new phrases for two statuses."""
Json = Any


class Visitor:
    """Somebody with cookies, and what the server answered."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=60)
        self.lines: list[str] = []
        self.names = dict(PHRASES)

    def ask(self, method: str, path: str, about: str = "", **request: Json) -> httpx.Response:
        request.setdefault("headers", OWN_HEADER)
        answer = self.http.request(method, path, **request)
        self.lines.append(f"> {method} {path}" + (f" ({about})" if about else ""))
        self.lines.append(f"< {answer.status_code}")
        if answer.is_error:
            found = {name: answer.headers[name] for name in SHOWN if name in answer.headers}
            if "allow" in found:
                found["allow"] = ", ".join(sorted(re.split(", *", found["allow"])))
            self.lines += [*(f"< {name}: {value}" for name, value in found.items()), answer.text]
        return answer

    def post(self, path: str, body: Json) -> httpx.Response:
        text = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
        shown = text if len(text) < 500 else f"{text[:100]}... ({len(text)} characters)"
        return self.ask("POST", path, shown, content=text.encode())

    def text(self) -> str:
        text = "\n".join(self.lines) + "\n"
        for found, name in self.names.items():
            text = text.replace(found, name)
        return text


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("server")) as server:
        yield server.address


@pytest.fixture
def visitor(address: str) -> Iterator[Visitor]:
    somebody = Visitor(address)
    with somebody.http:
        yield somebody


def operations() -> Iterator[tuple[str, str]]:
    """Every request of the API, about things that are not there."""
    values = {"game": "chess", "step": "9", "number": "9", "day": "1999-01-01"}
    for path, methods in PATHS.items():
        named = re.sub(r"{(\w+)}", lambda found: values.get(found[1], "nothing"), path)
        for method in methods:
            yield method.upper(), named


def test_requests_that_make_no_sense(visitor: Visitor, snapshot: SnapshotAssertion) -> None:
    for method, path in operations():
        if method == "GET":
            visitor.ask(method, path)
            continue
        visitor.ask(method, path, "without our header", headers={})
        if path != "/api/network":  # which would open the server to others
            for about, body in BODIES.items():
                visitor.ask(method, path, about, content=body)
    assert visitor.text() == snapshot


def test_requests_that_are_not_for_this_server(
    visitor: Visitor, snapshot: SnapshotAssertion
) -> None:
    visitor.ask("GET", "/api/nothing")
    visitor.ask("DELETE", "/api/tables")
    visitor.ask("PUT", "/api/tables/nothing/commands")
    visitor.ask("POST", "/api/tables", "too large", content=b" " * 70_000)
    visitor.ask("POST", "/api/session", "no UTF-8", content=b"\xff\xfe")
    visitor.ask("POST", "/api/session", "nested deeply", content=b"[" * 60_000)
    for media in ("text/plain", "application/x-www-form-urlencoded", "image/png"):
        headers = {**OWN_HEADER, "Content-Type": media}
        visitor.ask("POST", "/api/tables", media, headers=headers, content=b"{}")
    for origin in ("https://other.example", "null"):
        headers = {**OWN_HEADER, "Origin": origin}
        visitor.ask("POST", "/api/tables", origin, headers=headers, content=b"{}")
    visitor.ask("GET", "/api/offers", "no host", headers={"Host": "a b"})
    for query in ("limit=x", "limit=0", "before=x"):
        visitor.ask("GET", f"/api/account/history?{query}")
    for query in ("listing=x", "listing=open&before=x", "before=1"):
        visitor.ask("GET", f"/api/tables?{query}")
    for day in ("today", "2026-13-01", "9999-01-01"):
        visitor.ask("GET", f"/api/puzzles/{day}")
    visitor.ask("GET", "/api/boards?game=cards")
    visitor.ask("GET", "/api/lessons/classic/nothing")
    for media, body in (("image/jpeg", b"no picture"), ("image/gif", b"GIF89a")):
        headers = {**OWN_HEADER, "Content-Type": media}
        visitor.ask("POST", "/api/photos?game=classic", media, headers=headers, content=body)
    assert visitor.text() == snapshot


ANN, BEN = {"kind": "person", "name": "Ann"}, {"kind": "person"}
OPENINGS: tuple[Json, ...] = (
    {"seats": []},
    {"seats": [ANN] * 5},
    {"seats": [ANN, {"kind": "robot"}]},
    {"seats": [ANN, {"kind": "bot", "bot": "process:./mybot"}]},
    {"seats": [ANN, {"kind": "bot", "bot": "level:99"}]},
    {"seats": [ANN, {"kind": "bot", "bot": "sim:ms=99999"}]},
    {"seats": [{"kind": "bot", "bot": "greedy"}] * 2},
    {"seats": [{"kind": "person", "name": ""}, {"kind": "person", "name": "x" * 99}]},
    {"seats": [ANN, {"kind": "person", "name": "you"}]},
    {"seats": [ANN, ANN]},
    {"seats": [ANN, BEN], "game": "chess"},
    {"seats": [ANN, BEN], "options": {"wings": True}},
    {"seats": [ANN, BEN], "house_rule": "hand = "},
    {"seats": [ANN, BEN], "house_rule": 'based_on = "classic"\nid = "x"\nname = "X"\nhand = 99'},
    {"seats": [ANN, BEN], "clock": {"per": "turn", "ms": 1}},
    {"seats": [ANN, BEN], "clock": {"per": "turn", "ms": 60_000, "added_ms": 1}},
    {"seats": [ANN, BEN], "clock": {"per": "week", "ms": 1}},
    {"seats": [ANN, BEN], "patience_ms": 1},
    {"seats": [ANN, BEN], "position": "nonsense"},
    {"seats": [ANN, BEN], "position": "x" * 9000},
    {"seats": [ANN] * 3, "position": "classic 0,0:RoRsRb GoGsGbBxBdBc ? 12-9 2"},
    {"seats": [ANN, BEN], "position": "classic 0,0:RoRsRo GoGsGbBxBdBcYc ? 12-99999 2"},
    {"seats": [ANN, BEN], "listing": "quick"},
    {"seats": [ANN, BEN], "series": "best-of-9"},
)


def test_tables_that_cannot_be_opened(visitor: Visitor, snapshot: SnapshotAssertion) -> None:
    visitor.http.get("/api/offers")
    for number, opening in enumerate(OPENINGS):
        table = {"do": "open-table", **opening}
        visitor.post("/api/tables", {"command_id": f"c{number}", "table": table})
    visitor.post("/api/tables", {"command_id": "", "table": {"do": "open-table", "seats": []}})
    for record in ("", "Qwirkle-Record: 1\n", "Qwirkle-Record: 1\nGame: classic\n", "x" * 50_001):
        visitor.post("/api/tables/saved", {"command_id": "s", "record": record})
    for terms in ({"game": "chess"}, {"clock": {"per": "turn", "ms": 1}}, {"wings": 1}):
        visitor.post("/api/swiss", {"command_id": "t", "name": "Ann", "terms": terms})
    assert visitor.text() == snapshot


LOBBY: tuple[Json, ...] = (
    {"do": "play", "turn": {"pass": True}},
    {"do": "start"},
    {"do": "resign"},
    {"do": "rematch"},
    {"do": "take-back"},
    {"do": "vote", "agree": True},
    {"do": "call-vote", "about": "end"},
    {"do": "call-vote", "about": "the weather"},
    {"do": "react", "what": "rude"},
    {"do": "sit", "name": "Ann", "seat": 1},
    {"do": "sit", "name": "Ben", "seat": 0},
    {"do": "sit", "name": "Ben", "seat": 7},
    {"do": "sit", "name": "\u200b"},
    {"do": "stand", "seat": 1},
    {"do": "stand", "seat": 7},
    {"do": "plan-seat", "seat": 1, "kind": "bot", "bot": "x"},
    {"do": "fly"},
    {"turn": {}},
)
TURNS: tuple[Json, ...] = (
    {},
    {"fly": True},
    {"pass": True},
    {"place": []},
    {"place": [[0, 0]]},
    {"place": [[0, 0, "Zz"]]},
    {"place": [[0, 0, "Ro"], [9, 9, "Gx"]]},
    {"trade": ["Ro"] * 7},
    {"take": [0, 0]},
    {"draw3": True},
    {"after": []},
    {"place": "x", "trade": 7},
)
PLAYING: tuple[Json, ...] = (
    {"do": "play", "turn": 7},
    {"do": "play", "turn": {"pass": True}, "seat": 1},
    {"do": "start"},
    {"do": "close"},
    {"do": "sit", "name": "Dee"},
    {"do": "stand", "seat": 0},
    {"do": "take-back"},
    {"do": "vote", "agree": True},
    {"do": "call-vote", "about": "remove"},
    {"do": "rematch"},
)


def open_table(visitor: Visitor, seats: Json, command_id: str) -> str:
    table = {"do": "open-table", "seats": seats, "hints": False, "game": "classic"}
    body = {"command_id": command_id, "table": table}
    found = str(visitor.http.post("/api/tables", json=body, headers=OWN_HEADER).json()["table"])
    visitor.names[found] = f"TABLE-{command_id}"
    return found


def test_commands_that_a_table_refuses(visitor: Visitor, snapshot: SnapshotAssertion) -> None:
    visitor.http.get("/api/offers")
    table = open_table(visitor, [ANN, BEN], "lobby")
    path = f"/api/tables/{table}"
    for number, command in enumerate(LOBBY):
        visitor.post(f"{path}/commands", {"command_id": f"c{number}", "command": command})
    visitor.post(
        f"{path}/commands", {"command_id": "s", "command": {"do": "start"}, "expected_seq": 9}
    )
    for question, body in (
        ("preview", {"turn": {}}),
        ("arrange", {"cards": []}),
        ("hint", {}),
        ("review", {}),
        ("save", {"command_id": "q"}),
        ("recover", {"command_id": "q", "token": "x"}),
        ("review/9/try", {"turn": {"pass": True}}),
    ):
        visitor.post(f"{path}/{question}", body)
    for question in ("record", "record?seat=7", "review", "events?since=x", "rivalries"):
        visitor.ask("GET", f"{path}/{question}")
    visitor.ask("POST", f"{path}/mute")
    ben = Visitor(str(visitor.http.base_url))
    with ben.http:
        ben.names = visitor.names
        ben.http.get("/api/offers")
        for number, command in enumerate(LOBBY[:4]):
            ben.post(f"{path}/commands", {"command_id": f"b{number}", "command": command})
        ben.ask("GET", f"{path}/record?seat=0")
        for method in ("GET", "POST", "DELETE"):
            ben.ask(method, f"{path}/mute")
        visitor.lines += ["# somebody else", *ben.lines]
    assert visitor.text() == snapshot


def test_turns_that_a_game_refuses(visitor: Visitor, snapshot: SnapshotAssertion) -> None:
    visitor.http.get("/api/offers")
    # The tiles of a table are anybody's guess; a position is not.
    seats = [ANN, {"kind": "person", "name": "Ben"}]
    line = "classic 0,0:RoRsRb GoGsGbBxBdBc ? 12-9 1"
    opening = {"do": "open-table", "seats": seats, "position": line, "hints": False}
    body = {"command_id": "open", "table": opening}
    table = visitor.http.post("/api/tables", json=body, headers=OWN_HEADER).json()["table"]
    visitor.names[table] = "TABLE"
    path = f"/api/tables/{table}"
    start = {"command_id": "start", "command": {"do": "start"}}
    assert visitor.http.post(f"{path}/commands", json=start, headers=OWN_HEADER).is_success
    for turn in (*TURNS, {"place": [[3, 0, "Go"]]}):
        play = {"command_id": "play", "command": {"do": "play", "turn": turn}}
        visitor.post(f"{path}/commands", play)
        visitor.post(f"{path}/preview", {"turn": turn})
    for number, command in enumerate(PLAYING):
        visitor.post(f"{path}/commands", {"command_id": f"c{number}", "command": command})
    visitor.post(f"{path}/arrange", {"cards": ["Ro"]})
    visitor.post(f"{path}/hint", {})
    visitor.post(f"{path}/recover", {"token": "x", "command_id": "r"})
    resign = {"command_id": "resign", "command": {"do": "resign"}}
    assert visitor.http.post(f"{path}/commands", json=resign, headers=OWN_HEADER).is_success
    for number, command in enumerate(PLAYING):
        visitor.post(f"{path}/commands", {"command_id": f"d{number}", "command": command})
    visitor.post("/api/analysis/best", {"position": "classic 0,0:RoRsRo GoGs ? 12-9 2"})
    assert visitor.text() == snapshot


def test_commands_that_a_tournament_refuses(visitor: Visitor, snapshot: SnapshotAssertion) -> None:
    visitor.http.get("/api/offers")
    opening = {"command_id": "t", "name": "Ann"}
    opened = visitor.http.post("/api/swiss", json=opening, headers=OWN_HEADER).json()
    visitor.names[opened["tournament"]] = "TOURNAMENT"
    commands: tuple[Json, ...] = (
        {"do": "begin"},
        {"do": "next", "round": 1},
        {"do": "leave", "player": "nobody"},
        {"do": "join", "name": ""},
        {"do": "fly"},
    )
    for number, command in enumerate(commands):
        body = {"command_id": f"c{number}", "command": command}
        visitor.post(f"/api/swiss/{opened['tournament']}/commands", body)
    assert visitor.text() == snapshot


def test_accounts_that_are_refused(visitor: Visitor, snapshot: SnapshotAssertion) -> None:
    visitor.http.get("/api/offers")
    for name, password in (
        ("", "as long as it is secret"),
        ("x" * 99, "as long as it is secret"),
        ("you", "as long as it is secret"),
        ("Ann", "short"),
        ("Ann", "aaaaaaaaaaaaaa"),
        ("Ann", "x" * 2000),
        ("Ann", "as long as it is secret"),
        ("ANN", "as long as it is secret"),
    ):
        visitor.post("/api/accounts", {"name": name, "password": password})
    visitor.post("/api/session", {"name": "Ann", "password": "wrong wrong wrong"})
    visitor.post("/api/account/password", {"old": "wrong wrong wrong", "new": "another secret"})
    visitor.post("/api/account/reset", {"token": "x", "new": "another secret"})
    visitor.post("/api/account/removal", {"password": "wrong wrong wrong"})
    visitor.post("/api/account/mail", {"address": "nowhere", "language": "en"})
    visitor.post("/api/quick", {"command_id": "q", "game": "chess"})
    assert visitor.text() == snapshot
