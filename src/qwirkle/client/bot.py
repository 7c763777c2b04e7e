"""A bot that plays at a server's table from outside."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import aclosing
from typing import Self

from qwirkle.client.client import Client
from qwirkle.client.views import edition_of, seat_view
from qwirkle.errors import BotError, IllegalTurn, QwirkleError, ServerRefusal
from qwirkle.players import Bot, bot
from qwirkle.players.answers import ask
from qwirkle.players.fallback import fallback_turn
from qwirkle.players.legality import check_turn
from qwirkle.rules.family import AnyEdition, AnyTurn
from qwirkle.tables.core.commands import Vote
from qwirkle.tables.core.views import TableView

OVERTAKEN = frozenset(
    {"stale", "not-your-turn", "time-over", "game-over", "table-ended", "no-vote"}
)
"""Refusals of a command that came too late; the event that overtook it is about to arrive."""


class RemoteBot:
    """A player of a client's seats with bots of one spec, each with its own memory."""

    def __init__(
        self, client: Client, spec: str, *, ms: float | None = None, seed: str | None = None
    ) -> None:
        self._client = client
        self._spec = spec
        self._ms = ms
        self._seed = secrets.token_hex(16) if seed is None else seed
        self._players: dict[int, Bot] = {}
        self._taken_back = 0
        self._done = 0
        self.faults: list[str] = []
        """Why turns were lost: the least possible was played instead."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the resources of the bots."""
        for player in self._players.values():
            player.close()
        self._players.clear()

    async def sit(self, table: str, name: str, token: str | None = None) -> TableView:
        """Take a seat: the one that a token carries, or any free one under this name."""
        rules = edition_of(await self._client.look(table))
        # A bot that does not play this game takes nobody's place.
        made = await asyncio.to_thread(self._make, rules, 0)
        await asyncio.to_thread(made.close)
        if token is not None:
            return await self._client.recover(table, token)
        return await self._client.join(table, name)

    async def run(self, table: str) -> TableView:
        """Play until the table has ended, and return its last view."""
        async with aclosing(self._client.follow(table)) as views:
            async for view in views:
                if view.now.phase == "ended":
                    return view
                if not view.you.seats:
                    raise QwirkleError("the bot has no seat at this table any more")
                if view.now.seq >= self._done:  # not from before the bot's own last command
                    await self._act(table, view)
        raise QwirkleError("the table is gone")

    async def _act(self, table: str, view: TableView) -> None:
        try:
            vote = view.now.vote
            if vote is not None and not set(view.you.seats) <= set(vote.agreed):
                done = await self._client.act(table, Vote(agree=True))
            elif view.now.turn in view.you.seats:
                turn = await asyncio.to_thread(self._choose, view)
                done = await self._client.play(table, turn, seat=view.now.turn, seq=view.now.seq)
            else:
                return
        except ServerRefusal as refusal:
            if refusal.reason not in OVERTAKEN:
                raise
        else:
            self._done = done.seq

    def _choose(self, view: TableView) -> AnyTurn:
        seen = seat_view(view)
        try:
            turn = ask(self._player(view), seen)
            check_turn(seen, turn)
        except (BotError, IllegalTurn) as fault:
            self.faults.append(str(fault))
            return fallback_turn(seen)
        return turn

    def _player(self, view: TableView) -> Bot:
        """Return the bot of the seat to move; after a turn was taken back, one that knows less."""
        if view.now.taken_back != self._taken_back:
            self.close()
            self._taken_back = view.now.taken_back
        seat = view.now.turn or 0
        if seat not in self._players:
            self._players[seat] = self._make(edition_of(view), seat)
        return self._players[seat]

    def _make(self, rules: AnyEdition, seat: int) -> Bot:
        seed = f"{self._seed}/{seat}"
        return bot(self._spec, seed, self._ms, rules=rules, allow_code=True)
