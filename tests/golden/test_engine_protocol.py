"""Conversations with ``qwirkle engine``, byte for byte: every op, game, error code and reason.

The program itself is asked, so nothing here depends on where its parts live. What is sent stands
after ``>``, the answer after ``<``. The code ``internal`` is missing, because nothing a client can
send leads to it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

GAMES = ("classic", "colour-blind", "schmidt", "mini", "select", "connect", "combined", "cards")
REASONS = """
no-tiles same-cell-twice no-such-tile occupied off-board not-in-hand played-duplicate
played-mixed not-one-line gap no-contact line-mixed line-duplicate line-too-long
opening-not-largest-set opening-not-on-centre back-to-same-spot no-tile last-tile in-qwirkle
disconnects no-token already-used bag-too-small more-than-six opening-must-place can-place
can-trade must-play-a-card card-removed-from-table card-from-nowhere set-too-small set-duplicate
set-mixed not-your-turn game-over
"""
"""All of the public contract but ``stale``: an act names no moment it is meant for."""

Json = Any


class Conversation:
    """A running engine, and what was said."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.lines: list[str] = []

    def send(self, line: bytes, *, kept: bool = True) -> Json:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer.endswith(b"\n")
        if kept:
            shown = line if len(line) < 2000 else line[:100] + b"... (%d bytes)" % len(line)
            told = re.sub(rb'"backend":"\w+"', b'"backend":"..."', answer)
            self.lines.append(f"> {shown.decode(errors='backslashreplace')}")
            self.lines.append(f"< {told.decode().rstrip()}")
        return json.loads(answer)

    def ask(self, op: str, *, kept: bool = True, **request: Json) -> Json:
        asked = {"id": len(self.lines) // 2 + 1, "op": op, **request}
        return self.send(json.dumps(asked, separators=(",", ":")).encode(), kept=kept)

    def forget(self) -> None:
        """Leave the last question and its answer out of what is compared."""
        del self.lines[-2:]

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


@contextmanager
def engine() -> Iterator[Conversation]:
    process = subprocess.Popen(
        [sys.executable, "-m", "qwirkle", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with process:
        try:
            yield Conversation(process)
        except BaseException:
            process.kill()
            raise
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait() == 0


# Whole games


def question(view: Json) -> dict[str, Json]:
    """The position of a view, as ``best`` wants it: whoever is to move comes first."""
    asked = {"game": view["game"], "options": view["options"], "hand": view["hand"]}
    players = view["players"][view["seat"] :] + view["players"][: view["seat"]]
    if view["family"] == "cards":
        return asked | {
            "table": view["table"],
            "deck": view["deck"],
            "players": [player["cards"] for player in players],
            "qwirkles": [player["qwirkles"] for player in players],
            "opening_cards": view["opening_cards"],
            "turns_left": view["turns_left"],
        }
    return asked | {
        "board": view["board"],
        "bag": view["bag"],
        "scores": [player["score"] for player in players],
        "tokens": players[0]["tokens"],
        "actions": players[0]["actions"],
        "players": [player["tiles"] for player in players],
    }


def special_acts(view: Json) -> Iterator[Json]:
    """Taking a tile and drawing three, with what the seat to move has for it."""
    mover = view["players"][view["seat"]]
    if mover.get("tokens") or "take" in mover.get("actions", ()):
        yield from ({"take": [x, y]} for x, y, _ in view["board"])
    if "draw3" in mover.get("actions", ()):
        yield {"draw3": True}


def play_a_game(talk: Conversation, game: str) -> None:
    """Keep the beginning, every kind of act once, every kind of refusal once, and the end."""
    seats = 2 + GAMES.index(game) % 3
    names, ages = ["Ann", "Ben", "Cem", "Dee"][:seats], [30, 41, 9, 41][:seats]
    opened = talk.ask("new", game=game, players=names, ages=ages, seed=f"golden {game}")
    table, seat = opened["result"]["table"], opened["result"]["views"][0]["turn"]
    talk.ask("act", table=table, seat=(seat + 1) % seats, turn={"pass": True})
    talk.ask("act", table=table, seat=seat, turn={"pass": True})
    first = {"trade": opened["result"]["views"][seat]["hand"][:2]}
    talk.ask("act", table=table, seat=seat, turn={"exchange": True} if game == "cards" else first)
    # Where tiles are laid out from the start, the first turn may be a trade.
    seat = talk.ask("view", table=table, seat=None)["result"]["turn"]
    seen: set[str] = set()
    short: set[bool] = set()
    turns = 0
    while seat is not None:
        view = talk.ask("view", table=table, seat=seat, kept=turns == 3)["result"]
        for act in special_acts(view) if turns > 3 else ():
            kind = next(iter(act))
            if kind in seen:
                continue
            answer = talk.ask("act", table=table, seat=seat, turn=act)["result"]
            if "refused" in answer:
                talk.forget()
                continue
            seen.add(kind)
            talk.ask("act", table=table, seat=seat, turn={"draw3": True})
            talk.ask("act", table=table, seat=seat, turn={"take": [99, 99]})
            view = answer["view"]
            break
        left = min(view.get("bag", view.get("deck")), len(view["hand"]))
        if left < len(view["hand"]) and bool(left) not in short:
            short.add(bool(left))
            turn = {"exchange": True} if game == "cards" else {"trade": view["hand"]}
            talk.ask("act", table=table, seat=seat, turn=turn)
            talk.ask("act", table=table, seat=seat, turn={"pass": True})
        best = talk.ask("best", bot="greedy", seed=1, kept=turns in {0, 3}, **question(view))
        turn = best["result"]["turn"]
        kind = next(iter(turn))
        kept = turns < 3 or kind not in seen
        seen.add(kind)
        answer = talk.ask("act", table=table, seat=seat, turn=turn, kept=kept)["result"]
        turns, seat = turns + 1, answer["view"]["turn"]
    talk.ask("act", table=table, seat=0, turn={"pass": True})
    for who in (*range(seats), None):
        talk.ask("view", table=table, seat=who)
    talk.ask("close", table=table)
    talk.ask("view", table=table, seat=0)


# Questions about positions

LINE: Json = [[x, 0, f"R{shape}"] for x, shape in enumerate("oxdsbc")]
ON_A_BOARD: Json = [[7, 7, "Ro"], [8, 7, "Rs"]]
CARDS: Json = [["Ro", "Rx", "Rd", "Rs"], ["Go", "Bo", "Yo"]]
HAND: Json = ["Ro", "Rs", "Gx", "Gx", "Bc", "Yd"]


def check_placements(talk: Conversation) -> None:
    """One request for each reason against a placement, and some that are legal."""

    def check(board: Json, place: Json, game: str = "classic", **more: Json) -> None:
        talk.ask("check", game=game, board=board, place=place, **more)

    check([], [[0, 0, "Ro"], [1, 0, "Rs"]], hand=HAND)
    check(LINE[:5], [[5, 0, "Rc"]])
    check(LINE[:2], [[2, 0, "Rd"], [3, 0, "Rs"]], hand=["Rd", "Rs"])
    check(LINE[:2], [])
    check(LINE[:2], [[2, 0, "Zz"], [3, 0, "Q"]])
    check(LINE[:2], [[2, 0, "Rd"], [2, 0, "Rs"]])
    check(LINE[:2], [[1, 0, "Rd"]])
    check(LINE[:2], [[2, 0, "Rd"]], hand=HAND)
    check(LINE[:2], [[2, 0, "Rd"], [3, 0, "Rd"]])
    check(LINE[:2], [[2, 0, "Rd"], [3, 0, "Gs"], [4, 0, "Bb"]])
    check(LINE[:2], [[2, 0, "Rd"], [2, 1, "Rs"], [3, 1, "Rb"]])
    check(LINE[:2], [[2, 0, "Rd"], [4, 0, "Rs"]])
    check(LINE[:2], [[9, 9, "Rd"]])
    check(LINE[:2], [[2, 0, "Gd"]])
    check(LINE[:2], [[2, 0, "Ro"]])
    check(LINE, [[6, 0, "Ro"]])
    check([], [[0, 0, "Ro"]], hand=HAND)
    check([], [[0, 0, "Gx"], [9, 9, "Ro"]], hand=HAND)
    check(LINE[:1], [[10_000, 0, "Rs"]])
    for game in ("mini", "select", "connect", "combined"):
        check(ON_A_BOARD, [[9, 7, "Rd"]], game)
        check(ON_A_BOARD, [[16, 7, "Rd"]], game)
        check(ON_A_BOARD, [[-1, -1, "Gd"], [0, 16, "Gs"]], game)
        check([], [[0, 0, "Ro"], [1, 0, "Rs"]], game, hand=HAND)
    square = [*LINE, [0, 1, "Go"]]
    for game in ("mini", "select", "combined"):
        check(square, [[1, 1, "Yo"]], game, take=[3, 0])
        check(square, [[1, 1, "Yo"]], game, take=[9, 9])
        check(square, [[1, 1, "Yo"]], game, take=[0, 1], tokens=0, actions=[])
        check(ON_A_BOARD[:1], [[7, 8, "Ro"]], game, take=[7, 7])
        check([*ON_A_BOARD, [9, 7, "Rd"]], [[9, 8, "Rb"]], game, take=[8, 7])
        check([*ON_A_BOARD, [9, 7, "Rd"]], [[9, 7, "Rd"]], game, take=[9, 7])
        check([*ON_A_BOARD, [9, 7, "Rd"]], [[9, 7, "Rx"]], game, take=[9, 7])
    check([[3, 3, "Ro"]], [[4, 3, "Rs"]], "connect", squares={"1": [[4, 3]], "2": [[2, 3]]})
    check([[3, 3, "Ro"]], [[4, 3, "Rs"]], "select", squares={"star": [[4, 3]]}, stars_left=[])


def list_placements(talk: Conversation) -> None:
    """What can be placed, and what each bot would do; those that think by time are left out."""
    for game in GAMES[:-1]:
        if game not in {"connect", "combined"}:  # where the table is never empty
            talk.ask("moves", game=game, board=[], hand=["Ro", "Rs", "Gx"])
        talk.ask("moves", game=game, board=ON_A_BOARD, hand=["Rd", "Rx"])
    for game in ("mini", "select", "combined"):
        talk.ask("moves", game=game, board=ON_A_BOARD, hand=["Gs"], take=[7, 7])
    asked: Json = {"game": "classic", "board": ON_A_BOARD, "hand": HAND}
    for bot in ("random", "greedy", "value", "sim:samples=2", "level:1", "level:4"):
        talk.ask("best", bot=bot, seed="golden", **asked)
    for bag in (5, 0):
        talk.ask("best", **(asked | {"hand": ["Gx"]}), bag=bag, bot="greedy", seed=1)
    cards = {"game": "cards", "table": CARDS, "hand": ["Rb", "Rc", "Rx"]}
    for bot in ("random", "greedy", "value", "level:3"):
        talk.ask("best", bot=bot, seed="golden", **cards)


def ask_about_cards(talk: Conversation) -> None:
    for hand, after in (
        (["Rb", "Rc"], [["Ro", "Rx", "Rd", "Rs", "Rb", "Rc"], ["Go", "Bo", "Yo"]]),
        (["Rb", "Rc"], CARDS),
        (["Rb", "Rc"], [["Ro", "Rx", "Rd", "Rb"], ["Go", "Bo", "Yo"]]),
        (["Rb", "Rc"], [["Ro", "Rx", "Rd", "Rs"], ["Go", "Bo", "Yo", "Po"]]),
        (["Rb", "Rc"], [["Ro", "Rx", "Rd", "Rs"], ["Go", "Bo", "Yo"], ["Rb", "Rc"], []]),
        (["Rb", "Ro"], [["Ro", "Ro", "Rx", "Rd", "Rs"], ["Go", "Bo", "Yo"]]),
        (["Rb", "Gx"], [["Ro", "Rx", "Rd", "Rs", "Gx"], ["Go", "Bo", "Yo"]]),
        (["Rb"], [["Ro", "Rx", "Rd", "Rs", "Zz"], ["Go", "Bo", "Yo"]]),
    ):
        talk.ask("cards.check", table=CARDS, hand=hand, after=after)
    talk.ask("cards.best", table=CARDS, hand=["Rb", "Rc", "Po", "Oo", "Ro"])
    talk.ask("cards.best", table=[], hand=["Ro", "Gx"])


def make_mistakes(talk: Conversation) -> None:
    """Lines that are no requests, requests that mean nothing, and turns that nobody may play."""
    wrong: Json
    for line in (b"", b"{", b"\xff\xfe", b"[" * 50_000, b"7", b"[]", b"{}", b'{"id":"x","op":7}'):
        talk.send(line)
    talk.send(b'{"id":123456789012345678901234567890,"op":"hello"}')
    talk.ask("hello")
    talk.ask("fly")
    position: Json = {"game": "classic", "board": LINE[:2], "hand": HAND}
    for op in (
        "moves",
        "check",
        "best",
        "new",
        "act",
        "view",
        "close",
        "cards.check",
        "cards.best",
    ):
        talk.ask(op)
    for wrong in (
        {"game": "chess"},
        {"game": 7},
        {"game": "cards"},
        {"options": []},
        {"options": {"wings": True}},
        {"board": 7},
        {"board": [[0, 0]]},
        {"board": [[0, 0, "Zz"]]},
        {"board": [[0, 0, "Ro"], [0, 0, "Rs"]]},
        {"board": [[0, 0, "Ro"], [1, 0, "Gs"]]},
        {"game": "select", "board": [[16, 0, "Ro"]]},
        {"board": [[x, 0, "Ro"] for x in range(109)]},
        {"hand": 7},
        {"hand": [7]},
        {"hand": ["Zz"]},
        {"hand": ["Ro"] * 31},
        {"bag": -1},
        {"bag": 109},
        {"unseen": ["Zz"]},
        {"scores": [1]},
        {"scores": [1, "2"]},
        {"tokens": -1},
        {"tokens": 109},
        {"actions": ["fly"]},
        {"take": [0, 0]},
        {"take": [0]},
        {"game": "select", "take": [0]},
        {"squares": {"1": []}},
        {"game": "select", "squares": []},
        {"game": "select", "squares": {"3": []}},
        {"game": "select", "squares": {"1": 7}},
        {"game": "select", "squares": {"1": [[0, 16]]}},
        {"game": "select", "stars_left": 7},
        {"game": "select", "stars_left": [[7, 8]]},
    ):
        talk.ask("moves", **(position | wrong))
    for wrong in (
        {"bot": 7},
        {"bot": "x"},
        {"bot": "process:./mybot"},
        {"bot": "python:module:Class"},
        {"bot": "level:99"},
        {"ms": 0},
        {"seed": 0.5},
        {"hand": []},
        {"players": [6]},
        {"players": [6, 31]},
    ):
        talk.ask("best", **(position | {"bot": "greedy", "seed": 1} | wrong))
    talk.ask("check", **(position | {"place": 7}))
    talk.ask("check", **(position | {"place": [[0, "Ro"]]}))
    cards: Json = {"game": "cards", "table": CARDS, "hand": ["Rb"], "seed": 1}
    for wrong in (
        {"table": [["Ro", "Gx", "Bs"]]},
        {"table": [["Ro", "Zz"]]},
        {"hand": ["Ro"] * 10},
        {"hand": ["Ro"] * 3},
        {"deck": 108},
        {"qwirkles": [[]]},
        {"opening_cards": 5},
        {"turns_left": 9},
    ):
        talk.ask("best", **(cards | wrong))
    talk.ask("cards.check", table=CARDS, hand=[], after=[["Ro", 7]])
    talk.ask("cards.best", table=CARDS, hand=["Ro"] * 4)
    for wrong in (
        {"players": 0},
        {"players": 9},
        {"players": [7]},
        {"players": ["Ann"]},
        {"players": ["Ann", "Ann"]},
        {"ages": [1]},
        {"ages": ["a", "b"]},
        {"seed": []},
        {"options": {"idle-rounds": "many"}},
    ):
        talk.ask("new", **({"game": "classic", "players": 2, "seed": 1} | wrong))
    for game in ("classic", "mini", "cards"):
        opened = talk.ask("new", game=game, players=2, seed=1)["result"]
        table, seat = opened["table"], opened["views"][0]["turn"]
        for wrong in (7, {}, {"fly": True}, {"place": [], "trade": []}, {"pass": False}):
            talk.ask("act", table=table, seat=seat, turn=wrong)
        for wrong in ({"place": 7}, {"trade": 7}, {"take": 7}, {"draw3": True, "take": [0, 0]}):
            talk.ask("act", table=table, seat=seat, turn=wrong)
        for wrong in ({"trade": []}, {"trade": ["Ro"] * 7}, {"take": [0, 0]}, {"draw3": True}):
            talk.ask("act", table=table, seat=seat, turn=wrong)
        talk.ask("act", table=table, seat=seat, turn={"after": [["Zz"]]})
        talk.ask("act", table=table, seat=9, turn={"pass": True})
        talk.ask("act", table=table, seat=None, turn={"pass": True})
        talk.ask("view", table=table, seat="0")


CONVERSATIONS = (check_placements, list_placements, ask_about_cards, make_mistakes)


@pytest.mark.parametrize("game", GAMES)
def test_a_game(game: str, snapshot: SnapshotAssertion) -> None:
    with engine() as talk:
        play_a_game(talk, game)
        assert talk.text() == snapshot


@pytest.mark.parametrize("converse", CONVERSATIONS, ids=lambda converse: converse.__name__)
def test_a_conversation(
    converse: Callable[[Conversation], None], snapshot: SnapshotAssertion
) -> None:
    with engine() as talk:
        converse(talk)
        assert talk.text() == snapshot


def test_every_reason_and_every_error_is_in_a_conversation() -> None:
    folder = Path(__file__).parent / "__snapshots__" / Path(__file__).stem
    text = "".join(path.read_text("utf-8") for path in folder.iterdir())
    found = re.findall(r'"reasons":(\[[^]]*\])', text)
    assert {reason for reasons in found for reason in json.loads(reasons)} == set(REASONS.split())
    assert set(re.findall(r'"error":{"code":"([\w-]+)"', text)) == {
        "bad-json",
        "bad-request",
        "unknown-op",
    }
