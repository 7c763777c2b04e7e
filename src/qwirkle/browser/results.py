"""The results of the games of one device, counted again at every start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from qwirkle.browser.store import BrowserStore
from qwirkle.tables.results.model import Encounter, GameResult, KnownPerson, SeatResult, Totals
from qwirkle.tables.storage.ports import GameRow


class BrowserResults:
    """Results of the games of one device, in dictionaries."""

    def __init__(self, store: BrowserStore) -> None:
        self._store = store
        self._rows: dict[str, GameRow] = {}
        self._tallied: dict[str, GameResult | None] = {}

    async def to_tally(self, limit: int) -> list[str]:
        """Return finished tables that were not counted yet."""
        self._rows = {row.game: row for row in await self._store.all_rows()}
        finished = (
            row.game
            for row in self._rows.values()
            if row.index is not None and row.index.finished and row.game not in self._tallied
        )
        return sorted(finished)[:limit]

    async def keep_results(self, game: str, result: GameResult | None) -> bool:
        """Store the results of a table in place of any earlier ones."""
        if game not in self._rows:
            return False
        self._tallied[game] = result
        return True

    async def result(self, game: str) -> GameResult | None:
        """Return the stored results of a table."""
        return self._tallied.get(game)

    async def is_tallied(self, game: str) -> bool:
        """Return whether the results of a table are stored."""
        return game in self._tallied

    async def keep_luck(self, game: str, luck: Sequence[float]) -> None:
        """Store the luck of every seat."""
        if (known := self._tallied.get(game)) is not None:
            seats = tuple(replace(seat, luck=luck[seat.seat]) for seat in known.seats)
            self._tallied[game] = replace(known, seats=seats)

    async def totals(self, person: str) -> list[Totals]:
        """Return the totals of a person's games, by edition."""
        by_edition: dict[str, list[SeatResult]] = {}
        for game, own in self._games_of(person):
            by_edition.setdefault(game.edition, []).append(own)
        return [_totals(edition, seats) for edition, seats in sorted(by_edition.items())]

    async def encounters(self, person: str) -> list[Encounter]:
        """Return the totals by opponent."""
        pairs: dict[tuple[str, str, str], list[tuple[int, SeatResult, SeatResult]]] = {}
        for game, own in self._games_of(person):
            for other in game.seats:
                if other.seat != own.seat:
                    key = game.edition, other.person, other.name
                    pairs.setdefault(key, []).append((game.at, own, other))
        return [_encounter(key, met) for key, met in sorted(pairs.items())]

    async def people_like(self, prefix: str, limit: int) -> list[KnownPerson]:
        """Return people whose key has this prefix."""
        people: dict[str, KnownPerson] = {}
        seats = [
            (game.at, seat.name, seat.person)
            for game in self._games()
            for seat in game.seats
            if seat.person.startswith(prefix)
        ]
        for at, name, person in sorted(seats):
            people[person] = KnownPerson(person, name, at)
        return sorted(people.values(), key=lambda known: (-known.at, known.person))[:limit]

    async def games_of(
        self, person: str, limit: int, before: tuple[int, str] | None = None
    ) -> list[GameResult]:
        """Return the games of a person, the latest first."""
        games = {(game.at, game.game): game for game, _ in self._games_of(person)}
        wanted = [key for key in sorted(games, reverse=True) if before is None or key < before]
        return [games[key] for key in wanted[:limit]]

    def _games(self) -> Iterator[GameResult]:
        return (result for result in self._tallied.values() if result is not None)

    def _games_of(self, person: str) -> Iterator[tuple[GameResult, SeatResult]]:
        for game in self._games():
            for seat in game.seats:
                if seat.person == person:
                    yield game, seat


def _totals(edition: str, seats: Sequence[SeatResult]) -> Totals:
    first = [seat for seat in seats if seat.place == 1]
    lucky = [seat.luck for seat in seats if seat.luck is not None]
    leads = [seat.margin for seat in first if not seat.tied and seat.margin is not None]
    return Totals(
        edition=edition,
        games=len(seats),
        won=sum(not seat.tied for seat in first),
        tied=sum(seat.tied for seat in first),
        score=sum(seat.score for seat in seats),
        best_score=max(seat.score for seat in seats),
        best_turn=max(seat.best_turn for seat in seats),
        most_qwirkles=max(seat.qwirkles for seat in seats),
        biggest_win=max(leads, default=None),
        luck=float(sum(lucky)),
        reviewed=len(lucky),
    )


def _encounter(
    key: tuple[str, str, str], met: Sequence[tuple[int, SeatResult, SeatResult]]
) -> Encounter:
    margins = [
        (own.place - other.place, own.score - other.score)
        for _, own, other in met
        if own.margin is not None
    ]
    luck = [
        own.luck - other.luck
        for _, own, other in met
        if own.luck is not None and other.luck is not None
    ]
    return Encounter(
        *key,
        games=len(met),
        won=sum(own.place < other.place for _, own, other in met),
        lost=sum(own.place > other.place for _, own, other in met),
        margin=sum(points for _, points in margins),
        played_out=len(margins),
        biggest_win=max((points for behind, points in margins if behind < 0), default=None),
        biggest_loss=max((-points for behind, points in margins if behind > 0), default=None),
        luck=float(sum(luck)),
        reviewed=len(luck),
        at=max(at for at, _, _ in met),
    )
