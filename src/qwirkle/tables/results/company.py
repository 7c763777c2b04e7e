"""Company: the people somebody has played with, and whether they are here now.

A person is here while a page of theirs is open, and for a moment after it was last heard of.
Nothing of that is stored. It is shown only to people who have a result together with them, and only
while both sides allow it: a page that does not show its own reader is shown nobody. People are
known as in results: by their account, or by the hash of their device's secret.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from qwirkle.tables.live.callers import Caller
from qwirkle.tables.results.model import (
    REMOVED,
    GameResult,
    ResultStore,
    SeatResult,
    account_person,
)
from qwirkle.tables.results.tally import device_person, shared_prefix
from qwirkle.tables.storage.ports import PresenceBoard

HERE_SECONDS = 75.0
"""How long a page counts as open after its last request: longer than it is silent in between."""
MAX_GROUPS = 12
"""The maximum number of groups of people in an answer."""
MAX_SCANNED = 60
"""The number of a person's latest games among which people are looked for."""
MAX_SHARED = 4
"""The maximum number of people on one shared device whose games count."""


class Companion(msgspec.Struct, frozen=True):
    """A person at the last table of a group."""

    name: str
    seat: int
    here: bool
    """Whether they have the page open now, and both sides show it."""


class Group(msgspec.Struct, frozen=True):
    """The other people of a game, with whom one can play again."""

    table: str
    """The last table with exactly these people."""
    game: str
    at: int
    people: tuple[Companion, ...]


class Company:
    """The service that knows who has played with whom, and who is here."""

    def __init__(self, results: ResultStore, board: PresenceBoard) -> None:
        self._results = results
        self._board = board

    async def of(self, caller: Caller, *, show: bool) -> list[Group]:
        """Return the people whom a caller has played with, the latest first.

        With ``show``, the caller counts as here from now on; without, they no longer do, and are
        not shown who else is.
        """
        own = pages_of(caller)
        if show:
            await self._board.announce(own, HERE_SECONDS)
        else:
            await self._board.withdraw(own)
        games = await self._games(caller)
        groups = _latest_groups(games, own)
        pages = {_page_of(seat.person) for _, others in groups for seat in others}
        here = await self._board.announced(pages) if show else set()
        return [
            Group(
                game.game,
                game.edition,
                game.at,
                tuple(
                    Companion(seat.name, seat.seat, _page_of(seat.person) in here)
                    for seat in others
                ),
            )
            for game, others in groups
        ]

    async def _games(self, caller: Caller) -> list[GameResult]:
        """Return the latest games of the account and of the device, each once."""
        people = sorted(pages_of(caller))
        if caller.key is not None:
            shared = await self._results.people_like(shared_prefix(caller.key), MAX_SHARED)
            people += [known.person for known in shared]
        found: dict[str, GameResult] = {}
        for person in people:
            games = await self._results.games_of(person, MAX_SCANNED)
            found.update({game.game: game for game in games})
        return sorted(found.values(), key=lambda game: (game.at, game.game), reverse=True)


def pages_of(caller: Caller) -> set[str]:
    """Return the people as whom a caller's page counts as open."""
    pages = set() if caller.key is None else {device_person(caller.key)}
    return pages if caller.account is None else pages | {account_person(caller.account)}


def _page_of(person: str) -> str:
    """Return whose page a person uses: people who share a device share its page."""
    return ":".join(person.split(":")[:2])


def _latest_groups(
    games: Iterable[GameResult], own: Collection[str]
) -> list[tuple[GameResult, list[SeatResult]]]:
    """Return the last game with each group of other people, without bots and removed accounts."""
    groups: dict[frozenset[str], tuple[GameResult, list[SeatResult]]] = {}
    for game in games:
        others = [
            seat
            for seat in game.seats
            if not seat.person.startswith(("bot:", REMOVED)) and _page_of(seat.person) not in own
        ]
        key = frozenset(seat.person for seat in others)
        if others and key not in groups:
            groups[key] = game, others
        if len(groups) == MAX_GROUPS:
            break
    return list(groups.values())
