"""Checks of accounts, sessions, seats and ratings."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from qwirkle.tables.storage.ports import (
    RATED_TOGETHER,
    Account,
    AccountStore,
    GameResult,
    IndexEntry,
    Rating,
    Seating,
    SeatResult,
    Standing,
    WholeStore,
    account_person,
    forget_person,
)
from qwirkle.testing.expect import expect, new_id
from qwirkle.testing.stores.appends import append_events

CROWD = 8


async def _somebody(store: AccountStore) -> Account:
    account = Account(new_id(), f"Zoë {new_id()}", "$argon2id$v=19$m=8,t=1,p=1$c2E$aGE", 5)
    expect(await store.add_account(account), True, "whether an account is new")
    return account


async def names_differ_in_more_than_case(store: AccountStore, other: AccountStore) -> None:
    """One account for a name, however it is written."""
    ann = await _somebody(store)
    for name in (ann.name, ann.name.upper(), ann.name.lower(), ann.name.replace("ë", "e\u0308")):
        again = Account(new_id(), name, "x", 6)
        expect(await other.add_account(again), False, f"whether {name!r} is a new name")
        expect(await other.account_named(name), ann, f"the account named {name!r}")
        expect(await other.account(again.id), None, "an account that was not added")
    expect(await other.account(ann.id), ann, "the account with an id")
    expect(await other.account_named(f"{ann.name}."), None, "the account with another name")


async def a_name_that_many_want_goes_to_one(store: AccountStore, other: AccountStore) -> None:
    """The same name at once from many sides."""
    name = f"anna {new_id()}"
    wanting = [Account(new_id(), name.upper() if n % 3 else name, "x", n) for n in range(CROWD)]
    got = await asyncio.gather(
        *((store, other)[n % 2].add_account(account) for n, account in enumerate(wanting))
    )
    expect(got.count(True), 1, "accounts that got the same name")
    expect(await store.account_named(name), wanting[got.index(True)], "the account that got it")


async def sessions_end(store: AccountStore, other: AccountStore) -> None:
    """Sessions end when they expire, when they are ended, and with their password."""
    ann = await _somebody(store)
    first, second, third = new_id(), new_id(), new_id()
    for token in (first, second, third):
        await store.add_session(token, ann.id, 100)
    expect(await other.session(first, 99), ann, "the account of a session in its time")
    expect(await other.session(first, 100), None, "the account of a session after its time")
    expect(await other.session(new_id(), 1), None, "the account of no session")
    await other.end_session(first)
    expect(await store.session(first, 1), None, "the account of a session that was ended")
    expect(await store.session(second, 1), ann, "the account of a session that was not")
    await other.change_password(ann.id, "another")
    changed = msgspec.structs.replace(ann, password="another")  # noqa: S106 - no password of ours
    expect(await store.account(ann.id), changed, "an account with another password")
    expect(await store.session(third, 1), None, "a session from before another password")
    await store.add_session(first, ann.id, 100)
    await other.end_sessions(new_id())
    expect(await store.session(first, 1), changed, "a session when another account's are ended")
    await other.end_sessions(ann.id)
    expect(await store.session(first, 1), None, "a session when all of its account are ended")
    await store.add_session(first, ann.id, -8)
    await store.add_session(second, ann.id, -7)
    expect(await other.forget_sessions(-8) >= 1, True, "old sessions that were forgotten")
    expect(await store.session(first, -9), None, "a session that was forgotten")
    expect(await store.session(second, -9), changed, "a session that had time left")
    await store.add_session(new_id(), new_id(), 100)  # removed at that moment: no error


async def a_hash_is_renewed_only_if_the_password_is_the_same(
    store: AccountStore, other: AccountStore
) -> None:
    """A hash made from an old password does not come back."""
    ann = await _somebody(store)
    token = new_id()
    await store.add_session(token, ann.id, 100)
    await other.rehash_password(ann.id, "not this", "wrong")
    expect(await store.account(ann.id), ann, "an account whose hash was not renewed")
    await other.rehash_password(ann.id, ann.password, "stronger")
    renewed = msgspec.structs.replace(ann, password="stronger")  # noqa: S106 - no password of ours
    expect(await store.session(token, 1), renewed, "the session of an account with a new hash")


async def a_seat_belongs_to_one_account(store: WholeStore, other: WholeStore) -> None:
    """The first that keeps it."""
    ann, ben = await _somebody(store), await _somebody(other)
    table = new_id()
    expect(await store.keep_seat(ann.id, table, 1, 7), True, "whether a free seat is kept")
    expect(await other.keep_seat(ann.id, table, 1, 9), True, "whether one's own seat is kept")
    expect(await other.keep_seat(ben.id, table, 1, 8), False, "whether another's seat is kept")
    expect(await other.keep_seat(ben.id, table, 0, 8), True, "whether a second seat is kept")
    expect(await other.keep_seat(new_id(), table, 2, 8), False, "whether nobody keeps a seat")
    expect(await store.accounts_at(table), {0: ben.id, 1: ann.id}, "the accounts at a table")
    expect(await store.accounts_at(new_id()), {}, "the accounts at no table")


async def history_is_the_latest_first(store: WholeStore, other: WholeStore) -> None:
    """Page by page, each with what lists show of its table."""
    ann = await _somebody(store)
    entry = IndexEntry("A table", "classic", finished=True)
    tables = sorted(new_id() for _ in range(3))
    for n, table in enumerate(tables[:2]):
        await append_events(store, table, b"1", b"2", index=entry if n else None)
    for at, table, seat in (
        (5, tables[0], 0),
        (6, tables[1], 0),
        (6, tables[1], 2),
        (6, tables[2], 1),
    ):
        await store.keep_seat(ann.id, table, seat, at)
    wanted = [
        Seating(tables[2], 1, 6, 0, None),
        Seating(tables[1], 2, 6, 2, entry),
        Seating(tables[1], 0, 6, 2, entry),
        Seating(tables[0], 0, 5, 2, None),
    ]
    for kept in reversed(wanted):
        await store.keep_seat(ann.id, kept.game, kept.seat, kept.at)
    expect(await other.history(ann.id, 9), wanted, "the history of an account")
    found = await other.history(ann.id, 1)
    for last in wanted[:-1]:
        found += await other.history(ann.id, 1, (last.at, last.game, last.seat))
    expect(found, wanted, "the history of an account, page by page")
    expect(await other.history(new_id(), 9), [], "the history of nobody")


async def a_table_is_rated_once(store: WholeStore, other: WholeStore) -> None:
    """However many processes see it finish."""
    people = [(await _somebody(store)).id for _ in range(3)]
    table = new_id()
    done = await asyncio.gather(
        *((store, other)[n % 2].rate(table, "classic", people, n, _one_more) for n in range(CROWD))
    )
    expect(done.count(True), 1, "how often one table was rated")
    for n, person in enumerate(people):
        wanted = {"classic": Rating(n + 0.1, 1 / 3, 1)}
        expect(await other.ratings(person), wanted, "a rating after one table")
    nobody = new_id()
    done_again = await other.rate(new_id(), "cards", [nobody, people[1]], 1, _one_more)
    expect(done_again, True, "whether a table with a removed account is rated")
    expect(await store.ratings(nobody), {}, "the ratings of nobody")
    expect(
        await store.ratings(people[1]),
        {"cards": Rating(1.1, 1 / 3, 1), "classic": Rating(1.1, 1 / 3, 1)},
        "ratings of two games",
    )


async def ratings_of_many_tables_add_up(store: WholeStore, other: WholeStore) -> None:
    """No revision is lost when tables with the same people finish at once."""
    people = [(await _somebody(store)).id for _ in range(2)]
    await asyncio.gather(
        *(
            (store, other)[n % 2].rate(new_id(), "classic", people[:: 1 - n % 2 * 2], n, _one_more)
            for n in range(CROWD)
        )
    )
    for person in people:
        found = (await store.ratings(person))["classic"]
        expect(found.games, CROWD, "tables that an account was rated for")


async def tables_of_a_pair_are_counted(store: WholeStore, other: WholeStore) -> None:
    """Those of one edition within a day, and of the pair that has met most often."""
    ann, ben, cem = [(await _somebody(store)).id for _ in range(3)]
    counted: list[int] = []

    def note(before: Sequence[Rating | None], earlier: int) -> list[Rating]:
        counted.append(earlier)
        return _one_more(before)

    async def play(edition: str, at: int, *people: str) -> None:
        table = new_id()
        for seat, person in enumerate(people):
            await store.keep_seat(person, table, seat, at)
        await other.rate(table, edition, people, at, note)

    day = RATED_TOGETHER
    await play("classic", day, ann, ben)
    await play("classic", day + 1, ben, ann)
    await play("mini", day + 2, ann, ben)
    await play("classic", day + 3, ann, cem)
    await play("classic", day + 4, cem, ann, ben)
    await play("classic", 2 * day + 1, ann, ben)
    await play("classic", 3 * day + 5, ann, ben)
    expect(counted, [0, 1, 0, 0, 2, 1, 0], "tables that a pair has had before")


async def the_best_come_first(store: WholeStore, other: WholeStore) -> None:
    """By what is as good as sure, and not by the mean alone."""
    people = [await _somebody(store) for _ in range(3)]
    new = [Rating(30.0, 8.0, 1), Rating(20.0, 1.0, 9), Rating(25.0, 8.0, 1)]
    edition = new_id()
    await store.rate(new_id(), edition, [account.id for account in people], 1, lambda *_: new)
    wanted = [Standing(people[n].id, people[n].name, new[n]) for n in (1, 0, 2)]
    expect(await other.best(edition, 9), wanted, "the best at a game")
    expect(await other.best(edition, 1), wanted[:1], "the best one at a game")
    expect(await other.best(new_id(), 9), [], "the best at no game")


def _one_more(before: Sequence[Rating | None], _: int = 0) -> list[Rating]:
    return [
        Rating(old.mu + 1, old.sigma / 2, old.games + 1) if old else Rating(n + 0.1, 1 / 3, 1)
        for n, old in enumerate(before)
    ]


async def a_removed_account_is_forgotten(store: WholeStore, other: WholeStore) -> None:
    """With everything but the tables."""
    ann, ben = await _somebody(store), await _somebody(store)
    table, token = new_id(), new_id()
    await append_events(store, table)
    await store.add_session(token, ann.id, 100)
    await store.keep_seat(ann.id, table, 0, 1)
    await store.keep_seat(ben.id, table, 1, 1)
    await store.rate(table, "classic", [ann.id, ben.id], 1, _one_more)
    both = [
        SeatResult(seat, account_person(who.id), who.name, 1, True, 9, 0, 3, 0)
        for seat, who in ((0, ann), (1, ben))
    ]
    result = GameResult(table, "classic", 1, tuple(both))
    await store.keep_results(table, result)
    cup = new_id()
    names = {"name": ann.name, "key": "k", "account": ann.id}, {"name": "Guest", "key": "g"}
    body = msgspec.json.encode({"id": cup, "entrants": names})
    await store.put_tournament(cup, body, version=0, at=1)
    await other.remove_account(ann.id)
    nameless = msgspec.structs.replace(result, seats=(forget_person(both[0]), both[1]))
    expect(await store.result(table), nameless, "a result without an account that was removed")
    await other.keep_results(table, result)
    expect(await store.result(table), nameless, "a result that is kept again")
    kept = await store.tournament(cup)
    left = [] if kept is None else msgspec.json.decode(kept.body)["entrants"]
    expect(left[0], {"name": "Guest 2", "key": "k", "account": None}, "whoever took part")
    expect(0 if kept is None else kept.version, 2, "the version of the tournament")
    late = await store.put_tournament(cup, body, version=1, at=2)
    expect(late, False, "whether what was decided before is written")
    expect(await store.account(ann.id), None, "an account that was removed")
    expect(await store.session(token, 1), None, "the session of an account that was removed")
    expect(await store.history(ann.id, 9), [], "the history of an account that was removed")
    expect(await store.ratings(ann.id), {}, "the ratings of an account that was removed")
    expect(await store.accounts_at(table), {1: ben.id}, "who is left at the table")
    expect(len(await store.ratings(ben.id)), 1, "the ratings of another account")
    expect(len(await store.read(table)), 1, "the events of the table")
    again = msgspec.structs.replace(ann, id=new_id())
    expect(await store.add_account(again), True, "whether the name is free again")


CHECKS = (
    names_differ_in_more_than_case,
    a_name_that_many_want_goes_to_one,
    sessions_end,
    a_hash_is_renewed_only_if_the_password_is_the_same,
    a_seat_belongs_to_one_account,
    history_is_the_latest_first,
    a_table_is_rated_once,
    tables_of_a_pair_are_counted,
    ratings_of_many_tables_add_up,
    the_best_come_first,
    a_removed_account_is_forgotten,
)
