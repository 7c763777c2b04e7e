"""Tournaments of tables."""

from __future__ import annotations

from qwirkle.tables.storage.ports import StoredTournament, WholeStore
from qwirkle.testing.expect import expect, new_id
from qwirkle.testing.stores.notices import PAST


async def a_tournament_is_written_over_the_version_it_was_decided_on(
    store: WholeStore, other: WholeStore
) -> None:
    """Of two that were decided on the same one, the second is not written."""
    cup, body = new_id(), '{"über": 1}'.encode()
    expect(await store.tournament(cup), None, "a tournament that was never written")
    expect(await store.put_tournament(cup, b"0", version=3, at=10), False, "a version too early")
    expect(await store.put_tournament(cup, body, version=0, at=10), True, "the first version")
    expect(await other.put_tournament(cup, b"1", version=0, at=10), False, "a second first one")
    expect(await other.tournament(cup), StoredTournament(1, body), "what was written")
    expect(await other.put_tournament(cup, b"2", version=1, at=20), True, "the second version")
    expect(await store.put_tournament(cup, b"3", version=1, at=20), False, "a version too late")
    expect(await store.tournament(cup), StoredTournament(2, b"2"), "what was written last")


async def old_tournaments_are_removed(store: WholeStore, other: WholeStore) -> None:
    """Tournaments that have not changed for long are removed."""
    old, young = new_id(), new_id()
    await store.put_tournament(old, b"1", version=0, at=PAST)
    await store.put_tournament(young, b"1", version=0, at=PAST)
    await store.put_tournament(young, b"2", version=1, at=PAST + 2)
    expect(await other.remove_tournaments(PAST + 1), 1, "tournaments that were removed")
    expect(await store.tournament(old), None, "an old tournament")
    expect(await store.tournament(young), StoredTournament(2, b"2"), "one that was changed")


CHECKS = (
    a_tournament_is_written_over_the_version_it_was_decided_on,
    old_tournaments_are_removed,
)
