"""What accounts have practised."""

from __future__ import annotations

from msgspec.structs import replace

from qwirkle.tables.people.model import Account
from qwirkle.tables.stores import SqlStore
from qwirkle.tables.training.training import NOTHING, StoredTraining, Training
from qwirkle.testing.expect import expect, new_id

RUSH = Training(rush=5)


async def _somebody(store: SqlStore) -> str:
    account = new_id()
    await store.add_account(Account(account, f"Ann {account}", "hash", 10**13))
    return account


async def what_was_practised_is_changed_as_a_whole(store: SqlStore, other: SqlStore) -> None:
    """A change is made of what the last one left, whichever server made it."""
    account = await _somebody(store)
    expect(await store.training(account), StoredTraining(0), "what nobody has stored")
    found = await store.change_training(account, lambda _: RUSH)
    expect(found, StoredTraining(1, RUSH), "the first change")
    found = await other.change_training(account, lambda it: replace(it, rush=it.rush + 2))
    expect(found, StoredTraining(2, Training(rush=7)), "a change of what another has stored")
    expect(await store.training(account), found, "what was stored last")
    found = await store.change_training(account, lambda it: it)
    expect(found, StoredTraining(2, Training(rush=7)), "a change of nothing")


async def what_was_practised_goes_with_its_account(store: SqlStore, other: SqlStore) -> None:
    """Nothing is left of a removed account, and nothing is stored for it."""
    account, second = await _somebody(store), await _somebody(store)
    for one in (account, second):
        await store.change_training(one, lambda _: RUSH)
    await other.remove_account(account)
    expect(await store.training(account), StoredTraining(0, NOTHING), "a removed account")
    expect(await store.change_training(account, lambda _: RUSH), None, "a change after that")
    expect((await other.training(second)).training, RUSH, "another account")


CHECKS = (what_was_practised_is_changed_as_a_whole, what_was_practised_goes_with_its_account)
