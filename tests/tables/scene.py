"""Tables, devices and time to play with in tests of the service."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from qwirkle.engine.legal import legal_turns
from qwirkle.errors import Refused
from qwirkle.players import bot
from qwirkle.protocol.shapes.turns import write_turn
from qwirkle.rules.family import AnyTurn, AnyView, view
from qwirkle.tables.core import commands as c
from qwirkle.tables.core import events as e
from qwirkle.tables.core.decide import decide, open_table
from qwirkle.tables.core.decide.decision import TableDecision
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.evolve import TableFold, fold_table
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.core.state import Table

START = 1_800_000_000_000
"""When tests begin: some day in 2027."""


class Numbered:
    """Secrets that are the same in every run."""

    def __init__(self, name: str = "") -> None:
        self._name = name
        self._count = 0

    def seed(self) -> str:
        return hashlib.sha256(self._next().encode()).hexdigest()

    def table(self) -> str:
        return hashlib.sha256(self._next().encode()).hexdigest()[:20]

    def _next(self) -> str:
        self._count += 1
        return f"{self._name} {self._count}"


def device(name: str, account: str | None = None) -> c.Actor:
    """A device with a secret of its own."""
    return c.Actor(hashlib.sha256(name.encode()).hexdigest(), account)


class Scene:
    """One table, without a store: what happens is kept in ``log``."""

    def __init__(self, opening: c.OpenTable, host: c.Actor, name: str = "") -> None:
        self.now = START
        self.secrets = Numbered(name)
        decision = open_table(host, opening, self.now, self.secrets)
        self.log: list[tuple[e.AnyTableEvent, int]] = []
        self.table = self._keep(decision)

    def do(self, actor: c.Actor | None, command: c.AnyCommand, **how: Any) -> TableDecision:
        """Let something happen."""
        decision = self._decide(actor, command, **how)
        self.table = self._keep(decision)
        return decision

    def refusal(self, actor: c.Actor | None, command: c.AnyCommand, **how: Any) -> tuple[str, ...]:
        """The reasons why something may not be; nothing changes."""
        before = frozen(self.table)
        with pytest.raises(Refused) as refusal:
            self._decide(actor, command, **how)
        assert frozen(self.table) == before
        assert all(each.message for each in refusal.value.refusals)
        return refusal.value.reasons

    def _decide(self, actor: c.Actor | None, command: c.AnyCommand, **how: Any) -> TableDecision:
        how["earlier"] = lambda count: TableFold.of(self.log).game_before(count)
        return decide(self.table, actor, command, self.now, self.secrets, **how)

    def play_on(self, devices: Sequence[c.Actor], turns: int = 10_000, seconds: int = 1) -> None:
        """Let everybody play by greed, bots and persons alike."""
        for _ in range(turns):
            seat = self.table.to_move
            if seat is None:
                return
            self.now += 1000 * seconds
            turn = greedy_turn(view(game_of(self.table), seat))
            if self.table.seats[seat].kind == "bot":
                self.do(None, c.BotPlays(seat, turn, game_of(self.table).seq))
            else:
                owner = next(device for device in devices if seat in self.table.held_by(device.key))
                self.do(owner, c.Play(written(turn), seat))

    def _keep(self, decision: TableDecision) -> Table:
        self.log += [(event, self.now) for event in decision.events]
        # What is stored reads back and folds to the very same table.
        stored = [(e.read_event(e.write_event(event)), at) for event, at in self.log]
        assert frozen(fold_table(stored)) == frozen(decision.state)
        return decision.state


def two_persons(game: str = "classic", **more: Any) -> tuple[Scene, c.Actor, c.Actor]:
    """Ann and Ben at a started table."""
    ann, ben = device("Ann"), device("Ben")
    seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
    scene = Scene(c.OpenTable(seats, game, **more), ann)
    scene.do(ben, c.Sit("Ben"))
    scene.do(ann, c.Start())
    return scene, ann, ben


def many_persons(count: int, game: str = "classic", **more: Any) -> tuple[Scene, list[c.Actor]]:
    """This many people at a started table."""
    names = ["Ann", "Ben", "Cem", "Dee"][:count]
    devices = [device(name) for name in names]
    seats = (SeatPlan("person", names[0]), *(SeatPlan("person") for _ in names[1:]))
    scene = Scene(c.OpenTable(seats, game, **more), devices[0])
    for name, guest in zip(names[1:], devices[1:], strict=True):
        scene.do(guest, c.Sit(name))
    scene.do(devices[0], c.Start())
    return scene, devices


def to_move(scene: Scene, devices: Sequence[c.Actor]) -> c.Actor:
    """The device whose turn it is."""
    return next(
        device for device in devices if scene.table.to_move in scene.table.held_by(device.key)
    )


def greedy_turn(seen: AnyView) -> AnyTurn:
    """A plain turn for the seat of a view."""
    return bot("greedy").choose(seen)


def any_turn(seen: AnyView) -> AnyTurn:
    """The first legal turn."""
    return next(iter(legal_turns(seen)))


def written(turn: AnyTurn) -> dict[str, Any]:
    """A turn as a client sends it."""
    sent: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(write_turn(turn)))
    return sent


def seen_turn(table: Table, seat: int) -> dict[str, Any]:
    """A legal turn of a seat, as a client sends it."""
    return written(greedy_turn(view(game_of(table), seat)))


def frozen(value: Any) -> bytes:
    """Anything as bytes, to compare."""
    return msgspec.json.encode(value, enc_hook=_plain, order="deterministic")


def _plain(value: Any) -> Any:
    return [[x, y, tile] for x, y, tile in value.placed()]
