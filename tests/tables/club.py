"""A process with a tournament, and people who play in it."""

from __future__ import annotations

import pytest

from qwirkle.errors import Refused
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.state import Table
from qwirkle.tables.swiss.service import DrawView, Tournaments, TournamentView
from qwirkle.tables.swiss.tournament import Join, Leave, SwissCommand, Terms
from qwirkle.testing.memory_store import MemoryStore

from .clients import COMMANDS, Process, person

NAMES = ["Ann", "Ben", "Cem", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida"]
PEOPLE = {name: person(name) for name in NAMES}


class Club:
    """A process with a tournament."""

    def __init__(self) -> None:
        self.process = Process()
        self.store = MemoryStore()
        self.desk = Tournaments(self.process.tables, self.store)
        self.id = ""

    async def open(self, *names: str, **terms: str) -> None:
        host, *others = names
        self.id = await self.desk.open(PEOPLE[host], Terms(**terms), Join(host), "open")  # type: ignore[arg-type]
        for name in others:
            await self.do(name, Join(name))

    async def do(self, name: str, command: SwissCommand, command_id: str | None = None) -> None:
        sent = command_id or f"command {next(COMMANDS)}"
        await self.desk.act(self.id, PEOPLE[name], command, sent)

    async def leave(self, name: str, player: str, command_id: str | None = None) -> None:
        """Somebody leaves, or is removed; both are given by name."""
        await self.do(name, Leave(await self.id_of(player)), command_id)

    async def id_of(self, name: str) -> str:
        return next(player.id for player in (await self.look()).players if player.name == name)

    async def draw_of(self, name: str) -> DrawView:
        """The game of somebody in the last round."""
        view = await self.look()
        player = [known.name for known in view.players].index(name)
        return next(draw for draw in view.rounds[-1].draws if player in draw.players)

    async def points_of(self, name: str) -> float:
        return next(player.points for player in (await self.look()).players if player.name == name)

    async def sit(self, *names: str) -> None:
        """These go to their games."""
        for name in names:
            await self.process.do((await self.draw_of(name)).table, PEOPLE[name], c.Sit(""))

    async def look(self, name: str = "Ann") -> TournamentView:
        return await self.desk.look(self.id, PEOPLE[name])

    async def refused(self, name: str, command: SwissCommand) -> str:
        with pytest.raises(Refused) as refusal:
            await self.do(name, command)
        return refusal.value.reasons[0]

    async def play_round(self, *losers: str) -> None:
        """Everybody comes with one tap, and these give up."""
        view = await self.look()
        for draw in view.rounds[-1].draws:
            names = [view.players[player].name for player in draw.players]
            for name in names:
                await self.process.do(draw.table, PEOPLE[name], c.Sit(""))
            loser = next(name for name in names if name in losers)
            await self.process.do(draw.table, PEOPLE[loser], c.Resign())

    async def play_round_of(self, *names: str, loser: str) -> None:
        """These two play each other, and one of them gives up."""
        await self.sit(*names)
        await self.process.do((await self.draw_of(loser)).table, PEOPLE[loser], c.Resign())

    async def table_of(self, name: str) -> Table:
        """The table of somebody's game in the last round."""
        return await self.process.tables.current((await self.draw_of(name)).table)
