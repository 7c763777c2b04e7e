"""The dispatcher of the engine protocol: one JSON line in, exactly one out.

No input ends the process, and nothing a seat may not know leaves it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import BinaryIO

import msgspec

import qwirkle
from qwirkle.engine import backend
from qwirkle.engine.legal import placements
from qwirkle.errors import IllegalTurn, QwirkleError
from qwirkle.players import bot_names
from qwirkle.protocol.server import cards
from qwirkle.protocol.server.best import best, read_seed
from qwirkle.protocol.server.positions import (
    MOST_HELD,
    check_lines,
    read_position,
    requested_edition,
)
from qwirkle.protocol.shapes import AnyGame, Illegal, Refusals, write_refusals, write_view
from qwirkle.protocol.shapes.turns import read_turn
from qwirkle.protocol.shapes.values import BadRequest, Json, read_placed
from qwirkle.rules.dealing import Dealer, SeedDealer
from qwirkle.rules.family import (
    GAMES,
    AnyState,
    begin,
    decide,
    view,
)
from qwirkle.rules.placement.referee import judge

PROTOCOL = 1
MOST_TABLES = 10_000
"""Tables that may be open at the same time; each takes a few kB."""
MOST_MOVES = 100_000
"""Placements in one answer."""


class UnknownOp(QwirkleError):
    """A request for an operation that the protocol does not have."""


class _Table:
    """A game that was opened with ``new``."""

    def __init__(self, state: AnyState, dealer: Dealer) -> None:
        self.state = state
        self.dealer = dealer


class Engine:
    """An engine that answers requests and keeps the tables opened by them."""

    def __init__(self) -> None:
        self._tables: dict[str, _Table] = {}
        self._opened = 0
        self._ops: dict[str, Callable[[Mapping[str, Json]], object]] = {
            "hello": self._hello,
            "moves": self._moves,
            "check": self._check,
            "best": best,
            "new": self._new,
            "act": self._act,
            "view": self._view,
            "close": self._close,
            "cards.check": cards.check,
            "cards.best": cards.best,
        }

    def answer_line(self, line: bytes) -> bytes:
        """Return the answer to one line, without its line break."""
        try:
            request = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return _error(None, "bad-json", "this line is not JSON")
        return self._answer(request)

    def _answer(self, request: Json) -> bytes:
        name = request.get("id") if isinstance(request, dict) else None
        try:
            return _encode({"id": name, "result": self._result(request)})
        except UnknownOp as error:
            return _error(name, "unknown-op", str(error))
        except (QwirkleError, RecursionError, OverflowError) as error:
            return _error(name, "bad-request", str(error) or "this request is out of bounds")
        except Exception:  # a client must get an answer, and never a traceback
            return _error(name, "internal", "something went wrong inside the engine")

    def _result(self, request: Json) -> object:
        if not isinstance(request, dict):
            raise BadRequest("a request must be an object")
        op = request.get("op")
        if not isinstance(op, str):
            raise BadRequest("op must be the name of an operation")
        if op not in self._ops:
            raise UnknownOp(f"there is no op “{op[:40]}”; the ops are {', '.join(self._ops)}")
        return self._ops[op](request)

    def _hello(self, _: Mapping[str, Json]) -> dict[str, Json]:
        return {
            "name": "qwirkle",
            "version": qwirkle.__version__,
            "protocol": PROTOCOL,
            "backend": backend(),
            "games": list(GAMES),
            "bots": list(bot_names()),
        }

    def _moves(self, request: Mapping[str, Json]) -> dict[str, Json]:
        asked = read_position(request, need_hand=True)
        check_lines(asked.board)
        if len(asked.hand or ()) > MOST_HELD:
            raise BadRequest(f"hand must have at most {MOST_HELD} tiles")
        found = placements(asked.board, asked.hand or (), asked.demands())
        if len(found) > MOST_MOVES:
            raise BadRequest(f"there are more than {MOST_MOVES} placements; give a smaller hand")
        return {"moves": [{"place": sorted(move.tiles), "points": move.points} for move in found]}

    def _check(self, request: Mapping[str, Json]) -> Illegal | dict[str, Json]:
        asked = read_position(request, need_hand=False)
        try:
            placed = read_placed(request.get("place"), "place")
        except IllegalTurn as error:
            return write_refusals(error.refusals, Illegal)
        verdict = asked.taking or judge(asked.board, placed, asked.hand, asked.demands())
        if isinstance(verdict, tuple):
            return write_refusals(verdict, Illegal)
        return {
            "legal": True,
            "points": verdict.points,
            "lines": verdict.lines,
            "bonus": verdict.bonus,
            "stars": [cell for cell in verdict.stars if cell in asked.stars_left],
        }

    def _new(self, request: Mapping[str, Json]) -> dict[str, Json]:
        rules = requested_edition(request)
        players = _players(request.get("players"))
        dealer = SeedDealer(read_seed(request))
        state = begin(rules, players, dealer, _ages(request.get("ages"))).state
        if len(self._tables) >= MOST_TABLES:
            raise BadRequest(f"{MOST_TABLES} tables are open; close one")
        self._opened += 1
        name = f"t{self._opened}"
        self._tables[name] = _Table(state, dealer)
        views = [write_view(view(state, seat)) for seat in range(len(players))]
        return {"table": name, "views": views}

    def _act(self, request: Mapping[str, Json]) -> dict[str, Json]:
        table = self._table(request)
        seat = _seat(request.get("seat"), table.state)
        if seat is None:
            raise BadRequest("seat must be the number of a seat, from 0 on")
        try:
            turn = read_turn(request.get("turn"), table.state)
            decision = decide(table.state, seat, turn, table.dealer)
        except IllegalTurn as error:
            return {"refused": write_refusals(error.refusals, Refusals)}
        table.state = decision.state
        return {
            "events": [event.seen_by(seat) for event in decision.events],
            "view": write_view(view(table.state, seat)),
        }

    def _view(self, request: Mapping[str, Json]) -> AnyGame:
        table = self._table(request)
        return write_view(view(table.state, _seat(request.get("seat"), table.state)))

    def _close(self, request: Mapping[str, Json]) -> dict[str, Json]:
        self._table(request)
        del self._tables[str(request["table"])]
        return {"closed": True}

    def _table(self, request: Mapping[str, Json]) -> _Table:
        name = request.get("table")
        if not isinstance(name, str) or name not in self._tables:
            raise BadRequest("table must be the id of a table opened with new")
        return self._tables[name]


def serve(lines: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line until the input ends."""
    engine = Engine()
    for line in lines:
        answers.write(engine.answer_line(line) + b"\n")
        answers.flush()


def _error(name: Json, code: str, message: str) -> bytes:
    return _encode({"id": name, "error": {"code": code, "message": message}})


def _encode(answer: dict[str, Json]) -> bytes:
    try:
        return msgspec.json.encode(answer)
    except OverflowError:
        # msgspec writes whole numbers of at most 64 bits, and an id may be any number.
        return json.dumps(msgspec.to_builtins(answer), separators=(",", ":")).encode()


def _players(value: Json) -> list[str]:
    match value:
        case bool():
            pass
        case int(count) if 0 < count <= 10:
            return [f"player {seat + 1}" for seat in range(count)]
        case [*names] if names and all(isinstance(name, str) for name in names):
            return [str(name) for name in names]
    raise BadRequest("players must be a number of players or a list of their names")


def _ages(value: Json) -> list[int] | None:
    if value is None:
        return None
    if isinstance(value, list) and all(
        isinstance(age, int) and not isinstance(age, bool) for age in value
    ):
        return list(value)
    raise BadRequest("ages must be a list with one whole number per player")


def _seat(value: Json, state: AnyState) -> int | None:
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(state.seats):
        return value
    raise BadRequest(f"seat must be null or a number from 0 to {len(state.seats) - 1}")
